"""Checks messages in ECB, CTR and XTS against NIST's vectors and Python's library."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from silicrypt.catalog import Config
from silicrypt.catalog.aes import formulas_of
from silicrypt.verify import vectors
from silicrypt.verify.checks import Effort, Findings
from silicrypt.verify.cipher.core import Subject, Vector, answers, compare
from silicrypt.verify.cipher_wire import Action, Item, Job, Mode

_BLOCK = 16
#: NIST's files of messages of several blocks and of known answers (AESAVS 6.2, 6.3).
_ECB = ("GFSbox", "KeySbox", "VarKey", "VarTxt", "MMT")
_XTS = ("tweak-128hexstr", "tweak-dataunitseqno")
_LINE = re.compile(r"(\[\w+\]|\w+) ?(?:= ([0-9a-fA-F]+))?")
#: Cycles of legal and illegal actions per seed of an effort: a million in the full suite.
_HOSTILE_CYCLES = 25_000
#: Initial counters that soon overflow one of the words that the hardware counts in.
COUNTERS = tuple(
    b"\x5a" * (_BLOCK - full - 1) + b"\x01" * (full < _BLOCK) + b"\xff" * (full - 1) + bytes([low])
    for full in (1, 4, 8, 12, 16)
    for low in (0xFE, 0xFF)
)


@dataclass(frozen=True)
class MessageVector(Vector):
    """A message in CTR or XTS, and the expected result."""

    initial: bytes


def possible(subject: Subject) -> Callable[[Item], bool]:
    """A function that says whether the hardware must accept a message.

    It must accept messages in its modes and directions, with lengths that the mode allows.
    """

    def check(item: Item) -> bool:
        if item.keep is not None:
            return False
        if item.mode.name.lower() not in subject.formulas.modes:
            return False
        if item.decrypt and item.mode != Mode.CTR and True not in subject.directions:
            return False
        size = len(item.data)
        return {
            Mode.ECB: size % _BLOCK == 0,
            Mode.CTR: True,
            Mode.XTS: size >= _BLOCK,
        }[item.mode]

    return check


def modes(subject: Subject) -> tuple[Mode, ...]:
    """The modes of the hardware."""
    return tuple(Mode[name.upper()] for name in subject.formulas.modes)


def parse_ctr(text: str) -> Iterator[MessageVector]:
    """Parses the vectors of RFC 3686 in the package's format."""
    found = dict[str, bytes]()
    for name, value in _pairs(text):
        if value is None:
            continue
        found[name] = b"" if name == "COUNT" else bytes.fromhex(value)
        if name == "CIPHERTEXT":
            yield MessageVector(found["KEY"], found["PLAINTEXT"], found[name], False, found["IV"])


def parse_xts(text: str) -> tuple[list[MessageVector], int]:
    """Parses NIST's XTSVS: the vectors of complete bytes, and the number of the others."""
    units, others, decrypt, found = list[MessageVector](), 0, False, dict[str, str]()
    for name, value in _pairs(text):
        if value is None:
            decrypt = name == "[DECRYPT]"
            continue
        found[name] = value
        if name != ("PT" if decrypt else "CT"):
            continue
        if int(found["DataUnitLen"]) % 8:
            others += 1
            continue
        sides = bytes.fromhex(found["PT"]), bytes.fromhex(found["CT"])
        data, result = reversed(sides) if decrypt else sides
        tweak = found.get("i", "")
        number = int(found.get("DataUnitSeqNumber", "0")).to_bytes(_BLOCK, "little")
        initial = bytes.fromhex(tweak) if "DataUnitSeqNumber" not in found else number
        units.append(MessageVector(bytes.fromhex(found["Key"]), data, result, decrypt, initial))
    return units, others


def _pairs(text: str) -> Iterator[tuple[str, str | None]]:
    for line in text.splitlines():
        if match := _LINE.fullmatch(line.strip()):
            yield match[1], match[2]


def _read(*parts: str) -> str:
    return (vectors.folder() / "ciphers" / "AES").joinpath(*parts).read_text(encoding="ascii")


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
            failures.append(f"vector {number} is another")
    return failures, len(chosen), f"{len(chosen)} vectors{note}"


