"""Comparing results beyond the spread of the seeds."""

from __future__ import annotations

import pytest
from invented import invented

from silicrypt.measure.comparison import Comparison, compare, interval, summary
from silicrypt.results.result import Range, Result, SeedResult


def routed(name: str, clocks: list[float], lut: int = 1000, cycles: int = 64) -> Result:
    middle = sorted(clocks)[len(clocks) // 2]
    return invented(
        *(name, "ecp5-85k", cycles),
        fmax_mhz=Range(min(clocks), middle, max(clocks)),
        lut=lut,
        throughput_mbps=512 * middle / cycles,
        per_seed=tuple(SeedResult(n, clock, lut, 10, 0) for n, clock in enumerate(clocks)),
    )


def by_name(before: Result, after: Result) -> dict[str, Comparison]:
    return {one.metric.name: one for one in compare(before, after)}


def test_a_difference_within_the_spread_is_none():
    found = by_name(routed("a", [95, 100, 105]), routed("b", [94, 102, 104]))
    assert found["fmax_mhz"].verdict == "not told apart"
    assert found["lut"].verdict == "the same"
    assert found["fmax_mhz"].low < 1 < found["fmax_mhz"].high


def test_equal_figures_of_each_seed_are_the_same():
    first = routed("a", [95, 100, 105])
    assert {one.verdict for one in by_name(first, routed("a", [95, 100, 105])).values()} == {
        "the same"
    }
    said = summary(first, routed("a", [95, 100, 105]), ("a@v1", "a"))
    assert said.startswith("a and a@v1 are equal in throughput; ")


def test_a_difference_beyond_the_spread_has_a_direction():
    found = by_name(routed("a", [95, 100, 105]), routed("b", [120, 125, 130], lut=900))
    assert found["fmax_mhz"].verdict == "better"
    assert found["delay_ns"].verdict == "better"
    assert found["lut"].verdict == "better"
    back = by_name(routed("b", [120, 125, 130], lut=900), routed("a", [95, 100, 105]))
    assert (back["fmax_mhz"].verdict, back["lut"].verdict) == ("worse", "worse")
    assert back["fmax_mhz"].ratio == pytest.approx(0.8)


def test_throughput_follows_clock_and_cycles():
    found = by_name(routed("a", [100, 100, 100], cycles=64), routed("b", [100] * 3, cycles=32))
    assert found["throughput_mbps"].ratio == pytest.approx(2)
    assert found["mbps_per_lut"].verdict == "better"


def test_the_interval_of_small_samples_is_that_of_all_resamples():
    # Of the medians of the 27 resamples of three values, 7 are the lowest, 13 the middle.
    low, high = interval([1.0], [1.0, 2.0, 4.0])
    assert (low, high) == (1.0, 4.0)
    assert interval([2.0, 2.0], [3.0, 3.0]) == (1.5, 1.5)


def test_large_samples_are_drawn_the_same_way_each_time():
    many = [100 + n % 7 for n in range(20)]
    assert interval(many, many) == interval(many, many)
    low, high = interval(many, many)
    assert low <= 1 <= high


def test_a_summary_is_a_sentence():
    said = summary(routed("a", [100, 101, 102]), routed("b", [50, 51, 52]))
    assert said.startswith("b is worse than a: 0.50 times the throughput")
