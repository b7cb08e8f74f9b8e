"""Driver of memory-mapped hashes whose messages can stop at the end of a block, and continue.

A part of a message gives a `Saved`, with which the next part continues::

    saved = run(save(first), registers)
    other = run(hash_(b"abc"), registers)
    digest = run(finish(saved, rest), registers)
"""

from __future__ import annotations

from dataclasses import dataclass

from silicrypt.drivers import message
from silicrypt.drivers.maps import SaveConfig, SaveControl, SaveRegister, SaveStatus
from silicrypt.drivers.programs import HASH, WORD, Program, Read, Write, begin
from silicrypt.errors import BadInput, UnitFailed

_DIGEST_WORDS, _BLOCK_BIT, _ALGORITHM_BIT, _BYTE = 0x1F, 16, 24, 0xFF
#: Bytes of a message are below this number.
_BOUND = 1 << 61


@dataclass(frozen=True)
class Saved:
    """A message that has stopped. Who has it can compute the digest of the message with any end.

    Attributes:
        algorithm: CONFIG.ALGORITHM of the unit.
        count: bytes of the message so far.
        chaining: the chaining value after them.
    """

    algorithm: int
    count: int
    chaining: bytes


def save(data: bytes, saved: Saved | None = None) -> Program[Saved]:
    """Hashes complete blocks, and stops the message.

    Args:
        data: complete blocks, at least one.
        saved: the message so far; None begins a message.

    Raises:
        BadInput: these are not complete blocks, or too many bytes.
        UnitFailed: the unit cannot save, is busy, has another hash, or refused the message.
    """
    config = yield from _ready(saved)
    block = config >> _BLOCK_BIT & _BYTE
    if not data or len(data) % block:
        raise BadInput(f"a message stops after complete blocks of {block} bytes, not {len(data)}")
    if (saved.count if saved else 0) + len(data) >= _BOUND:
        raise BadInput("a message has less than 2^61 bytes")
    yield from start(saved)
    yield from message.append(data)
    yield Write(SaveRegister.CONTROL, SaveControl.SAVE)
    return (yield from stopped())


def finish(saved: Saved, data: bytes) -> Program[bytes]:
    """Returns the digest of a message that continues.

    Args:
        saved: the message so far.
        data: the rest of the message.

    Raises:
        UnitFailed: as `save`.
    """
    yield from _ready(saved)
    yield from start(saved)
    yield from message.append(data)
    yield Write(SaveRegister.CONTROL, SaveControl.LAST)
    return (yield from message.digest())


def start(saved: Saved | None, control: int = 0) -> Program[None]:
    """Begins a message, or continues one, with further bits of CONTROL."""
    if saved is None:
        yield Write(SaveRegister.CONTROL, SaveControl.START | control)
        return
    for at, word in enumerate((saved.count & 0xFFFFFFFF, saved.count >> 32)):
        yield Write(SaveRegister.COUNT_LOW + WORD * at, word)
    yield Write(SaveRegister.CONTROL, SaveControl.START | SaveControl.RESTORE | control)
    for at in range(0, len(saved.chaining), WORD):
        word = int.from_bytes(saved.chaining[at : at + WORD], "little")
        yield Write(SaveRegister.DIGEST + at, word)


def stopped() -> Program[Saved]:
    """Waits until the message has stopped, and returns it.

    Raises:
        UnitFailed: the unit refused the message.
    """
    if not (yield from message.processed()) & SaveStatus.SAVED:
        raise UnitFailed("the unit gives a digest and no chaining value")
    config = yield Read(SaveRegister.CONFIG)
    low = yield Read(SaveRegister.COUNT_LOW)
    high = yield Read(SaveRegister.COUNT_HIGH)
    chaining = bytearray()
    for at in range(config & _DIGEST_WORDS):
        word = yield Read(SaveRegister.DIGEST + WORD * at)
        chaining += word.to_bytes(WORD, "little")
    return Saved(config >> _ALGORITHM_BIT, high << 32 | low, bytes(chaining))


def _ready(saved: Saved | None) -> Program[int]:
    """Checks that a part of the message may begin, and returns CONFIG."""
    yield from begin(HASH)
    config = yield Read(SaveRegister.CONFIG)
    if not config & SaveConfig.SAVE:
        raise UnitFailed("the unit has no save and restore")
    if saved is not None and saved.algorithm != config >> _ALGORITHM_BIT:
        raise UnitFailed("the unit has another hash than the message")
    return config
