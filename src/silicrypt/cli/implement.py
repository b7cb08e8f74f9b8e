"""``implement``, ``power``, ``measure`` and ``compare``: take a design through the tools.

The first two take a design point, and ``measure`` takes a core of the user's own. ``compare`` puts
results beside a baseline.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rich.text import Text
from typer import Argument, Option

from silicrypt.cli import options
from silicrypt.cli.console import Answer, command, progress, table
from silicrypt.cli.options import (
    RESULTS,
    ConfigName,
    Jobs,
    LevelName,
    LevelWord,
    Results,
    Scheduler,
    Seeds,
    TargetName,
)
from silicrypt.errors import BadInput, SilicryptError

if TYPE_CHECKING:
    from silicrypt.measure.comparison import Comparison
    from silicrypt.results.result import Result


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

    known, numbers = catalog.stream_of(point), options.seeds(seeds)
    with _known_reason(known.name, target), progress() as report:
        if scheduler is None:
            result = run(known, target, numbers, level, report, jobs=jobs)
        else:
            task = batch.Task(known.name, target, level or known.levels[0], numbers)
            outcomes = batch.run([task], None, report, scheduler=scheduler)
            (result,) = (one.result for one in batch.demand(outcomes) if one.result)
    return Answer(result.to_json(), [lambda console: render_result(console, result)])


@contextmanager
def _known_reason(point: str, target: str) -> Iterator[None]:
    """Adds to an error why no result of the design point is published on the target."""
    from silicrypt.papers import reference

    try:
        yield
    except SilicryptError as error:
        if reason := reference.WITHOUT.get((point, target)):
            told = f"no result of {point} on {target} is published: {reason}"
            error.args = (f"{error}\n  {told}",)
        raise


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
    chosen = level or known.levels[0]
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


@command("silicrypt measure mycore.toml -t ecp5-85k", 120)
def measure(
    core: Annotated[
        Path | None, Argument(metavar="CORE.toml", help="The core file.", show_default=False)
    ] = None,
    target: Annotated[
        str | None, Option("--target", "-t", help="For instance ecp5-85k, nangate45.")
    ] = None,
    seeds: Seeds = "1,2,3",
    results: Results = RESULTS,
    unverified: Annotated[
        bool,
        Option("--unverified", help="Measure a core that computes wrong results, and mark it."),
    ] = False,
    init: Annotated[
        Path | None,
        Option(
            "--init",
            metavar="DIR",
            help="Read a folder of Verilog or VHDL and write its core file.",
        ),
    ] = None,
    top: Annotated[str | None, Option(help="With --init: the top module.")] = None,
    out_file: Annotated[
        Path | None, Option("--out", "-o", help="With --init: the file to write.")
    ] = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
) -> Answer:
    """Verify a core of your own, then measure its cycles, clock, area and power."""
    if init is not None:
        return _init(init, out_file, top)
    if core is None:
        raise BadInput("name a core file, as in 'silicrypt measure mycore.toml -t ecp5-85k'")
    if target is None:
        raise BadInput(f"name a target, as in 'silicrypt measure {core} -t ecp5-85k'")
    from silicrypt.measure.measurement import measure as run
    from silicrypt.report.tables import render_power, render_result

    with progress() as report:
        measured = run(
            *(core, target, options.seeds(seeds), report),
            results=results,
            jobs=jobs,
            unverified=unverified,
            scheduler=scheduler,
        )
    result, power = measured.result, measured.power
    files = [str(path) for path in measured.files]
    shown = [lambda console: render_result(console, result)]
    if power:
        at = power.at(min(100.0, power.fmax_mhz))
        shown.append(lambda console: render_power(console, [(power, at)]))
    document = {**result.to_json(), "power": power.to_json() if power else None, "files": files}
    return Answer(document, [*shown, *(f"kept in {path}" for path in files)])


def _init(folder: Path, out_file: Path | None, top: str | None) -> Answer:
    """Writes a first core file and says what it needs."""
    from silicrypt.measure.guess import init

    path, guessed = init(folder, out_file, top)
    name = guessed.module.name
    unsure = [f"{key} = {value}" for rows in guessed.lines.values() for key, value, m in rows if m]
    said = f"{len(unsure)} lines are marked '# ?': check them: {'; '.join(unsure)}"
    lines = [
        f"wrote {path} for the module {name}",
        *([said] if unsure else []),
        f"then: silicrypt measure {path} -t ecp5-85k",
    ]
    return Answer({"core": str(path), "top": name, "unsure": unsure}, lines)


@command("silicrypt compare sha512-u1 sha512-u2", 130)
def compare(
    names: Annotated[
        list[str],
        Argument(
            metavar="A B...", help="Configurations, measured cores, result files, or NAME@REVISION."
        ),
    ],
    target: Annotated[str, Option("--target", "-t", help="For instance ecp5-85k.")] = "ecp5-85k",
    level: Annotated[LevelWord | None, Option(show_default="the first")] = None,
    results: Annotated[
        Path, Option("--results", help="The folder of results of 'measure'.")
    ] = RESULTS,
) -> Answer:
    """Compare results with the first one: ratios, intervals over the seeds, a verdict."""
    from silicrypt.measure import comparison, core_result

    if len(names) < 2:
        raise BadInput("name two results or more, as in 'silicrypt compare sha256-fast sha256-u2'")
    core_result.require_names_apart(names)
    (baseline, first), *others = (
        (name, core_result.get(name, target, level, results)) for name in names
    )
    for name, other in others:
        if other.target != first.target:
            raise BadInput(
                f"{baseline} is on {first.target} and {name} on {other.target}: absolute "
                "figures of two technologies cannot be compared"
            )
    documents, shown = list[dict[str, Any]](), list[Any]()
    for name, other in others:
        metrics = comparison.compare(first, other)
        verdict = comparison.summary(first, other, (baseline, name))
        remarks = notes(first, other)
        documents.append(
            {
                "name": name,
                "verdict": verdict,
                "notes": remarks,
                "metrics": {metric.metric.name: _document(metric) for metric in metrics},
            }
        )
        shown += _shown((baseline, name), metrics, verdict, remarks)
    return Answer({"baseline": baseline, "comparisons": documents}, shown)


def _document(comparison: Comparison) -> dict[str, Any]:
    return {
        "before": comparison.before.values,
        "after": comparison.after.values,
        "ratio": comparison.ratio,
        "interval": [comparison.low, comparison.high],
        "verdict": comparison.verdict,
    }


def _shown(
    names: tuple[str, str], metrics: Sequence[Comparison], verdict: str, remarks: Sequence[str]
) -> Iterator[Any]:
    shown = table("", *names, "ratio", "95 % interval", "", numbers=range(1, 5))
    for one in metrics:
        spread = f"{one.low:.3f} to {one.high:.3f}" if one.sampled else "exact"
        shown.add_row(
            f"{one.metric.label} {one.metric.unit}".strip(),
            *(_figure(one.before.range), _figure(one.after.range)),
            *(f"{one.ratio:.3f}", spread, one.verdict),
        )
    yield shown
    yield Text(f"{verdict}.")
    for remark in remarks:
        yield Text(f"* {remark}", style="dim")


def _figure(spread: Any) -> str:
    digits = 4 if abs(spread.median) < 10 else 1
    if spread.min == spread.max:
        return f"{spread.median:.{digits}f}".rstrip("0").rstrip(".")
    return f"{spread.median:.{digits}f} ({spread.min:.{digits}f} to {spread.max:.{digits}f})"


def notes(first: Result, other: Result) -> list[str]:
    """Returns what a reader of the comparison must know."""
    from silicrypt.measure.comparison import FEW_SEEDS

    found = [f"{one.config} is NOT VERIFIED" for one in (first, other) if not one.verified]
    if first.algorithm != other.algorithm:
        found.append(f"{first.config} computes {first.algorithm}, {other.config} {other.algorithm}")
    if first.level != other.level:
        found.append(
            f"{first.config} is of the level {first.level}, {other.config} of {other.level}: one "
            "pads messages, the other takes padded blocks"
        )
    few = min((len(one.per_seed) for one in (first, other) if one.per_seed), default=FEW_SEEDS)
    if few < FEW_SEEDS:
        found.append(
            f"the intervals rest on {few} seed{'s' * (few > 1)}; measure with more, as --seeds "
            "1,2,3,4,5,6,7,8,9,10"
        )
    return found
