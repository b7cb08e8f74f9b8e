"""A design point as a program: its RTL compiled to machine code, controlled through a pipe."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from silicrypt.catalog import Config, Level
from silicrypt.errors import ToolFailed
from silicrypt.tools import process, verilator
from silicrypt.verify import checkers, wire
from silicrypt.verify.wire import AnyJob, Reply

_HERE = Path(__file__).parent
_BENCH = tuple(_HERE / name for name in ("bench.cpp", "bench.h", "fuzz.h", "pipe.h", "ports.h"))
_CHUNK = 1 << 16


@dataclass(frozen=True)
class Digest:
    """A digest that the hardware computed.

    Attributes:
        digest: the bytes.
        cycles: cycles from the first beat accepted to the digest valid.
    """

    digest: bytes
    cycles: int


@dataclass(frozen=True)
class Model:
    """A compiled design point. Each call is a separate process that starts with power-on.

    Attributes:
        program: the executable.
        digest_bytes: length of a digest.
    """

    program: Path
    digest_bytes: int

    def hash(
        self, message: bytes | BinaryIO, key: bytes | None = None, sha1: bool | None = None
    ) -> Digest:
        """Hashes a message of any length in the simulated hardware.

        Args:
            message: the bytes, or a binary file, which is read to its end piece by piece.
            key: the key, for hardware that takes one.
            sha1: for hardware with two hashes: true for SHA-1, false for MD5.

        Raises:
            ToolFailed: the simulation stopped with an error, or the hardware broke its contract.
        """
        file = io.BytesIO(message) if isinstance(message, bytes) else message
        (reply,) = self._talk(
            wire.render_stream(iter(lambda: file.read(_CHUNK), b""), key, bool(sha1))
        )
        (outcome,) = reply.outcomes
        if reply.violation or outcome.digest is None:
            raise ToolFailed(
                f"the hardware broke its contract: {reply.violation}; run 'silicrypt verify'"
            )
        shorter = 16 if sha1 is False else self.digest_bytes
        return Digest(outcome.digest[:shorter], outcome.cycles)

    def run(
        self, jobs: Iterable[AnyJob], power_on: int = 1, *, checked: bool = True
    ) -> list[Reply]:
        """Runs jobs one after another, without a reset between them.

        Args:
            jobs: the jobs.
            power_on: seed of the register contents before the first reset.
            checked: whether checkers also watch the inputs. It is false for jobs that break the
                rules of inputs on purpose.

        Raises:
            ToolFailed: the simulation stopped with an error.
        """
        jobs = list(jobs)
        replies = self._talk(map(wire.render, jobs), power_on, checked)
        if len(replies) != len(jobs):
            raise ToolFailed(f"the simulation answered {len(replies)} of {len(jobs)} jobs")
        return [wire.without_keys(*pair) for pair in zip(jobs, replies, strict=True)]

    def _talk(self, parts: Iterable[bytes], power_on: int = 1, checked: bool = True) -> list[Reply]:
        return wire.parse(talk(self.program, parts, power_on, checked), self.digest_bytes)


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
            raise ToolFailed(f"the simulation {program} broke off: {reason}")
        yield output


def _feed(bench: subprocess.Popen[bytes], parts: Iterable[bytes]) -> None:
    assert bench.stdin is not None  # it was asked for
    try:
        with bench.stdin as pipe:
            for part in parts:
                pipe.write(part)
    except BrokenPipeError:
        pass  # the bench ended early; its status gives the reason


def model(config: Config, level: Level) -> Model:
    """The compiled model of a configuration: built in seconds, and kept until a source changes.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: one of them refuses the sources.
        StoreError: the cache cannot be written.
    """
    program = verilator.executable(build(config, level, tuple(config.sources(level))))
    return Model(program, digest_bytes(config))


def build(config: Config, level: Level, sources: tuple[Path, ...]) -> verilator.Build:
    """The inputs of the model of a configuration; `sources` may differ from its own."""
    return compiled(config, level, sources, _BENCH, _constants(config, level))


def compiled(
    config: Config,
    level: Level,
    sources: tuple[Path, ...],
    bench: tuple[Path, ...],
    defines: Mapping[str, int],
) -> verilator.Build:
    """The build of a configuration with a bench, the bench's constants, and protocol checkers."""
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
    """Hash of the RTL of the complete unit and its parameters: 16 hexadecimal digits."""
    files = [verilator.digest(path) for path in config.sources(config.whole)]
    content = json.dumps([files, dict(sorted(config.parameters.items()))])
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def _constants(config: Config, level: Level) -> dict[str, int]:
    """The constants of ``bench.h``."""
    padding, top = config.hash.padding, config.unit.tops[level]
    return {
        "STREAM": int(level == "stream"),
        "KEYED": int(config.unit.keyed),
        "EITHER": int(bool(config.algorithm.either)),
        "TAGGED": int(config.unit.tagged),
        "RESULTS_WAIT": int(top.results_wait),
        "DIGEST_BEATS": top.result_beats,
        "LANES": config.stages,
        "DATA_BYTES": config.data_bits // 8,
        "DIGEST_BYTES": digest_bytes(config),
        "BLOCK_BYTES": config.hash.block_bits // 8,
        "LENGTH_BYTES": padding.length_bytes,
        "LENGTH_BIG": int(padding.big_endian),
    }


def digest_bytes(config: Config) -> int:
    """Length of the longest digest or tag in bytes, whichever hash is selected."""
    return max(one.hash.digest_bits for one in config.choices) // 8
