"""``mutate``: how many small changes of a design its tests notice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from silicrypt.cli.console import Answer, command, progress, table
from silicrypt.cli.options import Jobs, Scheduler
from silicrypt.errors import BadInput

if TYPE_CHECKING:
    from silicrypt.mutate.score import Score


@command("silicrypt mutate md5-fast --count 50", 62)
def mutate(
    points: Annotated[
        list[str] | None,
        Argument(metavar="[CONFIG]...", help="Design points.", show_default=False),
    ] = None,
    count: Annotated[int, Option(help="Mutants of each design point.", min=10)] = 100,
    seed: Annotated[int, Option(help="Decides which mutants are made.", min=0)] = 1,
    everything: Annotated[
        bool, Option("--all", help="Measure all committed scores that are stale; write them.")
    ] = False,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
) -> Answer:
    """Change single bits and constants; show which changes the quick suite does not notice."""
    from silicrypt.mutate import score

    if bool(points) == everything:
        raise BadInput("name design points, as in 'silicrypt mutate md5-fast', or give --all")
    tasks = score.reference() if everything else [score.Task(p, count, seed) for p in points or ()]
    for task in tasks:
        score.demand_suite(task)
    with progress() as report:
        found = score.measure_all(
            tasks,
            report,
            jobs=jobs or 2,
            scheduler=scheduler,
            keep=score.write if everything else lambda _: None,
        )
    return Answer([asdict(one) for one in found], _shown(found))


def _shown(found: list[Score]) -> Iterator[Any]:
    from rich.text import Text

    from silicrypt.mutate.score import percent

    for one in found:
        yield Text.assemble((one.design, "bold"), f"  level {one.level}, seed {one.seed}")
        shown = table(
            "module", "noticed", "not noticed", "no change", "%", numbers=range(1, 5), whole=True
        )
        for name, module in [*one.modules.items(), ("all", one.total)]:
            share = percent(module)
            shown.add_row(
                name,
                *map(str, (module.noticed, module.left, module.same)),
                "" if share is None else f"{share:.1f}",
            )
        yield shown
        for left in one.survivors:
            yield f"{left.file}:{left.line}: {left.change} (outputs: {left.found})"
        yield Text()
