"""``power``: the power of a design point, from its simulated activity."""

from __future__ import annotations

import os
import re
from dataclasses import asdict
from typing import Annotated, cast

import typer

from silicrypt import catalog
from silicrypt.cli.console import ConfigName, Jobs, Json, Scheduler, out, progress, say_json
from silicrypt.cli.measure import Level
from silicrypt.errors import BadInput

TargetName = Annotated[
    str, typer.Option("--target", "-t", help="A standard-cell library: nangate45 or sky130hd.")
]
Frequency = Annotated[str, typer.Option(help="Clock frequency, as 100kHz, 10MHz or 1GHz.")]
Scenario = Annotated[
    str | None,
    typer.Option(help="idle, single, saturated, or a phase of a hash station.", show_default="all"),
]

Delays = Annotated[
    bool,
    typer.Option("--delays", help="Simulate with the delays of the cells, too: glitches count."),
]

_FREQUENCY = re.compile(r"(\d+\.?\d*)\s*([kMG]?)Hz")
_MHZ = {"": 1e-6, "k": 1e-3, "M": 1.0, "G": 1e3}


def power(
    config: ConfigName,
    target: TargetName = "nangate45",
    frequency: Frequency = "10MHz",
    scenario: Scenario = None,
    level: Level = None,
    delays: Delays = False,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    as_json: Json = False,
) -> None:
    """Verify and map a design point, simulate its netlist, and print its power."""
    from silicrypt.flow import batch
    from silicrypt.flow.power import power as run
    from silicrypt.flow.stimuli import DELAYS, SCENARIOS, stimuli

    known, megahertz = catalog.stream_of(config), in_mhz(frequency)
    if level not in (None, "core", "stream"):
        raise BadInput(f"--level is core or stream, not '{level}'")
    wanted: tuple[str, ...] | None = None if scenario is None else (scenario,)
    if delays:
        plain = scenario or SCENARIOS[-1]
        wanted = (plain, f"{plain}{DELAYS}")
    chosen = cast("catalog.Level | None", level) or known.levels[0]
    with progress(quiet=as_json) as report:
        if scheduler is None and (jobs or os.cpu_count()) == 1:
            results = run(known, target, wanted, chosen, report)
        else:
            tasks = [
                batch.Task(known.name, target, chosen, (), True, (one.scenario,))
                for one in stimuli(known, chosen, wanted)
            ]
            outcomes = batch.run(tasks, jobs, report, scheduler=scheduler)
            results = [r for outcome in batch.demand(outcomes) for r in outcome.powers]
    shown = [(result, result.at(megahertz)) for result in results]
    if as_json:
        say_json({"results": [{**r.to_json(), "at": asdict(at)} for r, at in shown]})
        return
    from silicrypt.report.tables import render_power

    render_power(out(), shown)


def in_mhz(text: str) -> float:
    """Returns a frequency such as ``100MHz`` in MHz.

    Raises:
        BadInput: the text is not a frequency.
    """
    found = _FREQUENCY.fullmatch(text.strip())
    if found is None or not float(found[1]):
        raise BadInput(f"--frequency takes a number and Hz, kHz, MHz or GHz, not '{text}'")
    return float(found[1]) * _MHZ[found[2]]
