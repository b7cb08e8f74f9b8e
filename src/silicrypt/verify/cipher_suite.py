"""The suite of block ciphers, and of messages under them.

Cores are checked with keys and blocks against FIPS 197 and NIST's vectors; streams with keys and
messages in their modes. All results are compared with Python's library.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product

from silicrypt.base.scope import Progress
from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.cipher import KEY_BEAT_BITS, formulas_of
from silicrypt.drivers.aes import Mode
from silicrypt.verify import cipher_wire
from silicrypt.verify.aes_vectors import COUNTERS
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
from silicrypt.verify.cipher_wire import (
    BLOCK,
    WHOLE,
    Chain,
    CipherJob,
    CipherSubject,
    Item,
    apply,
    blocks,
    modes_of,
    usable_key_bytes,
    vectors_of,
)
from silicrypt.verify.native import Action

__all__ = ["SUBJECT", "build", "checks_of", "perform"]

build = cipher_wire.build
#: Byte values that an S-box or its inverse maps to 0 or from 0, and all ones.
_SPECIAL = (0x00, 0xFF, 0x52, 0x63)


def _core_vectors(name: str, subject: CipherSubject, _: Effort) -> Findings:
    """Checks published vectors, as FIPS 197 or AESAVS 6.2 and 6.3 (messages of 1 to 10 blocks)."""
    chosen = vectors_of(subject.library).CORE[name](subject.key_bytes, subject.directions)
    items = list[Item]()
    for v in chosen:
        items += [Item(v.key, key=True), *blocks(v.data, decrypt=v.decrypt)]
    job = CipherJob(tuple(items))
    (reply,) = subject.run([job])
    failures = subject.compare([job], [reply], f"{name}, item")
    pairs = zip(items, reply.outcomes, strict=True)
    got = b"".join(outcome.result or b"" for item, outcome in pairs if not item.key)
    if not failures and got != b"".join(v.result for v in chosen):
        failures = [f"{name}: not the results of the file"]
    return failures, len(chosen), f"{len(chosen)} vectors"


def monte_carlo(subject: CipherSubject, effort: Effort) -> Findings:
    """Checks AESAVS 6.4.1, where each key follows from the last results, with Python's library."""
    failures, cases, rng = list[str](), 0, random.Random(4)
    for size, decrypt in product(subject.key_bytes, subject.directions):
        key, block, jobs, expected = rng.randbytes(size), rng.randbytes(BLOCK), [], []
        for _ in range(effort.checkpoints):
            jobs.append(Chain(key, block, 1000, decrypt))
            last = b""
            for _ in range(1000):
                last, block = block, apply(key, block, decrypt, library=subject.library)
            expected.append((last, block))
            change = (last + block)[-size:]
            key = bytes(a ^ b for a, b in zip(key, change, strict=True))
        for number, reply in enumerate(subject.run(jobs)):
            cases += 1
            results = tuple(outcome.result for outcome in reply.outcomes)
            if reply.violation or results != expected[number]:
                failures.append(f"checkpoint {number}: {reply.violation or 'another result'}")
    return failures, cases, f"{cases} checkpoints of 1000 blocks"


def _random_blocks(subject: CipherSubject, rng: random.Random, count: int) -> Iterator[Item]:
    for _ in range(count):
        yield Item(rng.randbytes(BLOCK), decrypt=rng.choice(subject.directions))


def _core_mixture(
    subject: CipherSubject, rng: random.Random, count: int, each: int = 4
) -> Iterator[Item]:
    """Yields keys and blocks of either direction; a key may have no blocks."""
    yield Item(rng.randbytes(rng.choice(subject.key_bytes)), key=True)
    for _ in range(count):
        if rng.randrange(each) == 0:
            yield Item(rng.randbytes(rng.choice(subject.key_bytes)), key=True)
        yield from _random_blocks(subject, rng, 1)


def random_blocks(subject: CipherSubject, effort: Effort) -> Findings:
    """Checks random keys, blocks and directions, with a key between any two blocks."""
    jobs = [
        CipherJob(tuple(_core_mixture(subject, random.Random(seed), 200, each)), seed=seed)
        for seed in range(effort.seeds)
        for each in (1, 4, 40)
    ]
    return subject.failures(jobs, "block"), len(jobs), f"{len(jobs)} times 200 blocks"


