"""Reproduces a paper: judges its claims by their figures and rules.

No verdict is written by hand. A claim about our designs or a system is *reproduced* (same sign and
within the band), *direction only* (same sign, other size), *not borne out*, *better than claimed*
(a cost that is none, a gain that is more than twice the printed one) or *undecided* (the difference
is noise, targets or mappings disagree, or what the paper means is lost). A claim about the paper's
own tables *holds* or *fails* as arithmetic.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Literal

from silicrypt.base.scope import Progress, silent
from silicrypt.metrics import FIGURES, METRICS
from silicrypt.papers.claims import Claim, MeasuredFigure, MeasuredPower, Rule, load
from silicrypt.papers.figures import Figure, FigureSources, evaluate, stated_sheet
from silicrypt.papers.model import (
    Evidence,
    JudgedClaim,
    PaperTable,
    Reproduction,
    Sheet,
    Verdict,
)
from silicrypt.papers.plan import FlowSource, PaperResults, collect, module_of, stated_tables

# The reproduction


def reproduce(
    name: str,
    quick: bool = False,
    progress: Progress = silent,
    source: FlowSource | None = None,
) -> Reproduction:
    """Measures a paper's designs and compares its tables and claims with them.

    Args:
        name: name of the paper, one of `PAPERS`.
        quick: execute only what the main claims need; show other results if they are stored.
        progress: called with the number of finished measurements, the total, and the next one.
        source: source of the measurements; the flow and its store by default.

    Raises:
        UnknownName: there is no such paper; the message names the most similar one.
    """
    module = module_of(name)
    results = collect(name, source or FlowSource(), quick, progress)
    if module is None:
        return reproduction(name, results)
    found: Reproduction = module.evaluate(results)
    return found


def reproduction(
    paper: str,
    results: PaperResults,
    computed: Mapping[str, float | None] = MappingProxyType({}),
    *,
    tables: Sequence[PaperTable] | None = None,
    sheets: Sequence[Sheet | str] | None = None,
    **parts: Any,
) -> Reproduction:
    """Returns a reproduction with the title, the judged claims and the notes of a paper.

    Args:
        paper: name of the paper.
        results: what was measured.
        computed: the figures that its module computes, by their names in formulas.
        tables: its tables; by default those that its TOML states.
        sheets: tables with their own columns, and names of those that its TOML states; by default
            all of these. Sheets without rows are left out.
        parts: further fields of the reproduction.
    """
    stated, sources = load(paper), FigureSources(results, computed, paper)
    known = {one.name: one for one in stated.sheet}
    shown = [
        stated_sheet(known[one], sources) if isinstance(one, str) else one
        for one in (known if sheets is None else sheets)
    ]
    return Reproduction(
        paper=paper,
        title=stated.title,
        tables=stated_tables(paper, results) if tables is None else tuple(tables),
        claims=tuple(verdict_on(claim, sources) for claim in stated.claim),
        notes=(*stated.notes, *((stated.quick,) if results.partial else ())),
        sheets=tuple(sheet for sheet in shown if sheet.rows),
        **parts,
    )


# Rules

Better = Literal["higher", "lower", "neither"]
Says = Literal["supports", "speaks against", "says nothing within noise"]
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
        neutral: the value without a change, or the limit that a claim names; None for an absolute
            figure.
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
        """The direction of the printed change: 1, -1, or 0 if the claim states none or a limit."""
        if self.rule.test in ("more", "less"):
            return 1 if self.rule.test == "more" else -1
        if self.neutral is None or self.rule.test != "value":
            return 0
        return sign_of(self.expected - self.neutral)

    @property
    def gain(self) -> int:
        """1 if the printed change is for the better, -1 if it is for the worse, else 0."""
        return self._towards_better(self.sign)

    def _towards_better(self, change: float) -> int:
        return sign_of(change) * {"higher": 1, "lower": -1, "neither": 0}[self.better]

    def is_better(self, value: float) -> bool:
        """Returns whether a value is better than the one expected."""
        return self._towards_better(value - self.expected) == 1

    @property
    def allowed(self) -> tuple[float, float]:
        """The lowest and the highest value that the rule allows."""
        low = self.expected - self.tolerance - EXACT
        high = self.expected + self.tolerance + EXACT
        match self.rule.test:
            case "at least":
                return low, math.inf
            case "at most":
                return -math.inf, high
            case "more":
                return math.nextafter(self.expected + EXACT, math.inf), math.inf
            case "less":
                return -math.inf, math.nextafter(self.expected - EXACT, -math.inf)
        return low, high

    def holds(self, value: float) -> bool:
        """Returns whether a value is what the rule asks for."""
        low, high = self.allowed
        return low <= value <= high

    def says(self, figure: Figure) -> Says:
        """Returns what a figure says about the claim, for every value that its noise allows.

        A figure whose noise reaches into a band supports the claim that it is within this band. A
        claim of no change is supported by a change for the better, too. A figure with noise across
        a limit, or across no change where the claim states a change, says nothing.
        """
        sides = {self._supports(end) for end in figure.ends}
        if len(sides) == 1:
            return "supports" if sides.pop() else "speaks against"
        has_band = not self.sign and self.rule.test in ("equal", "value")
        return "supports" if has_band else "says nothing within noise"

    def _supports(self, value: float) -> bool:
        if self.sign and self.neutral is not None:
            return sign_of(value - self.neutral) == self.sign
        return self.holds(value) or (self.rule.test == "equal" and self.is_better(value))

    def excludes(self, figure: Figure) -> bool:
        """Returns whether a figure is outside the band for every value that its noise allows."""
        low, high = self.allowed
        ends = figure.ends
        return bool(ends) and (max(ends) < low or min(ends) > high)

    def shown(self, value: float, is_ratio: bool) -> str:
        """Returns a figure as text: a change, a ratio, or a number."""
        if not is_ratio:
            return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"
        if self.rule.change is not None:
            return f"{round(100 * (value - 1), 1) + 0.0:+.1f} %"
        text = f"x{value:.3g}"
        # A ratio of 1.001 is not shown as 1, because its sign may decide.
        return text if text != "x1" else f"x{value:.4g}"

    def told(self, figure: Figure) -> str:
        """Returns the rule on a figure as a sentence with numbers."""
        wanted, low, high = (
            self.shown(self.expected + by, figure.is_ratio)
            for by in (0, -self.tolerance, self.tolerance)
        )
        match self.rule.test:
            case "more" | "less" as direction:
                wanted = f"{direction} than {wanted}"
            case "equal":
                wanted = f"unchanged, from {low} to {high}"
            case "at least":
                wanted += f" or more{self._slack_told('less')}"
            case "at most":
                wanted += f" or less{self._slack_told('plus')}"
            case "value" if self.tolerance:
                wanted += f", from {low} to {high}"
        return f"{figure.name} is {wanted}."

    def _slack_told(self, word: str) -> str:
        """Returns the tolerance as text; nothing if there is none."""
        if not self.tolerance:
            return ""
        if self.rule.change is not None:
            return f", {word} {100 * self.tolerance:.2g} points"
        return f", {word} {100 * self.tolerance / abs(self.expected):.2g} %"


def sign_of(value: float) -> int:
    """Returns the sign of a value: 1, 0 or -1."""
    return 0 if abs(value) < EXACT else 1 if value > 0 else -1


def bound(claim: Claim, is_ratio: bool) -> Bound:
    """Returns the numbers of a claim's rule."""
    rule = claim.rule
    assert rule is not None, "a claim that is measured has a rule"
    neutral = 1.0 if is_ratio or rule.change is not None else None
    expected = 1.0 if rule.value is None else rule.value
    size, band = abs(expected), BAND_FIGURE
    if rule.change is not None:
        expected = 1 + rule.change / 100
        size, band = abs(rule.change / 100), BAND_CHANGE
    if claim.kind == "arithmetic":
        band = BAND_ARITHMETIC
    if rule.band is not None:
        band = rule.band
    if rule.test in ("more", "less"):
        neutral, band = expected, 0.0
    return Bound(rule, expected, neutral, band / 100 * size, _better(claim))


