"""The suite of design points that take messages: hashes, and HMAC.

The bench watches the rules of the interface in every check; some checks provoke violations. Where
rules are broken on purpose, a model in the bench (``fuzz.h``) decides for each message whether it
must be refused, and which key applies otherwise.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import cycle, pairwise, product
from typing import Any

from silicrypt.base.scope import Progress
from silicrypt.catalog import DesignPoint, Level
from silicrypt.verify import vectors, wire
from silicrypt.verify.checks import Builds, Check, Effort, Examine, Findings, perform_all
from silicrypt.verify.native import Reply
from silicrypt.verify.wire import Fuzz, HashSubject, Job, MonteCarlo, compare

__all__ = ["SUBJECT", "build", "checks_of", "perform"]

build = wire.build
#: Stall probabilities of each side, and those of input and output in the check of resets.
_PACES, _RESET_PACES = (0.0, 0.2, 0.9), ((0.0, 0.0), (0.3, 0.7))
#: The check of stalls wants messages of so many lengths in flight at once, or one per channel.
_AT_ONCE = 16
#: Each pattern of stalls gets one part in so many of the fuzzer's cycles.
_SHARE = 4


def short_vectors(subject: HashSubject, _: Effort) -> Findings:
    """Checks all published short messages: NIST's CAVP file, an RFC, or OSCCA's examples (SM3)."""
    return _vectors(subject, vectors.short(subject.point.computes))


def long_vectors(subject: HashSubject, _: Effort) -> Findings:
    """Checks all long messages of NIST's CAVP file."""
    return _vectors(subject, vectors.long(subject.point.computes))


def _vectors(subject: HashSubject, known: Sequence[vectors.Vector]) -> Findings:
    messages = subject.messages(vector.message for vector in known)
    keys = [() if v.key is None else (subject.message(v.key, key=True),) for v in known]
    pairs = zip(keys, messages, strict=True)
    (reply,) = subject.run([subject.job(m for key, one in pairs for m in (*key, one))])
    failures = compare(reply, [vector.digest for vector in known], "vector")
    longest = max(len(vector.message) for vector in known)
    source = vectors.source(subject.point.computes)
    return failures, len(known), f"{source}: all {len(known)}, up to {longest} bytes"


def monte_carlo(subject: HashSubject, effort: Effort) -> Findings:
    """Checks the Monte Carlo chain of the CAVP file, from its seed."""
    vector = vectors.monte(subject.point.computes)
    known = vector.checkpoints[: effort.checkpoints]
    (reply,) = subject.run([MonteCarlo(vector.seed, len(known), vector.digests)])
    count = f"{len(known)} of {len(vector.checkpoints)}"
    covered = f"{vectors.source(subject.point.computes)}: {count} checkpoints of 1000 hashes"
    return compare(reply, known, "checkpoint"), len(known), covered


def every_length(subject: HashSubject, effort: Effort) -> Findings:
    """Checks random messages of every length from 0 to 300 bytes."""
    rng = random.Random(1)
    rounds = 1 + effort.seeds // 8
    parts = [rng.randbytes(size) for _ in range(rounds) for size in range(301)]
    return _against_reference(subject, [parts], f"0 to 300 bytes, {rounds} times")


def boundaries(subject: HashSubject, effort: Effort) -> Findings:
    """Checks lengths around each length at which one more block is needed."""
    block, rng = subject.block_bytes, random.Random(2)
    tail = subject.algorithm.padding.length_bytes + 1
    parts = [
        rng.randbytes(size)
        for count in range(1, effort.boundaries + 1)
        for edge in (count * block, count * block - tail)
        for size in range(edge - 2, edge + 3)
    ]
    covered = f"2 bytes around {effort.boundaries} block and padding boundaries"
    return _against_reference(subject, [parts], covered)


