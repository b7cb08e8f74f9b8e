"""Mistakes that are planted in mapped netlists, for tests that must see them noticed."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Document = Mapping[str, Any]
Cell = dict[str, Any]

#: The truth tables of the parities of three and four inputs, and their opposites.
_PARITIES = {
    sum(((row & inputs).bit_count() & 1 ^ opposite) << row for row in range(16))
    for inputs in (0b0111, 0b1011, 0b1101, 0b1110, 0b1111)
    for opposite in (0, 1)
}


def copied(document: Document, top: str, kind: str) -> tuple[Document, Iterator[Cell]]:
    """A copy of a netlist, and its cells of a type."""
    wrong = copy.deepcopy(document)
    return wrong, _of(wrong, top, kind)


def _of(document: Document, top: str, kind: str) -> Iterator[Cell]:
    cells = sorted(document["modules"][top]["cells"].items())
    return (cell for _, cell in cells if cell["type"] == kind)


def lut_bit(document: Document, top: str) -> Document:
    """One bit of a lookup table that computes a parity: data comes to each row of such a table."""
    wrong, luts = copied(document, top, "LUT4")
    cell = next(cell for cell in luts if int(cell["parameters"]["INIT"], 2) in _PARITIES)
    pins = (cell["connections"][pin][0] for pin in "ABCD")
    row = sum((pin != "0") << bit for bit, pin in enumerate(pins))
    cell["parameters"]["INIT"] = f"{int(cell['parameters']['INIT'], 2) ^ 1 << row:016b}"
    return wrong


def swapped_inputs(document: Document, top: str) -> Document:
    """Two inputs of a lookup table that does not treat them alike."""
    wrong, luts = copied(document, top, "LUT4")
    cell = next(cell for cell in luts if _tells_apart(cell))
    pins = cell["connections"]
    pins["A"], pins["B"] = pins["B"], pins["A"]
    return wrong


def wrong_carry(document: Document, top: str) -> Document:
    """A carry chain that is cut: a cell has no carry from the one before.

    A sum of two operands is taken if there is one: what a check counts to does not reach the high
    end of each counter.
    """
    wrong, cells = copied(document, top, "CCU2C")
    chained = [cell for cell in cells if isinstance(cell["connections"]["CIN"][0], int)]
    pins = ("A0", "A1", "B0", "B1")
    cell = max(chained, key=lambda c: sum(isinstance(c["connections"][p][0], int) for p in pins))
    cell["connections"]["CIN"] = ["0"]
    return wrong


def no_inversion(document: Document, top: str) -> Document:
    """An inverter of standard cells that is a buffer instead."""
    wrong, cells = copied(document, top, "INV_X1")
    cell = next(cells)
    cell["type"] = "BUF_X1"
    cell["connections"]["Z"] = cell["connections"].pop("ZN")
    return wrong


#: The mistakes of FPGA netlists, each by its name.
ECP5: Mapping[str, Callable[[Document, str], Document]] = {
    "a bit of a table": lut_bit,
    "swapped inputs": swapped_inputs,
    "a cut carry chain": wrong_carry,
}


def _tells_apart(cell: Cell) -> bool:
    """Whether all inputs of a table are in use and A and B do not stand for the same."""
    table = int(cell["parameters"]["INIT"].replace("x", "0"), 2)
    used = all(isinstance(cell["connections"][pin][0], int) for pin in "ABCD")
    rows = ((table >> row & 1, table >> (row ^ 3) & 1) for row in range(16) if row & 3 in (1, 2))
    return used and all(a != b for a, b in rows)