def _better(claim: Claim) -> Better:
    if claim.better:
        return claim.better
    match claim.judge:
        case MeasuredFigure(metric=name):
            return FIGURES[name].better
        case MeasuredPower(power=name):
            return METRICS[name].better
    return "neither"


# Verdicts


#: What a judged claim repeats of the claim.
_STATED = (
    *("id", "claim", "quote", "section", "kind", "printed"),
    *("qualifiers", "not_covered", "missing", "dated"),
)


def verdict_on(claim: Claim, sources: FigureSources) -> JudgedClaim:
    """Returns a claim with its verdict."""
    stated = partial(JudgedClaim, **{name: getattr(claim, name) for name in _STATED})
    if claim.judge is None:
        return stated(
            rule="none: it cannot be measured here",
            judge=Evidence("none", "nothing of ours can judge it"),
            verdict="not measurable here",
            measured="nothing",
            why=claim.why,
        )
    judge = evaluate(claim.judge, sources)
    limits = bound(claim, judge.is_ratio)
    others = [evaluate(one, sources) for one in claim.others]
    beside = [evaluate(one, sources) for one in claim.beside]
    verdict, why = decide(claim, limits, judge, others)
    if judge.value is not None and (late := [one for other in others for one in other.missing]):
        why = f"{why} Not measured yet: {'; '.join(dict.fromkeys(late))}.".lstrip()
    deciding = [judge, *others]
    return stated(
        rule=limits.told(judge),
        noise="; ".join(dict.fromkeys(str(one.noise) for one in deciding)),
        judge=(
            Evidence("the paper's own tables", "computed from the printed cells")
            if claim.kind == "arithmetic"
            else Evidence(judge.target, judge.mapping)
        ),
        verdict=verdict,
        cause=claim.undecided if verdict == "undecided" else "",
        measured=_figures_told(claim, deciding, beside, limits),
        why=" ".join(filter(None, (why, claim.why))),
        would_change=_scale_told(claim, limits, judge, others),
        figures=_flat([*deciding, *beside]),
        says={one.name: limits.says(one) for one in deciding if one.value is not None},
    )


