"""Checks a block cipher core against FIPS 197, NIST's vectors and its contract."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from silicrypt.catalog.aes import KEY_BEAT_BITS
from silicrypt.verify.checks import Effort, Findings
from silicrypt.verify.cipher.model import Subject, blocks, compare
from silicrypt.verify.cipher.reference import BLOCK, apply
from silicrypt.verify.cipher.vectors import Vector, answers, examples
from silicrypt.verify.cipher_wire import Action, Chain, Item, Job

#: Byte values that an S-box or its inverse maps to 0 or from 0, and all ones.
_SPECIAL = (0x00, 0xFF, 0x52, 0x63)


def _vectors(subject: Subject, chosen: Sequence[Vector], what: str) -> Findings:
    items = list[Item]()
    for v in chosen:
        items += [Item(v.key, key=True), *blocks(v.data, decrypt=v.decrypt)]
    job = Job(tuple(items))
    (reply,) = subject.model.run([job])
    failures = compare(job, reply, what)
    got = b"".join(
        o.result or b"" for i, o in zip(job.items, reply.outcomes, strict=True) if not i.key
    )
    if not failures and got != b"".join(v.result for v in chosen):
        failures = [f"{what}: not the results of the file"]
    return failures, len(chosen), f"{len(chosen)} vectors"


def standard(subject: Subject, _: Effort) -> Findings:
    """Checks the examples of FIPS 197."""
    return _vectors(subject, examples(subject.key_bytes, subject.directions), "example")


def known_answers(subject: Subject, _: Effort) -> Findings:
    """Checks AESAVS 6.2: GFSbox, KeySbox, variable key, variable text."""
    return _vectors(subject, answers(subject.key_bytes, subject.directions), "known answer")


def several_blocks(subject: Subject, _: Effort) -> Findings:
    """Checks AESAVS 6.3: messages of 1 to 10 blocks."""
    chosen = answers(subject.key_bytes, subject.directions, ("MMT",))
    return _vectors(subject, chosen, "message")


def monte_carlo(subject: Subject, effort: Effort) -> Findings:
    """Checks AESAVS 6.4.1, where each key follows from the last results, with Python's library."""
    failures, cases, rng = list[str](), 0, random.Random(4)
    for size in subject.key_bytes:
        for decrypt in subject.directions:
            key, block, jobs, expected = rng.randbytes(size), rng.randbytes(BLOCK), [], []
            for _ in range(effort.checkpoints):
                jobs.append(Chain(key, block, 1000, decrypt))
                last = b""
                for _ in range(1000):
                    last, block = block, apply(key, block, decrypt)
                expected.append((last, block))
                change = (last + block)[-size:]
                key = bytes(a ^ b for a, b in zip(key, change, strict=True))
            for number, reply in enumerate(subject.model.run(jobs)):
                cases += 1
                results = tuple(outcome.result for outcome in reply.outcomes)
                if reply.violation or results != expected[number]:
                    failures.append(f"checkpoint {number}: {reply.violation or 'another result'}")
    return failures, cases, f"{cases} checkpoints of 1000 blocks"


def _mixture(subject: Subject, rng: random.Random, count: int, each: int = 4) -> Iterator[Item]:
    """Yields keys and blocks of either direction; a key may have no blocks."""
    yield Item(rng.randbytes(rng.choice(subject.key_bytes)), key=True)
    for _ in range(count):
        if rng.randrange(each) == 0:
            yield Item(rng.randbytes(rng.choice(subject.key_bytes)), key=True)
        yield Item(rng.randbytes(BLOCK), decrypt=rng.choice(subject.directions))


def _runs(subject: Subject, jobs: Sequence[Job], what: str, power_on: int = 1) -> list[str]:
    replies = subject.model.run(jobs, power_on)
    return [
        failure
        for number, (job, reply) in enumerate(zip(jobs, replies, strict=True))
        for failure in compare(job, reply, f"job {number}, {what}")
    ]


def random_blocks(subject: Subject, effort: Effort) -> Findings:
    """Checks random keys, blocks and directions, with a key between any two blocks."""
    jobs = [
        Job(tuple(_mixture(subject, random.Random(seed), 200, each)), seed=seed)
        for seed in range(effort.seeds)
        for each in (1, 4, 40)
    ]
    return _runs(subject, jobs, "block"), len(jobs), f"{len(jobs)} times 200 blocks"


def power_on(subject: Subject, effort: Effort) -> Findings:
    """Checks that the contents of registers before the first reset do not matter."""
    failures = []
    for seed in range(2, 2 + effort.seeds):
        job = Job(tuple(_mixture(subject, random.Random(seed), 5)), seed=seed)
        failures += _runs(subject, [job], f"power-on {seed}, block", seed)
    return failures, effort.seeds, f"{effort.seeds} contents of the registers"


