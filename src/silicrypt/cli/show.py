"""``list``, ``show`` and ``targets``: what there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from silicrypt.cli.console import Answer, command, table
from silicrypt.cli.options import ConfigName, LevelWord
from silicrypt.errors import UnknownName
from silicrypt.paths import hw_root

if TYPE_CHECKING:
    from silicrypt.catalog import DesignPoint, Level
    from silicrypt.certify.certificate import Certificate
    from silicrypt.export.request import ModulePort
    from silicrypt.results.result import Result


@command("silicrypt list --json", 10)
def list_() -> Answer:
    """List the named design points."""
    from silicrypt import catalog

    points = catalog.load().values()
    headings = "name", "computes", "cycles/block", "what it is"
    shown: list[Any] = []
    for title, from_paper in (("design points", False), ("designs of the papers", True)):
        shown.append(table(*headings, numbers=[2], whole=True, title=title))
        for point in (one for one in points if bool(one.paper) == from_paper):
            shown[-1].add_row(point.name, point.computes, str(point.cycles_per_block), point.about)
    shown.append("With -axil or -apb after a name: the same with registers on AXI4-Lite or APB.")
    return Answer({"configs": [_summary(point) for point in points]}, shown)


@command("silicrypt show sha256-fast --files --absolute -t ecp5-85k", 20)
def show(
    point: ConfigName,
    target: Annotated[
        str | None, Option("--target", "-t", help="Take the primitives of this target.")
    ] = None,
    level: Annotated[LevelWord | None, Option("--level", show_default="the complete unit")] = None,
    files: Annotated[
        bool, Option("--files", help="Print the source files alone, for a tool.")
    ] = False,
    absolute: Annotated[bool, Option("--absolute", help="Print absolute paths.")] = False,
) -> Answer:
    """Show parameters, cycles, ports, sources, results, certificates and proofs of a design."""
    from silicrypt import catalog
    from silicrypt import targets as technologies

    known = catalog.get(point)
    chosen = level or known.complete_level
    if chosen not in known.levels:
        raise UnknownName(f"level of {known.name}", chosen, known.levels)
    folders = technologies.get(target).primitives if target else ()
    paths = known.sources(chosen, folders)
    sources = [str(path if absolute else path.relative_to(hw_root().parent)) for path in paths]
    if files:
        return Answer({"files": sources}, sources)
    from silicrypt.certify import certificate
    from silicrypt.export.request import ports
    from silicrypt.flow import query
    from silicrypt.verify import proofs

    measured, certificates = query.of(point), certificate.current(known)
    claims = {proof.name: proof.claim for proof in proofs.of(known.name)}
    pins = ports(known.top(chosen), tuple(known.overrides(chosen)), tuple(paths))
    document = {
        **_summary(known),
        "level": chosen,
        "tops": {each: known.top(each) for each in known.levels},
        "ports": [{"name": p.name, "direction": p.direction, "width": p.width} for p in pins],
        "sources": sources,
        "results": [one.to_json() for one in measured],
        "certificates": [asdict(one) for one in certificates],
        "proofs": claims,
    }
    shown = _about(known, chosen, target, sources, pins, measured)
    proved = (f"proof {name}: {claim}" for name, claim in claims.items())
    return Answer(document, chain(shown, _certified(known, certificates), proved))


@command("silicrypt targets", 30)
def targets() -> Answer:
    """List the targets, what each gives, and the variants that a name can ask for."""
    from silicrypt import targets as technologies

    known = technologies.TARGETS.values()
    shown = table("name", "what it is", "gives", "netlist", "variants", whole=True)
    for one in known:
        checked = "simulated" if one.simulated else "not simulated"
        variants = ", ".join(f"@{variant}" for variant in one.variants)
        shown.add_row(one.name, one.about, one.gives, checked, variants)
    rows = [
        {
            "name": one.name,
            "about": one.about,
            "kind": one.kind,
            "gives": one.gives,
            "unit": one.table or "GE",
            "netlist_simulated": one.simulated,
            "packages": [*one.synthesised_by, *one.routed_by],
            "variants": list(one.variants),
        }
        for one in known
    ]
    return Answer({"targets": rows}, [shown])


def _about(
    point: DesignPoint,
    level: Level,
    target: str | None,
    sources: Sequence[str],
    pins: Sequence[ModulePort],
    measured: Sequence[Result],
) -> Iterator[Any]:
    """Yields what a reader wants to know of a design point."""
    from rich.table import Table
    from rich.text import Text

    from silicrypt.catalog import BlockCipher

    yield Text.assemble((point.name, "bold"), f"  {point.computes}: {point.about}")
    if point.paper:
        yield Text(f"a design of the paper {point.paper}")
    facts = Table(box=None, show_header=False, pad_edge=False)
    for name, value in point.parameters.items():
        facts.add_row(name, str(value))
    facts.add_row("cycles/block", str(point.cycles_per_block))
    cipher = isinstance(point.algorithm, BlockCipher)
    size, what = (16, "a message of one block") if cipher else (0, "an empty message")
    if point.unit.interface == "kdf":
        what = "a request with empty packets and one byte of result"
    timed = _timed(point)
    cycles = (f"{timed.cycles(each, size)} cycles at level {each}" for each in point.levels)
    facts.add_row("latency", f"{', '.join(cycles)} for {what}")
    yield facts
    for each in point.levels:
        yield Text(f"level {each}: top {point.top(each)}, {_purpose(point, each)}")
    title = f"ports of {point.top(level)}"
    ports = table(
        *("port", "direction", "width"),
        numbers=[2],
        pad_edge=True,
        title=title,
        title_justify="left",
    )
    for pin in pins:
        ports.add_row(pin.name, pin.direction, str(pin.width))
    yield ports
    form = f"for {target}" if target else "for any technology; -t TARGET selects others"
    yield Text(f"sources, in compile order (level {level}, primitives {form}):")
    for path in sources:
        yield Text(f"  {path}")
    if measured:
        from silicrypt.report import columns, records, tables

        rows = records.most_seeds(measured)
        yield tables.Fitted(columns.RESULTS[2:], rows, "measured")
    else:
        yield Text(f"not measured yet: silicrypt implement {point.name} -t ecp5-85k")
    yield Text(f"export it: silicrypt export {point.name} -o ip/")


def _certified(point: DesignPoint, certificates: Sequence[Certificate]) -> Iterator[str]:
    """Yields for each level whether outputs depend on secrets."""
    known = {one.level: one for one in certificates}
    for level in point.levels:
        one, command = known.get(level), f"silicrypt certify {point.name} --level {level}"
        if one is None:
            yield f"no certificate of level {level}: {command}"
        elif one.holds:
            how = f", by the proof {one.proof}" if one.proof else ""
            yield f"certificate of level {level}: no output but results depends on a secret{how}"
        else:
            outputs = dict.fromkeys(path.output for path in one.undecided)
            yield f"certificate of level {level}: not decided for {', '.join(outputs)}: {command}"


def _purpose(point: DesignPoint, level: Level) -> str:
    """Returns what a level takes, and when to choose it."""
    from silicrypt.catalog import BlockCipher

    if point.inside:
        return "the complete machine"
    blocks = isinstance(point.algorithm, BlockCipher)
    if level == "stream":
        return f"takes {'messages and their mode' if blocks else 'message bytes'}: for most designs"
    if blocks:
        return "takes blocks: for a design that has the mode of operation"
    return "takes padded blocks: for a design that pads the messages"


def _timed(point: DesignPoint) -> DesignPoint:
    """Returns the design point whose cycles are those of a message.

    The parameters of a unit with registers can lack those that a formula needs.
    """
    from silicrypt.catalog import BUSES

    return point.inside if point.inside and point.unit.interface in BUSES else point


def _summary(point: DesignPoint) -> dict[str, Any]:
    return {
        "name": point.name,
        "about": point.about,
        "algorithm": point.computes,
        "parameters": dict(point.parameters),
        "cycles_per_block": point.cycles_per_block,
        "latency_cycles": {level: _timed(point).cycles(level, 0) for level in point.levels},
        "paper": point.paper,
    }