def decide(
    claim: Claim, limits: Bound, judge: Figure, others: Sequence[Figure]
) -> tuple[Verdict, str]:
    """Returns the verdict on a claim, and a sentence that says how it follows.

    Args:
        claim: the claim.
        limits: its rule with numbers.
        judge: the figure that judges.
        others: figures of the same statement.
    """
    value = judge.value
    if value is None:
        return "not measurable here", f"Not measured yet: {'; '.join(judge.missing)}."
    known = [one for one in others if one.value is not None]
    if claim.kind == "arithmetic":
        return _arithmetic(claim, limits, value, known)
    if claim.undecided:
        return "undecided", ""
    # Absolute figures do not travel: those of other targets say nothing about the judge's.
    counted = known if limits.neutral is not None else []
    own, said = limits.says(judge), {limits.says(one): one.name for one in counted}
    if own not in _OPPOSITE:
        # A size that the judge excludes is refuted, whatever the sign of the other figures.
        if limits.excludes(judge):
            none: Verdict = "better than claimed" if limits.gain == -1 else "not borne out"
            return none, "The difference is noise, and a change of the printed size would show."
        return "undecided", "The figure that judges is on both sides of the limit within noise."
    if apart := said.get(_OPPOSITE[own]):
        return "undecided", f"The figures disagree: {apart} {_OPPOSITE[own]}."
    # At an edge of the band, the value within noise that is nearest to the printed one counts.
    near = min(max(limits.expected, judge.low or value), judge.high or value)
    verdict = _size(limits, near if own == "supports" else value)
    outside = [one.name for one in counted if limits.excludes(one)]
    if verdict == "reproduced" and outside:
        if limits.sign:
            return "direction only", f"The size differs: {'; '.join(outside)}."
        better = f"Outside the band on the better side: {'; '.join(outside)}."
        return "better than claimed", better
    return verdict, ""


