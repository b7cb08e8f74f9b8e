"""The plot of the demonstration system: cycles of units and of software."""

from __future__ import annotations

from pathlib import Path

import altair as alt

from silicrypt.errors import BadInput
from silicrypt_boards.soc import Demonstration

_SUFFIXES = (".svg", ".png")


def demand_name(path: Path) -> None:
    """Checks the name of a plot before minutes of work are spent.

    Raises:
        BadInput: the name does not end in .svg or .png, or its folder does not exist.
    """
    if path.suffix not in _SUFFIXES:
        raise BadInput(f"cannot write {path}: the name of a plot ends in .svg or .png")
    if not path.parent.is_dir():
        raise BadInput(f"cannot write {path}: the folder {path.parent} does not exist")


def write(found: Demonstration, path: Path) -> None:
    """Writes the plot.

    Raises:
        BadInput: the file cannot be written.
    """
    import vl_convert

    rows = [
        {"function": one.function, "bytes": one.size, "by": by, "cycles": cycles}
        for one in found.cycles
        for by, cycles in (("unit", one.unit), ("software", one.software))
    ]
    chart = (
        alt.Chart(alt.InlineData(values=rows))
        .mark_line(point=True)
        .encode(
            x=alt.X("bytes:Q", title="message, bytes"),
            y=alt.Y("cycles:Q", title="cycles (log)").scale(type="log"),
            color=alt.Color("by:N", title=None, sort=["unit", "software"]),
        )
        .properties(width=240, height=220)
        .facet(column=alt.Column("function:N", title=None))
    )
    text = chart.to_json()
    content = (
        vl_convert.vegalite_to_svg(text).encode()
        if path.suffix == ".svg"
        else vl_convert.vegalite_to_png(text, scale=2)
    )
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from error
