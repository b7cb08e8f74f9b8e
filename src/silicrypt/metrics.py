"""The figures of results, declared once: name, unit, better direction, noise, how to read them.

docs/figures.md says what each metric means, how it is measured, and how far two figures must differ
before the difference means something. The verdicts on claims of papers use the same limits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from silicrypt import catalog, targets
from silicrypt.results.result import Range, Result
from silicrypt.targets import Mapped, StandardCells
from silicrypt.targets.ecp5 import Ecp5

# Noise


@dataclass(frozen=True)
class Noise:
    """What makes a figure uncertain.

    Attributes:
        what: what it is the noise of, as a phrase.
        factor: the ratio of two designs means nothing if it is between 1 / factor and factor.
        from_seeds: whether the seeds of the placement show it, in place of a factor.
    """

    what: str
    factor: float = 1.0
    from_seeds: bool = False

    @property
    def means_nothing(self) -> str:
        """When the ratio of two designs means nothing, as a phrase."""
        if self.from_seeds:
            return "if some seeds raise it above 1 and others do not"
        return f"up to a factor of {self.factor:g}" if self.factor > 1 else "if it is 1"

    def __str__(self) -> str:
        how = "the range over the seeds" if self.from_seeds else f"a factor of {self.factor:g}"
        return f"{self.what}: {how if self.from_seeds or self.factor > 1 else 'none'}"


#: Counted figures and printed cells.
EXACT = Noise("cycles, flip-flops, block RAMs, test cases and printed cells")
SEEDS = Noise("clock, delay and throughput after routing with several seeds", from_seeds=True)
CLOCK = Noise("clock, delay and throughput of standard cells, or of one seed", 1.05)
AREA = Noise("gate equivalents, lookup tables and slices", 1.02)
#: The same gates are summed as for the area.
POWER = Noise("power", 1.02)
BOTH = Noise("throughput per area without seeds", 1.07)

#: All of them.
NOISES = (SEEDS, CLOCK, AREA, POWER, BOTH, EXACT)

#: The noise of figures that a formula computes, by the key that claims state.
NOISE_OF: Mapping[str, Noise] = MappingProxyType(
    {"none": EXACT, "clock": CLOCK, "area": AREA, "power": POWER}
)

# How figures are read


def fmax(result: Result) -> float | None:
    """Returns the median clock over the seeds, MHz."""
    return result.fmax_mhz.median if result.fmax_mhz else None


def period_ns(result: Result) -> float | None:
    """Returns the shortest clock period, in ns; None if there is no clock."""
    clock = fmax(result)
    return 1000 / clock if clock else None


def cells_ns(result: Result) -> float | None:
    """Returns the delay of the slowest logic between two registers, on standard cells, in ns."""
    delay, registers = result.delay_ns, result.launch_setup_ns
    return None if delay is None or registers is None else round(delay - registers, 4)


def constraint_ns(result: Result) -> float | None:
    """Returns the delay target of this logic, in ns; None if none was asked for by name."""
    asked = result.delay_target_ps
    if cells_ns(result) is None or result.target in targets.TARGETS or asked is None:
        return None
    return asked / 1000


def slack_ns(result: Result) -> float | None:
    """Returns the slack of this logic against its delay target, in ns."""
    logic, asked = cells_ns(result), constraint_ns(result)
    return None if logic is None or asked is None else round(asked - logic, 4)


def logic_ns(result: Result) -> float | None:
    """Returns the delay of the slowest path without that of its registers, in ns."""
    known = result.launch_setup_ns
    steps = (one.ns for one in result.critical_path if one.kind in ("clk-to-q", "setup"))
    registers, period = sum(steps) if known is None else known, period_ns(result)
    return None if period is None else period - registers


def area_of(result: Result) -> tuple[float | None, str]:
    """Returns the area of a result and the unit, which depends on the kind of target."""
    match targets.get(result.target):
        case Mapped(area="slices"):
            return result.slices, "slices"
        case Mapped(area="alut"):
            return result.alut, "ALUT"
        case StandardCells():
            return result.ge, "GE"
        case target:
            return result.lut, target.table


def area(result: Result) -> float | None:
    """Returns the area in the unit of the target."""
    return area_of(result)[0]


def area_unit(result: Result) -> str:
    """Returns the unit of the area: LUTs, slices, ALUTs or gate equivalents."""
    return area_of(result)[1]


def per_area(result: Result) -> float | None:
    """Returns the throughput per unit of area, Mbit/s."""
    size, rate = area(result), result.throughput_mbps
    return rate / size if rate and size else None


def slices(lut4: int | None, ff: int | None) -> int | None:
    """Returns the slices of an ECP5 that tables and flip-flops fill: each slice has two of both.

    It is the lower bound of what a packer needs, and counts neither block memories nor empty slots.
    """
    return None if lut4 is None or ff is None else -(-max(lut4, ff) // 2)


def slices_of(result: Result) -> int | None:
    """Returns `slices` of a result that was placed on an ECP5; None for any other."""
    return slices(result.lut, result.ff) if isinstance(targets.get(result.target), Ecp5) else None


def per_slice(result: Result) -> float | None:
    """Returns the throughput per slice of an ECP5, Mbit/s."""
    size, rate = slices_of(result), result.throughput_mbps
    return rate / size if rate and size else None


def _bits_per_cycle(result: Result) -> float:
    return catalog.get(result.config).algorithm.block_bits / result.cycles_per_block


# Metrics


@dataclass(frozen=True)
class Metric:
    """One measured quantity.

    Attributes:
        name: key in result files, JSON and claims of papers.
        label: heading in tables.
        unit: unit, empty for counts.
        better: which direction is better, or ``"neither"``.
        phrase: what sentences call it; the label by default.
        noise: what makes it uncertain where no seeds show it.
        read: returns it of a result; by default the field of this name.
    """

    name: str
    label: str
    unit: str
    better: Literal["higher", "lower", "neither"]
    phrase: str = ""
    noise: Noise = EXACT
    read: Callable[[Result], float | None] | None = None

    def of(self, result: Result) -> float | None:
        """Returns the figure of a result: of a clock the median over the seeds."""
        value = self.read(result) if self.read else getattr(result, self.name, None)
        return value.median if isinstance(value, Range) else value

    @property
    def is_clocked(self) -> bool:
        """Whether the figure follows from the clock, so that the seeds move it."""
        return self.noise in (CLOCK, BOTH)


_RESULT = (
    Metric("cycles_per_block", "cycles/block", "", "lower"),
    Metric("latency_cycles", "latency", "cycles", "lower"),
    Metric("fmax_mhz", "fmax", "MHz", "higher", noise=CLOCK),
    Metric("delay_ns", "delay", "ns", "lower", noise=CLOCK, read=period_ns),
    Metric("lut", "LUT4", "", "lower", "LUTs", noise=AREA),
    Metric("carry", "carry cells", "", "lower"),
    Metric("ff", "FF", "", "lower", "flip-flops"),
    Metric("bram", "BRAM", "", "lower", "block RAMs"),
    Metric("slices", "slices (estimate)", "", "lower", noise=AREA),
    Metric("alut", "ALUT", "", "lower", noise=AREA),
    Metric("area_um2", "area", "um2", "lower", noise=AREA),
    Metric("ge", "gate equivalents", "GE", "lower", noise=AREA),
    Metric("throughput_mbps", "throughput", "Mbit/s", "higher", noise=CLOCK),
    Metric("mbps_per_lut", "throughput/LUT", "Mbit/s", "higher", noise=BOTH),
    Metric("mbps_per_slice", "throughput/slice", "Mbit/s", "higher", noise=BOTH),
    Metric("mbps_per_ge", "throughput/GE", "Mbit/s", "higher", noise=BOTH),
)
_POWER = (
    Metric("clock_uw", "clock power", "uW", "lower"),
    Metric("sequential_uw", "sequential power", "uW", "lower"),
    Metric("combinational_uw", "combinational power", "uW", "lower"),
    Metric("dynamic_uw", "dynamic power", "uW", "lower"),
    Metric("leakage_uw", "leakage", "uW", "lower"),
    Metric("total_uw", "power", "uW", "lower"),
    Metric("pj_per_bit", "energy/bit", "pJ", "lower"),
)

#: Figures that follow from those of a result, or that stand beside another one of it.
_DERIVED = (
    Metric(
        "throughput_one_message_mbps", "throughput on one message", "Mbit/s", "higher", noise=CLOCK
    ),
    Metric("area", "area", "", "lower", noise=AREA, read=area),
    Metric("mbps_per_area", "throughput per area", "", "higher", noise=BOTH, read=per_area),
    Metric("logic_ns", "delay of the logic", "ns", "lower", noise=CLOCK, read=logic_ns),
    Metric("bits_per_cycle", "bits per cycle", "", "higher", read=_bits_per_cycle),
    Metric(
        "cases",
        "verified cases",
        "",
        "neither",
        read=lambda r: r.verification.cases + r.verification.netlist_cases,
    ),
)

#: The metrics of result files, by name.
METRICS: dict[str, Metric] = {metric.name: metric for metric in (*_RESULT, *_POWER)}
#: The figures of a design point, by name.
FIGURES: Mapping[str, Metric] = MappingProxyType({one.name: one for one in (*_RESULT, *_DERIVED)})
