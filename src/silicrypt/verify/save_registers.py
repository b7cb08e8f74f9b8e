"""The checks of hashes with registers whose messages stop and continue."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from silicrypt import drivers
from silicrypt.catalog import DesignPoint
from silicrypt.catalog.merkle_damgard import MerkleDamgard
from silicrypt.drivers import message, save
from silicrypt.drivers.maps import SaveControl, SaveRegister, SaveStatus
from silicrypt.drivers.save import Saved
from silicrypt.errors import UnitFailed
from silicrypt.models import sha2
from silicrypt.verify.checks import Effort, Examine, Findings
from silicrypt.verify.register_session import RegisterSession

_PAUSES = 0.4
_COUNTS = ("COUNT_LOW", "COUNT_HIGH")
_READABLE = {"VERSION", "CONFIG", "STATUS", "INTERRUPT_ENABLE", "INTERRUPT", *_COUNTS}
_WRITABLE = {"INTERRUPT_ENABLE", "INTERRUPT", "CONTROL", *_COUNTS}
_START, _RESTORE = SaveControl.START, SaveControl.START | SaveControl.RESTORE
_COUNT = (SaveRegister.COUNT_LOW, SaveRegister.COUNT_HIGH)


def saves(point: DesignPoint) -> bool:
    """Returns whether it is a unit with registers for save and restore."""
    return point.inside is not None and point.inside.unit.name == "sha2-save"


@dataclass(frozen=True)
class SaveSubject:
    """A hash with registers for save and restore.

    Attributes:
        point: the unit.
        unit: its simulation.
    """

    point: DesignPoint
    unit: RegisterSession

    @property
    def algorithm(self) -> MerkleDamgard:
        """What it computes."""
        found = self.point.algorithm
        assert isinstance(found, MerkleDamgard)
        return found

    @property
    def block(self) -> int:
        """Bytes of a block."""
        return self.algorithm.block_bits // 8

    def after(self, saved: Saved | None, data: bytes) -> bytes:
        """Returns the chaining value of a message after complete blocks."""
        width = self.algorithm.word_bits
        return sha2.chained(width, saved.chaining if saved else None, data)

    def digest(self, data: bytes) -> bytes:
        """Returns the digest of a message."""
        assert self.point.inside is not None
        return self.point.inside.reference(data, b"")

    def works(self, size: int = 3) -> list[str]:
        """Hashes a message; returns what is wrong with its digest."""
        data = bytes(n % 251 for n in range(size))
        found = self.unit.run(drivers.hash_(data))
        return [] if found == self.digest(data) else [f"{size} bytes become {found.hex()}"]

    def some(self) -> Saved:
        """Returns a message that has stopped after a block."""
        return self.unit.run(save.save(bytes(range(self.block))))

    def finishes(self, saved: Saved, data: bytes, wanted: bytes) -> list[str]:
        """Ends a message that has stopped; returns what is wrong with its digest."""
        found = self.unit.run(save.finish(saved, data))
        what = f"{saved.count} bytes and {len(data)} more become {found.hex()}"
        return [] if found == wanted else [what]


def _part(
    subject: SaveSubject, saved: Saved | None, data: bytes, choose: random.Random, *, stream: bool
) -> tuple[Saved, list[str]]:
    """Hashes blocks and stops; returns the message and what is wrong with it."""
    unit = subject.unit
    if stream:
        unit.run(save.start(saved, SaveControl.DMA | SaveControl.SAVE))
        unit.send(data)
    else:
        unit.run(save.start(saved))
        at = choose.randrange(len(data) + 1)
        unit.run(message.append(data[:at]))
        unit.idle(choose.choice((0, choose.randrange(400))))
        unit.run(message.append(data[at:]))
        unit.idle(choose.choice((0, choose.randrange(400))))
        unit.write(SaveRegister.CONTROL, SaveControl.SAVE)
    found = unit.run(save.stopped())
    wanted = (saved.count if saved else 0) + len(data), subject.after(saved, data)
    wrong = f"{found.count} bytes have the chaining value {found.chaining.hex()}"
    return found, [] if (found.count, found.chaining) == wanted else [wrong]


def _stops(subject: SaveSubject, effort: Effort) -> Findings:
    """Checks messages that stop at random blocks, with other messages between their parts."""
    return _interleaved(subject, effort, stream=False)


def _streamed(subject: SaveSubject, effort: Effort) -> Findings:
    """Checks the same with parts on the stream, and the last ones through registers."""
    return _interleaved(subject, effort, stream=True)


def _interleaved(subject: SaveSubject, effort: Effort, *, stream: bool) -> Findings:
    choose, wrong, cases, block = random.Random(7), list[str](), 0, subject.block
    for number in range(3 * effort.seeds):
        subject.unit.pauses(_PAUSES * (number % 2))
        sizes = (choose.randrange(1, 6) * block, block, 3 * block + choose.randrange(block))
        progress = dict[bytes, tuple[int, Saved | None]]()
        for _ in range(3):
            progress[choose.randbytes(choose.choice(sizes))] = 0, None
        while progress:
            data = choose.choice([*progress])
            at, saved = progress[data]
            blocks = (len(data) - at) // block
            cases += 1
            if saved and (not blocks or choose.random() < 0.3):
                wrong += subject.finishes(saved, data[at:], subject.digest(data))
                del progress[data]
            else:
                end = at + block * choose.randrange(1, blocks + 1)
                by_stream = stream and choose.random() < 0.7
                saved, found = _part(subject, saved, data[at:end], choose, stream=by_stream)
                progress[data] = end, saved
                wrong += found
            if choose.random() < 0.3:
                wrong += subject.works(choose.randrange(300))
            if choose.random() < 0.1:
                subject.unit.run(drivers.wipe())
    subject.unit.pauses(0)
    where = "on the stream" if stream else "through registers"
    return wrong, cases, f"parts of messages {where}, other messages between them"


def _lengths(subject: SaveSubject, _: Effort) -> Findings:
    """Checks the padding at each place of a block, and after many bytes."""
    choose, wrong, cases, block = random.Random(8), list[str](), 0, subject.block
    first = choose.randbytes(block)
    saved, wrong = _part(subject, None, first, choose, stream=False)
    for size in range(2 * block + 1):
        rest = choose.randbytes(size)
        wrong += subject.finishes(saved, rest, subject.digest(first + rest))
        cases += 1
    for high, low in ((0, 2**32 - block), (1, 0), (2**29 - 1, 2**32 - block), (2**28, block)):
        count = (high << 32 | low) - 2 * block
        many = Saved(saved.algorithm, count, choose.randbytes(len(saved.chaining)))
        for size in (0, 5, block - 1, block):
            rest = choose.randbytes(size)
            zeros = -(size + 1 + subject.algorithm.padding.length_bytes) % block
            length = 8 * (count + size)
            field = length.to_bytes(subject.algorithm.padding.length_bytes, "big")
            wanted = subject.after(many, rest + b"\x80" + bytes(zeros) + field)
            wrong += subject.finishes(many, rest, wanted)
            cases += 1
    return wrong, cases, "ends at each place of a block, and of long messages"


def _too_many(subject: SaveSubject, _: Effort) -> Findings:
    """Checks that a message of 2^61 bytes has no digest and no chaining value, and the next has."""
    unit, block, wrong = subject.unit, subject.block, list[str]()
    most = Saved(subject.some().algorithm, 2**61 - block, bytes(subject.algorithm.digest_bits // 8))
    for size, end in (
        (block, SaveControl.LAST),
        (block + 1, SaveControl.LAST),
        (block, SaveControl.SAVE),
    ):
        unit.run(save.start(most))
        unit.run(message.append(bytes(size)))
        unit.write(SaveRegister.CONTROL, end)
        what = f"a message of 2^61 - {block} bytes and {size} more"
        try:
            unit.run(message.processed())
        except UnitFailed:
            for at, word in enumerate((block, 0)):  # the number of the next message
                unit.write(_COUNT[at], word)
            if not unit.refuses(SaveRegister.DIGEST):
                wrong.append(f"{what} has a result")
        else:
            wrong.append(f"{what} is not refused")
        wrong += subject.works()
    wrong += subject.finishes(subject.some(), b"", subject.digest(bytes(range(block))))
    return wrong, 3, "messages that reach 2^61 bytes"


def _status(subject: SaveSubject, _: Effort) -> Findings:
    """Checks the bits that say whether a message can stop, has stopped, or is restored."""
    unit, block, wrong = subject.unit, subject.block, list[str]()
    own = SaveStatus.SAVED | SaveStatus.RESTORING | SaveStatus.CAN_SAVE | SaveStatus.OPEN

    def expect(what: str, wanted: int) -> None:
        if (found := unit.read(SaveRegister.STATUS) & own) != wanted:
            wrong.append(f"STATUS has {found:#x} {what}")

    unit.reset()
    expect("after a reset", 0)
    unit.write(SaveRegister.CONTROL, _START)
    expect("before the first byte", SaveStatus.OPEN)
    for at in range(2 * block):
        unit.write(SaveRegister.DATA_BYTE, at)
        can = 0 if (at + 1) % block else SaveStatus.CAN_SAVE
        expect(f"after {at + 1} bytes", SaveStatus.OPEN | can)
        if unit.read(SaveRegister.COUNT_LOW) != at + 1:
            wrong.append(f"COUNT is wrong after {at + 1} bytes")
    unit.write(SaveRegister.CONTROL, SaveControl.SAVE)
    saved = unit.run(save.stopped())
    expect("after SAVE", SaveStatus.SAVED)
    unit.write(SaveRegister.COUNT_LOW, block)
    unit.write(SaveRegister.COUNT_HIGH, 0)
    unit.write(SaveRegister.CONTROL, _RESTORE)
    expect("after RESTORE", SaveStatus.RESTORING)
    for at in range(0, len(saved.chaining), 4):
        expect(f"after {at} bytes of the chaining value", SaveStatus.RESTORING)
        unit.write(SaveRegister.DIGEST + at, at)
    expect("after the chaining value", SaveStatus.OPEN)
    unit.write(SaveRegister.CONTROL, SaveControl.LAST)
    unit.run(message.digest())
    expect("after LAST", 0)
    return wrong + subject.works(), 2 * block, "each byte of two blocks"


def _rules(subject: SaveSubject, _: Effort) -> Findings:
    """Checks that commands and words out of their order are refused and change nothing."""
    unit, block, register = subject.unit, subject.block, SaveRegister
    refuses: Callable[[int], bool] = partial(unit.refuses, register.CONTROL)
    steps, wrong = list[tuple[str, bool]](), list[str]()
    unit.reset()
    steps += [("SAVE without a message", refuses(SaveControl.SAVE))]
    steps += [("RESTORE without a count", refuses(_RESTORE))]
    for at in (0, 1):
        unit.write(_COUNT[at], 0)
        steps += [(f"RESTORE with word {at} of the count alone", refuses(_RESTORE))]
        wrong += subject.works(block)  # COUNT is a multiple of a block then
    steps += [("a count of 2^61", unit.refuses(_COUNT[1], 1 << 29))]
    unit.write(_COUNT[1], 0)
    for count in (1, block // 2, block + 4):
        unit.write(_COUNT[0], count)
        steps += [(f"RESTORE after {count} bytes", refuses(_RESTORE))]
    unit.write(_COUNT[0], block)
    steps += [("START with SAVE", refuses(_START | SaveControl.SAVE))]
    steps += [("RESTORE with LAST", refuses(_RESTORE | SaveControl.LAST))]
    steps += [("RESTORE by DMA without SAVE", refuses(_RESTORE | SaveControl.DMA))]
    steps += [("a chaining value before RESTORE", unit.refuses(register.DIGEST, 0))]
    if subject.point.unit.interface == "axil":
        parts = [one for one in range(15) if unit.refuses(register.COUNT_LOW, block, one)]
        steps += [("a part of a word of the count", parts == [*range(15)])]
    first = bytes(range(block))
    saved = unit.run(save.save(first))
    unit.run(save.start(saved))
    unit.run(message.append(first[:5]))
    steps += [("SAVE within a block", refuses(SaveControl.SAVE))]
    steps += [("a count within a message", unit.refuses(register.COUNT_LOW, 0))]
    steps += [("a chaining value within a message", unit.refuses(register.DIGEST, 0))]
    steps += [("START within a message", refuses(_START))]
    steps += [("RESTORE within a message", refuses(_RESTORE))]
    unit.run(message.append(first[5:]))
    steps += [("SAVE with LAST", refuses(SaveControl.SAVE | SaveControl.LAST))]
    unit.write(register.CONTROL, SaveControl.SAVE)
    if unit.run(save.stopped()) != Saved(saved.algorithm, 2 * block, subject.after(saved, first)):
        wrong.append("a refused access changes a message")
    steps += [("SAVE after SAVE", refuses(SaveControl.SAVE))]
    steps += [("LAST after SAVE", refuses(SaveControl.LAST))]
    unit.run(save.start(saved))
    steps += [("SAVE without a block after RESTORE", refuses(SaveControl.SAVE))]
    unit.write(register.CONTROL, SaveControl.LAST)
    if unit.run(message.digest()) != subject.digest(first):
        wrong.append("a refused SAVE changes a message that continues")
    steps += _restoring(subject, saved, wrong)
    wrong += [f"{what} is not refused" for what, refused in steps if not refused]
    return wrong + subject.works(), len(steps), "commands and words out of order"


def _restoring(subject: SaveSubject, saved: Saved, wrong: list[str]) -> list[tuple[str, bool]]:
    """Tries accesses that are not allowed while the chaining value is written."""
    unit, register, steps = subject.unit, SaveRegister, list[tuple[str, bool]]()
    for at, word in enumerate((saved.count, 0)):
        unit.write(register.COUNT_LOW + 4 * at, word)
    unit.write(register.CONTROL, _RESTORE)
    for at in range(0, len(saved.chaining), 4):
        word = int.from_bytes(saved.chaining[at : at + 4], "little")
        others = [other for other in range(0, 64, 4) if other != at]
        refused = all(unit.refuses(register.DIGEST + other, word) for other in others)
        steps += [("a word of the chaining value out of order", refused)]
        steps += [("data before the chaining value", unit.refuses(register.DATA, 1))]
        steps += [("LAST before it", unit.refuses(register.CONTROL, SaveControl.LAST))]
        steps += [("SAVE before it", unit.refuses(register.CONTROL, SaveControl.SAVE))]
        steps += [("the result before it", unit.refuses(register.DIGEST + at))]
        if subject.point.unit.interface == "axil":
            steps += [("a part of its word", unit.refuses(register.DIGEST + at, word, 7))]
        unit.write(register.DIGEST + at, word)
    steps += [("a word too many", unit.refuses(register.DIGEST, 0))]
    unit.run(message.append(b"abc"))
    unit.write(register.CONTROL, SaveControl.LAST)
    if unit.run(message.digest()) != subject.digest(bytes(range(saved.count)) + b"abc"):
        wrong.append("a refused access changes a message that is restored")
    return steps


def _broken(subject: SaveSubject, effort: Effort) -> Findings:
    """Checks that a part on the stream that is no complete blocks is refused, and no other."""
    choose, wrong, unit, block = random.Random(9), list[str](), subject.unit, subject.block
    for number in range(2 * effort.seeds):
        saved = subject.some() if number % 2 else None
        unit.run(save.start(saved, SaveControl.DMA | SaveControl.SAVE))
        size = choose.randrange(2 * block)
        unit.send(choose.randbytes(size + (size % block == 0 and size > 0)))
        try:
            unit.run(save.stopped())
        except UnitFailed:
            if not unit.refuses(SaveRegister.DIGEST):
                wrong.append("a refused message has a chaining value")
        else:
            wrong.append("a part that is no complete blocks is not refused")
        wrong += subject.works()
    return wrong, 2 * effort.seeds, "parts on the stream that are no complete blocks"


def _wipes(subject: SaveSubject, effort: Effort) -> Findings:
    """Checks wipes while a message is restored, is padded, stops, and has stopped."""
    unit, choose, wrong, block = subject.unit, random.Random(10), list[str](), subject.block
    for _ in range(6 * effort.seeds):
        saved = subject.some()
        writes = [
            *save.start(saved),
            *message.append(choose.randbytes(choose.randrange(2 * block))),
        ]
        for write in writes[: choose.randrange(len(writes) + 1)]:
            assert isinstance(write, drivers.Write)
            unit.write(write.address, write.value)
        end = choose.choice((SaveControl.LAST, SaveControl.SAVE))
        unit.refuses(SaveRegister.CONTROL, end)
        unit.idle(choose.randrange(200))
        unit.run(drivers.wipe())
        if not unit.refuses(SaveRegister.DIGEST):
            wrong.append("a result can be read after a wipe")
        if any(unit.read(at) for at in _COUNT):
            wrong.append("COUNT is not 0 after a wipe")
        if not unit.refuses(SaveRegister.CONTROL, _RESTORE):
            wrong.append("RESTORE without a count is not refused after a wipe")
        rest = choose.randbytes(choose.randrange(2 * block))
        wrong += subject.finishes(saved, rest, subject.digest(bytes(range(block)) + rest))
    return wrong, 6 * effort.seeds, "wipes while messages are restored, padded and saved"


def _addresses(subject: SaveSubject, _: Effort) -> Findings:
    """Checks that accesses outside the description are refused."""
    unit = subject.unit
    reads: set[int] = {one for one in SaveRegister if one.name in _READABLE}
    writes: set[int] = {one for one in SaveRegister if one.name in _WRITABLE}
    unit.reset()
    wrong = [
        f"{verb} of address {address:#x} is {'refused' if refused else 'taken'}"
        for address in range(0, 256, 4)
        for verb, known, value in (("read", reads, None), ("write", writes, 0))
        if (refused := unit.refuses(address, value)) == (address in known)
    ]
    return wrong + subject.works(), 128, "reads and writes of all 64 addresses"


CHECKS: Mapping[str, Examine] = {
    "stops": _stops,
    "stops by stream": _streamed,
    "lengths": _lengths,
    "2^61 bytes": _too_many,
    "status": _status,
    "rules of stops": _rules,
    "broken parts": _broken,
    "wipes of stops": _wipes,
    "addresses": _addresses,
}

#: Checks that need the stream port, and those that send on it what a host must not send.
STREAMED, ILLEGAL = ("stops by stream", "broken parts"), ("broken parts",)
