"""The columns of results, power, peers and limits, declared once for page, terminal and README."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from silicrypt.metrics import METRICS
from silicrypt.report.rows import ResultRow
from silicrypt.results.power import PowerAt, PowerResult

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
    """

    key: str
    heading: str
    value: Callable[[Any], Value]
    digits: int | None = None
    unit: Callable[[Any], str] | None = None

    def text(self, row: Any) -> str:
        """Returns the printed cell; a dash if the row has no value."""
        value = self.value(row)
        if value is None:
            return "\N{EN DASH}"
        if self.digits is None or isinstance(value, str):
            return str(value)
        number = grouped(value, self.digits)
        return f"{number} {self.unit(row)}" if self.unit else number


def metric(name: str) -> str:
    """Returns the heading of a metric, with its unit."""
    known = METRICS[name]
    return f"{known.label}, {known.unit}" if known.unit else known.label


def fmax_range(row: ResultRow) -> str | None:
    """Returns the slowest and the fastest clock over the seeds if there is more than one seed."""
    if row.fmax_min is None or row.fmax_max is None or len(row.seeds) < 2:
        return None
    return f"{row.fmax_min:.1f} to {row.fmax_max:.1f}"


def _name_of(row: ResultRow) -> str:
    """Returns the name of a configuration, or that of a measured core with its origin."""
    return f"{row.config} ({row.measured.origin})" if row.measured else row.config


RESULTS: Sequence[Column] = (
    Column("config", "configuration", _name_of),
    Column("algorithm", "algorithm", lambda r: r.algorithm),
    Column("level", "level", lambda r: r.level),
    Column("target", "target", lambda r: r.target),
    Column("verified", "verified", lambda r: "yes" if r.verified else "NOT VERIFIED"),
    Column("cycles", metric("cycles_per_block"), lambda r: r.cycles_per_block, 0),
    Column("fmax_min", "fmax min, MHz", lambda r: r.fmax_min, 1),
    Column("fmax", "fmax median", lambda r: r.fmax, 1),
    Column("fmax_max", "fmax max", lambda r: r.fmax_max, 1),
    Column("area", "area", lambda r: r.area, 0, lambda r: r.area_unit),
    Column("ff", metric("ff"), lambda r: r.ff, 0),
    Column("bram", metric("bram"), lambda r: r.bram, 0),
    Column("throughput", metric("throughput_mbps"), lambda r: r.throughput, 0),
    Column("in_flight", "in flight", lambda r: r.in_flight, 0),
    Column("throughput_one", "one message, Mbit/s", lambda r: r.throughput_one, 0),
    Column("per_area", "throughput/area, Mbit/s", lambda r: r.per_area, 3),
    Column("run", "run", lambda r: r.run_id),
)

PEERS: Sequence[Column] = (
    Column("peer", "core, repository @ commit", lambda p: p.name),
    Column("algorithm", "algorithm", lambda p: p.algorithm),
    Column("cycles", metric("cycles_per_block"), lambda p: p.cycles_per_block, 0),
    Column("cycles_from", "cycles known from", lambda p: p.cycles_from),
    Column("fmax", metric("fmax_mhz"), lambda p: p.fmax_mhz, 1),
    Column("lut", metric("lut"), lambda p: p.lut4, 0),
    Column("ff", metric("ff"), lambda p: p.ff, 0),
    Column("bram", metric("bram"), lambda p: p.bram, 0),
    Column("throughput", metric("throughput_mbps"), lambda p: p.throughput_mbps, 0),
    Column("per_area", metric("mbps_per_lut"), lambda p: p.mbps_per_lut, 3),
    Column("kge", "nangate45, kGE", lambda p: p.nangate45_kge, 1),
)

#: A power result, and the power at a frequency.
PoweredAt = tuple[PowerResult, PowerAt]


def _taken(what: str) -> Callable[[PoweredAt], Value]:
    def cell(pair: PoweredAt) -> Value:
        value: Value = getattr(pair[1], what)
        return value

    return cell


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
    return [c for c in _POWERED if any(c.value(pair) is not None for pair in pairs)]


LIMITS: Sequence[Column] = (
    Column("name", "loop", lambda n: n.limit.name),
    Column("meaning", "what it is", lambda n: n.limit.meaning),
    Column("limit", "limit, MHz", lambda n: n.limit.fmax_mhz, 1),
    Column("lut", metric("lut"), lambda n: n.limit.lut4, 0),
    Column("best", "our fastest", lambda n: n.row.config if n.row else None),
    Column("fmax", "its fmax, MHz", lambda n: n.row.fmax if n.row else None, 1),
    Column("share", "share of the limit, %", lambda n: n.share and 100 * n.share, 0),
)

COMPARISON: Sequence[Column] = (
    Column("algorithm", "", lambda s: s.row.algorithm),
    Column("config", "configuration", lambda s: s.row.config),
    Column("fmax", metric("fmax_mhz"), lambda s: s.row.fmax, 1),
    Column("lut", metric("lut"), lambda s: s.row.area, 0),
    Column("bram", metric("bram"), lambda s: s.row.bram, 0),
    Column("throughput", metric("throughput_mbps"), lambda s: s.row.throughput, 0),
    Column("faster", "over the fastest open peer", lambda s: f"{s.faster:.1f}x"),
    Column("in_flight", "blocks in flight", lambda s: s.row.in_flight, 0),
    Column("throughput_one", "one message, Mbit/s", lambda s: s.row.throughput_one, 0),
    Column(
        "faster_one",
        "over the fastest peer on one message",
        lambda s: s.faster_one and f"{s.faster_one:.1f}x",
    ),
    Column("denser", "per LUT, over the best", lambda s: f"{s.denser:.1f}x"),
    Column("share", "of the loop's limit", lambda s: s.share and f"{100 * s.share:.0f} %"),
)
