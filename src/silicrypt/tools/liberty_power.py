"""Power figures of cells from a Liberty library: energy per edge, leakage per state."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from silicrypt.errors import ToolFailed
from silicrypt.tools.gatesim.cells import MAX_INPUTS, names, truth_table
from silicrypt.tools.gatesim.liberty import Group
from silicrypt.tools.liberty import Table, capacitance_unit, group, table

_NONE = Table((0.0,), (0.0,), ((0.0,),))

#: The factor from the library's unit of leakage to nW.
_NANOWATTS = {"pw": 1e-3, "nw": 1.0, "uw": 1e3, "mw": 1e6}


@dataclass(frozen=True)
class Condition:
    """A function of a cell's pins. It is always true where it has no pins.

    Attributes:
        pins: the pins that it reads.
        table: its truth table; bit ``i`` of a row's number is ``pins[i]``.
    """

    pins: tuple[str, ...] = ()
    table: int = 1


@dataclass(frozen=True)
class EnergyArc:
    """The internal energy of a cell for an edge at one of its pins.

    Attributes:
        pin: the pin.
        source: of an output, the input that caused the edge.
        when: the state of the other pins for which the arc holds.
        rise: energy of a rise in fJ, by the input's transition time in ns and the load in fF.
        fall: the same for a fall.
    """

    pin: str
    source: str | None
    when: Condition
    rise: Table
    fall: Table


@dataclass(frozen=True)
class CellPower:
    """The power figures of one cell.

    Attributes:
        outputs: its output pins.
        arcs: internal energies.
        leakage_nw: leakage in a state that has no figure of its own.
        leakages: leakage in nW by state.
        stateful: whether the cell is a flip-flop or a latch.
        gates_clock: whether the cell is a clock gate.
    """

    outputs: frozenset[str]
    arcs: tuple[EnergyArc, ...]
    leakage_nw: float
    leakages: tuple[tuple[Condition, float], ...]
    stateful: bool
    gates_clock: bool


def power(text: str, cells: Iterable[str]) -> dict[str, CellPower]:
    """Returns the power figures of some cells of a library.

    Args:
        text: the library.
        cells: the names of the cells; other cells are not parsed.

    Raises:
        ToolFailed: a cell is not in the library, or a condition in it reads too many pins.
    """
    farads, watts = capacitance_unit(text), _leakage_unit(text)
    return {cell: _cell(cell, group(text, cell), farads, watts) for cell in sorted(set(cells))}


def voltage(text: str) -> float:
    """Returns the supply voltage of a library, in V.

    Raises:
        ToolFailed: the library does not state it.
    """
    found = re.search(r"\bnom_voltage\s*:\s*([\d.]+)", text)
    if found is None:
        raise ToolFailed("the library does not say its voltage")
    return float(found[1])


def _leakage_unit(text: str) -> float:
    found = re.search(r"\bleakage_power_unit\s*:\s*\"?([\d.]+)(\w+)\"?", text)
    return float(found[1]) * _NANOWATTS[found[2].lower()] if found else 1.0


def _cell(name: str, cell: Group, farads: float, watts: float) -> CellPower:
    pins = {pin.args[0]: pin for pin in cell.all("pin")}
    states = [(_condition(name, s), s.attributes["value"]) for s in cell.all("leakage_power")]
    return CellPower(
        outputs=frozenset(n for n, p in pins.items() if p.attributes.get("direction") == "output"),
        arcs=tuple(arc for n, pin in pins.items() for arc in _arcs(name, n, pin, farads)),
        leakage_nw=float(cell.attributes.get("cell_leakage_power", 0)) * watts,
        leakages=tuple((when, float(value) * watts) for when, value in states),
        stateful=any(cell.all("ff", "latch", "statetable")),
        gates_clock="clock_gating_integrated_cell" in cell.attributes,
    )


def _arcs(cell: str, name: str, pin: Group, farads: float) -> Iterator[EnergyArc]:
    """Returns the energy arcs of a pin. The unit of energy is that of capacitance times 1 V^2."""
    for arc in pin.all("internal_power"):
        either = table(arc, "power", farads)
        rise, fall = (table(arc, f"{edge}_power", farads) or either for edge in ("rise", "fall"))
        yield EnergyArc(
            pin=name,
            source=arc.attributes.get("related_pin"),
            when=_condition(cell, arc),
            rise=_scaled(rise, farads),
            fall=_scaled(fall, farads),
        )


def _scaled(energy: Table | None, factor: float) -> Table:
    if energy is None:
        return _NONE
    values = tuple(tuple(value * factor for value in row) for row in energy.values)
    return Table(energy.rows, energy.columns, values)


def _condition(cell: str, of: Group) -> Condition:
    text = of.attributes.get("when")
    if text is None:
        return Condition()
    pins = tuple(names(text))
    if len(pins) > MAX_INPUTS:
        raise ToolFailed(f"the library's cell {cell} has a state of more than {MAX_INPUTS} pins")
    return Condition(pins, truth_table(text, pins))
