"""The jobs that verify a core: vectors of the standards, random messages, lengths around blocks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from silicrypt.catalog import BlockCipher
from silicrypt.measure.core import Cocotb, CoreFile
from silicrypt.measure.drivers.base import Job
from silicrypt.measure.functions import Function
from silicrypt.verify import vectors

#: Vectors of long messages, and the length of the longest that is used, in bytes.
_LONG, _LONGEST = 6, 1500
#: Random blocks of a cipher under each of some keys.
_KEYS, _BLOCKS = 8, 6
#: Blocks of a cipher's known answers, one file.
_KNOWN = ("GFSbox", "KeySbox", "VarKey", "VarTxt")
_SEED = 20
#: Blocks of the short and of the long message whose difference gives the cycles of a block.
_FEW, _MANY = 1, 9


@dataclass(frozen=True)
class Section:
    """Jobs with one subject.

    Attributes:
        name: the subject.
        jobs: the jobs of one lane.
        expected: the result of each job.
    """

    name: str
    jobs: tuple[Job, ...]
    expected: tuple[bytes, ...]


def sections(core: CoreFile, function: Function, *, brief: bool = False) -> list[Section]:
    """Returns the jobs that verify a core.

    Args:
        core: the core file.
        function: what the core computes.
        brief: whether few jobs are enough, for a slow simulation of a netlist.
    """
    if function.vectors:
        return [_section(function, "the driver's own vectors", own(function))]
    make = _cipher if isinstance(function.algorithm, BlockCipher) else _messages
    return [one for one in make(core, function, brief) if one.jobs]


def own(function: Function) -> list[Job]:
    """Returns the vectors of a function as jobs, the shortest message first."""
    found = [Job([data], [key] if key else []) for data, key, _ in function.vectors]
    return sorted(found, key=lambda job: len(job.data[0]))


def directions(core: CoreFile) -> list[bool]:
    """Returns the directions of a cipher; true stands for decryption. Encryption by default."""
    i = core.interface
    return [False, True] if i.encrypt and i.decrypt else [i.decrypt is not None]


def lengths(core: CoreFile, function: Function) -> list[int]:
    """Returns lengths of messages around the ends of blocks, in bytes."""
    block = function.block_bytes
    ends = {0, 1, 3, block - 9, block - 8, block - 17, block - 16, block - 1, block, block + 1}
    ends |= {2 * block - 9, 2 * block - 8, 2 * block, 3 * block + 7}
    # A message that is too short gets as many blocks more as the core needs.
    return sorted({n + max(0, -(-(core.smallest - n) // block)) * block for n in ends})


def counted_sizes(core: CoreFile, function: Function) -> tuple[int, int]:
    """Returns the bytes of two messages that the core takes, the second of 8 blocks more."""
    block = function.block_bytes
    more = max(0, -(-(core.smallest - max(0, block - 17)) // block))  # blocks
    few, many = (max(0, (count + more) * block - 17) for count in (_FEW, _MANY))
    return few, many


def random_job(core: CoreFile, function: Function, size: int, lanes: int, seed: int) -> Job:
    """Returns a job of random data and keys."""
    rng = random.Random(seed)
    keys = [rng.randbytes(function.key_bytes) for _ in range(lanes)] if function.key_bytes else []
    decrypt = directions(core)[seed % len(directions(core))] if function.kind == "cipher" else False
    return Job([rng.randbytes(size) for _ in range(lanes)], keys, decrypt)


def expected(function: Function, job: Job) -> list[bytes]:
    """Returns the result of each lane of a job."""
    keys = list(job.key) or [b""] * len(job.data)
    pairs = zip(job.data, keys, strict=True)
    return [function.compute(data, key, job.decrypt) for data, key in pairs]


def _section(function: Function, name: str, jobs: Sequence[Job]) -> Section:
    return Section(name, tuple(jobs), tuple(expected(function, job)[0] for job in jobs))


def _messages(core: CoreFile, function: Function, brief: bool) -> Iterator[Section]:
    kinds = vectors.kinds(function.name)
    if "short" in kinds:
        chosen = vectors.short(function.name)
        yield _of_vectors(core, function, f"{vectors.source(function.name)}, short", chosen)
    if "long" in kinds and not brief:
        fit = [v for v in vectors.long(function.name) if len(v.message) <= _LONGEST][:_LONG]
        yield _of_vectors(core, function, f"{vectors.source(function.name)}, long", fit)
    jobs = [
        random_job(core, function, size, 1, _SEED + n)
        for n, size in enumerate(lengths(core, function))
    ]
    yield _section(function, "random messages around the ends of blocks", jobs)


def _of_vectors(
    core: CoreFile, function: Function, name: str, chosen: Sequence[vectors.Vector]
) -> Section:
    usable = [v for v in chosen if len(v.message) >= core.smallest and _key_fits(function, v.key)]
    jobs = tuple(
        Job([v.message], [_key(function, v.key)] if v.key is not None else []) for v in usable
    )
    return Section(name, jobs, tuple(v.digest for v in usable))


def _key_fits(function: Function, key: bytes | None) -> bool:
    return key is None or len(key) <= function.key_bytes


def _key(function: Function, key: bytes) -> bytes:
    """Returns a key of HMAC as one block (FIPS 198-1, 4, step 3)."""
    return key.ljust(function.key_bytes, b"\0")


def _cipher(core: CoreFile, function: Function, brief: bool) -> Iterator[Section]:
    from silicrypt.verify.cipher.vectors import parse_vectors

    bits = 8 * function.key_bytes
    for kind in _KNOWN[:2] if brief else _KNOWN:
        path = vectors.folder() / "ciphers" / "AES" / "ECB" / f"ECB{kind}{bits}.rsp"
        found = parse_vectors(path.read_text(encoding="ascii"))
        usable = [v for v in found if v.decrypt in directions(core)]
        jobs = tuple(Job([v.data], [v.key], v.decrypt) for v in usable)
        yield Section(f"NIST AESAVS, {kind}", jobs, tuple(v.result for v in usable))
    rng, jobs_ = random.Random(_SEED), list[Job]()
    for _ in range(2 if brief else _KEYS):
        key = rng.randbytes(function.key_bytes)
        for number in range(_BLOCKS):
            decrypt = directions(core)[number % len(directions(core))]
            jobs_.append(Job([rng.randbytes(function.block_bytes)], [key], decrypt))
    yield _section(function, "random blocks and keys", jobs_)


def is_simulated(core: CoreFile) -> bool:
    """Returns whether one of our drivers operates the core."""
    return not isinstance(core.interface, Cocotb)
