"""Checks legal and illegal keys and messages, in any order."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from silicrypt.verify.checks import Effort, Findings
from silicrypt.verify.cipher.model import Subject, compare
from silicrypt.verify.cipher.reference import BLOCK
from silicrypt.verify.cipher.traffic import (
    key_size,
    modes,
    possible,
    random_keys,
    random_message,
    run,
)
from silicrypt.verify.cipher_wire import Action, Item, Job, Mode

#: Cycles of legal and illegal actions per seed of an effort: a million in the full suite.
_HOSTILE_CYCLES = 25_000


def hostile(subject: Subject, effort: Effort) -> Findings:
    """Checks legal and illegal keys and data in any order, with any stalls."""
    rates, cycles, refused, seed = (0.0, 0.4, 0.9), 0, 0, 0
    failures = run(subject, _refused_lengths(subject), "refused length, item", checked=False)
    while cycles < _HOSTILE_CYCLES * effort.seeds and not failures:
        jobs = list[Job]()
        for _ in range(4):
            rng, seed = random.Random(seed), seed + 1
            items = tuple(_hostile(subject, rng, 40))
            key, data, out = (rng.choice(rates) for _ in range(3))
            ordered = rng.random() < 0.5
            jobs.append(Job(items, key, data, out, seed=seed, ordered=ordered))
        replies = subject.model.run(jobs, checked=False)
        for job, reply in zip(jobs, replies, strict=True):
            failures += compare(job, reply, f"job {seed}, item", possible(subject))
            cycles += reply.cycles
            refused += sum(outcome.refused for outcome in reply.outcomes)
    if not refused:
        failures.append("nothing was ever refused")
    return failures, seed, f"{cycles} cycles, {refused} messages refused"


def _refused_lengths(subject: Subject) -> list[Job]:
    """Returns jobs in which messages wait for starts between the words of a refused key."""
    if len(subject.key_bytes) == 1:
        return []
    jobs = list[Job]()
    for seed in range(8):
        rng = random.Random(seed)
        refused = Item(rng.randbytes(32), key=True, length=3, legal=False, wait=400)
        texts = (Item(rng.randbytes(64), initial=rng.randbytes(BLOCK)) for _ in range(20))
        keys = (random_keys(subject, rng, key_size(subject, rng)) for _ in range(2))
        items = (*next(keys), refused, *texts, *next(keys))
        jobs.append(Job(items, 0.9, ordered=False, action=Action.WIPE, seed=seed))
    return jobs


def _hostile(subject: Subject, rng: random.Random, count: int) -> Iterator[Item]:
    """Yields keys and messages, including some that the hardware must refuse."""
    xts = Mode.XTS in modes(subject)
    yield from random_keys(subject, rng, key_size(subject, rng))
    for _ in range(count):
        what = rng.randrange(10)
        message = random_message(subject, rng, rng.randrange(90), every=True)
        action, after = Action.NOTHING, 0
        if rng.randrange(8) == 0:
            action, after = rng.choice((Action.RESET, Action.WIPE)), rng.randrange(200)
        if what < 2:
            for _ in range(rng.randrange(1, 3)):
                yield replace(_refused_key(subject, rng), action=action, after=after)
            yield from random_keys(subject, rng, key_size(subject, rng))
        elif what == 2 and xts:
            yield from _unfit_keys(subject, rng)
            yield replace(message, mode=Mode.XTS, action=action, after=after)
            yield replace(message, mode=Mode.XTS)
            yield message
            yield from random_keys(subject, rng, key_size(subject, rng))
        elif what < 6:
            yield replace(_broken(rng, message), action=action, after=after)
        else:
            yield replace(message, action=action, after=after)


def _refused_key(subject: Subject, rng: random.Random) -> Item:
    """Returns a key that ends too soon or too late, or of a length that the core does not have."""
    size = key_size(subject, rng)
    tweak = rng.randrange(2) == 1
    words = rng.choice((*range(1, size // 4), *range(size // 4 + 1, size // 4 + 4)))
    length = size // 8 - 2
    if len(subject.key_bytes) > 1 and rng.randrange(3) == 0:
        words, length = rng.randrange(1, 10), 3
    data = rng.randbytes(4 * words)
    return Item(data, key=True, tweak=tweak, length=length, legal=False)


def _unfit_keys(subject: Subject, rng: random.Random) -> Iterator[Item]:
    """Yields two keys that are not a valid pair for XTS: equal, or of lengths that do not match."""
    key = rng.randbytes(rng.choice(subject.key_bytes))
    others = [rng.randbytes(n) for n in subject.key_bytes if n != len(key) or n == 24]
    pair = [Item(key, key=True), Item(rng.choice([key, key, *others]), key=True, tweak=True)]
    rng.shuffle(pair)
    yield from pair


def _broken(rng: random.Random, item: Item) -> Item:
    """Returns a message with a short beat before the last one, or a beat with a hole."""
    beats = max(1, -(-len(item.data) // BLOCK))
    at = rng.randrange(beats)
    keeps = [0xFFFE, 0x8001, 0x7FFE, 0x0005, 0xFFFF ^ 1 << rng.randrange(15)]
    if at < beats - 1:
        keeps += [0, 1, 0x7FFF, (1 << rng.randrange(16)) - 1]
    return replace(item, keep=rng.choice(keeps), keep_at=at)
