"""The figures that can judge a claim: a closed set, written in ``data/<paper>.toml``.

`Design` and `Power` are measured, `Cells` are printed, and `Named` figures are computed by the
module of the paper.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Tag
from pydantic import model_validator as check

from silicrypt.catalog import Level
from silicrypt.papers.power import What

#: How the ratios of several pairs become one figure. ``fit`` is the share of the variance (R^2)
#: that a straight line through the points explains.
Pick = Literal["mean", "max", "min", "fit"]

DesignMetric = Literal[
    "fmax_mhz",
    "delay_ns",
    "throughput_mbps",
    "throughput_one_mbps",
    "area",
    "luts",
    "registers",
    "block_rams",
    "cycles_per_block",
    "mbps_per_area",
    "cases",
]


class Frozen(BaseModel):
    """A value that is read from a file: complete, without unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class _Pairs(Frozen):
    """Figures of one or more designs, or their ratios to figures of others.

    Attributes:
        new: names in the numerator.
        old: names in the denominator; none for an absolute figure. A single name on one side is
            paired with each name on the other.
        pick: how several figures become one.
    """

    new: tuple[str, ...]
    old: tuple[str, ...] = ()
    pick: Pick = "mean"

    @check(mode="before")
    @classmethod
    def _lists(cls, given: Any) -> Any:
        single = {k: [v] for k, v in given.items() if k in ("new", "old") and isinstance(v, str)}
        return {**given, **single}

    @check(mode="after")
    def _lengths(self) -> _Pairs:
        if self.old and 1 not in (len(self.new), len(self.old)) and len(self.new) != len(self.old):
            raise ValueError("new and old have as many names, or one of them has one name")
        return self

    @property
    def is_ratio(self) -> bool:
        """Whether the figure is a ratio, whose change has a sign."""
        return bool(self.old) and self.pick != "fit"

    @property
    def pairs(self) -> list[tuple[str, str | None]]:
        """The names in numerator and denominator."""
        count = max(len(self.new), len(self.old))
        news, olds = (side * count if len(side) == 1 else side for side in (self.new, self.old))
        return list(zip(news, olds or [None] * count, strict=True))


class Design(_Pairs):
    """A measured figure of design points on a target.

    Attributes:
        metric: the figure.
        on: name of the target, with its mapping.
        level: ``"core"`` or ``"stream"``.
        x: for ``pick = "fit"``: the horizontal position of each design.
    """

    metric: DesignMetric
    on: str
    level: Level = "core"
    x: tuple[float, ...] = ()


class Power(_Pairs):
    """Power of design points at one clock or at one throughput.

    Attributes:
        power: the part of the power.
        on: name of the target, with its mapping.
        scenario: the stimulus.
        mhz: the clock of all designs.
        mbps: the throughput of all designs; each then has the clock that it needs.
        combinational: factor on the combinational energy of the designs in ``new`` alone. It
            bounds what glitches could add.
    """

    power: What
    on: str = "nangate45"
    scenario: str = "saturated"
    mhz: float | None = None
    mbps: float | None = None
    combinational: float = 1.0

    @check(mode="after")
    def _one(self) -> Power:
        if (self.mhz is None) == (self.mbps is None):
            raise ValueError("state either mhz or mbps")
        return self


class Cells(_Pairs):
    """A figure from the printed tables: names are ``TABLE/ROW`` of ``published.csv``.

    Attributes:
        column: the column of the table.
    """

    column: str


class Named(Frozen):
    """A figure that the paper's module computes under this name.

    Attributes:
        named: the name.
        on: what it was measured on.
        ratio: whether it is a ratio, whose change has a sign.
    """

    named: str
    on: str = ""
    ratio: bool = False

    @property
    def is_ratio(self) -> bool:
        """Whether the figure is a ratio, whose change has a sign."""
        return self.ratio


KINDS = {"metric": "design", "power": "power", "column": "cells", "named": "named"}


def kind_of(given: Any) -> str | None:
    """Returns the kind of a figure by the keys that it has; None if it has none of them."""
    if isinstance(given, BaseModel):
        return type(given).__name__.lower()
    return next((kind for key, kind in KINDS.items() if key in given), None)


Expression = Annotated[
    Annotated[Design, Tag("design")]
    | Annotated[Power, Tag("power")]
    | Annotated[Cells, Tag("cells")]
    | Annotated[Named, Tag("named")],
    Discriminator(
        kind_of,
        custom_error_type="figure",
        custom_error_message="a figure has one of the keys metric, power, column, named",
    ),
]
