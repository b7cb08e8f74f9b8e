"""The search, with an invented function in place of the tools."""

from __future__ import annotations

import itertools
import math
import re
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from silicrypt import targets
from silicrypt.errors import NotVerified, ToolFailed
from silicrypt.explore.objectives import (
    Figures,
    Vector,
    front,
    gain,
    hypervolume,
    limit,
    objectives,
    vector,
)
from silicrypt.explore.points import Estimate
from silicrypt.explore.search import MARGIN, Search

ECP5 = targets.get("ecp5-85k")
WANTED = objectives("throughput,lut", ECP5)


@dataclass
class Invented:
    """Points with a cost, a depth and a true clock, and a record of what was measured.

    Attributes:
        points: lookup tables, depth, and the product of depth and clock, of each point.
        wrong: points that fail their verification.
        refused: points that cannot be mapped.
    """

    points: Sequence[tuple[int, float, float]]
    wrong: frozenset[int] = frozenset()
    refused: frozenset[int] = frozenset()
    routings: list[int] = field(default_factory=list)
    confirmations: list[int] = field(default_factory=list)

    def at(self, point: int, fmax_mhz: float) -> Figures:
        return {"fmax": fmax_mhz, "throughput": 8 * fmax_mhz, "lut": self.points[point][0]}

    def true(self, point: int) -> Figures:
        _, depth, speed = self.points[point]
        return self.at(point, speed / depth)

    def mapped(self, point: int) -> Estimate:
        if point in self.refused:
            raise ToolFailed("no such module")
        depth = self.points[point][1]
        return Estimate(depth, self.at(point, 600 / depth))

    def routed(self, point: int) -> Figures:
        self.routings.append(point)
        return self.true(point)

    def confirmed(self, point: int) -> Figures:
        self.confirmations.append(point)
        if point in self.wrong:
            raise NotVerified("the netlist is wrong")
        return self.true(point)


@pytest.fixture(scope="module")
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as found:
        yield found


def search(measure: Invented, pool: ThreadPoolExecutor, **how: object) -> Search:
    names = [f"p{n}" for n in range(len(measure.points))]
    return Search(names, measure, WANTED, pool, **how)  # type: ignore[arg-type]


def best(measure: Invented) -> list[tuple[float, ...]]:
    """Returns the front of every point, by exhaustive measurement."""
    every = [vector(measure.true(n), WANTED) for n in range(len(measure.points))]
    return [every[n] for n in front(enumerate(every))]


#: Points whose product of depth and clock differs by less than the margin of the bound.
CLOSE = st.lists(
    st.tuples(st.integers(500, 3000), st.floats(2, 12), st.floats(600, 600 * MARGIN)),
    min_size=1,
    max_size=25,
)


@settings(deadline=None, max_examples=60)
@given(points=CLOSE)
def test_the_front_is_complete_where_the_bound_holds(
    points: list[tuple[int, float, float]],
) -> None:
    measure = Invented(points)
    with ThreadPoolExecutor(1) as pool:
        one = search(measure, pool)
        one.run()
    found = [vector(one.state.confirmed[n], WANTED) for n in one.front()]
    assert sorted(found) == sorted(best(measure))
    assert one.state.complete
    assert len(set(measure.routings)) == len(measure.routings)


@settings(deadline=None, max_examples=40)
@given(
    points=st.lists(
        st.tuples(st.integers(500, 3000), st.floats(2, 12), st.floats(300, 900)), max_size=15
    )
)
def test_every_point_gets_a_front_place_figures_or_a_reason(
    points: list[tuple[int, float, float]],
) -> None:
    with ThreadPoolExecutor(1) as pool:
        one = search(Invented(points), pool)
        state = one.run()
    for n in range(len(points)):
        assert (n in state.routed) != (n in state.dropped)
    assert set(one.front()) <= set(state.confirmed)


