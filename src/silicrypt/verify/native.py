"""A design point as a program: its RTL compiled to machine code, controlled through a pipe."""

from __future__ import annotations

import hashlib
import json
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from silicrypt.base.code import including
from silicrypt.catalog import Config, Level
from silicrypt.errors import ToolFailed
from silicrypt.tools import process, verilator
from silicrypt.verify import checkers


def bench(name: str) -> tuple[Path, ...]:
    """Returns a bench below this folder, followed by the headers of ours that it includes."""
    return including(Path(__file__).parent / name)


def talk(program: Path, parts: Iterable[bytes], power_on: int = 1, checked: bool = True) -> bytes:
    """Sends data to a bench piece by piece, and returns the answer of `answer` as bytes."""
    with answer(program, parts, power_on, checked) as output:
        return output.read()


@contextmanager
def answer(
    program: Path, parts: Iterable[bytes], power_on: int = 1, checked: bool = True
) -> Iterator[BinaryIO]:
    """Sends data to a bench piece by piece, and yields its answer as a file.

    The output goes to a file, so the bench never blocks on a full pipe.

    Args:
        program: the executable.
        parts: the pieces of data.
        power_on: seed of the register contents before the first reset.
        checked: whether checkers also watch the inputs.

    Raises:
        ToolFailed: the simulation stopped with an error.
    """
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as said:
        command = [str(program), str(power_on), *([] if checked else [checkers.UNCHECKED])]
        with process.started(
            "the simulation", command, stdin=subprocess.PIPE, stdout=output, stderr=said
        ) as bench:
            _feed(bench, parts)
        output.seek(0)
        said.seek(0)
        if bench.returncode != 0:
            reason = said.read().decode("utf-8", "replace").strip()
            reason = reason or f"status {bench.returncode}"
            raise ToolFailed(f"the simulation {program} ended early: {reason}")
        yield output


def _feed(bench: subprocess.Popen[bytes], parts: Iterable[bytes]) -> None:
    assert bench.stdin is not None  # it was asked for
    try:
        with bench.stdin as pipe:
            for part in parts:
                pipe.write(part)
    except BrokenPipeError:
        pass  # the bench ended early; its status gives the reason


def compiled(
    config: Config,
    level: Level,
    sources: tuple[Path, ...],
    bench: tuple[Path, ...],
    defines: Mapping[str, int],
) -> verilator.Build:
    """Returns the build of a configuration with a bench, its constants, and protocol checkers."""
    args, top = config.verilator_args(level), config.top(level)
    waivers = tuple(Path(arg) for arg in args if not arg.startswith("-"))
    return verilator.Build(
        top=top,
        sources=waivers + sources + checkers.bound(top, sources),
        arguments=tuple(arg for arg in args if arg.startswith("-")),
        bench=bench,
        defines=defines,
    )


def source_hash(config: Config) -> str:
    """Returns a hash of the RTL of the complete unit and its parameters: 16 hexadecimal digits."""
    files = [verilator.digest(path) for path in config.sources(config.complete_level)]
    content = json.dumps([files, dict(sorted(config.parameters.items()))])
    return hashlib.sha256(content.encode()).hexdigest()[:16]
