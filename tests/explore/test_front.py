"""Fronts and hypervolumes as properties."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from silicrypt.explore.objectives import dominates, front, gain, hypervolume

VECTORS = st.lists(st.tuples(*[st.integers(0, 6).map(float)] * 3), max_size=7)


def counted(vectors: list[tuple[float, ...]]) -> int:
    """Returns the number of unit cubes that the vectors dominate: the volume by counting."""
    cubes = itertools.product(range(6), repeat=3)
    return sum(
        any(all(c < v for c, v in zip(cube, w, strict=True)) for w in vectors) for cube in cubes
    )


@given(VECTORS)
def test_the_hypervolume_is_the_number_of_dominated_cubes(
    vectors: list[tuple[float, ...]],
) -> None:
    assert hypervolume(vectors, (0.0, 0.0, 0.0)) == counted(vectors)


@given(VECTORS)
def test_the_front_dominates_every_point_and_none_of_its_own(
    vectors: list[tuple[float, ...]],
) -> None:
    kept = [vectors[n] for n in front(enumerate(vectors))]
    assert not any(dominates(a, b) for a in kept for b in kept)
    assert len(set(kept)) == len(kept)
    for vector in vectors:
        assert vector in kept or any(dominates(one, vector) for one in kept)


@given(VECTORS)
def test_points_off_the_front_add_no_volume(vectors: list[tuple[float, ...]]) -> None:
    kept = [vectors[n] for n in front(enumerate(vectors))]
    assert hypervolume(kept, (0.0,) * 3) == hypervolume(vectors, (0.0,) * 3)


def test_what_is_not_above_the_reference_counts_nothing() -> None:
    assert hypervolume([(5.0, 1.0), (2.0, 3.0)], (1.0, 1.0)) == 2.0
    assert hypervolume([], (0.0,)) == 0.0


@given(VECTORS, st.tuples(*[st.integers(0, 6).map(float)] * 3))
def test_a_gain_is_the_volume_with_the_vector_less_that_without(
    vectors: list[tuple[float, ...]], one: tuple[float, ...]
) -> None:
    reference = (0.0, 1.0, 0.0)
    without = hypervolume(vectors, reference)
    assert gain(one, vectors, reference) == hypervolume([*vectors, one], reference) - without
