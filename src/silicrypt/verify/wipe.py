"""Checks by self-composition that a wipe leaves nothing of a key.

Two runs of the design have different keys. After a wipe, all signals of the two must be equal. Each
kind of unit has its own keys and messages, and phases of its control in which trials must fall.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from silicrypt.catalog import BlockCipher, DesignPoint
from silicrypt.catalog.aead import Aead
from silicrypt.catalog.cipher import KEY_BEAT_BITS, formulas_of
from silicrypt.drivers.aes import Mode
from silicrypt.errors import ToolFailed
from silicrypt.tools import process, verilator
from silicrypt.verify import kdf_suite, native, wire
from silicrypt.verify.checks import Check, record
from silicrypt.verify.cipher_wire import BLOCK, WHOLE, Item, kind, modes_of

_TRIAL = struct.Struct("<IBIIIII")
_CIPHER_BENCH = native.bench("benches/cipher/wipe.cpp")
_AEAD_BENCH = native.bench("benches/aead/wipe.cpp")
_HMAC_BENCH = native.bench("benches/hmac/wipe.cpp")
_KDF_BENCH = native.bench("benches/kdf/wipe.cpp")
#: Of the requests to a derivation unit: the operation, and the lengths of the packets.
_REQUESTS = {
    "PBKDF2": ((0, (20, 9)), (0, (100, 0))),
    "HKDF": ((0, (9, 70, 13)), (1, (5, 20)), (2, (32, 0))),
    "HMAC_DRBG": ((0, (8,)), (1, (40,)), (0, (0,)), (0, (13,)), (2, (33,))),
    # The bench states two bytes for the customisation string and none for the key.
    "KMAC": ((0, (2, 40, 33)), (2, (2, 150)), (1, (2, 0, 9)), (0, (2, 32, 0))),
    # The bench states two elements. Lengths include the header.
    "TUPLEHASH": ((0, (10, 48, 41)), (1, (8, 158, 8)), (2, (9, 8, 17)), (0, (30, 16, 190))),
}
_FIRST = 4  # bit of the kind of the first packet of a request
#: The states of HMAC's control unit by their codes in ``sil_hmac_control``.
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
#: In the bench of authenticated encryption: the bit of a decryption, and bytes of associated data.
_AEAD_DECRYPT, _AEAD_DATA = 2, 20


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


@dataclass(frozen=True)
class _Hmac:
    """The keys and messages of HMAC, and the phases of its control unit."""

    point: DesignPoint
    #: Cycles from one trial to the next.
    step = 1

    @property
    def channels(self) -> int:
        """The number of channels whose phases the bench reports."""
        return self.point.stages

    def build(self, sources: tuple[Path, ...]) -> verilator.Build:
        """Returns the inputs of the bench with two runs."""
        return replace(wire.build(self.point, "stream", sources), bench=_HMAC_BENCH)

    def scenario(self, same_lengths: bool) -> Iterator[tuple[int, int, int]]:
        """Yields keys and messages: the kind, in the bench's code, and the length in either run.

        For each hash, there are a message without a key, keys longer and shorter than a block, and
        messages of different lengths on all channels. Then come a key of one block that ends with a
        null beat, and a key that a message interrupts, after which the next key is refused.
        """
        block = self.point.hash.block_bits // 8
        for code in range(0, 2 * len(self.point.choices), 2):
            for key, length in ((0, 10), (1, block + 13), (0, block + 21), (1, 20), (0, 3)):
                for channel in range(1 if key else self.point.stages):
                    size = length + 13 * channel
                    yield code | key, size, size if same_lengths else size + 2 + key
        yield from ((_KEY | _EMPTY_END, block, block), (0, 5, 5))
        yield from ((_KEY | _NO_END, 12, 12), (0, 20, 20), (_KEY, 30, 30), (0, 5, 5))

    def phases(self, state: int) -> tuple[str, ...]:
        """Returns the phases of the control, by channel, from the state that the bench reports."""
        return tuple(
            PHASES[state >> _PHASE_BITS * channel & 2**_PHASE_BITS - 1]
            for channel in range(self.channels)
        )

    def missed(self, hit: list[tuple[str, ...]]) -> Iterator[str]:
        """Yields the phases, of those in which trials should have taken place, that had none."""
        for channel in range(self.channels):
            due = set(PHASES.values()) - (_LOADING if channel else set())
            reached = {names[channel] for names in hit}
            yield from (f"in phase {name} of channel {channel}" for name in sorted(due - reached))
        if not any({"Text", "Tag"} >= set(names) for names in hit):
            yield "with a message in every channel"


@dataclass(frozen=True)
class _Cipher:
    """The keys and messages of a block cipher, in each of its modes; its phases are the items."""

    point: DesignPoint
    #: All rounds are alike, and the trials cover every cycle of a round.
    step = 7
    channels = 1

    def build(self, sources: tuple[Path, ...]) -> verilator.Build:
        """Returns the inputs of the bench with two runs."""
        tweaks = Mode.XTS in modes_of(self.point)
        constants = {"KEY_BYTES": KEY_BEAT_BITS // 8, "DATA_BYTES": BLOCK, "TWEAKS": int(tweaks)}
        plain = native.compiled(self.point, "stream", sources, _CIPHER_BENCH, constants)
        return replace(plain, optimized=False)

    def scenario(self, same_lengths: bool) -> Iterator[tuple[int, int, int]]:
        """Yields keys and messages: the kind, in the bench's code, and the length in either run.

        The messages cover each mode in each direction, with ciphertext stealing in XTS. A key and a
        message of one block follow.
        """
        formulas = formulas_of(self.point)
        sizes = formulas.key_bytes
        short, long = sizes[0], sizes[0] if same_lengths else sizes[-1]
        for tweak in (False, True)[: 1 + (Mode.XTS in modes_of(self.point))]:
            yield kind(Item(b"", key=True, tweak=tweak)), short, long
        for mode in modes_of(self.point):
            size = 3 * BLOCK + 5 * (mode not in WHOLE)
            other = size if same_lengths else size + BLOCK
            both = formulas.decrypts(mode.name.lower()) and mode not in (Mode.CTR, Mode.CMAC)
            for decrypt in (False, True)[: 1 + both]:
                yield kind(Item(b"", decrypt=decrypt, mode=mode)), size, other
        yield kind(Item(b"", key=True)), long, short
        yield kind(Item(b"", mode=modes_of(self.point)[0])), BLOCK, BLOCK

    def phases(self, state: int) -> tuple[str, ...]:
        """Returns the name of the scenario's item that was begun last."""
        return (self._names[state],)

    def missed(self, hit: list[tuple[str, ...]]) -> Iterator[str]:
        """Yields the items of the scenario after which no trial took place."""
        reached = {name for (name,) in hit}
        yield from (f"after {name}" for name in self._names if name not in reached)

    @property
    def _names(self) -> list[str]:
        items = enumerate(self.scenario(same_lengths=True))
        return ["nothing", *(f"item {number}" for number, _ in items)]


