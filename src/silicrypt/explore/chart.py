"""Draws an exploration: the first two objectives, the front as a line, all other points faint."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from silicrypt.errors import BadInput, StoreError
from silicrypt.explore.run import Exploration

#: The endings of files that can be drawn.
FORMATS = (".svg", ".png", ".html", ".json")


def check(path: Path) -> None:
    """Checks that a file can be drawn, before anything is measured.

    Raises:
        BadInput: the ending is not known, or the folder does not exist.
    """
    if path.suffix not in FORMATS:
        raise BadInput(f"cannot draw {path}: its ending must be one of {', '.join(FORMATS)}")
    if not path.absolute().parent.is_dir():
        raise BadInput(f"cannot draw {path}: there is no folder {path.parent}")


def draw(found: Exploration, path: Path) -> None:
    """Draws an exploration into a file.

    Raises:
        StoreError: the file cannot be written.
    """
    try:
        chart(found).save(str(path))
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror or error}") from error


def rows(found: Exploration) -> list[dict[str, Any]]:
    """Returns the points that have both figures, with their status."""
    names = [one.name for one in found.request.objectives[:2]]
    return [
        {"name": row.name, "status": _status(row.status), **{n: row.figures[n] for n in names}}
        for row in found.rows
        if all(name in row.figures for name in names)
    ]


def _status(status: str) -> str:
    return {"front": "front", "dropped": "bound, not routed"}.get(status, "dominated")


def chart(found: Exploration) -> Any:
    """Returns the drawing; with one objective, its points on a line."""
    import altair as alt

    wanted = found.request.objectives
    first, second = wanted[0], wanted[min(1, len(wanted) - 1)]

    def title(one: Any) -> str:
        return f"{one.label} ({one.unit})" if one.unit else str(one.label)

    base = alt.Chart(alt.InlineData(rows(found))).encode(
        x=alt.X(f"{second.name}:Q", title=title(second), scale=alt.Scale(zero=False, padding=30)),
        y=alt.Y(f"{first.name}:Q", title=title(first), scale=alt.Scale(zero=False, padding=20)),
        tooltip=["name:N", "status:N", f"{first.name}:Q", f"{second.name}:Q"],
    )
    colours = alt.Scale(
        domain=["front", "dominated", "bound, not routed"],
        range=["#0b6e4f", "#5d6675", "#c3c9d1"],
    )
    points = base.mark_point(filled=True, size=70).encode(
        color=alt.Color("status:N", title=None, scale=colours, legend=alt.Legend(orient="bottom"))
    )
    best = base.transform_filter("datum.status == 'front'")
    labels = best.mark_text(align="right", dx=-7, dy=-6, fontSize=10).encode(text="name:N")
    line = best.mark_line(color="#0b6e4f", strokeWidth=1, interpolate="step-after")
    subtitle = f"{found.effort}; the front is verified"
    heading = alt.Title(f"{found.request.what} on {found.request.target}", subtitle=subtitle)
    return (line + points + labels).properties(width=560, height=380, title=heading)
