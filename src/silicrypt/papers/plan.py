"""The plan of a paper: the runs that it needs, what they gave, and where results come from.

The runs are those that the claims, tables and sheets of its TOML name, and those that its module
asks for with ``next_runs``. These may depend on results, so `collect` asks again until nothing is
missing. What follows from the results is computed from them alone.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType
from typing import TypeAlias

from silicrypt import catalog
from silicrypt.base.scope import Progress, silent
from silicrypt.catalog import DesignPoint, Level
from silicrypt.errors import UnknownName
from silicrypt.flow import batch
from silicrypt.flow.batch import Task
from silicrypt.flow.implement import SEEDS
from silicrypt.flow.stimuli import DELAYS, stimuli
from silicrypt.metrics import fmax
from silicrypt.papers import counted, software
from silicrypt.papers.claims import (
    Expression,
    Formula,
    MeasuredFigure,
    MeasuredPower,
    Runs,
    StatedTable,
    load,
)
from silicrypt.papers.counted import CountedCycles
from silicrypt.papers.data import (
    Published,
    keys_in,
    printed_row,
    published,
    sheet_rows,
    throughput,
)
from silicrypt.papers.model import PaperTable, Row, target_level
from silicrypt.papers.software import Times
from silicrypt.results.result import PowerResult, Result
from silicrypt.results.store import Store

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
    cycles: Callable[[], CountedCycles] = counted.committed
    times: Callable[[], Sequence[Times]] = software.committed

    @cached_property
    def measured(self) -> Mapping[tuple[str, str], Result]:
        """The results in the order of the plan, by design point and target with level."""
        results = itertools.chain.from_iterable(self.runs.values())
        found = [one for one in results if isinstance(one, Result)]
        return {(one.config, target_level(one.target, one.level)): one for one in found}

    @cached_property
    def powers(self) -> Mapping[tuple[str, str, str], PowerResult]:
        """The power results, by design point, target and scenario."""
        return {
            (run.point, run.target, result.scenario): result
            for run, some in self.runs.items()
            for result in some
            if isinstance(result, PowerResult)
        }

    def get(self, point: str, on: str) -> Result | None:
        """Returns the result of a design point on a target with level, or None."""
        return self.measured.get((point, on))

    def power(self, point: str, on: str, scenario: str = "saturated") -> PowerResult | None:
        """Returns the power of a design point on a target, or None."""
        return self.powers.get((point, on, scenario))


@dataclass(frozen=True)
class FlowSource:
    """The source of results: the flow, which keeps them in its store. Tests have others.

    Attributes:
        run: whether to execute what is not in the store.
        time_software: whether to time software on this machine; otherwise its committed times
            answer, which name their machine.
        jobs: runs at the same time on this machine; the number of processors by default.
        scheduler: address of a dask scheduler whose workers execute the runs instead.
        store: the store whose results are taken beside the committed ones; the cache by default.
    """

    run: bool = True
    time_software: bool = False
    jobs: int | None = None
    scheduler: str | None = None
    store: Store | None = None

    def stored(self, run: Task) -> Sequence[StoredResult]:
        """Returns the stored results with any of the default seeds or those of the run."""
        from silicrypt.flow import implement, power

        found: Iterable[StoredResult | None]
        if run.power:
            found = (
                power.stored(run.point, run.target, name, store=self.store)
                for name in _scenarios(run)
            )
        else:
            several = dict.fromkeys((SEEDS, run.seeds))
            tries = (
                implement.stored(run.point, run.target, seeds, run.level, self.store)
                for seeds in several
            )
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

    def storage_cycles(self) -> CountedCycles:
        """Reads the committed cycles, or simulates the unit if they are not current."""
        return counted.current() if self.run else counted.committed()

    def software_times(self) -> Sequence[Times]:
        """Reads the committed times, or measures them on this machine."""
        return software.timed() if self.time_software else software.committed()


def _scenarios(run: Task) -> Sequence[str]:
    known = catalog.get(run.point)
    return [one.scenario for one in stimuli(known, known.levels[0], run.scenarios or None)]


# The runs of a paper


def runs_of(figures: Iterable[Expression], quick: bool = False) -> Iterator[Task]:
    """Yields the runs that figures are taken from."""
    for one in figures:
        match one:
            case MeasuredFigure():
                for name in (*one.new, *one.old):
                    yield design_run(name, one.on, one.level, quick)
            case MeasuredPower():
                for name in (*one.new, *one.old):
                    yield power_run(name, one.on, timed(one.scenario))
            case Formula():
                yield from runs_in(one.formula, quick)


def runs_in(formula: str, quick: bool = False) -> Iterator[Task]:
    """Yields the runs of the figures that a formula names."""
    for key in keys_in(formula):
        if key.scenario:
            yield power_run(key.point, key.target, timed(key.scenario))
        else:
            yield design_run(key.point, key.target, key.level, quick)


def timed(scenario: str) -> tuple[str, ...]:
    """Returns a scenario with delays, which a run must name; nothing for any other."""
    return (scenario,) if scenario.endswith(DELAYS) else ()


def stated_runs(stated: Runs, quick: bool = False) -> Iterator[Task]:
    """Yields each design of a table, or of other stated runs, on each of its targets."""
    for target in stated.on:
        for name in stated.designs:
            level = stated.level or catalog.get(name).levels[0]
            yield (
                power_run(name, target) if stated.power else design_run(name, target, level, quick)
            )


def design_run(point: str, target: str, level: Level = "core", quick: bool = False) -> Task:
    """Returns the run that measures a design point: with one seed if it is quick."""
    return Task(point, target, level, SEEDS[:1] if quick else SEEDS)


def power_run(point: str, target: str, scenarios: tuple[str, ...] = ()) -> Task:
    """Returns the run that measures power at the first level; by default without delays."""
    return Task(point, target, catalog.get(point).levels[0], (), True, scenarios)


def plan_of(paper: str, results: PaperResults, quick: bool = False) -> tuple[list[Task], set[Task]]:
    """Returns all runs that a paper needs, and those of them that may be executed.

    Args:
        paper: name of the paper.
        results: what is known.
        quick: execute only what judges the main claims, placed with one seed.
    """
    stated, module = load(paper), module_of(paper)
    figures = [one for claim in stated.claim for one in claim.expressions]
    rows = (row for sheet in stated.sheet for row in sheet_rows(paper, sheet))
    runs = [
        *runs_of(figures, quick),
        *(run for one in (*stated.table, *stated.run) for run in stated_runs(one, quick)),
        *(run for row in rows for text in row if text[:1] == "=" for run in runs_in(text, quick)),
        *(module.next_runs(results, quick) if module and hasattr(module, "next_runs") else ()),
    ]
    judges = [
        one.judge for one in stated.claim if one.main and isinstance(one.judge, MeasuredFigure)
    ]
    ordered = sorted(dict.fromkeys(runs), key=lambda run: run.power)
    return ordered, set(runs_of(judges, quick)) if quick else set(runs)


def collect(
    paper: str, source: FlowSource, quick: bool = False, progress: Progress = silent
) -> PaperResults:
    """Returns the results of all runs that a paper needs.

    Args:
        paper: name of the paper.
        source: source of the results.
        quick: execute only what judges the main claims, placed with one seed; take other results
            from the store.
        progress: called as (done, total, label).
    """
    runs: dict[Task, Sequence[StoredResult]] = {}
    results = PaperResults(cycles=source.storage_cycles, times=source.software_times)
    while True:
        planned, allowed = plan_of(paper, results, quick)
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


# Our rows in the tables of a paper


def stated_tables(
    paper: str, results: PaperResults, row_of: Callable[[Published], Row] = printed_row
) -> tuple[PaperTable, ...]:
    """Returns the tables that the TOML of a paper states, with our designs.

    Args:
        paper: name of the paper.
        results: what was measured.
        row_of: makes a row of a printed one.
    """
    return tuple(
        PaperTable(
            one.number,
            one.about,
            (
                *(row_of(row) for row in published(paper) if row.table == one.number),
                *_our_rows(one, results),
            ),
        )
        for one in load(paper).table
    )


def _our_rows(stated: StatedTable, results: PaperResults) -> Iterator[Row]:
    """Yields a row for each design of a table, or for each hash of one that computes two."""
    runs = {(run.point, target_level(run.target, run.level)) for run in stated_runs(stated)}
    found = [(*key, one) for key, one in results.measured.items() if key in runs]
    for name in stated.designs:
        for choice in catalog.get(name).choices:
            ours = {target: _with(choice, one) for point, target, one in found if point == name}
            yield Row(name, "ours", choice.computes, ours=ours)


def _with(choice: DesignPoint, both: Result) -> Result:
    """Returns the figures of one hash of a design that computes two."""
    if choice.chosen is None:
        return both
    cycles, clock = choice.cycles_per_block, fmax(both)
    rate = throughput(choice.hash.block_bits, clock, cycles) if clock else None
    return replace(
        both, cycles_per_block=cycles, throughput_mbps=rate, throughput_one_message_mbps=rate
    )


# The papers


def _papers() -> tuple[str, ...]:
    """Returns the names of the papers, in the order that their files state."""
    found = []
    for file in files(__package__).joinpath("data").iterdir():
        if file.name.endswith(".toml"):
            order = re.search(r"^order = (\d+)", file.read_text(encoding="utf-8"), re.M)
            found.append((int(order[1]) if order else 99, file.name.removesuffix(".toml")))
    return tuple(name for _, name in sorted(found))


#: The papers that can be reproduced.
PAPERS = _papers()


def module_of(name: str) -> ModuleType | None:
    """Returns the module of a paper; None if its TOML states everything.

    Raises:
        UnknownName: there is no such paper; the message names the most similar one.
    """
    if name not in PAPERS:
        raise UnknownName("paper", name, PAPERS)
    path = f"{__package__}.{name.replace('-', '_')}"
    return import_module(path) if find_spec(path) else None
