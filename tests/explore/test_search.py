"""The search, with an invented function in place of the tools."""

from __future__ import annotations

import itertools
import math
import re
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from silicrypt import targets
from silicrypt.errors import NotVerified, ToolFailed
from silicrypt.explore.objectives import (
    Vector,
    front,
    gain,
    hypervolume,
    limit,
    objectives,
    vector,
)
from silicrypt.explore.points import Clocked, Estimate
from silicrypt.explore.search import MARGIN, Search
from silicrypt.flow.synth import Computation

ECP5 = targets.get("ecp5-85k")
WANTED = objectives("throughput,lut", ECP5)


@dataclass
class Invented:
    """Points with a cost, a depth and a true clock, and a record of what was measured.

    Attributes:
        points: lookup tables, depth, and the product of depth and clock, of each point.
        wrong: points that fail their verification.
        refused: points that cannot be mapped.
        final: whether mapping gives the clock, as on standard cells.
        done: what was measured, in this order.
    """

    points: Sequence[tuple[int, float, float]]
    wrong: frozenset[int] = frozenset()
    refused: frozenset[int] = frozenset()
    final: bool = False
    done: list[str] = field(default_factory=list)

    def mapped(self, point: int) -> Estimate:
        self.done.append(f"map {point}")
        if point in self.refused:
            raise ToolFailed("no such module")
        lut, depth, speed = self.points[point]
        clock = (speed if self.final else 600) / depth
        return Estimate(Computation("", 8), 0 if self.final else depth, clock, {"lut": lut})

    def routed(self, point: int) -> Clocked:
        self.done.append(f"route {point}")
        return self.true(point)

    def confirmed(self, point: int) -> Clocked:
        self.done.append(f"confirm {point}")
        if point in self.wrong:
            raise NotVerified("the netlist is wrong")
        return self.true(point)

    def true(self, point: int) -> Clocked:
        lut, depth, speed = self.points[point]
        return speed / depth, {"lut": lut}

    def vector(self, point: int) -> Vector:
        clock, area = self.true(point)
        return 8 * clock, -area["lut"]

    def numbers(self, what: str) -> list[int]:
        """Returns the points that were routed or confirmed."""
        return [int(number) for did, number in map(str.split, self.done) if did == what]


def searched(
    points: Sequence[tuple[int, float, float]] | Invented, **how: Any
) -> tuple[Search, Invented]:
    """Returns a search that ended, and what was measured."""
    measure = points if isinstance(points, Invented) else Invented(points)
    names = [f"p{n}" for n in range(len(measure.points))]
    with ThreadPoolExecutor(how.get("width", 1)) as pool:
        search = Search(names, measure, WANTED, pool, **how)  # type: ignore[arg-type]
        search.run()
    return search, measure


def fronts(search: Search, measure: Invented) -> tuple[list[Vector], list[Vector]]:
    """Returns the confirmed front, and that of every point."""
    every = [measure.vector(n) for n in range(len(measure.points))]
    found = [vector(search.confirmed[n], WANTED) for n in search.front()]
    return found, [every[n] for n in front(enumerate(every))]


def points_of(slowest: float, fastest: float) -> st.SearchStrategy[list[tuple[int, float, float]]]:
    speeds = st.floats(slowest, fastest)
    return st.lists(st.tuples(st.integers(500, 3000), st.floats(2, 12), speeds), max_size=20)


#: A few of these are on the front.
MANY = [(500 + 20 * n, 4 + abs(n % 30 - 3) / 4, 600.0) for n in range(90)]
#: All of these are on the front.
EIGHT = [(500 + 100 * n, 12.0 - n, 600.0) for n in range(8)]


@settings(deadline=None, max_examples=60)
@given(points=points_of(600, 600 * MARGIN))
def test_the_front_is_complete_where_the_bound_holds(
    points: list[tuple[int, float, float]],
) -> None:
    search, measure = searched(points)
    found, best = fronts(search, measure)
    assert sorted(found) == sorted(best)
    assert search.complete
    assert len(set(measure.numbers("route"))) == len(measure.numbers("route"))


@settings(deadline=None, max_examples=40)
@given(points=points_of(300, 900))
def test_every_point_gets_a_front_place_figures_or_a_reason(
    points: list[tuple[int, float, float]],
) -> None:
    search, _ = searched(points)
    assert all((n in search.routed) != (n in search.dropped) for n in range(len(points)))
    assert set(search.front()) <= set(search.confirmed)


def test_no_gain_is_computed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[tuple[object, ...]] = []

    def counting(one: Vector, others: Sequence[Vector], reference: Vector) -> float:
        computed.append((one, *others, reference))
        return gain(one, others, reference)

    monkeypatch.setattr("silicrypt.explore.search.gain", counting)
    searched(MANY[:40], seeds=3)
    assert computed
    assert len(computed) == len(set(computed))


def test_few_points_are_routed_where_most_are_hopeless() -> None:
    search, measure = searched(MANY, seeds=3)
    volumes = [hypervolume(part, search.reference()) for part in fronts(search, measure)]
    assert math.isclose(*volumes)
    assert search.asked <= len(MANY)


