"""Figures of a mapped netlist: area and timing from the reports of the tools, as a `Result`.

What a target gives depends on its kind. A routed design has the clock and the cells of the router's
report. A family that designs are only mapped to gives cells and levels of logic. Standard cells
give area and static timing.
"""

from __future__ import annotations

import json
import re
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from graphlib import TopologicalSorter
from types import MappingProxyType
from typing import Any

from silicrypt.errors import ToolFailed
from silicrypt.flow.synth import (
    Computation,
    Design,
    Names,
)
from silicrypt.results.result import PathStep, Range, Result, SeedResult, VerificationRecord
from silicrypt.targets import Mapped, Routed, StandardCells
from silicrypt.tools import installed, liberty, nextpnr, sta, yosys
from silicrypt.tools.nextpnr import Routing

_ALONE = "the core alone: no pins, no input or output harness"


def new_result(design: Design, run_id: str, record: VerificationRecord) -> Result:
    """Returns the part of a result that is known before anything is measured on the target."""
    does = design.computation
    return Result(
        run_id=run_id,
        config=design.name,
        algorithm=does.algorithm,
        parameters=dict(design.parameters),
        level=design.level,
        target=design.target.name,
        target_about=design.target.about,
        verified=True,
        verification=record,
        cycles_per_block=does.cycles_per_block,
        latency_cycles=does.latency,
        latency_cycles_1024=does.latency_1024,
        tool_versions=dict(installed.implementation(design.target)),
        caveats=(_ALONE,),
    )


def routed(known: Result, does: Computation, routings: Mapping[int, Routing]) -> Result:
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
                PathStep(step.kind, step.ns, step.at) for step in middle.critical_path
            ),
            caveats=(*known.caveats, "placed and routed out of context, register to register"),
        ),
        does,
    )


def reuse_figures(known: Result, does: Computation, before: Result) -> Result:
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
        does,
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


def standard_cells(known: Result, does: Computation, target: StandardCells, cells: Cells) -> Result:
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
        does,
    )


