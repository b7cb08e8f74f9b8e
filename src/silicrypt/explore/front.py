"""Pareto fronts and their hypervolume. In every vector here, each component is better if larger."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

Vector = tuple[float, ...]
_T = TypeVar("_T")


def dominates(one: Vector, other: Vector) -> bool:
    """Returns whether a vector is at least as good in every component and better in one."""
    return one != other and all(a >= b for a, b in zip(one, other, strict=True))


def front(points: Iterable[tuple[_T, Vector]]) -> list[_T]:
    """Returns the points whose vectors no other dominates, in the given order.

    Of points with equal vectors, the first is kept.
    """
    listed = list(points)
    vectors = {vector for _, vector in listed}
    kept, found = set[Vector](), list[_T]()
    for point, vector in listed:
        if vector not in kept and not any(dominates(other, vector) for other in vectors):
            kept.add(vector)
            found.append(point)
    return found


def hypervolume(vectors: Iterable[Vector], reference: Vector) -> float:
    """Returns the volume of what the vectors dominate above a reference point.

    Args:
        vectors: the points; parts of them that are not above the reference count nothing.
        reference: the worst value of each component.
    """
    above = [
        tuple(a - b for a, b in zip(vector, reference, strict=True))
        for vector in vectors
        if all(a > b for a, b in zip(vector, reference, strict=True))
    ]
    return _volume(above)


def _volume(vectors: Sequence[Vector]) -> float:
    """Returns the volume from the origin: a sum over slices of the last component."""
    if not vectors:
        return 0.0
    if len(vectors[0]) == 1:
        return max(vector[0] for vector in vectors)
    total, below = 0.0, 0.0
    for height in sorted({vector[-1] for vector in vectors}):
        reaching = [vector[:-1] for vector in vectors if vector[-1] >= height]
        total += (height - below) * _volume(reaching)
        below = height
    return total