def power_on(subject: CipherSubject, effort: Effort) -> Findings:
    """Checks that the contents of registers before the first reset do not matter."""

    def job(seed: int) -> CipherJob:
        return CipherJob(tuple(_core_mixture(subject, random.Random(seed), 5)), seed=seed)

    return all_power_on(subject, effort, "block", job)


def core_stalls(subject: CipherSubject, effort: Effort) -> Findings:
    """Checks stalls on every port, and keys at any time."""
    rates, rng = (0.0, 0.3, 0.7, 0.95), random.Random(6)
    jobs = [
        CipherJob(
            tuple(_core_mixture(subject, random.Random(seed), 60, rng.choice((2, 8, 30)))),
            stall_key=rng.choice(rates),
            stall_in=stall_in,
            stall_out=stall_out,
            seed=seed,
            ordered=ordered,
        )
        for seed in range(effort.seeds)
        for stall_in, stall_out in product(rates, rates)
        for ordered in (False, True)
    ]
    return stalled(subject, jobs, "block", "blocks")


def _core_interrupted(action: Action, subject: CipherSubject, effort: Effort) -> Findings:
    """Checks a reset or wipe in every phase of a key and of a block: later blocks must be right."""
    duration = subject.point.cycles("core", BLOCK)
    step, jobs = max(1, 32 // effort.seeds), list[CipherJob]()
    for size in subject.key_bytes:
        times = [(0, t) for t in range(0, 64 + 160, step)]
        times += [(3, t) for t in range(0, duration + 4, max(1, step // 4))]
        for at, after in times:
            rng, items = random.Random(after), list[Item]()
            for count in (6, 3):
                items += [Item(rng.randbytes(size), key=True)]
                items += _random_blocks(subject, rng, count)
            items[at] = replace(items[at], action=action, after=after)
            jobs.append(CipherJob(tuple(items), seed=after, stall_out=0.2))
    return _lost(subject, jobs, action, "block")


def _lost(subject: CipherSubject, jobs: Sequence[CipherJob], action: Action, what: str) -> Findings:
    failures, lost = all_but_lost(subject, jobs, action, what)
    covered = f"{len(jobs)} cases: {lost} {what}s lost, all other {what}s right"
    return failures, len(jobs), covered


def core_rate(subject: CipherSubject, _: Effort) -> Findings:
    """Compares the cycles from block to block, in steady state, with the formula."""
    failures, measured, point = list[str](), 0.0, subject.point
    key = Item(bytes(max(subject.key_bytes)), key=True)
    for decrypt in subject.directions:
        job = CipherJob((key, *blocks(bytes(BLOCK * 400), decrypt=decrypt)))
        (reply,) = subject.run([job])
        failures += subject.compare([job], [reply], "block")
        count = 100 // point.stages * point.stages
        measured = (reply.outcomes[201 + count].valid - reply.outcomes[201].valid) / count
        if measured != point.cycles_per_block:
            failures.append(f"{measured:g} instead of {point.cycles_per_block}")
    return failures, len(subject.directions), f"{measured:g} cycles per block"


def core_latency(subject: CipherSubject, effort: Effort) -> Findings:
    """Compares the cycles of a block alone and of a key with the formulas, for any data and key."""
    rng, failures = random.Random(5), list[str]()
    size, stated = max(subject.key_bytes), subject.point.cycles("core", BLOCK)
    keys = [*(bytes([byte]) * size for byte in _SPECIAL), rng.randbytes(size)]
    keys += [rng.randbytes(size) for _ in range(effort.seeds)]
    jobs = [
        CipherJob((Item(key, key=True), Item(data, decrypt=decrypt)))
        for key in keys
        for data in (*(bytes([byte]) * BLOCK for byte in _SPECIAL), rng.randbytes(BLOCK))
        for decrypt in subject.directions
    ]
    keyed = set[int]()
    for reply in subject.run(jobs):
        key_outcome, block = reply.outcomes
        keyed.add(block.first - key_outcome.first)
        if reply.violation or block.cycles != stated:
            failures.append(reply.violation or f"{block.cycles} cycles instead of {stated}")
    expected = subject.point.key_interval(size) + 8 * size // KEY_BEAT_BITS
    if keyed != {expected}:
        failures.append(f"keys take {sorted(keyed)} cycles instead of {expected}")
    return failures, len(jobs), f"{stated} cycles per block, {expected} per key, all the same"


def _message_vectors(mode: Mode, subject: CipherSubject, _: Effort) -> Findings:
    """Checks the published messages, such as those of AESAVS 6.2 and 6.3 or RFC 3686."""
    published = vectors_of(subject.library).messages_of
    chosen, skipped = published(mode, subject.key_bytes, subject.directions)
    items = list[Item]()
    for unit in chosen:
        half = len(unit.key) // 2 if mode == Mode.XTS else len(unit.key)
        items.append(Item(unit.key[:half], key=True))
        if mode == Mode.XTS:
            items.append(Item(unit.key[half:], key=True, tweak=True))
        items.append(Item(unit.data, decrypt=unit.decrypt, mode=mode, initial=unit.initial))
    (reply,) = subject.run([CipherJob(tuple(items))])
    failures = [reply.violation] if reply.violation else []
    pairs = zip(items, reply.outcomes, strict=True)
    results = [outcome for item, outcome in pairs if not item.key]
    for number, (unit, outcome) in enumerate(zip(chosen, results, strict=True)):
        if not failures and (outcome.result != unit.result or outcome.refused):
            failures.append(f"vector {number}: the result differs from the published one")
    note = f", {skipped} of lengths that are not full bytes left out" if mode == Mode.XTS else ""
    return failures, len(chosen), f"{len(chosen)} vectors{note}"


def _key_size(subject: CipherSubject, rng: random.Random) -> int:
    return rng.choice(usable_key_bytes(subject.point))


def _random_keys(
    subject: CipherSubject, rng: random.Random, size: int | None = None
) -> Iterator[Item]:
    """Yields a random key, and a key for tweaks where the hardware has XTS."""
    size = _key_size(subject, rng) if size is None else size
    yield Item(rng.randbytes(size), key=True)
    if Mode.XTS in subject.modes:
        yield Item(rng.randbytes(size), key=True, tweak=True)


def _random_message(
    subject: CipherSubject, rng: random.Random, size: int, every: bool = False, longest: int = 200
) -> Item:
    """Returns a message of ``size`` bytes.

    If that length does not fit the mode, the message has another length. With ``every``, any
    mode, direction and length may come, and the hardware may have to refuse it.
    """
    mode = rng.choice(subject.all_modes if every else subject.modes)
    decrypt = rng.choice((False, True))
    initial = rng.choice((*COUNTERS, rng.randbytes(BLOCK), rng.randbytes(BLOCK)))
    item = Item(rng.randbytes(size), decrypt=decrypt, mode=mode, initial=initial)
    if every or subject.possible(item):
        return item
    return _random_message(subject, rng, rng.randrange(BLOCK, longest) // BLOCK * BLOCK)


def _mixture(
    subject: CipherSubject, rng: random.Random, count: int, longest: int
) -> Iterator[Item]:
    yield from _random_keys(subject, rng)
    for _ in range(count):
        if rng.randrange(4) == 0:
            yield from _random_keys(subject, rng)
        yield _random_message(subject, rng, rng.randrange(longest), rng.randrange(8) == 0, longest)


def every_length(subject: CipherSubject, _: Effort) -> Findings:
    """Checks each mode and direction with every length up to six blocks, even refused ones.

    The number that is no mode is among them.
    """
    rng, items = random.Random(1), list[Item]()
    modes = dict.fromkeys((*subject.all_modes, Mode.NONE))
    for mode, decrypt in product(modes, (False, True)):
        items += _random_keys(subject, rng)
        for size in range(6 * BLOCK + 1):
            data, initial = rng.randbytes(size), rng.randbytes(BLOCK)
            items.append(Item(data, decrypt=decrypt, mode=mode, initial=initial))
    refused = sum(not item.key and not subject.possible(item) for item in items)
    failures = subject.failures([CipherJob(tuple(items))], "message")
    return failures, len(items), f"0 to {6 * BLOCK} bytes, {refused} messages refused"


def counters(subject: CipherSubject, _: Effort) -> Findings:
    """Checks counters that overflow each word that the hardware counts in, and all ones."""
    if Mode.CTR not in subject.modes:
        return [], 1, "no CTR"
    rng = random.Random(2)
    items = [*_random_keys(subject, rng)]
    items += [Item(rng.randbytes(80), mode=Mode.CTR, initial=first) for first in COUNTERS]
    failures = subject.failures([CipherJob(tuple(items))], "message")
    return failures, len(COUNTERS), f"{len(COUNTERS)} first counters"


def close_keys(subject: CipherSubject, _: Effort) -> Findings:
    """Checks XTS under two keys that differ in one bit, for each bit: they are not equal."""
    rng, jobs = random.Random(3), list[CipherJob]()
    for size in usable_key_bytes(subject.point):
        for bit in range(8 * size):
            key = rng.randbytes(size)
            other = (int.from_bytes(key) ^ 1 << bit).to_bytes(size)
            keys = (Item(key, key=True), Item(other, key=True, tweak=True))
            jobs.append(CipherJob((*keys, Item(rng.randbytes(BLOCK), mode=Mode.XTS))))
    failures = subject.failures(jobs, "bit")
    return failures, len(jobs), f"{len(jobs)} pairs of keys"


def random_messages(subject: CipherSubject, effort: Effort) -> Findings:
    """Checks modes, directions, keys and lengths in any order, without a pause."""
    jobs = [
        CipherJob(tuple(_mixture(subject, random.Random(seed), 60, longest)), seed=seed)
        for seed in range(effort.seeds)
        for longest in (40, 200, effort.random_bytes)
    ]
    return subject.failures(jobs, "message"), len(jobs), f"{len(jobs)} times 60 messages"


def stalls(subject: CipherSubject, effort: Effort) -> Findings:
    """Checks stalls on every port, and keys at any time."""
    rates, rng, jobs = (0.0, 0.4, 0.9), random.Random(6), list[CipherJob]()
    for seed, stall_in, stall_out in product(range(effort.seeds), rates, rates):
        items = tuple(_mixture(subject, random.Random(seed), 25, 120))
        loose = len(subject.key_bytes) == 1 and rng.random() < 0.5
        paces = (rng.choice(rates), stall_in, stall_out)
        jobs.append(CipherJob(items, *paces, seed=seed, ordered=not loose))
    return stalled(subject, jobs, "message")


def _interrupted(action: Action, subject: CipherSubject, effort: Effort) -> Findings:
    """Checks a reset or wipe in every phase of a message: later messages must be right."""
    step, jobs = max(1, 32 // effort.seeds), list[CipherJob]()
    for mode in subject.modes:
        length = 48 if mode in WHOLE else 55
        longest = subject.formulas.message_cycles(mode.name.lower(), length) + 8
        for after in range(0, longest, step):
            rng = random.Random(after)
            size, data = _key_size(subject, rng), rng.randbytes(length)
            again = Item(data, decrypt=rng.choice(subject.directions), mode=mode)
            hit = replace(again, action=action, after=after)
            rest = [_random_message(subject, rng, rng.randrange(16, 80)) for _ in range(4)]
            keys = [tuple(_random_keys(subject, rng, size)) for _ in range(2)]
            items = (*keys[0], hit, *rest, *keys[1], replace(again, after=after))
            jobs.append(CipherJob(items, seed=after, stall_out=0.2))
    return _lost(subject, jobs, action, "message")


def first_cycles(subject: CipherSubject, _: Effort) -> Findings:
    """Checks keys and starts that come in each of the first cycles after a reset and a wipe.

    The messages have a mode, or a length that their mode does not have. In XTS the keys are equal.
    """
    jobs = list[CipherJob]()
    for action, cycle in product((Action.RESET, Action.WIPE), range(FIRST_CYCLES)):
        rng = random.Random(cycle)
        key = rng.randbytes(_key_size(subject, rng))
        data, initial = rng.randbytes(BLOCK + 1), rng.randbytes(BLOCK)
        modes = (mode for mode in subject.all_modes if mode != Mode.XTS)
        texts = [Item(data, mode=mode, initial=initial) for mode in modes]
        equal = (Item(key, key=True, tweak=True), Item(data, mode=Mode.XTS))
        for at_key, at_start, first in ((cycle, 0, texts), (0, cycle, texts[::-1])):
            items = [Item(key, key=True, wait=at_key)]
            items += [replace(text, wait=at_start) for text in first]
            items += equal if Mode.XTS in subject.modes else ()
            jobs.append(CipherJob(tuple(items), action=action, seed=cycle))
    failures = subject.failures(jobs, "message", checked=False)
    return failures, len(jobs), f"each of {FIRST_CYCLES} cycles after a reset and after a wipe"


def latency(subject: CipherSubject, effort: Effort) -> Findings:
    """Compares the cycles from a start to the last beat of its result with the formula.

    The cycles must not depend on data and keys.
    """
    rng, failures, cases = random.Random(5), list[str](), 0
    size = max(subject.key_bytes)
    for mode in subject.modes:
        lengths = (0, 15, 16, 17, 33, 80, 87, 96, 103, 512)
        for decrypt, length in product((False, True), lengths):
            jobs = list[CipherJob]()
            for number in range(2 + effort.seeds // 10):
                data = bytes(length) if number == 0 else rng.randbytes(length)
                item = Item(data, decrypt=decrypt, mode=mode, initial=rng.randbytes(BLOCK))
                jobs.append(CipherJob((*_random_keys(subject, rng, size), item)))
            if not subject.possible(item):
                continue
            stated = subject.formulas.message_cycles(mode.name.lower(), length, decrypt=decrypt)
            for reply in subject.run(jobs):
                cases += 1
                found = reply.outcomes[-1].last - reply.outcomes[-1].first
                if reply.violation or found != stated:
                    what = f"{mode.name}, {length} bytes: {found} cycles"
                    failures.append(reply.violation or f"{what} instead of {stated}")
    return failures, cases, f"{cases} messages by the formula"


def full_rate(subject: CipherSubject, _: Effort) -> Findings:
    """Compares the cycles per block of a long message, in each mode, with the formula."""
    failures, rng, rates = list[str](), random.Random(7), set[float]()
    count = 20 * subject.point.stages
    for mode, decrypt in product(subject.modes, (False, True)):
        ends = []
        if decrypt and not subject.formulas.decrypts(mode.name.lower()):
            continue
        stated = subject.formulas.mode_interval(mode.name.lower(), decrypt=decrypt)
        for size in (BLOCK * count, 3 * BLOCK * count):
            item = Item(rng.randbytes(size), decrypt=decrypt, mode=mode)
            job = CipherJob((*_random_keys(subject, rng, max(subject.key_bytes)), item))
            (reply,) = subject.run([job])
            failures += [reply.violation] if reply.violation else []
            ends.append(reply.outcomes[-1].last)
        measured = (ends[1] - ends[0]) / (2 * count)
        rates.add(measured)
        if measured != stated:
            failures.append(f"{mode.name}: {measured:g} cycles per block instead of {stated}")
    found = " or ".join(f"{rate:g}" for rate in sorted(rates))
    return failures, len(subject.modes), f"{found} cycles per block in every mode"


def hostile(subject: CipherSubject, effort: Effort) -> Findings:
    """Checks legal and illegal keys and data in any order, with any stalls."""
    rates = (0.0, 0.4, 0.9)
    failures = subject.failures(_refused_lengths(subject), "refused length, item", checked=False)

    def job(seed: int) -> CipherJob:
        rng = random.Random(seed)
        items = tuple(_hostile_items(subject, rng, 40))
        key, data, out = (rng.choice(rates) for _ in range(3))
        ordered = rng.random() < 0.5
        return CipherJob(items, key, data, out, seed=seed + 1, ordered=ordered)

    return until_refused(subject, effort, failures, job)


def _refused_lengths(subject: CipherSubject) -> list[CipherJob]:
    """Returns jobs in which messages wait for starts between the words of a refused key, and after.

    No message may start after it: the next key is offered only when one would have long started.
    """
    if len(subject.key_bytes) == 1:
        return []
    jobs = list[CipherJob]()
    for seed in range(8):
        rng = random.Random(seed)
        refused = Item(rng.randbytes(32), key=True, length=3, legal=False, wait=400)
        texts = (
            Item(rng.randbytes(64), mode=subject.modes[0], initial=rng.randbytes(BLOCK))
            for _ in range(20)
        )
        late = (replace(key, wait=1000) for key in _random_keys(subject, rng))
        items = (*_random_keys(subject, rng), refused, *texts, *late)
        jobs.append(CipherJob(items, 0.9, ordered=False, action=Action.WIPE, seed=seed))
    return jobs


def _hostile_items(subject: CipherSubject, rng: random.Random, count: int) -> Iterator[Item]:
    """Yields keys and messages, including some that the hardware must refuse."""
    yield from _random_keys(subject, rng)
    for _ in range(count):
        what = rng.randrange(10)
        message = _random_message(subject, rng, rng.randrange(90), every=True)
        action, after = Action.NOTHING, 0
        if rng.randrange(8) == 0:
            action, after = rng.choice((Action.RESET, Action.WIPE)), rng.randrange(200)
        if what < 2:
            for _ in range(rng.randrange(1, 3)):
                yield replace(_refused_key(subject, rng), action=action, after=after)
            yield from _random_keys(subject, rng)
        elif what == 2 and Mode.XTS in subject.modes:
            yield from _unfit_keys(subject, rng)
            yield replace(message, mode=Mode.XTS, action=action, after=after)
            yield replace(message, mode=Mode.XTS)
            yield message
            yield from _random_keys(subject, rng)
        else:
            one = message
            if what < 6:
                keep, at = wrong_keep(rng, message.data)
                one = replace(message, keep=keep, keep_at=at)
            yield replace(one, action=action, after=after)


def _refused_key(subject: CipherSubject, rng: random.Random) -> Item:
    """Returns a key that ends too soon or too late, or of a length that the core does not have."""
    size = _key_size(subject, rng)
    tweak = rng.randrange(2) == 1
    words = rng.choice((*range(1, size // 4), *range(size // 4 + 1, size // 4 + 4)))
    length = size // 8 - 2
    if len(subject.key_bytes) > 1 and rng.randrange(3) == 0:
        words, length = rng.randrange(1, 10), 3
    data = rng.randbytes(4 * words)
    return Item(data, key=True, tweak=tweak, length=length, legal=False)


def _unfit_keys(subject: CipherSubject, rng: random.Random) -> Iterator[Item]:
    """Yields two keys that are not a valid pair for XTS: equal, or of lengths that do not match.

    Half of the pairs have a refused key in between, which must not change the first one.
    """
    key = rng.randbytes(rng.choice(subject.key_bytes))
    others = [rng.randbytes(n) for n in subject.key_bytes if n != len(key) or n == 24]
    pair = [Item(key, key=True), Item(rng.choice([key, key, *others]), key=True, tweak=True)]
    rng.shuffle(pair)
    yield pair[0]
    if rng.randrange(2):
        yield replace(_refused_key(subject, rng), tweak=pair[1].tweak)
    yield pair[1]


#: The checks of published blocks. A cipher has those that its module of vectors names.
_PUBLISHED = ("standard's examples", "known answers", "several blocks")
#: Every check of a block cipher core, by its name in reports.
CORE_CHECKS: Mapping[str, Examine] = {
    **{name: partial(_core_vectors, name) for name in _PUBLISHED},
    "Monte Carlo chain": monte_carlo,
    "random blocks": random_blocks,
    "power-on content": power_on,
    "stalls and keys": core_stalls,
    "reset in every phase": partial(_core_interrupted, Action.RESET),
    "wipe in every phase": partial(_core_interrupted, Action.WIPE),
    "cycles per block of data": core_rate,
    "latency of keys and blocks": core_latency,
}
#: Every check of messages, by its name in reports.
STREAM_CHECKS: Mapping[str, Examine] = {
    **{f"{mode.name} vectors": partial(_message_vectors, mode) for mode in Mode},
    "messages of every length": every_length,
    "counters": counters,
    "XTS keys that differ in one bit": close_keys,
    "random messages in any mode": random_messages,
    "stalls, keys and starts": stalls,
    "illegal keys and beats": hostile,
    "reset in every phase of a message": partial(_interrupted, Action.RESET),
    "wipe in every phase of a message": partial(_interrupted, Action.WIPE),
    "keys and starts after a reset and a wipe": first_cycles,
    "cycles per block of messages": full_rate,
    "latency of messages": latency,
}


def checks_of(point: DesignPoint, level: Level) -> Mapping[str, Examine]:
    """Returns the checks of a level; of those with vectors, the ones that the cipher has."""
    if level == "core":
        absent = {*_PUBLISHED} - vectors_of(formulas_of(point).algorithm.library).CORE.keys()
        return {name: one for name, one in CORE_CHECKS.items() if name not in absent}
    published = {*modes_of(point)} & vectors_of(
        formulas_of(point).algorithm.library
    ).PUBLISHED.keys()
    missing = {f"{mode.name} vectors" for mode in Mode if mode not in published}
    if Mode.CTR not in modes_of(point):
        missing.add("counters")
    if Mode.XTS not in modes_of(point):
        missing.add("XTS keys that differ in one bit")
    return {name: one for name, one in STREAM_CHECKS.items() if name not in missing}


#: What the checks examine.
SUBJECT = CipherSubject


def perform(point: DesignPoint, builds: Builds, effort: Effort, progress: Progress) -> list[Check]:
    """Runs all checks of a design point: see `perform_all`."""
    return perform_all(SUBJECT, checks_of, point, builds, effort, progress)
