"""The rules of claims with their numbers, and which figures support a claim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from silicrypt.metrics import METRICS
from silicrypt.papers.claims import Claim, Rule
from silicrypt.papers.expressions import Design, Power

Better = Literal["higher", "lower", "neither"]
#: Tolerances in percent: of a change, of a figure, and of the paper's own arithmetic.
BAND_CHANGE, BAND_FIGURE, BAND_ARITHMETIC = 10.0, 5.0, 1.0
#: Two figures are equal if they differ by less than this.
EXACT = 1e-9


@dataclass(frozen=True)
class Bound:
    """A rule with its numbers.

    Attributes:
        rule: the rule.
        expected: the printed figure or ratio; 1 where the rule has none.
        neutral: the value without a change; None for an absolute figure.
        tolerance: how far from `expected` a figure may be.
        better: which direction is better.
    """

    rule: Rule
    expected: float
    neutral: float | None
    tolerance: float
    better: Better

    @property
    def sign(self) -> int:
        """The direction of the printed change: 1, -1, or 0 if the claim states none."""
        if self.neutral is None or self.rule.test == "equal":
            return 0
        if self.rule.test in ("more", "less"):
            return 1 if self.rule.test == "more" else -1
        return sign_of(self.expected - self.neutral)

    @property
    def is_gain(self) -> bool:
        """Whether the printed change is for the better."""
        return self.sign != 0 and self.sign == {"higher": 1, "lower": -1}.get(self.better, 0)

    @property
    def is_cost(self) -> bool:
        """Whether the printed change is for the worse."""
        return self.sign != 0 and self.sign == {"higher": -1, "lower": 1}.get(self.better, 0)

    def holds(self, value: float) -> bool:
        """Returns whether a value is what the rule asks for."""
        low = value >= self.expected - self.tolerance - EXACT
        high = value <= self.expected + self.tolerance + EXACT
        match self.rule.test:
            case "at least":
                return low
            case "at most":
                return high
            case "more":
                return value > self.expected + EXACT
            case "less":
                return value < self.expected - EXACT
        return low and high

    def supports(self, value: float) -> bool:
        """Returns whether a value has the sign of the claim or, without a sign, whether it holds.

        A claim of no change is supported by a change for the better, too.
        """
        if self.sign and self.neutral is not None:
            return sign_of(value - self.neutral) == self.sign
        if self.rule.test == "equal":
            return self.holds(value) or self.is_better(value)
        return self.holds(value)

    def is_better(self, value: float) -> bool:
        """Returns whether a value is better than the one expected."""
        return sign_of(value - self.expected) == {"higher": 1, "lower": -1}.get(self.better, 2)


def sign_of(value: float) -> int:
    """Returns the sign of a value: 1, 0 or -1."""
    return 0 if abs(value) < EXACT else 1 if value > 0 else -1


def bound(claim: Claim, is_ratio: bool) -> Bound:
    """Returns the numbers of a claim's rule."""
    rule = claim.rule
    assert rule is not None, "a claim that is measured has a rule"
    neutral = 1.0 if is_ratio else None
    if rule.change is not None:
        band = _band(claim, BAND_CHANGE)
        return Bound(
            rule, 1 + rule.change / 100, 1.0, band / 100 * abs(rule.change / 100), _better(claim)
        )
    expected = 1.0 if rule.value is None else rule.value
    if rule.test in ("more", "less") and neutral is None:
        neutral = expected
    band = 0.0 if rule.test in ("more", "less") else _band(claim, BAND_FIGURE)
    return Bound(rule, expected, neutral, band / 100 * abs(expected), _better(claim))


def _band(claim: Claim, default: float) -> float:
    assert claim.rule is not None
    if claim.rule.band is not None:
        return claim.rule.band
    return BAND_ARITHMETIC if claim.kind == "arithmetic" else default


_BETTER: dict[str, Better] = {
    "area": "lower",
    "luts": "lower",
    "registers": "lower",
    "block_rams": "lower",
    "mbps_per_area": "higher",
    "throughput_one_mbps": "higher",
}


def _better(claim: Claim) -> Better:
    if claim.better:
        return claim.better
    match claim.judge:
        case Design(metric=name) | Power(power=name):
            return _BETTER.get(name) or METRICS[name].better if name != "cases" else "neither"
    return "neither"


def told(limits: Bound, about: str, is_ratio: bool) -> str:
    """Returns a rule as a sentence with numbers.

    Args:
        limits: the rule.
        about: the figure that it is about.
        is_ratio: whether that figure is a ratio.
    """

    def show(value: float) -> str:
        return shown(value, limits, is_ratio)

    rule = limits.rule
    match rule.test:
        case "more" | "less":
            return f"{about} is {rule.test} than {show(limits.expected)}."
        case "equal":
            ends = (limits.expected - limits.tolerance, limits.expected + limits.tolerance)
            return f"{about} is unchanged, from {show(ends[0])} to {show(ends[1])}."
        case "at least":
            return f"{about} is {show(limits.expected)} or more{_band_told(limits, 'less')}."
        case "at most":
            return f"{about} is {show(limits.expected)} or less{_band_told(limits, 'plus')}."
    if not limits.tolerance:
        return f"{about} is {show(limits.expected)}."
    ends = (limits.expected - limits.tolerance, limits.expected + limits.tolerance)
    return f"{about} is {show(limits.expected)}, from {show(ends[0])} to {show(ends[1])}."


def _band_told(limits: Bound, word: str) -> str:
    """Returns the tolerance as text; nothing if there is none."""
    if not limits.tolerance:
        return ""
    if limits.rule.change is not None:
        return f", {word} {100 * limits.tolerance:.2g} points"
    return f", {word} {100 * limits.tolerance / abs(limits.expected):.2g} %"


def shown(value: float, limits: Bound, is_ratio: bool) -> str:
    """Returns a figure as text: a change, a ratio, or a number."""
    if not is_ratio:
        return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    if limits.rule.change is not None:
        return f"{100 * (value - 1):+.1f} %"
    text = f"x{value:.3g}"
    # A ratio of 1.001 is not shown as 1, because its sign may decide.
    return text if text != "x1" else f"x{value:.4g}"
