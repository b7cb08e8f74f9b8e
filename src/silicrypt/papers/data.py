"""What papers print, the open peers and the loops that bound a clock, from ``data/``.

The printed rows of a paper are ``data/<paper>.csv``. The cells of a row are compared with each
other: clock, cycles and throughput. Formulas in the TOML of the paper compute with cells.

A formula has numbers, names of the table ``[let]``, names of figures that the module of the paper
computes, keys in quotes, the operators of Python, and the functions ``min``, ``max``, ``abs``,
``round``, ``ceil`` and ``bits`` (the number of ones). A comparison is 1 or 0. A key is one of

* ``TABLE/ROW:column``, a printed cell,
* ``DESIGN on TARGET:metric``, a measured figure, with `` stream`` after the target for that level,
* ``DESIGN on TARGET, SCENARIO at 10 MHz:figure``, the power at a clock, at a throughput
  (``1000 Mbit/s``) or at the design's own highest clock (``fmax``); without ``at`` what the
  scenario has at any clock,
* ``DESIGN:figure`` and ``DESIGN, 16 bytes:figure``, a parameter or the cycles of a design.
"""

from __future__ import annotations

import ast
import csv
import itertools
import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, partial
from importlib.resources import files
from typing import Any

from pydantic import TypeAdapter

from silicrypt.catalog import DesignPoint, Level
from silicrypt.errors import BadInput
from silicrypt.papers.claims import StatedSheet, load
from silicrypt.papers.model import Printed, Recomputed, Row


@dataclass(frozen=True)
class Published:
    """A printed row. Its cells are text, because the printed digits say how exact a figure is.

    Attributes:
        paper: name of the paper.
        table: number of the table, or ``"text"``.
        row: name of the row.
        algorithm: the algorithm of the design.
        is_proposed: whether it is the paper's own design.
        device: the device that it was measured on.
        block_bits: bits of a message block; None if no throughput follows from a clock.
        cells: every cell, by column; a paper may have columns of its own.
    """

    paper: str
    table: str
    row: str
    algorithm: str
    is_proposed: bool
    device: str
    block_bits: int | None
    cells: Mapping[str, str]

    def number(self, column: str) -> float | None:
        """Returns a cell as a number; None if the paper prints none."""
        return float(self.cells[column]) if self.cells[column] else None

    def value(self, column: str) -> float:
        """Returns a cell that must have a number.

        Raises:
            BadInput: the paper prints none.
        """
        if (number := self.number(column)) is None:
            raise BadInput(f"the row {self.key} prints no {column}")
        return number

    def slack(self, column: str) -> float:
        """Returns half a unit of the last printed digit."""
        exponent = Decimal(self.cells[column]).as_tuple().exponent
        return 0.5 * 10.0 ** int(exponent)

    @property
    def key(self) -> str:
        """The table and the row, as claims name them."""
        return f"{self.table}/{self.row}"

    @property
    def printed(self) -> Printed:
        """Returns the figures of the row."""
        return Printed(
            area=self.number("area"),
            area_unit=self.cells["area_unit"],
            fmax_mhz=self.number("fmax_mhz"),
            throughput_mbps=self.number("throughput_mbps"),
            registers=self.number("area2") if self.cells["area2_unit"] == "register" else None,
            constraint_ns=self.number("clk_constraint_ns"),
            slack_ns=self.number("slack_ns"),
        )


@dataclass(frozen=True)
class Peer:
    """An open core by other authors, measured with our flow on ecp5-85k.

    Attributes:
        name: short name of the core.
        repository: its repository, owner/name.
        commit: the measured commit.
        algorithm: the algorithm, and what the core includes.
        block_bits: bits per block.
        cycles_per_block: cycles per block, over all that are in flight.
        in_flight: blocks or messages that it processes at the same time; None if that is not known.
        cycles_from: source of the cycles (``"simulated"``, ``"documentation"``, ...).
        seeds: number of placements, from seed 1 on.
        method: the tools or the command that measured it.
        fmax_mhz: clock after routing, the median of the placements.
        lut4: number of 4-input lookup tables.
        ff: number of flip-flops.
        bram: number of block memories.
        throughput_mbps: throughput, Mbit/s.
        mbps_per_lut: throughput per LUT, Mbit/s.
        nangate45_kge: thousand gate equivalents, mapped without timing constraint; None for a core
            that was not mapped so, for instance because it needs the contents of block memories.
    """

    name: str
    repository: str
    commit: str
    algorithm: str
    block_bits: int
    cycles_per_block: int
    in_flight: int | None
    cycles_from: str
    seeds: int
    method: str
    fmax_mhz: float
    lut4: int
    ff: int
    bram: int
    throughput_mbps: float
    mbps_per_lut: float
    nangate45_kge: float | None

    @property
    def throughput_one_message_mbps(self) -> float | None:
        """Throughput with one chain of blocks, Mbit/s; None if it is not known."""
        return self.throughput_mbps / self.in_flight if self.in_flight else None


