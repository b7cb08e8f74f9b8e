"""Where a paper's module gets our measurements from: the flow and its store, or a test's table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from silicrypt.flow.progress import Progress, silent
from silicrypt.papers.model import Measured, Row
from silicrypt.results.result import Result
from silicrypt.targets import TARGETS, Mapped, StandardCells


class Bench(Protocol):
    """Measures configurations."""

    def measure(
        self, config: str, target: str, seeds: Sequence[int], progress: Progress
    ) -> Result | None:
        """The result of a run; nothing where this bench runs nothing."""

    def stored(self, config: str, target: str) -> Result | None:
        """The result in the store for the sources of today, if there is one; runs nothing."""


@dataclass(frozen=True)
class FlowBench:
    """The flow, and the store of its results.

    Attributes:
        run: whether to run what the store does not have.
    """

    run: bool = True

    def measure(
        self, config: str, target: str, seeds: Sequence[int], progress: Progress = silent
    ) -> Result | None:
        """Verifies, maps and places; answers from the store where the same was run before."""
        if not self.run:
            return None
        from silicrypt.flow.implement import implement

        return implement(config, target, seeds, progress=progress)

    def stored(self, config: str, target: str) -> Result | None:
        """Looks only."""
        from silicrypt.flow.implement import stored

        return stored(config, target)


@dataclass(frozen=True)
class Task:
    """One measurement that a reproduction wants.

    Attributes:
        config: name of the configuration.
        target: name of the target.
        seeds: seeds of the placement.
        run: run it where the store has none.
    """

    config: str
    target: str
    seeds: tuple[int, ...]
    run: bool


def measured(result: Result) -> Measured:
    """The figures of a result that a paper's table needs."""
    area, unit = area_of(result)
    fmax = result.fmax_mhz
    return Measured(
        config=result.config,
        target=result.target,
        verified=result.verified,
        cycles_per_block=result.cycles_per_block,
        area=area,
        area_unit=unit,
        fmax_mhz=fmax.median if fmax else None,
        fmax_range_mhz=(fmax.min, fmax.max) if fmax else None,
        throughput_mbps=result.throughput_mbps,
        seeds=result.seeds,
        how=kind_of(result.target),
        run_id=result.run_id,
    )


def area_of(result: Result) -> tuple[float | None, str]:
    """The area of a result and its unit: what its kind of target counts in."""
    match TARGETS.get(result.target):
        case Mapped(area="slices"):
            return result.slices, "slices"
        case Mapped(area="alut"):
            return result.alut, "ALUT"
        case StandardCells():
            return result.ge, "GE"
        case Mapped():
            return result.lut, "LUT"
        case _:
            return result.lut, "LUT4"


def kind_of(target: str) -> str:
    """What kind of figures a target gives, in words for a table."""
    match TARGETS.get(target):
        case Mapped():
            return "mapped only, an estimate"
        case StandardCells():
            return "static timing, ideal clock, no wires"
        case _:
            return "placed and routed"


def carry_out(bench: Bench, tasks: Sequence[Task], progress: Progress) -> list[Measured]:
    """Looks each task up in the store, runs what is missing and asked for; the rest is left out."""
    found = []
    for done, task in enumerate(tasks):
        name = f"{task.config} on {task.target}"

        def within(_: int, __: int, label: str, done: int = done, name: str = name) -> None:
            progress(done, len(tasks), f"{name}: {label}")

        progress(done, len(tasks), name)
        result = bench.stored(task.config, task.target)
        if result is None and task.run:
            result = bench.measure(task.config, task.target, task.seeds, within)
        if result is not None:
            found.append(measured(result))
    progress(len(tasks), len(tasks), "done")
    return found


def our_rows(configs: Sequence[str], found: Sequence[Measured], algorithm: str) -> tuple[Row, ...]:
    """One row a configuration, with its measurements on every target."""
    return tuple(
        Row(name, "ours", algorithm, ours=tuple(m for m in found if m.config == name))
        for name in configs
    )
