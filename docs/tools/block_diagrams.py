"""The block diagrams on the pages of ``hw/``, drawn from a small text beside each page.

``python docs/tools/block_diagrams.py`` draws all of them. The text, ``diagram.toml``, places boxes
on a grid of columns and rows::

    [box.padder]
    at = [1, 0]
    label = "padder"
    note = "sil_md_padder"

    [frame.core]
    label = "sil_sha2_core"
    boxes = ["sequencer", "rounds"]

    [[arrow]]
    ends = ["padder", "core"]
    label = "blocks"

A box with ``open = true`` has no outline: it is an input or an output.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from silicrypt.errors import BadInput
from silicrypt.paths import hw_root

#: The file of a diagram, beside its page.
SOURCE = "diagram.toml"
_LETTER, _SMALL = 7.4, 6.2  # width of a character of a label, and of a note or an arrow's label
_BOX, _ROW, _MARGIN, _FRAME = 46, 54, 24, 14  # height of a box; gap between rows; borders
_STYLE = """\
<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2328; text-anchor: middle }
  .small { font-size: 11px; fill: #59636e }
  .box { fill: #f6f8fa; stroke: #59636e }
  .frame { fill: none; stroke: #9aa4af; stroke-dasharray: 5 4 }
  .line { fill: none; stroke: #59636e; stroke-width: 1.4 }
  .head { fill: #59636e }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .small { fill: #9198a1 } .box { fill: #161b22; stroke: #9198a1 }
    .frame { stroke: #59636e } .line { stroke: #9198a1 } .head { fill: #9198a1 }
  }
</style>
"""


@dataclass(frozen=True)
class Diagram:
    """A block diagram.

    Attributes:
        boxes: the boxes by name, as the file has them.
        frames: the frames around boxes by name.
        arrows: the arrows, in the order in which they are drawn.
    """

    boxes: Mapping[str, Any]
    frames: Mapping[str, Any]
    arrows: list[Mapping[str, Any]]

    @staticmethod
    def read(text: str) -> Diagram:
        """Reads the text of a diagram.

        Raises:
            BadInput: an arrow or a frame names a box that there is not.
        """
        found = tomllib.loads(text)
        diagram = Diagram(found["box"], found.get("frame", {}), found.get("arrow", []))
        named = [name for arrow in diagram.arrows for name in arrow["ends"]]
        named += [name for frame in diagram.frames.values() for name in frame["boxes"]]
        for name in named:
            if name not in diagram.boxes:
                raise BadInput(f"the diagram has no box {name}; it has {', '.join(diagram.boxes)}")
        return diagram

    @cached_property
    def _columns(self) -> list[tuple[float, float]]:
        """The left edge and the width of each column."""
        edges, left = [], float(_MARGIN + _FRAME)
        for column in range(1 + max(box["at"][0] for box in self.boxes.values())):
            inside = [box for box in self.boxes.values() if box["at"][0] == column]
            width = max(map(_width, inside), default=0.0)
            edges.append((left, width))
            left += width + self._gap(column)
        return edges

    def _gap(self, column: int) -> float:
        """Returns the space to the right of a column: that of the longest label there."""
        labels = [
            arrow.get("label", "")
            for arrow in self.arrows
            if min(self.boxes[name]["at"][0] for name in arrow["ends"]) == column
            and len({self.boxes[name]["at"][0] for name in arrow["ends"]}) > 1
        ]
        return 44 + _SMALL * max(map(len, labels), default=0)

    def _position(self, name: str) -> tuple[float, float, float]:
        """Returns the centre of a box, and half its width."""
        column, row = self.boxes[name]["at"]
        left, width = self._columns[column]
        top = _MARGIN + 2 * _FRAME + row * (_BOX + _ROW)
        return left + width / 2, top + _BOX / 2, _width(self.boxes[name]) / 2

    def svg(self) -> str:
        """Draws it."""
        left, width = self._columns[-1]
        rows = 1 + max(box["at"][1] for box in self.boxes.values())
        size = (
            left + width + _MARGIN + _FRAME,
            2 * _MARGIN + 3 * _FRAME + rows * (_BOX + _ROW) - _ROW,
        )
        view = f'viewBox="0 0 {size[0]:.0f} {size[1]:.0f}" width="{size[0]:.0f}"'
        parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {view}>\n{_STYLE}']
        parts += [self._frame(frame) for frame in self.frames.values()]
        parts += [self._arrow(number) for number in range(len(self.arrows))]
        parts += [self._box(name) for name in self.boxes]
        return "".join([*parts, "</svg>\n"])

    def _box(self, name: str) -> str:
        x, y, half = self._position(name)
        box, drawn = self.boxes[name], ""
        if not box.get("open"):
            edges = f'x="{x - half:.1f}" y="{y - _BOX / 2:.1f}" width="{2 * half:.1f}"'
            drawn = f'<rect class="box" {edges} height="{_BOX}" rx="4"/>\n'
        note = box.get("note", "")
        drawn += _text(x, y + (-2 if note else 4.5), box["label"])
        return drawn + (_text(x, y + 14, note, small=True) if note else "")

    def _frame(self, frame: Mapping[str, Any]) -> str:
        positions = [self._position(name) for name in frame["boxes"]]
        left, right = min(x - h for x, _, h in positions), max(x + h for x, _, h in positions)
        top, low = min(y for _, y, _ in positions), max(y for _, y, _ in positions)
        x, y = left - _FRAME, top - _BOX / 2 - 1.6 * _FRAME
        width, height = right - left + 2 * _FRAME, low - top + _BOX + 2.6 * _FRAME
        edges = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
        named = x + 10 + _SMALL * len(frame["label"]) / 2
        return f'<rect class="frame" {edges} rx="6"/>\n' + _text(
            named, y + 14, frame["label"], small=True
        )

    def _arrow(self, number: int) -> str:
        arrow = self.arrows[number]
        (x, y, half), (u, v, other) = (self._position(name) for name in arrow["ends"])
        label = arrow.get("label", "")
        if abs(x - u) < 1:  # one column
            down = 1 if v > y else -1
            shift = self._shift(number)
            points = [(x + shift, y + down * _BOX / 2), (x + shift, v - down * _BOX / 2)]
            side = -1 if shift < 0 else 1
            away = side * (_SMALL * len(label) / 2 + 8)
            at = x + shift + away, points[0][1] + down * 20 + 4
        else:
            right = 1 if u > x else -1
            shift = self._shift(number)
            start, end = (x + right * half, y + shift), (u - right * other, v + shift)
            left, width = self._columns[self.boxes[arrow["ends"][1]]["at"][0]]
            turn = left + width / 2 - right * (width / 2 + 14)
            bends = [] if abs(y - v) < 1 else [(turn, start[1]), (turn, end[1])]
            points = [start, *bends, end]
            at = (start[0] + (turn if bends else end[0] - 6 * right)) / 2, start[1] - 5
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
        drawn = f'<polyline class="line" points="{path}"/>\n{_head(points)}'
        return drawn + (_text(*at, label, small=True) if label else "")

    def _shift(self, number: int) -> float:
        """Returns the distance of an arrow from the middle of a box that several arrows join."""
        ends = set(self.arrows[number]["ends"])
        same = [i for i, arrow in enumerate(self.arrows) if set(arrow["ends"]) == ends]
        return 18.0 * (same.index(number) - (len(same) - 1) / 2)


def _width(box: Mapping[str, Any]) -> float:
    return max(_LETTER * len(box["label"]), _SMALL * len(box.get("note", ""))) + 22


def _text(x: float, y: float, text: str, *, small: bool = False) -> str:
    kind = ' class="small"' if small else ""
    return f'<text{kind} x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>\n'


def _head(points: list[tuple[float, float]]) -> str:
    (a, b), (x, y) = points[-2:]
    length = max(abs(x - a), abs(y - b))
    p, q = (x - a) / length * 8, (y - b) / length * 8
    corners = (x, y), (x - p - q / 2, y - q - p / 2), (x - p + q / 2, y - q + p / 2)
    return f'<polygon class="head" points="{" ".join(f"{u:.1f},{v:.1f}" for u, v in corners)}"/>\n'


def sources(root: Path) -> list[Path]:
    """Returns the texts of all diagrams below a folder."""
    return sorted(root.rglob(SOURCE))


def drawn(source: Path) -> str:
    """Draws the diagram of a text as SVG.

    Raises:
        BadInput: the text names a box that there is not.
    """
    return Diagram.read(source.read_text(encoding="utf-8")).svg()


def main() -> None:
    """Draws all diagrams."""
    for source in sources(hw_root()):
        sys.stderr.write(f"{source.relative_to(hw_root())}\n")
        source.with_suffix(".svg").write_text(drawn(source), encoding="utf-8")


if __name__ == "__main__":
    main()
