"""Makes the tables and the picture of the repository's pages from the committed results.

Tables between two markers are made as a whole. Tables that are written by hand have columns of
figures that are filled: a page marks such a table with ``<!-- figures: TARGET LEVEL -->`` in the
line before it. The first column that holds nothing but names of design points says whose figures a
row shows; with ``4 x`` before the names, area and throughput are those of four instances. A column
``target`` or ``level`` in the table replaces TARGET or LEVEL. `FIGURES` lists the headings that are
filled; the other columns stay as they are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, starmap, takewhile
from operator import attrgetter
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from silicrypt import catalog
from silicrypt.errors import BadInput
from silicrypt.metrics import NOISES, area, area_unit, fmax, per_area, period_ns, slices_of
from silicrypt.papers import PAPERS, FlowSource, Reproduction, data, reference, reproduce
from silicrypt.papers.model import Verdict
from silicrypt.report import columns, plots, records
from silicrypt.report.limits import limits
from silicrypt.report.records import PeerComparison
from silicrypt.report.tables import POWER, VERDICT_COUNTS, Column, filled, markdown_table
from silicrypt.report.trust import TRUST, trust_rows
from silicrypt.results.result import Result
from silicrypt.results.store import Store, write_atomic

#: Paths of the pages and of the picture, from the root of the repository.
README, ALL, PICTURE = Path("README.md"), Path("docs", "results.md"), Path("docs", "results.svg")
CLAIMS, NUMBERS = Path("docs", "claims.md"), Path("docs", "figures.md")
VERIFIED, LOOPS = Path("docs", "verification.md"), Path("hw", "limit", "README.md")
#: The targets that every design point is measured on; the targets of the papers follow.
_FIRST = ("ecp5-85k", "nangate45")
#: The verdicts whose claims are listed one by one, in this order, and the parts that a list states.
LISTED: Mapping[Verdict, tuple[str, ...]] = {
    "reproduced": ("claim", "printed", "rule", "measured"),
    "not borne out": ("claim", "printed", "rule", "measured", "why"),
    "arithmetic fails": ("claim", "printed", "rule", "measured", "why"),
    "direction only": ("claim", "printed", "rule", "measured", "why"),
    "better than claimed": ("claim", "printed", "rule", "measured", "why"),
    "undecided": ("claim", "printed", "rule", "measured", "cause", "why", "missing"),
    "not measurable here": ("claim", "printed", "why", "missing"),
}
#: What a difference between two designs must exceed.
NOISE: Sequence[Column] = (
    Column("figure", "figure", attrgetter("what")),
    Column("means", "the ratio of two designs means nothing", attrgetter("means_nothing")),
)
#: Rows with several seeds from which a table states how far the seeds move the clocks.
_FEWEST = 3
_HIDDEN = {"algorithm", "target", "verified", "fmax_min", "fmax_max", "run"}


def update(root: Path) -> None:
    """Writes the tables between the markers of all pages, and the picture, of committed results.

    Args:
        root: root of the repository; text outside the markers is not changed.

    Raises:
        BadInput: a page has no markers.
    """
    with TemporaryDirectory() as empty:
        _write(root, Store(Path(empty)))


def _write(root: Path, store: Store) -> None:
    """Writes the pages; no results are taken beside those of the store and the committed ones."""
    rows = records.results(store)
    near = records.limit_shares(limits(), rows)
    best = records.peer_comparisons(data.peers(), rows, near)
    compared = markdown_table(columns.COMPARISON, best)
    between(root / README, "\n".join([compared, *_padded(best, rows)]), "results")
    papers = [reproduce(name, source=FlowSource(run=False, store=store)) for name in PAPERS]
    between(root / README, markdown_table(VERDICT_COUNTS, papers), "verdicts")
    between(root / CLAIMS, "\n".join(_claims(papers)), "claims")
    between(root / NUMBERS, markdown_table(NOISE, NOISES), "noise")
    between(root / LOOPS, markdown_table(columns.LIMITS, near), "limits")
    between(root / VERIFIED, markdown_table(TRUST, trust_rows(rows)), "points")
    ordered = sorted(rows, key=lambda row: (row.target not in _FIRST, _group(row)))
    groups = {name: list(some) for name, some in groupby(ordered, _group)}
    between(root / ALL, markdown_table(_CONTENTS, list(groups.items())), "contents")
    between(root / ALL, markdown_table(_BEST, _alike(rows)), "best")
    between(root / ALL, "\n".join(starmap(_of_group, groups.items())), "results")
    between(root / ALL, _power(store), "power")
    between(root / ALL, _peers(best), "peers")
    between(root / ALL, _without(), "without")
    plots.picture(rows, data.peers(), root / PICTURE)
    for page in (root / README, *(one for name in _FOLDERS for one in (root / name).rglob("*.md"))):
        if _MARK.search(page.read_text(encoding="utf-8")):
            fill(page, rows)


def _group(row: Result) -> str:
    """Returns the name of the table of a row: all delay targets of a library share one."""
    return re.sub(r"@\d+ps$", " with a delay target", row.target)


def _of_group(group: str, chosen: list[Result]) -> str:
    """Returns the rows of a group under its heading, those of papers in a table of their own."""
    own = [row for row in chosen if not catalog.get(row.config).paper]
    theirs = [row for row in chosen if row not in own]
    parts = [_table(part) for part in (own, theirs) if part]
    between = f"\n### Designs of the papers on {group}\n\n"
    return f"## {_heading(group, chosen)}\n\n{_seeds(chosen)}{between.join(parts)}"


def _heading(group: str, chosen: list[Result]) -> str:
    return f"{group} ({records.kind(chosen[0])})"


def _table(chosen: list[Result]) -> str:
    """Returns a table of results; empty columns are left out."""
    hidden = _HIDDEN - ({"target"} if len({row.target for row in chosen}) > 1 else set())
    shown = [column for column in columns.RESULTS if column.key not in hidden]
    return markdown_table(filled(shown, chosen), chosen)


def _link(one: tuple[str, list[Result]]) -> str:
    """Returns a link to the table of a group, with the anchor that GitHub gives to its heading."""
    anchor = re.sub(r"[^\w\- ]", "", _heading(*one).lower()).replace(" ", "-")
    return f"[{one[0]}](#{anchor})"


def _computed(one: tuple[str, list[Result]]) -> str:
    """Returns the functions of the rows of a group, each with its number of design points."""
    points = {row.config: catalog.get(row.config).computes for row in one[1]}
    counts = sorted(Counter(points.values()).items())
    return ", ".join(f"{name} {number}" for name, number in counts)


#: A row for each table of results.
_CONTENTS = (
    Column("table", "table", _link),
    Column("kind", "figures are", lambda one: records.kind(one[1][0])),
    Column("rows", "rows", lambda one: len(one[1]), 0),
    Column("computed", "functions, and the number of design points of each", _computed),
)


def _alike(rows: Iterable[Result]) -> list[list[Result]]:
    """Returns the rows with a clock, grouped by function, target and level; no machine's."""

    def key(row: Result) -> tuple[str, str, str]:
        return catalog.get(row.config).computes, row.target, row.level

    known = [
        row
        for row in rows
        if row.fmax_mhz and "@" not in row.target and not catalog.get(row.config).inside
    ]
    return [list(some) for _, some in groupby(sorted(known, key=key), key)]


