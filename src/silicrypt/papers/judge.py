"""Reproduces a paper: evaluates the figures of its claims and compares them with their rules.

A figure is measured, printed, or follows from a formula, and has the noise of what it is made of
(`silicrypt.metrics`). No verdict is written by hand. A claim about our designs or a system is
*reproduced* (same sign and within the band), *direction only* (same sign, other size), *not borne
out*, *better than claimed* (a cost that is none, a gain that is more than twice the printed one) or
*undecided* (the difference is noise, targets or mappings disagree, or what the paper means is
lost). A claim about the paper's own tables *holds* or *fails* as arithmetic.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Literal

from silicrypt import catalog, metrics, targets
from silicrypt.base.progress import Progress, silent
from silicrypt.errors import BadInput
from silicrypt.flow.implement import SEEDS
from silicrypt.flow.stimuli import DELAYS
from silicrypt.metrics import FIGURES, METRICS, Metric, Noise
from silicrypt.papers import model
from silicrypt.papers.claims import (
    Claim,
    Expression,
    Formula,
    MeasuredFigure,
    MeasuredPower,
    PrintedFigure,
    Rule,
    StatedSheet,
    load,
)
from silicrypt.papers.data import (
    DesignKey,
    cell,
    design_key,
    keys_in,
    named,
    sheet_rows,
    value_of,
)
from silicrypt.papers.model import (
    Evidence,
    JudgedClaim,
    PaperTable,
    Reproduction,
    Sheet,
    Verdict,
    target_level,
)
from silicrypt.papers.plan import (
    FlowSource,
    PaperResults,
    ResultSource,
    collect,
    module_of,
    stated_tables,
)
from silicrypt.results.power import PowerAt, PowerResult
from silicrypt.results.result import Result
from silicrypt.targets import Routed, StandardCells

# Figures


@dataclass(frozen=True)
class Figure:
    """The value of a figure.

    Attributes:
        name: what it is a figure of.
        value: its value; None if a run is missing.
        low: the lowest value within noise.
        high: the highest value within noise.
        noise: what makes it uncertain.
        is_ratio: whether it is a ratio, whose change has a sign.
        target: what it was measured on.
        mapping: how it was measured there.
        missing: the runs that are missing.
    """

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    noise: Noise = metrics.EXACT
    is_ratio: bool = False
    target: str = ""
    mapping: str = ""
    missing: tuple[str, ...] = ()

    @property
    def ends(self) -> tuple[float, ...]:
        """The lowest, the middle and the highest value; none if a run is missing."""
        return tuple(end for end in (self.low, self.value, self.high) if end is not None)

    def moved(self, value: float) -> Figure:
        """Returns the figure with another value and the same relative noise."""
        low, high = ((end or 0) / self.value if self.value else 1 for end in (self.low, self.high))
        return replace(self, value=value, low=min(value * low, value), high=value * high)


@dataclass(frozen=True)
class FigureSources:
    """What figures are taken from.

    Attributes:
        results: what was measured.
        computed: the figures that the module of the paper computes, by their names in formulas.
        paper: name of the paper whose cells are printed.
    """

    results: PaperResults
    computed: Mapping[str, float | None] = field(default_factory=dict)
    paper: str = ""

    def value(self, text: str) -> float | None:
        """Returns the printed cell, the measured figure or the cycles of a key in a formula."""
        key = design_key(text)
        if key is None and "/" in text:
            return cell(self.paper, text)
        if key is None or not _is_figure(key):
            raise BadInput(f"'{text}' is neither TABLE/ROW:column nor DESIGN on TARGET:metric")
        if not key.target:
            return figure_of_design(key)
        if key.scenario:
            power = self.results.power(key.point, key.target, key.scenario)
            return power_of(power, key.clock, key.figure) if power else None
        result = self.results.get(key.point, target_level(key.target, key.level))
        return FIGURES[key.figure].of(result) if result else None

    def spans(self, formula: str) -> dict[str, set[float]]:
        """Returns the lowest and the highest value over the seeds of figures, by their keys."""
        found = {}
        for key in keys_in(formula):
            metric = FIGURES.get(key.figure)
            if metric and metric.is_clocked and isinstance(targets.get(key.target), Routed):
                result = self.results.get(key.point, target_level(key.target, key.level))
                span = _values(metric, result)
                found[key.text] = {span[0], span[2]} if span else set()
        return found

    @cached_property
    def names(self) -> Mapping[str, float | None]:
        """The values of all names in formulas; None if a run is missing."""
        return {**(named(self.paper) if self.paper else {}), **self.computed}


def power_of(result: PowerResult, clock: str, figure: str) -> float:
    """Returns a figure of a power result.

    Args:
        result: the power result.
        clock: the clock or the throughput, such as ``"10 MHz"``, ``"1000 Mbit/s"`` or ``"fmax"``;
            empty for a figure that does not depend on it.
        figure: name of the figure.
    """
    number, _, unit = clock.partition(" ")
    stated: Any = result
    if number:
        mhz = result.fmax_mhz if number == "fmax" else float(number)
        if unit == "Mbit/s":
            mhz *= result.cycles / result.message_bits
        stated = result.at(mhz)
    value: float = getattr(stated, figure)
    return value


#: What a design has for a number of bytes: cycles to the result of a message, from one message to
#: the next, and of a key.
_OF_BYTES = ("latency", "message_interval", "key_interval")


def _is_figure(key: DesignKey) -> bool:
    """Returns whether there is a figure of this name."""
    if key.scenario:
        return key.figure in PowerAt.__annotations__ | PowerResult.__annotations__
    if key.target:
        return key.figure in FIGURES
    stated = ("cycles_per_block", *catalog.get(key.point).parameters)
    return key.figure in (_OF_BYTES if key.size else stated)


def figure_of_design(key: DesignKey) -> float:
    """Returns what follows from a design alone: a parameter, or cycles at its first level."""
    point = catalog.get(key.point)
    if key.figure in point.parameters:
        return float(point.parameters[key.figure])
    if key.figure == "latency":
        return point.cycles(point.levels[0], int(key.size))
    found = getattr(point, key.figure)
    value: float = found(int(key.size)) if key.size else found
    return value


def evaluate(of: Expression, sources: FigureSources) -> Figure:
    """Returns the value of a figure."""
    match of:
        case MeasuredFigure():
            return _design(of, sources.results)
        case MeasuredPower():
            return _power(of, sources.results)
        case PrintedFigure():
            return _cells(of, partial(cell, sources.paper))
        case Formula():
            return _formula(of, sources)


#: The power of a design at its own clock has the noise of both.
_OWN_CLOCK = Noise(
    "power of each design at its own clock", round(metrics.POWER.factor * metrics.CLOCK.factor, 2)
)
_NOISES = {**metrics.NOISE_OF, "power and clock": _OWN_CLOCK}


def _formula(of: Formula, sources: FigureSources) -> Figure:
    def value(ends: Mapping[str, float]) -> float | None:
        """Returns the value with some figures at one of their ends over the seeds."""
        known = value_of(
            of.formula,
            sources.names,
            lambda key: ends[key] if key in ends else sources.value(key),
        )
        return None if known is None else float(known)

    middle, spans = value({}), sources.spans(of.formula)
    choices = (dict(zip(spans, one, strict=True)) for one in itertools.product(*spans.values()))
    found = [end for end in map(value, choices) if end is not None]
    target = of.on.partition(" ")[0]
    known = target.partition("@")[0] in targets.TARGETS
    return _blurred(
        Figure(
            of.name,
            middle,
            min(found, default=None),
            max(found, default=None),
            metrics.SEEDS if spans else _NOISES[of.noise],
            of.is_ratio,
            of.on,
            mapping_of(target) if known else "cycles counted in simulation",
            (of.name,) if middle is None else (),
        )
    )


def _blurred(exact: Figure) -> Figure:
    """Returns a figure with the values that its noise allows."""
    if exact.low is None or exact.high is None or exact.noise.factor == 1:
        return exact
    return replace(exact, low=exact.low / exact.noise.factor, high=exact.high * exact.noise.factor)


# Designs


#: The lowest, the middle and the highest value of a figure.
_Span = tuple[float, float, float]


def _paired(
    of: MeasuredFigure | MeasuredPower | PrintedFigure,
    known: Mapping[str, _Span],
    name: str,
    noise: Noise,
    on: str,
    mapping: str,
    missing: Iterable[str] = (),
) -> Figure:
    """Returns one figure of several designs, from those of each."""
    low = value = high = None
    if known.keys() >= {*of.new, *of.old}:
        ratios = [_over(known[new], known[old]) if old else known[new] for new, old in of.pairs]
        if None not in ratios:
            low, value, high = (_picked(of, [one[n] for one in ratios if one]) for n in range(3))
    return _blurred(Figure(name, value, low, high, noise, of.is_ratio, on, mapping, (*missing,)))


def _over(above: _Span, below: _Span) -> _Span | None:
    if not all(below):
        return None
    return above[0] / below[2], above[1] / below[1], above[2] / below[0]


def _design(of: MeasuredFigure, results: PaperResults) -> Figure:
    on = target_level(of.on, of.level)
    metric = FIGURES[of.metric]
    found = {name: results.get(name, on) for name in (*of.new, *of.old)}
    spans = {name: span for name, one in found.items() if (span := _values(metric, one))}
    seeds = min((len(one.seeds) for one in found.values() if one), default=len(SEEDS))
    several = isinstance(targets.get(of.on), Routed) and seeds > 1
    blurs = metrics.SEEDS if metric.is_clocked and several else metric.noise
    return _paired(
        of,
        spans,
        f"{metric.phrase or metric.label} of {_names(of)} on {on}",
        metrics.EXACT if of.pick == "fit" else blurs,
        on,
        mapping_of(of.on, seeds),
        (f"{name} on {on}" for name, one in found.items() if one is None),
    )


_PICKS: Mapping[str, tuple[str, Callable[[Sequence[float]], float]]] = {
    "mean": ("the mean", statistics.fmean),
    "median": ("the median", statistics.median),
    "max": ("the highest", max),
    "min": ("the lowest", min),
}


def _names(of: MeasuredFigure | MeasuredPower | PrintedFigure) -> str:
    """Returns the compared designs as text."""
    new, old = (_listed(side) for side in (of.new, of.old))
    many = max(len(of.new), len(of.old)) > 1
    pick = "a straight line" if of.pick == "fit" else _PICKS[of.pick][0]
    return f"{new}{f' over {old}' if old else ''}{f', {pick},' if many else ''}"


def _listed(names: Sequence[str]) -> str:
    """Returns names as text; of more than three the first and the last."""
    known = [name.partition("/")[2] or name for name in dict.fromkeys(names)]
    return ", ".join(known) if len(known) < 4 else f"{known[0]} to {known[-1]}"


def _values(metric: Metric, of: Result | None) -> _Span | None:
    """Returns lowest, middle and highest value of a figure over the seeds."""
    if of is None or (value := metric.of(of)) is None:
        return None
    clock = of.fmax_mhz
    if not metric.is_clocked or not clock or not clock.median:
        return value, value, value
    low, high = clock.min / clock.median, clock.max / clock.median
    if metric.unit == "ns":  # a delay has a constant part, that of the registers
        period = 1000 / clock.median
        return value + period / high - period, value, value + period / low - period
    return value * low, value, value * high


def _picked(of: MeasuredFigure | MeasuredPower | PrintedFigure, values: Sequence[float]) -> float:
    if of.pick != "fit":
        return _PICKS[of.pick][1](values)
    x = getattr(of, "x", ()) or range(len(values))
    flat = len(set(values)) == 1
    return 0.0 if flat else statistics.correlation(list(x), list(values)) ** 2


def mapping_of(target: str, seeds: int = 0) -> str:
    """Returns how figures are obtained on a target, as text."""
    found = targets.get(target)
    kind = found.kind
    if isinstance(found, StandardCells):
        how = {0: "smallest area", 1: "shortest delay"}.get(
            found.delay_target_ps, f"delay target {found.delay_target_ps} ps"
        )
        return f"{how if found.restructured else 'gates as written'}; {kind}"
    if not isinstance(found, Routed) or seeds < 2:
        return kind
    return f"{kind}, median of {seeds} seeds"


# Power


def _power(of: MeasuredPower, results: PaperResults) -> Figure:
    found = {name: results.power(name, of.on, of.scenario) for name in (*of.new, *of.old)}
    rate, unit = (of.mbps, "Mbit/s") if of.mhz is None else (of.mhz, "MHz")
    each = {name: power_of(one, f"{rate} {unit}", of.power) for name, one in found.items() if one}
    what, delays = METRICS[of.power].label, "with" if of.scenario.endswith(DELAYS) else "without"
    return _paired(
        of,
        {name: (one, one, one) for name, one in each.items()},
        f"{what} of {_names(of)} on {of.on}, {of.scenario} at {rate:g} {unit}",
        metrics.POWER,
        of.on,
        f"{mapping_of(of.on)}; activity of every net, {delays} delays of the cells",
        (f"power of {name} in {of.scenario} on {of.on}" for name in found if name not in each),
    )


# Printed cells

_COLUMNS = {
    "fmax_mhz": "fmax",
    "throughput_mbps": "throughput",
    "time_us": "time",
    "area2": "registers",
}


def _cells(of: PrintedFigure, printed: Callable[[str], float]) -> Figure:
    each = {name: printed(f"{name}:{of.column}") for name in (*of.new, *of.old)}
    spans = {name: (one, one, one) for name, one in each.items()}
    column = _COLUMNS.get(of.column, of.column)
    numbers = dict.fromkeys(name.partition("/")[0] for name in each)
    name = f"{column} of {_names(of).removesuffix(',')}, table {' and '.join(numbers)}"
    return _paired(of, spans, name, metrics.EXACT, "the paper's own tables", "as printed")


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
    def is_gain(self) -> bool:
        """Whether the printed change is for the better."""
        return self.sign != 0 and self.sign == {"higher": 1, "lower": -1}.get(self.better, 0)

    @property
    def is_cost(self) -> bool:
        """Whether the printed change is for the worse."""
        return self.sign != 0 and self.sign == {"higher": -1, "lower": 1}.get(self.better, 0)

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

    def _supports(self, value: float) -> bool | None:
        """Returns whether a value supports the claim; None if there is no change at all."""
        if self.sign and self.neutral is not None:
            return sign_of(value - self.neutral) == self.sign
        return self.holds(value) or (self.rule.test == "equal" and self.is_better(value))

    def excludes(self, figure: Figure) -> bool:
        """Returns whether a figure is outside the band for every value that its noise allows."""
        low, high = self.allowed
        ends = figure.ends
        return bool(ends) and (max(ends) < low or min(ends) > high)

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
    low, high = limits.expected - limits.tolerance, limits.expected + limits.tolerance
    ends = f"from {show(low)} to {show(high)}"
    match rule.test:
        case "more" | "less":
            return f"{about} is {rule.test} than {show(limits.expected)}."
        case "equal":
            return f"{about} is unchanged, {ends}."
        case "at least":
            return f"{about} is {show(limits.expected)} or more{_band_told(limits, 'less')}."
        case "at most":
            return f"{about} is {show(limits.expected)} or less{_band_told(limits, 'plus')}."
    if not limits.tolerance:
        return f"{about} is {show(limits.expected)}."
    return f"{about} is {show(limits.expected)}, {ends}."


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
        return f"{round(100 * (value - 1), 1) + 0.0:+.1f} %"
    text = f"x{value:.3g}"
    # A ratio of 1.001 is not shown as 1, because its sign may decide.
    return text if text != "x1" else f"x{value:.4g}"


# The reproduction


def reproduce(
    name: str,
    quick: bool = False,
    progress: Progress = silent,
    source: ResultSource | None = None,
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


def stated_sheet(stated: StatedSheet, sources: FigureSources) -> Sheet:
    """Returns a sheet that the TOML of a paper states.

    A row is left out if its first measured figure is missing.
    """
    rows = (_sheet_row(row, sources) for row in sheet_rows(sources.paper, stated))
    return Sheet.of(
        stated.name, stated.about, stated.columns, filter(None, rows), grouped=stated.grouped
    )


def _sheet_row(row: Sequence[str], sources: FigureSources) -> model.Cells | None:
    cells, measured = list[str | float | None](), False
    for text in row:
        if not text.startswith("="):
            cells.append(text or None)
            continue
        cells.append(value_of(text[1:].strip(), sources.names, sources.value))
        first, measured = not measured, measured or any(keys_in(text))
        if first and measured and cells[-1] is None:
            return None
    return tuple(cells)


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
        rule=told(limits, judge.name, judge.is_ratio),
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
        would_change=scale_told(claim, limits, judge, others),
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
            none: Verdict = "better than claimed" if limits.is_cost else "not borne out"
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
        return "better than claimed" if limits.is_cost else "not borne out"
    change, printed = value - limits.neutral, limits.expected - limits.neutral
    beyond = abs(change) > 2 * abs(printed) + limits.tolerance
    return "better than claimed" if limits.is_gain and beyond else "direction only"


# What would change a verdict


def scale(
    claim: Claim, limits: Bound, judge: Figure, others: Sequence[Figure]
) -> list[tuple[Verdict, str, float]]:
    """Returns the verdict for every value of the judging figure, with the same noise.

    Args:
        claim: the claim.
        limits: its rule with numbers.
        judge: the figure that judges.
        others: figures of the same statement, which keep their values.

    Returns:
        each verdict with the edge of its range, by rising values, and whether it begins ``"from"``
        this edge or ``"above"`` it.
    """
    low, high = (max(end or 0, EXACT) for end in (judge.moved(1).low, judge.moved(1).high))
    neutral = limits.expected if limits.neutral is None else limits.neutral
    twice = 2 * (limits.expected - neutral)
    ends = [limits.expected + limits.tolerance, limits.expected - limits.tolerance]
    ends += [neutral, neutral + twice - limits.tolerance, neutral + twice + limits.tolerance]
    edges = sorted({0.0, *(end / blur for end in ends for blur in (1, low, high) if end > 0)})
    found: list[tuple[Verdict, str, float]] = []
    for edge, after in pairwise([*edges, 3 * edges[-1] + 1]):
        for word, at in (("from", edge), ("above", (edge + after) / 2)):
            verdict, _ = decide(claim, limits, judge.moved(at), others)
            if not found or found[-1][0] != verdict:
                found.append((verdict, word, edge))
    return found


def scale_told(claim: Claim, limits: Bound, judge: Figure, others: Sequence[Figure]) -> str:
    """Returns the verdicts for all values of the judging figure as a sentence."""
    if judge.value is None or (claim.undecided and claim.kind != "arithmetic"):
        return ""
    (first, _, _), *rest = scale(claim, limits, judge, others)
    if not rest:
        return f"By the figure that judges: {first} while the other figures disagree."
    steps = [f"{name} {word} {shown(at, limits, judge.is_ratio)}" for name, word, at in rest]
    return f"By the figure that judges: {first}, {', '.join(steps)}."


# Texts


def _figures_told(
    claim: Claim, deciding: Sequence[Figure], beside: Sequence[Figure], limits: Bound
) -> str:
    """Returns the figures as text: first those that decide, then those for comparison."""
    first = [
        _measured(one, limits) + (f", {limits.says(one)}" if claim.kind == "technique" else "")
        for one in deciding
        if one.value is not None
    ]
    last = "; ".join(_measured(one, limits) for one in beside if one.value is not None)
    compared = [f"for comparison: {last}"] if last else []
    return "; ".join((*first, *compared)) or "not measured yet"


def _measured(figure: Figure, limits: Bound) -> str:
    assert figure.value is not None
    text = f"{figure.name}: {shown(figure.value, limits, figure.is_ratio)}"
    if figure.low is not None and figure.high is not None and figure.low != figure.high:
        ends = (shown(end, limits, figure.is_ratio) for end in (figure.low, figure.high))
        text += f" ({' to '.join(ends)} within noise)"
    return text


def _flat(figures: Iterable[Figure]) -> dict[str, float]:
    """Returns the figures by name, with the range that noise allows where there is one."""
    found: dict[str, float] = {}
    for one in figures:
        if one.value is not None:
            found[one.name] = round(one.value, 4)
            if one.low is not None and one.high is not None and one.low != one.high:
                found[f"{one.name}, lowest within noise"] = round(one.low, 4)
                found[f"{one.name}, highest within noise"] = round(one.high, 4)
    return found
