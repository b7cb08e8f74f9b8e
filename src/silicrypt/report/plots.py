"""The plots: throughput against area, and the lines of papers.

All plots have one light palette, whose colours the page turns into CSS variables.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import altair as alt
import vl_convert as vlc

from silicrypt.errors import BadInput, StoreError
from silicrypt.metrics import area
from silicrypt.papers.data import Peer
from silicrypt.papers.model import Plot
from silicrypt.report.records import comparable, compared, family, origin
from silicrypt.report.tables import grouped
from silicrypt.results.result import Result

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
#: Numbers have a narrow space between their thousands, as in tables.
_NUMBERS = {
    "decimal": ".",
    "thousands": "\N{NARROW NO-BREAK SPACE}",
    "grouping": [3],
    "currency": ["", ""],
}


def inline(values: list[dict[str, Any]]) -> alt.InlineData:
    """Returns values as the data of a chart.

    They are one string, because Altair copies the data of a chart in every step that makes it.
    """
    return alt.InlineData(values=json.dumps(values), format=alt.JsonDataFormat(type="json"))


def styled(
    drawn: alt.LayerChart | alt.ConcatChart | alt.FacetChart, right: int = 12
) -> dict[str, Any]:
    """Returns the chart in the page's colours; `right` leaves room for wider names."""
    # One call for all settings, because Altair copies the chart in each call.
    drawn = drawn.configure(
        background=PALETTE["paper"],
        font=_FONT,
        padding={"left": 4, "top": 4, "right": right, "bottom": 4},
        view=alt.ViewConfig(stroke=None),
        axis=alt.AxisConfig(
            labelColor=PALETTE["muted"],
            titleColor=PALETTE["muted"],
            titleFontWeight="normal",
            gridColor=PALETTE["grid"],
            domainColor=PALETTE["grid"],
            tickColor=PALETTE["grid"],
            labelFontSize=11,
            titleFontSize=11,
            titlePadding=10,
        ),
        title=alt.TitleConfig(
            color=PALETTE["ink"], anchor="start", fontSize=13, fontWeight=600, offset=8
        ),
        legend=alt.LegendConfig(disable=True),
        locale=alt.Locale(number=alt.NumberLocale.from_dict(_NUMBERS)),
    )
    spec: dict[str, Any] = drawn.to_dict()
    return spec


def svg(spec: dict[str, Any]) -> str:
    """Returns a specification as an SVG element in the light palette."""
    drawing: str = vlc.vegalite_to_svg(spec)
    return drawing


#: The endings of files that can be drawn.
FORMATS = (".svg", ".png", ".html", ".json")


def require_drawable(path: Path) -> None:
    """Checks that a file can be drawn, before anything is measured.

    Raises:
        BadInput: the ending is not known, or the folder does not exist.
    """
    if path.suffix not in FORMATS:
        raise BadInput(f"cannot draw {path}: its ending must be one of {', '.join(FORMATS)}")
    if not path.absolute().parent.is_dir():
        raise BadInput(f"cannot draw {path}: there is no folder {path.parent}")


def draw(drawn: Any, path: Path) -> None:
    """Draws a chart into a file.

    Raises:
        StoreError: the file cannot be written.
    """
    try:
        drawn.save(str(path))
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror or error}") from error


def themed(drawing: str) -> str:
    """Returns an SVG element with CSS variables of the page instead of fixed colours."""
    for role, value in PALETTE.items():
        drawing = drawing.replace(f'"{value}"', f'"var(--{role})"')
    return drawing


_OURS, _PEER, _MEASURED = "silicrypt", "open peers", "measured cores"
#: Colour and mark of each group of points.
_WHO = {
    _OURS: ("ours", "circle"),
    _PEER: ("peer", "diamond"),
    _MEASURED: ("second", "square"),
}
_ISO = (0.1, 0.2, 0.5, 1.0, 2.0)


def points(ours: Iterable[Result], peers: Iterable[Peer]) -> list[dict[str, Any]]:
    """Returns the points of the throughput-area plot: our routed cores and the open peers."""
    shown: list[tuple[Result | Peer, str, str, float | None]] = [
        *((r, _MEASURED if origin(r) else _OURS, r.config, area(r)) for r in ours if compared(r)),
        *((p, _PEER, p.name, p.lut4) for p in peers if comparable(p)),
    ]
    return [
        {
            "name": name,
            "family": family(core.algorithm, core.cycles_per_block),
            "who": who,
            "area": size,
            "throughput": rate,
            "text": f"{name}: {grouped(rate)} Mbit/s in {grouped(size)} LUT4, "
            f"{rate / size:.3f} Mbit/s per LUT",
        }
        for core, who, name, size in shown
        if size and (rate := core.throughput_mbps)
    ]


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
    base = alt.Chart(inline(shown)).encode(
        x=alt.X("area:Q", title="area, LUT4 (log)", **_log(wide)),
        y=alt.Y("throughput:Q", title="throughput, Mbit/s (log)", **_log(tall)),
        color=alt.Color("who:N").scale(
            domain=list(_WHO), range=[PALETTE[role] for role, _ in _WHO.values()]
        ),
    )
    shape = alt.Shape("who:N").scale(domain=list(_WHO), range=[mark for _, mark in _WHO.values()])
    marks = base.mark_point(filled=True, size=70, opacity=0.9).encode(
        shape=shape, description="text:N"
    )
    across = (width * _along(p["area"], wide) for p in shown)
    down = (height * (1 - _along(p["throughput"], tall)) for p in shown)
    pixels = list(zip(across, down, (str(p["name"]) for p in shown), strict=True))
    placed = list(zip(arrange(pixels, width, height), shown, strict=True))
    names = [
        base.properties(data=inline([p for place, p in placed if place == at]))
        .mark_text(align=at.align, dx=at.dx, dy=at.dy, baseline="middle", fontSize=10.5)
        .encode(text="name:N")
        for at in dict.fromkeys(place for place, _ in placed)
    ]
    layered = alt.layer(*_iso_lines(wide, tall), marks, *names)
    return layered.properties(width=width, height=height, title=group)


