"""Formats of the bench's jobs and replies, which are plain bytes.

``bench.cpp`` has the other side of these formats.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from silicrypt.errors import ToolFailed

#: Probabilities are sent as multiples of 1 / 65536.
_ONE = 1 << 16

_REPLY = struct.Struct("<QQQI")
_OUTCOME = struct.Struct("<BQQ")
_DONE, _DROPPED, _REFUSED = 1, 2, 3
_MD5_BYTES = 16
#: Replaces the length of a key where there is none.
_NO_KEY = 0xFFFFFFFF


@dataclass(frozen=True)
class Message:
    """A message for the hardware.

    Attributes:
        data: its bytes; the bench pads them where the hardware does not.
        channel: its channel (``tid``), where more than one message can be in flight.
        reset_after: cycles from its first beat to a reset, ``None`` for no reset. The reset drops
            everything in flight, but not the messages after it.
        key: whether it is a key for the messages after it. A key has no outcome of its own.
        sha1: the hash that it selects, where the hardware has two: true for SHA-1, false for MD5,
            which has a shorter digest.
        empty_end: whether a message whose bytes fill its beats ends with an additional null beat.
    """

    data: bytes
    channel: int = 0
    reset_after: int | None = None
    key: bool = False
    sha1: bool | None = None
    empty_end: bool = False


@dataclass(frozen=True)
class Job:
    """Messages that follow each other without a pause, except for stalls.

    Attributes:
        messages: the messages. On each channel they follow each other directly.
        stall_in: probability that no beat is offered in a cycle, below 1.
        stall_out: probability that no digest is accepted in a cycle, below 1.
        seed: seed of stalls, interleaving, and values of payload ports that are not valid.
        burst: beats of a channel before the next channel's; 0 selects channels at random.
    """

    messages: tuple[Message, ...]
    stall_in: float = 0.0
    stall_out: float = 0.0
    seed: int = 1
    burst: int = 0


@dataclass(frozen=True)
class MonteCarlo:
    """A chain of hashes (SHAVS 6.4), run to its end inside the bench.

    Attributes:
        seed: the seed, as long as a digest.
        checkpoints: the number of digests to return, with 1000 hashes from one to the next.
    """

    seed: bytes
    checkpoints: int


@dataclass(frozen=True)
class Fuzz:
    """Random actions on a stream, legal and illegal, which a model in the bench judges.

    The outcomes of the reply are the results in order. In them, `first` is the number of the
    message and, from bit 32, the hash that it selects; `valid` is the number of its key from 1, or
    0 for none. `held_in` and `held_out` are the numbers of messages and keys that broke a rule.

    Attributes:
        messages: the pool of messages.
        keys: the pool of keys; empty where the hardware takes no key.
        cycles: number of cycles in which messages may begin.
        stall_in: probability that no beat is offered in a cycle, below 1.
        stall_out: probability that no result is accepted in a cycle, below 1.
        framing: probability that a message or key has a beat that breaks a rule of framing.
        mixed: probability that the next beat belongs to any message or key.
        wipe: probability of a wipe in a cycle.
        reset: probability of a reset in a cycle.
        either: whether keys and messages select one of two hashes.
        early: whether keys come in each of the first cycles after a wipe or a reset.
        seed: seed of all random choices.
    """

    messages: tuple[bytes, ...]
    keys: tuple[bytes, ...]
    cycles: int
    stall_in: float = 0.0
    stall_out: float = 0.0
    framing: float = 0.0
    mixed: float = 0.0
    wipe: float = 0.0
    reset: float = 0.0
    either: bool = False
    early: bool = False
    seed: int = 1


#: The jobs of a bench.
AnyJob = Job | MonteCarlo | Fuzz


@dataclass(frozen=True)
class Outcome:
    """The outcome of a message.

    Attributes:
        digest: the digest; ``None`` where a reset or a violation lost it.
        first: the clock edge that accepted its first beat.
        valid: the clock edge at which its digest was first valid.
        lost_to_reset: whether it was in flight at a reset, or lost its key by one.
        refused: whether the hardware returned an error instead of a digest.
    """

    digest: bytes | None
    first: int
    valid: int
    lost_to_reset: bool
    refused: bool = False

    @property
    def cycles(self) -> int:
        """Latency: cycles from the first beat accepted to the digest valid."""
        return self.valid - self.first


@dataclass(frozen=True)
class Reply:
    """The reply to a job.

    Attributes:
        violation: what the hardware did against its contract; empty if nothing.
        cycles: length of the job in cycles.
        held_in: cycles in which a beat was offered and not accepted.
        held_out: cycles in which a digest was offered and not accepted.
        outcomes: one for each message, or for each checkpoint.
    """

    violation: str
    cycles: int
    held_in: int
    held_out: int
    outcomes: tuple[Outcome, ...]


def render(job: AnyJob) -> bytes:
    """Encodes a job."""
    if isinstance(job, Fuzz):
        return _render_fuzz(job)
    if isinstance(job, MonteCarlo):
        return b"c" + struct.pack("<I", job.checkpoints) + job.seed
    stalls = (int(job.stall_in * _ONE), int(job.stall_out * _ONE))
    head = struct.pack("<QHHHI", job.seed, *stalls, job.burst, len(job.messages))
    return b"m" + head + b"".join(map(_render_message, job.messages))


def _render_fuzz(job: Fuzz) -> bytes:
    rates = (job.stall_in, job.stall_out, job.framing, job.mixed, job.wipe, job.reset)
    flags = job.either | job.early << 1
    head = struct.pack("<QQ6HB", job.seed, job.cycles, *(int(r * _ONE) for r in rates), flags)
    pools = (
        struct.pack("<H", len(pool)) + b"".join(struct.pack("<I", len(one)) + one for one in pool)
        for pool in (job.messages, job.keys)
    )
    return b"f" + head + b"".join(pools)


def _render_message(message: Message) -> bytes:
    reset = -1 if message.reset_after is None else message.reset_after
    kind = message.key | bool(message.sha1) << 1 | message.empty_end << 2
    head = struct.pack("<BBiI", message.channel, kind, reset, len(message.data))
    return head + message.data


def render_stream(
    chunks: Iterable[bytes], key: bytes | None = None, sha1: bool = False
) -> Iterator[bytes]:
    """Encodes the job of one message that comes in chunks, after a key where there is one."""
    yield (
        b"s"
        + bytes([sha1])
        + struct.pack("<I", _NO_KEY if key is None else len(key))
        + (key or b"")
    )
    for chunk in chunks:
        if chunk:
            yield struct.pack("<I", len(chunk)) + chunk
    yield struct.pack("<I", 0)


def parse(data: bytes, digest_bytes: int) -> list[Reply]:
    """Decodes the replies of the bench.

    Raises:
        ToolFailed: the output ends in the middle of a reply.
    """
    replies, at = [], 0
    try:
        while at < len(data):
            reply, at = _parse_reply(data, at, digest_bytes)
            replies.append(reply)
    except struct.error as error:
        raise ToolFailed("the simulation stopped in the middle of a reply") from error
    return replies


def without_keys(job: AnyJob, reply: Reply) -> Reply:
    """Returns a reply without the outcomes of keys, and without the zeros after a digest of MD5."""
    if not isinstance(job, Job):
        return reply
    pairs = zip(job.messages, reply.outcomes, strict=True)
    return replace(reply, outcomes=tuple(_own(m, o) for m, o in pairs if not m.key))


def _own(message: Message, outcome: Outcome) -> Outcome:
    digest = outcome.digest
    if message.sha1 is not False or digest is None or any(digest[_MD5_BYTES:]):
        return outcome
    return replace(outcome, digest=digest[:_MD5_BYTES])


def _parse_reply(data: bytes, at: int, digest_bytes: int) -> tuple[Reply, int]:
    (length,) = struct.unpack_from("<I", data, at)
    at += 4
    violation = data[at : at + length].decode("ascii", "replace")
    at += length
    cycles, held_in, held_out, count = _REPLY.unpack_from(data, at)
    at += _REPLY.size
    outcomes = []
    for _ in range(count):
        state, first, valid = _OUTCOME.unpack_from(data, at)
        at += _OUTCOME.size
        (digest,) = struct.unpack_from(f"{digest_bytes}s", data, at)
        at += digest_bytes
        outcomes.append(
            Outcome(
                digest if state == _DONE else None,
                first,
                valid,
                state in (_DROPPED, _REFUSED),
                state == _REFUSED,
            )
        )
    return Reply(violation, cycles, held_in, held_out, tuple(outcomes)), at
