"""The suite of derivation with HMAC: PBKDF2, HKDF and HMAC_DRBG.

Results are compared with known answers, with Python's library, and with a model of SP 800-90A.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, product
from pathlib import Path

from silicrypt.base.progress import Progress
from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.kdf import Kdf, expand
from silicrypt.models.hmac_drbg import HmacDrbg
from silicrypt.verify import kdf_wire, kmac_suite, vectors
from silicrypt.verify.checks import Builds, Check, Effort, Examine, Findings, perform_all
from silicrypt.verify.kdf_wire import Action, Answer, KdfJob, KdfSubject, Request

__all__ = ["FUNCTIONS", "Function", "build", "checks_of", "perform"]

build = kdf_wire.build
#: More iterations of a known answer than this are left to the full suite.
_QUICK_ITERATIONS = 5000
#: Most iterations of any known answer. RFC 6070 has one with 16777216.
_ITERATIONS = 100_000
#: The largest reseed limit that is reached.
_LIMIT = 64
#: Operations of HMAC_DRBG.
_GENERATE, _INSTANTIATE, _RESEED = range(3)
#: Operations of HKDF.
_BOTH, _EXTRACT, _EXPAND = range(3)


def _inner(point: DesignPoint) -> Kdf:
    assert isinstance(point.algorithm, Kdf)
    return point.algorithm


def _sound(point: DesignPoint, one: Request, buffered: int) -> bool:
    """Returns whether the packets follow the rules of the stream and fit into the buffer."""
    return one.keep is None and buffered <= int(point.parameters["BufferBytes"])


def _known(name: str) -> list[dict[str, str]]:
    """Returns the groups of a file of known answers."""
    text = (vectors.folder() / "KDF" / name).read_text(encoding="ascii")
    groups = [dict(re.findall(r"^(\w+) *= ?(.*)$", part, re.M)) for part in text.split("COUNT")]
    return [group for group in groups if len(group) > 1]


def _own(kind: str) -> list[dict[str, object]]:
    text = (Path(__file__).parent / "kdf_vectors.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)[kind]  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Function:
    """What checks need to know of a function.

    Attributes:
        answering: the reference, with the state after a reset.
        some: yields random requests, which are legal; HMAC_DRBG gets its seed with the second one.
        refused: yields requests that must be refused, by their operation or numbers.
        known: yields known answers: requests, and the result of the last one.
        shapes: yields requests whose cycles are compared with the formula. Those of one tuple
            follow each other, and the last one is timed.
    """

    answering: Callable[[DesignPoint], Answer]
    some: Callable[[DesignPoint, random.Random, int], Iterator[Request]]
    refused: Callable[[DesignPoint, random.Random], Iterator[Request]]
    known: Callable[[DesignPoint, int], Iterator[tuple[tuple[Request, ...], bytes]]]
    shapes: Callable[[DesignPoint], Iterator[tuple[Request, ...]]]


def _buffered(point: DesignPoint) -> list[int]:
    """Returns lengths of packets in the buffer: around beats, and all of it."""
    most = int(point.parameters["BufferBytes"])
    return sorted(
        {0, 1, 3, 4, 5, 8, 13, 16, 31, 33, 36, 47, 51, 55, most - 1, most} & {*range(most + 1)}
    )


def _sizes(point: DesignPoint) -> tuple[int, ...]:
    tag = _inner(point).block_bits // 8
    return (1, tag - 1, tag, tag + 1, 3 * tag)


# PBKDF2


def _pbkdf2(point: DesignPoint) -> Answer:
    name = _inner(point).inner.hashlib

    def answer(one: Request) -> bytes | None:
        password, salt = one.packets
        if not _sound(point, one, len(salt)) or one.operation or not (one.iterations and one.size):
            return None
        return hashlib.pbkdf2_hmac(name, password, salt, one.iterations, one.size)

    return answer


def _pbkdf2_some(point: DesignPoint, rng: random.Random, count: int) -> Iterator[Request]:
    for _ in range(count):
        packets = rng.randbytes(rng.randrange(150)), rng.randbytes(rng.choice(_buffered(point)))
        yield Request(packets, rng.randrange(1, 90), rng.randrange(1, 4))


def _pbkdf2_refused(point: DesignPoint, rng: random.Random) -> Iterator[Request]:
    packets = rng.randbytes(9), rng.randbytes(9)
    yield from (Request(packets, 20, 0), Request(packets, 0, 1))
    yield from (Request(packets, 20, 1, operation) for operation in (1, 2, 3))
    most = int(point.parameters["BufferBytes"])
    yield from (Request((b"", bytes(most + over)), 20) for over in (1, 40))


def _pbkdf2_known(point: DesignPoint, most: int) -> Iterator[tuple[tuple[Request, ...], bytes]]:
    if _inner(point).enum == "SHA1":
        for one in _known("rfc-6070-PBKDF2-SHA1.txt"):
            texts = (one["PASSWORD"], one["SALT"])
            password, salt = (text.replace("\\0", "\0").encode() for text in texts)
            count, result = int(one["ITERATIONS"]), bytes.fromhex(one["DERIVED_KEY"])
            if count <= most:
                yield (Request((password, salt), len(result), count),), result
    elif _inner(point).enum == "SHA256":
        for own in _own("pbkdf2"):
            texts, count = (str(own["password"]), str(own["salt"])), int(str(own["iterations"]))
            password, salt = (text.encode() for text in texts)
            result = bytes.fromhex(str(own["result"]))
            if count <= most:
                yield (Request((password, salt), len(result), count),), result


def _pbkdf2_shapes(point: DesignPoint) -> Iterator[tuple[Request, ...]]:
    block = _inner(point).inner.block_bits // 8
    for salt, size, count in product(_buffered(point), _sizes(point), (1, 3)):
        yield (Request((b"password", bytes(salt)), size, count),)
    for password in (0, 1, block - 1, block, block + 1, 3 * block):
        yield (Request((bytes(password), b"salt"), 20, 2),)


# HKDF


def _hkdf(point: DesignPoint) -> Answer:
    kdf = _inner(point)

    def answer(one: Request) -> bytes | None:
        info = b"" if one.operation == _EXTRACT else one.packets[-1]
        tag = kdf.block_bits // 8
        limit = tag if one.operation == _EXTRACT else 255 * tag
        if not _sound(point, one, len(info)) or one.operation == 3:
            return None
        if not 0 < one.size <= limit:
            return None
        prk = one.packets[0]
        if one.operation != _EXPAND:
            prk = extract(kdf, *one.packets[:2])
        return prk[: one.size] if one.operation == _EXTRACT else expand(kdf, info, prk, one.size)

    return answer


def extract(kdf: Kdf, salt: bytes, material: bytes) -> bytes:
    """Returns PRK (RFC 5869 2.2)."""
    return hmac.digest(salt, material, kdf.inner.hashlib)


def _hkdf_packets(rng: random.Random, operation: int, info: int) -> tuple[bytes, ...]:
    first, second = (rng.randbytes(rng.randrange(150)) for _ in range(2))
    last = rng.randbytes(info)
    return {_BOTH: (first, second, last), _EXTRACT: (first, second)}.get(operation, (first, last))


def _hkdf_some(point: DesignPoint, rng: random.Random, count: int) -> Iterator[Request]:
    tag = _inner(point).block_bits // 8
    for _ in range(count):
        operation = rng.randrange(3)
        packets = _hkdf_packets(rng, operation, rng.choice(_buffered(point)))
        size = rng.randrange(1, tag + 1 if operation == _EXTRACT else 4 * tag)
        yield Request(packets, size, rng.getrandbits(32), operation)


def _hkdf_refused(point: DesignPoint, rng: random.Random) -> Iterator[Request]:
    tag, most = _inner(point).block_bits // 8, int(point.parameters["BufferBytes"])
    for operation, size in ((0, 0), (1, 0), (2, 0), (1, tag + 1), (0, 255 * tag + 1), (3, 9)):
        yield Request(_hkdf_packets(rng, operation, 5), size, 1, operation)
    yield Request(_hkdf_packets(rng, _EXPAND, 5), 2**32 - 1, 1, _EXPAND)
    for operation, over in product((_BOTH, _EXPAND), (1, 40)):
        yield Request(_hkdf_packets(rng, operation, most + over), 9, 1, operation)


def _hkdf_known(point: DesignPoint, _: int) -> Iterator[tuple[tuple[Request, ...], bytes]]:
    files = {"SHA1": ["rfc-5869-HKDF-SHA1"], "SHA256": ["rfc-5869-HKDF-SHA256", "hkdf-generated"]}
    for one in chain(*(_known(f"{file}.txt") for file in files.get(_inner(point).enum, ()))):
        keys = ("salt", "IKM", "info", "PRK", "OKM")
        salt, material, info, prk, okm = (bytes.fromhex(one.get(key, "").strip()) for key in keys)
        yield (Request((salt, material, info), len(okm)),), okm
        if prk:
            yield (Request((salt, material), len(prk), operation=_EXTRACT),), prk
            yield (Request((prk, info), len(okm), operation=_EXPAND),), okm


def _hkdf_shapes(point: DesignPoint) -> Iterator[tuple[Request, ...]]:
    block, tag = _inner(point).inner.block_bits // 8, _inner(point).block_bits // 8
    for info, size in product(_buffered(point), _sizes(point)):
        yield (Request((b"salt", b"material", bytes(info)), size),)
        yield (Request((bytes(tag), bytes(info)), size, operation=_EXPAND),)
    for salt, material in product((0, 1, block, block + 1), (0, 55, 2 * block)):
        for size in (1, tag):
            yield (Request((bytes(salt), bytes(material)), size, operation=_EXTRACT),)
    yield (Request((bytes(tag), b""), 255 * tag, operation=_EXPAND),)


# HMAC_DRBG


def _drbg(point: DesignPoint) -> Answer:
    drbg = HmacDrbg(_inner(point).inner.hashlib)
    limit = 2 ** int(point.parameters["ReseedBits"])

    def answer(one: Request) -> bytes | None:
        (data,) = one.packets
        if not _sound(point, one, len(data)) or one.operation == 3:
            return None
        if one.operation != _GENERATE:
            if not data or (one.operation == _RESEED and not drbg.count):
                return None
            (drbg.reseed if one.operation == _RESEED else drbg.instantiate)(data)
            return b""
        if not 0 < drbg.count <= limit or not 0 < one.size <= 2**16:
            return None
        return drbg.generate(one.size, data)

    return answer


def _drbg_some(point: DesignPoint, rng: random.Random, count: int) -> Iterator[Request]:
    sizes = [size for size in _buffered(point) if size]
    for number in range(count):
        first = (_GENERATE, _INSTANTIATE)[number : number + 1]
        operation = rng.choice(first or (*(_GENERATE,) * 6, _INSTANTIATE, _RESEED))
        data = rng.randbytes(rng.choice(sizes))
        if operation == _GENERATE and rng.randrange(2):
            data = b""
        yield Request((data,), rng.randrange(1, 140), rng.getrandbits(32), operation)


def _drbg_refused(point: DesignPoint, rng: random.Random) -> Iterator[Request]:
    data, most = rng.randbytes(20), int(point.parameters["BufferBytes"])
    yield Request((data,), 9, operation=3)
    yield from (Request((b"",), 9, operation=operation) for operation in (1, 2))
    yield from (Request((b"",), size) for size in (0, 2**16 + 1, 2**32 - 1))
    yield from (Request((bytes(most + 1),), 9, operation=operation) for operation in (0, 1, 2))


def _drbg_known(point: DesignPoint, _: int) -> Iterator[tuple[tuple[Request, ...], bytes]]:
    for one in _own("drbg") if _inner(point).enum == "SHA256" else []:
        asked = [Request((bytes.fromhex(str(one["instantiate"])),), operation=_INSTANTIATE)]
        if one["reseed"]:
            asked.append(Request((bytes.fromhex(str(one["reseed"])),), operation=_RESEED))
        result = bytes.fromhex(str(one["result"]))
        more = one["additional"]
        assert isinstance(more, list)
        asked += (Request((bytes.fromhex(text),), len(result)) for text in more)
        yield tuple(asked), result


def _drbg_shapes(point: DesignPoint) -> Iterator[tuple[Request, ...]]:
    begin = Request((b"seed material",), operation=_INSTANTIATE)
    for size in _buffered(point)[1:]:
        seed = Request((bytes(size),), operation=_INSTANTIATE)
        yield from ((seed,), (begin, replace(seed, operation=_RESEED)))
    for data, size in product(_buffered(point), _sizes(point)):
        yield begin, Request((bytes(data),), size)


#: By the parameter ``Function``.
FUNCTIONS: Mapping[str, Function] = {
    "PBKDF2": Function(_pbkdf2, _pbkdf2_some, _pbkdf2_refused, _pbkdf2_known, _pbkdf2_shapes),
    "HKDF": Function(_hkdf, _hkdf_some, _hkdf_refused, _hkdf_known, _hkdf_shapes),
    "HMAC_DRBG": Function(_drbg, _drbg_some, _drbg_refused, _drbg_known, _drbg_shapes),
    "KMAC": Function(
        kmac_suite.answering,
        kmac_suite.some,
        kmac_suite.refused,
        kmac_suite.known,
        kmac_suite.shapes,
    ),
}


def _of(subject: KdfSubject) -> Function:
    return FUNCTIONS[str(subject.point.parameters["Function"])]


def known_answers(subject: KdfSubject, effort: Effort) -> Findings:
    """Checks the known answers of the RFCs and of NIST."""
    most = _ITERATIONS if effort.checkpoints > 5 else _QUICK_ITERATIONS
    found = list(_of(subject).known(subject.point, most))
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
        KdfJob(tuple(_of(subject).some(subject.point, random.Random(seed), 25)), seed=seed)
        for seed in range(effort.seeds)
    ]
    return subject.failures(jobs, "request"), len(jobs), f"{len(jobs)} times 25 requests"


def power_on(subject: KdfSubject, effort: Effort) -> Findings:
    """Checks that the contents of registers before the first reset do not matter."""
    failures = list[str]()
    for seed in range(2, 2 + effort.seeds):
        job = KdfJob(tuple(_of(subject).some(subject.point, random.Random(seed), 3)), seed=seed)
        failures += subject.failures([job], f"power-on {seed}, request", seed)
    return failures, effort.seeds, f"{effort.seeds} contents of the registers"


def stalls(subject: KdfSubject, effort: Effort) -> Findings:
    """Checks stalls on every port, and packets of full beats that end with an empty one."""
    rates, jobs = (0.0, 0.4, 0.9), list[KdfJob]()
    for number, rate in enumerate(product(rates, rates, rates)):
        for seed in range(0, effort.seeds, 4):
            rng = random.Random(100 * seed + number)
            requests = _of(subject).some(subject.point, rng, 6)
            asked = tuple(replace(one, empty_end=rng.random() < 0.5) for one in requests)
            jobs.append(KdfJob(asked, rate, seed))
    replies = subject.run(jobs)
    failures = subject.compare(jobs, replies, "request")
    held = sum(reply.held_in for reply in replies), sum(reply.held_out for reply in replies)
    if not all(held):
        failures.append("no beat of a packet, or no beat of a result, was ever stalled")
    return failures, len(jobs), f"{held[0]} beats and {held[1]} beats of results held up"


def refusals(subject: KdfSubject, effort: Effort) -> Findings:
    """Checks that illegal requests and beats are refused, and that later requests are right."""
    jobs, own, size = list[KdfJob](), _of(subject), subject.point.data_bits // 8
    for seed in range(effort.seeds):
        rng = random.Random(seed)
        legal = tuple(own.some(subject.point, rng, 30))
        asked = list(own.refused(subject.point, rng))
        asked += (_broken(rng, one, size) for one in legal[2:20])
        rng.shuffle(asked)
        mixed = [one for pair in zip(legal, asked, strict=False) for one in pair]
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
    shape = list(_of(subject).some(subject.point, random.Random(7), 8))
    (longest,) = subject.run([KdfJob(tuple(shape))])
    step = max(1, longest.cycles // (20 * effort.seeds))
    for at, outcome in enumerate(longest.outcomes):
        for after in range(0, outcome.last - outcome.first, step):
            hit = replace(shape[at], action=action, after=after)
            rest = _of(subject).some(subject.point, random.Random(after), 3)
            jobs.append(KdfJob((*shape[:at][:2], hit, *rest), seed=after))
    replies = subject.run(jobs)
    failures = subject.compare(jobs, replies, f"{action.name.lower()}, request")
    lost = sum(outcome.lost for reply in replies for outcome in reply.outcomes)
    if not lost:
        failures.append("no request was ever lost")
    return failures, len(jobs), f"{lost} requests lost, all others right"


def latency(subject: KdfSubject, effort: Effort) -> Findings:
    """Compares the cycles of requests with the formula: they must not depend on data.

    Results are compared, too.
    """
    failures, count, rng = list[str](), 0, random.Random(5)
    iterated = subject.point.parameters["Function"] == "PBKDF2"
    shapes = [one for one in _of(subject).shapes(subject.point) for _ in range(effort.seeds // 2)]
    jobs = [KdfJob(tuple(_other_data(rng, one) for one in shape)) for shape in shapes]
    replies = subject.run(jobs)
    failures += subject.compare(jobs, replies, "request")
    for shape, reply in zip(shapes, replies, strict=True):
        last, asked = reply.outcomes[-1], shape[-1]
        lengths = [len(packet) for packet in asked.packets]
        number = asked.iterations if iterated else asked.operation
        stated = subject.formulas.request_cycles(lengths, number, asked.size)
        count += 1
        if reply.violation or last.last - last.first != stated:
            what = f"{lengths}, {number}, {asked.size}: {last.last - last.first} cycles"
            failures.append(reply.violation or f"{what} instead of {stated}")
    return failures, count, f"{count} requests by the formula"


def _other_data(rng: random.Random, one: Request) -> Request:
    return replace(one, packets=tuple(rng.randbytes(len(packet)) for packet in one.packets))


def reseed_limit(subject: KdfSubject, _: Effort) -> Findings:
    """Checks that the requests to generate beyond the limit are refused until a reseed."""
    limit = 2 ** int(subject.point.parameters["ReseedBits"])
    begin = Request((b"seed",), operation=_INSTANTIATE)
    if limit > _LIMIT:
        return [], 1, "the limit is beyond what a simulation reaches"
    asked = [begin, *[Request((b"",), 5)] * (limit + 2), replace(begin, operation=_RESEED)]
    job = KdfJob((*asked, *asked[1:]))
    (reply,) = subject.run([job])
    failures = subject.compare([job], [reply], "request")
    if sum(outcome.refused for outcome in reply.outcomes) != 4:
        failures.append("not two requests refused after each seed")
    return failures, len(job.requests), f"{limit} requests after a seed, two refused"


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
}


def checks_of(point: DesignPoint, level: Level) -> Mapping[str, Examine]:  # noqa: ARG001
    """Returns the checks of a level."""
    drbg = "ReseedBits" in point.parameters
    return {name: one for name, one in CHECKS.items() if drbg or name != "reseed limit"}


def perform(point: DesignPoint, builds: Builds, effort: Effort, progress: Progress) -> list[Check]:
    """Runs all checks of a design point on its compiled level.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: the sources do not compile, or a simulation stopped with an error.
    """

    def subject(choice: DesignPoint, level: Level, program: Path) -> KdfSubject:
        answering = FUNCTIONS[str(choice.parameters["Function"])].answering
        return KdfSubject(choice, level, program, answering)

    return perform_all(point, builds, subject, checks_of, effort, progress)
