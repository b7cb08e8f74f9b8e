"""The drawing of ``docs/architecture.md``: the packages in layers, from the imports in the code.

``python docs/tools/architecture.py`` draws it. The layers are those of the import contract in
``pyproject.toml``. A line leads from a package to one in the next layer that it imports. In each
box are the names that most modules of other packages import from it. The packages on the way of
``silicrypt implement`` have numbers.
"""

from __future__ import annotations

import ast
import itertools
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

import silicrypt
from silicrypt.paths import hw_root

PICTURE = hw_root().parent / "docs" / "architecture.svg"
_CODE = Path(silicrypt.__file__).parent.parent
#: Names in a box.
_SHOWN = 3
_WIDTH, _BOX, _HEIGHT, _GAP, _MARGIN = 900, 250, 46, 26, 12
#: The way of ``silicrypt implement``: packages, and a file of each, in the sequence of the calls.
WAY = (
    ("cli", "implement.py"),
    ("catalog", "design_point.py"),
    ("targets", "base.py"),
    ("flow", "implement.py"),
    ("flow", "pipeline.py"),
    ("verify", "suites.py"),
    ("tools", "yosys.py"),
    ("results", "result.py"),
    ("report", "tables.py"),
)
_STYLE = """\
<style>
  text { font: 14px system-ui, sans-serif; fill: #1f2328; text-anchor: middle }
  .small { font-size: 11px; fill: #59636e }
  .box { fill: #f6f8fa; stroke: #59636e }
  .way { fill: #ddf4ff; stroke: #0969da }
  .line { stroke: #9aa4af; stroke-width: 1.2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .small { fill: #9198a1 } .box { fill: #161b22; stroke: #9198a1 }
    .way { fill: #0c2d4a; stroke: #4493f8 }
    .line { stroke: #59636e }
  }
</style>
"""


@dataclass(frozen=True)
class Imports:
    """What the packages import from each other.

    Attributes:
        names: how many modules of other packages import a name, by package and name.
        edges: pairs of a package and one that it imports.
    """

    names: dict[str, Counter[str]]
    edges: set[tuple[str, str]]

    @classmethod
    def read(cls) -> Imports:
        """Returns the imports of all modules, those inside functions too."""
        found = cls(defaultdict(Counter), set())
        for path in sorted(_CODE.rglob("*.py")):
            package = _package(path.relative_to(_CODE).with_suffix("").parts)
            for other, name in _imported(path):
                if other != package:
                    found.names[other][name] += 1
                    found.edges.add((package, other))
        return found

    @property
    def packages(self) -> set[str]:
        """The packages, and the modules beside them that packages import."""
        return {name for edge in self.edges for name in edge}

    def given(self, package: str) -> list[str]:
        """Returns the names that most modules of other packages import from a package."""
        known = {name: n for name, n in self.names[package].items() if name != package}
        return sorted(known, key=lambda name: (-known[name], name))[:_SHOWN]


def _imported(path: Path) -> Iterator[tuple[str, str]]:
    """Yields package and name of everything of ours that a module imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("silicrypt"):
            module = str(node.module).split(".")
            for one in node.names:
                package = _package([*module, one.name])
                yield package, one.name if module[-1] != "silicrypt" else package


def _package(parts: Sequence[str]) -> str:
    """Returns the package of a module: below ``silicrypt``, or beside it."""
    return parts[1] if parts[0] == "silicrypt" else parts[0]


def layers(imports: Imports) -> list[list[str]]:
    """Returns the packages from the top layer to the bottom one.

    A package that the contract does not name stands above all that it imports.
    """
    text = (hw_root().parent / "pyproject.toml").read_text(encoding="utf-8")
    (contract,) = (
        one
        for one in tomllib.loads(text)["tool"]["importlinter"]["contracts"]
        if one["type"] == "layers"
    )
    rows = [
        [name.strip().removeprefix("silicrypt.") for name in row.replace(":", "|").split("|")]
        for row in contract["layers"]
    ]
    rows = [[name for name in row if "." not in name] for row in rows]
    for package in sorted(imports.packages - {name for row in rows for name in row}):
        used = {b for a, b in imports.edges if a == package and (b, a) not in imports.edges}
        row = next(i for i, names in enumerate(rows) if used & set(names)) - 1
        rows[max(row, 0)].append(package)
    return rows


def drawn() -> str:
    """Returns the drawing."""
    imports = Imports.read()
    rows = layers(imports)
    centre = {
        name: (_WIDTH * (2 * column + 1) // (2 * len(row)), _MARGIN + index * (_HEIGHT + _GAP))
        for index, row in enumerate(rows)
        for column, name in enumerate(row)
    }
    height = len(rows) * (_HEIGHT + _GAP) - _GAP + 2 * _MARGIN
    size = f'width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">\n', _STYLE]
    for pair in itertools.pairwise(map(set, rows)):
        near = [edge for edge in sorted(imports.edges) if edge[0] in pair[0] and edge[1] in pair[1]]
        parts += [_line(centre[upper], centre[lower]) for upper, lower in near]
    parts += [_box(name, centre[name], imports.given(name)) for row in rows for name in row]
    return "".join([*parts, "</svg>\n"])


def _line(start: tuple[int, int], end: tuple[int, int]) -> str:
    (x1, y1), (x2, y2) = start, end
    return f'<line class="line" x1="{x1}" y1="{y1 + _HEIGHT}" x2="{x2}" y2="{y2}"/>\n'


def _box(name: str, at: tuple[int, int], given: Sequence[str]) -> str:
    x, y = at
    shown = escape(", ".join(given))
    size = f'width="{_BOX}" height="{_HEIGHT}" rx="4"'
    steps = [number for number, (package, _) in enumerate(WAY, 1) if package == name]
    number = (
        f'<text class="small" x="{x - _BOX // 2 + 14}" y="{y + 16}">{steps[0]}</text>\n'
        if steps
        else ""
    )
    return (
        f'<rect class="{"way" if steps else "box"}" x="{x - _BOX // 2}" y="{y}" {size}/>\n'
        f'<text x="{x}" y="{y + 20}">{name}</text>\n'
        f'<text class="small" x="{x}" y="{y + 37}">{shown}</text>\n{number}'
    )


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
