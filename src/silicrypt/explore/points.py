"""Measures the candidates of a search with the tools of the flow, and keeps all in the store."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from silicrypt import targets
from silicrypt.explore.depth import depth
from silicrypt.explore.objectives import Figures
from silicrypt.explore.space import Candidate
from silicrypt.explore.state import Estimate
from silicrypt.flow import describe, reports, route
from silicrypt.flow import map as mapping
from silicrypt.flow.implement import implement
from silicrypt.flow.synth import Design, Synthesized, synthesize
from silicrypt.results.result import Result
from silicrypt.results.store import Store
from silicrypt.targets import Mapped, Routed, StandardCells
from silicrypt.tools.canonical import TOP

#: The product of depth and clock, in MHz, that figures of a mapped point are first given at.
_NOMINAL = 600.0
#: The scenario in which the energy is measured.
_SATURATED = "saturated"


@dataclass(frozen=True)
class Points:
    """The measurements of candidates, by their numbers.

    Attributes:
        candidates: the candidates.
        seeds: the seeds of a confirmation; the first is that of a routing alone.
        store: where everything is kept.
        energy: whether to measure the energy per bit, on standard cells.
        results: the results of the confirmed candidates.
    """

    candidates: Sequence[Candidate]
    seeds: tuple[int, ...]
    store: Store
    energy: bool = False
    results: dict[int, Result] = field(default_factory=dict)
    _areas: dict[int, dict[str, float]] = field(default_factory=dict)

    def design(self, point: int) -> Design:
        """The design of a candidate."""
        one = self.candidates[point]
        return Design(one.config, one.level, targets.get(one.target))

    def mapped(self, point: int) -> Estimate:
        """Maps a candidate and counts its cells; on standard cells, times it.

        Raises:
            ToolFailed: Yosys refused the design.
        """
        design = self.design(point)
        synthesized = synthesize(design, self.store)
        match design.target:
            case Routed() as target:
                self._areas[point] = _area(synthesized, target)
                module = json.loads(synthesized.core)["modules"][TOP]
                found = depth(module)
                return Estimate(found, self.at(point, _NOMINAL / found))
            case Mapped() as target:
                area = mapping.area(design, target, self.store)
                self._areas[point] = {"lut": area.lut, "ff": area.ff}
                return Estimate(0, self.at(point, 0))
            case StandardCells() as target:
                cells = mapping.cells(design, target, self.store)
                ff = reports.counts(synthesized).count(*target.flip_flops)
                self._areas[point] = {"ge": cells.ge, "ff": ff} | self._energy(point)
                return Estimate(0, self.at(point, cells.timing.fmax_mhz))
        raise NotImplementedError

    def _energy(self, point: int) -> dict[str, float]:
        if not self.energy:
            return {}
        from silicrypt.flow import power

        one = self.candidates[point]
        (result,) = power.power(one.config, one.target, (_SATURATED,), one.level, store=self.store)
        return {"energy": result.at(result.fmax_mhz).pj_per_bit or 0.0}

    def at(self, point: int, fmax_mhz: float) -> Figures:
        """The figures of a mapped candidate at a clock; without clock, those of its area alone."""
        one = self.candidates[point]
        return _figures(one, fmax_mhz, self._areas[point])

    def routed(self, point: int) -> Figures:
        """Places and routes a candidate with the first seed.

        Raises:
            ToolFailed: a tool refused the design.
        """
        design = self.design(point)
        assert isinstance(design.target, Routed)  # others are measured when they are mapped
        synthesized = synthesize(design, self.store)
        routing = route.route(synthesized, design.target, self.seeds[0], self.store)
        cells = {one: routing.cells.get(name, 0) for one, name in reports.CLASSES.items()}
        return _figures(self.candidates[point], routing.fmax_mhz, cells)

    def confirmed(self, point: int) -> Figures:
        """Verifies a candidate and measures it with all seeds.

        Raises:
            NotVerified: the design point or its netlist is wrong.
            ToolFailed: a tool refused the design.
        """
        one = self.candidates[point]
        seeds = self.seeds or (1,)
        result = implement(one.config, one.target, seeds, one.level, store=self.store, jobs=1)
        self.results[point] = result
        areas = {"lut": result.lut, "ff": result.ff, "ge": result.ge}
        known = {name: float(value) for name, value in areas.items() if value is not None}
        known |= {k: v for k, v in self._areas.get(point, {}).items() if k == "energy"}
        return _figures(one, result.fmax_mhz.median if result.fmax_mhz else 0, known)

    def is_new(self, point: int, seed: int) -> bool:
        """Whether the store does not hold a routing of a candidate."""
        design = self.design(point)
        if not isinstance(design.target, Routed):
            return False
        synthesized = synthesize(design, self.store)
        return not route.is_routed(synthesized, design.target, seed, self.store)


def _area(synthesized: Synthesized, target: Routed) -> dict[str, float]:
    """The cells of a netlist: lookup tables that the routed design does not undercut."""
    cells = reports.counts(synthesized).cells
    weights = target.counted or target.at_least
    return {
        figure: float(sum(weight * cells.get(cell, 0) for cell, weight in counted.items()))
        for figure, counted in weights.items()
        if figure in ("lut", "ff")
    }


def _figures(one: Candidate, fmax_mhz: float, area: dict[str, float] | dict[str, int]) -> Figures:
    config = one.config
    found: dict[str, float] = {"cycles": config.cycles_per_block, **area}
    if not fmax_mhz:
        return found
    rate = config.algorithm.block_bits * fmax_mhz / config.cycles_per_block
    latency = config.cycles(one.level, describe.SHORT) / fmax_mhz * 1000
    return found | {
        "fmax": fmax_mhz,
        "throughput": rate,
        "one-message": rate / config.stages,
        "latency": latency,
    }
