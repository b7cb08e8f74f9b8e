"""Files for tools and languages around the core, with its protocol checkers and lint waivers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path

from silicrypt.export.request import Port, Request, template
from silicrypt.paths import hw_root
from silicrypt.results.result import Result
from silicrypt.tools import verilator
from silicrypt.verify import checkers

#: The files of waivers in ``hw/lint``.
_FILES = ("verilator.vlt", f"verilator-{verilator.EARLIEST}.vlt")
#: A waiver for no file. Verilator 5.006 does not know the rule: it stops, and prints the line.
_DEMAND = f"""\
// An error here means that Verilator is too old.
lint_off -rule ASCRANGE -file "needs Verilator {verilator.EARLIEST} or later: 5.006 computes wrong"
"""
_FILE = re.compile(r'-file "([^"]*)"')
_MODULE = re.compile(r'-module "([^"]*)"')
#: Verilator's warnings about the style of the Verilog that Yosys writes.
_STYLE = (
    *("DECLFILENAME", "UNUSEDSIGNAL", "WIDTH", "CASEOVERLAP", "PINMISSING", "UNOPTFLAT"),
    "LATCH",  # of the clock gates
)


#: A self-test has parameters that a function computes. Verilator 5.038 takes it for no constant.
_EARLIEST_SELF_TEST = "5.048"


def earliest(request: Request) -> str:
    """Returns the earliest version of Verilator that simulates the export."""
    self_test = request.point.unit.interface == "self-test" and request.language == "sv"
    return _EARLIEST_SELF_TEST if self_test else verilator.EARLIEST


def lint_options(request: Request) -> tuple[str, ...]:
    """Returns Verilator's options: all warnings, but none about style in Verilog of Yosys.

    Forms of primitives for a technology do not use all their parameters and signals.
    """
    muted: tuple[str, ...] = _STYLE if request.language == "verilog" else ()
    if request.language == "sv" and request.primitives != "generic":
        muted = ("DECLFILENAME", "TIMESCALEMOD", "UNUSEDSIGNAL", "UNUSEDPARAM")
    return "-Wall", *(f"-Wno-{name}" for name in muted)


def render(
    request: Request, lists: Mapping[str, list[str]], results: Sequence[Result]
) -> Iterator[tuple[str, str]]:
    """Yields the files by their paths.

    Args:
        request: the export.
        lists: the files for synthesis, simulation and the testbench.
        results: the results that are known of the design.
    """
    name, version = request.module, metadata.version("silicrypt")
    clocks = {"clk_i", "rst_ni"}
    known: dict[str, object] = {
        **lists,
        "version": version,
        "vhdl_type": vhdl_type,
        "lint_options": lint_options(request),
        "earliest": earliest(request),
        "warnings": verilator.WARNINGS,
        "class_name": "".join(part.capitalize() for part in name.split("_")),
        "fmax": next((one for one in results if one.fmax_mhz is not None), None),
        "inputs": [p.name for p in request.ports if not p.output and p.name not in clocks],
        "outputs": [p.name for p in request.ports if p.output],
    }
    for path, of in {
        f"{name}.f": "files.f.j2",
        f"{name}.core": "fusesoc.core.j2",
        "Makefile": "makefile.j2",
        f"vhdl/{name}_pkg.vhd": "package.vhd.j2",
        f"vhdl/{name}_example.vhd": "example.vhd.j2",
        f"constraints/{name}.sdc": "constraints.sdc.j2",
        f"constraints/{name}.xdc": "constraints.sdc.j2",
        f"vivado/{name}.tcl": "vivado.tcl.j2",
        f"python/{name}_amaranth.py": "amaranth.py.j2",
        f"python/{name}_litex.py": "litex.py.j2",
        **({f"{name}.xeda.toml": "xeda.toml.j2"} if request.xeda else {}),
    }.items():
        yield path, template(of, request, **known)


def vhdl_type(port: Port) -> str:
    """Returns the type of a port in VHDL."""
    return f"std_logic_vector({port.width - 1} downto 0)" if port.width > 1 else "std_logic"


def protocol_checkers(request: Request) -> dict[str, str]:
    """Returns the checkers and a file that binds them, by their names; empty where none fits."""
    source = next(path for path in request.sources if path.stem == request.source_top)
    # The exported top has the ports of the source, and its parameters as numbers.
    bound = checkers.render(request.source_top, [source.read_text(encoding="utf-8")])
    if not bound:
        return {}
    text = bound.replace(f"bind {request.source_top} ", f"bind {request.module} ")
    point = request.point
    values = point.unit.numbers(point.parameters) | {"PipelineStages": point.stages}
    for name in checkers.PARAMETERS:
        text = re.sub(rf"\b{name}\b", str(values.get(name, name)), text)
    files = {
        Path(name).name: (hw_root() / name).read_text(encoding="utf-8")
        for name in checkers.FILES
        if f" {Path(name).stem} " in text
    }
    return {**files, f"{request.module}_bind.sv": template("bind.sv.j2", request, binds=text)}


def waivers(request: Request) -> str:
    """Returns the file of waivers, each with the comment that gives its reason."""
    lines = ["`verilator_config", "", _DEMAND]
    for file in _FILES:
        text = (hw_root() / "lint" / file).read_text(encoding="utf-8")
        lines += _kept(text.splitlines()[1:], request.sources)
    return "\n".join([*lines, ""])


def _kept(lines: Sequence[str], sources: Sequence[Path]) -> Iterator[str]:
    comment, complete = list[str](), False
    for line in lines:
        if line.startswith("//"):
            comment = [line] if complete else [*comment, line]
            complete = False
            continue
        complete = True
        if about := list(_about(line, sources)):
            yield from comment
            yield from about
            comment = []


def _about(line: str, sources: Sequence[Path]) -> Iterator[str]:
    """Yields the waiver for each source that it concerns; an export has them in one folder."""
    if module := _MODULE.search(line):
        if module[1] in {path.stem for path in sources}:
            yield line
    elif file := _FILE.search(line):
        for path in sources:
            if fnmatch(path.as_posix(), file[1]):
                yield line.replace(file[0], f'-file "*{path.name}"')
