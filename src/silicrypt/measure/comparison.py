"""Comparisons of two results.

The seeds of a placement are a sample. A ratio of two medians has a bootstrap interval: both
samples are drawn again with replacement, and the interval contains 95 % of the ratios (B. Efron,
R. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13). Small samples are enumerated
completely, so equal results give equal intervals. A figure without seeds has an exact ratio.
"""

from __future__ import annotations

import itertools
import random
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from silicrypt.metrics import METRICS, Metric
from silicrypt.results.result import Range, Result

Verdict = Literal["better", "worse", "the same", "not told apart", "different"]

#: The share of the ratios that an interval contains.
CONFIDENCE = 0.95
#: The largest number of resamples that are enumerated, and the number that is drawn otherwise.
_ENUMERATED, _DRAWN = 100_000, 10_000
_SEED = 1
#: With fewer seeds, an interval is coarse.
FEW_SEEDS = 5


@dataclass(frozen=True)
class Sample:
    """A figure of a result: one value for each seed, or one exact value.

    Attributes:
        values: the values, in the order of the seeds.
    """

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median."""
        return statistics.median(self.values)

    @property
    def range(self) -> Range:
        """Minimum, median and maximum."""
        return Range(min(self.values), self.median, max(self.values))


@dataclass(frozen=True)
class Comparison:
    """One metric of two results.

    Attributes:
        metric: the metric.
        before: the figure of the first result.
        after: the figure of the second result.
        ratio: the median of the second divided by that of the first.
        low: lower end of the interval of the ratio.
        high: upper end of the interval of the ratio.
        verdict: whether the second result is better.
    """

    metric: Metric
    before: Sample
    after: Sample
    ratio: float
    low: float
    high: float
    verdict: Verdict

    @property
    def sampled(self) -> bool:
        """Whether the figure depends on seeds."""
        return len(self.before.values) > 1 or len(self.after.values) > 1

    @property
    def sentence(self) -> str:
        """The comparison in words."""
        how = f" ({self.low:.3f} to {self.high:.3f} at 95 %)" if self.sampled else ""
        return f"{self.metric.label} {self.ratio:.3f} times{how}: {self.verdict}"


def samples(result: Result) -> dict[str, Sample]:
    """Returns the figures of a result by the name of their metric."""
    found = dict[str, Sequence[float]]()
    for name in METRICS:
        value = getattr(result, name, None)
        if isinstance(value, Range):
            found[name] = (value.median,)
        elif isinstance(value, int | float) and not isinstance(value, bool) and value:
            found[name] = (float(value),)
    if (seeds := result.per_seed) and result.fmax_mhz:
        found["fmax_mhz"] = [seed.fmax_mhz for seed in seeds]
        found["delay_ns"] = [1000 / seed.fmax_mhz for seed in seeds]
        found["lut"] = [float(seed.lut) for seed in seeds]
        found["ff"] = [float(seed.ff) for seed in seeds]
        if result.throughput_mbps:
            bits = result.throughput_mbps / result.fmax_mhz.median
            found["throughput_mbps"] = [bits * seed.fmax_mhz for seed in seeds]
            found["mbps_per_lut"] = [bits * one.fmax_mhz / one.lut for one in seeds if one.lut]
    return {name: Sample(tuple(values)) for name, values in found.items() if values}


def compare(before: Result, after: Result) -> list[Comparison]:
    """Returns every metric that both results have.

    Args:
        before: the result that ratios refer to.
        after: the other result.
    """
    first, second = samples(before), samples(after)
    return [
        _comparison(METRICS[name], first[name], second[name])
        for name in METRICS
        if name in first and name in second
    ]


def _comparison(metric: Metric, before: Sample, after: Sample) -> Comparison:
    ratio = after.median / before.median
    # The same seeds with the same figures are the same placements, not two samples.
    equal = before.values == after.values
    low, high = (1.0, 1.0) if equal else interval(before.values, after.values)
    return Comparison(metric, before, after, ratio, low, high, _verdict(metric, ratio, low, high))


def _verdict(metric: Metric, ratio: float, low: float, high: float) -> Verdict:
    if low == high == 1:
        return "the same"
    if low <= 1 <= high:
        return "not told apart"
    if metric.better == "neither":
        return "different"
    return "better" if (ratio > 1) == (metric.better == "higher") else "worse"


def interval(before: Sequence[float], after: Sequence[float]) -> tuple[float, float]:
    """Returns the bootstrap interval of the ratio of medians, ``after`` over ``before``."""
    ratios = sorted(
        statistics.median(b) / statistics.median(a) for a, b in _resampled(before, after)
    )
    rest = (1 - CONFIDENCE) / 2
    last = len(ratios) - 1
    return ratios[int(rest * last)], ratios[last - int(rest * last)]


def _resampled(
    before: Sequence[float], after: Sequence[float]
) -> Iterator[tuple[Sequence[float], Sequence[float]]]:
    """Yields pairs of samples that are drawn with replacement, all of them if they are few."""
    sizes = len(before) ** len(before), len(after) ** len(after)
    if sizes[0] * sizes[1] <= _ENUMERATED:
        first = list(itertools.product(before, repeat=len(before)))
        second = list(itertools.product(after, repeat=len(after)))
        yield from itertools.product(first, second)
        return
    rng = random.Random(_SEED)
    for _ in range(_DRAWN):
        yield rng.choices(before, k=len(before)), rng.choices(after, k=len(after))


def summary(before: Result, after: Result, names: tuple[str, str] | None = None) -> str:
    """Returns the comparison of two results in one or two sentences.

    Args:
        before: the result that ratios refer to.
        after: the other result.
        names: what they are called; their configurations by default.
    """
    old, new = names or (before.config, after.config)
    found = {c.metric.name: c for c in compare(before, after)}
    key = next((n for n in ("throughput_mbps", "fmax_mhz", "lut", "ge") if n in found), None)
    if key is None:
        return f"{new} and {old} have no figure in common"
    main = found[key]
    if main.verdict in ("the same", "not told apart"):
        said = "cannot be told apart" if main.verdict == "not told apart" else "are equal"
        first = f"{new} and {old} {said} in {main.metric.label}"
    else:
        first = (
            f"{new} is {main.verdict} than {old}: {main.ratio:.2f} times the {main.metric.label}"
        )
    if main.sampled and main.verdict != "the same":
        first += f", {main.low:.2f} to {main.high:.2f} at 95 % over the seeds"
    area = next((n for n in ("lut", "ge", "alut", "slices") if n in found and n != key), None)
    return first + (f"; {found[area].sentence}" if area else "")
