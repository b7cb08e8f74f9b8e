"""``results`` and ``registers``: for people who work on the cores and commit what follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from silicrypt import paths
from silicrypt.cli.console import Answer, command, progress
from silicrypt.cli.options import Jobs, Scheduler
from silicrypt.errors import BadInput

if TYPE_CHECKING:
    from silicrypt.flow.batch import Task


@command("silicrypt results --missing", 210)
def results(
    only: Annotated[
        str, Option(help="Runs whose name matches, as in 'sha256-* core on ecp5-85k'.")
    ] = "*",
    missing: Annotated[
        bool, Option("--missing", help="List the missing runs; measure nothing.")
    ] = False,
    check: Annotated[
        bool, Option("--check", help="Measure again; fail on the first figure that differs.")
    ] = False,
    carry: Annotated[
        bool,
        Option("--carry", help="Give results that only a change of code made stale new keys."),
    ] = False,
    because: Annotated[str, Option(help="With --carry: what changed, for the list.")] = "",
    sample: Annotated[
        int | None,
        Option(help="With --check and --carry: measure this many, chosen at random.", min=1),
    ] = None,
    baseline: Annotated[
        str | None,
        Option(help="Compare with the results of a git revision; fail if a figure is worse."),
    ] = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
) -> Answer:
    """Measure what is missing from results/, list it, or measure committed results again.

    --carry verifies the design points whose keys a change of silicrypt's own code has changed,
    measures results of every kind again, and gives the others their new keys if no figure differs.

    Each result is written when it is complete, so an interrupted command resumes where it stopped.
    """
    if sum((missing, check, carry, baseline is not None)) > 1:
        raise BadInput("--missing, --check, --carry and --baseline exclude each other: give one")
    if baseline is not None:
        return _compare(baseline, only)
    if carry:
        return _carry(only, because, sample, jobs, scheduler)
    from silicrypt.papers import reference

    if check:
        return _check(only, sample, jobs, scheduler)
    _demand_run(only)
    wanted = reference.missing([one for one in reference.tasks() if fnmatch(str(one), only)])
    if not missing:
        return _measure(wanted, jobs, scheduler)
    names = [str(task) for task in wanted]
    end = f"{len(names)} of {len(reference.tasks())} runs have no valid result"
    return Answer({"missing": names}, [*names, end])


def _demand_run(only: str) -> None:
    """Refuses a pattern that matches no run, and no result of a scenario of one.

    This takes much less time than to find the results that are missing or stale.
    """
    from silicrypt.flow.stimuli import DELAYS, SCENARIOS
    from silicrypt.papers import reference

    runs = reference.tasks()
    ends = [f", {scenario}{delays}" for scenario in SCENARIOS for delays in ("", DELAYS)]
    names = [*map(str, runs), *(f"{run}{end}" for run in runs if run.power for end in ends)]
    if not any(fnmatch(name, only) for name in names):
        raise BadInput(
            f"no run matches --only '{only}'; a run is named as in 'sha256-fast core on ecp5-85k'"
        )


def _measure(wanted: Sequence[Task], jobs: int | None, scheduler: str | None) -> Answer:
    """Measures, and writes the results and the pages that show them."""
    from silicrypt.flow import batch

    written: list[Path] = []
    with progress() as report:
        outcomes = batch.run(
            *(wanted, jobs, report),
            scheduler=scheduler,
            keep=lambda outcome: written.extend(batch.publish(outcome)),
        )
    failed = {str(outcome.task): outcome.failure for outcome in outcomes if outcome.failure}
    _refresh()
    end = f"{len(written)} results written, {len(failed)} runs failed"
    return Answer(
        {"written": [str(path) for path in written], "failed": failed},
        [*(f"{task}: {failure}" for task, failure in failed.items()), end],
        passed=not failed,
    )


def _refresh() -> None:
    """In a checkout, counts the cycles of the storage unit if they are stale; writes the pages."""
    from silicrypt.papers import counted
    from silicrypt.report import markdown_pages

    root = paths.reference_results().parent
    if (root / markdown_pages.README).is_file():
        counted.refresh()
        markdown_pages.update(root)


def _check(only: str, sample: int | None, jobs: int | None, scheduler: str | None) -> Answer:
    """Measures committed results again; does not pass if a figure differs."""
    from silicrypt.papers import reference

    with progress() as report:
        found = reference.check(only, sample, progress=report, jobs=jobs, scheduler=scheduler)
        different = next(found, None)
    return Answer(
        {"difference": asdict(different) if different else None},
        [str(different or "every figure is equal to the committed one")],
        passed=different is None,
    )


def _carry(
    only: str, because: str, sample: int | None, jobs: int | None, scheduler: str | None
) -> Answer:
    """Gives stale results new keys after a sample was measured again with the same figures."""
    from silicrypt.flow import carry

    if not because.strip():
        raise BadInput('--carry needs a reason for the list, as in --because "renamed a module"')
    if scheduler is not None:
        raise BadInput("--carry verifies and measures on this machine: leave --scheduler out")
    _demand_run(only)
    found = [one for one in carry.stale() if fnmatch(one.name, only)]
    if not found:
        return Answer(
            {"carried": [], "measured": []}, ["no result is stale by a change of code alone"]
        )
    measured = carry.sample(found, sample or 0)
    with progress() as report:
        carry.carry(found, measured, because, report, jobs)
    _refresh()
    return Answer(
        {"carried": [one.name for one in found], "measured": [one.name for one in measured]},
        [f"{len(found)} results carried, {len(measured)} of them measured again"],
    )


def _compare(revision: str, only: str) -> Answer:
    """Compares committed results with those of a revision; does not pass if one is worse."""
    from silicrypt.measure.core_result import changes

    found = [one for one in changes(revision) if fnmatch(one.run, only)]
    worse = [one for one in found if one.worse]
    end = f"{len(found)} results differ from {revision}, {len(worse)} of them are worse"
    return Answer(
        {"baseline": revision, "changes": [asdict(one) for one in found]},
        [*(f"{one.run}: {'; '.join(one.worse or one.better)}" for one in found), end],
        passed=not worse,
    )


@command("silicrypt registers --check", 220)
def registers(
    check: Annotated[
        bool, Option("--check", help="Compare only; exit with 1 if a file differs.")
    ] = False,
    html: Annotated[
        Path | None, Option("--html", help="Write HTML pages into this new folder instead.")
    ] = None,
) -> Answer:
    """Write RTL, C headers, IP-XACT and Python addresses of the SystemRDL descriptions in hw/."""
    from silicrypt.drivers import registers as flow
    from silicrypt.results.store import write_atomic

    if html is not None:
        flow.pages(html)
        index = str(html / "index.html")
        return Answer({"pages": index}, [f"wrote {index}"])
    made = flow.generate()
    differ = [
        name
        for name, text in made.items()
        if not _place(name).is_file() or _place(name).read_text(encoding="utf-8") != text
    ]
    if not check:
        for name in differ:
            write_atomic(_place(name), made[name])
    lines = [f"{'stale' if check else 'wrote'} {name}" for name in differ]
    return Answer(
        {"stale" if check else "written": differ},
        lines or ["all files follow from the descriptions"],
        passed=not (check and differ),
    )


def _place(name: str) -> Path:
    """Returns the path of a file of the repository: in a checkout, or in the installed package."""
    root = paths.hw_root().parent
    return root / (name if (root / "src").is_dir() else name.removeprefix("src/silicrypt/"))
