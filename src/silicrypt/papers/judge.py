"""Verdicts: compares ratios of our measurements with the claims of a paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from silicrypt.papers.model import Claim, Measured, Verdict


@dataclass(frozen=True)
class Ratio:
    """A ratio that a claim is compared with.

    Attributes:
        target: the target that both were measured on.
        new: the configuration in the numerator.
        old: the configuration in the denominator.
        value: the ratio; None if one of the two is not measured.
        low: the lowest ratio over the seeds, if the clock is part of it.
        high: the highest ratio over the seeds, if the clock is part of it.
    """

    target: str
    new: str
    old: str
    value: float | None
    low: float | None = None
    high: float | None = None

    @property
    def name(self) -> str:
        """The two configurations and the target, as text."""
        return f"{self.new} / {self.old} on {self.target}"


@dataclass(frozen=True)
class Bank:
    """The available measurements, by configuration and by target with level (core by default)."""

    by_place: Mapping[tuple[str, str], Measured]

    @classmethod
    def of(cls, found: Iterable[Measured]) -> Bank:
        """Returns the bank of these measurements."""
        return cls({(m.config, m.place): m for m in found})

    def ratio(self, new: str, old: str, target: str, what: str) -> Ratio:
        """Returns a figure of one design divided by that of another on the same target.

        Args:
            new: configuration in the numerator.
            old: configuration in the denominator.
            target: the target that both were measured on.
            what: ``"fmax_mhz"``, ``"delay_ns"``, ``"throughput_mbps"``, ``"area"`` or
                ``"registers"``.
        """
        above, below = (self.by_place.get((name, target)) for name in (new, old))
        a, b = getattr(above, what, None), getattr(below, what, None)
        if above is None or below is None or not a or not b:
            return Ratio(target, new, old, None)
        fixed = what in ("area", "registers")
        clocks = (below, above) if what == "delay_ns" else (above, below)
        low, high = (1.0, 1.0) if fixed else _spread(*clocks)
        return Ratio(target, new, old, a / b, a / b * low, a / b * high)

    def cycles(self, config: str) -> int | None:
        """Returns the counted cycles per block, from any target."""
        return next(
            (m.cycles_per_block for (name, _), m in self.by_place.items() if name == config), None
        )


def _spread(above: Measured, below: Measured) -> tuple[float, float]:
    """Returns the range of a ratio of two clocks over the seeds, as factors of the ratio."""
    (a, a_range), (b, b_range) = ((m.fmax_mhz, m.fmax_range_mhz) for m in (above, below))
    if not a or not b or a_range is None or b_range is None:
        return 1.0, 1.0
    return a_range[0] / a * (b / b_range[1]), a_range[1] / a * (b / b_range[0])


def verdict(holds: bool) -> Verdict:
    """Returns the verdict on a claim that can be compared with figures."""
    return "confirmed" if holds else "refuted"


def times(value: float, old: str) -> str:
    """Returns a ratio as text: ``"x0.94 of sha1-u1"``."""
    return f"x{value:.2f} of {old}"


def change(value: float, old: str) -> str:
    """Returns a ratio as a change: ``"-6.3 % of sha1-u1"``."""
    return f"{100 * (value - 1):+.1f} % of {old}"


def judged(
    claim: str,
    printed: str,
    wanted: Iterable[Ratio],
    holds: Callable[[float], bool],
    caveat: str = "",
    told: Callable[[float, str], str] = times,
) -> Claim:
    """Judges a claim about a ratio by the first ratio that is measured.

    Args:
        claim: the sentence.
        printed: the paper's figure.
        wanted: the ratios, the deciding one first.
        holds: returns whether a ratio supports the claim.
        caveat: what the comparison does not cover.
        told: returns a ratio as text, given the ratio and the old configuration.
    """
    known = [(r, round(r.value, 3)) for r in wanted if r.value is not None]
    if not known:
        return unmeasured(claim, printed)
    judge, decisive = known[0]
    against = [r.name for r, x in known if holds(x) != holds(decisive)]
    why = f"Verdict by {judge.name}."
    if judge.low and judge.high and holds(judge.low) != holds(judge.high):
        why += f" Not settled by it: the seeds allow x{judge.low:.2f} to x{judge.high:.2f}."
    if against:
        why += f" The other way round: {'; '.join(against)}."
    elif len(known) > 1:
        why += " The other ratios agree."
    return Claim(
        claim=claim,
        verdict=verdict(holds(decisive)),
        printed=printed,
        measured=_told(known, told),
        why=f"{why} {caveat}".strip(),
        figures={r.name: x for r, x in known},
    )


def _told(known: list[tuple[Ratio, float]], words: Callable[[float, str], str]) -> str:
    """Returns the ratios as text, grouped by target and by new configuration."""
    by_target: dict[str, dict[str, list[str]]] = {}
    for ratio, value in known:
        above = by_target.setdefault(ratio.target, {}).setdefault(ratio.new, [])
        above.append(words(value, ratio.old))
    return "; ".join(
        f"{target}: " + ", ".join(f"{new} {', '.join(olds)}" for new, olds in news.items())
        for target, news in by_target.items()
    )


def unmeasured(claim: str, printed: str) -> Claim:
    """Returns a claim whose designs have not been measured."""
    why = (
        "The designs it compares are not measured yet: 'silicrypt reproduce' without --quick does."
    )
    return Claim(claim, "not measurable here", printed, "not measured in this run", why)
