"""Checks the rules of the interface, with stalls and resets.

The bench watches the rules in every other check, too. The checks here provoke violations.
"""

from __future__ import annotations

import random
from itertools import product

from silicrypt.verify.checks import Effort, Findings
from silicrypt.verify.hash.subject import Subject, compare, expected, together

#: Stall probabilities of each side.
_PACES = (0.0, 0.2, 0.9)
#: Stall probabilities of input and output in the check of resets.
_RESET_PACES = (0.0, 0.0), (0.3, 0.7)


def stalls(subject: Subject, effort: Effort) -> Findings:
    """Checks stalls on both sides, with every number of bytes in the last beat."""
    rng = random.Random(4)
    sizes = [*range(2 * subject.beat_bytes + 1), 200, 300]
    jobs = []
    for seed, (stall_in, stall_out) in product(range(effort.seeds), product(_PACES, _PACES)):
        rng.shuffle(sizes)
        parts = subject.messages(rng.randbytes(size) for size in sizes)
        jobs.append(subject.job(parts, stall_in=stall_in, stall_out=stall_out, seed=seed + 1))
    replies = subject.model.run(jobs)
    failures, held_in, held_out, most = [], 0, 0, 0
    for job, reply in zip(jobs, replies, strict=True):
        where = f"stalls {job.stall_in}/{job.stall_out}, seed {job.seed}, message"
        failures += compare(reply, expected(subject, job), where)
        held_in += reply.held_in
        held_out += reply.held_out
        most = max(most, together(job, reply)) if not failures else most
    waits = subject.config.unit.tops[subject.level].results_wait
    if not (failures or (held_in and (held_out or not waits))):
        failures.append("the patterns never made a beat or a digest wait")
    stages = subject.config.stages
    if not failures and most < stages:
        failures.append(f"only {most} of {stages} messages of different lengths were in flight")
    mixed = f", {stages} lengths at once" * (stages > 1)
    covered = f"{len(jobs)} patterns{mixed}; beats waited {held_in} cycles, digests {held_out}"
    return failures, sum(len(job.messages) for job in jobs), covered


def resets(subject: Subject, effort: Effort) -> Findings:
    """Checks a reset at every cycle of a message of two blocks: later messages must be right."""
    victim = bytes(range(subject.algorithm.block_bits // 8))
    # As many messages are in flight as there are stages. The last one begins after the reset.
    others = max(1, subject.config.stages - 1)
    after = subject.messages((bytes(range(7, 200)), *[b"!"] * others, bytes(range(200))))
    last = subject.config.cycles(subject.level, len(victim)) + 8
    seeds = range(1, 1 + max(1, effort.seeds // 4))
    jobs = [
        subject.job(
            # A key that the reset clears together with the message is sent again, twice.
            [
                subject.message(victim, 0, at),
                *subject.keyed(),
                *after[:-1],
                *subject.keyed(),
                after[-1],
            ],
            stall_in=stall_in,
            stall_out=stall_out,
            seed=seed,
        )
        for seed, (stall_in, stall_out), at in product(seeds, _RESET_PACES, range(last))
    ]
    failures, cut = [], 0
    for job, reply in zip(jobs, subject.model.run(jobs), strict=True):
        (at,) = (m.reset_after for m in job.messages if m.reset_after is not None)
        where = f"reset {at} cycles in, message"
        digests = expected(subject, job)
        cut += reply.outcomes[0].lost_to_reset
        # Messages directly after the first one may be lost with it, but the last one may not.
        failures += compare(reply, digests, where, may_be_lost=len(digests) - 1)
    if not (failures or cut):
        failures.append("no reset ever cut a message off")
    return failures, len(jobs), f"0 to {last - 1} cycles in; {cut} messages cut off"
