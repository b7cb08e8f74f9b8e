"""Verifies the RTL of a core and counts its cycles.

The jobs are vectors of the standards, random messages, and lengths around the ends of blocks. If a
result is wrong, `silicrypt.measure.remedy` looks for a change of the core file.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from silicrypt.catalog import BlockCipher, Level
from silicrypt.errors import NotVerified, SilicryptError, ToolFailed
from silicrypt.measure.core_design import CycleCounts, level_of
from silicrypt.measure.core_file import CoreFile
from silicrypt.measure.device import Simulation
from silicrypt.measure.driver import CoreJob, Driver, JobOutcome
from silicrypt.measure.drivers import driver
from silicrypt.measure.functions import CoreFunction
from silicrypt.measure.interfaces import BlockInterface, WordInterface
from silicrypt.measure.remedy import BUDGET, find_change
from silicrypt.verify import vectors
from silicrypt.verify.checks import Check

#: Vectors of long messages, and the length of the longest that is used, in bytes.
_LONG, _LONGEST = 6, 1500
#: Random blocks of a cipher under each of some keys.
_KEYS, _BLOCKS = 8, 6
#: Blocks of a cipher's known answers, one file.
_KNOWN = ("GFSbox", "KeySbox", "VarKey", "VarTxt")
_SEED = 20
#: Blocks of the short and of the long message whose difference gives the cycles of a block.
_FEW, _MANY = 1, 9
_LATENCY_BYTES = 3, 1024
#: Seeds of the contents of registers before the reset, and the jobs that are run for each.
_POWER_ON, _AT_POWER_ON = (1, 2, 3), 8
#: The most cycles by which a block is tried before the core reports its end.
_EARLIEST = 8
#: Idle cycles before a message whose cycles are counted.
_REST = 200

#: Returns an end of a message for jobs, and whether the last of them gave no result at all.
Hint = Callable[["JobGroup", bool], str]


@dataclass(frozen=True)
class JobGroup:
    """Jobs with one subject.

    Attributes:
        name: the subject.
        jobs: the jobs.
        expected: the results of each job, one for each lane.
    """

    name: str
    jobs: tuple[CoreJob, ...]
    expected: tuple[list[bytes], ...]

    def some(self, numbers: Sequence[int]) -> JobGroup:
        """Returns some of the jobs, as far as they exist."""
        chosen = [n for n in numbers if n < len(self.jobs)]
        jobs = tuple(self.jobs[n] for n in chosen)
        return replace(self, jobs=jobs, expected=tuple(self.expected[n] for n in chosen))


def groups(core: CoreFile, function: CoreFunction, *, brief: bool = False) -> list[JobGroup]:
    """Returns the jobs that verify a core.

    Args:
        core: the core file.
        function: what the core computes.
        brief: whether few jobs are enough, for a slow simulation of a netlist.
    """
    if function.vectors:
        return [computed(function, "the driver's own vectors", own_vectors(function))]
    make = _cipher_groups if isinstance(function.algorithm, BlockCipher) else _message_groups
    return [group for group in make(core, function, brief) if group.jobs]


def own_vectors(function: CoreFunction) -> list[CoreJob]:
    """Returns the vectors of a function as jobs, the shortest message first."""
    jobs = [CoreJob([data], [key] if key else []) for data, key, _ in function.vectors]
    return sorted(jobs, key=lambda job: len(job.data[0]))


def directions(core: CoreFile) -> list[bool]:
    """Returns the directions of a cipher; true stands for decryption. Encryption by default."""
    i = core.interface
    return [False, True] if i.encrypt and i.decrypt else [i.decrypt is not None]


def lengths(core: CoreFile, function: CoreFunction) -> list[int]:
    """Returns lengths of messages around the ends of blocks, in bytes."""
    block = function.block_bytes
    ends = {0, 1, 3, block - 9, block - 8, block - 17, block - 16, block - 1, block, block + 1}
    ends |= {2 * block - 9, 2 * block - 8, 2 * block, 3 * block + 7}
    # A message that is too short gets as many blocks more as the core needs.
    return sorted({n + max(0, -(-(core.smallest - n) // block)) * block for n in ends})


def random_job(core: CoreFile, function: CoreFunction, size: int, lanes: int, seed: int) -> CoreJob:
    """Returns a job of random data and keys."""
    rng = random.Random(seed)
    keys = [rng.randbytes(function.key_bytes) for _ in range(lanes)] if function.key_bytes else []
    decrypt = directions(core)[seed % len(directions(core))] if function.kind == "cipher" else False
    return CoreJob([rng.randbytes(size) for _ in range(lanes)], keys, decrypt)


def expected(function: CoreFunction, job: CoreJob) -> list[bytes]:
    """Returns the result of each lane of a job."""
    keys = list(job.key) or [b""] * len(job.data)
    pairs = zip(job.data, keys, strict=True)
    return [function.compute(data, key, job.decrypt) for data, key in pairs]


def computed(function: CoreFunction, name: str, jobs: Sequence[CoreJob]) -> JobGroup:
    """Returns jobs with the results that the function gives."""
    return JobGroup(name, tuple(jobs), tuple(expected(function, job) for job in jobs))


def _message_groups(core: CoreFile, function: CoreFunction, brief: bool) -> Iterator[JobGroup]:
    kinds, size = vectors.kinds(function.name), function.key_bytes

    def of_vectors(kind: str, chosen: Sequence[vectors.Vector]) -> JobGroup:
        usable = [
            v for v in chosen if len(v.message) >= core.smallest and len(v.key or b"") <= size
        ]
        # A key of HMAC is one block (FIPS 198-1, 4, step 3).
        keys = [[] if v.key is None else [v.key.ljust(size, b"\0")] for v in usable]
        jobs = tuple(CoreJob([v.message], key) for v, key in zip(usable, keys, strict=True))
        name = f"{vectors.source(function.name)}, {kind}"
        return JobGroup(name, jobs, tuple([v.digest] for v in usable))

    if "short" in kinds:
        yield of_vectors("short", vectors.short(function.name))
    if "long" in kinds and not brief:
        fit = [v for v in vectors.long(function.name) if len(v.message) <= _LONGEST]
        yield of_vectors("long", fit[:_LONG])
    sizes = enumerate(lengths(core, function), _SEED)
    jobs = [random_job(core, function, bytes_, 1, seed) for seed, bytes_ in sizes]
    yield computed(function, "random messages around the ends of blocks", jobs)


def _cipher_groups(core: CoreFile, function: CoreFunction, brief: bool) -> Iterator[JobGroup]:
    from silicrypt.verify.aes_vectors import parse_vectors
    from silicrypt.verify.cipher_wire import vectors_of

    bits, ways = 8 * function.key_bytes, directions(core)
    library = getattr(function.algorithm, "library", "AES")
    if library != "AES":
        some = vectors_of(library).few([function.key_bytes], ways)
        jobs = tuple(CoreJob([v.data], [v.key], v.decrypt) for v, _ in some)
        yield JobGroup(some[0][1], jobs, tuple([v.result] for v, _ in some))
    for kind in (_KNOWN[:2] if brief else _KNOWN) if library == "AES" else ():
        path = vectors.folder() / "ciphers" / "AES" / "ECB" / f"ECB{kind}{bits}.rsp"
        usable = [v for v in parse_vectors(path.read_text(encoding="ascii")) if v.decrypt in ways]
        jobs = tuple(CoreJob([v.data], [v.key], v.decrypt) for v in usable)
        yield JobGroup(f"NIST AESAVS, {kind}", jobs, tuple([v.result] for v in usable))
    rng, blocks = random.Random(_SEED), list[CoreJob]()
    for _ in range(2 if brief else _KEYS):
        key = rng.randbytes(function.key_bytes)
        for number in range(_BLOCKS):
            data = [rng.randbytes(function.block_bytes)]
            blocks.append(CoreJob(data, [key], ways[number % len(ways)]))
    yield computed(function, "random blocks and keys", blocks)


def verify(core: CoreFile, function: CoreFunction, simulation: Simulation) -> list[Check]:
    """Simulates the RTL with vectors and random messages.

    Returns:
        One record per subject.

    Raises:
        NotVerified: a result is wrong or missing; the message says which, and what may be wrong.
    """
    every, level = groups(core, function), level_of(core, function)
    checks = list[Check]()
    with simulation.start() as rtl:
        operated = driver(core, function, rtl)
        for group in every:
            run(operated, group, _hint(core, function, simulation))
            checks.append(passed(group, level))
    few = every[-1].some(range(_AT_POWER_ON))
    for seed in _POWER_ON[1:]:
        with simulation.start(seed) as rtl:
            run(driver(core, function, rtl), few)
    cases = len(_POWER_ON[1:]) * len(few.jobs)
    detail = f"{len(_POWER_ON)} random contents of registers before the reset"
    return [*checks, Check("power-on contents", level, True, cases, detail)]


def passed(group: JobGroup, level: Level) -> Check:
    """Returns the record of jobs whose results are right."""
    cases = len(group.jobs)
    return Check(group.name, level, True, cases, f"{cases} results are right")


def run(operated: Driver, group: JobGroup, hint: Hint | None = None) -> None:
    """Runs jobs and compares the results.

    Args:
        operated: the driver of the core.
        group: the jobs and their results.
        hint: returns an end of the message for jobs of which the last gives a wrong result, or
            none.

    Raises:
        NotVerified: a result is wrong or missing.
    """
    try:
        outcomes = operated.run(group.jobs)
    except (NotVerified, ToolFailed) as error:
        hung = isinstance(error, NotVerified)
        more = hint(group.some(range(3)), True) if hint and hung else ""
        raise NotVerified(f"{group.name}: {error}{more}") from error
    require_right(group, outcomes, hint)


def require_right(
    group: JobGroup, outcomes: Sequence[JobOutcome], hint: Hint | None = None
) -> None:
    """Compares the results of jobs with the expected ones.

    Raises:
        NotVerified: a result is wrong.
    """
    rows = zip(group.jobs, outcomes, group.expected, strict=True)
    for number, (job, outcome, right) in enumerate(rows):
        lanes = zip(outcome.results, right, strict=True)
        if (wrong := next((pair for pair in lanes if pair[0] != pair[1]), None)) is None:
            continue
        more = hint(group.some((*range(min(number, 3)), number)), False) if hint else ""
        blocks = [one.blocks for one in outcomes[: number + 1]]
        if not more and number and blocks[-1] > 1 == max(blocks[:-1]):
            more = (
                f". The {number} messages of one block before it are right: the core "
                "chains no blocks, or needs another command for a further block"
            )
        raise NotVerified(
            f"{group.name}, number {number + 1} of {len(group.jobs)}, {len(job.data[0])} bytes: "
            f"the core gives {wrong[0].hex()} instead of {wrong[1].hex()}{more}"
        )


def _hint(core: CoreFile, function: CoreFunction, simulation: Simulation) -> Hint:
    """Returns the search for a change of the core file under which a core is right."""
    widths = {port.name: port.width for port in simulation.ports}

    def hint(few: JobGroup, hung: bool) -> str:
        def tried(changed: CoreFile) -> tuple[bool | None, int]:
            try:
                with simulation.start() as rtl:
                    operated = driver(changed, function, rtl)
                    outcomes = operated.run(few.jobs)
            except NotVerified:
                return None, operated.device.cycle
            except SilicryptError:
                return None, BUDGET  # the simulation itself has ended
            right = [outcome.results for outcome in outcomes] == list(few.expected)
            return right, operated.device.cycle

        return find_change(core, function, widths, tried, hung=hung)

    return hint


def count(
    core: CoreFile, function: CoreFunction, simulation: Simulation, *, compare: bool = True
) -> CycleCounts:
    """Returns cycles per block and latency in cycles, counted in simulation.

    Args:
        core: the core file.
        function: what the core computes.
        simulation: the compiled RTL.
        compare: whether the results must be right.

    Raises:
        NotVerified: a result is wrong or missing.
    """
    with simulation.start() as rtl:
        operated = driver(core, function, rtl)
        if function.kind == "cipher":
            return _count_blocks(core, function, operated)
        counts = _count_messages(core, function, operated, compare)
    i, reported = core.interface, counts.cycles_per_block
    chains = isinstance(i, WordInterface) or (isinstance(i, BlockInterface) and not i.chain_in)
    if not (compare and chains):
        return counts
    shortest = _shortest(core, function, simulation, reported)
    if shortest == reported:
        return counts
    about = (
        f"the core reports its end after {reported} cycles, and takes the next block of a message "
        f"after {shortest}, the shortest period that verifies"
    )
    return replace(counts, cycles_per_block=shortest, about=(*counts.about, about))


def counted_messages(core: CoreFile, function: CoreFunction) -> list[CoreJob]:
    """Returns two messages whose difference gives a block, and two whose latency is stated."""
    if function.vectors:
        jobs = own_vectors(function)
        return [jobs[0], jobs[-1]] * 2
    block = function.block_bytes
    more = max(0, -(-(core.smallest - max(0, block - 17)) // block))  # blocks
    sizes = [max(0, (blocks + more) * block - 17) for blocks in (_FEW, _MANY)]
    sizes += _LATENCY_BYTES
    return [random_job(core, function, max(n, core.smallest), 1, n) for n in sizes]


def rise(
    function: CoreFunction, jobs: Sequence[CoreJob], outcomes: Sequence[JobOutcome]
) -> tuple[int, int]:
    """Returns by how many cycles and blocks the second of some messages is longer.

    Raises:
        NotVerified: it takes no more cycles.
    """
    few, many = (len(function.blocks(job.data[0], padded=True)) for job in jobs[:2])
    cycles, blocks = outcomes[1].cycles - outcomes[0].cycles, max(1, many - few)
    if cycles < 1:
        short, long = (len(job.data[0]) for job in jobs[:2])
        raise NotVerified(
            f"a message of {long} bytes takes no more cycles than one of {short} bytes, so the "
            "cycles per block are not known"
        )
    return cycles, blocks


def _count_messages(
    core: CoreFile, function: CoreFunction, operated: Driver, compare: bool
) -> CycleCounts:
    """Counts a hash without loading and padding."""
    jobs, outcomes = counted_messages(core, function), list[JobOutcome]()
    for job in jobs:
        operated.device.step(_REST)
        outcomes += operated.run([job])
        if compare and outcomes[-1].results != expected(function, job):
            raise NotVerified(
                f"a message of {len(job.data[0])} bytes gives a wrong result while cycles are "
                "counted"
            )
    cycles, blocks = rise(function, jobs, outcomes)
    about = ["cycles per block counted in simulation: the difference of messages of 1 and 9 blocks"]
    if operated.in_flight > 1:
        size, blocks = max(core.smallest, 3), _MANY - 1
        many = operated.run([random_job(core, function, size, 1, seed) for seed in range(_MANY)])
        cycles = many[-1].done - many[0].done
        about = ["cycles per block counted in simulation on independent messages in a row"]
    elif cycles % blocks:
        about.append(f"a block takes {cycles / blocks:g} cycles on average, rounded up")
    _, _, short, long = outcomes
    per_block = -(-cycles // blocks)
    return CycleCounts(per_block, short.cycles, long.cycles, operated.in_flight, tuple(about))


def _shortest(core: CoreFile, function: CoreFunction, simulation: Simulation, reported: int) -> int:
    """Returns the shortest period of blocks under which messages of several blocks are right."""
    several = [n for n in lengths(core, function) if n > function.block_bytes]
    jobs = [random_job(core, function, n, 1, n) for n in several]
    group, period = computed(function, "shorter periods", jobs), reported
    while period > 1 and reported - period < _EARLIEST:
        try:
            with simulation.start() as rtl:
                operated = driver(core, function, rtl)
                operated.period = period - 1
                outcomes = operated.run(jobs)
                require_right(group, outcomes)
            # A buffer of blocks hides that the core takes longer: with each block, the result
            # comes later after the last block.
            if len({one.cycles - (one.blocks - 1) * (period - 1) for one in outcomes}) > 1:
                break
        except (NotVerified, ToolFailed):
            break
        period -= 1
    return period


def _count_blocks(core: CoreFile, function: CoreFunction, operated: Driver) -> CycleCounts:
    """Counts a cipher: blocks in a row under one key; the slower direction counts."""
    size, rows = function.block_bytes, list[tuple[int, int, int]]()
    for number, decrypt in enumerate(directions(core)):
        job = replace(random_job(core, function, size, 1, number), decrypt=decrypt)
        operated.run([job])
        outcomes = operated.run([job] * (1024 // size))
        first, last = outcomes[0], outcomes[-1]
        interval = -(-(last.first - first.first) // (len(outcomes) - 1))
        rows.append((interval, max(one.cycles for one in outcomes), last.done - first.first))
    about = ["cycles per block counted in simulation on blocks in a row under one key"]
    if len({row[0] for row in rows}) > 1:
        about.append("cycles of the slower direction")
    return CycleCounts(*max(rows), operated.in_flight, tuple(about))
