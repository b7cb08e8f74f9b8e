"""The examples run by ``make``."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from exports import icarus, outside_of_make
from silicrypt.tools import verilator

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
BIN = Path(sys.executable).parent
ABC = hashlib.sha256(b"abc").hexdigest()


def make(name: str, folder: Path, *args: str) -> str:
    shutil.copytree(EXAMPLES / name, folder / name)
    root = verilator.root()
    wrapper = folder / "bin" / "verilator"
    wrapper.parent.mkdir()
    wrapper.write_text(
        f'#!/bin/sh\nVERILATOR_ROOT={root} exec perl {root}/bin/verilator "$@"\n', "utf-8"
    )
    wrapper.chmod(0o755)
    done = subprocess.run(
        ["make", *args],
        cwd=folder / name,
        env={**outside_of_make(), "PATH": f"{wrapper.parent}:{BIN}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@icarus
def test_icarus(tmp_path: Path) -> None:
    lines = make("icarus", tmp_path).splitlines()
    assert any(line.startswith(ABC) for line in lines), lines


@pytest.mark.full
def test_verilator(tmp_path: Path) -> None:
    assert ABC in make("verilator", tmp_path)


@icarus
@pytest.mark.full
def test_fusesoc(tmp_path: Path) -> None:
    assert "PASS: " in make("fusesoc", tmp_path)


def test_vivado(tmp_path: Path) -> None:
    assert "vivado/sil_sha256_fast_stream.tcl" in make("vivado", tmp_path)


def test_the_board_has_an_example(tmp_path: Path) -> None:
    assert "bitstream hmac-sha1 -b ulx3s-85f -o hmac-sha1.bit" in make("ulx3s", tmp_path, "-n")
