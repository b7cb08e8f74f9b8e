"""The parts of a reproduction with a form of their own: rates of messages, tables, plots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class MessageRate:
    """The rate at which a design takes complete messages with padding, key blocks and outer hash.

    Attributes:
        name: the paper's name of the design, or the name of our configuration.
        kind: whether the clock is printed or ours.
        algorithm: the algorithm of the design.
        device: device or target that the clock was measured on.
        key: when the key is loaded, as text.
        block_mbps: rate that follows from the cycles per block, as papers count, Mbit/s.
        by_bytes: rate of messages in Mbit/s, by their length in bytes.
    """

    name: str
    kind: Literal["printed", "ours"]
    algorithm: str
    device: str
    key: str
    block_mbps: float
    by_bytes: Mapping[int, float]


@dataclass(frozen=True)
class Heading:
    """A column of a sheet.

    Attributes:
        text: the printed heading, with the unit.
        digits: decimals of its numbers; None for text.
    """

    text: str
    digits: int | None = None


@dataclass(frozen=True)
class Sheet:
    """A table with its own columns, for a paper whose tables are lost or that has none.

    Attributes:
        name: name for links.
        about: what it shows, and under which conditions.
        headings: its columns.
        rows: one cell per column; None if there is no figure.
        grouped: whether the first column groups the rows by their source.
    """

    name: str
    about: str
    headings: tuple[Heading, ...]
    rows: tuple[tuple[str | float | None, ...], ...]
    grouped: bool = False


@dataclass(frozen=True)
class Curve:
    """A line of a plot.

    Attributes:
        name: name of the line.
        group: the target, or ``"printed"``; curves of one group share a colour.
        points: x and y of each point.
    """

    name: str
    group: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Plot:
    """The plot that answers the paper's main question.

    Attributes:
        title: title of the plot.
        x: title of the horizontal axis.
        y: title of the vertical axis.
        curves: its lines.
        ticks: ticks of the horizontal axis; one at each point by default.
        logarithmic: whether both axes are logarithmic.
    """

    title: str
    x: str
    y: str
    curves: tuple[Curve, ...]
    ticks: tuple[float, ...] = ()
    logarithmic: bool = False
