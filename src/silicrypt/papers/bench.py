"""The source of our measurements for a paper's module: the flow and its store, or a test."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from silicrypt import catalog, targets
from silicrypt.base.progress import Progress, silent
from silicrypt.catalog import Config, Level
from silicrypt.papers import counted, software
from silicrypt.papers.arithmetic import throughput
from silicrypt.papers.counted import Counted
from silicrypt.papers.model import Measured, Row
from silicrypt.papers.software import Times
from silicrypt.results.power import PowerResult
from silicrypt.results.result import Result
from silicrypt.targets import Mapped, StandardCells


class Bench(Protocol):
    """Measures configurations."""

    def measure(
        self, config: str, target: str, seeds: Sequence[int], level: Level, progress: Progress
    ) -> Result | None:
        """Returns the result of a run; None if this bench runs nothing."""

    def stored(self, config: str, target: str, level: Level) -> Result | None:
        """Returns the stored result of the current sources, or None; runs nothing."""

    def power(
        self,
        config: str,
        target: str,
        run: bool,
        progress: Progress,
        scenarios: Sequence[str] = (),
    ) -> Sequence[PowerResult]:
        """Returns the power of the first level; only stored results if not `run`.

        Args:
            config: name of the configuration.
            target: name of the target.
            run: whether to run what is not in the store.
            progress: called before each scenario.
            scenarios: names of the scenarios; all without delays by default.
        """

    def unit_cycles(self) -> Counted:
        """Returns the cycles of the storage unit."""

    def software(self) -> Sequence[Times]:
        """Returns the times of AES in software."""


@dataclass(frozen=True)
class FlowBench:
    """A bench that measures with the flow and keeps the results in its store.

    Attributes:
        run: whether to run what is not in the store.
        time_software: whether to time software on this machine; otherwise its committed times
            answer, which name their machine.
    """

    run: bool = True
    time_software: bool = False

    def measure(
        self,
        config: str,
        target: str,
        seeds: Sequence[int],
        level: Level,
        progress: Progress = silent,
    ) -> Result | None:
        """Verifies, maps and places a design point, or returns the stored result."""
        if not self.run:
            return None
        from silicrypt.flow.implement import implement

        return implement(config, target, seeds, level, progress)

    def stored(self, config: str, target: str, level: Level) -> Result | None:
        """Returns the stored result, or None."""
        from silicrypt.flow.implement import stored

        return stored(config, target, level=level)

    def power(
        self,
        config: str,
        target: str,
        run: bool,
        progress: Progress = silent,
        scenarios: Sequence[str] = (),
    ) -> Sequence[PowerResult]:
        """Verifies, maps and simulates a design point, or returns only stored results."""
        from silicrypt.flow import power
        from silicrypt.flow.stimuli import stimuli

        if self.run and run:
            return power.power(config, target, scenarios or None, progress=progress)
        known = catalog.get(config)
        wanted = stimuli(known, known.levels[0], scenarios or None)
        kept = (power.stored(config, target, one.scenario) for one in wanted)
        return [result for result in kept if result is not None]

    def unit_cycles(self) -> Counted:
        """Reads the committed cycles, or simulates the unit if they are not current."""
        return counted.current() if self.run else counted.committed()

    def software(self) -> Sequence[Times]:
        """Reads the committed times, or measures them on this machine."""
        return software.timed() if self.time_software else software.committed()


@dataclass(frozen=True)
class Task:
    """One measurement that a reproduction needs.

    Attributes:
        config: name of the configuration.
        target: name of the target.
        seeds: seeds of the placement.
        run: whether to run it if the store has no result.
        level: ``"core"`` or ``"stream"``.
    """

    config: str
    target: str
    seeds: tuple[int, ...] = (1, 2, 3)
    run: bool = True
    level: Level = "core"

    def __str__(self) -> str:
        """Returns the label that progress shows for the task."""
        return f"{self.config}{'' if self.level == 'core' else ' stream'} on {self.target}"


def measured(result: Result) -> Measured:
    """Returns the figures of a result that a paper's table needs."""
    area, unit = area_of(result)
    fmax = result.fmax_mhz
    return Measured(
        config=result.config,
        target=result.target,
        level=result.level,
        verified=result.verified,
        cycles_per_block=result.cycles_per_block,
        area=area,
        area_unit=unit,
        fmax_mhz=fmax.median if fmax else None,
        fmax_range_mhz=(fmax.min, fmax.max) if fmax else None,
        throughput_mbps=result.throughput_mbps,
        throughput_one_mbps=result.throughput_one_message_mbps,
        seeds=result.seeds,
        how=kind_of(result.target),
        run_id=result.run_id,
        registers=result.ff,
        path=_path(result),
        area_um2=result.area_um2,
        block_rams=result.bram,
        luts=result.lut,
        cases=result.verification.cases + result.verification.netlist_cases,
        path_end=result.critical_path[-1].at if result.critical_path else "",
        **_logic(result),
    )


