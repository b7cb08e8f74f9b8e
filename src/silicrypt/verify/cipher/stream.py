"""Checks messages in ECB, CTR and XTS against NIST's vectors and Python's library."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from silicrypt.catalog import Config
from silicrypt.catalog.aes import formulas_of
from silicrypt.verify.checks import Effort, Findings
from silicrypt.verify.cipher.illegal import hostile
from silicrypt.verify.cipher.model import Subject, compare
from silicrypt.verify.cipher.reference import BLOCK
from silicrypt.verify.cipher.traffic import (
    COUNTERS,
    key_size,
    modes,
    possible,
    random_keys,
    random_message,
    run,
)
from silicrypt.verify.cipher.vectors import MessageVector, messages_of
from silicrypt.verify.cipher_wire import Action, Item, Job, Mode

#: Cycles after a reset or a wipe in which keys and starts come. Clearing takes at most 66 cycles.
_FIRST_CYCLES = 70


def _vectors(
    subject: Subject, mode: Mode, chosen: Sequence[MessageVector], note: str = ""
) -> Findings:
    items = list[Item]()
    for unit in chosen:
        half = len(unit.key) // 2 if mode == Mode.XTS else len(unit.key)
        items.append(Item(unit.key[:half], key=True))
        if mode == Mode.XTS:
            items.append(Item(unit.key[half:], key=True, tweak=True))
        items.append(Item(unit.data, decrypt=unit.decrypt, mode=mode, initial=unit.initial))
    (reply,) = subject.model.run([Job(tuple(items))])
    failures = [reply.violation] if reply.violation else []
    pairs = zip(items, reply.outcomes, strict=True)
    results = [outcome for item, outcome in pairs if not item.key]
    for number, (unit, outcome) in enumerate(zip(chosen, results, strict=True)):
        if not failures and (outcome.result != unit.result or outcome.refused):
            failures.append(f"vector {number}: the result differs from the published one")
    return failures, len(chosen), f"{len(chosen)} vectors{note}"


def ecb_vectors(subject: Subject, _: Effort) -> Findings:
    """Checks AESAVS 6.2 and 6.3, as messages."""
    chosen, _skipped = messages_of(Mode.ECB, subject.key_bytes, subject.directions)
    return _vectors(subject, Mode.ECB, chosen)


def ctr_vectors(subject: Subject, _: Effort) -> Findings:
    """Checks RFC 3686, section 6."""
    chosen, _skipped = messages_of(Mode.CTR, subject.key_bytes, subject.directions)
    return _vectors(subject, Mode.CTR, chosen)


def xts_vectors(subject: Subject, _: Effort) -> Findings:
    """Checks NIST's XTSVS, with tweaks of 16 bytes and with data unit numbers."""
    chosen, skipped = messages_of(Mode.XTS, subject.key_bytes, subject.directions)
    note = f", {skipped} of lengths that are not full bytes left out"
    return _vectors(subject, Mode.XTS, chosen, note)


def every_length(subject: Subject, _: Effort) -> Findings:
    """Checks each mode and direction with every length up to six blocks, even refused ones."""
    rng, items = random.Random(1), list[Item]()
    for mode in Mode:
        for decrypt in (False, True):
            items += random_keys(subject, rng, key_size(subject, rng))
            for size in range(6 * BLOCK + 1):
                data, initial = rng.randbytes(size), rng.randbytes(BLOCK)
                items.append(Item(data, decrypt=decrypt, mode=mode, initial=initial))
    refused = sum(not item.key and not possible(subject)(item) for item in items)
    failures = run(subject, [Job(tuple(items))], "message")
    return failures, len(items), f"0 to {6 * BLOCK} bytes, {refused} messages refused"


def counters(subject: Subject, _: Effort) -> Findings:
    """Checks counters that overflow each word that the hardware counts in, and all ones."""
    if Mode.CTR not in modes(subject):
        return [], 1, "no CTR"
    rng = random.Random(2)
    items = [*random_keys(subject, rng, key_size(subject, rng))]
    items += [Item(rng.randbytes(80), mode=Mode.CTR, initial=first) for first in COUNTERS]
    failures = run(subject, [Job(tuple(items))], "message")
    return failures, len(COUNTERS), f"{len(COUNTERS)} first counters"


