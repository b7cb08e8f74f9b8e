"""The columns of a paper's tables: its printed rows, our measurements, messages and sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from silicrypt.papers.model import Measured, Row
from silicrypt.papers.sheets import MessageRate, Sheet
from silicrypt.report.columns import Column, Value, metric

_PRINTED: Sequence[Column] = (
    Column("name", "design", lambda r: r.name),
    Column("algorithm", "algorithm", lambda r: r.algorithm),
    Column("device", "device", lambda r: r.device),
    Column("constraint", "constraint, ns", lambda r: r.printed.constraint_ns, 1),
    Column("slack", "slack, ns", lambda r: r.printed.slack_ns, 3),
    Column("area", "area", lambda r: r.printed.area, 0, lambda r: r.printed.area_unit),
    Column("registers", "registers", lambda r: r.printed.registers, 0),
    Column("fmax", metric("fmax_mhz"), lambda r: r.printed.fmax_mhz, 1),
    Column("clock", "recomputed, MHz", lambda r: r.recomputed and r.recomputed.fmax_mhz, 1),
    Column("throughput", "printed, Mbit/s", lambda r: r.printed.throughput_mbps, 0),
    Column("cycles", "cycles/block", lambda r: r.recomputed and r.recomputed.cycles_per_block, 0),
    Column("again", "by clock, Mbit/s", lambda r: r.recomputed and r.recomputed.throughput_mbps, 1),
    Column("per_area", "Mbit/s per area", lambda r: r.printed.mbps_per_area, 3),
    Column("slip", "slip", lambda r: r.slip),
)


def printed(rows: Sequence[Row]) -> Sequence[Column]:
    """Returns the columns for printed rows.

    Columns that are empty are left out, as are text columns with the same text in all rows. A unit
    that all rows share is in the heading.
    """
    return [_with_unit(column, rows) for column in _telling(_PRINTED, rows)]


def _telling(columns: Sequence[Column], rows: Sequence[Any]) -> list[Column]:
    return [
        column
        for column in columns
        if any(column.value(row) is not None for row in rows)
        and (column.key not in _SHARED or len({column.value(row) for row in rows}) > 1)
    ]


#: Text columns that are left out if all rows have the same text.
_SHARED = ("algorithm", "device")


def _with_unit(column: Column, rows: Sequence[Row]) -> Column:
    if column.unit is None:
        return column
    units = {column.unit(row) for row in rows if column.value(row) is not None}
    if len(units) > 1:
        return column
    return replace(column, heading=f"{column.heading}, {units.pop()}", unit=None)


def _on(target: str, what: str) -> Callable[[Row], Value]:
    def cell(row: Row) -> Value:
        measured = row.on(target)
        value: Value = None if measured is None else getattr(measured, what)
        return value

    return cell


def ours(rows: Sequence[Row]) -> Sequence[Column]:
    """Returns the columns for our designs, one group per target and level."""
    first: dict[str, Measured] = {}
    for measured in (m for row in rows for m in row.ours):
        first.setdefault(measured.target_level, measured)
    cycles = Column("cycles", "cycles/block", lambda r: r.ours[0].cycles_per_block, 0)
    columns = [Column("name", "design", lambda r: r.name), cycles]
    if len({row.algorithm for row in rows}) > 1:
        columns.insert(1, Column("algorithm", "algorithm", lambda r: r.algorithm))
    for target, measured in first.items():
        estimate = ", estimate" if "estimate" in measured.how else ""
        area = f"{target} {measured.area_unit}{estimate}"
        columns += [
            Column("constraint", f"{target} asked, ns", _on(target, "constraint_ns"), 3),
            Column("slack", "slack, ns", _on(target, "slack_ns"), 3),
            Column("fmax", f"{target} fmax, MHz", _on(target, "fmax_mhz"), 1),
            Column("area", area, _on(target, "area"), 0),
            Column("registers", f"{target} FF", _on(target, "registers"), 0),
            Column("throughput", f"{target} Mbit/s", _on(target, "throughput_mbps"), 0),
            Column("throughput_one", "of one message", _on(target, "one_of_many_mbps"), 0),
        ]
    return [c for c in columns if any(c.value(row) is not None for row in rows)]


#: A row of ours and one of its measurements.
Placed = tuple[Row, Measured]


def placed(rows: Sequence[Row]) -> list[Placed]:
    """Returns our measurements in separate rows, grouped by target and level.

    A narrow table uses them instead of one wide row per design.
    """
    pairs = [(row, measured) for row in rows for measured in row.ours]
    order = list(dict.fromkeys(measured.target_level for _, measured in pairs))
    return sorted(pairs, key=lambda pair: order.index(pair[1].target_level))


def _unit(measured: Measured) -> str:
    return f"{measured.area_unit}{' est.' if 'estimate' in measured.how else ''}"


_PLACED: Sequence[Column] = (
    Column("name", "design", lambda p: p[0].name),
    Column("algorithm", "algorithm", lambda p: p[0].algorithm),
    Column("cycles", "cycles/block", lambda p: p[1].cycles_per_block, 0),
    Column("constraint", "asked, ns", lambda p: p[1].constraint_ns, 3),
    Column("slack", "slack, ns", lambda p: p[1].slack_ns, 3),
    Column("fmax", "fmax, MHz", lambda p: p[1].fmax_mhz, 1),
    Column("area", "area", lambda p: p[1].area, 0, lambda p: _unit(p[1])),
    Column("registers", "FF", lambda p: p[1].registers, 0),
    Column("throughput", "Mbit/s", lambda p: p[1].throughput_mbps, 0),
    Column("throughput_one", "of one message", lambda p: p[1].one_of_many_mbps, 0),
)


def measured(pairs: Sequence[Placed]) -> Sequence[Column]:
    """Returns the columns for our measurements in separate rows, without target and level."""
    return _telling(_PLACED, pairs)


#: Caption of a table of complete messages.
COMPLETE_MESSAGES = "complete messages, Mbit/s: padding, key blocks and outer hash included"


def messages(rates: Sequence[MessageRate]) -> Sequence[Column]:
    """Returns the columns for complete messages, one per length."""
    return [
        Column("name", "design", lambda r: r.name),
        Column("algorithm", "algorithm", lambda r: r.algorithm),
        Column("device", "clock of", lambda r: r.device),
        Column("key", "key", lambda r: r.key),
        Column("block", "one block", lambda r: r.block_mbps, 0),
        *(
            Column("message", _length(size), _of_length(size), 0)
            for size in (rates[0].by_bytes if rates else ())
        ),
    ]


def _length(size: int) -> str:
    return f"{size >> 20} MiB" if size >= 1 << 20 else f"{size} bytes"


def _of_length(size: int) -> Callable[[MessageRate], Value]:
    return lambda rate: rate.by_bytes[size]


def _cell(at: int) -> Callable[[Sequence[Value]], Value]:
    return lambda row: row[at]


def sheet(shown: Sheet) -> Sequence[Column]:
    """Returns the columns of a sheet."""
    return [
        Column(f"cell{at}", heading.text, _cell(at), heading.digits)
        for at, heading in enumerate(shown.headings)
    ]
