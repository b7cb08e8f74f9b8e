"""The report: one static page that needs only a browser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from silicrypt.papers import PAPERS, FlowSource, Reproduction, data, reproduce
from silicrypt.report import columns, plots, records, tables
from silicrypt.report.limits import limits
from silicrypt.report.records import (
    LimitShare,
    PoweredAt,
    limit_shares,
    measured,
    peer_comparisons,
    powers,
    results,
)
from silicrypt.results.imported import ImportedResult
from silicrypt.results.result import Result
from silicrypt.results.store import rewrite

#: The objectives of the results table: the key of a column, and its label.
OBJECTIVES = {
    "throughput": "throughput",
    "throughput_one": "one message",
    "fmax": "clock",
    "cycles": "cycles per block",
}


def build(out: Path, folder: Path | None = None) -> Path:
    """Writes the page from the stored results; runs no tool.

    Args:
        out: the file to write, or a folder to write ``index.html`` into.
        folder: a folder of results of measured cores and of imported ones, which are shown, too.

    Returns:
        The file written.

    Raises:
        StoreError: the file cannot be written; no partial file remains.
    """
    page = out if out.suffix in (".html", ".htm") else out / "index.html"

    def made() -> str:
        reproductions = [reproduce(name, source=FlowSource(run=False)) for name in PAPERS]
        cores, others = measured(folder) if folder else ([], [])
        return render(view([*results(), *cores], reproductions, powers(), others))

    rewrite(page, made)  # refuses a file before the page is made, which takes a while
    return page


def view(
    rows: Sequence[Result],
    reproductions: Iterable[Reproduction],
    powered: Sequence[PoweredAt] = (),
    others: Sequence[ImportedResult] = (),
) -> dict[str, Any]:
    """Returns what the page shows of these results and reproductions."""
    ours = [row for row in rows if not records.origin(row)]
    near = limit_shares(limits(), ours)
    shown = plots.points(rows, data.peers())
    tools = Counter(tuple(sorted(row.tool_versions.items())) for row in rows)
    return {
        "headlines": _headlines(ours, near),
        "results": rows,
        "targets": list(dict.fromkeys(row.target for row in rows)),
        "algorithms": sorted({row.algorithm for row in rows}),
        "plot_wide": _drawn(plots.scatter(shown, 480, 380, 2)),
        "plot_narrow": _drawn(plots.scatter(shown, 300, 300, 1)),
        "papers": [(one, _plots(one)) for one in reproductions],
        "peers": data.peers(),
        "limits": near,
        "tools": [(versions, count) for versions, count in tools.most_common() if versions],
        "powers": powered,
        "imported": others,
    }


def render(shown: Mapping[str, Any]) -> str:
    """Returns the page as text."""
    environment = Environment(
        loader=PackageLoader("silicrypt.report"), autoescape=True, undefined=StrictUndefined
    )
    environment.filters["unbroken"] = _unbroken
    try:
        version = metadata.version("silicrypt")
    except metadata.PackageNotFoundError:
        version = "of a checkout"
    known = {"columns": columns, "tables": tables, "records": records, "objectives": OBJECTIVES}
    return environment.get_template("page.html.j2").render(view=shown, version=version, **known)


def _unbroken(text: str) -> Markup:
    """Returns a sentence in which no line breaks inside a word with hyphens (configurations)."""
    words = [
        Markup("<span class=word>{}</span>").format(w) if "-" in w else w for w in text.split()
    ]
    return Markup(" ").join(words)


def _plots(reproduction: Reproduction) -> list[tuple[str, ...]]:
    """Returns the plots of a paper: title, and the plot for a wide and for a narrow window."""
    shown = [*([reproduction.plot] if reproduction.plot else []), *reproduction.more_plots]
    sizes = (520, 300), (190, 260)
    return [(one.title, *(_drawn(plots.curves(one, *size)) for size in sizes)) for one in shown]


def _drawn(spec: dict[str, Any]) -> str:
    return plots.themed(plots.svg(spec))


def _headlines(rows: Sequence[Result], near: Sequence[LimitShare]) -> list[tuple[str, str, str]]:
    """Returns our fastest core of each family with the fastest peer, and the limits."""
    found = [
        (
            f"{s.row.algorithm} on ecp5-85k",
            f"{tables.grouped(s.row.throughput_mbps or 0.0)} Mbit/s",
            f"{s.row.config}: {columns.ratio(s.faster)} times the fastest open peer, "
            f"{columns.ratio(s.denser)} times the best per LUT",
        )
        for s in peer_comparisons(data.peers(), rows, near)
    ]
    found += [
        (
            "of the loop's limit",
            f"{100 * n.share:.0f} %",
            f"{n.row.config} against {n.limit.name}, {n.limit.fmax_mhz:.0f} MHz",
        )
        for n in near
        if n.share and n.row
    ]
    return found
