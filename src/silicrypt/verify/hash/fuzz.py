"""Checks what happens when a rule of the interface is broken, by legal and illegal random actions.

A model in the bench (``fuzz.h``) decides for each message whether it must be refused, and which key
applies otherwise. This module compares the digests.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Any

from silicrypt.verify.checks import Effort, Findings
from silicrypt.verify.hash.subject import Subject
from silicrypt.verify.hash.wire import Fuzz, Reply

#: Stall probabilities of each side.
_PACES = (0.0, 0.2, 0.9)
#: Each pattern of stalls gets one part in so many of the fuzzer's cycles.
_SHARE = 4


def framing(subject: Subject, effort: Effort) -> Findings:
    """Checks that a message with a short beat, a hole or a null beat is refused, and no other."""
    return patterns(subject, effort, framing=0.3)


def random_actions(subject: Subject, effort: Effort) -> Findings:
    """Checks legal and broken keys and messages, wipes and resets in any sequence."""
    rates = {"framing": 0.15, "mixed": 0.003, "wipe": 0.0002, "reset": 0.0002}
    rng = random.Random(11)
    jobs, cycles = list[Fuzz](), 0
    while cycles < effort.fuzz_cycles:
        part = min(50_000, effort.fuzz_cycles)
        stalls = {"stall_in": rng.choice(_PACES), "stall_out": rng.choice(_PACES)}
        jobs.append(_job(subject, cycles=part, seed=len(jobs) + 1, **stalls, **rates))
        cycles += part
    rates |= {"wipe": 0.004, "reset": 0.004}
    part = effort.fuzz_cycles // _SHARE
    jobs.append(_job(subject, cycles=part, seed=len(jobs) + 1, early=True, **rates))
    cycles += part
    failures, cases, refused, keys = _run(subject, jobs)
    return failures, cases, f"{cycles} cycles; {refused} messages refused, {keys} keys broken"


def patterns(subject: Subject, effort: Effort, **rates: float) -> Findings:
    """Checks that what breaks a rule is refused, and nothing else, under nine patterns of stalls.

    Args:
        subject: what is checked.
        effort: the amount of work.
        rates: the probabilities with which rules are broken, as in `Fuzz`.
    """
    jobs = [
        _job(
            subject,
            cycles=effort.fuzz_cycles // _SHARE,
            seed=seed + 1,
            stall_in=stall_in,
            stall_out=stall_out,
            **rates,
        )
        for seed, (stall_in, stall_out) in enumerate(product(_PACES, _PACES))
    ]
    failures, cases, refused, keys = _run(subject, jobs)
    if not (failures or (refused and (keys or not subject.config.unit.keyed))):
        failures.append("no rule was ever broken")
    covered = f"{len(jobs)} patterns of stalls; {refused} messages refused, {keys} keys broken"
    return failures, cases, covered


def _job(subject: Subject, **settings: Any) -> Fuzz:
    rng = random.Random(settings["seed"])
    beat, block = subject.beat_bytes, subject.algorithm.block_bits // 8
    sizes = [0, 1, beat - 1, beat, beat + 1, 2 * beat, 3 * beat - 1, block - beat, block]
    messages = [*sizes, block + 1, 2 * block, *(rng.randrange(4 * block) for _ in range(20))]
    keys = (
        [*sizes, block + beat, 2 * block, block - 1, block + 1] if subject.config.unit.keyed else []
    )
    return Fuzz(
        tuple(rng.randbytes(size) for size in messages),
        tuple(rng.randbytes(size) for size in keys),
        either=subject.config.chosen is not None,
        **settings,
    )


def _run(subject: Subject, jobs: list[Fuzz]) -> tuple[list[str], int, int, int]:
    """Returns failures, number of results, refused messages, and keys that broke a rule."""
    failures, cases, refused, keys = [], 0, 0, 0
    for job, reply in zip(jobs, subject.model.run(jobs, checked=False), strict=True):
        where = f"stalls {job.stall_in}/{job.stall_out}, seed {job.seed}"
        failures += [f"{where}: {what}" for what in _wrong(subject, job, reply)]
        cases += len(reply.outcomes)
        refused += sum(outcome.refused for outcome in reply.outcomes)
        keys += reply.held_out
    return failures, cases, refused, keys


def _wrong(subject: Subject, job: Fuzz, reply: Reply) -> list[str]:
    wrong = [reply.violation] if reply.violation else []

    @cache
    def expected(message: int, key: int, sha1: bool) -> bytes:
        one = subject.config.choices[sha1] if job.either else subject.config
        data = one.reference(job.messages[message], job.keys[key - 1] if key else b"")
        return data.ljust(subject.model.digest_bytes, b"\0")

    for number, outcome in enumerate(reply.outcomes):
        if outcome.digest is None:
            continue
        message, sha1 = outcome.first & 0xFFFFFFFF, bool(outcome.first >> 32)
        digest = expected(message, outcome.valid, sha1 and job.either)
        if outcome.digest != digest:
            wrong.append(f"result {number}: {outcome.digest.hex()} instead of {digest.hex()}")
    return wrong
