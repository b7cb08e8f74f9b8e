"""The plot of throughput against area, of our cores and the open peers."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import altair as alt
import vl_convert as vlc

from silicrypt.papers.data import Peer
from silicrypt.report.columns import grouped
from silicrypt.report.labels import arrange
from silicrypt.report.rows import ResultRow, comparable, compared, family
from silicrypt.report.style import PALETTE, chart, inline, styled, svg

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
        "text": f"{name}: {grouped(throughput)} Mbit/s in {grouped(area)} LUT4, "
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
    return styled(alt.concat(*panels, columns=columns, spacing=28))


def _panel(
    group: str, shown: list[dict[str, Any]], width: int, height: int
) -> alt.LayerChart | alt.FacetChart:
    wide, tall = _domain(p["area"] for p in shown), _domain(p["throughput"] for p in shown)
    base = chart(shown).encode(
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
        base.properties(data=inline([p for place, p in placed if place == at]))
        .mark_text(align=at.align, dx=at.dx, dy=at.dy, baseline="middle", fontSize=10.5)
        .encode(text="name:N")
        for at in dict.fromkeys(place for place, _ in placed)
    ]
    layered = alt.layer(*_iso_lines(wide, tall), marks, *names)
    return layered.properties(width=width, height=height, title=group)


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
    ends = []
    for ratio in _ISO:
        left, right = max(wide[0], tall[0] / ratio), min(wide[1], tall[1] / ratio)
        if left < right:
            name = f"{ratio:g} / LUT"
            ends += [
                {"area": area, "throughput": area * ratio, "ratio": ratio, "name": shown}
                for area, shown in ((left, ""), (right, name))
            ]
    line = chart(ends).encode(x="area:Q", y="throughput:Q", detail="ratio:N")
    return [
        line.mark_line(color=PALETTE["faint"], strokeWidth=1, strokeDash=[4, 3]),
        line.mark_text(align="right", dx=-2, dy=-5, fontSize=9, color=PALETTE["faint"]).encode(
            text="name:N"
        ),
    ]


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
