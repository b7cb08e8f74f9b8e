"""Checks that the cycles are those that the header states, whatever the data."""

from __future__ import annotations

import random
from itertools import pairwise

from silicrypt.verify.checks import Effort, Findings
from silicrypt.verify.hash.subject import Subject, compare


def cycles_per_block(subject: Subject, _: Effort) -> Findings:
    """Compares the cycles from block to block, in steady state, with the formula."""
    config = subject.config
    block = subject.algorithm.block_bits // 8
    totals = []
    for blocks in (8, 72):
        parts = subject.messages([bytes(blocks * block)] * config.stages)
        (reply,) = subject.model.run([subject.job(parts, burst=_block_beats(subject))])
        failures = compare(reply, [subject.reference(parts[0].data)] * config.stages, "message")
        if failures:
            return failures, 1, ""
        totals.append(max(o.valid for o in reply.outcomes) - min(o.first for o in reply.outcomes))
    measured = (totals[1] - totals[0]) / (64 * config.stages)
    failures = (
        []
        if measured == config.cycles_per_block
        else [f"{measured:g} cycles per block instead of {config.cycles_per_block}"]
    )
    return failures, 1, f"{measured:g} cycles per block"


def latency(subject: Subject, _: Effort) -> Findings:
    """Compares the cycles from first beat to digest, of a message alone, with the formula."""
    block = subject.algorithm.block_bits // 8
    sizes = sorted({*range(2 * block + 1), 5 * block - 1, 5 * block, 16 * block})
    replies = subject.model.run([subject.job([subject.message(bytes(size))]) for size in sizes])
    failures = []
    for size, reply in zip(sizes, replies, strict=True):
        measured, stated = reply.outcomes[0].cycles, subject.config.cycles(subject.level, size)
        if reply.violation or not stated <= measured <= stated + _slot_wait(subject):
            found = reply.violation or f"{measured} cycles instead of {stated}"
            failures.append(f"{size} bytes: {found}")
    short, long = (replies[sizes.index(size)].outcomes[0].cycles for size in (0, 16 * block))
    return failures, len(sizes), f"{short} cycles for no byte, {long} for {16 * block} bytes"


def _slot_wait(subject: Subject) -> int:
    """Returns the longest wait of a block for its slot, in cycles; 0 with one stage."""
    waits = subject.level == "stream" and subject.config.stages > 1
    return subject.config.cycles_per_block if waits else 0


def constant_time(subject: Subject, effort: Effort) -> Findings:
    """Checks that the latency does not depend on the data."""
    rng = random.Random(5)
    size = subject.algorithm.block_bits // 8 + 3
    parts = [bytes(size), b"\xff" * size, b"\x80" + bytes(size - 1), bytes(size - 1) + b"\x01"]
    parts += [rng.randbytes(size) for _ in range(4 * effort.seeds)]
    replies = subject.model.run([subject.job([subject.message(data)]) for data in parts])
    seen = {reply.outcomes[0].cycles for reply in replies}
    failures = [reply.violation for reply in replies if reply.violation]
    if len(seen) > 1:
        failures.append(f"messages of {size} bytes took {sorted(seen)} cycles")
    return failures, len(parts), f"messages of {size} bytes, all in {min(seen)} cycles"


def back_to_back(subject: Subject, _: Effort) -> Findings:
    """Checks the interval of one-block messages without a pause against the formula."""
    algorithm = subject.algorithm
    # A tag waits for its inner digest, and tags in flight wait for each other.
    stages = 1 if subject.config.unit.keyed else subject.config.stages
    data = bytes(algorithm.block_bits // 8 - algorithm.padding.length_bytes - 1)
    parts = [subject.message(data, i % stages) for i in range(32 * stages)]
    beats = -(-len(data) // subject.beat_bytes) if subject.level == "stream" else 0
    (reply,) = subject.model.run([subject.job(parts, burst=beats or _block_beats(subject))])
    failures = compare(reply, [subject.reference(data)] * len(parts), "message")
    if failures:
        return failures, len(parts), ""
    times = [outcome.valid for outcome in reply.outcomes[::stages]][4:]
    intervals = {later - earlier for earlier, later in pairwise(times)}
    interval = subject.config.message_interval(len(data))
    if intervals != {interval}:
        failures.append(f"intervals of {sorted(intervals)} cycles; {interval} by the formula")
    covered = f"{len(parts)} messages of one block, {stages} every {interval} cycles"
    return failures, len(parts), covered


def _block_beats(subject: Subject) -> int:
    return subject.algorithm.block_bits // 8 // subject.beat_bytes