def _one(row: Result) -> float:
    return row.throughput_one_message_mbps or 0.0


def _most(key: Callable[[Result], float]) -> Callable[[Sequence[Result]], str]:
    return lambda rows: f"`{max(rows, key=key).config}`"


#: The best rows of a function on one target, at one level.
_BEST = (
    Column("computes", "function", lambda rows: catalog.get(rows[0].config).computes),
    Column("target", "target", lambda rows: rows[0].target),
    Column("level", "level", lambda rows: rows[0].level),
    Column("one", "fastest with one message", _most(_one)),
    Column("mbps", "its Mbit/s", lambda rows: max(map(_one, rows)), 0),
    Column("small", "smallest", _most(lambda row: -(area(row) or 0))),
    Column(
        "area",
        "its area",
        lambda rows: min(area(row) or 0 for row in rows),
        0,
        lambda rows: area_unit(rows[0]),
    ),
)

#: Rows of `reference.WITHOUT`.
_WITHOUT = (
    Column("config", "design point", lambda row: f"`{row[0][0]}`"),
    Column("target", "target", lambda row: row[0][1]),
    Column("why", "why", lambda row: row[1]),
)


def _without() -> str:
    """Returns which design points have no figure on a target, and which functions no pair."""
    first, second = (
        {catalog.get(name).computes for name in names}
        for names in (reference.FAST_AND_SMALL, reference.FURTHER)
    )
    points = [one for one in catalog.load().values() if not one.sweep]
    others = sorted({one.computes for one in points} - first - second)
    further = ", ".join(sorted(second - first))
    return (
        f"{markdown_table(_WITHOUT, list(reference.WITHOUT.items()))}\n"
        f"Besides {' and '.join(reference.TARGETS)}, these functions have figures on "
        f"{' and '.join(reference.FURTHER_TARGETS)} alone: {further}.\n\n"
        f"These have no figure on {', '.join(reference.OTHERS)}: {', '.join(others)}. Most of them "
        "are variants of a function that has figures there.\n"
    )


