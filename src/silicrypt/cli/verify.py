"""``verify``, ``prove`` and ``lint``: check the sources."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from rich.text import Text
from typer import Argument, Option

from silicrypt.cli.console import Answer, command, progress, table
from silicrypt.cli.options import ConfigName
from silicrypt.errors import BadInput


@command("silicrypt verify sha256-fast --suite full", 50)
def verify(
    point: ConfigName,
    suite: Annotated[
        str, Option(help="quick (seconds), or full: more random cases, netlists and proofs.")
    ] = "quick",
) -> Answer:
    """Simulate a design point against its test suite; exit with 1 if a check fails."""
    from silicrypt import catalog
    from silicrypt.flow import verification as flow

    known = catalog.get(point)
    if known.inside is not None and known.unit.interface not in catalog.BUSES:
        raise BadInput(
            f"{known.name} has no suite: 'silicrypt verify {known.inside.name}' verifies the core "
            f"inside, and 'silicrypt implement {known.name} -t ecp5-85k' simulates the mapped "
            "netlist of the complete unit"
        )
    with progress() as report:
        done = flow.verify(known, suite, report)
    shown = table("check", "", "cases", "what it covered", numbers=[2])
    for check in done.checks:
        mark = Text("passed", "green") if check.passed else Text("FAILED", "red")
        shown.add_row(f"{check.hash} {check.name}".strip(), mark, str(check.cases), check.detail)
    word = "verified" if done.passed else "NOT verified"
    end = Text(f"{known.name}: {word} ({suite}, {done.seconds:.1f} s)")
    return Answer(asdict(done), [shown, end], passed=done.passed)


@command("silicrypt prove aes-wipe", 60)
def prove(
    names: Annotated[
        list[str] | None,
        Argument(metavar="[PROOF]...", help="Names of proofs; all by default."),
    ] = None,
) -> Answer:
    """Prove the properties in hw/proof by induction; exit with 1 if a proof fails."""
    from silicrypt.verify import proofs

    wanted = [proofs.get(name) for name in names] if names else list(proofs.load().values())
    with progress() as report:
        verdicts = proofs.prove_all(wanted, report)
    proved = all(verdict.proved for verdict in verdicts)
    shown = table("proof", "", "what is proved", "how", "s", numbers=[4], whole=True)
    for one in verdicts:
        mark = Text("proved", "green") if one.proved else Text("NOT PROVED", "red")
        shown.add_row(one.name, mark, one.claim, one.detail, f"{one.seconds:.1f}")
    document = {"proved": proved, "proofs": [asdict(verdict) for verdict in verdicts]}
    return Answer(document, [shown], passed=proved)


@command("silicrypt lint", 200)
def lint() -> Answer:
    """Read every top level with Verilator and slang; treat warnings as errors."""
    from silicrypt.flow.lint import all_designs
    from silicrypt.flow.lint import lint as run

    designs, wrappers = all_designs()
    with progress() as report:
        complaints = run(designs, wrappers, report)
    count = len(designs) + len(wrappers)
    end = f"{count} top levels: {len(complaints)} complaints"
    return Answer({"complaints": complaints}, [*complaints, end], passed=not complaints)