def test_no_gain_is_computed_twice(
    pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[tuple[object, ...]] = []

    def counting(one: Vector, others: Sequence[Vector], reference: Vector) -> float:
        computed.append((one, *others, reference))
        return gain(one, others, reference)

    monkeypatch.setattr("silicrypt.explore.search.gain", counting)
    points = [(500 + 20 * n, 4 + abs(n % 30 - 3) / 4, 600.0) for n in range(40)]
    search(Invented(points), pool, seeds=3).run()
    assert computed
    assert len(computed) == len(set(computed))


def test_few_points_are_routed_where_most_are_hopeless(pool: ThreadPoolExecutor) -> None:
    points = [(500 + 20 * n, 4 + abs(n % 30 - 3) / 4, 600.0) for n in range(90)]
    measure = Invented(points)
    one = search(measure, pool, seeds=3)
    one.run()
    found = [vector(one.state.confirmed[n], WANTED) for n in one.front()]
    volumes = [hypervolume(part, one.reference()) for part in (found, best(measure))]
    assert math.isclose(*volumes)
    assert one.asked <= 3 * len(points) / 3


def test_a_point_that_beats_its_bound_brings_dropped_points_back(
    pool: ThreadPoolExecutor,
) -> None:
    slow = [(1000, 4.0, 400.0), (1010, 4.1, 900.0)]
    measure = Invented([*slow, (900, 3.5, 400.0)])
    one = search(measure, pool)
    one.run()
    assert 1 in measure.routings or one.state.dropped[1].startswith("its bound")
    hidden = Invented([(1000, 4.0, 400.0), (1100, 3.9, 800.0), (1200, 4.2, 800.0)])
    two = search(hidden, pool)
    two.run()
    assert two.state.beaten == 1
    assert two.state.speed == pytest.approx(800.0)
    assert 2 in two.state.routed or "no better than p1" in two.state.dropped[2]


def test_a_slower_point_lowers_no_bound(pool: ThreadPoolExecutor) -> None:
    points = [(1000, 4.0, 600.0), (900, 4.0, 300.0), (800, 4.0, 600.0)]
    one = search(Invented(points), pool)
    state = one.run()
    assert state.speed == 600.0
    assert one.front() == [2]


def test_a_wrong_point_leaves_the_front_to_the_next_best(pool: ThreadPoolExecutor) -> None:
    measure = Invented([(1000, 4.0, 600.0), (1001, 4.0, 600.0)], wrong=frozenset({0}))
    one = search(measure, pool)
    state = one.run()
    assert one.front() == [1]
    assert state.failed == {0: "the netlist is wrong"}


def test_a_point_that_cannot_be_mapped_has_its_reason(pool: ThreadPoolExecutor) -> None:
    state = search(Invented([(1, 1.0, 600.0)] * 2, refused=frozenset({1})), pool).run()
    assert state.failed == {1: "no such module"}


def test_bounds_of_the_user_hold_on_the_front(pool: ThreadPoolExecutor) -> None:
    measure = Invented([(600, 6.0, 600.0), (1500, 4.0, 600.0), (2500, 2.0, 600.0)])
    one = search(measure, pool, limits=[limit("lut=2000", ECP5, least=False)])
    state = one.run()
    assert one.front() == [0, 1]
    assert 2 in state.dropped or one.beaten_by(2) == "it breaks lut <= 2000"


@pytest.mark.parametrize("runs", [1, 3, 5])
def test_no_more_routings_than_allowed(pool: ThreadPoolExecutor, runs: int) -> None:
    measure = Invented([(500 + 100 * n, 12.0 - n, 600.0) for n in range(8)])
    one = search(measure, pool, runs=runs, width=2, seeds=3)
    state = one.run()
    assert one.asked <= runs
    assert not state.complete


def test_the_routings_that_are_left_confirm_the_front(pool: ThreadPoolExecutor) -> None:
    measure = Invented([(500 + 100 * n, 12.0 - n, 600.0) for n in range(8)])
    for seeds, runs in ((1, 2), (3, 3), (3, 7)):
        one = search(measure, pool, runs=runs, seeds=seeds)
        state = one.run()
        assert one.asked <= runs
        assert one.front() and set(one.front()) <= set(state.confirmed)


def test_nothing_begins_after_the_deadline(pool: ThreadPoolExecutor) -> None:
    measure = Invented([(500, 4.0, 600.0)])
    state = search(measure, pool, deadline=time.monotonic() - 1).run()
    assert state.dropped == {0: "not mapped: the budget was used"}
    assert not measure.routings


def test_after_half_of_the_budget_points_are_confirmed_before_others_are_mapped(
    pool: ThreadPoolExecutor,
) -> None:
    """On standard cells, mapping alone could use the budget."""

    class Counting(Invented):
        def mapped(self, point: int) -> Estimate:
            order.append(f"map {point}")
            return Estimate(0, self.true(point))

        def confirmed(self, point: int) -> Figures:
            order.append(f"confirm {point}")
            return super().confirmed(point)

    order: list[str] = []
    measure = Counting([(500 - n, 4.0 - n, 600.0) for n in range(3)])
    one = search(measure, pool, halfway=time.monotonic() - 1)
    state = one.run()
    assert order == ["map 0", "confirm 0", "map 1", "confirm 1", "map 2", "confirm 2"]
    assert state.complete
    assert one.front() == [2]


def test_a_sweep_confirms_every_point(pool: ThreadPoolExecutor) -> None:
    measure = Invented([(500 + n, 4.0 + n, 600.0) for n in range(5)])
    search(measure, pool, everything=True).run()
    assert sorted(measure.confirmations) == [0, 1, 2, 3, 4]


def test_final_figures_need_no_routing(pool: ThreadPoolExecutor) -> None:
    """On standard cells, mapping gives the clock."""

    class Timed(Invented):
        def mapped(self, point: int) -> Estimate:
            return Estimate(0, self.true(point))

    measure = Timed([(500, 4.0, 600.0), (600, 4.0, 600.0)])
    one = search(measure, pool)
    one.run()
    assert measure.routings == []
    assert measure.confirmations == [0]


def test_the_time_left_is_at_most_that_of_the_budget(
    pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By this clock 1000 s pass whenever it is read."""
    clock = itertools.count(0.0, 1000.0)
    monkeypatch.setattr("silicrypt.explore.search.time.monotonic", lambda: next(clock))
    measure = Invented([(100 + n, 2.0 - n / 9, 600.0) for n in range(9)])

    def minutes(**budget: float) -> list[int]:
        said: list[str] = []
        search(measure, pool, progress=lambda *step: said.append(step[2]), **budget).run()
        return [int(left[1]) for one in said if (left := re.search(r"at most (\d+) min", one))]

    assert minutes()[:2] == [round(7 * 1000 / 60), round(6 * 1000 / 60)]
    limited = minutes(deadline=next(clock) + 9000)
    assert limited
    assert limited == sorted(limited, reverse=True)
    assert limited[0] < 100
