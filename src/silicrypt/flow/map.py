"""Mapping without placement: area on every target, and depth or static timing."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from silicrypt.errors import ToolFailed
from silicrypt.flow.synth import Design, synthesize
from silicrypt.results.store import Store
from silicrypt.targets import Mapped, StandardCells
from silicrypt.tools import liberty, sta, yosys

LUT = (r"LUT\d", r"MISTRAL_ALUT.*")
FF = (r"FD[A-Z]+(_1)?", r"TRELLIS_FF", r"MISTRAL_FF", r"S?DFFR?S?_X\d")
#: A table and a carry element in one: a chain of them is one level.
ARITHMETIC = "MISTRAL_ALUT_ARITH"
CARRY = ("MUXCY", "CARRY4", ARITHMETIC)


@dataclass(frozen=True)
class Area:
    """Area on a family that designs are only mapped to.

    Attributes:
        lut: lookup tables.
        ff: flip-flops.
        carry: carry elements.
        slices: estimate, half (or a quarter) of the larger of tables and flip-flops; None where
            the family does not count in slices.
        alut: adaptive lookup tables, for families that count in them.
        levels: lookup tables on the path that leads through most of them, carry elements not
            counted.
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
        sequential_um2: area of flip-flops and latches among them.
        ge: gate equivalents, area over that of the library's two-input NAND.
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


def area(design: Design, target: Mapped, store: Store) -> Area:
    """Maps a design to a family and counts.

    Raises:
        ToolFailed: Yosys refused the design.
    """
    folder = synthesize(design, store).folder
    stat = _stat(folder)
    return count(stat, target, levels(_module(folder, design)))


def count(stat: yosys.Stat, target: Mapped, depth: int) -> Area:
    """The area in a family's own unit."""
    lut, ff = stat.count(*LUT), stat.count(*FF)
    slices = -(-max(lut, ff) // target.slice_luts) if target.slice_luts else None
    return Area(
        lut=lut,
        ff=ff,
        carry=stat.count(*CARRY),
        slices=slices,
        alut=lut if target.area == "alut" else None,
        levels=depth,
    )


def levels(module: Mapping[str, Any]) -> int:
    """Lookup tables on the combinational path that leads through most of them.

    Args:
        module: a module of a Yosys JSON netlist, mapped to an FPGA family's cells.
    """
    table, register = re.compile("|".join(LUT)), re.compile("|".join(FF))
    logic = [cell for cell in module["cells"].values() if not register.fullmatch(cell["type"])]
    weights = [1 if table.fullmatch(cell["type"]) else 0 for cell in logic]
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
    """The nets that a cell reads and drives."""
    ends: dict[str, list[int]] = {"input": [], "output": []}
    for port, bits in cell["connections"].items():
        ends[cell["port_directions"][port]] += [bit for bit in bits if isinstance(bit, int)]
    return ends["input"], ends["output"]


def cells(design: Design, target: StandardCells, store: Store) -> Cells:
    """Maps a design to standard cells and times it.

    Raises:
        ToolFailed: Yosys refused the design, or the mapping was not proved.
    """
    folder = synthesize(design, store).folder
    stat = _stat(folder)
    if stat.area_um2 is None:
        raise ToolFailed(f"yosys reported no area for {target.name}")
    library = liberty.unpack(target, store).read_text(encoding="utf-8")
    module = _module(folder, design)
    return Cells(
        area_um2=round(stat.area_um2, 3),
        sequential_um2=round(stat.sequential_um2 or 0.0, 3),
        ge=round(stat.area_um2 / liberty.area(library, target.nand2), 1),
        ff=stat.count(*FF),
        cells=sum(stat.cells.values()),
        timing=sta.analyse(module, liberty.timing(library, sta.cell_types(module))),
    )


def _module(folder: Path, design: Design) -> Mapping[str, Any]:
    netlist = json.loads((folder / yosys.NETLIST).read_text(encoding="utf-8"))
    module: Mapping[str, Any] = netlist["modules"][design.config.top(design.level)]
    return module


def _stat(folder: Path) -> yosys.Stat:
    return yosys.parse_stat((folder / yosys.STAT).read_text(encoding="utf-8"))
