from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from silicrypt.papers import Reproduction, data
from silicrypt.report import curves, plots, style
from silicrypt.report.rows import ResultRow


def test_the_scatter_shows_ours_and_the_peers(rows: list[ResultRow]) -> None:
    shown = plots.points(rows, data.peers())
    names = {p["name"] for p in shown}
    assert {"sha512-fast", "sha256-fast", "betrusted_sha512"} <= names
    assert "sha384-fast" not in names  # the same core as sha512-fast
    drawing = style.svg(plots.scatter(shown, 300, 300, 1))
    ElementTree.fromstring(drawing)
    assert "sha512-fast: " in drawing
    assert "10\u202f000" in drawing  # on an axis, and in the text of a point
    assert not re.search(r"\d,\d{3}\b", re.sub(r'(?:d|transform)="[^"]*"', "", drawing))


def test_the_scatter_of_an_empty_store_shows_the_peers() -> None:
    assert "betrusted_sha512" in style.svg(
        plots.scatter(plots.points([], data.peers()), 300, 300, 1)
    )


def test_a_themed_drawing_has_no_colour_of_its_own(rows: list[ResultRow]) -> None:
    drawing = style.themed(style.svg(plots.scatter(plots.points(rows, ()), 300, 300, 1)))
    assert "var(--ours)" in drawing
    assert not [value for value in style.PALETTE.values() if value in drawing]


def test_curves_name_their_ends(reproduction: Reproduction) -> None:
    assert reproduction.plot is not None
    drawing = style.svg(curves.curves(reproduction.plot, 300, 200))
    assert "ecp5-85k, Im1 to Im4" in drawing and "printed" in drawing


def test_the_picture_is_written(rows: list[ResultRow], tmp_path: Path) -> None:
    svg = plots.picture(rows, data.peers(), tmp_path / "area.svg")
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    png = plots.picture(rows, data.peers(), tmp_path / "area.png")
    assert png.read_bytes().startswith(b"\x89PNG")
