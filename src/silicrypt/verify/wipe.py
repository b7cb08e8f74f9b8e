"""Checks by self-composition that a wipe leaves nothing of a key.

Two runs of the design have different keys. After a wipe, all signals of the two must be equal.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from silicrypt.catalog import BlockCipher, Config
from silicrypt.errors import ToolFailed
from silicrypt.tools import process, verilator
from silicrypt.verify import cipher_wipe, native
from silicrypt.verify.checks import Check

_HERE = Path(__file__).parent
_BENCH = tuple(_HERE / name for name in ("wipe.cpp", "twin.h", "bench.h", "pipe.h", "ports.h"))
_TRIAL = struct.Struct("<IBIIIII")
#: The states of the control unit by their codes in ``sil_hmac_control``.
PHASES = {
    code: name
    for code, name in enumerate(
        (
            *("Wipe", None, "Tag", "Text", "Ready", "Drop", "Refuse", "Skip"),
            *("Inner", "Outer", "Long", "Rest", "Collect", "Exact", "Digest", "Zero"),
        )
    )
    if name is not None
}
#: The states in which a key is loaded. Keys use the control unit of the first channel.
_LOADING = frozenset(name for code, name in PHASES.items() if code >= 8) | {"Skip"}
#: Bits of the kinds of keys and messages, besides the bit for SHA-1.
_KEY, _EMPTY_END, _NO_END = 1, 4, 8
_PHASE_BITS = 4


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
            is 1 for HMAC. It is 7 for a cipher, whose rounds are all alike, so that the trials
            cover every cycle of a round.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: one of them refuses the sources, or the simulation stopped with an error.
    """
    program = verilator.executable(build(config, tuple(config.sources("stream"))))
    return check_wipe(config, program, step or (7 if _is_cipher(config) else 1))


def build(config: Config, sources: tuple[Path, ...]) -> verilator.Build:
    """The build of the two runs: the design with every signal visible."""
    if _is_cipher(config):
        constants = cipher_wipe.defines(config)
        plain = native.compiled(config, "stream", sources, cipher_wipe.BENCH, constants)
        plain = replace(plain, optimized=False)
    else:
        plain = replace(native.build(config, "stream", sources), bench=_BENCH)
    return replace(plain, arguments=(*plain.arguments, "--public-flat-rw"))


def _is_cipher(config: Config) -> bool:
    return isinstance(config.algorithm, BlockCipher)


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
        failures += (f"no {what} {missed}" for missed in _missed(config, hit))
    most = max(t.before for t in trials)
    if not most:
        failures.append("the two runs never differed")
    lanes = 1 if _is_cipher(config) else config.stages
    phases = "every phase" + f" of {lanes} lanes" * (lanes > 1)
    detail = (
        f"wipe and reset every {step} cycles and in {phases}: of {trials[0].signals} signals "
        f"up to {most} differed before, none after"
        if not failures
        else f"{len(failures)} failed, first: {failures[0]}"
    )
    return Check("wipe", "stream", not failures, len(trials), detail)


def _missed(config: Config, hit: list[tuple[str, ...]]) -> Iterator[str]:
    """Yields the phases in which no trial took place."""
    if _is_cipher(config):
        reached = {name for (name,) in hit}
        yield from (f"behind {name}" for name in cipher_wipe.phases(config) if name not in reached)
        return
    for lane in range(config.stages):
        missed = (
            set(PHASES.values()) - (_LOADING if lane else set()) - {names[lane] for names in hit}
        )
        yield from (f"in phase {name} of lane {lane}" for name in sorted(missed))
    if not any({"Text", "Tag"} >= set(names) for names in hit):
        yield "with a message in every lane"


def _scenario(config: Config, same_lengths: bool) -> Iterator[tuple[int, int, int]]:
    """Yields keys and messages: the kind, in the bench's code, and the length in either run.

    For each hash, there are a message without a key, keys longer and shorter than a block, and
    messages of different lengths on all channels. Then come a key of one block that ends with a
    null beat, and a key that a message interrupts, after which the next key is refused.
    """
    block = config.hash.block_bits // 8
    for kind in range(0, 2 * len(config.choices), 2):
        for key, length in ((0, 10), (1, block + 13), (0, block + 21), (1, 20), (0, 3)):
            for lane in range(1 if key else config.stages):
                size = length + 13 * lane
                yield kind | key, size, size if same_lengths else size + 2 + key
    yield from ((_KEY | _EMPTY_END, block, block), (0, 5, 5))
    yield from ((_KEY | _NO_END, 12, 12), (0, 20, 20), (_KEY, 30, 30), (0, 5, 5))


def _trials(config: Config, program: Path, step: int, same_lengths: bool) -> list[Trial]:
    """Runs the bench until it ends, and returns its trials."""
    scenario = cipher_wipe.scenario if _is_cipher(config) else _scenario
    items = list(scenario(config, same_lengths))
    head = struct.pack("<II", step, len(items))
    data = head + b"".join(struct.pack("<BII", *item) for item in items)
    done = process.run([str(program)], data=data)
    if done.returncode != 0:
        reason = done.stderr.decode("utf-8", "replace").strip() or f"status {done.returncode}"
        raise ToolFailed(f"the simulation {program} broke off: {reason}")
    return list(_parse(done.stdout, config))


def _parse(data: bytes, config: Config) -> Iterator[Trial]:
    place, items = 0, cipher_wipe.phases(config) if _is_cipher(config) else ()
    while place < len(data):
        at, reset, states, before, after, signals, length = _TRIAL.unpack_from(data, place)
        place += _TRIAL.size
        finding = data[place : place + length].decode("ascii", "replace")
        place += length
        phases: tuple[str, ...] = tuple(items[states : states + 1])
        if not items:
            phases = tuple(
                PHASES[states >> _PHASE_BITS * lane & 2**_PHASE_BITS - 1]
                for lane in range(config.stages)
            )
        yield Trial(at, bool(reset), phases, before, after, signals, finding)
