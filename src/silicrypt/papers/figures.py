"""The figures of claims: their values, and the noise of what they are made of.

A figure is measured, printed, or follows from a formula. Its noise is that of its metric
(`silicrypt.metrics`), or of the seeds of a placement.
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from silicrypt import catalog, metrics, targets
from silicrypt.errors import BadInput
from silicrypt.flow.implement import SEEDS
from silicrypt.flow.stimuli import DELAYS
from silicrypt.metrics import FIGURES, METRICS, Metric, Noise
from silicrypt.papers.claims import (
    Expression,
    Formula,
    MeasuredFigure,
    MeasuredPower,
    PrintedFigure,
    StatedSheet,
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
from silicrypt.papers.model import Cells, Sheet, target_level
from silicrypt.papers.plan import PaperResults
from silicrypt.results.result import PowerAt, PowerResult, Result
from silicrypt.targets import Routed, StandardCells


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
    value: float | None = None
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

    @property
    def within_noise(self) -> tuple[float, ...]:
        """The lowest and the highest value; none if they are the same or a run is missing."""
        known = self.low is not None and self.high is not None and self.low != self.high
        return (self.ends[0], self.ends[-1]) if known else ()

    def moved(self, value: float) -> Figure:
        """Returns the figure with another value and the same relative noise."""
        low, high = ((end or 0) / self.value if self.value else 1 for end in (self.low, self.high))
        return replace(self, value=value, low=min(value * low, value), high=value * high)

    def spread(self, low: float | None, value: float | None, high: float | None) -> Figure:
        """Returns the figure with these values, and on both sides with its noise."""
        by = self.noise.factor
        low, high = (None if low is None else low / by), (None if high is None else high * by)
        return replace(self, value=value, low=low, high=high)


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
            return _of_design(key)
        if key.scenario:
            power = self.results.power(key.point, key.target, key.scenario)
            return _of_power(power, key.clock, key.figure) if power else None
        result = self.results.get(key.point, target_level(key.target, key.level))
        return FIGURES[key.figure].of(result) if result else None

    def ends(self, formula: str) -> dict[str, set[float]]:
        """Returns the lowest and the highest value over the seeds of figures, by their keys."""
        found = {}
        for key in keys_in(formula):
            metric = FIGURES.get(key.figure)
            if metric and metric.is_clocked and isinstance(targets.get(key.target), Routed):
                result = self.results.get(key.point, target_level(key.target, key.level))
                span = _over_seeds(metric, result)
                found[key.text] = {span[0], span[2]} if span else set()
        return found

    @cached_property
    def names(self) -> Mapping[str, float | None]:
        """The values of all names in formulas; None if a run is missing."""
        return {**(named(self.paper) if self.paper else {}), **self.computed}


def _is_figure(key: DesignKey) -> bool:
    """Returns whether there is a figure of this name."""
    if key.scenario:
        return key.figure in PowerAt.__annotations__ | PowerResult.__annotations__
    if key.target:
        return key.figure in FIGURES
    if key.size:
        return key.figure in ("latency", "message_interval", "key_interval")
    return key.figure in ("cycles_per_block", *catalog.get(key.point).parameters)


def _of_design(key: DesignKey) -> float:
    """Returns what follows from a design alone: a parameter, or cycles at its first level."""
    point = catalog.get(key.point)
    if key.figure in point.parameters:
        return float(point.parameters[key.figure])
    if key.figure == "latency":
        return point.cycles(point.levels[0], int(key.size))
    found = getattr(point, key.figure)
    value: float = found(int(key.size)) if key.size else found
    return value


def _of_power(result: PowerResult, clock: str, figure: str) -> float:
    """Returns a figure of a power result at a clock or a throughput.

    The clock is, for instance, ``"10 MHz"``, ``"1000 Mbit/s"`` or ``"fmax"``. It is empty for a
    figure that does not depend on it.
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


def evaluate(of: Expression, sources: FigureSources) -> Figure:
    """Returns the value of a figure."""
    match of:
        case MeasuredFigure():
            return _measured(of, sources.results)
        case MeasuredPower():
            return _power(of, sources.results)
        case PrintedFigure():
            return _printed(of, sources.paper)
        case Formula():
            return _formula(of, sources)


# Figures of one or more designs

#: The lowest, the middle and the highest value of a figure.
_Span = tuple[float, float, float]
_Pairs = MeasuredFigure | MeasuredPower | PrintedFigure


def _paired(of: _Pairs, known: Mapping[str, _Span], empty: Figure) -> Figure:
    """Returns a figure with its values, from those of each design."""
    if not known.keys() >= {*of.new, *of.old}:
        return empty
    ratios = [_over(known[new], known[old]) if old else known[new] for new, old in of.pairs]
    sound = [one for one in ratios if one]
    if len(sound) < len(ratios):
        return empty
    return empty.spread(*(_picked(of, values) for values in zip(*sound, strict=True)))


def _over(above: _Span, below: _Span) -> _Span | None:
    if not all(below):
        return None
    return above[0] / below[2], above[1] / below[1], above[2] / below[0]


_PICKS: Mapping[str, tuple[str, Callable[[Sequence[float]], float]]] = {
    "mean": ("the mean", statistics.fmean),
    "median": ("the median", statistics.median),
    "max": ("the highest", max),
    "min": ("the lowest", min),
}


