"""Checks digests with the standard's vectors, and with random messages against Python."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle

from silicrypt.verify import vectors
from silicrypt.verify.checks import Effort, Findings, Subject, compare, expected
from silicrypt.verify.wire import Job, MonteCarlo


def short_vectors(subject: Subject, _: Effort) -> Findings:
    """Checks all messages of RFC 1321 A.5 (MD5), or all short ones of NIST's CAVP file."""
    return _vectors(subject, vectors.short(subject.config.computes))


def long_vectors(subject: Subject, _: Effort) -> Findings:
    """Checks all long messages of NIST's CAVP file."""
    return _vectors(subject, vectors.long(subject.config.computes))


def monte_carlo(subject: Subject, effort: Effort) -> Findings:
    """Checks the Monte Carlo chain of the CAVP file, from its seed."""
    vector = vectors.monte(subject.config.computes)
    known = vector.checkpoints[: effort.checkpoints]
    (reply,) = subject.model.run([MonteCarlo(vector.seed, len(known))])
    count = f"{len(known)} of {len(vector.checkpoints)}"
    covered = f"{vectors.source(subject.config.computes)}: {count} checkpoints of 1000 hashes"
    return compare(reply, known, "checkpoint"), len(known), covered


def every_length(subject: Subject, effort: Effort) -> Findings:
    """Checks random messages of every length from 0 to 300 bytes."""
    rng = random.Random(1)
    rounds = 1 + effort.seeds // 8
    parts = [rng.randbytes(size) for _ in range(rounds) for size in range(301)]
    return _against_reference(subject, [parts], f"0 to 300 bytes, {rounds} times")


def boundaries(subject: Subject, effort: Effort) -> Findings:
    """Checks lengths around each length at which one more block is needed."""
    block = subject.algorithm.block_bits // 8
    tail = subject.algorithm.padding.length_bytes + 1
    rng = random.Random(2)
    sizes = [
        size
        for count in range(1, effort.boundaries + 1)
        for edge in (count * block, count * block - tail)
        for size in range(edge - 2, edge + 3)
    ]
    covered = f"2 bytes around {effort.boundaries} block and padding boundaries"
    return _against_reference(subject, [[rng.randbytes(size) for size in sizes]], covered)


def random_messages(subject: Subject, effort: Effort) -> Findings:
    """Checks random messages of random lengths, back to back, after several power-on states."""
    rng = random.Random(3)
    jobs = [
        [rng.randbytes(rng.randrange(effort.random_bytes)) for _ in range(40)]
        for _ in range(effort.seeds)
    ]
    return _against_reference(subject, jobs, f"up to {effort.random_bytes} bytes")


def keys(subject: Subject, effort: Effort) -> Findings:
    """Checks keys of every length from 0 to 300 bytes, each with up to two messages.

    Keys that fill all their beats are also sent with an additional null beat as the last.
    """
    rng = random.Random(6)
    rounds = 1 + effort.seeds // 8
    lanes = cycle(range(subject.config.stages))
    messages = [
        message
        for _ in range(rounds)
        for size in rng.sample(range(301), 301)
        for message in (
            subject.message(rng.randbytes(size), key=True),
            *(
                subject.message(rng.randbytes(rng.randrange(150)), next(lanes))
                for _ in range(rng.randrange(3))
            ),
        )
    ]
    step = subject.beat_bytes
    for size in range(step, 3 * subject.algorithm.block_bits // 8, step):
        key = replace(subject.message(rng.randbytes(size), key=True), empty_end=True)
        messages += [key, subject.message(rng.randbytes(20), next(lanes))]
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
    foreign = [
        other.message(subject.key, key=True)
        for other in others
        if other.config.chosen != subject.config.chosen
    ]
    lacking = [(own, own), (*foreign, own)]
    failures, cases = [], 0
    for before in lacking:
        job = Job((*before, *subject.keyed(), own))
        (reply,) = subject.model.run([job])
        *refused, last = reply.outcomes
        cases += len(refused) + 1
        failures += [reply.violation] if reply.violation else []
        failures += [f"a tag for message {i}" for i, one in enumerate(refused) if one.digest]
        if last.digest != subject.reference(data):
            failures.append("no right tag with the key behind a message without one")
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


def power_on(subject: Subject, effort: Effort) -> Findings:
    """Checks the first message after power-on, with random register values before the reset.

    The clock is stopped in some of the resets.
    """
    failures = []
    for seed in range(1, effort.seeds + 1):
        data = bytes([seed % 256]) * seed
        job = subject.job(subject.messages([data]), seed=seed)
        (reply,) = subject.model.run([job], power_on=seed)
        failures += compare(reply, [subject.reference(data)], f"power-on {seed}, message")
    return failures, effort.seeds, f"{effort.seeds} random states of the registers"


def _vectors(subject: Subject, known: Sequence[vectors.Vector]) -> Findings:
    messages = subject.messages(vector.message for vector in known)
    keys = [() if v.key is None else (subject.message(v.key, key=True),) for v in known]
    pairs = zip(keys, messages, strict=True)
    (reply,) = subject.model.run([subject.job(m for key, one in pairs for m in (*key, one))])
    failures = compare(reply, [vector.digest for vector in known], "vector")
    longest = max(len(vector.message) for vector in known)
    source = vectors.source(subject.config.computes)
    return failures, len(known), f"{source}: all {len(known)}, up to {longest} bytes"


def _against_reference(subject: Subject, jobs: Sequence[Sequence[bytes]], covered: str) -> Findings:
    work = [subject.job(subject.messages(parts), seed=i + 1) for i, parts in enumerate(jobs)]
    failures = []
    for job, reply in zip(work, subject.model.run(work), strict=True):
        failures += compare(reply, expected(subject, job), f"seed {job.seed}, message")
    return failures, sum(map(len, jobs)), covered
