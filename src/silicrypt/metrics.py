"""The metrics, declared once: name, label, unit and which direction is better.

docs/figures.md says what each metric means and how it is measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Metric:
    """One measured quantity.

    Attributes:
        name: key in result files and JSON.
        label: heading in tables.
        unit: unit, empty for counts.
        better: which direction is better, or ``"neither"``.
    """

    name: str
    label: str
    unit: str
    better: Literal["higher", "lower", "neither"]


_ALL = (
    Metric("cycles_per_block", "cycles/block", "", "lower"),
    Metric("latency_cycles", "latency", "cycles", "lower"),
    Metric("fmax_mhz", "fmax", "MHz", "higher"),
    Metric("delay_ns", "delay", "ns", "lower"),
    Metric("lut", "LUT4", "", "lower"),
    Metric("carry", "carry cells", "", "lower"),
    Metric("ff", "FF", "", "lower"),
    Metric("bram", "BRAM", "", "lower"),
    Metric("slices", "slices (estimate)", "", "lower"),
    Metric("alut", "ALUT", "", "lower"),
    Metric("area_um2", "area", "um2", "lower"),
    Metric("ge", "gate equivalents", "GE", "lower"),
    Metric("throughput_mbps", "throughput", "Mbit/s", "higher"),
    Metric("mbps_per_lut", "throughput/LUT", "Mbit/s", "higher"),
    Metric("mbps_per_slice", "throughput/slice", "Mbit/s", "higher"),
    Metric("mbps_per_ge", "throughput/GE", "Mbit/s", "higher"),
    Metric("clock_uw", "clock power", "uW", "lower"),
    Metric("sequential_uw", "sequential power", "uW", "lower"),
    Metric("combinational_uw", "combinational power", "uW", "lower"),
    Metric("dynamic_uw", "dynamic power", "uW", "lower"),
    Metric("leakage_uw", "leakage", "uW", "lower"),
    Metric("total_uw", "power", "uW", "lower"),
    Metric("pj_per_bit", "energy/bit", "pJ", "lower"),
)

METRICS: dict[str, Metric] = {metric.name: metric for metric in _ALL}
