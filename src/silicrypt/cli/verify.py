"""``verify``, ``prove``, ``lint``, ``certify`` and ``mutate``: check sources, secrets and tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rich.text import Text
from typer import Argument, Option

from silicrypt.cli.console import Answer, command, progress, table
from silicrypt.cli.options import ConfigName, LevelWord, Scheduler
from silicrypt.errors import BadInput

if TYPE_CHECKING:
    from silicrypt.certify.certificate import Certificate, Subject
    from silicrypt.mutate.score import Score
    from silicrypt.results.store import Store
    from silicrypt.verify.proofs import Proof


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
    from silicrypt.verify.checks import sections_of

    known = catalog.get(point)
    if known.inside is not None and known.unit.interface not in catalog.BUSES:
        try:
            sections_of(known)
            other = f"'silicrypt implement {known.name} -t ecp5-85k' simulates the mapped netlist"
        except BadInput:
            other = f"the testbench of 'silicrypt export {known.name}' simulates the sources"
        raise BadInput(
            f"{known.name} has no suite: 'silicrypt verify {known.inside.name}' verifies the core "
            f"inside, and {other} of the complete unit"
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
        Argument(
            metavar="[PROOF|CONFIG]...",
            help="Proofs, or design points, which stand for the proofs of their sources; "
            "all proofs by default.",
        ),
    ] = None,
) -> Answer:
    """Prove the properties in hw/proof by induction; exit with 1 if a proof fails."""
    from silicrypt.verify import proofs

    wanted = list(proofs.load().values())
    if names:
        wanted = list({proof.name: proof for name in names for proof in _named(name)}.values())
    with progress() as report:
        verdicts = proofs.prove_all(wanted, report)
    proved = all(verdict.proved for verdict in verdicts)
    shown = table("proof", "", "what is proved", "how", "s", numbers=[4], whole=True)
    for one in verdicts:
        mark = Text("proved", "green") if one.proved else Text("NOT PROVED", "red")
        shown.add_row(one.name, mark, one.claim, one.detail, f"{one.seconds:.1f}")
    document = {"proved": proved, "proofs": [asdict(verdict) for verdict in verdicts]}
    return Answer(document, [shown], passed=proved)


def _named(name: str) -> list[Proof]:
    """Returns the proof of a name, and the proofs of the sources of a design point.

    Raises:
        BadInput: no proof is about the sources of the design point.
        UnknownName: there is neither a proof nor a design point of that name.
    """
    from silicrypt import catalog
    from silicrypt.verify import proofs

    found = [proofs.load()[name]] if name in proofs.load() else []
    if name in catalog.load():
        found += proofs.of(name)
        if not found:
            raise BadInput(f"no proof has the sources of {name}; 'silicrypt prove' proves all")
    return found or [proofs.get(name)]


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
    level: Annotated[
        LevelWord | None, Option("--level", show_default="stream, if there is one")
    ] = None,
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
    jobs: Annotated[int, Option(help="With --all: certificates at a time.", min=1)] = 1,
) -> Answer:
    """Show which outputs depend on secret inputs; exit with 1 unless none but results does."""
    from silicrypt.certify import certificate
    from silicrypt.results.store import Store

    if everything:
        if name or level or secret or result or public:
            raise BadInput("--all takes no design point and none of its options")
        with progress() as report:
            found = certificate.certify_all(report, jobs=jobs)
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


def _subject(name: str, level: LevelWord | None, store: Store) -> Subject:
    from silicrypt import catalog
    from silicrypt.certify.certificate import Subject

    path = Path(name)
    if path.suffix == ".toml":
        if level is not None:
            raise BadInput("a core file has one level; --level is for design points")
        return Subject.of_core(path, store)
    point = catalog.get(name)
    return Subject.of_point(point, level or point.complete_level)


def _about(one: Certificate) -> Iterator[Any]:
    """Yields what a reader wants to know of a certificate."""
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
    reached = len({path.output for path in one.undecided})
    said = f"a path leads from a secret to {reached} outputs that carry no result"
    if one.proof:
        said += f"; the proof {one.proof} shows that no secret changes them nor their cycles"
    elif one.holds:
        said = "no secret can change an output that carries no result, nor its cycle"
    yield Text(f"{one.design}: {said}", "green" if one.holds else "red")


def _summary(found: list[Certificate]) -> Iterator[Any]:
    shown = table("name", "level", "outputs", "not decided", numbers=[2, 3], whole=True)
    for one in found:
        outputs = {path.output for path in one.undecided}
        shown.add_row(one.design, one.level, str(len(one.independent)), str(len(outputs)))
    yield shown
    held = sum(one.holds for one in found)
    proved = sum(bool(one.proof) for one in found)
    yield Text(f"{held} of {len(found)}: no output but results depends on a secret")
    yield Text(f"{proved} of these by a proof, all others because no path leads to one")


@command("silicrypt mutate md5-fast --count 50", 62)
def mutate(
    points: Annotated[
        list[str] | None,
        Argument(metavar="[CONFIG]...", help="Design points.", show_default=False),
    ] = None,
    count: Annotated[int, Option(help="Mutants of each design point.", min=10)] = 100,
    seed: Annotated[int, Option(help="Decides which mutants are made.", min=0)] = 1,
    everything: Annotated[
        bool, Option("--all", help="Measure all committed scores that are stale; write them.")
    ] = False,
    jobs: Annotated[int, Option(help="Runs at a time.", min=1)] = 2,
    scheduler: Scheduler = None,
) -> Answer:
    """Change single bits and constants; show which changes the checks do not notice."""
    from silicrypt.mutate import score

    if bool(points) == everything:
        raise BadInput("name design points, as in 'silicrypt mutate md5-fast', or give --all")
    tasks = (
        score.reference()
        if everything
        else [score.ScoredPoint(p, count, seed) for p in points or ()]
    )
    for task in tasks:
        score.demand_suite(task)
    with progress() as report:
        found = score.measure_all(
            tasks,
            report,
            jobs=jobs,
            scheduler=scheduler,
            keep=score.write if everything else lambda _: None,
        )
    return Answer([asdict(one) for one in found], _scores(found))


def _scores(found: list[Score]) -> Iterator[Any]:
    from silicrypt.mutate.score import percent

    for one in found:
        yield Text.assemble((one.design, "bold"), f"  level {one.level}, seed {one.seed}")
        heads = ("module", "quick suite", "other checks", "not noticed", "no change", "%")
        shown = table(*heads, numbers=range(1, len(heads)), whole=True)
        for name, module in [*one.modules.items(), ("all", one.total)]:
            share = percent(module)
            shown.add_row(
                name,
                *map(str, (module.noticed, module.others, module.left, module.same)),
                "" if share is None else f"{share:.1f}",
            )
        yield shown
        for left in one.survivors:
            end = f"noticed by {left.by}" if left.by else f"outputs: {left.found}"
            yield f"{left.file}:{left.line}: {left.change} ({end})"
        yield Text()