def messages_of(
    mode: Mode, sizes: Sequence[int], directions: Sequence[bool]
) -> tuple[list[MessageVector], int]:
    """The vectors of a mode that have complete bytes, and the number of the others.

    Args:
        mode: the mode.
        sizes: key lengths in bytes.
        directions: the directions of the core; true stands for decryption.
    """
    if mode == Mode.CTR:
        files = (_read("CTR", f"aes-{8 * size}-ctr.txt") for size in sizes)
        return [unit for file in files for unit in parse_ctr(file)], 0
    if mode == Mode.ECB:
        known = answers(sizes, directions, _ECB)
        return [MessageVector(v.key, v.data, v.result, v.decrypt, bytes(_BLOCK)) for v in known], 0
    chosen, skipped = list[MessageVector](), 0
    for size in sizes:
        for kind in _XTS if size != 24 else ():
            units, others = parse_xts(_read("XTS", kind, f"XTSGenAES{8 * size}.rsp"))
            chosen += [unit for unit in units if unit.decrypt in directions]
            skipped += others
    return chosen, skipped


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


def _keys(subject: Subject, rng: random.Random, size: int) -> Iterator[Item]:
    yield Item(rng.randbytes(size), key=True)
    if Mode.XTS in modes(subject):
        yield Item(rng.randbytes(size), key=True, tweak=True)


def _size(subject: Subject, rng: random.Random) -> int:
    """A key length in bytes; with XTS not 24, because IEEE 1619 has no keys of 192 bits."""
    sizes = [n for n in subject.key_bytes if n != 24 or Mode.XTS not in modes(subject)]
    return rng.choice(sizes)


