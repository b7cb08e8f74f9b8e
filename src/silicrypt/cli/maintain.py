"""``lint`` and ``results``: for people who work on the cores."""

from __future__ import annotations

from typing import Annotated

import typer

from silicrypt import catalog
from silicrypt.cli.console import Json, out, progress, say_json
from silicrypt.paths import reference_results

Jobs = Annotated[int, typer.Option(help="Runs at a time.")]
Scheduler = Annotated[
    str | None, typer.Option(help="Address of a dask scheduler to run on, tcp://host:port.")
]


def lint(as_json: Json = False) -> None:
    """Hold every design point against both front ends, warnings as errors."""
    from silicrypt.flow.lint import lint as run

    with progress(quiet=as_json) as report:
        complaints = run(tuple(catalog.load().values()), report)
    if as_json:
        say_json({"complaints": complaints})
    else:
        for complaint in complaints:
            typer.echo(complaint)
        typer.echo(f"{len(catalog.load())} design points: {len(complaints)} complaints")
    if complaints:
        raise typer.Exit(1)


def results(jobs: Jobs = 2, scheduler: Scheduler = None, as_json: Json = False) -> None:
    """Measure every design point again; write results/ and the README's tables."""
    from silicrypt.flow import campaign
    from silicrypt.report import readme

    tasks = campaign.reference_tasks()
    with progress(quiet=as_json) as report:
        outcomes = campaign.run(tasks, jobs, report, scheduler=scheduler, committed=False)
    failed = [outcome for outcome in outcomes if outcome.result is None]
    written = [] if failed else campaign.publish(outcomes)
    root = reference_results().parent
    if written and (root / "README.md").is_file():
        readme.update(root / "README.md", root / "docs" / "results.svg")
    if as_json:
        say_json(
            {
                "written": [str(path) for path in written],
                "failed": {str(outcome.task): outcome.failure for outcome in failed},
            }
        )
    else:
        console = out()
        for outcome in failed:
            console.print(f"{outcome.task}: {outcome.failure}")
        console.print(f"{len(written)} results written, {len(failed)} runs failed")
    if failed:
        raise typer.Exit(1)
