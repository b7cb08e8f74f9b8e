"""``implement`` and ``power``: take a design point through the tools."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import Annotated

from typer import Option

from silicrypt.cli import options
from silicrypt.cli.console import Answer, command, progress
from silicrypt.cli.options import ConfigName, Jobs, LevelName, Scheduler, Seeds, TargetName


@command("silicrypt implement sha256-fast -t ecp5-85k", 90)
def implement(
    point: ConfigName,
    target: TargetName,
    seeds: Seeds = "1,2,3",
    level: LevelName = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
) -> Answer:
    """Verify a design point and measure its clock and area; a stored result returns at once."""
    from silicrypt import catalog
    from silicrypt.flow import batch
    from silicrypt.flow.implement import implement as run
    from silicrypt.report.tables import render_result

    known, chosen = catalog.stream_of(point), options.level(level)
    numbers = options.seeds(seeds)
    with progress() as report:
        if scheduler is None:
            result = run(known, target, numbers, chosen, report, jobs=jobs)
        else:
            task = batch.Task(known.name, target, chosen or known.levels[0], numbers)
            outcomes = batch.run([task], None, report, scheduler=scheduler)
            (result,) = (one.result for one in batch.demand(outcomes) if one.result)
    return Answer(result.to_json(), [lambda console: render_result(console, result)])


@command("silicrypt power sha256-fast --frequency 100MHz", 110)
def power(
    point: ConfigName,
    target: Annotated[
        str, Option("--target", "-t", help="A standard-cell library: nangate45 or sky130hd.")
    ] = "nangate45",
    frequency: Annotated[str, Option(help="Clock frequency, as 100kHz, 10MHz or 1GHz.")] = "10MHz",
    scenario: Annotated[
        str | None,
        Option(help="idle, single, saturated, or a phase of a hash station.", show_default="all"),
    ] = None,
    level: LevelName = None,
    delays: Annotated[
        bool,
        Option("--delays", help="Simulate with the delays of the cells, too: glitches count."),
    ] = False,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
) -> Answer:
    """Verify and map a design point, simulate its netlist, and print its power."""
    from silicrypt import catalog
    from silicrypt.flow import batch
    from silicrypt.flow.power import power as run
    from silicrypt.flow.stimuli import DELAYS, SCENARIOS, stimuli
    from silicrypt.report.tables import render_power

    known, megahertz = catalog.stream_of(point), options.megahertz(frequency)
    chosen = options.level(level) or known.levels[0]
    wanted: tuple[str, ...] | None = None if scenario is None else (scenario,)
    if delays:
        plain = scenario or SCENARIOS[-1]
        wanted = (plain, f"{plain}{DELAYS}")
    with progress() as report:
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
    document = {"results": [{**result.to_json(), "at": asdict(at)} for result, at in shown]}
    return Answer(document, [lambda console: render_power(console, shown)])