def _message(
    subject: Subject, rng: random.Random, size: int, every: bool = False, longest: int = 200
) -> Item:
    """A message of that length; with `every`, of any mode and direction, even a refused one."""
    mode = rng.choice(tuple(Mode) if every else modes(subject))
    decrypt = rng.choice((False, True))
    initial = rng.choice((*COUNTERS, rng.randbytes(_BLOCK), rng.randbytes(_BLOCK)))
    item = Item(rng.randbytes(size), decrypt=decrypt, mode=mode, initial=initial)
    if every or possible(subject)(item):
        return item
    return _message(subject, rng, rng.randrange(_BLOCK, longest) // _BLOCK * _BLOCK)


def _run(subject: Subject, jobs: Sequence[Job], what: str) -> list[str]:
    replies = subject.model.run(jobs)
    return [
        failure
        for number, (job, reply) in enumerate(zip(jobs, replies, strict=True))
        for failure in compare(job, reply, f"job {number}, {what}", possible(subject))
    ]


def every_length(subject: Subject, _: Effort) -> Findings:
    """Checks each mode and direction with every length up to six blocks, even refused ones."""
    rng, items = random.Random(1), list[Item]()
    for mode in Mode:
        for decrypt in (False, True):
            items += _keys(subject, rng, _size(subject, rng))
            for size in range(6 * _BLOCK + 1):
                data, initial = rng.randbytes(size), rng.randbytes(_BLOCK)
                items.append(Item(data, decrypt=decrypt, mode=mode, initial=initial))
    refused = sum(not item.key and not possible(subject)(item) for item in items)
    failures = _run(subject, [Job(tuple(items))], "message")
    return failures, len(items), f"0 to {6 * _BLOCK} bytes, {refused} messages refused"


def counters(subject: Subject, _: Effort) -> Findings:
    """Checks counters that overflow each word that the hardware counts in, and all ones."""
    if Mode.CTR not in modes(subject):
        return [], 1, "no CTR"
    rng = random.Random(2)
    items = [*_keys(subject, rng, _size(subject, rng))]
    items += [Item(rng.randbytes(80), mode=Mode.CTR, initial=first) for first in COUNTERS]
    failures = _run(subject, [Job(tuple(items))], "message")
    return failures, len(COUNTERS), f"{len(COUNTERS)} first counters"


def _mixture(subject: Subject, rng: random.Random, count: int, longest: int) -> Iterator[Item]:
    yield from _keys(subject, rng, _size(subject, rng))
    for _ in range(count):
        if rng.randrange(4) == 0:
            yield from _keys(subject, rng, _size(subject, rng))
        yield _message(subject, rng, rng.randrange(longest), rng.randrange(8) == 0, longest)


def random_messages(subject: Subject, effort: Effort) -> Findings:
    """Checks modes, directions, keys and lengths in any order, without a pause."""
    jobs = [
        Job(tuple(_mixture(subject, random.Random(seed), 60, longest)), seed=seed)
        for seed in range(effort.seeds)
        for longest in (40, 200, effort.random_bytes)
    ]
    return _run(subject, jobs, "message"), len(jobs), f"{len(jobs)} times 60 messages"


def stalls(subject: Subject, effort: Effort) -> Findings:
    """Checks stalls on every port, and keys at any time."""
    rates, rng, jobs = (0.0, 0.4, 0.9), random.Random(6), list[Job]()
    for seed in range(effort.seeds):
        for stall_in in rates:
            for stall_out in rates:
                items = tuple(_mixture(subject, random.Random(seed), 25, 120))
                loose = len(subject.key_bytes) == 1 and rng.random() < 0.5
                pace = {"stall_key": rng.choice(rates), "stall_in": stall_in}
                jobs.append(Job(items, **pace, stall_out=stall_out, seed=seed, ordered=not loose))
    replies = subject.model.run(jobs)
    failures = [
        failure
        for job, reply in zip(jobs, replies, strict=True)
        for failure in compare(job, reply, "message", possible(subject))
    ]
    held = sum(reply.held_in for reply in replies), sum(reply.held_out for reply in replies)
    if not all(held):
        failures.append("nothing was ever held up")
    return failures, len(jobs), f"{held[0]} beats and {held[1]} results held up"


def _refused_key(subject: Subject, rng: random.Random) -> Item:
    """A key that ends too soon or too late, or of a length that the core does not have."""
    size = _size(subject, rng)
    tweak = rng.randrange(2) == 1
    words = rng.choice((*range(1, size // 4), *range(size // 4 + 1, size // 4 + 4)))
    length = size // 8 - 2
    if len(subject.key_bytes) > 1 and rng.randrange(3) == 0:
        words, length = rng.randrange(1, 10), 3
    data = rng.randbytes(4 * words)
    return Item(data, key=True, tweak=tweak, length=length, legal=False)


def _unfit_keys(subject: Subject, rng: random.Random) -> Iterator[Item]:
    """Two keys that are not a valid pair for XTS: equal, or of lengths that do not match."""
    key = rng.randbytes(rng.choice(subject.key_bytes))
    others = [rng.randbytes(n) for n in subject.key_bytes if n != len(key) or n == 24]
    pair = [Item(key, key=True), Item(rng.choice([key, key, *others]), key=True, tweak=True)]
    rng.shuffle(pair)
    yield from pair


def _broken(rng: random.Random, item: Item) -> Item:
    """A message in which a beat that is not the last is short, or a beat has a hole."""
    beats = max(1, -(-len(item.data) // _BLOCK))
    at = rng.randrange(beats)
    keeps = [0xFFFE, 0x8001, 0x7FFE, 0x0005, 0xFFFF ^ 1 << rng.randrange(15)]
    if at < beats - 1:
        keeps += [0, 1, 0x7FFF, (1 << rng.randrange(16)) - 1]
    return replace(item, keep=rng.choice(keeps), keep_at=at)


def _hostile(subject: Subject, rng: random.Random, count: int) -> Iterator[Item]:
    """Keys and messages, including some that the hardware must refuse."""
    xts = Mode.XTS in modes(subject)
    yield from _keys(subject, rng, _size(subject, rng))
    for _ in range(count):
        what = rng.randrange(10)
        message = _message(subject, rng, rng.randrange(90), every=True)
        action, after = Action.NOTHING, 0
        if rng.randrange(20) == 0:
            action, after = rng.choice((Action.RESET, Action.WIPE)), rng.randrange(200)
        if what < 2:
            for _ in range(rng.randrange(1, 3)):
                yield replace(_refused_key(subject, rng), action=action, after=after)
            yield from _keys(subject, rng, _size(subject, rng))
        elif what == 2 and xts:
            yield from _unfit_keys(subject, rng)
            yield replace(message, mode=Mode.XTS)
            yield message
            yield from _keys(subject, rng, _size(subject, rng))
        elif what < 6:
            yield replace(_broken(rng, message), action=action, after=after)
        else:
            yield replace(message, action=action, after=after)


def hostile(subject: Subject, effort: Effort) -> Findings:
    """Checks legal and illegal keys and data in any order, with any stalls."""
    rates, failures, cycles, refused, seed = (0.0, 0.4, 0.9), list[str](), 0, 0, 0
    while cycles < _HOSTILE_CYCLES * effort.seeds and not failures:
        jobs = list[Job]()
        for _ in range(4):
            rng, seed = random.Random(seed), seed + 1
            items = tuple(_hostile(subject, rng, 40))
            key, data, out = (rng.choice(rates) for _ in range(3))
            jobs.append(Job(items, stall_key=key, stall_in=data, stall_out=out, seed=seed))
        replies = subject.model.run(jobs, checked=False)
        for job, reply in zip(jobs, replies, strict=True):
            failures += compare(job, reply, f"job {seed}, item", possible(subject))
            cycles += reply.cycles
            refused += sum(outcome.refused for outcome in reply.outcomes)
    if not refused:
        failures.append("nothing was ever refused")
    return failures, seed, f"{cycles} cycles, {refused} messages refused"


def _interrupted(action: Action) -> Callable[[Subject, Effort], Findings]:
    """Checks a reset or wipe in every phase of a message: later messages must be right."""

    def examine(subject: Subject, effort: Effort) -> Findings:
        step, jobs = max(1, 32 // effort.seeds), list[Job]()
        for mode in modes(subject):
            longest = subject.formulas.message_cycles(mode.name.lower(), 55 if mode else 48) + 8
            for after in range(0, longest, step):
                rng = random.Random(after)
                size = _size(subject, rng)
                data = rng.randbytes(55 if mode else 48)
                decrypt = rng.choice(subject.directions)
                hit = Item(data, decrypt=decrypt, mode=mode, action=action, after=after)
                rest = [_message(subject, rng, rng.randrange(16, 80)) for _ in range(4)]
                items = (*_keys(subject, rng, size), hit, *rest, *_keys(subject, rng, size))
                items += (replace(hit, action=Action.NOTHING),)
                jobs.append(Job(items, seed=after, stall_out=0.2))
        failures, lost = list[str](), 0
        for job, reply in zip(jobs, subject.model.run(jobs), strict=True):
            failures += compare(job, reply, f"{action.name.lower()}, message", possible(subject))
            lost += sum(outcome.lost for outcome in reply.outcomes)
        if not lost:
            failures.append("nothing was ever lost")
        return failures, len(jobs), f"{len(jobs)} of them, {lost} messages lost, no other wrong"

    return examine


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
                    item = Item(data, decrypt=decrypt, mode=mode, initial=rng.randbytes(_BLOCK))
                    jobs.append(Job((*_keys(subject, rng, size), item)))
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
    """Compares the cycles per block of a long message, in each mode, with the core's formula."""
    failures, rng, measured = list[str](), random.Random(7), 0.0
    stated = subject.config.cycles_per_block + 2 * (subject.config.data_bits == 8)
    blocks = 20 * subject.config.stages
    for mode in modes(subject):
        ends = []
        for count in (blocks, 3 * blocks):
            item = Item(rng.randbytes(_BLOCK * count), mode=mode)
            job = Job((*_keys(subject, rng, max(subject.key_bytes)), item))
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
    "cycles per block of messages": full_rate,
    "latency of messages": latency,
}


def checks_of(config: Config) -> dict[str, Callable[[Any, Effort], Findings]]:
    """The checks of messages; vectors only of the modes that the core has."""
    own = formulas_of(config).modes
    return {
        name: examine
        for name, examine in CHECKS.items()
        if not name.endswith(" vectors") or name.split()[0].lower() in own
    }