def _picked(of: _Pairs, values: Sequence[float]) -> float:
    if of.pick != "fit":
        return _PICKS[of.pick][1](values)
    x = getattr(of, "x", ()) or range(len(values))
    flat = len(set(values)) == 1
    return 0.0 if flat else statistics.correlation(list(x), list(values)) ** 2


def _names(of: _Pairs) -> str:
    """Returns the compared designs as text."""
    new, old = (_listed(side) for side in (of.new, of.old))
    many = max(len(of.new), len(of.old)) > 1
    pick = "a straight line" if of.pick == "fit" else _PICKS[of.pick][0]
    return f"{new}{f' over {old}' if old else ''}{f', {pick},' if many else ''}"


def _listed(names: Sequence[str]) -> str:
    """Returns names as text; of more than three the first and the last."""
    known = [name.partition("/")[2] or name for name in dict.fromkeys(names)]
    return ", ".join(known) if len(known) < 4 else f"{known[0]} to {known[-1]}"


def _measured(of: MeasuredFigure, results: PaperResults) -> Figure:
    on = target_level(of.on, of.level)
    metric = FIGURES[of.metric]
    found = {name: results.get(name, on) for name in (*of.new, *of.old)}
    seeds = min((len(one.seeds) for one in found.values() if one), default=len(SEEDS))
    several = metric.is_clocked and isinstance(targets.get(of.on), Routed) and seeds > 1
    noise = metrics.SEEDS if several else metric.noise
    empty = Figure(
        f"{metric.phrase or metric.label} of {_names(of)} on {on}",
        noise=metrics.EXACT if of.pick == "fit" else noise,
        is_ratio=of.is_ratio,
        target=on,
        mapping=_mapping_of(of.on, seeds),
        missing=tuple(f"{name} on {on}" for name, one in found.items() if one is None),
    )
    spans = {name: span for name, one in found.items() if (span := _over_seeds(metric, one))}
    return _paired(of, spans, empty)


def _over_seeds(metric: Metric, of: Result | None) -> _Span | None:
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


def _mapping_of(target: str, seeds: int = 0) -> str:
    """Returns how figures are obtained on a target, as text."""
    found = targets.get(target)
    if isinstance(found, StandardCells):
        how = {0: "smallest area", 1: "shortest delay"}.get(
            found.delay_target_ps, f"delay target {found.delay_target_ps} ps"
        )
        return f"{how if found.restructured else 'gates as written'}; {found.kind}"
    several = isinstance(found, Routed) and seeds > 1
    return f"{found.kind}, median of {seeds} seeds" if several else found.kind


def _power(of: MeasuredPower, results: PaperResults) -> Figure:
    found = {name: results.power(name, of.on, of.scenario) for name in (*of.new, *of.old)}
    rate, unit = (of.mbps, "Mbit/s") if of.mhz is None else (of.mhz, "MHz")
    what, delays = METRICS[of.power].label, "with" if of.scenario.endswith(DELAYS) else "without"
    empty = Figure(
        f"{what} of {_names(of)} on {of.on}, {of.scenario} at {rate:g} {unit}",
        noise=metrics.POWER,
        is_ratio=of.is_ratio,
        target=of.on,
        mapping=f"{_mapping_of(of.on)}; activity of every net, {delays} delays of the cells",
        missing=tuple(
            f"power of {name} in {of.scenario} on {of.on}"
            for name, one in found.items()
            if one is None
        ),
    )
    each = {name: _of_power(one, f"{rate} {unit}", of.power) for name, one in found.items() if one}
    return _paired(of, {name: (one, one, one) for name, one in each.items()}, empty)


_COLUMNS = {
    "fmax_mhz": "fmax",
    "throughput_mbps": "throughput",
    "time_us": "time",
    "area2": "registers",
}


def _printed(of: PrintedFigure, paper: str) -> Figure:
    each = {name: cell(paper, f"{name}:{of.column}") for name in (*of.new, *of.old)}
    column = _COLUMNS.get(of.column, of.column)
    numbers = " and ".join(dict.fromkeys(name.partition("/")[0] for name in each))
    empty = Figure(
        f"{column} of {_names(of).removesuffix(',')}, table {numbers}",
        is_ratio=of.is_ratio,
        target="the paper's own tables",
        mapping="as printed",
    )
    return _paired(of, {name: (one, one, one) for name, one in each.items()}, empty)


# Formulas

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

    middle, ends = value({}), sources.ends(of.formula)
    choices = (dict(zip(ends, one, strict=True)) for one in itertools.product(*ends.values()))
    found = [end for end in map(value, choices) if end is not None]
    target = of.on.partition(" ")[0]
    known = target.partition("@")[0] in targets.TARGETS
    figure = Figure(
        of.name,
        noise=metrics.SEEDS if ends else _NOISES[of.noise],
        is_ratio=of.is_ratio,
        target=of.on,
        mapping=_mapping_of(target) if known else "cycles counted in simulation",
        missing=(of.name,) if middle is None else (),
    )
    return figure.spread(min(found, default=None), middle, max(found, default=None))


def stated_sheet(stated: StatedSheet, sources: FigureSources) -> Sheet:
    """Returns a sheet that the TOML of a paper states.

    A row is left out if its first measured figure is missing.
    """
    rows = (_sheet_row(row, sources) for row in sheet_rows(sources.paper, stated))
    return Sheet.of(
        stated.name, stated.about, stated.columns, filter(None, rows), grouped=stated.grouped
    )


def _sheet_row(row: Sequence[str], sources: FigureSources) -> Cells | None:
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