def _path(result: Result) -> tuple[str, ...]:
    """Returns the instances that the slowest path leads through, in order."""
    named = (".".join(re.findall(r"\bu_\w+(?=\.)", step.at)) for step in result.critical_path)
    return tuple(dict.fromkeys(filter(None, named)))


def _logic(result: Result) -> dict[str, float]:
    """Returns delay, delay target and slack of the logic between registers."""
    if result.delay_ns is None or result.launch_setup_ns is None:
        return {}
    logic = round(result.delay_ns - result.launch_setup_ns, 4)
    if result.target in targets.TARGETS or result.delay_target_ps is None:
        return {"logic_ns": logic}
    asked = result.delay_target_ps / 1000
    return {"logic_ns": logic, "constraint_ns": asked, "slack_ns": round(asked - logic, 4)}


def area_of(result: Result) -> tuple[float | None, str]:
    """Returns the area of a result and the unit, which depends on the kind of target."""
    match targets.get(result.target):
        case Mapped(area="slices"):
            return result.slices, "slices"
        case Mapped(area="alut"):
            return result.alut, "ALUT"
        case StandardCells():
            return result.ge, "GE"
        case target:
            return result.lut, target.table


def kind_of(target: str) -> str:
    """Returns the kind of figures that a target gives, as text for a table."""
    return targets.get(target).kind


def carry_out(bench: Bench, tasks: Sequence[Task], progress: Progress) -> list[Measured]:
    """Looks up each task in the store and runs missing ones that ask for it; omits the rest."""
    found = []
    for done, task in enumerate(tasks):

        def within(_: int, __: int, label: str, done: int = done, task: Task = task) -> None:
            progress(done, len(tasks), f"{task}: {label}")

        progress(done, len(tasks), str(task))
        if (measurement := carry_out_one(bench, task, within)) is not None:
            found.append(measurement)
    progress(len(tasks), len(tasks), "done")
    return found


def carry_out_one(bench: Bench, task: Task, progress: Progress) -> Measured | None:
    """Looks up a task in the store, or runs it if the task asks for it."""
    result = bench.stored(task.config, task.target, task.level)
    if result is None and task.run:
        result = bench.measure(task.config, task.target, task.seeds, task.level, progress)
    return None if result is None else measured(result)


def our_rows(configs: Sequence[str], found: Sequence[Measured]) -> tuple[Row, ...]:
    """Returns one row with measurements per configuration, or per hash if it has two."""
    return tuple(
        Row(
            name,
            "ours",
            choice.computes,
            ours=tuple(_with(choice, m) for m in found if m.config == name),
        )
        for name in configs
        for choice in catalog.get(name).choices
    )


def _with(choice: Config, of_both: Measured) -> Measured:
    """Returns the figures of one hash of a configuration that computes two."""
    if choice.chosen is None:
        return of_both
    cycles, fmax = choice.cycles_per_block, of_both.fmax_mhz
    rate = throughput(choice.hash.block_bits, fmax, cycles) if fmax else None
    return replace(of_both, cycles_per_block=cycles, throughput_mbps=rate, throughput_one_mbps=rate)
