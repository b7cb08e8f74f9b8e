"""Makes the tables and the picture of the repository's pages from the committed results."""

from __future__ import annotations

import re
from pathlib import Path
from statistics import median

from silicrypt.errors import BadInput
from silicrypt.papers import PAPERS, data, reproduce
from silicrypt.papers.bench import FlowBench
from silicrypt.report import columns, figures, picture, source, tables, verdicts
from silicrypt.report.rows import ResultRow, limit_shares, peer_comparisons

BEGIN = "<!-- results: made by `make results` -->"
END = "<!-- end of results -->"
VERDICTS = "<!-- verdicts: made by `make results` -->", "<!-- end of verdicts -->"
OTHERS = "<!-- claims: made by `make results` -->", "<!-- end of claims -->"
POWER = "<!-- power: made by `make results` -->", "<!-- end of power -->"
#: Paths of the pages and of the picture, from the root of the repository.
README, ALL, PICTURE = Path("README.md"), Path("docs", "results.md"), Path("docs", "results.svg")
CLAIMS = Path("docs", "claims.md")
#: The targets that every design point is measured on; the targets of the papers follow.
_FIRST = ("ecp5-85k", "nangate45")
#: Rows with several seeds from which a table states how far the seeds move the clocks.
_FEWEST = 3
_HIDDEN = {"algorithm", "target", "verified", "fmax_min", "fmax_max", "run"}


def update(root: Path) -> None:
    """Writes the tables between the markers of all pages, and the picture.

    Args:
        root: root of the repository; text outside the markers is not changed.

    Raises:
        BadInput: a page has no markers.
    """
    rows = source.results()
    best = peer_comparisons(data.peers(), rows, limit_shares(data.limits(), rows))
    _between(root / README, tables.markdown_table(columns.COMPARISON, best))
    papers = [reproduce(name, bench=FlowBench(run=False)) for name in PAPERS]
    judged = [verdicts.tally(paper) for paper in papers]
    _between(root / README, tables.markdown_table(verdicts.COLUMNS, judged), *VERDICTS)
    _between(root / CLAIMS, "\n".join(verdicts.markdown(papers)), *OTHERS)
    shown = sorted({_group(row) for row in rows}, key=lambda name: (name not in _FIRST, name))
    _between(root / ALL, "\n".join(_of_group(rows, group) for group in shown))
    _between(root / ALL, _power(), *POWER)
    picture(root / PICTURE)
    for page in figures.PAGES:
        figures.fill(root / page, rows)


def _group(row: ResultRow) -> str:
    """Returns the name of the table of a row: all delay targets of a library share one."""
    return re.sub(r"@\d+ps$", " with a delay target", row.target)


def _of_group(rows: list[ResultRow], group: str) -> str:
    """Returns a table with its heading; empty columns are left out."""
    chosen = [row for row in rows if _group(row) == group]
    one_target = len({row.target for row in chosen}) == 1
    shown = [
        column
        for column in columns.RESULTS
        if (column.key not in _HIDDEN or (column.key == "target" and not one_target))
        and any(column.value(row) is not None for row in chosen)
    ]
    table = tables.markdown_table(shown, chosen)
    return f"## {group} ({chosen[0].kind})\n\n{_seeds(chosen)}{table}"


def _power() -> str:
    """Returns the table of power under load, of the library that every design point has."""
    shown = [c for c in columns.POWER if c.key not in ("algorithm", "target", "scenario")]
    rows = [
        pair
        for pair in source.powers()
        if pair[0].target == _FIRST[1] and pair[0].scenario == "saturated"
    ]
    return tables.markdown_table(shown, rows)


def _seeds(rows: list[ResultRow]) -> str:
    """Returns a paragraph on how far the seeds move the clocks; empty for fewer than three rows."""
    found = [
        (100 * (row.fmax_max / row.fmax_min - 1), row.config)
        for row in rows
        if len(row.seeds) > 1 and row.fmax_min and row.fmax_max
    ]
    if len(found) < _FEWEST:
        return ""
    most, name = max(found)
    typical = median(above for above, _ in found)
    return (
        f"The highest clock of the seeds is above the lowest by {typical:.1f} % in the median of "
        f"{len(found)} rows, and by {most:.1f} % at most (`{name}`).\n\n"
    )


def _between(page: Path, made: str, begin: str = BEGIN, end: str = END) -> None:
    text = page.read_text(encoding="utf-8")
    if begin not in text or end not in text:
        raise BadInput(f"{page}: the markers '{begin}' and '{end}' are not there")
    before, rest = text.split(begin)
    after = rest.split(end)[1]
    page.write_text(f"{before}{begin}\n\n{made}\n{end}{after}", encoding="utf-8")
