"""The examples run by ``make``."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from exports import before_path, icarus, run, succeeded, verilator_program

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
ABC = hashlib.sha256(b"abc").hexdigest()
#: Messages of no bytes, of full beats, of more, and of two blocks.
MESSAGES = "", "abcd", "abcde", "a" * 101


def make(name: str, folder: Path, *args: str) -> str:
    shutil.copytree(EXAMPLES / name, folder / name)
    path = before_path(verilator_program(folder).parent)
    return succeeded(run("make", *args, cwd=folder / name, timeout=900, PATH=path))


@icarus
def test_icarus(tmp_path: Path) -> None:
    lines = make("icarus", tmp_path).splitlines()
    assert any(line.startswith(ABC) for line in lines), lines
    core = tmp_path / "icarus/ip/rtl/sil_sha256_fast_stream.v"
    for text in MESSAGES:
        settings = [f'-Pabc.MESSAGE="{text}"', f"-Pabc.LENGTH={len(text)}"]
        command = ["iverilog", "-g2005", *settings, "-s", "abc", "-o", "other.vvp", "abc.v", core]
        succeeded(run(*command, cwd=tmp_path / "icarus"))
        said = succeeded(run("vvp", "-n", "other.vvp", cwd=tmp_path / "icarus"))
        assert said.startswith(hashlib.sha256(text.encode()).hexdigest()), text


@pytest.mark.full
def test_verilator(tmp_path: Path) -> None:
    assert ABC in make("verilator", tmp_path)
    program = tmp_path / "verilator/build/abc"
    for text in MESSAGES:
        digest = hashlib.sha256(text.encode()).hexdigest()
        assert digest in succeeded(run(program, text, digest))
        assert run(program, text, ABC).returncode == 1


@icarus
@pytest.mark.full
def test_fusesoc(tmp_path: Path) -> None:
    assert "PASS: " in make("fusesoc", tmp_path)


def test_vivado(tmp_path: Path) -> None:
    assert "vivado/sil_sha256_fast_stream.tcl" in make("vivado", tmp_path)


def test_the_board_has_an_example(tmp_path: Path) -> None:
    assert "bitstream hmac-sha1 -b ulx3s-85f -o hmac-sha1.bit" in make("ulx3s", tmp_path, "-n")
