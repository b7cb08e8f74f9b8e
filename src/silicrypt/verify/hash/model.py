"""The compiled model of a design point that takes messages: a hash, or a hash with keys."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from silicrypt.catalog import Config, Level
from silicrypt.errors import ToolFailed
from silicrypt.tools import verilator
from silicrypt.verify import native
from silicrypt.verify.hash import wire
from silicrypt.verify.hash.wire import AnyJob, Reply

_BENCH = native.bench("hash/bench.cpp")
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
        return wire.parse(native.talk(self.program, parts, power_on, checked), self.digest_bytes)


def model(config: Config, level: Level) -> Model:
    """Returns the compiled model of a configuration.

    It is built in seconds, and kept until a source changes.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: one of them refuses the sources.
        StoreError: the cache cannot be written.
    """
    program = verilator.executable(build(config, level, tuple(config.sources(level))))
    return Model(program, digest_bytes(config))


def build(config: Config, level: Level, sources: tuple[Path, ...]) -> verilator.Build:
    """Returns the inputs of the model of a configuration; `sources` may differ from its own."""
    return native.compiled(config, level, sources, _BENCH, _constants(config, level))


def _constants(config: Config, level: Level) -> dict[str, int]:
    """Returns the constants of ``bench.h``."""
    padding, top = config.hash.padding, config.unit.tops[level]
    return {
        "STREAM": int(level == "stream"),
        "KEYED": int(config.unit.keyed),
        "EITHER": int(bool(config.algorithm.either)),
        "TAGGED": int(config.unit.tagged),
        "RESULTS_WAIT": int(top.results_wait),
        "DIGEST_BEATS": top.result_beats,
        "CHANNELS": config.stages,
        "DATA_BYTES": config.data_bits // 8,
        "DIGEST_BYTES": digest_bytes(config),
        "BLOCK_BYTES": config.hash.block_bits // 8,
        "LENGTH_BYTES": padding.length_bytes,
        "LENGTH_BIG": int(padding.big_endian),
    }


def digest_bytes(config: Config) -> int:
    """Returns the length of the longest digest or tag in bytes, whichever hash is selected."""
    return max(one.hash.digest_bits for one in config.choices) // 8
