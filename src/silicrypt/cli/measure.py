"""``verify``, ``prove`` and ``implement``: check and measure design points."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, cast

import typer
from rich.table import Table
from rich.text import Text

from silicrypt import catalog
from silicrypt.catalog.mapped import BUSES
from silicrypt.cli.console import ConfigName, Jobs, Json, Scheduler, out, progress, say_json
from silicrypt.errors import BadInput

Suite = Annotated[
    str, typer.Option(help="quick (seconds), or full: more random cases, netlists and proofs.")
]
TargetName = Annotated[
    str, typer.Option("--target", "-t", help="For instance ecp5-85k, nangate45.")
]
Names = Annotated[
    list[str] | None, typer.Argument(metavar="[PROOF]...", help="Names of proofs; all by default.")
]
Seeds = Annotated[str, typer.Option(help="Seeds of the placement, separated by commas.")]
Level = Annotated[
    str | None, typer.Option(help="core: padded blocks in; stream: bytes in.", show_default="core")
]


def verify(config: ConfigName, suite: Suite = "quick", as_json: Json = False) -> None:
    """Simulate a design point against its test suite; exit with 1 if a check fails."""
    from silicrypt.flow import verification as flow

    known = catalog.get(config)
    if known.inside is not None and known.unit.interface not in BUSES:
        raise BadInput(
            f"{known.name} has no suite: 'silicrypt verify {known.inside.name}' verifies the core "
            f"inside, and 'silicrypt implement {known.name} -t ecp5-85k' simulates the mapped "
            "netlist of the complete unit"
        )
    with progress(quiet=as_json) as report:
        verification = flow.verify(known, suite, report)
    if as_json:
        say_json(asdict(verification))
    else:
        console = out()
        table = Table("check", "", "cases", "what it covered", box=None, pad_edge=False)
        table.columns[2].justify = "right"
        for check in verification.checks:
            mark = Text("passed", "green") if check.passed else Text("FAILED", "red")
            table.add_row(
                f"{check.hash} {check.name}".strip(), mark, str(check.cases), check.detail
            )
        console.print(table)
        word = "verified" if verification.passed else "NOT verified"
        console.print(f"{known.name}: {word} ({suite}, {verification.seconds:.1f} s)")
    if not verification.passed:
        raise typer.Exit(1)


def prove(names: Names = None, as_json: Json = False) -> None:
    """Prove the properties in hw/proof by induction; exit with 1 if a proof fails."""
    from silicrypt.verify import proofs

    wanted = [proofs.get(name) for name in names] if names else list(proofs.load().values())
    with progress(quiet=as_json) as report:
        verdicts = proofs.prove_all(wanted, report)
    proved = all(verdict.proved for verdict in verdicts)
    if as_json:
        say_json({"proved": proved, "proofs": [asdict(verdict) for verdict in verdicts]})
    else:
        table = Table("proof", "", "what is proved", "how", "s", box=None, pad_edge=False)
        table.columns[0].no_wrap = True
        table.columns[4].justify = "right"
        for verdict in verdicts:
            mark = Text("proved", "green") if verdict.proved else Text("NOT PROVED", "red")
            table.add_row(
                verdict.name, mark, verdict.claim, verdict.detail, f"{verdict.seconds:.1f}"
            )
        out().print(table)
    if not proved:
        raise typer.Exit(1)


def implement(
    config: ConfigName,
    target: TargetName,
    seeds: Seeds = "1,2,3",
    level: Level = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    as_json: Json = False,
) -> None:
    """Verify a design point and measure its clock and area; a stored result returns at once."""
    from silicrypt.flow import batch
    from silicrypt.flow.implement import implement as run

    known = catalog.stream_of(config)
    if level not in (None, "core", "stream"):
        raise BadInput(f"--level is core or stream, not '{level}'")
    try:
        numbers = tuple(int(seed) for seed in seeds.split(","))
    except ValueError:
        raise BadInput(f"--seeds takes whole numbers separated by commas, not '{seeds}'") from None
    chosen = cast("catalog.Level | None", level)
    with progress(quiet=as_json) as report:
        if scheduler is None:
            result = run(known, target, numbers, chosen, report, jobs=jobs)
        else:
            task = batch.Task(known.name, target, chosen or known.levels[0], numbers)
            outcomes = batch.run([task], None, report, scheduler=scheduler)
            (result,) = (one.result for one in batch.demand(outcomes) if one.result)
    if as_json:
        say_json(result.to_json())
        return
    from silicrypt.report.tables import render_result

    render_result(out(), result)
