"""``explore``: the front of throughput and area over the design points of an algorithm."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rich.text import Text
from typer import Argument, Option

from silicrypt.cli import options
from silicrypt.cli.console import Answer, command, progress, table
from silicrypt.cli.options import RESULTS, Jobs, LevelName, Scheduler, Seeds, TargetName

if TYPE_CHECKING:
    from silicrypt.explore.run import Exploration


@command("silicrypt explore sha256 -t ecp5-85k", 100)
def explore(
    what: Annotated[
        str, Argument(metavar="WHAT", help="An algorithm, a configuration, or a core file.")
    ],
    target: TargetName,
    objective: Annotated[
        str | None,
        Option(
            help="What to optimise, separated by commas: throughput, one-message, latency, fmax, "
            "cycles, lut, ge, ff, energy.",
            show_default="throughput and area",
        ),
    ] = None,
    at_most: Annotated[
        list[str] | None, Option("--max", help="The largest value allowed, as in lut=2000.")
    ] = None,
    at_least: Annotated[
        list[str] | None, Option("--min", help="The smallest value allowed, as in fmax=100.")
    ] = None,
    budget: Annotated[
        str | None, Option(help="Start no further run after this time, as in 30m, 2h or 90s.")
    ] = None,
    runs: Annotated[int | None, Option(min=1, help="Route at most this many points.")] = None,
    recipe: Annotated[
        list[str] | None,
        Option(help="A recipe of 'silicrypt targets', or default.", show_default="all"),
    ] = None,
    level: LevelName = None,
    seeds: Seeds = "1,2,3",
    pick: Annotated[
        str | None, Option("--pick", help='One point, as in "throughput >= 1000, min lut".')
    ] = None,
    every_point: Annotated[
        bool, Option("--sweep", help="Route and verify every point, for comparison.")
    ] = False,
    plot: Annotated[
        Path | None, Option(help="Draw the front into this file, .svg, .png, .html or .json.")
    ] = None,
    dropped: Annotated[
        bool, Option("--dropped", help="Also list the other points, with the reason.")
    ] = False,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    results: Annotated[
        Path, Option("--results", help="The folder for the results of a core file.")
    ] = RESULTS,
) -> Answer:
    """Find the front of throughput, area and more over all design points and recipes.

    Every point on the front is verified. An interrupted command resumes where it stopped.
    """
    from silicrypt import targets
    from silicrypt.explore import objectives as quantities
    from silicrypt.explore import run

    form = "--budget is a number and s, m or h, as in 30m"
    if plot is not None:
        from silicrypt.report import plots

        plots.require_drawable(plot)
    technology = targets.get(target)
    base = "cycles" if isinstance(technology, targets.Mapped) else "throughput"
    request = run.SearchRequest(
        what=what,
        target=target,
        objectives=quantities.objectives(objective or f"{base},area", technology),
        limits=(
            *(quantities.limit(text, technology, least=False) for text in at_most or ()),
            *(quantities.limit(text, technology, least=True) for text in at_least or ()),
        ),
        level=level,
        recipes=None if recipe is None else tuple("" if r == "default" else r for r in recipe),
        seeds=options.seeds(seeds),
        runs=runs,
        seconds=None if budget is None else options.number(budget, options.DURATIONS, form),
        everything=every_point,
        pick=None if pick is None else quantities.pick(pick, technology),
    )
    with progress() as report:
        found = run.explore(request, report, jobs=jobs, scheduler=scheduler, results=results)
    drawn = []
    if plot is not None:
        plots.draw(run.chart(found), plot)
        drawn = [f"drawn in {plot}"]
    passed = not request.pick or found.picked is not None
    return Answer(found.to_json(), [*_shown(found, dropped), *drawn], passed=passed)


def _shown(found: Exploration, dropped: bool) -> Iterator[Any]:
    from silicrypt.explore.objectives import QUANTITIES

    request = found.request
    names = [one.name for one in request.objectives]
    names = list(dict.fromkeys([*names, *(k for row in found.front for k in row.figures)]))
    headings = (f"{QUANTITIES[name].label} {QUANTITIES[name].unit}".strip() for name in names)
    shown = table("design point", *headings, numbers=range(1, len(names) + 1), whole=True)
    for row in found.front:
        cells = (f"{row.figures[name]:,.1f}" if name in row.figures else "" for name in names)
        shown.add_row(row.name, *cells)
    yield Text(f"the front of {request.what} on {request.target}", style="bold")
    yield shown
    others = [row for row in found.rows if row.status != "front"]
    if found.front:
        yield Text(f"every point is verified; {found.effort}, {len(others)} other points")
    elif others:
        first = next((row for row in others if row.status == "failed"), others[0])
        yield Text(f"no point is on the front; {first.name}: {first.reason}")
    if not found.complete:
        yield Text("the budget is used up: the same command with a larger budget continues")
    if dropped:
        for row in others:
            yield Text(f"  {row.name}: {row.status}: {row.reason}", style="dim")
    elif others:
        yield Text("--dropped lists the others and why they are not on the front", style="dim")
    if request.pick and found.picked:
        yield Text(f"picked: {found.picked.name}", style="bold")
        yield Text(f"parameters: {found.picked.parameters}, target {found.picked.target}")
    elif request.pick:
        yield Text("no point of the front meets the conditions", style="bold")