@dataclass(frozen=True)
class _Aead(_Cipher):
    """The keys and messages of authenticated encryption, in both directions."""

    def build(self, sources: tuple[Path, ...]) -> verilator.Build:
        """Returns the inputs of the bench with two runs."""
        algorithm = self.point.algorithm
        assert isinstance(algorithm, Aead)
        size = 3 * BLOCK
        constants = {"USER": algorithm.user(False, algorithm.tag_bytes[0], _AEAD_DATA, size)}
        plain = native.compiled(self.point, "stream", sources, _AEAD_BENCH, constants)
        return replace(plain, optimized=False)

    def scenario(self, same_lengths: bool) -> Iterator[tuple[int, int, int]]:
        """Yields keys and messages: the kind, in the bench's code, and the length in either run."""
        algorithm = self.point.algorithm
        assert isinstance(algorithm, Aead)
        key, size = min(algorithm.key_bits) // 8, 3 * BLOCK
        other = size if same_lengths else size + BLOCK
        kinds = range(0, 4 * (1 + (len(algorithm.iv_bytes) > 1)), _AEAD_DECRYPT)
        yield _KEY, key, key
        yield from ((kind, size, other) for kind in kinds)
        yield _KEY, key, key
        yield 0, size, size


class _Kdf(_Cipher):
    """The packets of a derivation unit; its phases are the packets."""

    def build(self, sources: tuple[Path, ...]) -> verilator.Build:
        """Returns the inputs of the bench with two runs."""
        plain = replace(kdf_suite.build(self.point, "stream", sources), bench=_KDF_BENCH)
        headers = self.point.parameters["Function"] == "TUPLEHASH"
        return replace(plain, optimized=False, defines={**plain.defines, "HEADER": int(headers)})

    def scenario(self, same_lengths: bool) -> Iterator[tuple[int, int, int]]:
        """Yields packets: the kind, in the bench's code, and the length in either run."""
        for operation, sizes in _REQUESTS[str(self.point.parameters["Function"])]:
            for number, size in enumerate(sizes):
                first = _FIRST if number == 0 else 0
                yield operation | first, size, size if same_lengths else size + 3


