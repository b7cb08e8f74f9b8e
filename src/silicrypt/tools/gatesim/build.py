"""Builds the simulators, once for each version of their sources and of the compiler."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from pathlib import Path

from silicrypt.errors import ToolFailed
from silicrypt.results.store import Store
from silicrypt.tools import process
from silicrypt.tools.verilator import compiler, compiler_version

_PROGRAM = "program"
_SOURCE = Path(__file__).with_name("interpreter.cpp")
_FLAGS = ("-O2", "-std=c++17", "-funroll-loops")

#: Every 64-bit x86 since 2008 counts bits in one instruction; the compiler uses it only if told.
_MACHINE_FLAGS = {"x86_64": ("-mpopcnt",), "AMD64": ("-mpopcnt",)}


@cache
def compiled(source: Path) -> Path:
    """Returns the executable of a C++ file of this package. Compiles it unless the cache has it.

    Raises:
        ToolMissing: there is no C++ compiler.
        ToolFailed: the compiler ended with an error.
        StoreError: the cache cannot be written.
    """
    flags = (*_FLAGS, *_MACHINE_FLAGS.get(platform.machine(), ()))
    version = compiler_version()
    key = hashlib.sha256(repr((version, flags, source.read_text("utf-8"))).encode()).hexdigest()
    store = Store()
    return store.get("gatesim", key[:16], lambda folder: _compile(source, flags, folder)) / _PROGRAM


def interpreter() -> Path:
    """Returns the executable of the interpreter."""
    return compiled(_SOURCE)


def _compile(source: Path, flags: tuple[str, ...], folder: Path) -> None:
    command = [compiler(), *flags, str(source), "-o", str(folder / _PROGRAM)]
    done = process.run(command)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace")
        raise ToolFailed(f"{command[0]} cannot compile {source}:\n{said}")
