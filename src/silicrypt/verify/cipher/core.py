"""Checks a block cipher core against FIPS 197, NIST's vectors and its contract."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from silicrypt.catalog import Config, Level
from silicrypt.catalog.aes import KEY_BEAT_BITS, AesFormulas, formulas_of
from silicrypt.errors import ToolFailed
from silicrypt.tools import verilator
from silicrypt.verify import cipher_wire, native, vectors
from silicrypt.verify.checks import Effort, Findings
from silicrypt.verify.cipher_wire import Action, Chain, Item, Job, Mode, Outcome, Reply

#: The bench, followed by its headers.
BENCH = native.bench("cipher/bench.cpp", "pipe.h", "ports.h")
_BLOCK = 16
#: NIST's files of known answers, and of messages of several blocks (AESAVS 6.2, 6.3).
_KNOWN = ("GFSbox", "KeySbox", "VarKey", "VarTxt")
_LINE = re.compile(r"(\[ENCRYPT\]|\[DECRYPT\]|KEY|PLAINTEXT|CIPHERTEXT)(?: = ([0-9a-f]+))?")
#: Byte values that an S-box or its inverse maps to 0 or from 0, and all ones.
_SPECIAL = (0x00, 0xFF, 0x52, 0x63)
#: FIPS 197, appendices B and C: key, plaintext, ciphertext.
_STANDARD = (
    (
        "2b7e151628aed2a6abf7158809cf4f3c",
        "3243f6a8885a308d313198a2e0370734",
        "3925841d02dc09fbdc118597196a0b32",
    ),
    (
        bytes(range(16)).hex(),
        "00112233445566778899aabbccddeeff",
        "69c4e0d86a7b0430d8cdb78070b4c55a",
    ),
    (
        bytes(range(24)).hex(),
        "00112233445566778899aabbccddeeff",
        "dda97ca4864cdfe06eaf70a0ec0d7191",
    ),
    (
        bytes(range(32)).hex(),
        "00112233445566778899aabbccddeeff",
        "8ea2b7ca516745bfeafc49904b496089",
    ),
)


@dataclass(frozen=True)
class Model:
    """A compiled design point. Each call is a separate process that starts with power-on."""

    program: Path

    def run(
        self, jobs: Iterable[Job | Chain], power_on: int = 1, *, checked: bool = True
    ) -> list[Reply]:
        """Runs jobs one after another, without a reset between them.

        Args:
            jobs: the jobs.
            power_on: seed of the register contents before the first reset.
            checked: as in `native.Model.run`.

        Raises:
            ToolFailed: the simulation stopped with an error.
        """
        parts = map(cipher_wire.render, jobs)
        return cipher_wire.parse(native.talk(self.program, parts, power_on, checked))

    @contextmanager
    def crypt(
        self, items: Sequence[Item], pieces: Iterable[bytes]
    ) -> Iterator[tuple[Outcome, Iterator[bytes]]]:
        """The outcome of a message of any length, and its result piece by piece.

        Args:
            items: the keys, then the message without its data.
            pieces: the data of the message.

        Raises:
            ToolFailed: the simulation stopped with an error, or the hardware broke its contract.
        """
        with native.answer(self.program, cipher_wire.render_long(items, pieces)) as answer:
            for size in cipher_wire.sizes(answer):
                answer.seek(size, os.SEEK_CUR)
            (reply,) = cipher_wire.parse(answer.read())
            if reply.violation:
                raise ToolFailed(
                    f"the hardware broke its contract: {reply.violation}; run 'silicrypt verify'"
                )
            answer.seek(0)
            yield reply.outcomes[-1], (answer.read(size) for size in cipher_wire.sizes(answer))


@dataclass(frozen=True)
class Subject:
    """A compiled level of a configuration."""

    config: Config
    level: Level
    model: Model

    @property
    def formulas(self) -> AesFormulas:
        """The formulas of the configuration."""
        return formulas_of(self.config)

    @property
    def directions(self) -> tuple[bool, ...]:
        """The directions of the core; true stands for decryption."""
        return self.formulas.directions

    @property
    def key_bytes(self) -> tuple[int, ...]:
        """The key lengths, in bytes."""
        return self.formulas.key_bytes


def model(config: Config, level: Level) -> Model:
    """The compiled model of a configuration: built in seconds, and kept until a source changes.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: one of them refuses the sources.
    """
    return Model(verilator.executable(build(config, level)))


def build(config: Config, level: Level) -> verilator.Build:
    """The inputs of the model of a configuration."""
    sources = tuple(config.sources(level))
    return native.compiled(config, level, sources, BENCH, defines(config, level))


def defines(config: Config, level: Level) -> dict[str, int]:
    """The constants of the bench."""
    stream = level == "stream"
    beat = _BLOCK if stream else config.data_bits // 8
    return {"STREAM": int(stream), "KEY_BYTES": KEY_BEAT_BITS // 8, "DATA_BYTES": beat}


def apply(
    key: bytes,
    data: bytes,
    decrypt: bool,
    mode: Mode = Mode.ECB,
    initial: bytes = bytes(_BLOCK),
    tweak_key: bytes = b"",
) -> bytes:
    """The expected result of a message, computed by Python's library."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    how: modes.ECB | modes.CTR | modes.XTS = modes.ECB()
    if mode == Mode.CTR:
        how = modes.CTR(initial)
    elif mode == Mode.XTS:
        key, how = key + tweak_key, modes.XTS(initial)
    cipher = Cipher(algorithms.AES(key), how)
    return (cipher.decryptor() if decrypt else cipher.encryptor()).update(data)


