"""Checks by self-composition that a wipe leaves nothing of a key.

Two runs of the design have different keys. After a wipe, all signals of the two must be equal.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from silicrypt.catalog import BlockCipher, Config
from silicrypt.errors import ToolFailed
from silicrypt.tools import process, verilator
from silicrypt.verify.checks import Check
from silicrypt.verify.cipher import wipe as cipher
from silicrypt.verify.messages import wipe as messages

_TRIAL = struct.Struct("<IBIIIII")


@dataclass(frozen=True)
class Trial:
    """What one wipe or reset left.

    Attributes:
        at: the cycle of the wipe or reset, counted from the end of the first reset.
        reset: whether it was a reset.
        phases: the states of the control units at that cycle, by channel; of a cipher, the item
            that was begun last.
        before: number of signals that differed between the two runs before it.
        after: number of signals that differ when beats, or keys, are accepted again on every
            channel.
        signals: number of all signals.
        finding: the first signal that differs, or another error; empty if there is none.
    """

    at: int
    reset: bool
    phases: tuple[str, ...]
    before: int
    after: int
    signals: int
    finding: str


def verify_wipe(config: Config, step: int | None = None) -> Check:
    """Wipes and resets a keyed configuration in every phase, and compares the signals after it.

    Args:
        config: a configuration that takes keys.
        step: cycles from one trial to the next, besides those in which a phase begins. The default
            is ``STEP`` of the interface.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: one of them refuses the sources, or the simulation stopped with an error.
    """
    program = verilator.executable(build(config, tuple(config.sources("stream"))))
    return check_wipe(config, program, step or _interface(config).STEP)


def build(config: Config, sources: tuple[Path, ...]) -> verilator.Build:
    """Returns the build of the design with every signal visible, for the two runs."""
    plain = _interface(config).build(config, sources)
    return replace(plain, arguments=(*plain.arguments, "--public-flat-rw"))


class Interface(Protocol):
    """What each module of an interface has: keys and messages, and the phases of the control.

    Attributes:
        STEP: the default number of cycles from one trial to the next.
    """

    STEP: int

    def build(self, config: Config, sources: tuple[Path, ...]) -> verilator.Build:
        """Returns the inputs of the bench with two runs."""

    def scenario(self, config: Config, same_lengths: bool) -> Iterator[tuple[int, int, int]]:
        """Yields keys and messages: the kind, in the bench's code, and the length in either run."""

    def phases(self, config: Config, state: int) -> tuple[str, ...]:
        """Returns the phases of the control, by channel, from the state that the bench reports."""

    def missed(self, config: Config, hit: list[tuple[str, ...]]) -> Iterator[str]:
        """Yields the phases, of those in which trials should have taken place, that had none."""

    def channels(self, config: Config) -> int:
        """Returns the number of channels whose phases the bench reports."""


def _interface(config: Config) -> Interface:
    return cipher if isinstance(config.algorithm, BlockCipher) else messages


def check_wipe(config: Config, program: Path, step: int) -> Check:
    """Does what `verify_wipe` does, with a program that is already built.

    Returns:
        The record. It holds if no signal depends on a key after any of the wipes and resets; if
        both hit every phase of every channel, and all channels with a message; and if the two
        runs differed before.
    """
    trials = [t for same in (True, False) for t in _trials(config, program, step, same)]
    failures = [
        f"{'reset' if t.reset else 'wipe'} in cycle {t.at} ({', '.join(t.phases)}): {t.finding}"
        + f" and {t.after - 1} more" * (t.after > 1)
        for t in trials
        if t.finding
    ]
    for reset in (False, True):
        what, hit = "reset" if reset else "wipe", [t.phases for t in trials if t.reset == reset]
        failures += (f"no {what} {missed}" for missed in _interface(config).missed(config, hit))
    most = max(t.before for t in trials)
    if not most:
        failures.append("the two runs never differed")
    channels = _interface(config).channels(config)
    phases = "every phase" + f" of {channels} channels" * (channels > 1)
    detail = (
        f"wipe and reset every {step} cycles and in {phases}: of {trials[0].signals} signals "
        f"up to {most} differed before, none after"
        if not failures
        else f"{len(failures)} failed, first: {failures[0]}"
    )
    return Check("wipe", "stream", not failures, len(trials), detail)


def _trials(config: Config, program: Path, step: int, same_lengths: bool) -> list[Trial]:
    """Runs the bench until it ends, and returns its trials."""
    items = list(_interface(config).scenario(config, same_lengths))
    head = struct.pack("<II", step, len(items))
    data = head + b"".join(struct.pack("<BII", *item) for item in items)
    done = process.run([str(program)], data=data)
    if done.returncode != 0:
        reason = done.stderr.decode("utf-8", "replace").strip() or f"status {done.returncode}"
        raise ToolFailed(f"the simulation {program} ended early: {reason}")
    return list(_parse(done.stdout, config))


def _parse(data: bytes, config: Config) -> Iterator[Trial]:
    at, phases = 0, _interface(config).phases
    while at < len(data):
        cycle, reset, states, before, after, signals, length = _TRIAL.unpack_from(data, at)
        at += _TRIAL.size
        finding = data[at : at + length].decode("ascii", "replace")
        at += length
        yield Trial(cycle, bool(reset), phases(config, states), before, after, signals, finding)
