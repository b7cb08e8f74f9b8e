"""``lint`` and ``results``: for people who work on the cores."""

from __future__ import annotations

from dataclasses import asdict
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from silicrypt.cli.console import Jobs, Json, Scheduler, progress, say_json
from silicrypt.paths import reference_results

if TYPE_CHECKING:
    from silicrypt.flow.batch import Task

Only = Annotated[
    str, typer.Option(help="Runs whose name matches, as in 'sha256-* core on ecp5-85k'.")
]
Missing = Annotated[bool, typer.Option("--missing", help="List the missing runs; measure nothing.")]
Check = Annotated[
    bool, typer.Option("--check", help="Measure again; fail on the first figure that differs.")
]
Baseline = Annotated[
    str | None,
    typer.Option(help="Compare with the results of a git revision; fail if a figure is worse."),
]
Sample = Annotated[
    int | None, typer.Option(help="With --check: measure this many, chosen at random.")
]


def lint(as_json: Json = False) -> None:
    """Read every top level with Verilator and slang; treat warnings as errors."""
    from silicrypt.flow.lint import all_designs
    from silicrypt.flow.lint import lint as run

    designs, wrappers = all_designs()
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


def results(
    only: Only = "*",
    missing: Missing = False,
    check: Check = False,
    sample: Sample = None,
    baseline: Baseline = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    as_json: Json = False,
) -> None:
    """Measure what is missing from results/, list it, or measure committed results again.

    Each result is written when it is complete, so an interrupted command resumes where it stopped.
    """
    if baseline is not None:
        _compare(baseline, only, as_json)
        return
    from silicrypt.papers import reference

    if check:
        _check(only, sample, jobs, scheduler, as_json)
        return
    wanted = [task for task in reference.missing() if fnmatch(str(task), only)]
    if missing:
        if as_json:
            say_json({"missing": [str(task) for task in wanted]})
        else:
            for task in wanted:
                typer.echo(str(task))
            typer.echo(f"{len(wanted)} of {len(reference.tasks())} runs have no valid result")
        return
    _measure(wanted, jobs, scheduler, as_json)


def _measure(wanted: list[Task], jobs: int | None, scheduler: str | None, as_json: bool) -> None:
    """Measures, and writes the results and the pages that show them."""
    from silicrypt.flow import batch
    from silicrypt.papers import counted
    from silicrypt.report import markdown_pages

    written: list[Path] = []
    with progress(quiet=as_json) as report:
        outcomes = batch.run(
            wanted,
            jobs,
            report,
            scheduler=scheduler,
            keep=lambda outcome: written.extend(batch.publish(outcome)),
        )
    failed = [outcome for outcome in outcomes if outcome.failure]
    root = reference_results().parent
    if (root / markdown_pages.README).is_file():
        counted.refresh()
        markdown_pages.update(root)
    if as_json:
        say_json(
            {
                "written": [str(path) for path in written],
                "failed": {str(outcome.task): outcome.failure for outcome in failed},
            }
        )
    else:
        for outcome in failed:
            typer.echo(f"{outcome.task}: {outcome.failure}")
        typer.echo(f"{len(written)} results written, {len(failed)} runs failed")
    if failed:
        raise typer.Exit(1)


def _check(
    only: str, sample: int | None, jobs: int | None, scheduler: str | None, as_json: bool
) -> None:
    """Measures committed results again; exits with 1 if a figure differs."""
    from silicrypt.papers import reference

    with progress(quiet=as_json) as report:
        found = reference.check(only, sample, progress=report, jobs=jobs, scheduler=scheduler)
        different = next(found, None)
    if as_json:
        say_json({"difference": asdict(different) if different else None})
    else:
        typer.echo(str(different or "every figure is equal to the committed one"))
    if different:
        raise typer.Exit(1)


def _compare(revision: str, only: str, as_json: bool) -> None:
    """Compares committed results with those of a revision; exits with 1 if one is worse."""
    from silicrypt.measure.named_results import changes

    found = [one for one in changes(revision) if fnmatch(one.run, only)]
    worse = [one for one in found if one.worse]
    if as_json:
        say_json({"baseline": revision, "changes": [asdict(one) for one in found]})
    else:
        for one in found:
            typer.echo(f"{one.run}: {'; '.join(one.worse or one.better)}")
        typer.echo(f"{len(found)} results differ from {revision}, {len(worse)} of them are worse")
    if worse:
        raise typer.Exit(1)