def read(name: str) -> list[dict[str, str]]:
    """Returns the rows of a file in ``data/``, by column."""
    text = files(__package__).joinpath("data", name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


@cache
def published(paper: str) -> tuple[Published, ...]:
    """Returns every printed row of a paper, in the order of the paper."""
    return tuple(
        Published(
            paper=paper,
            table=cells["table"],
            row=cells["row"],
            algorithm=cells["algorithm"],
            is_proposed=cells["is_proposed"] == "1",
            device=cells["device"],
            block_bits=int(cells["block_bits"]) if cells["block_bits"] else None,
            cells=cells,
        )
        for cells in read(f"{paper}.csv")
    )


@cache
def peers() -> tuple[Peer, ...]:
    """Returns the open peers."""
    rows = [{name: cell or None for name, cell in row.items()} for row in read("peers.csv")]
    return TypeAdapter(tuple[Peer, ...]).validate_python(rows)


# Arithmetic on the cells of a row


def throughput(block_bits: int, fmax_mhz: float, cycles: float) -> float:
    """Returns the throughput in Mbit/s that follows from clock and cycles per block."""
    return block_bits * fmax_mhz / cycles


def message_throughput(
    point: DesignPoint, fmax_mhz: float, message_bytes: int, key_bytes: int | None = None
) -> float:
    """Returns the rate of consecutive complete messages in Mbit/s.

    Only message bits count as data, but all cycles count as time.

    Args:
        point: the design point.
        fmax_mhz: its clock.
        message_bytes: length of each message.
        key_bytes: length of a key that is loaded before each message; None if the key is kept.
    """
    cycles = point.message_interval(message_bytes)
    if key_bytes is not None:
        cycles += point.key_interval(key_bytes)
    return point.stages * throughput(8 * message_bytes, fmax_mhz, cycles)


def recompute(row: Published, cycles: int | None = None) -> tuple[Recomputed | None, str | None]:
    """Returns the figures that a row's own cells give, and a sentence if the printed ones differ.

    Args:
        row: the row.
        cycles: cycles per block if known; otherwise they follow from clock and throughput.
    """
    if row.number("slack_ns") is not None:
        return _clock(row)
    return _throughput(row, cycles)


def _clock(row: Published) -> tuple[Recomputed | None, str | None]:
    """Computes the clock from the constraint and the slack."""
    constraint, slack = row.number("clk_constraint_ns"), row.number("slack_ns")
    printed = row.number("fmax_mhz")
    if constraint is None or slack is None or printed is None:
        return None, None
    clock = 1000 / (constraint - slack)
    half = 0.5e-3 * clock**2 / 1000 + row.slack("fmax_mhz")
    if abs(clock - printed) <= half:
        return Recomputed(fmax_mhz=clock), None
    return Recomputed(fmax_mhz=clock), (
        f"{row.cells['clk_constraint_ns']} ns with {row.cells['slack_ns']} ns to spare are "
        f"{clock:.2f} MHz, not {row.cells['fmax_mhz']} MHz."
    )


def _throughput(row: Published, known: int | None) -> tuple[Recomputed | None, str | None]:
    """Computes the throughput from the clock and the cycles per block.

    A paper rarely prints the cycles. If they are not known, the integer is taken whose throughput
    at the printed clock is nearest to the printed throughput. If no integer matches within the
    last printed digits, the cells contradict each other.
    """
    fmax, rate = row.number("fmax_mhz"), row.number("throughput_mbps")
    if fmax is None or rate is None or row.block_bits is None:
        return None, None
    cycles = known or max(1, round(row.block_bits * fmax / rate))
    found = Recomputed(cycles, throughput(row.block_bits, fmax, cycles))
    df, dr = row.slack("fmax_mhz"), row.slack("throughput_mbps")
    fewest = row.block_bits * (fmax - df) / (rate + dr)
    most = row.block_bits * (fmax + df) / (rate - dr)
    if known:
        return found, None if fewest <= known <= most else (
            f"{known} cycles per block at {row.cells['fmax_mhz']} MHz are "
            f"{found.throughput_mbps:.1f} Mbit/s, not {row.cells['throughput_mbps']}."
        )
    if math.ceil(fewest) <= most:
        return found, None
    low = math.floor(fewest)
    near = " and ".join(
        f"{n} cycles give {throughput(row.block_bits, fmax, n):.1f}" for n in (low, low + 1)
    )
    return found, (
        f"No whole number of cycles brings {row.cells['fmax_mhz']} MHz to "
        f"{row.cells['throughput_mbps']} Mbit/s: {near}."
    )


def printed_row(row: Published) -> Row:
    """Returns a printed row, recomputed, with its contradiction or the one that the TOML states."""
    recomputed, slip = recompute(row)
    slip = load(row.paper).slips.get(row.key, slip)
    return Row(row.row, "printed", row.algorithm, row.device, row.printed, recomputed, slip)


# Formulas


def cell(paper: str, key: str) -> float:
    """Returns the printed cell of a key ``TABLE/ROW:column``.

    Raises:
        BadInput: the paper prints no such cell.
    """
    name, _, column = key.rpartition(":")
    rows = (row for row in published(paper) if row.key == name)
    number = next((row.number(column) for row in rows), None)
    if number is None:
        raise BadInput(f"papers/data/{paper}.csv prints no cell '{key}'")
    return number


@cache
def named(paper: str) -> Mapping[str, float]:
    """Returns the values of the names that the formulas of a paper may use."""
    return let(load(paper).let, partial(cell, paper))


@dataclass(frozen=True)
class DesignKey:
    """The key of a figure of one of our designs.

    Attributes:
        text: the complete key.
        point: name of the design.
        target: name of the target; empty for what follows from the design alone.
        level: the level on the target.
        scenario: the stimulus, for power.
        clock: the clock at which power is stated, or the throughput that decides it.
        size: bytes of the message or the key that cycles are counted of.
        figure: the figure.
    """

    text: str
    point: str
    target: str
    level: Level
    scenario: str
    clock: str
    size: str
    figure: str


_DESIGN = re.compile(
    r"(?P<point>[\w-]+)(?: on (?P<target>[^\s:,]+)(?P<level> stream)?"
    r"(?:, (?P<scenario>[\w-]+)(?: at (?P<clock>[^:]+))?)?|, (?P<size>\d+) bytes)?:(?P<figure>\w+)"
)


def design_key(text: str) -> DesignKey | None:
    """Returns the key that a text is, such as ``sha512-u1 on ecp5-85k:area``; None for others."""
    if not (found := _DESIGN.fullmatch(text)):
        return None
    level: Level = "stream" if found["level"] else "core"
    parts = {name: part or "" for name, part in found.groupdict().items() if name != "level"}
    return DesignKey(text, level=level, **parts)


def keys_in(formula: str) -> Iterator[DesignKey]:
    """Yields the keys of measured figures in a formula."""
    found = map(design_key, re.findall(r"'([^']+)'", formula))
    return (key for key in found if key and key.target)


def sheet_rows(paper: str, of: StatedSheet) -> Iterator[tuple[str, ...]]:
    """Yields the rows of a stated sheet with all names filled in; formulas begin with ``=``."""
    for choices in of.each:
        for chosen in itertools.product(*choices.values()):
            names = {**named(paper), **dict(zip(choices, chosen, strict=True))}
            yield from (tuple(text.format(**names) for text in row) for row in of.rows)


_OPERATORS: Mapping[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.Mod: operator.mod,
    ast.BitXor: operator.xor,
    ast.RShift: operator.rshift,
    ast.Gt: operator.gt,
    ast.Lt: operator.lt,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "min": min,
    "max": max,
    "abs": abs,
    "round": round,
    "ceil": math.ceil,
    "bits": int.bit_count,
}


class _MissingValue(Exception):
    """A part of a formula has no value."""


def _present(value: float | None) -> float:
    if value is None:
        raise _MissingValue
    return value


def value_of(
    formula: str, names: Mapping[str, float | None], cell: Callable[[str], float | None]
) -> float | None:
    """Returns the value of a formula; None if one of its parts has none.

    Args:
        formula: the formula.
        names: the values of names; None if a run is missing.
        cell: returns the printed cell or the measured figure of a key; None if a run is missing.

    Raises:
        BadInput: the formula has another construct, or a name without a value.
    """

    def value(node: ast.AST) -> Any:
        match node:
            case ast.Expression(body=body):
                return value(body)
            case ast.Constant(value=str(key)):
                return _present(cell(key))
            case ast.Constant(value=int() | float() as number):
                return number
            case ast.Name(id=name) if name in names:
                return _present(names[name])
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](value(left), value(right))
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](value(left), value(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -value(operand)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS:
                return _FUNCTIONS[name](*map(value, args))
        raise BadInput(f"'{formula}' is no formula: '{ast.unparse(node)}' means nothing there")

    try:
        number: float = value(ast.parse(formula, mode="eval"))
    except SyntaxError as error:
        raise BadInput(f"'{formula}' is no formula: {error.msg}") from error
    except _MissingValue:
        return None
    return number


def let(definitions: Mapping[str, float | str], cell: Callable[[str], float]) -> dict[str, float]:
    """Returns the values of names; a name may use those defined before it."""
    known: dict[str, float] = {}
    for name, given in definitions.items():
        value = value_of(given, known, cell) if isinstance(given, str) else given
        assert value is not None, "every name has a value"
        known[name] = value
    return known
