"""The plan of a paper: the runs that it needs, what they gave, and where results come from.

A paper says which runs it needs. Its plan may depend on results, so `collect` asks it again until
nothing is missing. What follows from the results is computed from them alone.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from types import MappingProxyType, ModuleType
from typing import Protocol, TypeAlias

from silicrypt import catalog
from silicrypt.base.progress import Progress, silent
from silicrypt.catalog import DesignPoint, Level
from silicrypt.errors import UnknownName
from silicrypt.flow import batch
from silicrypt.flow.batch import Task
from silicrypt.flow.implement import SEEDS
from silicrypt.flow.stimuli import DELAYS, stimuli
from silicrypt.metrics import FIGURES
from silicrypt.papers import counted, software
from silicrypt.papers.claims import Claim, Design, Expression, Formula, Power, load
from silicrypt.papers.counted import Counted
from silicrypt.papers.data import throughput
from silicrypt.papers.model import Measured, Reproduction, Row
from silicrypt.papers.software import Times
from silicrypt.results.power import PowerResult
from silicrypt.results.result import Result

StoredResult: TypeAlias = Result | PowerResult


@dataclass(frozen=True)
class PaperResults:
    """What the runs of a paper gave.

    Attributes:
        runs: the results of each run; none if it was not executed.
        partial: whether a quick run left designs out.
        cycles: returns the cycles of the storage unit.
        times: returns the times of AES in software.
    """

    runs: Mapping[Task, Sequence[StoredResult]] = field(default_factory=dict)
    partial: bool = False
    cycles: Callable[[], Counted] = counted.committed
    times: Callable[[], Sequence[Times]] = software.committed

    @cached_property
    def measured(self) -> Mapping[tuple[str, str], Measured]:
        """The measured designs in the order of the plan, by design point and target with level."""
        results = itertools.chain.from_iterable(self.runs.values())
        found = [Measured(one, one.target) for one in results if isinstance(one, Result)]
        return {(one.point, one.target_level): one for one in found}

    @cached_property
    def powers(self) -> Mapping[tuple[str, str, str], PowerResult]:
        """The power results, by design point, target and scenario."""
        return {
            (run.point, run.target, result.scenario): result
            for run, some in self.runs.items()
            for result in some
            if isinstance(result, PowerResult)
        }

    def get(self, point: str, on: str) -> Measured | None:
        """Returns the measurement of a design point on a target with level, or None."""
        return self.measured.get((point, on))

    def power(self, point: str, on: str, scenario: str = "saturated") -> PowerResult | None:
        """Returns the power of a design point on a target, or None."""
        return self.powers.get((point, on, scenario))

    def ratio(self, new: str, old: str, on: str, what: str) -> float | None:
        """Returns a figure of one design divided by that of another on the same target."""
        pair = (self.get(new, on), self.get(old, on))
        a, b = (one and FIGURES[what].of(one.result) for one in pair)
        return a / b if a and b else None

    def on(self, *targets: str) -> list[Measured]:
        """Returns the designs measured on any of some targets, which include the level."""
        return [one for one in self.measured.values() if one.target_level in targets]


#: Returns the runs that a paper needs besides those that its claims name.
Plan: TypeAlias = Callable[[PaperResults], Iterable[Task]]


class ResultSource(Protocol):
    """The source of results: the flow and its store, or a test."""

    def stored(self, run: Task) -> Sequence[StoredResult]:
        """Returns the stored results of a run for the current sources; executes nothing."""

    def execute(self, runs: Sequence[Task], progress: Progress) -> Sequence[Sequence[StoredResult]]:
        """Executes runs and returns the results of each; none if this source runs nothing."""

    def storage_cycles(self) -> Counted:
        """Returns the cycles of the storage unit."""

    def software_times(self) -> Sequence[Times]:
        """Returns the times of AES in software."""


@dataclass(frozen=True)
class FlowSource:
    """A source that measures with the flow and keeps the results in its store.

    Attributes:
        run: whether to execute what is not in the store.
        time_software: whether to time software on this machine; otherwise its committed times
            answer, which name their machine.
        jobs: runs at the same time on this machine; the number of processors by default.
        scheduler: address of a dask scheduler whose workers execute the runs instead.
    """

    run: bool = True
    time_software: bool = False
    jobs: int | None = None
    scheduler: str | None = None

    def stored(self, run: Task) -> Sequence[StoredResult]:
        """Returns the stored results with any of the default seeds or those of the run."""
        from silicrypt.flow import implement, power

        found: Iterable[StoredResult | None]
        if run.power:
            found = (power.stored(run.point, run.target, name) for name in _scenarios(run))
        else:
            several = dict.fromkeys((SEEDS, run.seeds))
            tries = (implement.stored(run.point, run.target, s, run.level) for s in several)
            found = (next(filter(None, tries), None),)
        return [one for one in found if one is not None]

    def execute(
        self, runs: Sequence[Task], progress: Progress = silent
    ) -> Sequence[Sequence[StoredResult]]:
        """Verifies, maps, places and simulates design points.

        Raises:
            ToolFailed: a run failed.
        """
        if not self.run:
            return [() for _ in runs]
        outcomes = batch.run(runs, self.jobs, progress, scheduler=self.scheduler)
        return [
            (*([one.result] if one.result else []), *one.powers) for one in batch.demand(outcomes)
        ]

    def storage_cycles(self) -> Counted:
        """Reads the committed cycles, or simulates the unit if they are not current."""
        return counted.current() if self.run else counted.committed()

    def software_times(self) -> Sequence[Times]:
        """Reads the committed times, or measures them on this machine."""
        return software.timed() if self.time_software else software.committed()


def _scenarios(run: Task) -> Sequence[str]:
    known = catalog.get(run.point)
    return [one.scenario for one in stimuli(known, known.levels[0], run.scenarios or None)]


# The runs of a paper

#: A measured figure in a formula: ``'DESIGN on TARGET:metric'``, with ``stream`` for that level.
_MEASURED = re.compile(r"'([\w-]+) on ([^\s:]+)(?: (stream))?:\w+'")


def runs_of(figures: Iterable[Expression], quick: bool = False) -> Iterator[Task]:
    """Yields the runs that figures are taken from."""
    for one in figures:
        match one:
            case Design():
                for name in (*one.new, *one.old):
                    yield design_run(name, one.on, one.level, quick)
            case Power():
                timed = (one.scenario,) if one.scenario.endswith(DELAYS) else ()
                yield from (power_run(name, one.on, timed) for name in (*one.new, *one.old))
            case Formula():
                for point, target, level in _MEASURED.findall(one.formula):
                    yield design_run(point, target, level or "core", quick)


def design_run(point: str, target: str, level: Level = "core", quick: bool = False) -> Task:
    """Returns the run that measures a design point: with one seed if it is quick."""
    return Task(point, target, level, SEEDS[:1] if quick else SEEDS)


def power_run(point: str, target: str, scenarios: tuple[str, ...] = ()) -> Task:
    """Returns the run that measures power at the first level; by default without delays."""
    return Task(point, target, catalog.get(point).levels[0], (), True, scenarios)


def plan_of(
    claims: Sequence[Claim], plan: Plan, results: PaperResults, quick: bool = False
) -> tuple[list[Task], set[Task]]:
    """Returns all runs that a paper needs, and those of them that may be executed.

    Args:
        claims: its claims.
        plan: what it needs besides.
        results: what is known.
        quick: execute only what judges the main claims, placed with one seed.
    """
    needed = [one for claim in claims for one in runs_of(claim.expressions, quick)]
    shown = [
        replace(run, seeds=SEEDS[:1] if quick else SEEDS) if not run.power else run
        for run in plan(results)
    ]
    runs = sorted(dict.fromkeys([*needed, *shown]), key=lambda run: run.power)
    judges = [claim.judge for claim in claims if claim.main and isinstance(claim.judge, Design)]
    return runs, set(runs_of(judges, quick)) if quick else set(runs)


def collect(
    claims: Sequence[Claim],
    plan: Plan,
    source: ResultSource,
    quick: bool = False,
    progress: Progress = silent,
) -> PaperResults:
    """Returns the results of all runs that a paper needs.

    Args:
        claims: its claims.
        plan: what it needs besides.
        source: source of the results.
        quick: execute only what judges the main claims, placed with one seed; take other results
            from the store.
        progress: called as (done, total, label).
    """
    runs: dict[Task, Sequence[StoredResult]] = {}
    results = PaperResults(cycles=source.storage_cycles, times=source.software_times)
    while True:
        planned, allowed = plan_of(claims, plan, results, quick)
        new = [run for run in planned if run not in runs]
        if not new:
            break
        for done, run in enumerate(new):
            progress(done, len(new), str(run))
            runs[run] = source.stored(run)
        progress(len(new), len(new), "looked up")
        lacking = [run for run in new if run in allowed and _lacks(run, runs[run])]
        runs.update(zip(lacking, source.execute(lacking, progress) if lacking else (), strict=True))
        results = replace(results, runs=dict(runs))
    missing = any(not (run.power or some) for run, some in runs.items())
    return replace(results, partial=quick and missing)


def _lacks(run: Task, found: Sequence[StoredResult]) -> bool:
    return len(found) < (len(_scenarios(run)) if run.power else 1)


def our_rows(points: Sequence[str], found: Collection[Measured]) -> tuple[Row, ...]:
    """Returns one row with measurements per configuration, or per hash if it has two."""
    return tuple(
        Row(
            name,
            "ours",
            choice.computes,
            ours=tuple(_with(choice, m) for m in found if m.point == name),
        )
        for name in points
        for choice in catalog.get(name).choices
    )


def _with(choice: DesignPoint, of_both: Measured) -> Measured:
    """Returns the figures of one hash of a configuration that computes two."""
    if choice.chosen is None:
        return of_both
    cycles, fmax = choice.cycles_per_block, of_both.fmax_mhz
    rate = throughput(choice.hash.block_bits, fmax, cycles) if fmax else None
    result = replace(
        of_both.result,
        cycles_per_block=cycles,
        throughput_mbps=rate,
        throughput_one_message_mbps=rate,
    )
    return replace(of_both, result=result)


# The papers


def _papers() -> dict[str, str]:
    """Returns the name of each paper with its module, in the order that their files state."""
    found = []
    for file in files(__package__).joinpath("data").iterdir():
        if file.name.endswith(".toml"):
            order = re.search(r"^order = (\d+)", file.read_text(encoding="utf-8"), re.M)
            found.append((int(order[1]) if order else 99, file.name.removesuffix(".toml")))
    return {name: name.replace("-", "_") for _, name in sorted(found)}


#: The papers that can be reproduced, with the module of each.
PAPERS: Mapping[str, str] = MappingProxyType(_papers())


def module_of(name: str) -> ModuleType:
    """Returns the module of a paper.

    Raises:
        UnknownName: there is no such paper; the message names the most similar one.
    """
    if name not in PAPERS:
        raise UnknownName("paper", name, PAPERS)
    return import_module(f"{__package__}.{PAPERS[name]}")


def reproduce(
    name: str,
    quick: bool = False,
    progress: Progress = silent,
    source: ResultSource | None = None,
) -> Reproduction:
    """Measures a paper's designs and compares its tables and claims with them.

    Args:
        name: name of the paper, a key of `PAPERS`.
        quick: execute only what the main claims need; show other results if they are stored.
        progress: called with the number of finished measurements, the total, and the next one.
        source: source of the measurements; the flow and its store by default.

    Raises:
        UnknownName: there is no such paper; the message names the most similar one.
    """
    paper = module_of(name)
    claims = load(name).claim
    results = collect(claims, paper.plan, source or FlowSource(), quick, progress)
    reproduction: Reproduction = paper.evaluate(results)
    return reproduction
