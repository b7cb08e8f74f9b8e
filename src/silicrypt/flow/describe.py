"""Turns the reports of the tools into results."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from dataclasses import replace

from silicrypt.catalog import Config
from silicrypt.flow.map import Area, Cells
from silicrypt.flow.synth import Design
from silicrypt.results.result import PathStep, Range, Result, SeedResult, VerificationRecord
from silicrypt.targets import Mapped, StandardCells
from silicrypt.tools import sta, versions
from silicrypt.tools.nextpnr import Routing

#: Lengths of the messages whose latency is stated, in bytes: one block, and several.
SHORT, LONG = 3, 1024

_ALONE = "the core alone: no pins, no input or output harness"


def base(design: Design, run_id: str, record: VerificationRecord) -> Result:
    """Returns the part of a result that is known before anything is measured on the target."""
    config = design.config
    return Result(
        run_id=run_id,
        config=config.name,
        algorithm=config.computes,
        parameters=dict(config.parameters),
        level=design.level,
        target=design.target.name,
        target_about=design.target.about,
        verified=True,
        verification=record,
        cycles_per_block=config.cycles_per_block,
        latency_cycles=config.cycles(design.level, SHORT),
        latency_cycles_1024=config.cycles(design.level, LONG),
        tool_versions=dict(versions.implementation(design.target)),
        caveats=(_ALONE,),
    )


def routed(known: Result, config: Config, routings: Mapping[int, Routing]) -> Result:
    """Returns the result of place and route; area and critical path are of the median seed."""
    fmax = [routing.fmax_mhz for routing in routings.values()]
    middle = min(routings.values(), key=lambda r: abs(r.fmax_mhz - statistics.median_low(fmax)))
    return _rated(
        replace(
            known,
            fmax_mhz=_range(fmax),
            lut=_luts(middle),
            ff=middle.cells.get("TRELLIS_FF", 0),
            bram=middle.cells.get("DP16KD", 0),
            seeds=tuple(routings),
            per_seed=tuple(_seed(seed, routing) for seed, routing in routings.items()),
            critical_path=tuple(
                PathStep(step.kind, step.ns, step.at, step.source) for step in middle.critical_path
            ),
            caveats=(*known.caveats, "placed and routed out of context, register to register"),
        ),
        config,
    )


def carried(known: Result, config: Config, before: Result) -> Result:
    """Returns a result with the figures of one that was measured on the same netlist."""
    return _rated(
        replace(
            known,
            fmax_mhz=before.fmax_mhz,
            lut=before.lut,
            ff=before.ff,
            bram=before.bram,
            seeds=before.seeds,
            per_seed=before.per_seed,
            critical_path=before.critical_path,
            caveats=before.caveats,
        ),
        config,
    )


def mapped(known: Result, target: Mapped, area: Area) -> Result:
    """Returns the result of mapping to an FPGA family: area and logic levels, no frequency."""
    caveats = ["mapped only: no placement, so no frequency", *target.caveats]
    if area.slices is not None:
        per = target.slice_luts
        caveats.append(f"slices are an estimate: the larger of tables and flip-flops, over {per}")
    return replace(
        known,
        lut=area.lut,
        ff=area.ff,
        carry=area.carry,
        slices=area.slices,
        alut=area.alut,
        logic_levels=area.levels,
        caveats=(*known.caveats, *caveats),
    )


def standard_cells(known: Result, config: Config, target: StandardCells, cells: Cells) -> Result:
    """Returns the result of mapping to standard cells with static timing."""
    timing = cells.timing
    caveats = (
        "typical corner, ideal clock, no wires",
        "static timing register to register, clock-to-output and setup included",
    )
    return _rated(
        replace(
            known,
            fmax_mhz=_range([timing.fmax_mhz]),
            launch_setup_ns=round(timing.launch_ns + timing.setup_ns, 4),
            ff=cells.ff,
            area_um2=cells.area_um2,
            ge=cells.ge,
            logic_levels=len(timing.path) - 2,
            critical_path=tuple(_stage(stage) for stage in timing.path),
            delay_target_ps=target.delay_target_ps,
            caveats=(*known.caveats, *caveats),
        ),
        config,
    )


def _rated(known: Result, config: Config) -> Result:
    """Adds the figures that follow from the frequency."""
    if known.fmax_mhz is None:
        return known
    fmax = known.fmax_mhz.median
    rate = config.algorithm.block_bits * fmax / config.cycles_per_block
    return replace(
        known,
        delay_ns=round(1000 / fmax, 4),
        throughput_mbps=round(rate, 1),
        throughput_one_message_mbps=round(rate / config.stages, 1),
        mbps_per_lut=round(rate / known.lut, 4) if known.lut else None,
        mbps_per_ge=round(rate / known.ge, 5) if known.ge else None,
    )


def _range(values: list[float]) -> Range:
    low, middle, high = min(values), statistics.median(values), max(values)
    return Range(round(low, 2), round(middle, 2), round(high, 2))


def _luts(routing: Routing) -> int:
    return routing.cells.get("TRELLIS_COMB", 0)


def _seed(seed: int, routing: Routing) -> SeedResult:
    cells = routing.cells
    return SeedResult(
        seed=seed,
        fmax_mhz=round(routing.fmax_mhz, 2),
        lut=_luts(routing),
        ff=cells.get("TRELLIS_FF", 0),
        bram=cells.get("DP16KD", 0),
    )


def _stage(stage: sta.Stage) -> PathStep:
    return PathStep(stage.cell, stage.ns, stage.net)
