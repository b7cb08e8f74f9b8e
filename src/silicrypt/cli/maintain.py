"""``lint`` and ``results``: for people who work on the cores."""

from __future__ import annotations

from typing import Annotated

import typer

from silicrypt import catalog, targets
from silicrypt.cli.console import Json, out, progress, say_json
from silicrypt.paths import reference_results

Jobs = Annotated[int, typer.Option(help="Runs at a time.")]
Scheduler = Annotated[
    str | None, typer.Option(help="Address of a dask scheduler to run on, tcp://host:port.")
]


def lint(as_json: Json = False) -> None:
    """Hold every top level against both front ends, warnings as errors."""
    from silicrypt.flow.lint import lint as run

    machines = [
        catalog.self_test(catalog.get(name), board.top)
        for name in catalog.SELF_TESTED
        for board in targets.BOARDS.values()
    ]
    designs, wrappers = [*catalog.load().values(), *machines], tuple(catalog.WRAPPERS.values())
    with progress(quiet=as_json) as report:
        complaints = run(designs, wrappers, report)
    if as_json:
        say_json({"complaints": complaints})
    else:
        for complaint in complaints:
            typer.echo(complaint)
        count = len(designs) + len(wrappers)
        typer.echo(f"{count} top levels: {len(complaints)} complaints")
    if complaints:
        raise typer.Exit(1)


def results(jobs: Jobs = 2, scheduler: Scheduler = None, as_json: Json = False) -> None:
    """Measure every design point and what the papers need; write results/ and their pages."""
    from silicrypt import papers
    from silicrypt.flow import campaign
    from silicrypt.papers.bench import Recorder
    from silicrypt.report import readme

    tasks, recorder = [*campaign.reference_tasks(), *campaign.power_tasks()], Recorder()
    with progress(quiet=as_json) as report:
        outcomes = campaign.run(tasks, jobs, report, scheduler=scheduler, committed=False)
        failed = [outcome for outcome in outcomes if outcome.failure]
        for paper in papers.PAPERS if not failed else ():
            papers.reproduce(paper, progress=report, bench=recorder)
    measured = [outcome.result for outcome in outcomes if outcome.result is not None]
    powers = [result for outcome in outcomes for result in outcome.powers]
    written = [] if failed else campaign.publish([*measured, *powers, *recorder.results])
    root = reference_results().parent
    if written and (root / readme.README).is_file():
        readme.update(root)
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
