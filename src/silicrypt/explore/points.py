"""Measures the candidates of a search with the tools of the flow, here or on a cluster."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from typing import Any, Protocol, TypeVar

from silicrypt.catalog import Level
from silicrypt.explore.objectives import Figures
from silicrypt.flow import figures
from silicrypt.flow.cluster import Link
from silicrypt.flow.pipeline import Pipeline
from silicrypt.flow.synth import Computation, Design, Synthesized
from silicrypt.results.result import Result
from silicrypt.results.store import Store
from silicrypt.targets import Mapped, Routed, StandardCells

_Task = TypeVar("_Task")
_Done = TypeVar("_Done")

#: The product of depth and clock, in MHz, that figures of a mapped point are first given at.
_NOMINAL = 600.0


_REGISTER = re.compile(r".*FF.*|FD.*")
_CARRY = re.compile(r"CCU2C|SB_CARRY|ALU")
_MUX = re.compile(r"PFUMX|L6MUX21|MUX2_LUT\d")
#: Depth of a link of a carry chain, and of a multiplexer inside a logic block.
_LINK, _INSIDE = 0.07, 0.3


class Candidate(Protocol):
    """A design with a synthesis recipe on a target. It can be sent to a worker of a cluster."""

    @property
    def name(self) -> str:
        """The label in tables."""

    @property
    def unit(self) -> str:
        """The kind of hardware."""

    @property
    def level(self) -> Level:
        """The level."""

    @property
    def target(self) -> str:
        """The name of the target, with the recipe."""

    @property
    def parameters(self) -> dict[str, int | str]:
        """The parameters of the hardware."""

    def design(self, store: Store) -> Design:
        """Returns the design that is mapped."""

    def counted(self, store: Store) -> Design:
        """Returns the same design with its cycles."""

    def measured(self, seeds: tuple[int, ...], store: Store) -> Result:
        """Verifies the design and measures it with all seeds."""

    def energy(self, store: Store) -> float:
        """Returns the energy per message bit in pJ, on standard cells."""


@dataclass(frozen=True)
class Estimate:
    """What mapping tells of a point.

    Attributes:
        depth: the depth of its logic; the product of depth and clock is about the same for all.
            Zero if the figures are final.
        figures: figures at a clock of ``1 / depth``, or the final ones.
    """

    depth: float
    figures: Figures


@dataclass(frozen=True)
class Outline:
    """What mapping tells of a candidate.

    Attributes:
        does: what the candidate computes, with its cycles.
        depth: the depth of its logic; zero if the clock is final.
        fmax_mhz: the clock; zero if there is none.
        area: its figures that do not depend on the clock.
    """

    does: Computation
    depth: float
    fmax_mhz: float
    area: Mapping[str, float]

    def at(self, fmax_mhz: float, area: Mapping[str, float] | None = None) -> Figures:
        """Returns the figures at a clock; without clock, those of the area alone."""
        does, interval = self.does, self.does.interval
        found = {"cycles": interval, **(self.area if area is None else area)}
        if not fmax_mhz:
            return found
        rate = does.block_bits * fmax_mhz / interval
        latency = does.latency / fmax_mhz * 1000
        return found | {
            "fmax": fmax_mhz,
            "throughput": rate,
            "one-message": rate / does.in_flight,
            "latency": latency,
        }


@dataclass(frozen=True)
class Points:
    """The measurements of candidates, by their numbers.

    Attributes:
        candidates: the candidates.
        seeds: the seeds of a confirmation; the first is that of a routing alone.
        store: where everything is kept.
        energy: whether to measure the energy per bit, on standard cells.
        link: the cluster that measures; this machine if it is None.
        keep: called with each result of a confirmation.
        results: the results of the confirmed candidates.
    """

    candidates: Sequence[Candidate]
    seeds: tuple[int, ...]
    store: Store
    energy: bool = False
    link: Link | None = None
    keep: Callable[[Result], object] = lambda _: None
    results: dict[int, Result] = field(default_factory=dict)
    _outlines: dict[int, Outline] = field(default_factory=dict)

    def _run(self, work: Callable[[_Task, Store], _Done], task: _Task) -> _Done:
        if self.link is None:
            return work(task, self.store)
        return self.link.call(_remotely, (work, task))

    def mapped(self, point: int) -> Estimate:
        """Maps a candidate and counts its cells; on standard cells, times it.

        Raises:
            NotVerified: the cycles of a core must be counted, and it is wrong.
            ToolFailed: Yosys refused the design.
        """
        found = self._run(_outline, (self.candidates[point], self.energy))
        self._outlines[point] = found
        return Estimate(found.depth, found.at(found.fmax_mhz))

    def at(self, point: int, fmax_mhz: float) -> Figures:
        """Returns the figures of a mapped candidate at a clock."""
        return self._outlines[point].at(fmax_mhz)

    def routed(self, point: int) -> Figures:
        """Places and routes a candidate with the first seed.

        Raises:
            ToolFailed: a tool refused the design.
        """
        fmax_mhz, cells = self._run(_routed, (self.candidates[point], self.seeds[0]))
        return self._outlines[point].at(fmax_mhz, cells)

    def confirmed(self, point: int) -> Figures:
        """Verifies a candidate and measures it with all seeds.

        Raises:
            NotVerified: the design point or its netlist is wrong.
            ToolFailed: a tool refused the design.
        """
        result = self._run(_confirmed, (self.candidates[point], self.seeds or (1,)))
        self.results[point] = result
        self.keep(result)
        areas = {"lut": result.lut, "ff": result.ff, "ge": result.ge}
        known = {name: float(value) for name, value in areas.items() if value is not None}
        outline = self._outlines[point]
        known |= {name: value for name, value in outline.area.items() if name == "energy"}
        return outline.at(result.fmax_mhz.median if result.fmax_mhz else 0, known)


def _remotely(job: tuple[Callable[[_Task, Store], _Done], _Task]) -> _Done:
    """Performs a measurement on a worker, with the cache of that worker."""
    work, task = job
    return work(task, Store())


def _outline(task: tuple[Candidate, bool], store: Store) -> Outline:
    """Maps a candidate, and measures its energy if that is asked for."""
    one, energy = task
    design = one.counted(store)
    pipeline = Pipeline(design, store)
    match design.target:
        case Routed() as target:
            found = depth(pipeline.synthesized.module)
            area, fmax = _area(pipeline.synthesized, target), _NOMINAL / found
            return Outline(design.computation, found, fmax, area)
        case Mapped():
            area = {"lut": pipeline.area.lut, "ff": pipeline.area.ff}
            return Outline(design.computation, 0, 0, area)
        case StandardCells():
            cells = pipeline.cells
            area = {"ge": cells.ge, "ff": cells.ff} | (
                {"energy": one.energy(store)} if energy else {}
            )
            return Outline(design.computation, 0, cells.timing.fmax_mhz, area)
    raise NotImplementedError


def _routed(task: tuple[Candidate, int], store: Store) -> tuple[float, dict[str, float]]:
    """Places and routes a candidate with a seed; returns its clock in MHz, and its cells."""
    one, seed = task
    design = one.design(store)
    routing = Pipeline(design, store).routed([seed])[seed]
    cells = {c: float(routing.cells.get(name, 0)) for c, name in figures.CLASSES.items()}
    return routing.fmax_mhz, cells


def _confirmed(task: tuple[Candidate, tuple[int, ...]], store: Store) -> Result:
    """Verifies a candidate and measures it with all seeds."""
    one, seeds = task
    return one.measured(seeds, store)


def _area(synthesized: Synthesized, target: Routed) -> dict[str, float]:
    """Returns the cells of a netlist: lookup tables that the routed design does not undercut."""
    cells = synthesized.counts.cells
    weights = target.counted or target.at_least
    return {
        figure: float(sum(weight * cells.get(cell, 0) for cell, weight in counted.items()))
        for figure, counted in weights.items()
        if figure in ("lut", "ff")
    }


def depth(module: Mapping[str, Any]) -> float:
    """Returns the depth of the deepest path between registers.

    A lookup table with the wires to it counts 1. A link of a carry chain and a multiplexer inside a
    logic block need no general wires and count less. The register at the start counts 1.

    Args:
        module: a module of a Yosys JSON netlist, mapped to the cells of an FPGA family.
    """
    logic = [cell for cell in module["cells"].values() if not _REGISTER.fullmatch(cell["type"])]
    ends = [_nets(cell) for cell in logic]
    drivers = {bit: number for number, (_, outputs) in enumerate(ends) for bit in outputs}
    graph = {
        number: {drivers[bit] for bit in inputs if bit in drivers}
        for number, (inputs, _) in enumerate(ends)
    }
    chained = [bool(_CARRY.fullmatch(cell["type"])) for cell in logic]
    own = [_INSIDE if _MUX.fullmatch(cell["type"]) else 1.0 for cell in logic]
    reached = [0.0] * len(logic)
    for number in TopologicalSorter(graph).static_order():
        reached[number] = max(
            (
                reached[before] + (_LINK if chained[before] and chained[number] else own[number])
                for before in graph[number]
            ),
            default=own[number],
        )
    return 1.0 + max(reached, default=0.0)


def _nets(cell: Mapping[str, Any]) -> tuple[list[int], list[int]]:
    """Returns the nets that a cell reads, and those that it drives."""
    ends: dict[str, list[int]] = {"input": [], "output": []}
    for port, bits in cell["connections"].items():
        ends[cell["port_directions"][port]] += [bit for bit in bits if isinstance(bit, int)]
    return ends["input"], ends["output"]
