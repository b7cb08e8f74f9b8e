"""Measures the candidates of a search with the tools of the flow, here or on a cluster."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from types import MappingProxyType
from typing import Any, TypeVar

from silicrypt.errors import ToolFailed
from silicrypt.explore.candidates import Candidate
from silicrypt.explore.objectives import Figures
from silicrypt.flow import figures
from silicrypt.flow.cluster import Link
from silicrypt.flow.pipeline import Pipeline
from silicrypt.flow.synth import Computation, Synthesized
from silicrypt.results.result import Result
from silicrypt.results.store import Store
from silicrypt.targets import Mapped, Routed, StandardCells

_T = TypeVar("_T")

#: The product of depth and clock, in MHz, that figures of a mapped point are first given at.
_NOMINAL = 600.0
#: Cells whose outputs follow the clock: registers, and block memories.
_REGISTER = re.compile(
    r".*FF.*|FD.*|DP16KD|PDPW16KD|SB_RAM40\w*|SB_SPRAM\w*|(SD|S|D)PX?9?B?|pROM(X9)?"
)
#: Memories that read without the clock, and their ports that a read does not depend on.
_MEMORY, _WRITTEN = re.compile(r"TRELLIS_DPR16X4|RAM16SDP\d"), re.compile(r"DI|WAD|WRE|WCK|CLK")
_CARRY = re.compile(r"CCU2C|SB_CARRY|ALU")
_MUX = re.compile(r"PFUMX|L6MUX21|MUX2_LUT\d")
#: Depth of a link of a carry chain, and of a multiplexer inside a logic block.
_LINK, _INSIDE = 0.07, 0.3

#: A clock in MHz, zero if there is none, and the figures that do not depend on it.
Clocked = tuple[float, dict[str, float]]


@dataclass(frozen=True)
class Estimate:
    """What mapping tells of a candidate.

    Attributes:
        does: what the candidate computes, with its cycles.
        depth: the depth of its logic; the product of depth and clock is about the same for all.
            Zero if the figures are final.
        fmax_mhz: the clock; zero if there is none.
        area: its figures that do not depend on the clock.
    """

    does: Computation
    depth: float
    fmax_mhz: float
    area: Mapping[str, float]

    @property
    def figures(self) -> Figures:
        """The figures by mapping alone."""
        return self.at(self.fmax_mhz)

    def at(self, fmax_mhz: float, area: Mapping[str, float] = MappingProxyType({})) -> Figures:
        """Returns the figures at a clock; without clock, those of the area alone.

        Args:
            fmax_mhz: the clock.
            area: what was measured later; the other figures are those of mapping.
        """
        does, interval = self.does, self.does.interval
        known = {name: value for name, value in self.area.items() if name not in area}
        found = {"cycles": interval, **area, **known}
        if not fmax_mhz:
            return found
        rate = does.block_bits * fmax_mhz / interval
        return found | {
            "fmax": fmax_mhz,
            "throughput": rate,
            "one-message": rate / does.in_flight,
            "latency": does.latency / fmax_mhz * 1000,
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

    def _run(self, work: Callable[..., _T], *args: object) -> _T:
        if self.link is None:
            return work(*args, self.store)
        return self.link.call(_remotely, (work, args))

    def mapped(self, point: int) -> Estimate:
        """Maps a candidate and counts its cells; on standard cells, times it.

        Raises:
            NotVerified: the cycles of a core must be counted, and it is wrong.
            ToolFailed: Yosys refused the design.
        """
        return self._run(_mapped, self.candidates[point], self.energy)

    def routed(self, point: int) -> Clocked:
        """Places and routes a candidate with the first seed.

        Raises:
            ToolFailed: a tool refused the design.
        """
        return self._run(_routed, self.candidates[point], self.seeds[0])

    def confirmed(self, point: int) -> Clocked:
        """Verifies a candidate and measures it with all seeds.

        Raises:
            NotVerified: the design point or its netlist is wrong.
            ToolFailed: a tool refused the design.
        """
        result = self._run(self.candidates[point].measured, self.seeds or (1,))
        self.results[point] = result
        self.keep(result)
        areas = {"lut": result.lut, "ff": result.ff, "ge": result.ge}
        known = {name: float(value) for name, value in areas.items() if value is not None}
        return result.fmax_mhz.median if result.fmax_mhz else 0, known


def _remotely(job: tuple[Callable[..., _T], tuple[object, ...]]) -> _T:
    """Performs a measurement on a worker, with the cache of that worker."""
    work, args = job
    return work(*args, Store())


def _mapped(one: Candidate, energy: bool, store: Store) -> Estimate:
    """Maps a candidate, and measures its energy if that is asked for."""
    design = one.counted(store)
    pipeline, does = Pipeline(design, store), design.computation
    match design.target:
        case Routed() as target:
            found = depth(pipeline.synthesized.module)
            return Estimate(does, found, _NOMINAL / found, _area(pipeline.synthesized, target))
        case Mapped():
            return Estimate(does, 0, 0, {"lut": pipeline.area.lut, "ff": pipeline.area.ff})
        case StandardCells():
            cells = pipeline.cells
            energies = {"energy": one.energy(store)} if energy else {}
            area = {"ge": cells.ge, "ff": cells.ff} | energies
            return Estimate(does, 0, cells.timing.fmax_mhz, area)
    raise NotImplementedError


def _routed(one: Candidate, seed: int, store: Store) -> Clocked:
    """Places and routes a candidate with a seed."""
    design = one.design(store)
    routing = Pipeline(design, store).routed([seed])[seed]
    cells = {c: float(routing.cells.get(name, 0)) for c, name in figures.CLASSES.items()}
    return routing.fmax_mhz, cells


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

    Raises:
        ToolFailed: a path begins and ends at the same cell without a register between.
    """
    logic = [cell for cell in module["cells"].values() if not _REGISTER.fullmatch(cell["type"])]
    drivers = {bit: n for n, cell in enumerate(logic) for bit in _nets(cell, "output")}
    graph = {
        n: {drivers[bit] for bit in _nets(cell, "input") if bit in drivers}
        for n, cell in enumerate(logic)
    }
    chained = [bool(_CARRY.fullmatch(cell["type"])) for cell in logic]
    own = [_INSIDE if _MUX.fullmatch(cell["type"]) else 1.0 for cell in logic]
    reached = [0.0] * len(logic)
    try:
        order = [*TopologicalSorter(graph).static_order()]
    except CycleError as error:
        raise ToolFailed("the netlist has a combinational loop, so it has no depth") from error
    for n in order:
        reached[n] = max(
            (reached[b] + (_LINK if chained[b] and chained[n] else own[n]) for b in graph[n]),
            default=own[n],
        )
    return 1.0 + max(reached, default=0.0)


def _nets(cell: Mapping[str, Any], direction: str) -> list[int]:
    """Returns the nets at the ports of a cell in a direction, without constants."""
    ports = [p for p in cell["connections"] if cell["port_directions"][p] == direction]
    if direction == "input" and _MEMORY.fullmatch(cell["type"]):
        ports = [port for port in ports if not _WRITTEN.fullmatch(port)]
    return [bit for p in ports for bit in cell["connections"][p] if isinstance(bit, int)]
