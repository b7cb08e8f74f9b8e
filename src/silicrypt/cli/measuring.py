"""``measure``: verify and measure a core that is not in the catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from silicrypt.cli.console import Jobs, Json, Scheduler, out, progress, say_json
from silicrypt.cli.measure import Seeds
from silicrypt.errors import BadInput

Core = Annotated[
    Path | None, typer.Argument(metavar="CORE.toml", help="The core file.", show_default=False)
]
TargetName = Annotated[
    str | None, typer.Option("--target", "-t", help="For instance ecp5-85k, nangate45.")
]
Folder = Annotated[Path, typer.Option("--results", help="The folder in which results are kept.")]
Unverified = Annotated[
    bool,
    typer.Option("--unverified", help="Measure a core that computes wrong results, and mark it."),
]
Init = Annotated[
    Path | None,
    typer.Option(
        "--init", metavar="DIR", help="Read a folder of Verilog or VHDL and write its core file."
    ),
]
Top = Annotated[str | None, typer.Option(help="With --init: the top module.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", help="With --init: the file to write.")]


def measure(
    core: Core = None,
    target: TargetName = None,
    seeds: Seeds = "1,2,3",
    results: Folder = Path("silicrypt-results"),
    unverified: Unverified = False,
    init: Init = None,
    top: Top = None,
    out_file: Out = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    as_json: Json = False,
) -> None:
    """Verify a core of your own, then measure its cycles, clock, area and power."""
    if init is not None:
        _init(init, out_file, top, as_json)
        return
    if core is None:
        raise BadInput("name a core file, as in 'silicrypt measure mycore.toml -t ecp5-85k'")
    if target is None:
        raise BadInput(f"name a target, as in 'silicrypt measure {core} -t ecp5-85k'")
    from silicrypt.measure.measurement import measure as run
    from silicrypt.report.tables import render_power, render_result

    with progress(quiet=as_json) as report:
        measured = run(
            core,
            target,
            numbers(seeds),
            report,
            results=results,
            jobs=jobs,
            unverified=unverified,
            scheduler=scheduler,
        )
    if as_json:
        powered = measured.power.to_json() if measured.power else None
        files = [str(path) for path in measured.files]
        say_json({**measured.result.to_json(), "power": powered, "files": files})
        return
    console = out()
    render_result(console, measured.result)
    if measured.power:
        at = min(100.0, measured.power.fmax_mhz)
        render_power(console, [(measured.power, measured.power.at(at))])
    for path in measured.files:
        typer.echo(f"kept in {path}")


def _init(folder: Path, out_file: Path | None, top: str | None, as_json: bool) -> None:
    """Writes a first core file and says what it needs."""
    from silicrypt.measure.guess import init

    path, guessed = init(folder, out_file, top)
    unsure = [f"{key} = {value}" for rows in guessed.lines.values() for key, value, m in rows if m]
    if as_json:
        say_json({"core": str(path), "top": guessed.module.name, "unsure": unsure})
        return
    typer.echo(f"wrote {path} for the module {guessed.module.name}")
    if unsure:
        typer.echo(f"{len(unsure)} lines are marked '# ?': check them: {'; '.join(unsure)}")
    typer.echo(f"then: silicrypt measure {path} -t ecp5-85k")


def numbers(seeds: str) -> tuple[int, ...]:
    """Returns the seeds of an option such as ``1,2,3``.

    Raises:
        BadInput: the text has something else.
    """
    try:
        return tuple(int(seed) for seed in seeds.split(","))
    except ValueError:
        raise BadInput(f"--seeds takes whole numbers separated by commas, not '{seeds}'") from None
