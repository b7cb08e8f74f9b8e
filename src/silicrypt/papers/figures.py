"""Evaluates the figures of a claim: measured, printed, or computed by the module of the paper."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from silicrypt import targets
from silicrypt.errors import BadInput
from silicrypt.flow.implement import SEEDS
from silicrypt.flow.stimuli import DELAYS
from silicrypt.metrics import METRICS
from silicrypt.papers import formulas
from silicrypt.papers.claims import Cells, Computed, Design, Expression, Formula, Power
from silicrypt.papers.data import published
from silicrypt.papers.model import Measured, target_level
from silicrypt.papers.plan import PaperResults, kind_of
from silicrypt.results.power import PowerAt
from silicrypt.targets import Routed, StandardCells


@dataclass(frozen=True)
class Figure:
    """The value of a figure.

    Attributes:
        name: what it is a figure of.
        value: its value; None if a run is missing.
        low: the lowest value over the seeds.
        high: the highest value over the seeds.
        is_ratio: whether it is a ratio, whose change has a sign.
        target: what it was measured on.
        mapping: how it was measured there.
        missing: the runs that are missing.
    """

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    is_ratio: bool = False
    target: str = ""
    mapping: str = ""
    missing: tuple[str, ...] = ()


class FigureSources:
    """What figures are taken from.

    Attributes:
        results: what was measured.
        computed: the figures that the module of the paper computes, by identifier.
        cell: returns a printed cell by ``TABLE/ROW`` and column.
        names: the values of the names in formulas.
    """

    def __init__(
        self,
        results: PaperResults,
        computed: Mapping[str, float | None] = MappingProxyType({}),
        paper: str = "",
        definitions: Mapping[str, float | str] = MappingProxyType({}),
    ) -> None:
        """Collects the sources of a paper.

        Args:
            results: what was measured.
            computed: the figures that the module of the paper computes.
            paper: name of the paper whose cells are printed.
            definitions: the names for formulas.
        """
        self.results, self.computed = results, computed
        self._printed = {row.key: row for row in published(paper)}
        self.names = formulas.let(definitions, self.cell)

    def cell(self, key: str) -> float:
        """Returns the printed cell of a key ``TABLE/ROW:column``."""
        row, _, column = key.rpartition(":")
        number = self._printed[row].number(column) if row in self._printed else None
        if number is None:
            raise BadInput(f"published.csv prints no cell '{key}'")
        return number


_LABELS = {
    "area": "area",
    "luts": "LUTs",
    "registers": "flip-flops",
    "block_rams": "block RAMs",
    "mbps_per_area": "throughput per area",
    "throughput_one_mbps": "throughput on one message",
    "cases": "verified cases",
}


def evaluate(of: Expression, sources: FigureSources) -> Figure:
    """Returns the value of a figure."""
    match of:
        case Design():
            return _design(of, sources.results)
        case Power():
            return _power(of, sources.results)
        case Cells():
            return _cells(of, sources.cell)
        case Formula():
            value: float | None = formulas.evaluate(of.formula, sources.names, sources.cell)
            return _told(of, value)
        case Computed():
            return _told(of, sources.computed[of.figure])


def _told(of: Computed | Formula, value: float | None) -> Figure:
    missing = () if value is not None else (of.name,)
    target = of.on.partition(" ")[0]
    known = target.partition("@")[0] in targets.TARGETS
    mapping = mapping_of(target) if known else "cycles counted in simulation"
    return Figure(of.name, value, value, value, of.ratio, of.on, mapping, missing)


# Designs


def _design(of: Design, results: PaperResults) -> Figure:
    on = target_level(of.on, of.level)
    label = _LABELS.get(of.metric) or METRICS[of.metric].label
    found = {name: results.get(name, on) for name in (*of.new, *of.old)}
    spans = [
        _over(_values(of.metric, found[new]), _values(of.metric, found[old]))
        if old
        else _values(of.metric, found[new])
        for new, old in of.pairs
    ]
    missing = tuple(f"{name} on {on}" for name, one in found.items() if one is None)
    known = [one for one in spans if one is not None]
    low, value, high = (
        _picked(of, [one[n] for one in known]) if len(known) == len(spans) else None
        for n in range(3)
    )
    seeds = min((len(one.seeds) for one in found.values() if one), default=len(SEEDS))
    return Figure(
        f"{label} of {_names(of)} on {on}",
        value,
        low,
        high,
        is_ratio=of.is_ratio,
        target=on,
        mapping=mapping_of(of.on, seeds),
        missing=missing,
    )


_PICKS = {"mean": "the mean", "max": "the highest", "min": "the lowest", "fit": "a straight line"}


def _names(of: Design | Power | Cells) -> str:
    """Returns the compared designs as text."""
    new, old = (_listed(side) for side in (of.new, of.old))
    many = max(len(of.new), len(of.old)) > 1
    return f"{new}{f' over {old}' if old else ''}{f', {_PICKS[of.pick]},' if many else ''}"


def _listed(names: Sequence[str]) -> str:
    """Returns names as text; of more than three the first and the last."""
    known = [name.partition("/")[2] or name for name in dict.fromkeys(names)]
    return ", ".join(known) if len(known) < 4 else f"{known[0]} to {known[-1]}"


_Span = tuple[float, float, float]


def _over(above: _Span | None, below: _Span | None) -> _Span | None:
    """Returns lowest, middle and highest value of a ratio over the seeds."""
    if above is None or below is None or not all(below):
        return None
    return above[0] / below[2], above[1] / below[1], above[2] / below[0]


def _values(metric: str, of: Measured | None) -> _Span | None:
    """Returns lowest, middle and highest value of a figure over the seeds."""
    value = getattr(of, metric, None)
    if of is None or value is None:
        return None
    clocked = metric in ("fmax_mhz", "delay_ns", "throughput_mbps", "throughput_one_mbps")
    if not (clocked or metric == "mbps_per_area") or not of.fmax_mhz or not of.fmax_range_mhz:
        return value, value, value
    low, high = (clock / of.fmax_mhz for clock in of.fmax_range_mhz)
    if metric == "delay_ns":
        low, high = 1 / high, 1 / low
    return value * low, value, value * high


def _picked(of: Design | Power | Cells, values: Sequence[float]) -> float:
    match of.pick:
        case "mean":
            return statistics.fmean(values)
        case "max":
            return max(values)
        case "min":
            return min(values)
        case "fit":
            x = getattr(of, "x", ()) or range(len(values))
            flat = len(set(values)) == 1
            return 0.0 if flat else statistics.correlation(list(x), list(values)) ** 2


def mapping_of(target: str, seeds: int = 0) -> str:
    """Returns how figures are obtained on a target, as text."""
    kind = kind_of(target)
    found = targets.get(target)
    if isinstance(found, StandardCells):
        how = {0: "smallest area", 1: "shortest delay"}.get(
            found.delay_target_ps, f"delay target {found.delay_target_ps} ps"
        )
        return f"{how if found.restructured else 'gates as written'}; {kind}"
    if not isinstance(found, Routed) or seeds < 2:
        return kind
    return f"{kind}, median of {seeds} seeds"


# Power


def _power(of: Power, results: PaperResults) -> Figure:
    found = {name: results.power(name, of.on, of.scenario) for name in (*of.new, *of.old)}
    at: dict[str, PowerAt] = {}
    for name, result in found.items():
        if result is not None:
            rate = of.mbps
            mhz = of.mhz if rate is None else rate * result.cycles / result.message_bits
            at[name] = result.at(mhz or 0.0)
    missing = tuple(
        f"power of {name} in {of.scenario} on {of.on}" for name in found if name not in at
    )
    value = None
    if not missing:
        ratios = []
        for new, old in of.pairs:
            own = getattr(at[new], of.power)
            own += (of.combinational - 1) * at[new].combinational_uw
            ratios.append(own / getattr(at[old], of.power) if old else own)
        value = _picked(of, ratios)
    where = f"{of.mhz:g} MHz" if of.mhz is not None else f"{of.mbps:g} Mbit/s"
    more = f", combinational x{of.combinational:g}" if of.combinational != 1 else ""
    name = f"{METRICS[of.power].label} of {_names(of)} on {of.on}, {of.scenario} at {where}{more}"
    delays = "with" if of.scenario.endswith(DELAYS) else "without"
    mapping = f"{mapping_of(of.on)}; activity of every net, {delays} delays of the cells"
    return Figure(name, value, value, value, of.is_ratio, of.on, mapping, missing)


# Printed cells

_COLUMNS = {
    "fmax_mhz": "fmax",
    "throughput_mbps": "throughput",
    "time_us": "time",
    "area2": "registers",
}


def _cells(of: Cells, cell: Callable[[str], float]) -> Figure:
    ratios = []
    for new, old in of.pairs:
        ratios.append(cell(f"{new}:{of.column}") / (cell(f"{old}:{of.column}") if old else 1))
    value = _picked(of, ratios)
    column = _COLUMNS.get(of.column, of.column)
    numbers = dict.fromkeys(name.partition("/")[0] for name in (*of.new, *of.old))
    name = f"{column} of {_names(of).removesuffix(',')}, table {' and '.join(numbers)}"
    return Figure(name, value, value, value, of.is_ratio, "the paper's own tables", "as printed")
