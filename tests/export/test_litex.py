"""LiteX takes the exported module, and its simulated SoC computes with it."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from exports import run, succeeded, verilator_program

Folder = Callable[..., Path]
HERE = Path(__file__).resolve().parent


@pytest.mark.full
def test_a_simulated_soc_hashes_by_registers_and_interrupt(folder: Folder, tmp_path: Path) -> None:
    """In Verilator: Icarus Verilog never ends the first time step of an SoC of LiteX."""
    out = folder("sha256-fast-axil")
    module = "sil_sha256_fast_axil"
    script = (sys.executable, HERE / "litex_soc.py", f"{module}_litex", tmp_path)
    succeeded(run(*script, cwd=tmp_path, PYTHONPATH=str(out / "python")))
    (source,) = (tmp_path / "sources").read_text().split()
    assert Path(source) == out / "rtl" / f"{module}.v"
    flags = ("--binary", "--timing", "-Wno-lint", "-Wno-COMBDLY", "--top-module", "soc_tb")
    build = ("-CFLAGS", "-std=c++20", "-MAKEFLAGS", "CFG_CXXFLAGS_PCH_I=-include")
    files = (HERE / "soc_tb.v", "soc.v", source)
    succeeded(run(verilator_program(tmp_path), *flags, *build, *files, cwd=tmp_path))
    said = succeeded(run(tmp_path / "obj_dir" / "Vsoc_tb", cwd=tmp_path)).splitlines()
    assert said[0] == hashlib.sha256(b"abc").hexdigest()