def random_messages(subject: HashSubject, effort: Effort) -> Findings:
    """Checks random messages of random lengths, back to back, after several power-on states."""
    rng = random.Random(3)
    jobs = [
        [rng.randbytes(rng.randrange(effort.random_bytes)) for _ in range(40)]
        for _ in range(effort.seeds)
    ]
    return _against_reference(subject, jobs, f"up to {effort.random_bytes} bytes")


def _against_reference(
    subject: HashSubject, jobs: Sequence[Sequence[bytes]], covered: str
) -> Findings:
    work = [subject.job(subject.messages(parts), seed=i + 1) for i, parts in enumerate(jobs)]
    failures = []
    for job, reply in zip(work, subject.run(work), strict=True):
        failures += compare(reply, subject.expected(job), f"seed {job.seed}, message")
    return failures, sum(map(len, jobs)), covered


def power_on(subject: HashSubject, effort: Effort) -> Findings:
    """Checks the first message after power-on, with random register values before the reset.

    The clock is stopped in some of the resets.
    """
    failures = []
    for seed in range(1, effort.seeds + 1):
        data = bytes([seed % 256]) * seed
        job = subject.job(subject.messages([data]), seed=seed)
        (reply,) = subject.run([job], power_on=seed)
        failures += compare(reply, [subject.reference(data)], f"power-on {seed}, message")
    return failures, effort.seeds, f"{effort.seeds} random states of the registers"


def stalls(subject: HashSubject, effort: Effort) -> Findings:
    """Checks stalls on both sides, with every number of bytes in the last beat."""
    rng = random.Random(4)
    sizes = [*range(2 * subject.beat_bytes + 1), 200, 300]
    jobs = []
    for seed, (stall_in, stall_out) in product(range(effort.seeds), product(_PACES, _PACES)):
        rng.shuffle(sizes)
        parts = subject.messages(rng.randbytes(size) for size in sizes)
        jobs.append(subject.job(parts, stall_in=stall_in, stall_out=stall_out, seed=seed + 1))
    failures, held_in, held_out, most = [], 0, 0, 0
    for job, reply in zip(jobs, subject.run(jobs), strict=True):
        where = f"stalls {job.stall_in}/{job.stall_out}, seed {job.seed}, message"
        failures += compare(reply, subject.expected(job), where)
        held_in += reply.held_in
        held_out += reply.held_out
        most = max(most, _in_flight(job, reply)) if not failures else most
    waits = subject.point.unit.tops[subject.level].results_wait
    if not (failures or (held_in and (held_out or not waits))):
        failures.append("the patterns never made a beat or a digest wait")
    stages = min(subject.point.stages, _AT_ONCE)
    if not failures and most < stages:
        failures.append(f"only {most} of {stages} messages of different lengths were in flight")
    mixed = f", {stages} lengths at once" * (stages > 1)
    covered = f"{len(jobs)} patterns{mixed}; beats waited {held_in} cycles, digests {held_out}"
    return failures, sum(len(job.messages) for job in jobs), covered


def _in_flight(job: Job, reply: Reply) -> int:
    """Returns the largest number of messages of different lengths in flight at the same time.

    The messages are on different channels.
    """
    messages = [message for message in job.messages if not message.key]
    spans = [
        (outcome.first, outcome.valid, message.channel, len(message.data))
        for message, outcome in zip(messages, reply.outcomes, strict=True)
    ]
    most = 0
    for now, *_ in spans:
        inside = {channel: size for first, valid, channel, size in spans if first <= now <= valid}
        most = max(most, len(set(inside.values())))
    return most


