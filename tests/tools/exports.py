"""Exports that several tests use, each made once per session."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from silicrypt import export


@cache
def exported(
    name: str, level: str | None = None, language: str = "verilog", primitives: str = "generic"
) -> dict[str, bytes]:
    """Returns the files of an export."""
    return export.render(export.request(name, level, language, primitives))


def outside_of_make() -> dict[str, str]:
    """The environment without settings of a make that runs the tests: make in a test is its own."""
    below = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")
    return {name: value for name, value in os.environ.items() if name not in below}


def make(out: Path, target: str, *settings: str) -> subprocess.CompletedProcess[str]:
    """Runs a target of an export's Makefile."""
    return subprocess.run(
        ["make", "-s", "-C", str(out), target, *settings],
        capture_output=True,
        text=True,
        env=outside_of_make(),
        check=False,
        timeout=600,
    )


icarus = pytest.mark.skipif(
    shutil.which("iverilog") is None, reason="Icarus Verilog is absent: apt-get install iverilog"
)