def _unit(point: DesignPoint) -> _Hmac | _Cipher:
    if isinstance(point.algorithm, Aead):
        return _Aead(point)
    if point.unit.interface == "kdf":
        return _Kdf(point)
    return _Cipher(point) if isinstance(point.algorithm, BlockCipher) else _Hmac(point)


def verify_wipe(point: DesignPoint, step: int | None = None) -> Check:
    """Wipes and resets a keyed configuration in every phase, and compares the signals after it.

    Args:
        point: a configuration that takes keys.
        step: cycles from one trial to the next, besides those in which a phase begins.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: one of them refuses the sources, or the simulation stopped with an error.
    """
    program = verilator.executable(build(point, tuple(point.sources("stream"))))
    return check_wipe(point, program, step or _unit(point).step)


def build(point: DesignPoint, sources: tuple[Path, ...]) -> verilator.Build:
    """Returns the build of the design with every signal visible, for the two runs."""
    plain = _unit(point).build(sources)
    return replace(plain, arguments=(*plain.arguments, "--public-flat-rw"))


def check_wipe(point: DesignPoint, program: Path, step: int) -> Check:
    """Does what `verify_wipe` does, with a program that is already built.

    Returns:
        The record. It holds if no signal depends on a key after any of the wipes and resets; if
        both hit every phase of every channel, and all channels with a message; and if the two
        runs differed before.
    """
    unit = _unit(point)
    trials = [trial for same in (True, False) for trial in _trials(unit, program, step, same)]
    failures = [
        f"{'reset' if t.reset else 'wipe'} in cycle {t.at} ({', '.join(t.phases)}): {t.finding}"
        + f" and {t.after - 1} more" * (t.after > 1)
        for t in trials
        if t.finding
    ]
    for reset in (False, True):
        what, hit = "reset" if reset else "wipe", [t.phases for t in trials if t.reset == reset]
        failures += (f"no {what} {missed}" for missed in unit.missed(hit))
    most = max(t.before for t in trials)
    if not most:
        failures.append("the two runs never differed")
    phases = "every phase" + f" of {unit.channels} channels" * (unit.channels > 1)
    covered = (
        f"wipe and reset every {step} cycles and in {phases}: of {trials[0].signals} signals "
        f"up to {most} differed before, none after"
    )
    return record("wipe", "stream", (failures, len(trials), covered))


def _trials(unit: _Hmac | _Cipher, program: Path, step: int, same_lengths: bool) -> Iterator[Trial]:
    """Runs the bench until it ends, and yields its trials."""
    items = list(unit.scenario(same_lengths))
    request = struct.pack("<II", step, len(items))
    request += b"".join(struct.pack("<BII", *item) for item in items)
    done = process.run([str(program)], data=request)
    if done.returncode != 0:
        reason = done.stderr.decode("utf-8", "replace").strip() or f"status {done.returncode}"
        raise ToolFailed(f"the simulation {program} ended early: {reason}")
    data, at = done.stdout, 0
    while at < len(data):
        cycle, reset, state, before, after, signals, length = _TRIAL.unpack_from(data, at)
        at += _TRIAL.size
        finding = data[at : at + length].decode("ascii", "replace")
        at += length
        yield Trial(cycle, bool(reset), unit.phases(state), before, after, signals, finding)