def _rated(known: Result, does: Computation) -> Result:
    """Adds the figures that follow from the frequency."""
    if known.fmax_mhz is None:
        return known
    fmax = known.fmax_mhz.median
    rate = does.block_bits * fmax / does.cycles_per_block
    return replace(
        known,
        delay_ns=round(1000 / fmax, 4),
        throughput_mbps=round(rate, 1),
        throughput_one_message_mbps=round(rate / does.in_flight, 1),
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


#: The names under which `describe` looks up what a family counts.
CLASSES: Mapping[str, str] = MappingProxyType(
    {"lut": "TRELLIS_COMB", "ff": "TRELLIS_FF", "bram": "DP16KD"}
)


def routing(report: str, stat: yosys.Stat, target: Routed) -> Routing:
    """Returns the figures of one run of the router.

    Args:
        report: the text of the router's report.
        stat: the cell counts of the netlist that was placed.
        target: the target.

    Raises:
        ToolFailed: the text is not a report, or the design has no path between registers.
    """
    found = nextpnr.parse(_with_carry(report, target.carry) if target.carry else report)
    if not target.counted:
        return found
    cells = {
        CLASSES[figure]: sum(weight * stat.cells.get(cell, 0) for cell, weight in weights.items())
        for figure, weights in target.counted.items()
    }
    return replace(found, cells=cells)


def _with_carry(report: str, carry: Mapping[str, str]) -> str:
    """Returns the report with the names that the parser knows for the ports of the carry chain."""
    document: dict[str, Any] = json.loads(report)
    for path in document.get("critical_paths", ()):
        for step in path["path"]:
            for end in (step["from"], step["to"]):
                end["port"] = carry.get(end["port"], end["port"])
    return json.dumps(document)


LUT = (r"LUT\d", r"MISTRAL_ALUT.*")
#: Cells that use lookup tables as memory or shift register, and the number of tables per cell
#: (UG474, tables 2-2 and 2-4; the first two: DS003, "Distributed RAM").
MEMORY = {
    "RAM16X1S": 1,
    "RAM16X1D": 2,
    "RAM32X1S": 1,
    "RAM32X1D": 2,
    "RAM64X1S": 1,
    "RAM64X1D": 2,
    "RAM128X1S": 2,
    "RAM128X1D": 4,
    "RAM256X1S": 4,
    "RAM32M": 4,
    "RAM64M": 4,
    "SRL16E": 1,
    "SRLC16E": 1,
    "SRLC32E": 1,
}
#: Ports of such a cell from which a combinational path leads through it: the read addresses.
_READ = re.compile(r"A\d*|ADDR[ABC]?|DPRA\d*")
FF = (r"FD[A-Z]+(_1)?", r"TRELLIS_FF", r"MISTRAL_FF", r"S?DFFR?S?_X\d")
#: A lookup table and a carry element in one cell. A chain of them counts as one level.
ARITHMETIC = "MISTRAL_ALUT_ARITH"
CARRY = ("MUXCY", "CARRY4", ARITHMETIC)


@dataclass(frozen=True)
class Area:
    """Area on a family that designs are only mapped to.

    Attributes:
        lut: lookup tables, including those used as memories and shift registers.
        ff: flip-flops.
        carry: carry elements.
        slices: an estimate, half (or a quarter) of the larger of lookup tables and flip-flops; None
            if the family does not count in slices.
        alut: adaptive lookup tables, for families that count in them.
        levels: the largest number of lookup tables on a path; carry elements are not counted.
    """

    lut: int
    ff: int
    carry: int
    slices: int | None
    alut: int | None
    levels: int


@dataclass(frozen=True)
class Cells:
    """Area and timing of a design mapped to standard cells.

    Attributes:
        area_um2: area of all cells.
        sequential_um2: the part of the area in flip-flops and latches.
        ge: gate equivalents, the area divided by that of the library's two-input NAND.
        ff: flip-flops.
        cells: number of cells.
        timing: static timing, register to register.
    """

    area_um2: float
    sequential_um2: float
    ge: float
    ff: int
    cells: int
    timing: sta.Timing


def area_of(stat: yosys.Stat, module: Mapping[str, Any], target: Mapped) -> Area:
    """Returns the area of a mapped netlist in the unit of the family.

    Args:
        stat: its cells.
        module: the netlist, as for `levels`.
        target: the device.

    Raises:
        ToolFailed: the lookup tables of a memory cannot be counted.
    """
    ff = stat.count(*FF)
    lut = stat.count(*LUT) + sum(n * stat.count(kind) for kind, n in MEMORY.items())
    if unknown := [cell for cell in stat.cells if _is_memory(cell) and cell not in MEMORY]:
        raise ToolFailed(f"no rule says how many tables a {unknown[0]} of {target.name} takes")
    slices = -(-max(lut, ff) // target.slice_luts) if target.slice_luts else None
    return Area(
        lut=lut,
        ff=ff,
        carry=stat.count(*CARRY),
        slices=slices,
        alut=lut if target.area == "alut" else None,
        levels=levels(module),
    )


def _is_memory(cell: str) -> bool:
    return cell.startswith(("RAM", "SRL"))


def levels(module: Mapping[str, Any]) -> int:
    """Returns the largest number of lookup tables on a combinational path.

    Args:
        module: a module of a Yosys JSON netlist, mapped to the cells of an FPGA family.
    """
    table, register = re.compile("|".join(LUT)), re.compile("|".join(FF))
    logic = [cell for cell in module["cells"].values() if not register.fullmatch(cell["type"])]
    tables = [table.fullmatch(cell["type"]) or cell["type"] in MEMORY for cell in logic]
    weights = [1 if found else 0 for found in tables]
    chained = [cell["type"] == ARITHMETIC for cell in logic]
    ends = [_ends(cell) for cell in logic]
    drivers = {bit: number for number, (_, outputs) in enumerate(ends) for bit in outputs}
    graph = {
        number: {drivers[bit] for bit in inputs if bit in drivers}
        for number, (inputs, _) in enumerate(ends)
    }
    depth = [0] * len(logic)
    for number in TopologicalSorter(graph).static_order():
        own = weights[number]
        steps = (depth[n] + (0 if chained[n] and chained[number] else own) for n in graph[number])
        depth[number] = max(steps, default=own)
    return max(depth, default=0)


def _ends(cell: Mapping[str, Any]) -> tuple[list[int], list[int]]:
    """Returns the nets that a cell drives, and the nets that they depend on combinationally."""
    ends: dict[str, list[int]] = {"input": [], "output": []}
    for port, bits in cell["connections"].items():
        way = cell["port_directions"][port]
        if way == "output" or cell["type"] not in MEMORY or _READ.fullmatch(port):
            ends[way] += [bit for bit in bits if isinstance(bit, int)]
    return ends["input"], ends["output"]


def cells_of(
    stat: yosys.Stat, module: Mapping[str, Any], target: StandardCells, library: str
) -> Cells:
    """Returns area and timing of a netlist of standard cells.

    Args:
        stat: its cell counts.
        module: its top module, as Yosys writes it in JSON.
        target: the library's description.
        library: the text of the library.

    Raises:
        ToolFailed: there is no area among the counts.
    """
    if stat.area_um2 is None:
        raise ToolFailed(f"yosys reported no area for {target.name}")
    return Cells(
        area_um2=round(stat.area_um2, 3),
        sequential_um2=round(stat.sequential_um2 or 0.0, 3),
        ge=round(stat.area_um2 / liberty.area(library, target.nand2), 1),
        ff=stat.count(*target.flip_flops),
        cells=sum(stat.cells.values()),
        timing=sta.analyse(module, liberty.timing(library, sta.cell_types(module))),
    )


def named_path(steps: Sequence[PathStep], names: Names | None) -> tuple[PathStep, ...]:
    """Returns a path in a mapped netlist with signals and lines of the sources."""
    if names is None:
        return tuple(steps)
    found = names.path([step.at for step in steps])
    return tuple(
        replace(step, at=at, source=source) for step, (at, source) in zip(steps, found, strict=True)
    )
