"""Builds the interpreter, once for each version of its source and of the compiler."""

from __future__ import annotations

import hashlib
import platform
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from silicrypt.errors import StoreError, ToolFailed
from silicrypt.paths import cache_dir
from silicrypt.tools.verilator import compiler, compiler_version

_SOURCE = Path(__file__).with_name("interpreter.cpp")
_FLAGS = ("-O2", "-std=c++17", "-funroll-loops")

#: Every 64-bit x86 since 2008 counts bits in one instruction; the compiler must be told.
_MACHINE_FLAGS = {"x86_64": ("-mpopcnt",), "AMD64": ("-mpopcnt",)}


@cache
def interpreter() -> Path:
    """The interpreter's executable, compiled where the cache doesn't have it.

    Raises:
        ToolMissing: there is no C++ compiler.
        ToolFailed: the compiler ended with an error.
        StoreError: the cache cannot be written.
    """
    flags = (*_FLAGS, *_MACHINE_FLAGS.get(platform.machine(), ()))
    version = compiler_version()
    key = hashlib.sha256(repr((version, flags, _SOURCE.read_text("utf-8"))).encode()).hexdigest()
    target = cache_dir() / "gatesim" / key[:16] / "interpreter"
    if not target.is_file():
        _compile(flags, target)
    return target


def _compile(flags: tuple[str, ...], target: Path) -> None:
    """Compiles beside the target and renames, so that the target is whole whenever it exists."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            output = Path(folder) / target.name
            command = [compiler(), *flags, str(_SOURCE), "-o", str(output)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise ToolFailed(f"{command[0]} cannot compile {_SOURCE}:\n{done.stderr}")
            output.replace(target)
    except OSError as error:
        raise StoreError(f"the gate-level simulator cannot be built: {error}") from error
