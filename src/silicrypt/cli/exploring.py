"""``explore``: finds the best design points and synthesis recipes on a target."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from silicrypt import catalog, targets
from silicrypt.cli.console import Jobs, Json, Scheduler, out, progress, say_json
from silicrypt.cli.measure import Level, Seeds, TargetName
from silicrypt.errors import BadInput

if TYPE_CHECKING:
    from silicrypt.explore.run import Exploration, Request

What = Annotated[
    str,
    typer.Argument(metavar="WHAT", help="An algorithm, a configuration, or a core file."),
]
Objective = Annotated[
    str | None,
    typer.Option(
        help="What to optimise, separated by commas: throughput, one-message, latency, fmax, "
        "cycles, lut, ge, ff, energy.",
        show_default="throughput and area",
    ),
]
Max = Annotated[
    list[str] | None, typer.Option("--max", help="The largest value allowed, as in lut=2000.")
]
Min = Annotated[
    list[str] | None, typer.Option("--min", help="The smallest value allowed, as in fmax=100.")
]
Budget = Annotated[
    str | None, typer.Option(help="Start no further run after this time, as in 30m, 2h or 90s.")
]
Runs = Annotated[int | None, typer.Option(min=1, help="Route at most this many points.")]
Recipe = Annotated[
    list[str] | None,
    typer.Option(help="A recipe of 'silicrypt targets', or default.", show_default="all"),
]
Picked = Annotated[
    str | None, typer.Option("--pick", help='One point, as in "throughput >= 1000, min lut".')
]
Sweep = Annotated[
    bool, typer.Option("--sweep", help="Route and verify every point, for comparison.")
]
Plot = Annotated[
    Path | None, typer.Option(help="Draw the front into this file, .svg, .png, .html or .json.")
]
Dropped = Annotated[
    bool, typer.Option("--dropped", help="Also list the other points, with the reason.")
]
Folder = Annotated[
    Path, typer.Option("--results", help="The folder for the results of a core file.")
]

_UNITS = {"s": 1, "m": 60, "h": 3600}


def explore(
    what: What,
    target: TargetName,
    objective: Objective = None,
    at_most: Max = None,
    at_least: Min = None,
    budget: Budget = None,
    runs: Runs = None,
    recipe: Recipe = None,
    level: Level = None,
    seeds: Seeds = "1,2,3",
    pick: Picked = None,
    sweep: Sweep = False,
    plot: Plot = None,
    dropped: Dropped = False,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    results: Folder = Path("silicrypt-results"),
    as_json: Json = False,
) -> None:
    """Find the front of throughput, area and more over all design points and recipes.

    Every point on the front is verified. An interrupted command resumes where it stopped.
    """
    from silicrypt.explore import chart
    from silicrypt.explore import objectives as quantities
    from silicrypt.explore.run import Request
    from silicrypt.explore.run import explore as run

    if level not in (None, "core", "stream"):
        raise BadInput(f"--level is core or stream, not '{level}'")
    if plot is not None:
        chart.check(plot)
    technology = targets.get(target)
    base = "cycles" if isinstance(technology, targets.Mapped) else "throughput"
    request = Request(
        what=what,
        target=target,
        objectives=quantities.objectives(objective or f"{base},area", technology),
        limits=(
            *(quantities.limit(text, technology, least=False) for text in at_most or ()),
            *(quantities.limit(text, technology, least=True) for text in at_least or ()),
        ),
        level=cast("catalog.Level | None", level),
        recipes=None if recipe is None else tuple("" if r == "default" else r for r in recipe),
        seeds=_seeds(seeds),
        runs=runs,
        seconds=None if budget is None else _seconds(budget),
        everything=sweep,
        pick=None if pick is None else quantities.pick(pick, technology),
    )
    with progress(quiet=as_json) as report:
        found = run(request, report, jobs=jobs, scheduler=scheduler, results=results)
    if plot is not None:
        chart.draw(found, plot)
    if as_json:
        say_json(found.to_json())
    else:
        _show(found, request, dropped)
        if plot is not None:
            typer.echo(f"drawn in {plot}")
    if request.pick and found.picked is None:
        raise typer.Exit(1)


def _seconds(text: str) -> float:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([smh])", text.strip())
    if not found:
        raise BadInput(f"--budget is a number and s, m or h, as in 30m, not '{text}'")
    return float(found[1]) * _UNITS[found[2]]


def _seeds(text: str) -> tuple[int, ...]:
    try:
        numbers = tuple(int(seed) for seed in text.split(","))
    except ValueError:
        numbers = ()
    if not numbers or any(seed < 0 for seed in numbers):
        raise BadInput(f"--seeds takes whole numbers separated by commas, not '{text}'")
    return numbers


def _show(found: Exploration, request: Request, dropped: bool) -> None:
    from rich.table import Table

    console = out()
    names = [one.name for one in request.objectives]
    shown = dict.fromkeys([*names, *(k for row in found.front for k in row.figures)])
    table = Table("design point", box=None, pad_edge=False)
    table.columns[0].no_wrap = True
    from silicrypt.explore.objectives import QUANTITIES

    for name in shown:
        table.add_column(f"{QUANTITIES[name].label} {QUANTITIES[name].unit}".strip())
        table.columns[-1].justify = "right"
    for row in found.front:
        cells = (f"{row.figures[name]:,.1f}" if name in row.figures else "" for name in shown)
        table.add_row(row.name, *cells)
    console.print(f"the front of {request.what} on {request.target}", style="bold")
    console.print(table)
    others = [row for row in found.rows if row.status != "front"]
    if found.front:
        console.print(f"every point is verified; {found.effort}, {len(others)} other points")
    elif others:
        first = next((row for row in others if row.status == "failed"), others[0])
        console.print(f"no point is on the front; {first.name}: {first.reason}")
    if not found.complete:
        console.print("the budget is used up: the same command with a larger budget continues")
    if dropped:
        for row in others:
            console.print(f"  {row.name}: {row.status}: {row.reason}", style="dim", markup=False)
    elif others:
        console.print("--dropped lists the others and why they are not on the front", style="dim")
    if request.pick:
        picked = found.picked
        said = f"picked: {picked.name}" if picked else "no point of the front meets the conditions"
        console.print(said, style="bold")
        if picked:
            console.print(f"parameters: {picked.parameters}, target {picked.target}")
