"""``certify``: which outputs depend on secrets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from silicrypt.cli import options
from silicrypt.cli.console import Answer, command, progress, table
from silicrypt.cli.options import Jobs, LevelName
from silicrypt.errors import BadInput

if TYPE_CHECKING:
    from silicrypt.certify.certificate import Certificate, Subject
    from silicrypt.results.store import Store


@command("silicrypt certify sha256-fast --level stream", 65)
def certify(
    name: Annotated[
        str | None,
        Argument(
            metavar="[CONFIG|CORE.toml]",
            help="A design point, or the core file of a core of your own.",
            show_default=False,
        ),
    ] = None,
    level: LevelName = None,
    secret: Annotated[
        list[str] | None,
        Option(metavar="PORT", help="A further input that is secret; may be repeated."),
    ] = None,
    result: Annotated[
        list[str] | None,
        Option(metavar="PORT", help="A further output that carries results; may be repeated."),
    ] = None,
    public: Annotated[
        list[str] | None,
        Option(
            metavar="NAME",
            help="A register or output that everybody may know although it follows from a secret; "
            "may be repeated.",
        ),
    ] = None,
    everything: Annotated[
        bool, Option("--all", help="Certify all design points; write results/certificates.json.")
    ] = False,
    jobs: Jobs = None,
) -> Answer:
    """Show which outputs depend on secret inputs; exit with 1 unless none but results does."""
    from silicrypt.certify import certificate
    from silicrypt.results.store import Store

    if everything:
        if name or level or secret or result or public:
            raise BadInput("--all takes no design point and none of its options")
        with progress() as report:
            found = certificate.certify_all(report, jobs=jobs or 1)
        passed = all(one.holds for one in found)
        return Answer([asdict(one) for one in found], _summary(found), passed=passed)
    if name is None:
        raise BadInput("name a design point or a core file, as in 'silicrypt certify sha256-fast'")
    store = Store()
    with progress() as report:
        report(0, 2, "reading the sources")
        subject = _subject(name, level, store)
        report(1, 2, f"following the secrets of {subject.name}")
        one = certificate.certify(
            subject, store, secrets=secret or (), results=result or (), told=public or ()
        )
        report(2, 2, "done")
    return Answer(asdict(one), _about(one), passed=one.holds)


def _subject(name: str, level: str | None, store: Store) -> Subject:
    from silicrypt import catalog
    from silicrypt.certify.certificate import Subject

    path = Path(name)
    if path.suffix == ".toml" or path.is_dir():
        if level is not None:
            raise BadInput("a core file has one level; --level is for design points")
        return Subject.of_core(path, store)
    point = catalog.get(name)
    return Subject.of_point(point, options.level(level) or point.complete_level)


def _about(one: Certificate) -> Iterator[Any]:
    """Yields what a reader wants to know of a certificate."""
    from rich.text import Text

    yield Text.assemble((one.design, "bold"), f"  level {one.level}, top {one.top}")
    roles = table("role", "ports", whole=True)
    for port, what in one.secrets.items():
        roles.add_row("secret", f"{port}: {what}")
    roles.add_row("result", ", ".join(one.results) or "none")
    for register, why in one.told.items():
        roles.add_row("public", f"{register}: {why}")
    roles.add_row("public", ", ".join(one.public) or "none")
    yield roles
    yield Text()
    shown = table("output", "secret", "through", whole=True)
    for name in one.independent:
        shown.add_row(name, Text("independent", "green"), "")
    for path in one.undecided:
        way = " → ".join(path.registers) or "gates alone"
        shown.add_row(path.output, Text(f"not decided: {path.secret}", "red"), way)
    yield shown
    yield Text(f"{one.design}: {_verdict(one)}", "green" if one.holds else "red")


def _verdict(one: Certificate) -> str:
    if one.holds:
        return "no secret can change an output that carries no result, nor its cycle"
    outputs = len({path.output for path in one.undecided})
    return f"a path leads from a secret to {outputs} outputs that carry no result"


def _summary(found: list[Certificate]) -> Iterator[Any]:
    from rich.text import Text

    shown = table("name", "level", "outputs", "not decided", numbers=[2, 3], whole=True)
    for one in found:
        outputs = {path.output for path in one.undecided}
        shown.add_row(one.design, one.level, str(len(one.independent)), str(len(outputs)))
    yield shown
    held = sum(one.holds for one in found)
    yield Text(f"{held} of {len(found)}: no output but results depends on a secret")
