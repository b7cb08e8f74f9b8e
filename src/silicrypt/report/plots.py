"""The plots. They use one light palette; the page turns its colours into CSS variables."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import altair as alt
import vl_convert as vlc

from silicrypt.papers.data import Peer
from silicrypt.papers.sheets import Plot
from silicrypt.report.labels import arrange, spread
from silicrypt.report.rows import ResultRow, comparable, compared, family

#: The light value of each colour role. All values differ, so that a role can be found again by its
#: value in a drawing.
PALETTE = {
    "paper": "#fdfdfc",
    "ink": "#1d2330",
    "muted": "#5d6675",
    "faint": "#8d95a3",
    "grid": "#e3e6ea",
    "ours": "#0b6e4f",
    "peer": "#b4531c",
    "second": "#2456a6",
}
_FONT = "system-ui, -apple-system, Segoe UI, sans-serif"
_OURS, _PEER, _MEASURED = "silicrypt", "open peers", "measured cores"
#: Colour and mark of each group of points.
_WHO = {
    _OURS: ("ours", "circle"),
    _PEER: ("peer", "diamond"),
    _MEASURED: ("second", "square"),
}
_ISO = (0.1, 0.2, 0.5, 1.0, 2.0)


def points(rows: Iterable[ResultRow], peers: Iterable[Peer]) -> list[dict[str, Any]]:
    """Returns the points of the throughput-area plot: our routed cores and the open peers."""
    ours = [
        _point(
            r.config,
            family(r.algorithm, r.cycles_per_block),
            _MEASURED if r.measured else _OURS,
            r.area,
            r.throughput,
        )
        for r in rows
        if compared(r) and r.area and r.throughput
    ]
    theirs = [
        _point(
            p.name,
            family(p.algorithm, p.cycles_per_block),
            _PEER,
            p.lut4,
            p.throughput_mbps,
        )
        for p in peers
        if comparable(p)
    ]
    return ours + theirs


def _point(
    name: str, group: str | None, who: str, area: float, throughput: float
) -> dict[str, Any]:
    return {
        "name": name,
        "family": group,
        "who": who,
        "area": area,
        "throughput": throughput,
        "text": f"{name}: {throughput:,.0f} Mbit/s in {area:,.0f} LUT4, "
        f"{throughput / area:.3f} Mbit/s per LUT",
    }


def scatter(shown: list[dict[str, Any]], width: int, height: int, columns: int) -> dict[str, Any]:
    """Returns a plot of throughput against area with lines of equal throughput per area.

    Each family has its own panel.

    Args:
        shown: the points, from `points`.
        width: width of a panel, pixels.
        height: height of a panel, pixels.
        columns: number of panels in a row.

    Returns:
        A Vega-Lite specification.
    """
    groups = sorted({p["family"] for p in shown if p["family"]}, reverse=True)
    panels = [
        _panel(group, [p for p in shown if p["family"] == group], width, height) for group in groups
    ]
    return _styled(alt.concat(*panels, columns=columns, spacing=28))


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
    base = _chart(rows).encode(
        x=x.scale(domain=[ticks[0], ticks[-1]], type=kind, nice=False),
        y=y,
        color=colour,
        detail="name:N",
    )
    text = _chart(names).encode(x="x:Q", y="y:Q", color=colour, text="name:N")
    layered = alt.layer(
        base.mark_line(strokeWidth=2),
        base.mark_point(filled=True, size=50, opacity=1).encode(description="text:N"),
        text.mark_text(align="left", dx=9, baseline="middle", fontSize=10.5),
    )
    return _styled(layered.properties(width=width, height=height), right=30)


def _styled(
    chart: alt.LayerChart | alt.ConcatChart | alt.FacetChart, right: int = 12
) -> dict[str, Any]:
    """Returns the chart in the page's colours; `right` leaves room for wider names."""
    chart = chart.configure(
        background=PALETTE["paper"],
        font=_FONT,
        padding={"left": 4, "top": 4, "right": right, "bottom": 4},
    )
    chart = chart.configure_view(stroke=None).configure_axis(
        labelColor=PALETTE["muted"],
        titleColor=PALETTE["muted"],
        titleFontWeight="normal",
        gridColor=PALETTE["grid"],
        domainColor=PALETTE["grid"],
        tickColor=PALETTE["grid"],
        labelFontSize=11,
        titleFontSize=11,
        titlePadding=10,
    )
    chart = chart.configure_title(
        color=PALETTE["ink"], anchor="start", fontSize=13, fontWeight=600, offset=8
    ).configure_legend(disable=True)
    spec: dict[str, Any] = chart.to_dict()
    return spec


