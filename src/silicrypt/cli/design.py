"""``list`` and ``show``: print the design points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from silicrypt import catalog, targets
from silicrypt.catalog import BlockCipher, Config, Level
from silicrypt.cli.console import ConfigName, Json, out, say_json
from silicrypt.errors import UnknownName
from silicrypt.paths import hw_root

if TYPE_CHECKING:
    from silicrypt.export.request import Port

TargetName = Annotated[
    str | None, typer.Option("--target", "-t", help="Take the primitives of this target.")
]
LevelName = Annotated[
    str | None, typer.Option("--level", help="core or stream; by default, the complete unit.")
]
Files = Annotated[bool, typer.Option("--files", help="Print the source files alone, for a tool.")]
Absolute = Annotated[bool, typer.Option("--absolute", help="Print absolute paths.")]


def list_(as_json: Json = False) -> None:
    """List the named design points."""
    configs = catalog.load().values()
    if as_json:
        say_json({"configs": [_summary(config) for config in configs]})
        return
    table = Table("name", "computes", "cycles/block", "what it is", box=None, pad_edge=False)
    table.columns[0].no_wrap = True
    table.columns[2].justify = "right"
    for config in configs:
        table.add_row(config.name, config.computes, str(config.cycles_per_block), config.about)
    out().print(table)


def show(
    config: ConfigName,
    target: TargetName = None,
    level: LevelName = None,
    files: Files = False,
    absolute: Absolute = False,
    as_json: Json = False,
) -> None:
    """Show the parameters, cycles, ports, source files and results of a design point."""
    from silicrypt.export.request import ports
    from silicrypt.flow import query

    known = catalog.get(config)
    chosen = _level(known, level)
    folders = targets.get(target).primitives if target else ()
    paths = known.sources(chosen, folders)
    sources = [str(path if absolute else path.relative_to(hw_root().parent)) for path in paths]
    if files:
        if as_json:
            say_json({"files": sources})
        else:
            typer.echo("\n".join(sources))
        return
    measured = query.of(config)
    parameters = tuple(known.slang_args(chosen)[1::2])
    pins = ports(known.top(chosen), parameters, tuple(paths))
    if as_json:
        shown = [{"name": p.name, "direction": p.direction, "width": p.width} for p in pins]
        tops = {each: known.top(each) for each in known.levels}
        own = {"level": chosen, "tops": tops, "ports": shown, "sources": sources}
        say_json({**_summary(known), **own, "results": [one.to_json() for one in measured]})
        return
    console = out()
    console.print(Text.assemble((known.name, "bold"), f"  {known.computes}: {known.about}"))
    if known.paper:
        console.print(f"a design of the paper {known.paper}")
    facts = Table(box=None, show_header=False, pad_edge=False)
    for name, value in known.parameters.items():
        facts.add_row(name, str(value))
    facts.add_row("cycles/block", str(known.cycles_per_block))
    cipher = isinstance(known.algorithm, BlockCipher)
    size, what = (16, "a message of one block") if cipher else (0, "an empty message")
    facts.add_row(
        "latency",
        ", ".join(f"{known.cycles(each, size)} cycles at level {each}" for each in known.levels)
        + f" for {what}",
    )
    console.print(facts)
    for each in known.levels:
        console.print(f"level {each}: top {known.top(each)}, {_purpose(known, each)}")
    _print_ports(pins, f"ports of {known.top(chosen)}")
    form = f"for {target}" if target else "for any technology; -t TARGET selects others"
    console.print(f"sources, in compile order (level {chosen}, primitives {form}):")
    for path in sources:
        console.print(f"  {path}")
    if measured:
        from silicrypt.report import columns, records, tables

        rows = records.most_seeds(measured)
        console.print(tables.rich_table(columns.RESULTS[2:], rows, "measured"))
    else:
        console.print(f"not measured yet: silicrypt implement {known.name} -t ecp5-85k")
    console.print(f"export it: silicrypt export {known.name} -o ip/")


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
    if config.inside:
        return "the complete machine"
    blocks = isinstance(config.algorithm, BlockCipher)
    if level == "stream":
        return f"takes {'messages and their mode' if blocks else 'message bytes'}: for most designs"
    if blocks:
        return "takes blocks: for a design that has the mode of operation"
    return "takes padded blocks: for a design that pads the messages"


def _print_ports(pins: Sequence[Port], title: str) -> None:
    table = Table("port", "direction", "width", title=title, title_justify="left", box=None)
    table.columns[2].justify = "right"
    for port in pins:
        table.add_row(port.name, port.direction, str(port.width))
    out().print(table)


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
