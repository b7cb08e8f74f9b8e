"""The suite of authenticated encryption: keys and messages in both directions.

All results are compared with the reference of the algorithm, and with published vectors.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from silicrypt.base.scope import Progress
from silicrypt.catalog import DesignPoint, Level
from silicrypt.verify import aead_wire
from silicrypt.verify.aead_vectors import VECTORS
from silicrypt.verify.aead_wire import (
    BEAT,
    AeadJob,
    AeadSubject,
    Item,
    Key,
    Message,
    Port,
)
from silicrypt.verify.checks import (
    FIRST_CYCLES,
    Builds,
    Check,
    Effort,
    Examine,
    Findings,
    all_but_lost,
    all_power_on,
    perform_all,
    stalled,
    until_refused,
    wrong_keep,
)
from silicrypt.verify.native import Action

__all__ = ["SUBJECT", "build", "checks_of", "perform"]

build = aead_wire.build
#: Bytes of a text that is longer than all queues of a unit together.
_LONG = 160 * BEAT
#: Words of a key beyond its length that a refused key may have.
_BEYOND = 3


def published(subject: AeadSubject, effort: Effort) -> Findings:
    """Checks the published vectors: the quick suite has a part of those of the second source."""
    first, *others = (list(read(subject.algorithm)) for read in VECTORS[subject.point.unit.name])
    step = max(1, 100 // effort.checkpoints)
    chosen = [vector for part in (first, *(other[::step] for other in others)) for vector in part]
    chosen = [vector for vector in chosen if vector[2] is None or subject.legal(vector[1])]
    job = AeadJob(tuple(item for key, message, _ in chosen for item in (key, message)))
    (reply,) = subject.run([job])
    failures = [reply.violation] if reply.violation else []
    wrong = 0
    for number, ((_, message, result), outcome) in enumerate(
        zip(chosen, reply.outcomes[1::2], strict=True)
    ):
        wrong += result is None
        same = outcome.refused if result is None else outcome.result == result
        if not failures and (not same or outcome.refused != (result is None)):
            size = len(message.text)
            failures.append(f"vector {number}, {size} bytes: the result differs from the published")
    return failures, len(chosen), f"{len(chosen)} vectors, {wrong} of them must be refused"


def _key(subject: AeadSubject, rng: random.Random) -> Key:
    return Key(rng.randbytes(rng.choice(subject.formulas.key_bytes)))


def _message(
    subject: AeadSubject, rng: random.Random, key: Key, data: int, text: int, iv: int | None = None
) -> Message:
    """Returns a message in one of both directions. Some decryptions have a tag with a wrong bit."""
    usual = rng.random() < 0.7
    size = rng.choice(subject.algorithm.iv_bytes[: 1 if usual else None]) if iv is None else iv
    tag = subject.algorithm.tag_bytes[0] if usual else rng.choice(subject.algorithm.tag_bytes)
    parts = (rng.randbytes(size), rng.randbytes(data), rng.randbytes(text))
    message = Message(*parts, tag_bytes=tag)
    if rng.random() < 0.5:
        return message
    message = subject.sealed(key.key, message)
    if rng.random() < 0.3:
        message = replace(message, tag=_flipped(message.tag, rng.randrange(8 * tag)))
    return message


def _flipped(data: bytes, bit: int) -> bytes:
    return bytes(byte ^ (1 << bit % 8 if at == bit // 8 else 0) for at, byte in enumerate(data))


def _mixture(
    subject: AeadSubject, rng: random.Random, count: int, longest: int
) -> Iterator[Key | Message]:
    key = _key(subject, rng)
    yield key
    for _ in range(count):
        if rng.randrange(4) == 0:
            key = _key(subject, rng)
            yield key
        data = rng.choice((0, rng.randrange(longest)))
        yield _message(subject, rng, key, data, rng.choice((0, rng.randrange(longest))))


def every_length(subject: AeadSubject, _: Effort) -> Findings:
    """Checks each length of text and of associated data around the boundaries of blocks."""
    rng, items = random.Random(1), list[Key | Message]()
    sizes = [*range(3 * BEAT + 2), 5 * BEAT - 1, 5 * BEAT, 5 * BEAT + 1, 16 * BEAT]
    for size in sizes:
        key = _key(subject, rng)
        items.append(key)
        for data, text in ((0, size), (size, 0), (rng.choice(sizes), size), (size, size)):
            items.append(_message(subject, rng, key, data, text))
    if most := BEAT * subject.formulas.held_beats:  # the longest plaintext that can be held
        for size in (most, most + 1, most):
            iv = rng.randbytes(subject.algorithm.iv_bytes[0])
            items.append(subject.sealed(key.key, Message(iv, b"", rng.randbytes(size))))
    failures = subject.failures([AeadJob(tuple(items))], "message")
    return failures, len(items), f"0 to {max(sizes)} bytes of text and of associated data"


def initial_values(subject: AeadSubject, _: Effort) -> Findings:
    """Checks each length of an IV, encrypted and decrypted."""
    rng, items = random.Random(2), list[Key | Message]()
    for size in subject.algorithm.iv_bytes:
        key = _key(subject, rng)
        first = Message(rng.randbytes(size), rng.randbytes(20), rng.randbytes(40))
        items += [key, first, subject.sealed(key.key, first)]
    failures = subject.failures([AeadJob(tuple(items))], "message")
    lengths = sorted(subject.algorithm.iv_bytes)
    return failures, len(items), f"{len(lengths)} lengths from {lengths[0]} to {lengths[-1]} bytes"


def tags(subject: AeadSubject, _: Effort) -> Findings:
    """Checks tags of each length with each wrong bit, and with wrong bytes beyond their length."""
    rng, items = random.Random(3), list[Key | Message]()
    iv = subject.algorithm.iv_bytes[0]
    for size in subject.algorithm.tag_bytes:
        key = _key(subject, rng)
        first = Message(rng.randbytes(iv), rng.randbytes(9), rng.randbytes(21), tag_bytes=size)
        right = subject.sealed(key.key, first)
        items += [key, first, right]
        bits = range(8 * size)
        items += [replace(right, tag=_flipped(right.tag, bit)) for bit in bits]
        items += [replace(right, tag=bytes(a ^ 255 for a in right.tag)), right]
        other: Mapping[str, Any] = {
            part: _flipped(value, rng.randrange(8 * len(value)))
            for part, value in (("iv", right.iv), ("data", right.data), ("text", right.text))
        }
        items += [replace(right, **{part: value}) for part, value in other.items()]
        if size < BEAT:
            items.append(replace(right, tag=right.tag + rng.randbytes(BEAT - size)))
    failures = subject.failures([AeadJob(tuple(items))], "message")
    return failures, len(items), "each bit of a tag of each length, and one bit of all else"


def random_messages(subject: AeadSubject, effort: Effort) -> Findings:
    """Checks keys, directions and lengths in any sequence, without a pause."""
    jobs = [
        AeadJob(tuple(_mixture(subject, random.Random(seed), 40, longest)), seed=seed)
        for seed in range(effort.seeds)
        for longest in (40, 200, effort.random_bytes)
    ]
    return subject.failures(jobs, "message"), len(jobs), f"{len(jobs)} times 40 messages"


def power_on(subject: AeadSubject, effort: Effort) -> Findings:
    """Checks that the contents of registers before the first reset do not matter."""

    def job(seed: int) -> AeadJob:
        return AeadJob(tuple(_mixture(subject, random.Random(seed), 5, 60)), seed=seed)

    return all_power_on(subject, effort, "message", job)


def stalls(subject: AeadSubject, effort: Effort) -> Findings:
    """Checks stalls on every port, and texts that fill every queue before results leave."""
    rates, rng, jobs = (0.0, 0.4, 0.9), random.Random(6), list[AeadJob]()
    for seed, stall_in, stall_out in product(range(effort.seeds), rates, rates):
        items = tuple(_mixture(subject, random.Random(seed), 20, 120))
        jobs.append(AeadJob(items, rng.choice(rates), stall_in, stall_out, seed=seed))
    for seed in range(max(1, effort.seeds // 4)):
        items = tuple(_mixture(subject, random.Random(seed), 8, _LONG))
        jobs.append(AeadJob(items, stall_out=rates[-1], seed=seed))
    return stalled(subject, jobs, "message")


def _interrupted(action: Action, subject: AeadSubject, effort: Effort) -> Findings:
    """Checks a reset or wipe in every phase of a message: later messages must be right."""
    step, jobs = max(1, 32 // effort.seeds), list[AeadJob]()
    ivs = subject.algorithm.iv_bytes
    for iv in {ivs[0], max(ivs)}:
        longest = subject.formulas.message_cycles(iv, 20, 40) + 8
        for after in range(0, longest, step):
            rng = random.Random(after)
            key, other = _key(subject, rng), _key(subject, rng)
            again = _message(subject, rng, key, 20, 40, iv)
            rest = [_message(subject, rng, key, rng.randrange(40), 40) for _ in range(2)]
            last = _message(subject, rng, other, 20, 40)
            hit = replace(again, action=action, after=after)
            refused = replace(other, action=action, after=after // 2)
            jobs.append(AeadJob((key, hit, *rest, refused, last), seed=after, stall_out=0.2))
    failures, lost = all_but_lost(subject, jobs, action, "message")
    return failures, len(jobs), f"{len(jobs)} cases: {lost} messages lost, all others right"


def first_cycles(subject: AeadSubject, _: Effort) -> Findings:
    """Checks keys and starts that come in each of the first cycles after a reset and a wipe."""
    jobs = list[AeadJob]()
    for action, cycle in product((Action.RESET, Action.WIPE), range(FIRST_CYCLES)):
        rng = random.Random(cycle)
        key = _key(subject, rng)
        message = _message(subject, rng, key, 10, 20)
        for at_key, at_start in ((cycle, 0), (0, cycle)):
            items = (replace(key, wait=at_key), replace(message, wait=at_start), message)
            jobs.append(AeadJob(items, action=action, seed=cycle))
    failures = subject.failures(jobs, "message")
    return failures, len(jobs), f"each of {FIRST_CYCLES} cycles after a reset and after a wipe"


def hostile(subject: AeadSubject, effort: Effort) -> Findings:
    """Checks legal and illegal keys and messages in any sequence, with any stalls."""

    def job(seed: int) -> AeadJob:
        rng = random.Random(seed)
        items = tuple(_hostile_items(subject, rng, 30))
        key, given, taken = rng.choices((0.0, 0.4, 0.9), k=3)
        return AeadJob(items, key, given, taken, seed + 1)

    return until_refused(subject, effort, [], job)


def _hostile_items(subject: AeadSubject, rng: random.Random, count: int) -> Iterator[Key | Message]:
    key = _key(subject, rng)
    yield key
    for _ in range(count):
        event = Item()
        if rng.randrange(8) == 0:
            event = Item(action=rng.choice((Action.RESET, Action.WIPE)), after=rng.randrange(200))
        message = _message(subject, rng, key, rng.randrange(50), rng.randrange(70))
        what = rng.randrange(10)
        if what == 0:
            for _ in range(rng.randrange(1, 3)):
                yield replace(_refused_key(subject, rng), action=event.action, after=event.after)
            key = _key(subject, rng)
            yield key
        elif what < 5:
            message = _broken(subject, rng, message)
            yield replace(message, action=event.action, after=event.after)
        else:
            yield replace(message, action=event.action, after=event.after)


def _refused_key(subject: AeadSubject, rng: random.Random) -> Key:
    """Returns a key that ends too soon or too late, or states a length that does not exist."""
    size = rng.choice(subject.formulas.key_bytes)
    right = size // 4
    words = rng.choice((*range(1, right), *range(right + 1, right + _BEYOND + 1)))
    length = size // 8 - 2
    if len(subject.formulas.key_bytes) > 1 and rng.randrange(3) == 0:
        length = 3
    return Key(rng.randbytes(4 * words), length, legal=False)


def _broken(subject: AeadSubject, rng: random.Random, message: Message) -> Message:
    """Returns a message with a short beat before the last one, with a hole, or a wrong length."""
    what = rng.randrange(8)
    if what == 0 and len(subject.algorithm.tag_bytes) > 1:
        bad = [n for n in range(1 << 5) if n not in subject.algorithm.tag_bytes]
        return replace(message, tag_bytes=rng.choice(bad), tag=bytes(BEAT))
    if what == 1:
        size = len(message.iv)
        if size >= BEAT or rng.randrange(2):
            return replace(message, iv=b"")
        # The first of two beats would be a legal IV.
        iv, keep = message.iv + bytes(BEAT), (1 << size) - 1
        return replace(message, iv=iv, port=Port.IV, keep=keep)
    port = rng.choice((Port.IV, Port.DATA, Port.TEXT))
    part = {Port.IV: message.iv, Port.DATA: message.data, Port.TEXT: message.text}[port]
    keep, at = wrong_keep(rng, part)
    return replace(message, port=port, keep=keep, keep_at=at)


def latency(subject: AeadSubject, effort: Effort) -> Findings:
    """Compares the cycles of messages and keys with the formulas, for any data, key and tag."""
    rng, failures, cases = random.Random(5), list[str](), 0
    size, ivs = max(subject.formulas.key_bytes), subject.algorithm.iv_bytes
    sizes = (0, 1, 16, 17, 40, 80, 96, 200)
    for iv, data, text in product({ivs[0], max(ivs), ivs[-min(4, len(ivs))]}, sizes, (*sizes, 512)):
        pairs = list[tuple[Key, Message]]()
        for number in range(2 + effort.seeds // 10):
            key = Key(bytes(size) if number == 0 else rng.randbytes(size))
            pairs.append((key, _message(subject, rng, key, data, text, iv)))
        replies = subject.run(AeadJob(pair) for pair in pairs)
        for (_, message), reply in zip(pairs, replies, strict=True):
            cases += 1
            stated = subject.formulas.message_cycles(iv, data, text)
            if message.decrypt and subject.formulas.held_beats:
                stated += -(-len(reply.outcomes[-1].result or b"") // BEAT)
            found = reply.outcomes[-1].last - reply.outcomes[-1].first
            if reply.violation or found != stated:
                what = f"IV, data and text of {iv}, {data} and {text} bytes: {found} cycles"
                failures.append(reply.violation or f"{what} instead of {stated}")
            start = reply.outcomes[1].first - reply.outcomes[0].first
            interval = subject.point.key_interval(size)
            if start != interval:
                failures.append(f"a key takes {start} cycles instead of {interval}")
    return failures, cases, f"{cases} messages and keys by the formulas"


def full_rate(subject: AeadSubject, _: Effort) -> Findings:
    """Compares the cycles per block of a long text with the formula."""
    rng, ends, failures = random.Random(7), list[int](), list[str]()
    stated = subject.point.block_interval("stream")
    for count in (100, 300):
        key = Key(rng.randbytes(max(subject.formulas.key_bytes)))
        message = Message(rng.randbytes(subject.algorithm.iv_bytes[0]), b"", bytes(BEAT * count))
        (reply,) = subject.run([AeadJob((key, message))])
        failures += [reply.violation] if reply.violation else []
        ends.append(reply.outcomes[-1].last - reply.outcomes[-1].first)
    measured = (ends[1] - ends[0]) / 200
    if measured != stated:
        failures.append(f"{measured:g} cycles per block instead of {stated}")
    return failures, 1, f"{measured:g} cycles per block"


#: Every check, by its name in reports.
CHECKS: Mapping[str, Examine] = {
    "published vectors": published,
    "every length of message": every_length,
    "every length of IV": initial_values,
    "tags, right and wrong": tags,
    "random messages": random_messages,
    "legal and illegal inputs": hostile,
    "power-on contents": power_on,
    "stalls on every port": stalls,
    "reset in every phase of a message": partial(_interrupted, Action.RESET),
    "wipe in every phase of a message": partial(_interrupted, Action.WIPE),
    "keys and starts after a reset and a wipe": first_cycles,
    "cycles per block of messages": full_rate,
    "latency of messages and keys": latency,
}


def checks_of(point: DesignPoint, level: Level) -> Mapping[str, Examine]:  # noqa: ARG001
    """Returns the checks of a level, which are the same for every design point."""
    return CHECKS


#: What the checks examine.
SUBJECT = AeadSubject


def perform(point: DesignPoint, builds: Builds, effort: Effort, progress: Progress) -> list[Check]:
    """Runs all checks of a design point: see `perform_all`."""
    return perform_all(SUBJECT, checks_of, point, builds, effort, progress)
