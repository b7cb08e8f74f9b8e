"""Claims about power: ratios of the power of our designs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from silicrypt.flow.progress import Progress
from silicrypt.metrics import METRICS
from silicrypt.papers.bench import Bench
from silicrypt.papers.judge import Ratio
from silicrypt.results.power import PowerAt, PowerResult

What = Literal["sequential_uw", "combinational_uw", "dynamic_uw", "total_uw"]

#: The conditions that are printed below every verdict about power.
BASIS = (
    "Mapped to 45 nm cells, level core, activity of every net simulated: no glitches, no wires, "
    "no clock tree, leakage at 25 C."
)


@dataclass(frozen=True)
class Powers:
    """The available power results, by configuration and scenario."""

    target: str
    by_scenario: Mapping[tuple[str, str], PowerResult]

    @classmethod
    def carry_out(
        cls, bench: Bench, configs: Iterable[str], target: str, run: bool, progress: Progress
    ) -> Powers:
        """Returns the results of configurations: the stored ones, or measured ones if `run`."""
        results = [r for config in configs for r in bench.power(config, target, run, progress)]
        return cls(target, {(r.config, r.scenario): r for r in results})

    def at_frequency(
        self, new: str, old: str, scenario: str, mhz: float, what: What = "total_uw"
    ) -> Ratio:
        """Returns the power of one design divided by that of another at the same clock."""
        above, below = (self.by_scenario.get((name, scenario)) for name in (new, old))
        place = f"{self.target}, {METRICS[what].label} {scenario} at {mhz:g} MHz"
        if above is None or below is None:
            return Ratio(place, new, old, None)
        return _quotient(place, new, old, above.at(mhz), below.at(mhz), what)

    def at_throughput(self, new: str, old: str, mbps: float, what: What = "total_uw") -> Ratio:
        """Returns the same ratio at equal throughput; each design has the clock that it needs."""
        above, below = (self.by_scenario.get((name, "saturated")) for name in (new, old))
        place = f"{self.target}, {METRICS[what].label} at {mbps:g} Mbit/s"
        if above is None or below is None:
            return Ratio(place, new, old, None)
        a, b = (r.at(mbps * r.cycles / r.message_bits) for r in (above, below))
        return _quotient(place, new, old, a, b, what)


def _quotient(place: str, new: str, old: str, above: PowerAt, below: PowerAt, what: What) -> Ratio:
    return Ratio(place, new, old, getattr(above, what) / getattr(below, what))