def blocks(data: bytes, **others: Any) -> Iterator[Item]:
    """Splits data into blocks."""
    for at in range(0, len(data), _BLOCK):
        yield Item(data[at : at + _BLOCK], **others)


def compare(
    job: Job, reply: Reply, what: str, possible: Callable[[Item], bool] | None = None
) -> list[str]:
    """The violation, or every result that differs from the expected one for its key.

    Args:
        job: what was sent.
        reply: the reply.
        what: name of the items in the findings.
        possible: whether the hardware must accept a message.
    """
    if reply.violation:
        return [f"{what}: {reply.violation}"]
    failures = []
    for number, (item, outcome) in enumerate(zip(job.items, reply.outcomes, strict=True)):
        if item.key or outcome.lost:
            continue
        if possible is not None and not possible(item):
            if not outcome.refused:
                failures.append(f"{what} {number}: done, but it cannot be")
            continue
        key = job.items[outcome.under].data
        tweak_key = job.items[outcome.tweak_under].data if item.mode == Mode.XTS else b""
        if item.mode == Mode.XTS and not _fit(key, tweak_key):
            if not outcome.refused:
                failures.append(f"{what} {number}: done under keys that are not for XTS")
            continue
        expected = apply(key, item.data, item.decrypt, item.mode, item.initial, tweak_key)
        if outcome.result != expected or outcome.refused:
            found = (
                "refused"
                if outcome.refused
                else outcome.result.hex()
                if outcome.result
                else "nothing"
            )
            failures.append(f"{what} {number}: {found} instead of {expected.hex()}")
    return failures


def _fit(key: bytes, tweak_key: bytes) -> bool:
    """Whether the two keys are a valid pair for XTS (IEEE 1619 5.1, NIST SP 800-38E)."""
    return key != tweak_key and len(key) == len(tweak_key) and len(key) in (16, 32)


@dataclass(frozen=True)
class Vector:
    """A key, data, and the expected result."""

    key: bytes
    data: bytes
    result: bytes
    decrypt: bool


@cache
def _file(kind: str, key_bits: int) -> tuple[Vector, ...]:
    path = vectors.folder() / "ciphers" / "AES" / "ECB" / f"ECB{kind}{key_bits}.rsp"
    return tuple(parse_vectors(path.read_text(encoding="ascii")))


def parse_vectors(text: str) -> Iterator[Vector]:
    """Parses the vectors of an AESAVS file."""
    decrypt, found = False, dict[str, bytes]()
    for line in text.splitlines():
        if not (match := _LINE.fullmatch(line.strip())):
            continue
        name, value = match.groups()
        if value is None:
            decrypt = name == "[DECRYPT]"
            continue
        found[name] = bytes.fromhex(value)
        if len(found) == 3:
            sides = found["PLAINTEXT"], found["CIPHERTEXT"]
            data, result = reversed(sides) if decrypt else sides
            yield Vector(found["KEY"], data, result, decrypt)
            found = {}


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


def examples(sizes: Sequence[int], directions: Sequence[bool]) -> list[Vector]:
    """The examples of FIPS 197 for the given key lengths, in bytes, and directions."""
    return [
        Vector(key, *((right, left) if decrypt else (left, right)), decrypt)
        for key, left, right in (map(bytes.fromhex, example) for example in _STANDARD)
        for decrypt in directions
        if len(key) in sizes
    ]


def answers(
    sizes: Sequence[int], directions: Sequence[bool], kinds: Sequence[str] = _KNOWN
) -> list[Vector]:
    """NIST's vectors for the given key lengths, in bytes, and directions."""
    files = (_file(kind, 8 * size) for kind in kinds for size in sizes)
    return [vector for file in files for vector in file if vector.decrypt in directions]


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
            key, block, jobs, expected = rng.randbytes(size), rng.randbytes(_BLOCK), [], []
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
        yield Item(rng.randbytes(_BLOCK), decrypt=rng.choice(subject.directions))


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
        failures.append("nothing was ever held up")
    return failures, len(jobs), f"{held[0]} blocks and {held[1]} results held up"


def _interrupted(action: Action) -> Callable[[Subject, Effort], Findings]:
    """Checks a reset or wipe in every phase of a key and of a block: later blocks must be right."""

    def examine(subject: Subject, effort: Effort) -> Findings:
        duration = subject.config.cycles("core", _BLOCK)
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
        return failures, len(jobs), f"{len(jobs)} of them, {lost} blocks lost, no other wrong"

    return examine


def _plain(subject: Subject, rng: random.Random, count: int) -> Iterator[Item]:
    for _ in range(count):
        yield Item(rng.randbytes(_BLOCK), decrypt=rng.choice(subject.directions))


def cycles_per_block(subject: Subject, _: Effort) -> Findings:
    """Compares the cycles from block to block, in steady state, with the formula."""
    failures, measured = list[str](), 0.0
    size = max(subject.key_bytes)
    for decrypt in subject.directions:
        job = Job((Item(bytes(size), key=True), *blocks(bytes(_BLOCK * 400), decrypt=decrypt)))
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
    size, stated = max(subject.key_bytes), subject.config.cycles("core", _BLOCK)
    keys = [*(bytes([byte]) * size for byte in _SPECIAL), rng.randbytes(size)]
    keys += [rng.randbytes(size) for _ in range(effort.seeds)]
    jobs = [
        Job((Item(key, key=True), Item(data, decrypt=decrypt)))
        for key in keys
        for data in (*(bytes([byte]) * _BLOCK for byte in _SPECIAL), rng.randbytes(_BLOCK))
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
