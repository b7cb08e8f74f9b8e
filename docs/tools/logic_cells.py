"""Writes the logic cells of an iCE40 into the tables of ``docs/choosing.md`` that have the column.

Results have lookup tables and flip-flops. nextpnr also reports how many logic cells it packs them
into, with the carry elements. Netlists and reports come from the cache. A design that is not there
is mapped, placed and routed, which takes up to a minute::

    python docs/tools/logic_cells.py [NAME ...]
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from silicrypt.catalog import Level
from silicrypt.flow import pipeline
from silicrypt.flow.synth import design_of
from silicrypt.paths import hw_root
from silicrypt.report.tables import grouped
from silicrypt.results.store import Store
from silicrypt.targets import Routed
from silicrypt.tools import nextpnr

PAGE = hw_root().parent / "docs" / "choosing.md"
#: Packing comes before the placement, so each seed gives the same number.
_SEED = 1
_CELL = "ICESTORM_LC"
_TABLE = re.compile(
    r"<!-- figures: (ice40-\w+) core -->\n(\|.*\| logic cells \|.*\n\|.*\n)((?:\|.*\n)+)"
)


@dataclass(frozen=True)
class Cells:
    """The logic cells of a design point, and those of the device."""

    used: int
    available: int

    def columns(self) -> str:
        """Returns the two columns of the table: the number, and the share of the device."""
        return f"{grouped(self.used)} | {100 * self.used / self.available:.0f} %"


def logic_cells(name: str, target: str, level: Level, store: Store) -> Cells:
    """Returns the logic cells that nextpnr packs a design point into.

    Raises:
        ToolFailed: a tool refused the design.
    """
    netlist = pipeline.Pipeline(design := design_of(name, target, level), store).synthesized
    assert isinstance(design.target, Routed)
    pipeline.route(netlist, design.target, _SEED, store)
    key = pipeline._route_key(netlist, design.target, _SEED)
    report = store.path(pipeline._ROUTES, key) / nextpnr.REPORT
    found = json.loads(report.read_text(encoding="utf-8"))["utilization"][_CELL]
    return Cells(found["used"], found["available"])


def rows(page: Path = PAGE) -> list[tuple[str, str, Level, str]]:
    """Returns name, target, level and the two columns of each row."""
    found = []
    for target, _, body in _TABLE.findall(page.read_text(encoding="utf-8")):
        for line in body.splitlines():
            _, name, level, used, share, *_ = line.strip("| ").split(" | ")
            row = (name.strip("`"), target, cast("Level", level), f"{used} | {share}")
            found.append(row)
    return found


def main(names: Collection[str] = ()) -> None:
    """Writes the columns of some design points, or of all of them."""
    text, store = PAGE.read_text(encoding="utf-8"), Store()
    for name, target, level, columns in rows():
        if names and name not in names:
            continue
        made = logic_cells(name, target, level, store).columns()
        sys.stderr.write(f"{name} {level} on {target}: {made}\n")
        start = text.index(f"<!-- figures: {target} core -->")
        at = text.index(f"| `{name}` | {level} | {columns} |", start)
        row = text[at:].replace(columns, made, 1)
        text = text[:at] + row
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
