from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

from silicrypt.papers import Reproduction, data
from silicrypt.report import plots
from silicrypt.report.plots import arrange, box, overlap, spread
from silicrypt.results.result import Result


def test_the_scatter_shows_ours_and_the_peers(samples: list[Result]) -> None:
    shown = plots.points(samples, data.peers())
    names = {p["name"] for p in shown}
    assert {"sha512-fast", "sha256-fast", "betrusted_sha512"} <= names
    assert "sha384-fast" not in names  # the same core as sha512-fast
    drawing = plots.svg(plots.scatter(shown, 300, 300, 1))
    ElementTree.fromstring(drawing)
    assert "sha512-fast: " in drawing
    assert "10\u202f000" in drawing  # on an axis, and in the text of a point
    assert not re.search(r"\d,\d{3}\b", re.sub(r'(?:d|transform)="[^"]*"', "", drawing))


def test_the_scatter_of_an_empty_store_shows_the_peers() -> None:
    assert "betrusted_sha512" in plots.svg(
        plots.scatter(plots.points([], data.peers()), 300, 300, 1)
    )


def test_a_themed_drawing_has_no_colour_of_its_own(samples: list[Result]) -> None:
    drawing = plots.themed(plots.svg(plots.scatter(plots.points(samples, ()), 300, 300, 1)))
    assert "var(--ours)" in drawing
    assert not [value for value in plots.PALETTE.values() if value in drawing]


def test_curves_name_their_ends(reproduction: Reproduction) -> None:
    assert reproduction.plot is not None
    drawing = plots.svg(plots.curves(reproduction.plot, 300, 200))
    assert "ecp5-85k, Im1 to Im4" in drawing and "printed" in drawing


def test_the_picture_is_written(samples: list[Result], tmp_path: Path) -> None:
    svg = plots.picture(samples, data.peers(), tmp_path / "area.svg")
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    png = plots.picture(samples, data.peers(), tmp_path / "area.png")
    assert png.read_bytes().startswith(b"\x89PNG")


def test_names_of_near_points_do_not_hide_each_other() -> None:
    points = [(100.0, 100.0, "sha512-u1"), (104.0, 103.0, "sha512-u2"), (98.0, 108.0, "sha512-u4")]
    placed = arrange(points, 300, 200)
    boxes = [box(x, y, name, at) for (x, y, name), at in zip(points, placed, strict=True)]
    assert all(overlap(a, b) == 0 for a, b in combinations(boxes, 2))


def test_a_name_stays_inside_the_panel() -> None:
    (position,) = arrange([(290.0, 100.0, "opencores_sha512")], 300, 200)
    assert position.align == "right"


def test_spread_moves_no_further_than_needed() -> None:
    assert spread([50.0, 10.0, 52.0], gap=13) == [50.0, 10.0, 63.0]
    assert spread([], gap=13) == []
