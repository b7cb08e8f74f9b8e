"""The plots of papers: lines with their names at their ends."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import altair as alt

from silicrypt.papers.sheets import Plot
from silicrypt.report.labels import spread
from silicrypt.report.style import PALETTE, chart, styled


@dataclass(frozen=True)
class _Scale:
    """A vertical axis that converts between values and pixels from its top.

    Attributes:
        height: height in pixels.
        low: the lowest value of a logarithmic axis; a linear axis starts at 0.
        high: the highest value.
        logarithmic: whether equal ratios take equal lengths.
    """

    height: int
    low: float
    high: float
    logarithmic: bool

    @property
    def domain(self) -> list[float]:
        """The values at both ends."""
        return [self.low if self.logarithmic else 0, self.high]

    def pixel(self, value: float) -> float:
        """Returns the position of a value, in pixels from the top."""
        if self.logarithmic:
            return self.height * math.log(self.high / value) / math.log(self.high / self.low)
        return self.height * (1 - value / self.high)

    def value(self, pixel: float) -> float:
        """Returns the value at a position."""
        if self.logarithmic:
            return self.high * math.exp(math.log(self.low / self.high) * pixel / self.height)
        return self.high * (1 - pixel / self.height)


def curves(plot: Plot, width: int, height: int) -> dict[str, Any]:
    """Returns the plot of a paper: lines with their names at their ends.

    Args:
        plot: the lines and the titles.
        width: width of the panel without the names, pixels.
        height: height of the panel, pixels.
    """
    heights = [y for curve in plot.curves for _, y in curve.points]
    scale = _Scale(height, min(heights) / 2, 1.1 * max(heights), plot.logarithmic)
    groups = list(dict.fromkeys(curve.group for curve in plot.curves))
    ends = spread([scale.pixel(c.points[-1][1]) for c in plot.curves], gap=13)
    rows = [
        {
            "x": x,
            "y": y,
            "name": curve.name,
            "group": curve.group,
            "text": f"{curve.name}: {'' if plot.logarithmic else 'x'}{y:.2f}",
        }
        for curve in plot.curves
        for x, y in curve.points
    ]
    names = [
        {"x": c.points[-1][0], "y": scale.value(end), "name": c.name, "group": c.group}
        for c, end in zip(plot.curves, ends, strict=True)
    ]
    kind: Literal["log", "linear"] = "log" if plot.logarithmic else "linear"
    ticks = sorted(plot.ticks or {x for curve in plot.curves for x, _ in curve.points})
    x = alt.X("x:Q", title=plot.x, axis=alt.Axis(values=ticks, format="d"))
    y = alt.Y("y:Q", title=plot.y).scale(domain=scale.domain, type=kind, nice=False)
    colour = alt.Color("group:N").scale(
        domain=groups, range=[PALETTE[role] for role in ("peer", "ours", "second")]
    )
    base = chart(rows).encode(
        x=x.scale(domain=[ticks[0], ticks[-1]], type=kind, nice=False),
        y=y,
        color=colour,
        detail="name:N",
    )
    text = chart(names).encode(x="x:Q", y="y:Q", color=colour, text="name:N")
    layered = alt.layer(
        base.mark_line(strokeWidth=2),
        base.mark_point(filled=True, size=50, opacity=1).encode(description="text:N"),
        text.mark_text(align="left", dx=9, baseline="middle", fontSize=10.5),
    )
    return styled(layered.properties(width=width, height=height), right=30)
