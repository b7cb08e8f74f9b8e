"""Mapping without placement: area on every target, and logic levels or static timing."""

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
from silicrypt.tools.canonical import TOP

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


def area(design: Design, target: Mapped, store: Store) -> Area:
    """Returns the area of a design, mapped to an FPGA family.

    Raises:
        ToolFailed: Yosys refused the design.
    """
    folder = synthesize(design, store).folder
    return area_of(_stat(folder), _module(folder), target)


def area_of(stat: yosys.Stat, module: Mapping[str, Any], target: Mapped) -> Area:
    """Returns the area of a mapped netlist; for the arguments see `count` and `levels`."""
    return count(stat, target, levels(module))


def count(stat: yosys.Stat, target: Mapped, depth: int) -> Area:
    """Returns the area in the unit of the family.

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
        levels=depth,
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


def cells(design: Design, target: StandardCells, store: Store) -> Cells:
    """Maps a design to standard cells and times it.

    Raises:
        ToolFailed: Yosys refused the design, or the mapping was not proved.
    """
    folder = synthesize(design, store).folder
    library = liberty.unpack(target, store).read_text(encoding="utf-8")
    return cells_of(_stat(folder), _module(folder), target, library)


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
        ff=stat.count(*FF),
        cells=sum(stat.cells.values()),
        timing=sta.analyse(module, liberty.timing(library, sta.cell_types(module))),
    )


def _module(folder: Path) -> Mapping[str, Any]:
    netlist = json.loads((folder / yosys.NETLIST).read_text(encoding="utf-8"))
    module: Mapping[str, Any] = netlist["modules"][TOP]
    return module


def _stat(folder: Path) -> yosys.Stat:
    return yosys.parse_stat((folder / yosys.STAT).read_text(encoding="utf-8"))
