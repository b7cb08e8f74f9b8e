"""The block diagrams on the pages of ``hw/``."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import block_diagrams
from silicrypt.errors import BadInput
from silicrypt.paths import hw_root

SOURCES = {
    str(path.parent.relative_to(hw_root())): path for path in block_diagrams.sources(hw_root())
}
TWO = """
[box.a]
at = [0, 0]
label = "first"
[box.b]
at = [1, 1]
label = "second & last"
[[arrow]]
ends = ["a", "b"]
label = "words"
"""


@pytest.mark.parametrize("page", SOURCES)
def test_pictures_are_those_of_the_texts(page: str) -> None:
    source = SOURCES[page]
    picture = source.with_suffix(".svg").read_text(encoding="utf-8")
    assert picture == block_diagrams.drawn(source), "run `make pages`"
    assert "](diagram.svg)" in source.with_name("README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", SOURCES)
def test_the_modules_of_a_diagram_exist(page: str) -> None:
    modules = {path.stem for path in hw_root().rglob("*.sv")}
    assert set(re.findall(r"sil_\w+", SOURCES[page].read_text(encoding="utf-8"))) <= modules


def boxes(drawn: str) -> list[tuple[float, float, float, float]]:
    """Returns the left, top, right and bottom edges of the boxes."""
    found = []
    for rect in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}rect"):
        x, y, width, height = (float(rect.attrib[key]) for key in ("x", "y", "width", "height"))
        if rect.attrib["class"] == "box":
            found.append((x, y, x + width, y + height))
    return found


@pytest.mark.parametrize("page", SOURCES)
def test_boxes_do_not_overlap(page: str) -> None:
    found = boxes(block_diagrams.drawn(SOURCES[page]))
    for i, (left, top, right, bottom) in enumerate(found):
        for other in found[i + 1 :]:
            apart = other[0] > right or other[2] < left or other[1] > bottom or other[3] < top
            assert apart


def test_an_arrow_goes_from_box_to_box() -> None:
    drawn = block_diagrams.Diagram.read(TWO).svg()
    (first, second), points = boxes(drawn), re.findall(r'points="([^"]+)"', drawn)[0].split()
    start, end = (tuple(map(float, point.split(","))) for point in (points[0], points[-1]))
    assert start[0] == first[2] and first[1] < start[1] < first[3]
    assert end[0] == second[0] and second[1] < end[1] < second[3]
    assert ">words<" in drawn and "second &amp; last" in drawn


def test_an_arrow_to_a_box_that_is_not_there_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "diagram.toml"
    source.write_text(TWO.replace('"a", "b"', '"a", "c"'), encoding="utf-8")
    with pytest.raises(BadInput, match="no box c; it has a, b"):
        block_diagrams.drawn(source)
