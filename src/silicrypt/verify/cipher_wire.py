"""Formats of jobs and replies of the block cipher's bench, ``cipher/bench.cpp``."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import BinaryIO

from silicrypt.errors import ToolFailed

_ONE = 65536
_ITEM = struct.Struct("<BBBHHIH16sI")
_OUTCOME = struct.Struct("<B?IIQQQI")
_REPLY = struct.Struct("<QQQI")
_DONE, _DROPPED = 1, 2
_NO_BEAT = 0xFFFF


class Action(IntEnum):
    """An event that a job can cause."""

    NOTHING, RESET, WIPE = range(3)


class Mode(IntEnum):
    """The modes of operation, as the hardware numbers them."""

    ECB, CTR, XTS = range(3)


@dataclass(frozen=True)
class Item:
    """A key or a message for the hardware. At the core a message is a block.

    Attributes:
        data: 16, 24 or 32 bytes of a key; a block; any bytes of a message.
        key: whether it is a key. It is used for what is accepted after its first word.
        decrypt: whether a message is decrypted.
        action: an event after its first beat, or its start. Everything in flight is lost then,
            and the keys are sent again.
        after: the number of cycles before the event.
        tweak: whether a key is for tweaks.
        mode: mode of a message.
        initial: the first counter block, or the tweak, of a message.
        length: the length that a key states, in the hardware's code, if it is not the real one.
        legal: whether the hardware must accept a key.
        keep: ``tkeep`` of one beat of a message, if it is not the right one.
        keep_at: number of that beat.
        wait: the number of cycles after the last reset or wipe of the job before it is offered.
    """

    data: bytes
    key: bool = False
    decrypt: bool = False
    action: Action = Action.NOTHING
    after: int = 0
    tweak: bool = False
    mode: Mode = Mode.ECB
    initial: bytes = bytes(16)
    length: int | None = None
    legal: bool = True
    keep: int | None = None
    keep_at: int = 0
    wait: int = 0


@dataclass(frozen=True)
class Job:
    """Keys and blocks that follow each other without a pause, except for stalls.

    Attributes:
        items: the items to send.
        stall_key: probability that no beat of a key is offered in a cycle, below 1.
        stall_in: the same for a block.
        stall_out: probability that no result is accepted in a cycle, below 1.
        seed: seed of stalls and of the values of payload ports that are not valid.
        ordered: whether each item waits until all before it are accepted. Otherwise keys and
            blocks come independently, and only the reply says which key a block was used with.
        action: an event before the first item.
    """

    items: tuple[Item, ...]
    stall_key: float = 0.0
    stall_in: float = 0.0
    stall_out: float = 0.0
    seed: int = 1
    ordered: bool = True
    action: Action = Action.NOTHING


@dataclass(frozen=True)
class Chain:
    """The inner loop of the Monte Carlo test (AESAVS 6.4.1), run to its end inside the bench.

    Attributes:
        key: the key.
        block: the first block. Each further block is the previous result.
        steps: the number of blocks.
        decrypt: whether the blocks are decrypted.
    """

    key: bytes
    block: bytes
    steps: int
    decrypt: bool


@dataclass(frozen=True)
class Outcome:
    """The outcome of a key or a message.

    Attributes:
        result: the result of a message; ``None`` where it was lost.
        under: number of the key that was used.
        tweak_under: number of the key for tweaks.
        first: the clock edge that accepted its first beat, or its start.
        valid: the clock edge at which its result was first valid.
        last: the clock edge at which the last beat of its result was first valid.
        lost: whether it was in flight at a reset or a wipe.
        refused: whether the hardware refused it.
    """

    result: bytes | None
    under: int
    tweak_under: int
    first: int
    valid: int
    last: int
    lost: bool
    refused: bool

    @property
    def cycles(self) -> int:
        """Latency: cycles from the first beat accepted to the result valid."""
        return self.valid - self.first


@dataclass(frozen=True)
class Reply:
    """The reply to a job.

    Attributes:
        violation: what the hardware did against its contract; empty if nothing.
        cycles: length of the job in cycles.
        held_in: cycles in which a block was offered and not accepted.
        held_out: cycles in which a result was offered and not accepted.
        outcomes: one for each item; of a chain, those of its last two blocks.
    """

    violation: str
    cycles: int
    held_in: int
    held_out: int
    outcomes: tuple[Outcome, ...]


def render(job: Job | Chain) -> bytes:
    """Encodes a job."""
    if isinstance(job, Chain):
        head = struct.pack("<?IB", job.decrypt, job.steps, len(job.key))
        return b"c" + head + job.key + job.block
    stalls = (int(stall * _ONE) for stall in (job.stall_key, job.stall_in, job.stall_out))
    head = struct.pack("<QHHH?BI", job.seed, *stalls, job.ordered, job.action, len(job.items))
    return b"m" + head + b"".join(map(_render_item, job.items))


def render_long(items: Sequence[Item], pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Encodes keys and a message, which is the last item and whose data comes in pieces."""
    yield b"l" + bytes([len(items)]) + b"".join(map(_render_item, items))
    for piece in pieces:
        if piece:
            yield struct.pack("<I", len(piece)) + piece
    yield struct.pack("<I", 0)


def kind(item: Item) -> int:
    """Returns the code of the kind of an item: key, tweak, direction and mode."""
    return item.key | item.tweak << 1 | item.decrypt << 2 | item.mode << 3


def _render_item(item: Item) -> bytes:
    length = 0
    if item.key:
        length = len(item.data) // 8 - 2 if item.length is None else item.length
        length |= 0 if item.legal else 0x80
    beat = (_NO_BEAT, 0) if item.keep is None else (item.keep_at, item.keep)
    head = _ITEM.pack(
        kind(item), item.action, length, *beat, item.after, item.wait, item.initial, len(item.data)
    )
    return head + item.data


def sizes(answer: BinaryIO) -> Iterator[int]:
    """Yields the lengths of the pieces of a long message's result. Each piece follows its length.

    Raises:
        ToolFailed: the output of the bench is not complete.
    """
    while True:
        head = answer.read(4)
        if len(head) < 4:
            raise ToolFailed("the simulation stopped in the middle of a result")
        (size,) = struct.unpack("<I", head)
        if not size:
            return
        yield size


def parse(data: bytes) -> list[Reply]:
    """Decodes the replies of the bench.

    Raises:
        ToolFailed: the output ends in the middle of a reply.
    """
    replies, at = [], 0
    try:
        while at < len(data):
            reply, at = _parse_reply(data, at)
            replies.append(reply)
    except struct.error as error:
        raise ToolFailed("the simulation stopped in the middle of a reply") from error
    return replies


def _parse_reply(data: bytes, at: int) -> tuple[Reply, int]:
    (length,) = struct.unpack_from("<I", data, at)
    at += 4
    violation = data[at : at + length].decode("ascii", "replace")
    at += length
    cycles, held_in, held_out, count = _REPLY.unpack_from(data, at)
    at += _REPLY.size
    outcomes = []
    for _ in range(count):
        state, refused, under, tweak_under, *edges, length = _OUTCOME.unpack_from(data, at)
        at += _OUTCOME.size
        result = data[at : at + length] if state == _DONE else None
        at += length
        first, valid, last = edges
        lost = state == _DROPPED
        outcomes.append(Outcome(result, under, tweak_under, first, valid, last, lost, refused))
    return Reply(violation, cycles, held_in, held_out, tuple(outcomes)), at