def test_failed_routings_count() -> None:
    points = [(1000 - n, 4.0, 400.0 - n) for n in range(20)]
    search, measure = searched(Invented(points, wrong=frozenset(range(20))), seeds=3, runs=10)
    assert search.failed
    assert len(measure.numbers("route")) + 2 * len(measure.numbers("confirm")) == search.asked <= 10


def test_a_point_that_beats_its_bound_brings_dropped_points_back() -> None:
    search, measure = searched([(1000, 4.0, 400.0), (1010, 4.1, 900.0), (900, 3.5, 400.0)])
    assert 1 in measure.numbers("route") or search.dropped[1].startswith("its bound")
    search, _ = searched([(1000, 4.0, 400.0), (1100, 3.9, 800.0), (1200, 4.2, 800.0)])
    assert search.beaten == 1
    assert search.speed == pytest.approx(800.0)
    assert 2 in search.routed or "no better than p1" in search.dropped[2]


def test_a_slower_point_lowers_no_bound() -> None:
    search, _ = searched([(1000, 4.0, 600.0), (900, 4.0, 300.0), (800, 4.0, 600.0)])
    assert search.speed == 600.0
    assert search.front() == [2]


def test_a_wrong_point_leaves_the_front_to_the_next_best() -> None:
    points = [(1000, 4.0, 600.0), (1001, 4.0, 600.0)]
    search, _ = searched(Invented(points, wrong=frozenset({0})))
    assert search.front() == [1]
    assert search.failed == {0: "the netlist is wrong"}


def test_a_point_that_cannot_be_mapped_has_its_reason() -> None:
    search, _ = searched(Invented([(1, 1.0, 600.0)] * 2, refused=frozenset({1})))
    assert search.failed == {1: "no such module"}


def test_bounds_of_the_user_hold_on_the_front() -> None:
    points = [(600, 6.0, 600.0), (1500, 4.0, 600.0), (2500, 2.0, 600.0)]
    search, _ = searched(points, limits=[limit("lut=2000", ECP5, least=False)])
    assert search.front() == [0, 1]
    assert 2 in search.dropped or search.beaten_by(2) == "it breaks lut <= 2000"


@pytest.mark.parametrize("runs", [1, 3, 5])
def test_no_more_routings_than_allowed(runs: int) -> None:
    search, _ = searched(EIGHT, runs=runs, width=2, seeds=3)
    assert search.asked <= runs
    assert not search.complete


@pytest.mark.parametrize(("seeds", "runs"), [(1, 2), (3, 3), (3, 7)])
def test_the_routings_that_are_left_confirm_the_front(seeds: int, runs: int) -> None:
    search, _ = searched(EIGHT, runs=runs, seeds=seeds)
    assert search.asked <= runs
    assert search.front() and set(search.front()) <= set(search.confirmed)


def test_nothing_begins_after_the_deadline() -> None:
    search, measure = searched([(500, 4.0, 600.0)], deadline=time.monotonic() - 1)
    assert search.dropped == {0: "not mapped: the budget was used"}
    assert not measure.done


def test_after_half_of_the_budget_points_are_confirmed_before_others_are_mapped() -> None:
    """On standard cells, mapping alone could use the budget."""
    measure = Invented([(500 - n, 4.0 - n, 600.0) for n in range(3)], final=True)
    search, _ = searched(measure, halfway=time.monotonic() - 1)
    assert measure.done == ["map 0", "confirm 0", "map 1", "confirm 1", "map 2", "confirm 2"]
    assert search.complete
    assert search.front() == [2]


def test_a_sweep_confirms_every_point() -> None:
    _, measure = searched([(500 + n, 4.0 + n, 600.0) for n in range(5)], everything=True)
    assert sorted(measure.numbers("confirm")) == [0, 1, 2, 3, 4]


def test_final_figures_need_no_routing() -> None:
    """On standard cells, mapping gives the clock."""
    _, measure = searched(Invented([(500, 4.0, 600.0), (600, 4.0, 600.0)], final=True))
    assert measure.numbers("route") == []
    assert measure.numbers("confirm") == [0]


def test_the_time_left_is_at_most_that_of_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """By this clock 1000 s pass whenever it is read."""
    clock = itertools.count(0.0, 1000.0)
    monkeypatch.setattr("silicrypt.explore.search.time.monotonic", lambda: next(clock))
    points = [(100 + n, 2.0 - n / 9, 600.0) for n in range(9)]

    def minutes(**budget: float) -> list[int]:
        said: list[str] = []
        searched(points, progress=lambda *step: said.append(step[2]), **budget)
        return [int(left[1]) for one in said if (left := re.search(r"at most (\d+) min", one))]

    assert minutes()[:2] == [round(7 * 1000 / 60), round(6 * 1000 / 60)]
    limited = minutes(deadline=next(clock) + 9000)
    assert limited
    assert limited == sorted(limited, reverse=True)
    assert limited[0] < 100
