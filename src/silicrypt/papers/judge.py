"""Verdicts: compares the figures of a claim with its rule. No verdict is written by hand.

A claim about our designs or a system is *reproduced* (same sign and within the band), *direction
only* (same sign, other size), *not borne out*, *better than claimed* (a cost that is none, a gain
that is more than twice the printed one) or *undecided* (seeds, targets or mappings disagree about
the sign, or what the figures leave out could change it). A claim about the paper's own tables
*holds* or *fails* as arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from silicrypt.metrics import METRICS
from silicrypt.papers.claims import Claim, Design, Power, Rule, load
from silicrypt.papers.figures import Figure, FigureSources, evaluate
from silicrypt.papers.model import Evidence, JudgedClaim, Verdict
from silicrypt.papers.plan import PaperResults

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


# Verdicts


def judged(
    paper: str, results: PaperResults, computed: Mapping[str, float | None]
) -> tuple[JudgedClaim, ...]:
    """Returns the claims of a paper with their verdicts.

    Args:
        paper: name of the paper.
        results: what was measured.
        computed: the figures that its module computes, by identifier.
    """
    sources = FigureSources(results, computed, paper)
    return tuple(verdict_on(claim, sources) for claim in load(paper).claim)


def verdict_on(claim: Claim, sources: FigureSources) -> JudgedClaim:
    """Returns a claim with its verdict."""
    left_out = " ".join(one.what for one in claim.not_covered)
    if claim.judge is None:
        return JudgedClaim(
            id=claim.id,
            claim=claim.claim,
            quote=claim.quote,
            section=claim.section,
            kind=claim.kind,
            rule="none: it cannot be measured here",
            judge=Evidence("none", "nothing of ours can judge it"),
            verdict="not measurable here",
            printed=claim.printed,
            measured="nothing",
            why=claim.why,
        )
    judge = evaluate(claim.judge, sources)
    limits = bound(claim, judge.is_ratio)
    others = [evaluate(one, sources) for one in claim.others]
    beside = [evaluate(one, sources) for one in claim.beside]
    worst = [(one, evaluate(one.bound, sources)) for one in claim.not_covered if one.bound]
    open_ends = [
        one.what
        for one in claim.not_covered
        if one.could_change and not any(o is one and _agrees(f, judge, limits) for o, f in worst)
    ]
    verdict, why = decide(claim, limits, judge, others, open_ends)
    if judge.value is not None and (late := [one for other in others for one in other.missing]):
        why = f"{why} Not measured yet: {'; '.join(dict.fromkeys(late))}.".lstrip()
    shown = [judge, *others, *(figure for _, figure in worst), *beside]
    return JudgedClaim(
        id=claim.id,
        claim=claim.claim,
        quote=claim.quote,
        section=claim.section,
        kind=claim.kind,
        printed=claim.printed,
        qualifiers=claim.qualifiers,
        not_covered=left_out,
        rule=told(limits, judge.name, judge.is_ratio),
        judge=(
            Evidence("the paper's own tables", "computed from the printed cells")
            if claim.kind == "arithmetic"
            else Evidence(judge.target, judge.mapping)
        ),
        verdict=verdict,
        measured=_listed(shown[: -len(beside) or None], beside, limits),
        why=" ".join(filter(None, (why, claim.why))),
        figures=_flat(shown),
    )


def _agrees(worst: Figure, judge: Figure, limits: Bound) -> bool:
    if worst.value is None or judge.value is None:
        return False
    return limits.supports(worst.value) == limits.supports(judge.value)


def decide(
    claim: Claim, limits: Bound, judge: Figure, others: list[Figure], open_ends: list[str]
) -> tuple[Verdict, str]:
    """Returns the verdict on a claim, and a sentence that says how it follows.

    Args:
        claim: the claim.
        limits: its rule with numbers.
        judge: the figure that judges.
        others: figures of the same statement.
        open_ends: what the figures leave out and what could change the verdict.
    """
    value = judge.value
    if value is None:
        return "not measurable here", f"Not measured yet: {'; '.join(judge.missing)}."
    open_end = f"What the figures leave out could change it: {' '.join(open_ends)}"
    if claim.kind == "arithmetic":
        if open_ends and not limits.holds(value):
            return "undecided", open_end
        return ("arithmetic holds" if limits.holds(value) else "arithmetic fails"), ""
    if apart := _disagree(limits, judge, others):
        return "undecided", f"The figures disagree: {'; '.join(apart)}."
    if open_ends:
        return "undecided", open_end
    return _size(limits, value), ""


def _disagree(limits: Bound, judge: Figure, others: list[Figure]) -> list[str]:
    """Returns the figures whose sign differs from that of the judge, as text."""
    assert judge.value is not None
    side = limits.supports(judge.value)
    found = []
    for figure in (judge, *others) if limits.neutral is not None else (judge,):
        ends = {end for end in (figure.low, figure.value, figure.high) if end is not None}
        sides = {limits.supports(end) for end in ends}
        if len(sides) > 1 and limits.sign:
            found.append(f"{figure.name} differs between seeds")
        elif figure.value is not None and limits.supports(figure.value) != side:
            found.append(f"{figure.name} has the other sign")
    return found


def _size(limits: Bound, value: float) -> Verdict:
    """Returns the verdict by size, if all figures have one sign."""
    if limits.rule.test == "equal":
        if limits.holds(value):
            return "reproduced"
        return "better than claimed" if limits.is_better(value) else "not borne out"
    if not limits.supports(value):
        return (
            "better than claimed" if limits.is_cost or _beyond(limits, value) else "not borne out"
        )
    if limits.neutral is None or limits.rule.test in ("more", "less"):
        return "reproduced"
    change, printed = value - limits.neutral, limits.expected - limits.neutral
    if limits.is_gain and abs(change) > 2 * abs(printed) + limits.tolerance:
        return "better than claimed"
    return "reproduced" if limits.holds(value) else "direction only"


def _beyond(limits: Bound, value: float) -> bool:
    """Returns whether an absolute figure is better than the printed one."""
    return limits.neutral is None and limits.is_better(value)


# Texts


def _listed(deciding: Sequence[Figure], beside: Sequence[Figure], limits: Bound) -> str:
    """Returns the figures as text: first those that decide, then those for comparison."""
    first, last = (
        "; ".join(_measured(one, limits) for one in some if one.value is not None)
        for some in (deciding, beside)
    )
    compared = f"for comparison: {last}" if last else ""
    return "; ".join(filter(None, (first, compared))) or "not measured yet"


def _measured(figure: Figure, limits: Bound) -> str:
    assert figure.value is not None
    text = f"{figure.name}: {shown(figure.value, limits, figure.is_ratio)}"
    if figure.low is not None and figure.high is not None and figure.low != figure.high:
        ends = (shown(end, limits, figure.is_ratio) for end in (figure.low, figure.high))
        text += f" ({' to '.join(ends)} over the seeds)"
    return text


def _flat(figures: Iterable[Figure]) -> dict[str, float]:
    """Returns the figures by name, with the range over the seeds where there is one."""
    found: dict[str, float] = {}
    for one in figures:
        if one.value is not None:
            found[one.name] = round(one.value, 4)
            if one.low is not None and one.high is not None and one.low != one.high:
                found[f"{one.name}, lowest of the seeds"] = round(one.low, 4)
                found[f"{one.name}, highest of the seeds"] = round(one.high, 4)
    return found