def _mixture(subject: Subject, rng: random.Random, count: int, longest: int) -> Iterator[Item]:
    yield from random_keys(subject, rng, key_size(subject, rng))
    for _ in range(count):
        if rng.randrange(4) == 0:
            yield from random_keys(subject, rng, key_size(subject, rng))
        yield random_message(subject, rng, rng.randrange(longest), rng.randrange(8) == 0, longest)


def random_messages(subject: Subject, effort: Effort) -> Findings:
    """Checks modes, directions, keys and lengths in any order, without a pause."""
    jobs = [
        Job(tuple(_mixture(subject, random.Random(seed), 60, longest)), seed=seed)
        for seed in range(effort.seeds)
        for longest in (40, 200, effort.random_bytes)
    ]
    return run(subject, jobs, "message"), len(jobs), f"{len(jobs)} times 60 messages"


def stalls(subject: Subject, effort: Effort) -> Findings:
    """Checks stalls on every port, and keys at any time."""
    rates, rng, jobs = (0.0, 0.4, 0.9), random.Random(6), list[Job]()
    for seed in range(effort.seeds):
        for stall_in in rates:
            for stall_out in rates:
                items = tuple(_mixture(subject, random.Random(seed), 25, 120))
                loose = len(subject.key_bytes) == 1 and rng.random() < 0.5
                stall_key = rng.choice(rates)
                stalls = (stall_key, stall_in, stall_out)
                jobs.append(Job(items, *stalls, seed=seed, ordered=not loose))
    replies = subject.model.run(jobs)
    failures = [
        failure
        for job, reply in zip(jobs, replies, strict=True)
        for failure in compare(job, reply, "message", possible(subject))
    ]
    held = sum(reply.held_in for reply in replies), sum(reply.held_out for reply in replies)
    if not all(held):
        failures.append("no beat, or no result, was ever stalled")
    return failures, len(jobs), f"{held[0]} beats and {held[1]} results held up"


