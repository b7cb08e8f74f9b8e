"""``measure``: a core of the user's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from silicrypt.cli import options
from silicrypt.cli.console import Answer, command, progress
from silicrypt.cli.options import RESULTS, Jobs, Results, Scheduler, Seeds
from silicrypt.errors import BadInput


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
