"""``reproduce`` and ``report``: measure the designs of papers again, and write the web page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from silicrypt.cli.console import Jobs, Json, Scheduler, out, progress, say_json

Paper = Annotated[str, typer.Argument(metavar="PAPER", help="For instance sha512-2005.")]
Quick = Annotated[bool, typer.Option("--quick", help="Only what the main claims need.")]
Out = Annotated[Path, typer.Option("--out", "-o", help="The file to write.")]


def reproduce(
    paper: Paper,
    quick: Quick = False,
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
    as_json: Json = False,
) -> None:
    """Measure a paper's designs again and compare them with its tables and claims."""
    from silicrypt import papers
    from silicrypt.papers import ahead

    with progress(quiet=as_json) as report:
        if scheduler is not None or jobs != 1:
            ahead.measure(paper, quick, report, jobs, scheduler)
        reproduction = papers.reproduce(paper, quick, report)
    if as_json:
        say_json(reproduction.to_json())
        return
    from silicrypt.report.tables import render_reproduction

    render_reproduction(out(), reproduction)


def report(out: Out = Path("report.html"), as_json: Json = False) -> None:
    """Write a self-contained web page that shows all stored results."""
    from silicrypt import report as page

    path = page.build(out)
    if as_json:
        say_json({"report": str(path)})
    else:
        typer.echo(f"wrote {path}")
