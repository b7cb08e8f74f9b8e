"""``reproduce`` and ``report``: measure the designs of papers again, and write the web page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from silicrypt.cli.console import Jobs, Json, Scheduler, out, progress, say_json
from silicrypt.errors import BadInput

Paper = Annotated[str, typer.Argument(metavar="PAPER", help="For instance sha512-2005.")]
Quick = Annotated[bool, typer.Option("--quick", help="Measure only what the main claims need.")]
Stored = Annotated[
    bool,
    typer.Option(
        "--stored", help="Use stored results only: run no tool, and name what is missing."
    ),
]
Software = Annotated[
    bool, typer.Option("--time-software", help="Time the software of aes-2005 on this machine.")
]
Out = Annotated[Path, typer.Option("--out", "-o", help="The file to write.")]
Folder = Annotated[
    Path | None,
    typer.Option("--results", help="A folder of 'silicrypt measure' whose results are shown, too."),
]


def reproduce(
    paper: Paper,
    quick: Quick = False,
    stored: Stored = False,
    time_software: Software = False,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    as_json: Json = False,
) -> None:
    """Measure a paper's designs again and compare them with its tables and claims."""
    from silicrypt import papers

    if stored and (quick or time_software or scheduler is not None):
        raise BadInput("--stored runs nothing: leave out --quick, --time-software and --scheduler")
    with progress(quiet=as_json) as report:
        source = papers.FlowSource(not stored, time_software, jobs, scheduler)
        reproduction = papers.reproduce(paper, quick, report, source)
    if as_json:
        say_json(reproduction.to_json())
        return
    from silicrypt.report.tables import render_reproduction

    render_reproduction(out(), reproduction)


def report(out: Out = Path("report.html"), results: Folder = None, as_json: Json = False) -> None:
    """Write a self-contained web page that shows all stored results."""
    from silicrypt.report import page

    path = page.build(out, results)
    if as_json:
        say_json({"report": str(path)})
    else:
        typer.echo(f"wrote {path}")
