"""The columns of figures in tables that are written by hand, filled from the committed results.

A page marks such a table with ``<!-- figures: TARGET LEVEL -->`` in the line before it. The first
column that holds nothing but names of design points says whose figures a row shows; with ``4 x``
before the names, area and throughput are those of four instances. A column ``target`` or ``level``
in the table replaces TARGET or LEVEL. `FIGURES` lists the headings that are filled; the other
columns stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from silicrypt.errors import BadInput
from silicrypt.report.columns import Column
from silicrypt.report.rows import ResultRow

#: The pages with such tables, from the root of the repository.
PAGES = (
    Path("README.md"),
    Path("docs", "choosing.md"),
    Path("hw", "cipher", "aes", "README.md"),
    *(Path("hw", "hash", name, "README.md") for name in ("md5", "sha1", "sha2", "shat", "sm3")),
    Path("hw", "mac", "hmac", "README.md"),
    Path("hw", "system", "storage_unit", "README.md"),
)
_MARK = re.compile(r"<!-- figures: (\S+) (\S+) -->")
_NAMES = re.compile(r"(?:(\d+) x )?`[\w-]+`(, `[\w-]+`)*")


def _area(unit: str) -> Callable[[ResultRow], float | None]:
    return lambda row: row.area if row.area_unit == unit else None


#: The columns that are filled, by heading.
FIGURES = {
    column.heading: column
    for column in (
        Column("lut", "LUT4", _area("LUT4"), 0),
        Column("ge", "GE", _area("GE"), 0),
        Column("ff", "flip-flops", lambda row: row.ff, 0),
        Column("bram", "BRAM", lambda row: row.bram, 0),
        Column("fmax", "MHz", lambda row: row.fmax, 1),
        Column("fmax_range", "MHz, slowest to fastest seed", lambda row: _range(row)),
        Column("path", "path, ns", lambda row: row.fmax and 1000 / row.fmax, 3),
        Column("throughput", "Mbit/s", lambda row: row.throughput, 0),
        Column("throughput_all", "Mbit/s: all in flight", lambda row: row.throughput, 0),
        Column("per_area", "Mbit/s per LUT4", lambda row: row.per_area, 3),
    )
}


def _range(row: ResultRow) -> str | None:
    if row.fmax_min is None or row.fmax_max is None:
        return None
    return f"{row.fmax_min:.1f} to {row.fmax_max:.1f}"


def _instances(row: ResultRow, number: int) -> ResultRow:
    """Returns the row of several instances of a design: the sums of their area and throughput."""
    return replace(
        row,
        area=row.area and number * row.area,
        ff=row.ff and number * row.ff,
        bram=row.bram and number * row.bram,
        throughput=row.throughput and number * row.throughput,
    )


def fill(page: Path, rows: Iterable[ResultRow]) -> None:
    """Writes the figures of the results into the marked tables of a page.

    A design point without a valid result has a dash.

    Args:
        page: the page.
        rows: the results.

    Raises:
        BadInput: the page has no marked table, or one without figures or without names.
    """
    known = {(row.config, row.target, row.level): row for row in rows}
    lines = page.read_text(encoding="utf-8").splitlines()
    marked = [(at, found) for at, line in enumerate(lines) if (found := _MARK.fullmatch(line))]
    if not marked:
        raise BadInput(f"{page}: no line has the form '<!-- figures: TARGET LEVEL -->'")
    for at, found in marked:
        heading = _cells(lines[at + 1])
        filled = {i: FIGURES[name] for i, name in enumerate(heading) if name in FIGURES}
        if not filled:
            raise BadInput(f"{page}, line {at + 2}: no column is one of {', '.join(FIGURES)}")
        for number in _body(lines, at + 3):
            cells = _cells(lines[number])
            named = next((match for cell in cells if (match := _NAMES.fullmatch(cell))), None)
            if named is None:
                raise BadInput(f"{page}, line {number + 1}: no cell has only names in backticks")
            target = cells[heading.index("target")].strip("`") if "target" in heading else found[1]
            level = cells[heading.index("level")] if "level" in heading else found[2]
            names = re.findall(r"`([^`]+)`", named[0])
            shown = [known.get((name, target, level)) for name in names]
            if named[1]:
                shown = [row and _instances(row, int(named[1])) for row in shown]
            for i, column in filled.items():
                cells[i] = ", ".join(column.text(row) if row else "\N{EN DASH}" for row in shown)
            lines[number] = f"| {' | '.join(cells)} |".replace("|  |", "| |")
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _body(lines: list[str], start: int) -> Iterator[int]:
    """Yields the numbers of the lines of a table from a line on."""
    for number in range(start, len(lines)):
        if not lines[number].startswith("|"):
            return
        yield number