def _log(domain: list[float]) -> dict[str, Any]:
    """Returns a logarithmic scale, and an axis with ticks at 1, 2, 3, 5 and 7 in each decade."""
    ticks = [m * 10**e for e in range(6) for m in (1, 2, 3, 5, 7)]
    inside = [t for t in ticks if domain[0] <= t <= domain[1]]
    return {
        "scale": alt.Scale(type="log", domain=domain, nice=False),
        "axis": alt.Axis(values=inside, labelOverlap="greedy", format=","),
    }


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
                {"area": size, "throughput": size * ratio, "ratio": ratio, "name": shown}
                for size, shown in ((left, ""), (right, name))
            ]
    line = alt.Chart(inline(ends)).encode(x="area:Q", y="throughput:Q", detail="ratio:N")
    return [
        line.mark_line(color=PALETTE["faint"], strokeWidth=1, strokeDash=[4, 3]),
        line.mark_text(align="right", dx=-2, dy=-5, fontSize=9, color=PALETTE["faint"]).encode(
            text="name:N"
        ),
    ]


def picture(ours: Iterable[Result], peers: Iterable[Peer], out: Path) -> Path:
    """Draws the picture of the README on a light background.

    Args:
        ours: our results.
        peers: the open peers.
        out: file to write; ``.png`` or ``.svg``.
    """
    spec = scatter(points(ours, peers), 400, 320, 2)
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


def curves(plot: Plot, width: int, height: int) -> dict[str, Any]:
    """Returns the plot of a paper: lines with their names at their ends.

    Args:
        plot: the lines and the titles.
        width: width of the panel without the names, pixels.
        height: height of the panel, pixels.
    """
    heights = [y for curve in plot.curves for _, y in curve.points]
    low, high = min(heights) / 2, 1.1 * max(heights)

    def from_top(value: float) -> float:
        """Returns the distance of a value from the top of the panel, pixels."""
        if plot.logarithmic:
            return height * math.log(high / value) / math.log(high / low)
        return height * (1 - value / high)

    def at(pixels: float) -> float:
        """Returns the value at a distance from the top of the panel."""
        if plot.logarithmic:
            return high * math.exp(math.log(low / high) * pixels / height)
        return high * (1 - pixels / height)

    groups = list(dict.fromkeys(curve.group for curve in plot.curves))
    ends = spread([from_top(c.points[-1][1]) for c in plot.curves], gap=13)
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
        {"x": c.points[-1][0], "y": at(end), "name": c.name, "group": c.group}
        for c, end in zip(plot.curves, ends, strict=True)
    ]
    kind: Literal["log", "linear"] = "log" if plot.logarithmic else "linear"
    ticks = sorted(plot.ticks or {x for curve in plot.curves for x, _ in curve.points})
    x = alt.X("x:Q", title=plot.x, axis=alt.Axis(values=ticks, format="d"))
    y = alt.Y("y:Q", title=plot.y).scale(
        domain=[low if plot.logarithmic else 0, high], type=kind, nice=False
    )
    colour = alt.Color("group:N").scale(
        domain=groups, range=[PALETTE[role] for role in ("peer", "ours", "second")]
    )
    base = alt.Chart(inline(rows)).encode(
        x=x.scale(domain=[ticks[0], ticks[-1]], type=kind, nice=False),
        y=y,
        color=colour,
        detail="name:N",
    )
    text = alt.Chart(inline(names)).encode(x="x:Q", y="y:Q", color=colour, text="name:N")
    layered = alt.layer(
        base.mark_line(strokeWidth=2),
        base.mark_point(filled=True, size=50, opacity=1).encode(description="text:N"),
        text.mark_text(align="left", dx=9, baseline="middle", fontSize=10.5),
    )
    return styled(layered.properties(width=width, height=height), right=30)


_CHARACTER, _LINE, _GAP = 5.9, 11.0, 7.0


class Position(NamedTuple):
    """The position of a name relative to its point, and the end of the text that is there.

    The offsets are pixels to the right, and pixels down to the middle of the line.
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
