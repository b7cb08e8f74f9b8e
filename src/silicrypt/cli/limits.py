"""``limits``: the loops that bound the clock of a core."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from typer import Option

from silicrypt.cli.console import Answer, command, progress, table
from silicrypt.cli.options import Jobs


@command("silicrypt limits --json", 175)
def limits(
    measure: Annotated[
        bool,
        Option("--measure", help="Place and route the loops whose sources or tools changed."),
    ] = False,
    jobs: Jobs = None,
) -> Answer:
    """Print the clock of the feedback loops that bound a core, each placed and routed alone."""
    from silicrypt.report import limits as loops
    from silicrypt.results.store import Store

    if measure:
        with progress() as shown:
            loops.measure(Store(), shown, jobs or 1)
    known, old = loops.limits(), {one.name for one in loops.stale()}
    found = table(
        "loop", "MHz", "of the seeds", "LUT4", "flip-flops", "what it is", numbers=[1, 3, 4]
    )
    for one in known:
        found.add_row(
            one.name, f"{one.fmax_mhz:.1f}", one.of_the_seeds, str(one.lut4), str(one.ff), one.about
        )
    note = f"measured before its sources or tools changed: {', '.join(sorted(old))}" if old else ""
    return Answer({"limits": [asdict(one) for one in known]}, [found], note=note)
