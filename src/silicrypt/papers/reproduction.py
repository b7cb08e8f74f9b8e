"""The reproduction of a paper: its tables and sheets with our figures, and its judged claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from silicrypt import catalog
from silicrypt.base.progress import Progress, silent
from silicrypt.catalog import DesignPoint
from silicrypt.metrics import fmax
from silicrypt.papers.claims import StatedSheet, StatedTable, load
from silicrypt.papers.data import (
    Published,
    keys_in,
    printed_row,
    published,
    sheet_rows,
    throughput,
    value_of,
)
from silicrypt.papers.judge import FigureSources, verdict_on
from silicrypt.papers.model import Cells, PaperTable, Reproduction, Row, Sheet, target_level
from silicrypt.papers.plan import (
    FlowSource,
    PaperResults,
    ResultSource,
    collect,
    module_of,
    stated_runs,
)
from silicrypt.results.result import Result


def reproduce(
    name: str,
    quick: bool = False,
    progress: Progress = silent,
    source: ResultSource | None = None,
) -> Reproduction:
    """Measures a paper's designs and compares its tables and claims with them.

    Args:
        name: name of the paper, one of `PAPERS`.
        quick: execute only what the main claims need; show other results if they are stored.
        progress: called with the number of finished measurements, the total, and the next one.
        source: source of the measurements; the flow and its store by default.

    Raises:
        UnknownName: there is no such paper; the message names the most similar one.
    """
    module = module_of(name)
    results = collect(name, source or FlowSource(), quick, progress)
    if module is None:
        return reproduction(name, results)
    found: Reproduction = module.evaluate(results)
    return found


def reproduction(
    paper: str,
    results: PaperResults,
    computed: Mapping[str, float | None] = MappingProxyType({}),
    *,
    tables: Sequence[PaperTable] | None = None,
    sheets: Sequence[Sheet | str] | None = None,
    **parts: Any,
) -> Reproduction:
    """Returns a reproduction with the title, the judged claims and the notes of a paper.

    Args:
        paper: name of the paper.
        results: what was measured.
        computed: the figures that its module computes, by their names in formulas.
        tables: its tables; by default those that its TOML states.
        sheets: tables with their own columns, and names of those that its TOML states; by default
            all of these. Sheets without rows are left out.
        parts: further fields of the reproduction.
    """
    stated, sources = load(paper), FigureSources(results, computed, paper)
    known = {one.name: one for one in stated.sheet}
    shown = [
        stated_sheet(known[one], sources) if isinstance(one, str) else one
        for one in (known if sheets is None else sheets)
    ]
    return Reproduction(
        paper=paper,
        title=stated.title,
        tables=stated_tables(paper, results) if tables is None else tuple(tables),
        claims=tuple(verdict_on(claim, sources) for claim in stated.claim),
        notes=(*stated.notes, *((stated.quick,) if results.partial else ())),
        sheets=tuple(sheet for sheet in shown if sheet.rows),
        **parts,
    )


def stated_tables(
    paper: str, results: PaperResults, row_of: Callable[[Published], Row] = printed_row
) -> tuple[PaperTable, ...]:
    """Returns the tables that the TOML of a paper states, with our designs.

    Args:
        paper: name of the paper.
        results: what was measured.
        row_of: makes a row of a printed one.
    """
    return tuple(
        PaperTable(
            one.number,
            one.about,
            (
                *(row_of(row) for row in published(paper) if row.table == one.number),
                *_our_rows(one, results),
            ),
        )
        for one in load(paper).table
    )


def _our_rows(stated: StatedTable, results: PaperResults) -> Iterator[Row]:
    """Yields a row for each design of a table, or for each hash of one that computes two."""
    runs = {(run.point, target_level(run.target, run.level)) for run in stated_runs(stated)}
    found = [(*key, one) for key, one in results.measured.items() if key in runs]
    for name in stated.designs:
        for choice in catalog.get(name).choices:
            ours = {target: _with(choice, one) for point, target, one in found if point == name}
            yield Row(name, "ours", choice.computes, ours=ours)


def _with(choice: DesignPoint, both: Result) -> Result:
    """Returns the figures of one hash of a design that computes two."""
    if choice.chosen is None:
        return both
    cycles, clock = choice.cycles_per_block, fmax(both)
    rate = throughput(choice.hash.block_bits, clock, cycles) if clock else None
    return replace(
        both, cycles_per_block=cycles, throughput_mbps=rate, throughput_one_message_mbps=rate
    )


def stated_sheet(stated: StatedSheet, sources: FigureSources) -> Sheet:
    """Returns a sheet that the TOML of a paper states.

    A row is left out if its first measured figure is missing.
    """
    rows = (_cells(row, sources) for row in sheet_rows(sources.paper, stated))
    return Sheet.of(
        stated.name, stated.about, stated.columns, filter(None, rows), grouped=stated.grouped
    )


def _cells(row: Sequence[str], sources: FigureSources) -> Cells | None:
    cells, measured = list[str | float | None](), False
    for text in row:
        if not text.startswith("="):
            cells.append(text or None)
            continue
        cells.append(value_of(text[1:].strip(), sources.names, sources.value))
        first, measured = not measured, measured or any(keys_in(text))
        if first and measured and cells[-1] is None:
            return None
    return tuple(cells)