def _power(store: Store) -> str:
    """Returns the table of power under load, of the library that every design point has."""
    shown = [c for c in POWER if c.key not in ("algorithm", "target", "scenario")]
    known = (_FIRST[1], "saturated")
    rows = [pair for pair in records.powers(store) if (pair[0].target, pair[0].scenario) == known]
    return markdown_table(shown, rows)


def _rival(peer: data.Peer) -> str | None:
    """Returns the family whose ratios a peer can be behind; None if it is in no ratio."""
    known = records.comparable(peer)
    return records.family(peer.algorithm, peer.cycles_per_block) if known else None


#: Whether a peer is compared with ours.
_COMPARED = Column("compared", "compared with our cores of", _rival)


def _padded(best: Iterable[PeerComparison], rows: Iterable[Result]) -> Iterator[str]:
    """Yields a sentence for each core whose best peer also pads: the ratios of our stream."""
    streams = {r.config: r for r in rows if r.target == _FIRST[0] and r.level == "stream"}
    for one in best:
        peer, ours = one.one, streams.get(one.row.config)
        if ours and peer and "with padding" in peer.algorithm:
            padded = replace(one, row=ours, fastest=peer, densest=peer, fullest=peer)
            ratios = padded.faster, padded.denser, padded.denser_by_slice
            faster, denser, by_slice = map(columns.ratio, ratios)
            yield (
                f"The fastest peer of `{ours.config}` on one message, `{peer.name}`, also pads "
                f"messages; its cycles were\n{peer.cycles_from}. Against it our stream, which pads "
                f"too, has {faster}x, per LUT {denser}x and per slice {by_slice}x.\n"
            )


def _peers(best: Sequence[PeerComparison]) -> str:
    """Returns the table of the open peers, and that of the peer behind each ratio."""
    sources = Column("source", "repository @ commit", lambda p: f"{p.repository} @ {p.commit}")
    name, *others = columns.PEERS
    shown = [replace(name, heading="core"), sources, *others, _COMPARED]
    ratios = markdown_table(columns.RATIOS, best)
    return f"{markdown_table(shown, data.peers())}\nThe peer behind each ratio:\n\n{ratios}"


def _claims(papers: Sequence[Reproduction]) -> Iterator[str]:
    """Yields a list of the claims of each verdict, with figures or reason."""

    def part(name: str) -> Column:
        return Column(name, name, lambda one: str(getattr(one[1], name)).replace("|", r"\|"))

    for verdict, parts in LISTED.items():
        found = [(p.paper, c) for p in papers for c in p.claims if c.verdict == verdict]
        if found:
            shown = [Column("paper", "paper", lambda one: one[0]), *map(part, parts)]
            yield f"### {verdict.capitalize()}\n\n{markdown_table(shown, found)}"


def _seeds(rows: list[Result]) -> str:
    """Returns a paragraph on how far the seeds move the clocks; empty for fewer than three rows."""
    found = [
        (100 * (row.fmax_mhz.max / row.fmax_mhz.min - 1), row.config)
        for row in rows
        if len(row.seeds) > 1 and row.fmax_mhz
    ]
    if len(found) < _FEWEST:
        return ""
    most, name = max(found)
    typical = median(above for above, _ in found)
    return (
        f"The highest clock of the seeds is above the lowest by {typical:.1f} % in the median of "
        f"{len(found)} rows, and by {most:.1f} % at most (`{name}`).\n\n"
    )


