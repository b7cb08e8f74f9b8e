"""Verifies the RTL of a core and counts its cycles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from silicrypt.errors import NotVerified, SilicryptError, ToolFailed
from silicrypt.measure import cases, hints
from silicrypt.measure.cases import Section
from silicrypt.measure.core import Block, CoreFile, Words
from silicrypt.measure.counted import Counts, level_of
from silicrypt.measure.design import Simulation
from silicrypt.measure.device import Device
from silicrypt.measure.drivers import Driver, Outcome, driver
from silicrypt.measure.functions import Function
from silicrypt.verify.checks import Check

#: Returns an end of a message for jobs, and whether the last of them gave no result at all.
Hint = Callable[[Section, bool], str]

#: Seeds of the contents of registers before the reset.
_POWER_ON = (1, 2, 3)
#: Independent messages whose interval is counted.
_MANY = 9
_LATENCY_BYTES = 3, 1024
#: The most cycles by which a block is tried before the core reports its end.
_EARLIEST = 8
#: Idle cycles before a message whose cycles are counted.
_REST = 200
#: Jobs that are run for each of those seeds.
_AT_POWER_ON = 8


def _no_hint(_few: Section, _hung: bool) -> str:
    return ""


def verify(core: CoreFile, function: Function, simulation: Simulation) -> list[Check]:
    """Simulates the RTL with vectors and random messages.

    Returns:
        One record per subject.

    Raises:
        NotVerified: a result is wrong or missing; the message says which, and what may be wrong.
    """
    sections, level = cases.sections(core, function), level_of(core, function)
    found = list[Check]()
    with simulation.start() as rtl:
        operated = driver(core, function, rtl)
        for section in sections:
            run(operated, section, _Hints(core, function, simulation))
            name, count = section.name, len(section.jobs)
            found.append(Check(name, level, True, count, f"{count} results are right"))
    few = _of(sections[-1], range(_AT_POWER_ON))
    for seed in _POWER_ON[1:]:
        with simulation.start(seed) as rtl:
            run(driver(core, function, rtl), few)
    cases_ = len(_POWER_ON[1:]) * len(few.jobs)
    detail = f"{len(_POWER_ON)} random contents of registers before the reset"
    found.append(Check("power-on contents", level, True, cases_, detail))
    return found


def _of(section: Section, numbers: Sequence[int]) -> Section:
    """Returns some jobs of a section."""
    jobs, expected = section.jobs, section.expected
    some = [n for n in numbers if n < len(jobs)]
    return replace(
        section, jobs=tuple(jobs[n] for n in some), expected=tuple(expected[n] for n in some)
    )


def run(operated: Driver, section: Section, hint: Hint = _no_hint) -> list[Outcome]:
    """Runs a section in one lane and compares the results.

    Args:
        operated: the driver of the core.
        section: the jobs and their results.
        hint: returns an end of the message for jobs of which the last gives a wrong result, or
            none.

    Raises:
        NotVerified: a result is wrong or missing.
    """
    try:
        outcomes = operated.run(section.jobs)
    except NotVerified as error:
        more = hint(_of(section, range(3)), True)
        raise NotVerified(f"{section.name}: {error}{more}") from error
    demand(section, outcomes, hint)
    return outcomes


def demand(section: Section, outcomes: Sequence[Outcome], hint: Hint = _no_hint) -> None:
    """Compares the results of a section with the expected ones.

    Raises:
        NotVerified: a result is wrong.
    """
    for number, (job, outcome, right) in enumerate(
        zip(section.jobs, outcomes, section.expected, strict=True), 1
    ):
        if outcome.results[0] != right:
            more = hint(_of(section, (*range(min(number - 1, 3)), number - 1)), False)
            if not more and number > 1 and _chains_first(outcomes[:number]):
                more = (
                    f". The {number - 1} messages of one block before it are right: the core "
                    "chains no blocks, or needs another command for a further block"
                )
            which = f"number {number} of {len(section.jobs)}, {len(job.data[0])} bytes"
            raise NotVerified(
                f"{section.name}, {which}: the core gives {outcome.results[0].hex()} instead of "
                f"{right.hex()}{more}"
            )


def _chains_first(outcomes: Sequence[Outcome]) -> bool:
    """Returns whether the last of some messages is the first one of several blocks."""
    *before, last = (one.blocks for one in outcomes)
    return last > 1 and max(before) == 1


@dataclass(frozen=True)
class _Hints:
    """Looks for a change of the core file under which a core is right."""

    core: CoreFile
    function: Function
    simulation: Simulation

    def __call__(self, few: Section, hung: bool) -> str:
        """Returns the change for some jobs as an end of a sentence, or nothing."""

        def tried(changed: CoreFile) -> tuple[bool | None, int]:
            try:
                with self.simulation.start() as rtl:
                    operated = driver(changed, self.function, rtl)
                    outcomes = operated.run(few.jobs)
            except NotVerified:
                return None, operated.pins.cycle
            except SilicryptError:
                return None, hints.BUDGET  # the simulation itself has ended
            right = [outcome.results[0] for outcome in outcomes] == list(few.expected)
            return right, operated.pins.cycle

        widths = {port.name: port.width for port in self.simulation.ports}
        return hints.hint(self.core, self.function, widths, tried, hung=hung)


def count(
    core: CoreFile, function: Function, simulation: Simulation, *, compare: bool = True
) -> Counts:
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
            return _ciphers(core, function, operated, rtl)
        return _hashes(core, function, simulation, operated, rtl, compare)


def _hashes(
    core: CoreFile,
    function: Function,
    simulation: Simulation,
    operated: Driver,
    device: Device,
    compare: bool,
) -> Counts:
    """Counts a hash: the slope over the blocks of a message, without loading and padding."""
    lanes = device.lanes
    sizes = (*cases.counted_sizes(core, function), *_LATENCY_BYTES)
    few, many, short, long = (
        _one(core, function, operated, size, lanes, compare) for size in sizes
    )
    cycles, blocks = many.cycles - few.cycles, many.blocks - few.blocks
    about = ["cycles per block counted in simulation: the difference of messages of 1 and 9 blocks"]
    if operated.in_flight > 1:
        cycles, blocks = _independent(core, function, operated, lanes), _MANY - 1
        about = ["cycles per block counted in simulation on independent messages in a row"]
    per_block = -(-cycles // blocks)
    if cycles % blocks and operated.in_flight == 1:
        about.append(f"a block takes {cycles / blocks:g} cycles on average, rounded up")
    if compare and operated.in_flight == 1 and _keeps_state(core):
        shortest = _shortest(core, function, simulation, per_block)
        if shortest < per_block:
            about.append(f"the core reports its end after {per_block} cycles, and takes the next")
            about[-1] += f" block of a message after {shortest}, the shortest period that verifies"
            per_block = shortest
    return Counts(per_block, short.cycles, long.cycles, operated.in_flight, tuple(about))


def _keeps_state(core: CoreFile) -> bool:
    """Returns whether a core takes blocks one after another and keeps the chaining value."""
    i = core.interface
    return isinstance(i, Words) or (isinstance(i, Block) and not i.chain_in)


def _shortest(core: CoreFile, function: Function, simulation: Simulation, reported: int) -> int:
    """Returns the shortest period of blocks under which messages of several blocks are right."""
    several = [n for n in cases.lengths(core, function) if n > function.block_bytes]
    jobs = tuple(cases.random_job(core, function, n, 1, n) for n in several)
    expected = tuple(cases.expected(function, job)[0] for job in jobs)
    section, period = Section("shorter periods", jobs, expected), reported
    while period > 1 and reported - period < _EARLIEST:
        try:
            with simulation.start() as rtl:
                operated = driver(core, function, rtl)
                operated.period = period - 1
                run(operated, section)
        except (NotVerified, ToolFailed):
            break
        period -= 1
    return period


def _independent(core: CoreFile, function: Function, operated: Driver, lanes: int) -> int:
    """Returns the cycles from the first to the last result of independent messages."""
    size = max(core.smallest, 3)
    jobs = [cases.random_job(core, function, size, lanes, seed) for seed in range(_MANY)]
    outcomes = operated.run(jobs)
    return outcomes[-1].done - outcomes[0].done


def _ciphers(core: CoreFile, function: Function, operated: Driver, device: Device) -> Counts:
    """Counts a cipher: blocks in a row under one key; the slower direction counts."""
    block, rows = function.block_bytes, list[tuple[int, int, int]]()
    for number, decrypt in enumerate(cases.directions(core)):
        first = cases.random_job(core, function, block, device.lanes, number)
        jobs = [replace(first, decrypt=decrypt)] * (1024 // block)
        operated.run(jobs[:1])
        outcomes = operated.run(jobs)
        interval = -(-(outcomes[-1].first - outcomes[0].first) // (len(jobs) - 1))
        latency = max(one.cycles for one in outcomes)
        rows.append((interval, latency, outcomes[-1].done - outcomes[0].first))
    interval, latency, long = max(rows)
    about = ["cycles per block counted in simulation on blocks in a row under one key"]
    if len({row[0] for row in rows}) > 1:
        about.append("cycles of the slower direction")
    return Counts(interval, latency, long, operated.in_flight, tuple(about))


def _one(
    core: CoreFile, function: Function, operated: Driver, size: int, lanes: int, compare: bool
) -> Outcome:
    job = cases.random_job(core, function, max(size, core.smallest), lanes, size)
    operated.pins.step(_REST)
    (outcome,) = operated.run([job])
    if compare and outcome.results != cases.expected(function, job):
        raise NotVerified(
            f"a message of {size} bytes gives a wrong result while cycles are counted"
        )
    return outcome
