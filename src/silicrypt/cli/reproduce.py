"""``reproduce``, ``report`` and ``limits``: papers, a page of all results, and feedback loops."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from silicrypt.cli.console import Answer, command, progress
from silicrypt.cli.options import Jobs, Scheduler
from silicrypt.errors import BadInput


@command("silicrypt reproduce sha512-2005", 180)
def reproduce(
    paper: Annotated[str, Argument(metavar="PAPER", help="For instance sha512-2005.")],
    quick: Annotated[
        bool, Option("--quick", help="Measure only what the main claims need.")
    ] = False,
    stored: Annotated[
        bool,
        Option("--stored", help="Use stored results only: run no tool, and name what is missing."),
    ] = False,
    time_software: Annotated[
        bool, Option("--time-software", help="Time the software of aes-2005 on this machine.")
    ] = False,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
) -> Answer:
    """Measure a paper's designs again and compare them with its tables and claims."""
    from silicrypt import papers
    from silicrypt.report.tables import render_reproduction

    if stored and (quick or time_software or scheduler is not None):
        raise BadInput("--stored runs nothing: leave out --quick, --time-software and --scheduler")
    with progress() as report:
        source = papers.FlowSource(not stored, time_software, jobs, scheduler)
        reproduction = papers.reproduce(paper, quick, report, source)
    return Answer(
        reproduction.to_json(), [lambda console: render_reproduction(console, reproduction)]
    )


@command("silicrypt report -o report.html", 190)
def report(
    out: Annotated[Path, Option("--out", "-o", help="The file to write.")] = Path("report.html"),
    results: Annotated[
        Path | None,
        Option("--results", help="A folder of 'silicrypt measure' whose results are shown, too."),
    ] = None,
) -> Answer:
    """Write a self-contained web page that shows all stored results."""
    from silicrypt.report import page

    path = page.build(out, results)
    return Answer({"report": str(path)}, [f"wrote {path}"])


@command("silicrypt limits --json", 175)
def limits(
    measure: Annotated[
        bool,
        Option("--measure", help="Place and route the loops whose sources or tools changed."),
    ] = False,
    jobs: Jobs = None,
) -> Answer:
    """Print the clock of the feedback loops that bound a core, each placed and routed alone."""
    from silicrypt.report import columns, tables
    from silicrypt.report import limits as loops
    from silicrypt.report.records import limit_shares
    from silicrypt.results.store import Store

    if measure:
        with progress() as report:
            loops.measure(Store(), report, jobs)
    known = loops.limits()
    shown = tables.Fitted(columns.LOOPS, limit_shares(known, ()), f"loops on {loops.TARGET}")
    old = ", ".join(loop.name for loop in loops.stale())
    note = f"not measured with the current sources and tools: {old}; give --measure" if old else ""
    return Answer({"limits": [asdict(one) for one in known]}, [shown], note=note)