def _panel(
    group: str, shown: list[dict[str, Any]], width: int, height: int
) -> alt.LayerChart | alt.FacetChart:
    wide, tall = _domain(p["area"] for p in shown), _domain(p["throughput"] for p in shown)
    base = _chart(shown).encode(
        x=_log("area", "area, LUT4 (log)", wide),
        y=_log_y("throughput", "throughput, Mbit/s (log)", tall),
        color=alt.Color("who:N").scale(
            domain=list(_WHO), range=[PALETTE[role] for role, _ in _WHO.values()]
        ),
    )
    shape = alt.Shape("who:N").scale(domain=list(_WHO), range=[mark for _, mark in _WHO.values()])
    marks = base.mark_point(filled=True, size=70, opacity=0.9).encode(
        shape=shape, description="text:N"
    )
    pixels = [
        (
            width * _along(p["area"], wide),
            height * (1 - _along(p["throughput"], tall)),
            str(p["name"]),
        )
        for p in shown
    ]
    placed = list(zip(arrange(pixels, width, height), shown, strict=True))
    names = [
        base.properties(data=_data([p for place, p in placed if place == at]))
        .mark_text(align=at.align, dx=at.dx, dy=at.dy, baseline="middle", fontSize=10.5)
        .encode(text="name:N")
        for at in dict.fromkeys(place for place, _ in placed)
    ]
    layered = alt.layer(*_iso_lines(wide, tall), marks, *names)
    return layered.properties(width=width, height=height, title=group)


def _data(values: list[dict[str, Any]]) -> alt.InlineData:
    return alt.InlineData(values=values)


def _chart(values: list[dict[str, Any]]) -> alt.Chart:
    return alt.Chart(_data(values))


def _log(field: str, title: str, domain: list[float]) -> alt.X:
    scale = alt.Scale(type="log", domain=domain, nice=False)
    return alt.X(f"{field}:Q", title=title, scale=scale, axis=_axis(domain))


def _log_y(field: str, title: str, domain: list[float]) -> alt.Y:
    scale = alt.Scale(type="log", domain=domain, nice=False)
    return alt.Y(f"{field}:Q", title=title, scale=scale, axis=_axis(domain))


def _axis(domain: list[float]) -> alt.Axis:
    """Returns an axis with ticks at 1, 2, 3, 5 and 7 in each decade."""
    ticks = [m * 10**e for e in range(6) for m in (1, 2, 3, 5, 7)]
    inside = [t for t in ticks if domain[0] <= t <= domain[1]]
    return alt.Axis(values=inside, labelOverlap="greedy", format=",")


def _domain(values: Iterable[float]) -> list[float]:
    known = list(values)
    return [min(known) / 1.35, max(known) * 1.35]


def _along(value: float, domain: list[float]) -> float:
    """Returns the position of a value on a logarithmic axis, 0 to 1."""
    return math.log(value / domain[0]) / math.log(domain[1] / domain[0])


def _iso_lines(wide: list[float], tall: list[float]) -> list[alt.Chart]:
    """Returns labelled lines of equal throughput per area, cut at the edges of the panel."""
    charts = []
    for ratio in _ISO:
        left, right = max(wide[0], tall[0] / ratio), min(wide[1], tall[1] / ratio)
        if left >= right:
            continue
        ends = [
            {"area": a, "throughput": a * ratio, "name": name}
            for a, name in ((left, ""), (right, f"{ratio:g} / LUT"))
        ]
        line = _chart(ends).encode(x="area:Q", y="throughput:Q")
        charts.append(line.mark_line(color=PALETTE["faint"], strokeWidth=1, strokeDash=[4, 3]))
        charts.append(
            line.mark_text(align="right", dx=-2, dy=-5, fontSize=9, color=PALETTE["faint"]).encode(
                text="name:N"
            )
        )
    return charts


def svg(spec: dict[str, Any]) -> str:
    """Returns a specification as an SVG element in the light palette."""
    drawing: str = vlc.vegalite_to_svg(spec)
    return drawing


def themed(drawing: str) -> str:
    """Returns an SVG element with CSS variables of the page instead of fixed colours."""
    for role, value in PALETTE.items():
        drawing = drawing.replace(f'"{value}"', f'"var(--{role})"')
    return drawing


def picture(rows: Iterable[ResultRow], peers: Iterable[Peer], out: Path) -> Path:
    """Draws the picture of the README on a light background.

    Args:
        rows: our results.
        peers: the open peers.
        out: file to write; ``.png`` or ``.svg``.
    """
    spec = scatter(points(rows, peers), 400, 320, 2)
    spec["title"] = {
        "text": "Throughput against area on ecp5-85k, placed and routed",
        "subtitle": "green circles: silicrypt; brown diamonds: open peers; "
        "dashed lines: the same throughput per LUT, in Mbit/s",
        "subtitleColor": PALETTE["muted"],
        "subtitlePadding": 6,
        "fontSize": 15,
    }
    if out.suffix == ".png":
        out.write_bytes(vlc.vegalite_to_png(spec, scale=2))
    else:
        out.write_text(svg(spec), encoding="utf-8")
    return out