def stalls(subject: Subject, effort: Effort) -> Findings:
    """Checks stalls on every port, and keys at any time."""
    rates, rng = (0.0, 0.3, 0.7, 0.95), random.Random(6)
    jobs = [
        Job(
            tuple(_mixture(subject, random.Random(seed), 60, rng.choice((2, 8, 30)))),
            stall_key=rng.choice(rates),
            stall_in=stall_in,
            stall_out=stall_out,
            seed=seed,
            ordered=ordered,
        )
        for seed in range(effort.seeds)
        for stall_in in rates
        for stall_out in rates
        for ordered in (False, True)
    ]
    replies = subject.model.run(jobs)
    failures = [
        f for job, reply in zip(jobs, replies, strict=True) for f in compare(job, reply, "block")
    ]
    held = sum(reply.held_in for reply in replies), sum(reply.held_out for reply in replies)
    if not all(held):
        failures.append("no block, or no result, was ever stalled")
    return failures, len(jobs), f"{held[0]} blocks and {held[1]} results held up"


def _interrupted(action: Action) -> Callable[[Subject, Effort], Findings]:
    """Checks a reset or wipe in every phase of a key and of a block: later blocks must be right."""

    def examine(subject: Subject, effort: Effort) -> Findings:
        duration = subject.config.cycles("core", BLOCK)
        step = max(1, 32 // effort.seeds)
        jobs = list[Job]()
        for size in subject.key_bytes:
            times = [("key", t) for t in range(0, 64 + 160, step)]
            times += [("block", t) for t in range(0, duration + 4, max(1, step // 4))]
            for where, after in times:
                rng = random.Random(after)
                items = [Item(rng.randbytes(size), key=True), *_plain(subject, rng, 6)]
                items += [Item(rng.randbytes(size), key=True), *_plain(subject, rng, 3)]
                at = 0 if where == "key" else 3
                item = items[at]
                items[at] = Item(item.data, item.key, item.decrypt, action, after)
                jobs.append(Job(tuple(items), seed=after, stall_out=0.2))
        failures = list[str]()
        lost = 0
        for job, reply in zip(jobs, subject.model.run(jobs), strict=True):
            failures += compare(job, reply, f"{action.name.lower()}, block")
            lost += sum(outcome.lost for outcome in reply.outcomes)
        if not lost:
            failures.append("nothing was ever lost")
        return failures, len(jobs), f"{len(jobs)} cases: {lost} blocks lost, all other blocks right"

    return examine


def _plain(subject: Subject, rng: random.Random, count: int) -> Iterator[Item]:
    for _ in range(count):
        yield Item(rng.randbytes(BLOCK), decrypt=rng.choice(subject.directions))


def cycles_per_block(subject: Subject, _: Effort) -> Findings:
    """Compares the cycles from block to block, in steady state, with the formula."""
    failures, measured = list[str](), 0.0
    size = max(subject.key_bytes)
    for decrypt in subject.directions:
        job = Job((Item(bytes(size), key=True), *blocks(bytes(BLOCK * 400), decrypt=decrypt)))
        (reply,) = subject.model.run([job])
        failures += compare(job, reply, "block")
        stages = subject.config.stages
        count = 100 // stages * stages
        measured = (reply.outcomes[201 + count].valid - reply.outcomes[201].valid) / count
        if measured != subject.config.cycles_per_block:
            failures.append(f"{measured:g} instead of {subject.config.cycles_per_block}")
    return failures, len(subject.directions), f"{measured:g} cycles per block"


def latency(subject: Subject, effort: Effort) -> Findings:
    """Compares the cycles of a block alone and of a key with the formulas, for any data and key."""
    rng, failures = random.Random(5), list[str]()
    size, stated = max(subject.key_bytes), subject.config.cycles("core", BLOCK)
    keys = [*(bytes([byte]) * size for byte in _SPECIAL), rng.randbytes(size)]
    keys += [rng.randbytes(size) for _ in range(effort.seeds)]
    jobs = [
        Job((Item(key, key=True), Item(data, decrypt=decrypt)))
        for key in keys
        for data in (*(bytes([byte]) * BLOCK for byte in _SPECIAL), rng.randbytes(BLOCK))
        for decrypt in subject.directions
    ]
    keyed = set[int]()
    for reply in subject.model.run(jobs):
        key, block = reply.outcomes
        keyed.add(block.first - key.first)
        if reply.violation or block.cycles != stated:
            failures.append(reply.violation or f"{block.cycles} cycles instead of {stated}")
    expected = subject.config.key_interval(size) + 8 * size // KEY_BEAT_BITS
    if keyed != {expected}:
        failures.append(f"keys take {sorted(keyed)} cycles instead of {expected}")
    return failures, len(jobs), f"{stated} cycles per block, {expected} per key, all the same"


#: Every check of a block cipher core, by its name in reports.
CHECKS: dict[str, Callable[[Any, Effort], Findings]] = {
    "standard's examples": standard,
    "known answers": known_answers,
    "several blocks": several_blocks,
    "Monte Carlo chain": monte_carlo,
    "random blocks": random_blocks,
    "power-on content": power_on,
    "stalls and keys": stalls,
    "reset in every phase": _interrupted(Action.RESET),
    "wipe in every phase": _interrupted(Action.WIPE),
    "cycles per block of data": cycles_per_block,
    "latency of keys and blocks": latency,
}
