"""Checks the keys of messages: their lengths, their cycles, and messages without one."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import cycle

from silicrypt.verify.checks import Effort, Findings
from silicrypt.verify.hash.fuzz import patterns
from silicrypt.verify.hash.subject import Subject, compare, expected
from silicrypt.verify.hash.wire import Job


def keys(subject: Subject, effort: Effort) -> Findings:
    """Checks keys of every length from 0 to 300 bytes, each with up to two messages.

    Keys that fill all their beats are also sent with an additional null beat as the last.
    """
    rng = random.Random(6)
    rounds = 1 + effort.seeds // 8
    channels = cycle(range(subject.config.stages))
    messages = [
        message
        for _ in range(rounds)
        for size in rng.sample(range(301), 301)
        for message in (
            subject.message(rng.randbytes(size), key=True),
            *(
                subject.message(rng.randbytes(rng.randrange(150)), next(channels))
                for _ in range(rng.randrange(3))
            ),
        )
    ]
    step = subject.beat_bytes
    for size in range(step, 3 * subject.algorithm.block_bits // 8, step):
        key = replace(subject.message(rng.randbytes(size), key=True), empty_end=True)
        messages += [key, subject.message(rng.randbytes(20), next(channels))]
    job = subject.job(messages)
    (reply,) = subject.model.run([job])
    known = expected(subject, job)
    covered = f"0 to 300 bytes, {rounds} times, up to two messages each"
    return compare(reply, known, "message"), len(known), covered


def no_key(subject: Subject, _: Effort) -> Findings:
    """Checks that a message without a key for its hash is refused, and is right after the key."""
    data = bytes(range(90))
    own = subject.message(data)
    others = [replace(subject, config=choice) for choice in subject.config.choices]
    others_keys = [
        other.message(subject.key, key=True)
        for other in others
        if other.config.chosen != subject.config.chosen
    ]
    lacking = [(own, own), (*others_keys, own)]
    failures, cases = [], 0
    for before in lacking:
        job = Job((*before, *subject.keyed(), own))
        (reply,) = subject.model.run([job])
        *refused, last = reply.outcomes
        cases += len(refused) + 1
        failures += [reply.violation] if reply.violation else []
        failures += [f"a tag for message {i}" for i, one in enumerate(refused) if one.digest]
        if last.digest != subject.reference(data):
            failures.append("no right tag with the key after a message without one")
    return failures, cases, f"{cases - len(lacking)} messages refused"


def either_hash(subject: Subject, effort: Effort) -> Findings:
    """Checks keys and messages of both hashes in any order; each hash has a key of its own."""
    rng = random.Random(7)
    both = [replace(subject, config=choice) for choice in subject.config.choices]
    messages = [one.message(rng.randbytes(20), key=True) for one in both]
    for _ in range(50 * effort.seeds):
        one = rng.choice(both)
        messages.append(one.message(rng.randbytes(rng.randrange(200)), key=rng.random() < 0.2))
    job = Job(tuple(messages))
    (reply,) = subject.model.run([job])
    known = expected(subject, job)
    return compare(reply, known, "message"), len(known), "keys and messages of both, mixed"


def key_inside(subject: Subject, effort: Effort) -> Findings:
    """Checks that a key inside a message and a message inside a key are both refused."""
    return patterns(subject, effort, mixed=0.02)


def key_load(subject: Subject, _: Effort) -> Findings:
    """Compares the cycles that a key adds to the message after it with the formula."""
    block = subject.algorithm.block_bits // 8
    sizes = sorted({0, 1, 20, *range(block - 1, block + 2), 2 * block - 9, 2 * block, 5 * block})
    jobs = [
        Job((subject.message(bytes(size), key=True), subject.message(b"text")) * 2)
        for size in sizes
    ]
    failures = []
    for size, reply in zip(sizes, subject.model.run(jobs), strict=True):
        first, second = (outcome.first for outcome in reply.outcomes)
        measured = second - first - subject.config.message_interval(4)
        stated = subject.config.key_interval(size)
        if reply.violation or measured != stated:
            found = reply.violation or f"{measured} cycles instead of {stated}"
            failures.append(f"a key of {size} bytes: {found}")
    covered = f"{subject.config.key_interval(0)} cycles for a key of up to {block} bytes"
    return failures, len(sizes), covered