def _interrupted(action: Action) -> Callable[[Subject, Effort], Findings]:
    """Checks a reset or wipe in every phase of a message: later messages must be right."""

    def examine(subject: Subject, effort: Effort) -> Findings:
        step, jobs = max(1, 32 // effort.seeds), list[Job]()
        for mode in modes(subject):
            longest = subject.formulas.message_cycles(mode.name.lower(), 55 if mode else 48) + 8
            for after in range(0, longest, step):
                rng = random.Random(after)
                size = key_size(subject, rng)
                data = rng.randbytes(55 if mode else 48)
                decrypt = rng.choice(subject.directions)
                hit = Item(data, decrypt=decrypt, mode=mode, action=action, after=after)
                rest = [random_message(subject, rng, rng.randrange(16, 80)) for _ in range(4)]
                items = (
                    *random_keys(subject, rng, size),
                    hit,
                    *rest,
                    *random_keys(subject, rng, size),
                )
                items += (replace(hit, action=Action.NOTHING),)
                jobs.append(Job(items, seed=after, stall_out=0.2))
        failures, lost = list[str](), 0
        for job, reply in zip(jobs, subject.model.run(jobs), strict=True):
            failures += compare(job, reply, f"{action.name.lower()}, message", possible(subject))
            lost += sum(outcome.lost for outcome in reply.outcomes)
        if not lost:
            failures.append("nothing was ever lost")
        return (
            failures,
            len(jobs),
            f"{len(jobs)} cases: {lost} messages lost, all other messages right",
        )

    return examine


def first_cycles(subject: Subject, _: Effort) -> Findings:
    """Checks keys and starts that come in each of the first cycles after a reset and a wipe.

    The messages have a mode, or a length that their mode does not have. In XTS the keys are equal.
    """
    jobs = list[Job]()
    for action, cycle in product((Action.RESET, Action.WIPE), range(_FIRST_CYCLES)):
        rng = random.Random(cycle)
        key = rng.randbytes(key_size(subject, rng))
        data, initial = rng.randbytes(BLOCK + 1), rng.randbytes(BLOCK)
        texts = [Item(data, mode=mode, initial=initial) for mode in Mode if mode != Mode.XTS]
        equal = (Item(key, key=True, tweak=True), Item(data, mode=Mode.XTS))
        for at_key, at_start, first in ((cycle, 0, texts), (0, cycle, texts[::-1])):
            items = [Item(key, key=True, wait=at_key)]
            items += [replace(text, wait=at_start) for text in first]
            items += equal if Mode.XTS in modes(subject) else ()
            jobs.append(Job(tuple(items), action=action, seed=cycle))
    failures = run(subject, jobs, "message", checked=False)
    return failures, len(jobs), f"each of {_FIRST_CYCLES} cycles after a reset and after a wipe"


def latency(subject: Subject, effort: Effort) -> Findings:
    """Compares the cycles from a start to the last beat of its result with the formula.

    The cycles must not depend on data and keys.
    """
    rng, failures, cases = random.Random(5), list[str](), 0
    size = max(subject.key_bytes)
    for mode in modes(subject):
        for decrypt in subject.directions if mode != Mode.CTR else (False, True):
            for length in (0, 15, 16, 17, 33, 80, 87, 96, 103, 512):
                jobs = list[Job]()
                for number in range(2 + effort.seeds // 10):
                    data = bytes(length) if number == 0 else rng.randbytes(length)
                    item = Item(data, decrypt=decrypt, mode=mode, initial=rng.randbytes(BLOCK))
                    jobs.append(Job((*random_keys(subject, rng, size), item)))
                if not possible(subject)(item):
                    continue
                stated = subject.formulas.message_cycles(mode.name.lower(), length, decrypt=decrypt)
                for reply in subject.model.run(jobs):
                    cases += 1
                    end = reply.outcomes[-1]
                    if reply.violation or end.last - end.first != stated:
                        what = f"{mode.name}, {length} bytes: {end.last - end.first} cycles"
                        failures.append(reply.violation or f"{what} instead of {stated}")
    return failures, cases, f"{cases} messages by the formula"


def full_rate(subject: Subject, _: Effort) -> Findings:
    """Compares the cycles per block of a long message, in each mode, with the formula."""
    failures, rng, measured = list[str](), random.Random(7), 0.0
    stated = subject.config.block_interval("stream")
    blocks = 20 * subject.config.stages
    for mode in modes(subject):
        ends = []
        for count in (blocks, 3 * blocks):
            item = Item(rng.randbytes(BLOCK * count), mode=mode)
            job = Job((*random_keys(subject, rng, max(subject.key_bytes)), item))
            (reply,) = subject.model.run([job])
            failures += [reply.violation] if reply.violation else []
            ends.append(reply.outcomes[-1].last)
        measured = (ends[1] - ends[0]) / (2 * blocks)
        if measured != stated:
            failures.append(f"{mode.name}: {measured:g} cycles per block instead of {stated}")
    return failures, len(modes(subject)), f"{measured:g} cycles per block in every mode"


#: Every check of messages, by its name in reports.
CHECKS: dict[str, Callable[[Any, Effort], Findings]] = {
    "ECB vectors": ecb_vectors,
    "CTR vectors": ctr_vectors,
    "XTS vectors": xts_vectors,
    "messages of every length": every_length,
    "counters": counters,
    "random messages in any mode": random_messages,
    "stalls, keys and starts": stalls,
    "illegal keys and beats": hostile,
    "reset in every phase of a message": _interrupted(Action.RESET),
    "wipe in every phase of a message": _interrupted(Action.WIPE),
    "keys and starts after a reset and a wipe": first_cycles,
    "cycles per block of messages": full_rate,
    "latency of messages": latency,
}


def checks_of(config: Config) -> dict[str, Callable[[Any, Effort], Findings]]:
    """Returns the checks of messages; vectors only of the modes that the core has."""
    own = formulas_of(config).modes
    return {
        name: examine
        for name, examine in CHECKS.items()
        if not name.endswith(" vectors") or name.split()[0].lower() in own
    }