def _arithmetic(
    claim: Claim, limits: Bound, value: float, readings: Sequence[Figure]
) -> tuple[Verdict, str]:
    """Returns the verdict on the paper's own arithmetic, under every reading of the sentence."""
    holds = limits.holds(value)
    apart = [one.name for one in readings if limits.holds(one.value or 0.0) != holds]
    if apart:
        return "undecided", f"The readings disagree: the contrary is {'; '.join(apart)}."
    if claim.undecided and not holds:
        return "undecided", ""
    return ("arithmetic holds" if holds else "arithmetic fails"), ""


_OPPOSITE: Mapping[Says, Says] = {"supports": "speaks against", "speaks against": "supports"}


def _size(limits: Bound, value: float) -> Verdict:
    """Returns the verdict by a value that is certain to support the claim, or to contradict it."""
    if limits.holds(value):
        return "reproduced"
    if not limits.sign or limits.neutral is None:
        return "better than claimed" if limits.is_better(value) else "not borne out"
    if sign_of(value - limits.neutral) != limits.sign:
        return "better than claimed" if limits.gain == -1 else "not borne out"
    change, printed = value - limits.neutral, limits.expected - limits.neutral
    beyond = abs(change) > 2 * abs(printed) + limits.tolerance
    return "better than claimed" if limits.gain == 1 and beyond else "direction only"


# Texts


def _scale_told(claim: Claim, limits: Bound, judge: Figure, others: Sequence[Figure]) -> str:
    """Returns the verdicts for all values of the judging figure, by rising values.

    The figure keeps its noise, and the other figures keep their values.
    """
    if judge.value is None or (claim.undecided and claim.kind != "arithmetic"):
        return ""
    low, high = (max(end or 0, EXACT) for end in (judge.moved(1).low, judge.moved(1).high))
    neutral = limits.expected if limits.neutral is None else limits.neutral
    twice = 2 * (limits.expected - neutral)
    ends = [limits.expected + limits.tolerance, limits.expected - limits.tolerance]
    ends += [neutral, neutral + twice - limits.tolerance, neutral + twice + limits.tolerance]
    edges = sorted({0.0, *(end / blur for end in ends for blur in (1, low, high) if end > 0)})
    last: Verdict | None = None
    told = list[str]()
    for edge, after in pairwise([*edges, 3 * edges[-1] + 1]):
        for word, at in (("from", edge), ("above", (edge + after) / 2)):
            verdict, _ = decide(claim, limits, judge.moved(at), others)
            if verdict != last:
                step = f" {word} {limits.shown(edge, judge.is_ratio)}" if told else ""
                told.append(f"{verdict}{step}")
                last = verdict
    only = " while the other figures disagree" if len(told) == 1 else ""
    return f"By the figure that judges: {', '.join(told)}{only}."


def _figures_told(
    claim: Claim, deciding: Sequence[Figure], beside: Sequence[Figure], limits: Bound
) -> str:
    """Returns the figures as text: first those that decide, then those for comparison."""
    first = [
        _figure_told(one, limits) + (f", {limits.says(one)}" if claim.kind == "technique" else "")
        for one in deciding
        if one.value is not None
    ]
    last = "; ".join(_figure_told(one, limits) for one in beside if one.value is not None)
    compared = [f"for comparison: {last}"] if last else []
    return "; ".join((*first, *compared)) or "not measured yet"


def _figure_told(figure: Figure, limits: Bound) -> str:
    assert figure.value is not None
    text = f"{figure.name}: {limits.shown(figure.value, figure.is_ratio)}"
    ends = [limits.shown(end, figure.is_ratio) for end in figure.within_noise]
    return f"{text} ({' to '.join(ends)} within noise)" if ends else text


def _flat(figures: Iterable[Figure]) -> dict[str, float]:
    """Returns the figures by name, with the range that noise allows where there is one."""
    found: dict[str, float] = {}
    for one in figures:
        if one.value is not None:
            found[one.name] = round(one.value, 4)
            for word, end in zip(("lowest", "highest"), one.within_noise, strict=False):
                found[f"{one.name}, {word} within noise"] = round(end, 4)
    return found