def resets(subject: HashSubject, effort: Effort) -> Findings:
    """Checks a reset at every cycle of a message of two blocks: later messages must be right."""
    victim = bytes(range(subject.block_bytes))
    # As many messages are in flight as there are stages. The last one begins after the reset.
    others = max(1, subject.point.stages - 1)
    after = subject.messages((bytes(range(7, 200)), *[b"!"] * others, bytes(range(200))))
    last = subject.point.cycles(subject.level, len(victim)) + 8
    # A key that the reset clears together with the message is sent again, twice.
    again = (*subject.keyed(), *after[:-1], *subject.keyed(), after[-1])
    jobs = [
        subject.job(
            (subject.message(victim, 0, at), *again),
            stall_in=stall_in,
            stall_out=stall_out,
            seed=seed,
        )
        for seed in range(1, 1 + max(1, effort.seeds // 4))
        for stall_in, stall_out in _RESET_PACES
        for at in range(last)
    ]
    failures, cut = [], 0
    for job, reply in zip(jobs, subject.run(jobs), strict=True):
        (at,) = (m.reset_after for m in job.messages if m.reset_after is not None)
        digests = subject.expected(job)
        cut += reply.outcomes[0].lost
        # Messages directly after the first one may be lost with it, but the last one may not.
        where = f"reset {at} cycles in, message"
        failures += compare(reply, digests, where, may_be_lost=len(digests) - 1)
    if not (failures or cut):
        failures.append("no reset ever cut a message off")
    return failures, len(jobs), f"0 to {last - 1} cycles in; {cut} messages cut off"


def keys(subject: HashSubject, effort: Effort) -> Findings:
    """Checks keys of every length from 0 to 300 bytes, each with up to two messages.

    Keys that fill all their beats are also sent with an additional null beat as the last.
    """
    rng, step = random.Random(6), subject.beat_bytes
    rounds = 1 + effort.seeds // 8
    channels = cycle(range(subject.point.stages))
    messages = list[wire.Message]()
    for size in (size for _ in range(rounds) for size in rng.sample(range(301), 301)):
        messages.append(subject.message(rng.randbytes(size), key=True))
        for _ in range(rng.randrange(3)):
            messages.append(subject.message(rng.randbytes(rng.randrange(150)), next(channels)))
    for size in range(step, 3 * subject.block_bytes, step):
        key = replace(subject.message(rng.randbytes(size), key=True), empty_end=True)
        messages += [key, subject.message(rng.randbytes(20), next(channels))]
    covered = f"0 to 300 bytes, {rounds} times, up to two messages each"
    return _one_job(subject, subject.job(messages), covered)


def _one_job(subject: HashSubject, job: Job, covered: str) -> Findings:
    (reply,) = subject.run([job])
    known = subject.expected(job)
    return compare(reply, known, "message"), len(known), covered


def no_key(subject: HashSubject, _: Effort) -> Findings:
    """Checks that a message without a key for its hash is refused, and is right after the key."""
    data = bytes(range(90))
    own = subject.message(data)
    others_keys = [
        replace(subject, point=choice).message(subject.key, key=True)
        for choice in subject.point.choices
        if choice.chosen != subject.point.chosen
    ]
    lacking = [(own, own), (*others_keys, own)]
    failures, cases = [], 0
    for before in lacking:
        (reply,) = subject.run([Job((*before, *subject.keyed(), own))])
        *refused, last = reply.outcomes
        cases += len(refused) + 1
        failures += [reply.violation] if reply.violation else []
        failures += [f"a tag for message {i}" for i, one in enumerate(refused) if one.result]
        if last.result != subject.reference(data):
            failures.append("no right tag with the key after a message without one")
    return failures, cases, f"{cases - len(lacking)} messages refused"


def either_hash(subject: HashSubject, effort: Effort) -> Findings:
    """Checks keys and messages of both hashes in any order; each hash has a key of its own."""
    rng = random.Random(7)
    both = [replace(subject, point=choice) for choice in subject.point.choices]
    messages = [one.message(rng.randbytes(20), key=True) for one in both]
    for _ in range(50 * effort.seeds):
        one = rng.choice(both)
        messages.append(one.message(rng.randbytes(rng.randrange(200)), key=rng.random() < 0.2))
    return _one_job(subject, Job(tuple(messages)), "keys and messages of both, mixed")


def key_load(subject: HashSubject, _: Effort) -> Findings:
    """Compares the cycles that a key adds to the message after it with the formula."""
    block = subject.block_bytes
    sizes = sorted({0, 1, 20, *range(block - 1, block + 2), 2 * block - 9, 2 * block, 5 * block})
    jobs = [
        Job((subject.message(bytes(size), key=True), subject.message(b"text")) * 2)
        for size in sizes
    ]
    failures = []
    for size, reply in zip(sizes, subject.run(jobs), strict=True):
        first, second = (outcome.first for outcome in reply.outcomes)
        measured = second - first - subject.point.message_interval(4)
        stated = subject.point.key_interval(size)
        if reply.violation or measured != stated:
            found = reply.violation or f"{measured} cycles instead of {stated}"
            failures.append(f"a key of {size} bytes: {found}")
    covered = f"{subject.point.key_interval(0)} cycles for a key of up to {block} bytes"
    return failures, len(sizes), covered


def framing(subject: HashSubject, effort: Effort) -> Findings:
    """Checks that a message with a short beat, a hole or a null beat is refused, and no other."""
    return _patterns(subject, effort, framing=0.3)


def key_inside(subject: HashSubject, effort: Effort) -> Findings:
    """Checks that a key inside a message and a message inside a key are both refused."""
    return _patterns(subject, effort, mixed=0.02)


def _patterns(subject: HashSubject, effort: Effort, **rates: float) -> Findings:
    """Checks that what breaks a rule is refused, and nothing else, under nine patterns of stalls.

    The rates are the probabilities with which rules are broken, as in `Fuzz`.
    """
    rates["cycles"] = effort.fuzz_cycles // _SHARE
    jobs = [
        _fuzz(subject, seed=seed + 1, stall_in=stall_in, stall_out=stall_out, **rates)
        for seed, (stall_in, stall_out) in enumerate(product(_PACES, _PACES))
    ]
    failures, cases, refused, broken = _run_fuzz(subject, jobs)
    if not (failures or (refused and (broken or not subject.point.unit.keyed))):
        failures.append("no rule was ever broken")
    covered = f"{len(jobs)} patterns of stalls; {refused} messages refused, {broken} keys broken"
    return failures, cases, covered


def random_actions(subject: HashSubject, effort: Effort) -> Findings:
    """Checks legal and broken keys and messages, wipes and resets in any sequence."""
    rates = {"framing": 0.15, "mixed": 0.003, "wipe": 0.0002, "reset": 0.0002}
    rng = random.Random(11)
    jobs, cycles = list[Fuzz](), 0
    while cycles < effort.fuzz_cycles:
        part = min(50_000, effort.fuzz_cycles)
        pace = {"stall_in": rng.choice(_PACES), "stall_out": rng.choice(_PACES)}
        jobs.append(_fuzz(subject, cycles=part, seed=len(jobs) + 1, **pace, **rates))
        cycles += part
    rates |= {"wipe": 0.004, "reset": 0.004}
    part = effort.fuzz_cycles // _SHARE
    jobs.append(_fuzz(subject, cycles=part, seed=len(jobs) + 1, early=True, **rates))
    cycles += part
    failures, cases, refused, broken = _run_fuzz(subject, jobs)
    return failures, cases, f"{cycles} cycles; {refused} messages refused, {broken} keys broken"


def _fuzz(subject: HashSubject, **settings: Any) -> Fuzz:
    rng = random.Random(settings["seed"])
    beat, block = subject.beat_bytes, subject.block_bytes
    sizes = [0, 1, beat - 1, beat, beat + 1, 2 * beat, 3 * beat - 1, block - beat, block]
    messages = [*sizes, block + 1, 2 * block, *(rng.randrange(4 * block) for _ in range(20))]
    keys = [*sizes, block + beat, 2 * block, block - 1, block + 1]
    return Fuzz(
        tuple(rng.randbytes(size) for size in messages),
        tuple(rng.randbytes(size) for size in keys if subject.point.unit.keyed),
        either=subject.point.chosen is not None,
        **settings,
    )


def _run_fuzz(subject: HashSubject, jobs: list[Fuzz]) -> tuple[list[str], int, int, int]:
    """Returns failures, number of results, refused messages, and keys that broke a rule."""
    failures, cases, refused, broken = [], 0, 0, 0
    for job, reply in zip(jobs, subject.run(jobs, checked=False), strict=True):
        where = f"stalls {job.stall_in}/{job.stall_out}, seed {job.seed}"
        failures += [f"{where}: {what}" for what in _wrong(subject, job, reply)]
        cases += len(reply.outcomes)
        refused += sum(outcome.refused for outcome in reply.outcomes)
        broken += reply.held_out
    return failures, cases, refused, broken


def _wrong(subject: HashSubject, job: Fuzz, reply: Reply) -> list[str]:
    wrong = [reply.violation] if reply.violation else []

    @cache
    def expected(message: int, key: int, sha1: bool) -> bytes:
        one = subject.point.choices[sha1] if job.either else subject.point
        data = one.reference(job.messages[message], job.keys[key - 1] if key else b"")
        return data.ljust(subject.digest_bytes, b"\0")

    for number, outcome in enumerate(reply.outcomes):
        if outcome.result is None:
            continue
        message, sha1 = outcome.first & 0xFFFFFFFF, bool(outcome.first >> 32)
        digest = expected(message, outcome.valid, sha1 and job.either)
        if outcome.result != digest:
            wrong.append(f"result {number}: {outcome.result.hex()} instead of {digest.hex()}")
    return wrong


def cycles_per_block(subject: HashSubject, _: Effort) -> Findings:
    """Compares the cycles from block to block, in steady state, with the formula."""
    point, totals = subject.point, list[int]()
    for blocks in (8, 72):
        parts = subject.messages([bytes(blocks * subject.block_bytes)] * point.stages)
        (reply,) = subject.run([subject.job(parts, burst=_block_beats(subject))])
        failures = compare(reply, [subject.reference(parts[0].data)] * point.stages, "message")
        if failures:
            return failures, 1, ""
        totals.append(max(o.valid for o in reply.outcomes) - min(o.first for o in reply.outcomes))
    measured = (totals[1] - totals[0]) / (64 * point.stages)
    if measured != point.cycles_per_block:
        failures = [f"{measured:g} cycles per block instead of {point.cycles_per_block}"]
    return failures, 1, f"{measured:g} cycles per block"


def latency(subject: HashSubject, _: Effort) -> Findings:
    """Compares the cycles from first beat to digest, of a message alone, with the formula."""
    block = subject.block_bytes
    sizes = sorted({*range(2 * block + 1), 5 * block - 1, 5 * block, 16 * block})
    replies = subject.run([subject.job([subject.message(bytes(size))]) for size in sizes])
    # With several messages in flight, a block of a stream waits for its slot.
    waits = subject.level == "stream" and subject.point.stages > 1
    slot = subject.point.cycles_per_block if waits else 0
    failures = []
    for size, reply in zip(sizes, replies, strict=True):
        measured, stated = reply.outcomes[0].cycles, subject.point.cycles(subject.level, size)
        if reply.violation or not stated <= measured <= stated + slot:
            found = reply.violation or f"{measured} cycles instead of {stated}"
            failures.append(f"{size} bytes: {found}")
    short, long = (replies[sizes.index(size)].outcomes[0].cycles for size in (0, 16 * block))
    return failures, len(sizes), f"{short} cycles for no byte, {long} for {16 * block} bytes"


def constant_time(subject: HashSubject, effort: Effort) -> Findings:
    """Checks that the latency does not depend on the data."""
    rng = random.Random(5)
    size = subject.block_bytes + 3
    parts = [bytes(size), b"\xff" * size, b"\x80" + bytes(size - 1), bytes(size - 1) + b"\x01"]
    parts += [rng.randbytes(size) for _ in range(4 * effort.seeds)]
    replies = subject.run([subject.job([subject.message(data)]) for data in parts])
    seen = {reply.outcomes[0].cycles for reply in replies}
    failures = [reply.violation for reply in replies if reply.violation]
    if len(seen) > 1:
        failures.append(f"messages of {size} bytes took {sorted(seen)} cycles")
    return failures, len(parts), f"messages of {size} bytes, all in {min(seen)} cycles"


def back_to_back(subject: HashSubject, _: Effort) -> Findings:
    """Checks the interval of one-block messages without a pause against the formula."""
    # A tag waits for its inner digest, and tags in flight wait for each other.
    stages = 1 if subject.point.unit.keyed else subject.point.stages
    data = bytes(subject.block_bytes - subject.algorithm.padding.length_bytes - 1)
    parts = [subject.message(data, i % stages) for i in range(32 * stages)]
    beats = -(-len(data) // subject.beat_bytes) if subject.level == "stream" else 0
    (reply,) = subject.run([subject.job(parts, burst=beats or _block_beats(subject))])
    failures = compare(reply, [subject.reference(data)] * len(parts), "message")
    if failures:
        return failures, len(parts), ""
    times = [outcome.valid for outcome in reply.outcomes[::stages]][4:]
    intervals = {later - earlier for earlier, later in pairwise(times)}
    interval = subject.point.message_interval(len(data))
    if intervals != {interval}:
        failures.append(f"intervals of {sorted(intervals)} cycles; {interval} by the formula")
    covered = f"{len(parts)} messages of one block, {stages} every {interval} cycles"
    return failures, len(parts), covered


def _block_beats(subject: HashSubject) -> int:
    return subject.block_bytes // subject.beat_bytes


#: Every check, by its name in reports.
CHECKS: dict[str, Examine] = {
    "short vectors": short_vectors,
    "long vectors": long_vectors,
    "Monte Carlo": monte_carlo,
    "every length": every_length,
    "block boundaries": boundaries,
    "random messages": random_messages,
    "keys": keys,
    "no key": no_key,
    "either hash": either_hash,
    "power-on": power_on,
    "stalls": stalls,
    "resets": resets,
    "framing": framing,
    "key inside a message": key_inside,
    "random actions": random_actions,
    "cycles per block": cycles_per_block,
    "back to back": back_to_back,
    "latency": latency,
    "key load": key_load,
    "constant time": constant_time,
}
#: Checks that need a file of vectors, which some algorithms do not have.
_VECTORS = {"short vectors": "short", "long vectors": "long", "Monte Carlo": "monte"}
#: Checks of hardware that takes keys.
_KEYED = ("keys", "no key", "either hash", "key inside a message", "key load")
#: Checks of hardware that takes bytes, not padded blocks.
_FRAMED = ("framing", "key inside a message", "random actions")
#: Checks of hardware whose messages select one of two hashes.
_EITHER = ("either hash",)


def checks_of(point: DesignPoint, level: Level) -> dict[str, Examine]:
    """Returns the checks of a level, without those whose vectors do not exist."""
    kinds = vectors.kinds(point.computes)
    return {
        name: examine
        for name, examine in CHECKS.items()
        if (name not in _VECTORS or _VECTORS[name] in kinds)
        and (name not in _KEYED or point.unit.keyed)
        and (name not in _FRAMED or level == "stream")
        and (name not in _EITHER or point.chosen is not None)
    }


#: What the checks examine.
SUBJECT = HashSubject


def perform(point: DesignPoint, builds: Builds, effort: Effort, progress: Progress) -> list[Check]:
    """Runs all checks of a design point: see `perform_all`."""
    return perform_all(SUBJECT, checks_of, point, builds, effort, progress)
