"""A hash, or a hash with keys, as a program: formats of jobs and replies, and what checks examine.

``benches/hash/bench.cpp`` has the other side of these formats.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

from silicrypt.catalog import DesignPoint, Hash, Level
from silicrypt.errors import ToolFailed
from silicrypt.tools import verilator
from silicrypt.verify import native
from silicrypt.verify.native import DONE, DROPPED, ONE, Outcome, Reply, Simulated

_BENCH = native.bench("benches/hash/bench.cpp")
_CHUNK = 1 << 16
_OUTCOME = struct.Struct("<BQQ")
_REFUSED = 3
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
    """A chain of hashes (SHAVS 6.4, SHA3VS 6.2.3), run to its end inside the bench.

    Attributes:
        seed: the seed, as long as a digest.
        checkpoints: the number of digests to return, with 1000 hashes from one to the next.
        digests: the number of last digests that a message consists of.
    """

    seed: bytes
    checkpoints: int
    digests: int = 3


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


def render(job: AnyJob) -> bytes:
    """Encodes a job."""
    if isinstance(job, Fuzz):
        return _render_fuzz(job)
    if isinstance(job, MonteCarlo):
        return b"c" + struct.pack("<IB", job.checkpoints, job.digests) + job.seed
    stalls = (int(job.stall_in * ONE), int(job.stall_out * ONE))
    head = struct.pack("<QHHHI", job.seed, *stalls, job.burst, len(job.messages))
    return b"m" + head + b"".join(map(_render_message, job.messages))


def _render_fuzz(job: Fuzz) -> bytes:
    rates = (job.stall_in, job.stall_out, job.framing, job.mixed, job.wipe, job.reset)
    flags = job.either | job.early << 1
    head = struct.pack("<QQ6HB", job.seed, job.cycles, *(int(r * ONE) for r in rates), flags)
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
    yield struct.pack("<c?I", b"s", sha1, _NO_KEY if key is None else len(key)) + (key or b"")
    yield from native.render_pieces(chunks)


def without_keys(job: AnyJob, reply: Reply) -> Reply:
    """Returns a reply without the outcomes of keys, and without the zeros after a digest of MD5."""
    if not isinstance(job, Job):
        return reply
    pairs = zip(job.messages, reply.outcomes, strict=True)
    return replace(reply, outcomes=tuple(_own(m, o) for m, o in pairs if not m.key))


def _own(message: Message, outcome: Outcome) -> Outcome:
    digest = outcome.result
    if message.sha1 is not False or digest is None or any(digest[_MD5_BYTES:]):
        return outcome
    return replace(outcome, result=digest[:_MD5_BYTES])


@dataclass(frozen=True)
class Digest:
    """A digest that the hardware computed.

    Attributes:
        digest: the bytes.
        cycles: cycles from the first beat accepted to the digest valid.
    """

    digest: bytes
    cycles: int


def model(point: DesignPoint, level: Level) -> HashSubject:
    """Returns a compiled level of a configuration.

    It is built in seconds, and kept until a source changes.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: one of them refuses the sources.
        StoreError: the cache cannot be written.
    """
    program = verilator.executable(build(point, level, tuple(point.sources(level))))
    return HashSubject(point, level, program)


def build(point: DesignPoint, level: Level, sources: tuple[Path, ...]) -> verilator.Build:
    """Returns the inputs of the model of a configuration; `sources` may differ from its own."""
    padding, top = point.hash.padding, point.unit.tops[level]
    constants = {  # of bench.h
        "STREAM": int(level == "stream"),
        "KEYED": int(point.unit.keyed),
        "EITHER": int(bool(point.algorithm.either)),
        "TAGGED": int(point.unit.tagged),
        "RESULTS_WAIT": int(top.results_wait),
        "DIGEST_BEATS": top.result_beats,
        "CHANNELS": point.stages,
        "DATA_BYTES": point.data_bits // 8,
        "DIGEST_BYTES": digest_bytes(point),
        "BLOCK_BYTES": point.hash.block_bits // 8,
        "LENGTH_BYTES": padding.length_bytes,
        "LENGTH_BIG": int(padding.big_endian),
    }
    return native.compiled(point, level, sources, _BENCH, constants)


def digest_bytes(point: DesignPoint) -> int:
    """Returns the length of the longest digest or tag in bytes, whichever hash is selected."""
    return max(one.hash.digest_bits for one in point.choices) // 8


@dataclass(frozen=True)
class HashSubject(Simulated[AnyJob]):
    """A compiled level of a configuration, which the checks of hashes examine."""

    @property
    def digest_bytes(self) -> int:
        """Length of the longest digest or tag in bytes, whichever hash is selected."""
        return digest_bytes(self.point)

    def render(self, job: AnyJob) -> bytes:
        """Encodes a job for the bench."""
        return render(job)

    def decode(self, data: bytes, at: int) -> tuple[Outcome, int]:
        """Decodes an outcome at a position, and returns it with the position after it."""
        state, first, valid = _OUTCOME.unpack_from(data, at)
        at += _OUTCOME.size
        size = self.digest_bytes
        (digest,) = struct.unpack_from(f"{size}s", data, at)
        lost, refused = state in (DROPPED, _REFUSED), state == _REFUSED
        return Outcome(digest if state == DONE else None, first, valid, lost, refused), at + size

    def run(
        self, jobs: Iterable[AnyJob], power_on: int = 1, *, checked: bool = True
    ) -> list[Reply]:
        """Runs jobs as any other subject does; the replies have no outcomes of keys.

        Raises:
            ToolFailed: the simulation stopped with an error.
        """
        jobs = list(jobs)
        replies = super().run(jobs, power_on, checked=checked)
        if len(replies) != len(jobs):
            raise ToolFailed(f"the simulation answered {len(replies)} of {len(jobs)} jobs")
        return [without_keys(*pair) for pair in zip(jobs, replies, strict=True)]

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
        parts = render_stream(iter(lambda: file.read(_CHUNK), b""), key, bool(sha1))
        (reply,) = native.parse(native.talk(self.program, parts), self.decode)
        native.demand_contract(reply)
        (outcome,) = reply.outcomes
        if outcome.result is None:
            raise ToolFailed("the hardware gave no digest; run 'silicrypt verify'")
        shorter = _MD5_BYTES if sha1 is False else self.digest_bytes
        return Digest(outcome.result[:shorter], outcome.cycles)

    @property
    def algorithm(self) -> Hash:
        """The hash that is checked."""
        return self.point.hash

    @property
    def beat_bytes(self) -> int:
        """Bytes of a beat."""
        return self.point.data_bits // 8

    @property
    def block_bytes(self) -> int:
        """Bytes of a block."""
        return self.algorithm.block_bits // 8

    @property
    def key(self) -> bytes:
        """The key of checks that do not vary it."""
        return bytes(range(100, 120))

    def reference(self, data: bytes) -> bytes:
        """Returns the expected digest, or the expected tag under `key`, computed in Python."""
        return self.point.reference(data, self.key)

    def job(self, messages: Iterable[Message], **pace: Any) -> Job:
        """Returns a job of messages, after a key where the hardware takes one.

        Args:
            messages: the messages of the `Job`.
            pace: the other fields of the `Job`.
        """
        return Job((*self.keyed(), *messages), **pace)

    def keyed(self) -> tuple[Message, ...]:
        """Returns the key that comes before messages; nothing where the hardware takes none."""
        return (self.message(self.key, key=True),) if self.point.unit.keyed else ()

    def message(
        self, data: bytes, channel: int = 0, reset_after: int | None = None, key: bool = False
    ) -> Message:
        """Returns a message, or a key, for the hash that is checked."""
        chosen = self.point.chosen
        sha1 = None if chosen is None else chosen.enum == "SHA1"
        return Message(data, channel, reset_after, key, sha1)

    def messages(self, parts: Iterable[bytes]) -> tuple[Message, ...]:
        """Returns messages, distributed over the channels."""
        return tuple(self.message(data, i % self.point.stages) for i, data in enumerate(parts))

    def expected(self, job: Job) -> list[bytes]:
        """Returns the expected digests of a job, or the expected tags under its keys."""
        digests, keys = list[bytes](), dict[bool | None, bytes]()
        for message in job.messages:
            if message.key:
                keys[message.sha1] = message.data
            else:
                own = self.point if message.sha1 is None else self.point.choices[message.sha1]
                digests.append(own.reference(message.data, keys.get(message.sha1, b"")))
        return digests


def compare(reply: Reply, digests: Sequence[bytes], what: str, may_be_lost: int = 0) -> list[str]:
    """Returns the violation of the protocol, or every digest that differs from the expected one.

    Args:
        reply: the reply.
        digests: the expected digests.
        what: name of the outcomes in the findings.
        may_be_lost: the number of first outcomes that a reset may have dropped.
    """
    if reply.violation:
        return [f"{what}: {reply.violation}"]
    return [
        f"{what} {i}: {outcome.result.hex() if outcome.result else 'no digest'}"
        f" instead of {digest.hex()}"
        for i, (outcome, digest) in enumerate(zip(reply.outcomes, digests, strict=True))
        if outcome.result != digest and not (i < may_be_lost and outcome.lost)
    ]
