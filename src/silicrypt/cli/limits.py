"""``limits``: the loops that bound the clock of a core."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from typer import Option

from silicrypt.cli.console import Answer, command, progress
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
    from silicrypt.report import columns, tables
    from silicrypt.report import limits as loops
    from silicrypt.report.records import limit_shares
    from silicrypt.results.store import Store

    if measure:
        with progress() as report:
            loops.measure(Store(), report, jobs)
    known = loops.limits()
    shown = tables.Fitted(columns.LOOPS, limit_shares(known, ()), f"loops on {loops.TARGET}")
    old = ", ".join(loop.name for loop in loops.stale())
    note = f"not measured with the current sources and tools: {old}; give --measure" if old else ""
    return Answer({"limits": [asdict(one) for one in known]}, [shown], note=note)
