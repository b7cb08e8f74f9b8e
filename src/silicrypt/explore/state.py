"""What a search knows of its points, and the measurements that it asks for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from silicrypt.explore.objectives import Figures


@dataclass(frozen=True)
class Estimate:
    """What mapping tells of a point.

    Attributes:
        depth: the depth of its logic; the product of depth and clock is about the same for all.
            Zero if the figures are final.
        figures: figures at a clock of ``1 / depth``, or the final ones.
    """

    depth: float
    figures: Figures


class Measure(Protocol):
    """The measurements of a point. Each raises `SilicryptError` if there is no figure."""

    def mapped(self, point: int) -> Estimate:
        """Maps a point."""

    def at(self, point: int, fmax_mhz: float) -> Figures:
        """Returns the figures of a mapped point at a clock."""

    def routed(self, point: int) -> Figures:
        """Routes a point with the first seed."""

    def confirmed(self, point: int) -> Figures:
        """Routes a point with all seeds and verifies it."""


@dataclass
class State:
    """What is known of the points, by their numbers.

    Attributes:
        estimates: the points that were mapped.
        routed: the figures of the points that were routed with the first seed.
        confirmed: the figures of the points that were verified and routed with all seeds.
        failed: the points that have no figures, with the reason.
        dropped: the points that were not routed, with the reason.
        speed: the largest product of depth and clock of a routed point.
        beaten: how many points were faster than their bounds.
        seconds: how long the last group of each stage took.
        complete: whether no further measurement can improve the front.
    """

    estimates: dict[int, Estimate] = field(default_factory=dict)
    routed: dict[int, Figures] = field(default_factory=dict)
    confirmed: dict[int, Figures] = field(default_factory=dict)
    failed: dict[int, str] = field(default_factory=dict)
    dropped: dict[int, str] = field(default_factory=dict)
    speed: float = 0.0
    beaten: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    complete: bool = False

    def figures(self, point: int) -> Figures | None:
        """Returns the best known figures of a point."""
        return self.confirmed.get(point) or self.routed.get(point)
