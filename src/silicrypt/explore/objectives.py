"""What a search optimises: quantities, limits, picks, fronts and hypervolumes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from silicrypt.errors import BadInput, UnknownName
from silicrypt.targets import Mapped, StandardCells, Target

#: The scores of a point by objective, each better if larger.
Vector = tuple[float, ...]
_T = TypeVar("_T")

#: The figures of a point by name; the unit is that of its `Quantity`.
Figures = Mapping[str, float]


@dataclass(frozen=True)
class Quantity:
    """A figure that a search can optimise or limit.

    Attributes:
        name: what the user types.
        label: heading in tables.
        unit: its unit, empty for counts.
        higher: whether a larger value is better.
    """

    name: str
    label: str
    unit: str
    higher: bool

    def score(self, value: float) -> float:
        """Returns the value, negated where a smaller one is better."""
        return value if self.higher else -value

    def text(self, value: float) -> str:
        """Returns the value with its unit."""
        shown = f"{value:,.0f}" if value >= 1000 or value == int(value) else f"{value:.4g}"
        return f"{shown} {self.unit}".strip()


#: Every quantity by name.
QUANTITIES: Mapping[str, Quantity] = MappingProxyType(
    {
        one.name: one
        for one in (
            Quantity("throughput", "throughput", "Mbit/s", True),
            Quantity("one-message", "one message", "Mbit/s", True),
            Quantity("latency", "latency", "ns", False),
            Quantity("fmax", "fmax", "MHz", True),
            Quantity("cycles", "cycles/block", "", False),
            Quantity("lut", "LUT", "", False),
            Quantity("ff", "FF", "", False),
            Quantity("ge", "gate equivalents", "GE", False),
            Quantity("energy", "energy/bit", "pJ", False),
        )
    }
)
#: Quantities that follow from the clock.
_TIMED = ("throughput", "one-message", "latency", "fmax")


def available(target: Target) -> list[str]:
    """Returns the names of the quantities that a target gives."""
    if isinstance(target, StandardCells):
        return [*_TIMED, "cycles", "ff", "ge", "energy"]
    if isinstance(target, Mapped):
        return ["cycles", "lut", "ff"]
    return [*_TIMED, "cycles", "lut", "ff"]


def quantity(name: str, target: Target) -> Quantity:
    """Returns the quantity of that name; ``"area"`` is that of the target.

    Raises:
        UnknownName: there is no such quantity.
        BadInput: the target does not give it.
    """
    if name == "area":
        name = "ge" if isinstance(target, StandardCells) else "lut"
    if name not in QUANTITIES:
        raise UnknownName("objective", name, [*QUANTITIES, "area"])
    if name not in available(target):
        given = ", ".join(available(target))
        raise BadInput(f"{target.name} gives no {name}; it gives {given}")
    return QUANTITIES[name]


def objectives(text: str, target: Target) -> tuple[Quantity, ...]:
    """Returns the quantities of a list with commas, such as ``"throughput,lut"``.

    Raises:
        UnknownName: there is no such quantity.
        BadInput: the target does not give one, or one is named twice.
    """
    found = tuple(quantity(name.strip(), target) for name in text.split(","))
    if len(set(found)) != len(found):
        raise BadInput(f"--objective names a quantity twice: {text}")
    return found


@dataclass(frozen=True)
class UserLimit:
    """A bound on a quantity.

    Attributes:
        quantity: the quantity.
        value: the bound.
        least: whether the quantity must be at least the value; otherwise at most.
    """

    quantity: Quantity
    value: float
    least: bool

    def satisfied_by(self, figures: Figures) -> bool:
        """Returns whether figures respect the bound."""
        value = figures[self.quantity.name]
        return value >= self.value if self.least else value <= self.value

    def __str__(self) -> str:
        """Returns the bound as text."""
        return f"{self.quantity.name} {'>=' if self.least else '<='} {self.value:g}"


def limit(text: str, target: Target, *, least: bool) -> UserLimit:
    """Returns the bound of an option such as ``"lut=2000"``.

    Raises:
        UnknownName: there is no such quantity.
        BadInput: the text is not a name, an equals sign and a number.
    """
    name, sign, value = text.partition("=")
    option = "--min fmax=100" if least else "--max lut=2000"
    if not sign:
        raise BadInput(f"'{text}' is no limit; write a name, = and a number, as in {option}")
    return UserLimit(quantity(name.strip(), target), _number(value, text), least)


def _number(value: str, text: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if math.isnan(number):
        raise BadInput(f"'{value.strip()}' in '{text}' is not a number")
    return number


_CONDITION = re.compile(r"([\w-]+)\s*(>=|<=)\s*(\S+)")
_GOAL = re.compile(r"(min|max)\s+([\w-]+)")


@dataclass(frozen=True)
class Pick:
    """One point of a front: conditions, and the quantity that decides among points that meet them.

    Attributes:
        limits: the conditions.
        goal: the quantity.
        largest: whether its largest value is picked.
    """

    limits: tuple[UserLimit, ...]
    goal: Quantity
    largest: bool

    def best(self, points: Iterable[tuple[_T, Figures]]) -> _T | None:
        """Returns the point that meets the conditions and is the best by the goal."""
        sign = 1 if self.largest else -1
        ranked = [
            (sign * figures[self.goal.name], point)
            for point, figures in points
            if all(one.satisfied_by(figures) for one in self.limits)
        ]
        return max(ranked, key=lambda pair: pair[0])[1] if ranked else None


def pick(text: str, target: Target) -> Pick:
    """Reads a pick such as ``"throughput >= 1000, min lut"``.

    Raises:
        UnknownName: there is no such quantity.
        BadInput: the text has another form.
    """
    limits, goals = list[UserLimit](), list[Pick]()
    for part in (part.strip() for part in text.split(",")):
        if found := _CONDITION.fullmatch(part):
            value = _number(found[3], part)
            limits.append(UserLimit(quantity(found[1], target), value, found[2] == ">="))
        elif found := _GOAL.fullmatch(part):
            goals.append(Pick((), quantity(found[2], target), found[1] == "max"))
        else:
            raise BadInput(
                f"cannot read '{part}' in --pick; write conditions and one goal with commas "
                'between, as in "throughput >= 1000, min lut"'
            )
    if len(goals) != 1:
        raise BadInput(f"--pick needs one goal, min or max of a quantity, and has {len(goals)}")
    return Pick(tuple(limits), goals[0].goal, goals[0].largest)


def vector(figures: Figures, wanted: Sequence[Quantity]) -> Vector:
    """Returns the figures in the order of the objectives, each better if larger."""
    return tuple(one.score(figures[one.name]) for one in wanted)


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


def gain(vector: Vector, others: Iterable[Vector], reference: Vector) -> float:
    """Returns the volume that a vector adds to that of others, above a reference point."""
    within = {tuple(map(min, other, vector)) for other in others}
    shared = front((one, one) for one in within)
    return hypervolume([vector], reference) - hypervolume(shared, reference)


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
