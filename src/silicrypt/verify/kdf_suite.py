"""The suite of requests and packets: PBKDF2, HKDF and HMAC_DRBG with HMAC, and KMAC.

Results are compared with known answers, with Python's library, and with models of SP 800-90A and
SP 800-185 (`kdf_functions`). ``benches/kdf/bench.cpp`` has the other side of the formats here.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path

from silicrypt.base.scope import Progress
from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.kdf_pipelined import PipelinedFormulas
from silicrypt.tools import verilator
from silicrypt.verify import native
from silicrypt.verify.checks import (
    Builds,
    Check,
    Effort,
    Examine,
    Findings,
    all_but_lost,
    all_power_on,
    perform_all,
    stalled,
)
from silicrypt.verify.kdf_functions import INSTANTIATE, RESEED, function_of, stated_cycles
from silicrypt.verify.kdf_request import Function, Request
from silicrypt.verify.native import (
    DONE,
    DROPPED,
    ONE,
    Action,
    Judge,
    Outcome,
    Subject,
)

_BENCH = native.bench("benches/kdf/bench.cpp")
#: The number of a beat that stands for none.
_NO_BEAT = 0xFFFF_FFFF
_REQUEST = struct.Struct("<BB?IIIIQB")
_OUTCOME = struct.Struct("<B?QQQI")
#: More iterations of a known answer than this are left to the full suite.
_QUICK_ITERATIONS = 5000
#: Most iterations of any known answer. RFC 6070 has one with 16777216.
_ITERATIONS = 100_000
#: Requests with a wrong beat among those that must be refused.
_BROKEN = 18
#: The largest reseed limit that is reached.
_LIMIT = 64


@dataclass(frozen=True)
class KdfJob:
    """Requests that follow each other.

    Attributes:
        items: the requests.
        stalls: probabilities, below 1, that in a cycle no request is offered, no beat of a packet
            is offered, no beat of a result is accepted.
        seed: seed of stalls and of the values of payload ports that are not valid.
    """

    items: tuple[Request, ...]
    stalls: tuple[float, float, float] = (0.0, 0.0, 0.0)
    seed: int = 1


def render(job: KdfJob) -> bytes:
    """Encodes a job."""
    stalls = (int(stall * ONE) for stall in job.stalls)
    head = struct.pack("<QHHHI", job.seed, *stalls, len(job.items))
    return head + b"".join(map(_render_request, job.items))


def _render_request(one: Request) -> bytes:
    beat = (_NO_BEAT, 0) if one.keep is None else (one.keep_at, one.keep)
    asked = (one.operation, one.action, one.empty_end, one.iterations, one.size, one.after)
    packets = (struct.pack("<I", len(packet)) + packet for packet in one.packets)
    return _REQUEST.pack(*asked, *beat, len(one.packets)) + b"".join(packets)


@dataclass(frozen=True)
class KdfSubject(Subject[KdfJob]):
    """A compiled level of a configuration, which the checks of key derivation examine.

    Attributes:
        overlapping: the program that has several requests in flight. By default, it is compiled
            from the sources of the design point when a check needs it.
    """

    overlapping: Path | None = None

    @property
    def function(self) -> Function:
        """What the checks know of the function."""
        return function_of(self.point)

    def render(self, job: KdfJob) -> bytes:
        """Encodes a job for the bench."""
        return render(job)

    def decode(self, data: bytes, at: int) -> tuple[Outcome, int]:
        """Decodes an outcome at a position, and returns it with the position after it."""
        state, refused, first, valid, last, length = _OUTCOME.unpack_from(data, at)
        at += _OUTCOME.size
        result = data[at : at + length] if state == DONE else None
        return Outcome(result, first, valid, state == DROPPED, refused, last), at + length

    def judge(self) -> Judge:
        """Returns a judge of outcomes, with the state after a reset."""
        answer = self.function.answering(self.point)

        def wrong(_: KdfJob, one: Request, outcome: Outcome) -> str:
            nonlocal answer
            if outcome.lost:  # a reset or a wipe also clears what later requests depend on
                answer = self.function.answering(self.point)
                return ""
            pair = (None if outcome.refused else outcome.result, answer(one))
            texts = ["refused" if r is None else r.hex() for r in pair]
            return "" if pair[0] == pair[1] else " instead of ".join(texts)

        return wrong


def build(
    point: DesignPoint, level: Level, sources: tuple[Path, ...], *, overlapping: bool = False
) -> verilator.Build:
    """Returns the inputs of the model of a configuration with these sources.

    Args:
        point: the design point.
        level: its level.
        sources: the sources of the level, right or not.
        overlapping: whether a request is offered before the one before it is answered.
    """
    constants = {
        "DATA_BYTES": point.data_bits // 8,
        "ITERATED": int(point.parameters["Function"] == "PBKDF2"),
        "OVERLAPPING": int(overlapping),
    }
    return native.compiled(point, level, sources, _BENCH, constants)


def known_answers(subject: KdfSubject, effort: Effort) -> Findings:
    """Checks the known answers of the RFCs and of NIST."""
    most = _ITERATIONS if effort.checkpoints > 5 else _QUICK_ITERATIONS
    found = list(subject.function.known(subject.point, most))
    if not found:
        return [], 1, "no known answers for this hash"
    jobs = [KdfJob(requests) for requests, _ in found]
    replies = subject.run(jobs)
    failures = subject.compare(jobs, replies, "request")
    for (_, expected), reply in zip(found, replies, strict=True):
        if not failures and reply.outcomes[-1].result != expected:
            failures.append(f"not {expected.hex()}")
    return failures, len(found), f"{len(found)} known answers"


def random_requests(subject: KdfSubject, effort: Effort) -> Findings:
    """Checks random packets, lengths and counts."""
    jobs = [
        KdfJob(tuple(subject.function.some(subject.point, random.Random(seed), 25)), seed=seed)
        for seed in range(effort.seeds)
    ]
    return subject.failures(jobs, "request"), len(jobs), f"{len(jobs)} times 25 requests"


def power_on(subject: KdfSubject, effort: Effort) -> Findings:
    """Checks that the contents of registers before the first reset do not matter."""

    def job(seed: int) -> KdfJob:
        return KdfJob(
            tuple(subject.function.some(subject.point, random.Random(seed), 3)), seed=seed
        )

    return all_power_on(subject, effort, "request", job)


def stalls(subject: KdfSubject, effort: Effort) -> Findings:
    """Checks stalls on every port, and packets of full beats that end with an empty one."""
    rates, jobs = (0.0, 0.4, 0.9), list[KdfJob]()
    for number, rate in enumerate(product(rates, rates, rates)):
        for seed in range(0, effort.seeds, 4):
            rng = random.Random(100 * seed + number)
            requests = subject.function.some(subject.point, rng, 6)
            asked = tuple(replace(one, empty_end=rng.random() < 0.5) for one in requests)
            jobs.append(KdfJob(asked, rate, seed))
    return stalled(subject, jobs, "request", results="beats of results")


def refusals(subject: KdfSubject, effort: Effort) -> Findings:
    """Checks that illegal requests and beats are refused, and that later requests are right."""
    jobs, own, size = list[KdfJob](), subject.function, subject.point.data_bits // 8
    for seed in range(effort.seeds):
        rng = random.Random(seed)
        asked = list(own.refused(subject.point, rng))
        legal = tuple(own.some(subject.point, rng, len(asked) + _BROKEN))
        asked += (_broken(rng, one, size) for one in legal[2 : 2 + _BROKEN])
        rng.shuffle(asked)
        mixed = [one for pair in zip(legal, asked, strict=True) for one in pair]
        early = asked[0]  # the first request after a reset
        jobs.append(KdfJob((early, *mixed), (0.0, rng.choice((0.0, 0.5)), 0.0), seed))
    replies = subject.run(jobs, checked=False)
    failures = subject.compare(jobs, replies, "request")
    count = sum(outcome.refused for reply in replies for outcome in reply.outcomes)
    return failures, len(jobs), f"{count} requests refused"


def _broken(rng: random.Random, one: Request, size: int) -> Request:
    """Returns a request with a beat that has a hole, or is short before the end of its packet."""
    beats = [max(1, -(-len(packet) // size)) for packet in one.packets]
    packet = rng.randrange(len(beats))
    at = rng.randrange(beats[packet])
    keeps = [2, 0b101, 1 << size - 1, (1 << size) - 2]
    if at < beats[packet] - 1:
        keeps += [0, 1, (1 << size - 1) - 1]
    return replace(one, keep=rng.choice(keeps), keep_at=sum(beats[:packet]) + at)


def interrupted(action: Action, subject: KdfSubject, effort: Effort) -> Findings:
    """Checks a reset or a wipe in every phase of a request: later requests must be right."""
    jobs = list[KdfJob]()
    shape = list(subject.function.some(subject.point, random.Random(7), 8))
    (longest,) = subject.run([KdfJob(tuple(shape))])
    step = max(1, longest.cycles // (20 * effort.seeds))
    for at, outcome in enumerate(longest.outcomes):
        for after in range(0, outcome.last - outcome.first, step):
            hit = replace(shape[at], action=action, after=after)
            rest = subject.function.some(subject.point, random.Random(after), 3)
            jobs.append(KdfJob((*shape[:at][:2], hit, *rest), seed=after))
    failures, lost = all_but_lost(subject, jobs, action, "request")
    return failures, len(jobs), f"{lost} requests lost, all others right"


def latency(subject: KdfSubject, effort: Effort) -> Findings:
    """Compares the cycles of requests with the formula: they must not depend on data.

    Results are compared, too.
    """
    failures, count, rng = list[str](), 0, random.Random(5)
    shapes = [
        one for one in subject.function.shapes(subject.point) for _ in range(effort.seeds // 2)
    ]
    jobs = [KdfJob(tuple(_other_data(rng, one) for one in shape)) for shape in shapes]
    replies = subject.run(jobs)
    failures += subject.compare(jobs, replies, "request")
    for shape, reply in zip(shapes, replies, strict=True):
        last, asked = reply.outcomes[-1], shape[-1]
        stated = stated_cycles(subject.point, asked)
        count += 1
        if reply.violation or last.last - last.first != stated:
            lengths = [len(packet) for packet in asked.packets]
            what = f"{lengths}, {asked.iterations}, {asked.operation}, {asked.size}"
            what += f": {last.last - last.first} cycles"
            failures.append(reply.violation or f"{what} instead of {stated}")
    return failures, count, f"{count} requests by the formula"


def _other_data(rng: random.Random, one: Request) -> Request:
    return replace(one, packets=tuple(rng.randbytes(len(packet)) for packet in one.packets))


def reseed_limit(subject: KdfSubject, _: Effort) -> Findings:
    """Checks that the requests to generate beyond the limit are refused until a reseed."""
    limit = 2 ** int(subject.point.parameters["ReseedBits"])
    begin = Request((b"seed",), operation=INSTANTIATE)
    if limit > _LIMIT:
        return [], 1, "the limit is beyond what a simulation reaches"
    asked = [begin, *[Request((b"",), 5)] * (limit + 2), replace(begin, operation=RESEED)]
    job = KdfJob((*asked, *asked[1:]))
    (reply,) = subject.run([job])
    failures = subject.compare([job], [reply], "request")
    if sum(outcome.refused for outcome in reply.outcomes) != 4:
        failures.append("not two requests refused after each seed")
    return failures, len(job.items), f"{limit} requests after a seed, two refused"


def overlapped(subject: KdfSubject) -> KdfSubject:
    """Returns a subject whose requests do not wait for the result of the one before them."""
    program = subject.overlapping
    if program is None:
        point, level = subject.point, subject.level
        sources = tuple(point.sources(level))
        program = verilator.executable(build(point, level, sources, overlapping=True))
    return replace(subject, program=program)


def in_flight(subject: KdfSubject, effort: Effort) -> Findings:
    """Checks requests of any lengths and counts in flight together, refusals among them."""
    rates, jobs, size = (0.0, 0.4, 0.9), list[KdfJob](), subject.point.data_bits // 8
    for number, rate in enumerate(product(rates, rates, rates)):
        for seed in range(0, effort.seeds, 4):
            rng = random.Random(1000 * seed + number)
            asked = list(subject.function.some(subject.point, rng, 20))
            # Results of one block, so that each derivation has a password of its own; or any.
            most = 90 if number % 2 else 20
            asked = [
                replace(one, iterations=rng.randrange(1, 60), size=rng.randrange(1, most + 1))
                for one in asked
            ]
            asked += rng.sample(list(subject.function.refused(subject.point, rng)), 3)
            asked += (_broken(rng, one, size) for one in asked[:3])
            rng.shuffle(asked)
            jobs.append(KdfJob(tuple(asked), rate, seed))
    replies = overlapped(subject).run(jobs, checked=False)
    failures = subject.compare(jobs, replies, "request")
    count = sum(outcome.refused for reply in replies for outcome in reply.outcomes)
    return failures, len(jobs), f"{len(jobs)} times 26 requests, {count} refused"


def interrupted_in_flight(action: Action, subject: KdfSubject, effort: Effort) -> Findings:
    """Checks a reset or a wipe while several requests are in flight."""
    jobs = list[KdfJob]()
    for seed in range(10 * effort.seeds):
        rng = random.Random(seed)
        asked = list(subject.function.some(subject.point, rng, 16))
        asked = [replace(one, iterations=rng.randrange(1, 30)) for one in asked]
        at = rng.randrange(1, 10)
        asked[at] = replace(asked[at], action=action, after=rng.randrange(2000))
        jobs.append(KdfJob(tuple(asked), seed=seed))
    failures, lost = all_but_lost(overlapped(subject), jobs, action, "request")
    return failures, len(jobs), f"{lost} requests lost, all others right"


def occupancy(subject: KdfSubject, effort: Effort) -> Findings:  # noqa: ARG001
    """Compares the cycles of an iteration of several passwords in flight with the formula.

    The iteration count of all of them rises, and the time to the last result with it.
    """
    formulas, few, more = subject.point.formulas, 40, 100
    assert isinstance(formulas, PipelinedFormulas)
    failures, counts, shares = list[str](), range(1, formulas.stages + 1), dict[int, int]()
    jobs = [
        KdfJob(tuple(Request((bytes([i]) * 8, b"salt"), 20, count) for i in range(number)))
        for number in counts
        for count in (few, more)
    ]
    replies = overlapped(subject).run(jobs)
    failures += subject.compare(jobs, replies, "request")
    for number, first, second in zip(counts, replies[::2], replies[1::2], strict=True):
        spent = second.outcomes[-1].last - second.outcomes[0].first
        spent -= first.outcomes[-1].last - first.outcomes[0].first
        stated = (more - few) * formulas.iteration(number)
        if spent != stated:
            failures.append(f"{number} passwords: {spent} cycles instead of {stated}")
        shares[number] = 100 * (more - few) * number * formulas.cycles_per_block // max(1, spent)
    covered = ", ".join(f"{number}: {share} %" for number, share in shares.items())
    return failures, len(jobs), f"time slots that are used, by passwords in flight: {covered}"


#: The checks of units with several requests in flight.
IN_FLIGHT: Mapping[str, Examine] = {
    "requests in flight": in_flight,
    "reset with requests in flight": partial(interrupted_in_flight, Action.RESET),
    "wipe with requests in flight": partial(interrupted_in_flight, Action.WIPE),
    "occupancy": occupancy,
}
#: Every check, by its name in reports.
CHECKS: Mapping[str, Examine] = {
    "known answers": known_answers,
    "random requests": random_requests,
    "power-on content": power_on,
    "stalls": stalls,
    "refusals": refusals,
    "reset in every phase": partial(interrupted, Action.RESET),
    "wipe in every phase": partial(interrupted, Action.WIPE),
    "latency": latency,
    "reseed limit": reseed_limit,
    **IN_FLIGHT,
}


def checks_of(point: DesignPoint, level: Level) -> Mapping[str, Examine]:  # noqa: ARG001
    """Returns the checks of a level."""
    without = {"reseed limit"} if "ReseedBits" not in point.parameters else set[str]()
    if point.stages == 1:
        without |= IN_FLIGHT.keys()
    return {name: one for name, one in CHECKS.items() if name not in without}


#: What the checks examine.
SUBJECT = KdfSubject


def perform(point: DesignPoint, builds: Builds, effort: Effort, progress: Progress) -> list[Check]:
    """Runs all checks of a design point: see `perform_all`."""
    return perform_all(SUBJECT, checks_of, point, builds, effort, progress)
