"""What all plots share: one light palette, whose colours the page turns into CSS variables."""

from __future__ import annotations

import json
from typing import Any

import altair as alt
import vl_convert as vlc

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


def chart(values: list[dict[str, Any]]) -> alt.Chart:
    """Returns a chart of values, without marks."""
    return alt.Chart(inline(values))


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


def themed(drawing: str) -> str:
    """Returns an SVG element with CSS variables of the page instead of fixed colours."""
    for role, value in PALETTE.items():
        drawing = drawing.replace(f'"{value}"', f'"var(--{role})"')
    return drawing
