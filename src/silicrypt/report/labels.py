"""Places the names of points in a plot so that they cover neither each other nor a point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

_CHARACTER, _LINE, _GAP = 5.9, 11.0, 7.0


@dataclass(frozen=True)
class Position:
    """The position of a name relative to its point.

    Attributes:
        align: which end of the text is at the offset.
        dx: pixels to the right.
        dy: pixels down, to the middle of the line.
    """

    align: Literal["left", "center", "right"]
    dx: float
    dy: float


#: Possible positions, in order of preference.
POSITIONS = (
    Position("left", _GAP, 0),
    Position("right", -_GAP, 0),
    Position("left", _GAP, -_LINE),
    Position("left", _GAP, _LINE),
    Position("center", 0, -_LINE - 2),
    Position("center", 0, _LINE + 2),
    Position("right", -_GAP, -_LINE),
    Position("right", -_GAP, _LINE),
    Position("left", _GAP, -2 * _LINE),
    Position("left", _GAP, 2 * _LINE),
)

Box = tuple[float, float, float, float]


def box(x: float, y: float, text: str, at: Position) -> Box:
    """Returns the rectangle that a name covers: left, top, right, bottom."""
    width = len(text) * _CHARACTER
    left = x + at.dx - {"left": 0.0, "center": width / 2, "right": width}[at.align]
    return left, y + at.dy - _LINE / 2, left + width, y + at.dy + _LINE / 2


def overlap(a: Box, b: Box) -> float:
    """Returns the area that two rectangles share."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    tall = min(a[3], b[3]) - max(a[1], b[1])
    return wide * tall if wide > 0 and tall > 0 else 0.0


def arrange(
    points: Sequence[tuple[float, float, str]], width: float, height: float
) -> list[Position]:
    """Chooses a position for each name with a greedy search.

    A name takes the first position in which it covers nothing, or else the one in which it covers
    the least.

    Args:
        points: position in pixels (y downwards) and name of each point.
        width: width of the panel in pixels; the part of a name outside it counts as covered.
        height: height of the panel in pixels.
    """
    taken: list[Box] = [(x - 5, y - 5, x + 5, y + 5) for x, y, _ in points]
    chosen = []
    for own, (x, y, text) in enumerate(points):

        def cost(at: Position, own: int = own, x: float = x, y: float = y, t: str = text) -> float:
            b = box(x, y, t, at)
            size = (b[2] - b[0]) * (b[3] - b[1])
            outside = size - overlap(b, (0, 0, width, height))
            return outside + sum(overlap(b, o) for i, o in enumerate(taken) if i != own)

        best = min(POSITIONS, key=cost)
        taken.append(box(x, y, text, best))
        chosen.append(best)
    return chosen


def spread(positions: Sequence[float], gap: float) -> list[float]:
    """Moves positions down, no further than needed, until their distance is at least a gap.

    Args:
        positions: one position per label, in pixels, in any order.
        gap: smallest distance of two labels, in pixels.

    Returns:
        The new positions, in the same order.
    """
    moved = list(positions)
    last = float("-inf")
    for index in sorted(range(len(moved)), key=lambda i: positions[i]):
        last = moved[index] = max(moved[index], last + gap)
    return moved
