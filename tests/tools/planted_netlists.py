"""Mapped netlists and their checks, and mistakes in netlists that the checks must find."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from silicrypt import targets
from silicrypt.catalog import Level, machines
from silicrypt.flow import synth
from silicrypt.tools.cellmodels import cells
from silicrypt.verify import checks as netlist_check
from silicrypt.verify.checks import Check

Document = Mapping[str, Any]
Cell = dict[str, Any]

TARGET = "ecp5-85k"

#: Truth tables of the parities of three and four inputs, and of their complements.
_PARITIES = {
    sum(((row & inputs).bit_count() & 1 ^ opposite) << row for row in range(16))
    for inputs in (0b0111, 0b1011, 0b1101, 0b1110, 0b1111)
    for opposite in (0, 1)
}


@cache
def document(name: str, level: Level, target: str = TARGET) -> Document:
    """Returns the netlist of a design point or a machine."""
    return synth.netlist(machines.get(name), level, target)


def checked(name: str, level: Level, netlist: Document, target: str = TARGET) -> tuple[Check, ...]:
    """Returns the checks of a netlist in place of that of a design point or a machine."""
    library = cells(targets.get(target))
    return netlist_check.check(machines.get(name), level, target, netlist, library)


def demand(checks: tuple[Check, ...], names: tuple[str, ...], target: str = TARGET) -> None:
    """Demands that all checks passed and that none was left out."""
    assert [one.detail for one in checks if not one.passed] == []
    assert [one.name for one in checks] == [f"netlist for {target}: {name}" for name in names]


def copied(document: Document, top: str, kind: str) -> tuple[Document, Iterator[Cell]]:
    """Returns a copy of a netlist, and its cells of a type."""
    wrong = copy.deepcopy(document)
    return wrong, _of(wrong, top, kind)


def _of(document: Document, top: str, kind: str) -> Iterator[Cell]:
    cells = sorted(document["modules"][top]["cells"].items())
    return (cell for _, cell in cells if cell["type"] == kind)


def lut_bit(document: Document, top: str) -> Document:
    """Changes a bit of a lookup table that computes a parity, in the row of low inputs alone.

    A parity of four inputs is preferred, as data paths have it: one of two may compare pointers.
    Other rows may be out of reach, because the inputs inside an S-box depend on each other.
    """
    wrong, luts = copied(document, top, "LUT4")
    parities = [cell for cell in luts if int(cell["parameters"]["INIT"], 2) in _PARITIES]
    cell = max(parities, key=lambda cell: sum(isinstance(p[0], int) for p in _inputs(cell)))
    row = sum((pin[0] == "1") << bit for bit, pin in enumerate(_inputs(cell)))
    cell["parameters"]["INIT"] = f"{int(cell['parameters']['INIT'], 2) ^ 1 << row:016b}"
    return wrong


def _inputs(cell: Cell) -> list[list[int | str]]:
    return [cell["connections"][pin] for pin in "ABCD"]


def swapped_inputs(document: Document, top: str) -> Document:
    """Swaps two inputs of a lookup table that is not symmetric in them.

    A data path repeats its tables for every bit, and every message passes it. So a cell with the
    most frequent table is taken; a rare table may serve a case that no check reaches.
    """
    wrong, luts = copied(document, top, "LUT4")
    cells = [cell for cell in luts if _tells_apart(cell)]
    often = Counter(cell["parameters"]["INIT"] for cell in cells)
    cell = max(cells, key=lambda cell: often[cell["parameters"]["INIT"]])
    pins = cell["connections"]
    pins["A"], pins["B"] = pins["B"], pins["A"]
    return wrong


def wrong_carry(document: Document, top: str) -> Document:
    """Cuts a carry chain: one cell gets no carry from the previous cell.

    A sum of two operands is preferred, because checks do not count to the high end of each counter.
    """
    wrong, cells = copied(document, top, "CCU2C")
    chained = [cell for cell in cells if isinstance(cell["connections"]["CIN"][0], int)]
    pins = ("A0", "A1", "B0", "B1")
    cell = max(chained, key=lambda c: sum(isinstance(c["connections"][p][0], int) for p in pins))
    cell["connections"]["CIN"] = ["0"]
    return wrong


def no_inversion(document: Document, top: str) -> Document:
    """Replaces an inverter of standard cells by a buffer."""
    wrong, cells = copied(document, top, "INV_X1")
    cell = next(cells)
    cell["type"] = "BUF_X1"
    cell["connections"]["Z"] = cell["connections"].pop("ZN")
    return wrong


#: The mistakes of FPGA netlists, by name.
ECP5: Mapping[str, Callable[[Document, str], Document]] = {
    "a bit of a table": lut_bit,
    "swapped inputs": swapped_inputs,
    "a cut carry chain": wrong_carry,
}


def _tells_apart(cell: Cell) -> bool:
    """Returns whether a table uses all inputs and differs in every row when A and B are swapped."""
    table = int(cell["parameters"]["INIT"].replace("x", "0"), 2)
    used = all(isinstance(cell["connections"][pin][0], int) for pin in "ABCD")
    rows = ((table >> row & 1, table >> (row ^ 3) & 1) for row in range(16) if row & 3 in (1, 2))
    return used and all(a != b for a, b in rows)