def markers(name: str, by: str = "make results") -> tuple[str, str]:
    """Returns the lines before and after a part of a page that a command makes."""
    return f"<!-- {name}: made by `{by}` -->", f"<!-- end of {name} -->"


def between(page: Path, made: str, name: str, by: str = "make results") -> None:
    """Writes what is between the markers of a name on a page.

    Raises:
        BadInput: the page has no such markers.
    """
    text, (begin, end) = page.read_text(encoding="utf-8"), markers(name, by)
    if begin not in text or end not in text:
        raise BadInput(f"{page}: the markers '{begin}' and '{end}' are not there")
    before, rest = text.split(begin)
    after = rest.split(end)[1]
    write_atomic(page, f"{before}{begin}\n\n{made}\n{end}{after}")


#: The line before a table whose figures are filled, and the folders that have such pages.
_MARK = re.compile(r"^<!-- figures: (\S+) (\S+) -->$", re.M)
_FOLDERS = ("docs", "hw")
_NAMES = re.compile(r"(?:(\d+) x )?`[\w-]+`(, `[\w-]+`)*")


def _area(unit: str) -> Callable[[Result], float | None]:
    return lambda row: area(row) if area_unit(row) == unit else None


def _iterations(row: Result) -> float | str:
    """Returns the iterations of PBKDF2 per second; empty for another function."""
    cycles, clock = row.cycles_per_block, fmax(row)
    return 1e6 * clock / cycles if "PBKDF2" in row.algorithm and cycles and clock else ""


#: The columns that are filled, by heading.
FIGURES = {
    column.heading: column
    for column in (
        Column("lut", "LUT4", _area("LUT4"), 0),
        Column("ge", "GE", _area("GE"), 0),
        Column("slices", "slices", slices_of, 0),
        Column("ff", "flip-flops", lambda row: row.ff, 0),
        Column("bram", "BRAM", lambda row: row.bram, 0),
        Column("fmax", "MHz", fmax, 1),
        Column(
            "fmax_range",
            "MHz, slowest to fastest seed",
            lambda row: row.fmax_mhz and f"{row.fmax_mhz.min:.1f} to {row.fmax_mhz.max:.1f}",
        ),
        Column("path", "path, ns", period_ns, 3),
        Column("throughput", "Mbit/s", lambda row: row.throughput_mbps, 0),
        Column("throughput", "Mbit/s: all in flight", lambda row: row.throughput_mbps, 0),
        Column("one", "Mbit/s: one message", lambda row: row.throughput_one_message_mbps, 0),
        Column("per_area", "Mbit/s per LUT4", per_area, 3),
        Column("iterations", "iterations per second", _iterations, 0),
    )
}
#: The figures that are sums over the instances of a design; the others stay.
_SUMS = ("lut", "ge", "slices", "ff", "bram", "throughput")


def _of_instances(column: Column, number: int) -> Column:
    """Returns the column for several instances of a design."""

    def total(row: Result) -> float | None:
        value = column.value(row)
        return number * value if isinstance(value, int | float) else None

    return replace(column, value=total) if column.key in _SUMS else column


def fill(page: Path, rows: Iterable[Result]) -> None:
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
        for number in takewhile(lambda n: lines[n].startswith("|"), range(at + 3, len(lines))):
            cells = _cells(lines[number])
            named = next((match for cell in cells if (match := _NAMES.fullmatch(cell))), None)
            if named is None:
                raise BadInput(f"{page}, line {number + 1}: no cell has only names in backticks")
            target = cells[heading.index("target")].strip("`") if "target" in heading else found[1]
            level = cells[heading.index("level")] if "level" in heading else found[2]
            names = re.findall(r"`([^`]+)`", named[0])
            shown = [known.get((name, target, level)) for name in names]
            for i, one in filled.items():
                column = _of_instances(one, int(named[1] or 1))
                cells[i] = ", ".join(column.text(row) if row else "\N{EN DASH}" for row in shown)
            lines[number] = f"| {' | '.join(cells)} |".replace("|  |", "| |")
    write_atomic(page, "\n".join(lines) + "\n")


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]
