"""``list``, ``show`` and ``targets``: what there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from silicrypt.cli.console import Answer, command, table
from silicrypt.cli.options import ConfigName
from silicrypt.errors import UnknownName
from silicrypt.paths import hw_root

if TYPE_CHECKING:
    from silicrypt.catalog import Config, Level
    from silicrypt.export.request import Port
    from silicrypt.results.result import Result


@command("silicrypt list --json", 10)
def list_() -> Answer:
    """List the named design points."""
    from silicrypt import catalog

    configs = catalog.load().values()
    shown = table("name", "computes", "cycles/block", "what it is", numbers=[2], whole=True)
    for config in configs:
        shown.add_row(config.name, config.computes, str(config.cycles_per_block), config.about)
    return Answer({"configs": [_summary(config) for config in configs]}, [shown])


@command("silicrypt show sha256-fast --files --absolute -t ecp5-85k", 20)
def show(
    config: ConfigName,
    target: Annotated[
        str | None, Option("--target", "-t", help="Take the primitives of this target.")
    ] = None,
    level: Annotated[
        str | None, Option("--level", help="core or stream; by default, the complete unit.")
    ] = None,
    files: Annotated[
        bool, Option("--files", help="Print the source files alone, for a tool.")
    ] = False,
    absolute: Annotated[bool, Option("--absolute", help="Print absolute paths.")] = False,
) -> Answer:
    """Show the parameters, cycles, ports, source files and results of a design point."""
    from silicrypt import catalog
    from silicrypt import targets as technologies

    known = catalog.get(config)
    chosen = _level(known, level)
    folders = technologies.get(target).primitives if target else ()
    paths = known.sources(chosen, folders)
    sources = [str(path if absolute else path.relative_to(hw_root().parent)) for path in paths]
    if files:
        return Answer({"files": sources}, sources)
    from silicrypt.export.request import ports
    from silicrypt.flow import query

    measured = query.of(config)
    pins = ports(known.top(chosen), tuple(known.slang_args(chosen)[1::2]), tuple(paths))
    document = {
        **_summary(known),
        "level": chosen,
        "tops": {each: known.top(each) for each in known.levels},
        "ports": [{"name": p.name, "direction": p.direction, "width": p.width} for p in pins],
        "sources": sources,
        "results": [one.to_json() for one in measured],
    }
    return Answer(document, _about(known, chosen, target, sources, pins, measured))


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
    config: Config,
    level: Level,
    target: str | None,
    sources: Sequence[str],
    pins: Sequence[Port],
    measured: Sequence[Result],
) -> Iterator[Any]:
    """Yields what a reader wants to know of a design point."""
    from rich.table import Table
    from rich.text import Text

    from silicrypt.catalog import BlockCipher

    yield Text.assemble((config.name, "bold"), f"  {config.computes}: {config.about}")
    if config.paper:
        yield Text(f"a design of the paper {config.paper}")
    facts = Table(box=None, show_header=False, pad_edge=False)
    for name, value in config.parameters.items():
        facts.add_row(name, str(value))
    facts.add_row("cycles/block", str(config.cycles_per_block))
    cipher = isinstance(config.algorithm, BlockCipher)
    size, what = (16, "a message of one block") if cipher else (0, "an empty message")
    cycles = (f"{config.cycles(each, size)} cycles at level {each}" for each in config.levels)
    facts.add_row("latency", f"{', '.join(cycles)} for {what}")
    yield facts
    for each in config.levels:
        yield Text(f"level {each}: top {config.top(each)}, {_purpose(config, each)}")
    title = f"ports of {config.top(level)}"
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
        yield tables.rich_table(columns.RESULTS[2:], rows, "measured")
    else:
        yield Text(f"not measured yet: silicrypt implement {config.name} -t ecp5-85k")
    yield Text(f"export it: silicrypt export {config.name} -o ip/")


def _level(config: Config, name: str | None) -> Level:
    """Returns the level of that name; by default the one with the complete unit."""
    if name is None:
        return config.complete_level
    for known in config.levels:
        if known == name:
            return known
    raise UnknownName(f"level of {config.name}", name, config.levels)


def _purpose(config: Config, level: Level) -> str:
    """Returns what a level takes, and when to choose it."""
    from silicrypt.catalog import BlockCipher

    if config.inside:
        return "the complete machine"
    blocks = isinstance(config.algorithm, BlockCipher)
    if level == "stream":
        return f"takes {'messages and their mode' if blocks else 'message bytes'}: for most designs"
    if blocks:
        return "takes blocks: for a design that has the mode of operation"
    return "takes padded blocks: for a design that pads the messages"


def _summary(config: Config) -> dict[str, Any]:
    return {
        "name": config.name,
        "about": config.about,
        "algorithm": config.computes,
        "parameters": dict(config.parameters),
        "cycles_per_block": config.cycles_per_block,
        "latency_cycles": {level: config.cycles(level, 0) for level in config.levels},
        "paper": config.paper,
    }
