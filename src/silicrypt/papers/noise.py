"""How far two figures must differ before the difference means something.

This module is the only statement of these limits: the verdicts on claims use it, and
``docs/figures.md`` shows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


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

#: All of them, for the page.
ALL = (SEEDS, CLOCK, AREA, POWER, BOTH, EXACT)

#: The noise of figures that a formula computes, by the key that claims state.
OF: Mapping[str, Noise] = MappingProxyType(
    {"none": EXACT, "clock": CLOCK, "area": AREA, "power": POWER}
)

#: Figures that follow from the clock.
CLOCKED = ("fmax_mhz", "delay_ns", "throughput_mbps", "throughput_one_mbps", "mbps_per_area")


def of_design(metric: str, has_seeds: bool) -> Noise:
    """Returns the noise of a figure of a design.

    Args:
        metric: the figure, by its name in claims.
        has_seeds: whether the design was placed with several seeds.
    """
    if metric in CLOCKED:
        per_area = metric == "mbps_per_area"
        return SEEDS if has_seeds else BOTH if per_area else CLOCK
    return AREA if metric in ("area", "luts") else EXACT
