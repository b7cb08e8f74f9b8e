"""A block cipher as a program, what its checks examine, and the comparison with the reference."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from silicrypt.catalog import Config, Level
from silicrypt.catalog.aes import KEY_BEAT_BITS, AesFormulas, formulas_of
from silicrypt.errors import ToolFailed
from silicrypt.tools import verilator
from silicrypt.verify import cipher_wire, native
from silicrypt.verify.cipher.reference import BLOCK, apply, fit
from silicrypt.verify.cipher_wire import Chain, Item, Job, Mode, Outcome, Reply

BENCH = native.bench("cipher/bench.cpp")


@dataclass(frozen=True)
class Model:
    """A compiled design point. Each call is a separate process that starts with power-on."""

    program: Path

    def run(
        self, jobs: Iterable[Job | Chain], power_on: int = 1, *, checked: bool = True
    ) -> list[Reply]:
        """Runs jobs one after another, without a reset between them.

        Args:
            jobs: the jobs.
            power_on: seed of the register contents before the first reset.
            checked: as in `native.Model.run`.

        Raises:
            ToolFailed: the simulation stopped with an error.
        """
        parts = map(cipher_wire.render, jobs)
        return cipher_wire.parse(native.talk(self.program, parts, power_on, checked))

    @contextmanager
    def crypt(
        self, items: Sequence[Item], pieces: Iterable[bytes]
    ) -> Iterator[tuple[Outcome, Iterator[bytes]]]:
        """Yields the outcome of a message of any length, and its result piece by piece.

        Args:
            items: the keys, then the message without its data.
            pieces: the data of the message.

        Raises:
            ToolFailed: the simulation stopped with an error, or the hardware broke its contract.
        """
        with native.answer(self.program, cipher_wire.render_long(items, pieces)) as answer:
            for size in cipher_wire.sizes(answer):
                answer.seek(size, os.SEEK_CUR)
            (reply,) = cipher_wire.parse(answer.read())
            if reply.violation:
                raise ToolFailed(
                    f"the hardware broke its contract: {reply.violation}; run 'silicrypt verify'"
                )
            answer.seek(0)
            yield reply.outcomes[-1], (answer.read(size) for size in cipher_wire.sizes(answer))


@dataclass(frozen=True)
class Subject:
    """A compiled level of a configuration."""

    config: Config
    level: Level
    model: Model

    @property
    def formulas(self) -> AesFormulas:
        """The formulas of the configuration."""
        return formulas_of(self.config)

    @property
    def directions(self) -> tuple[bool, ...]:
        """The directions of the core; true stands for decryption."""
        return self.formulas.directions

    @property
    def key_bytes(self) -> tuple[int, ...]:
        """The key lengths, in bytes."""
        return self.formulas.key_bytes


def model(config: Config, level: Level) -> Model:
    """Returns the compiled model of a configuration.

    It is built in seconds, and kept until a source changes.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: one of them refuses the sources.
    """
    return Model(verilator.executable(build(config, level, tuple(config.sources(level)))))


def build(config: Config, level: Level, sources: tuple[Path, ...]) -> verilator.Build:
    """Returns the inputs of the model of a configuration with these sources."""
    return native.compiled(config, level, sources, BENCH, defines(config, level))


def defines(config: Config, level: Level) -> dict[str, int]:
    """Returns the constants of the bench."""
    stream = level == "stream"
    beat = BLOCK if stream else config.data_bits // 8
    return {"STREAM": int(stream), "KEY_BYTES": KEY_BEAT_BITS // 8, "DATA_BYTES": beat}


def blocks(data: bytes, **others: Any) -> Iterator[Item]:
    """Splits data into blocks."""
    for at in range(0, len(data), BLOCK):
        yield Item(data[at : at + BLOCK], **others)


def compare(
    job: Job, reply: Reply, what: str, possible: Callable[[Item], bool] | None = None
) -> list[str]:
    """Returns the violation of the protocol, or every result that is not the one of its key.

    Args:
        job: what was sent.
        reply: the reply.
        what: name of the items in the findings.
        possible: whether the hardware must accept a message.
    """
    if reply.violation:
        return [f"{what}: {reply.violation}"]
    failures = []
    for number, (item, outcome) in enumerate(zip(job.items, reply.outcomes, strict=True)):
        if item.key or outcome.lost:
            continue
        if possible is not None and not possible(item):
            if not outcome.refused:
                failures.append(f"{what} {number}: illegal mode or length, but not refused")
            continue
        key = job.items[outcome.under].data
        tweak_key = job.items[outcome.tweak_under].data if item.mode == Mode.XTS else b""
        if item.mode == Mode.XTS and not fit(key, tweak_key):
            if not outcome.refused:
                failures.append(f"{what} {number}: keys that XTS forbids, but not refused")
            continue
        expected = apply(key, item.data, item.decrypt, item.mode, item.initial, tweak_key)
        if outcome.result != expected or outcome.refused:
            found = (
                "refused"
                if outcome.refused
                else outcome.result.hex()
                if outcome.result
                else "nothing"
            )
            failures.append(f"{what} {number}: {found} instead of {expected.hex()}")
    return failures
