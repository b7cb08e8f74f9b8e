"""Checks digests with the standard's vectors, and with random messages against Python."""

from __future__ import annotations

import random
from collections.abc import Sequence

from silicrypt.verify import vectors
from silicrypt.verify.checks import Effort, Findings
from silicrypt.verify.hash.subject import Subject, compare, expected
from silicrypt.verify.hash.wire import MonteCarlo


def short_vectors(subject: Subject, _: Effort) -> Findings:
    """Checks all published short messages: NIST's CAVP file, an RFC, or OSCCA's examples (SM3)."""
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
