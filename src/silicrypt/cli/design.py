"""``list`` and ``show``: print the design points."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

from silicrypt import catalog
from silicrypt.catalog import Config
from silicrypt.cli.console import ConfigName, Json, out, say_json
from silicrypt.paths import hw_root


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


def show(config: ConfigName, as_json: Json = False) -> None:
    """Show the parameters, cycles, source files and measured results of a design point."""
    from silicrypt.results import query

    known = catalog.get(config)
    measured = [result for result in query.results() if result["config"] == config]
    sources = [str(path.relative_to(hw_root().parent)) for path in known.sources(known.whole)]
    if as_json:
        say_json({**_summary(known), "sources": sources, "results": measured})
        return
    console = out()
    console.print(Text.assemble((known.name, "bold"), f"  {known.computes}: {known.about}"))
    if known.paper:
        console.print(f"a design of the paper {known.paper}")
    facts = Table(box=None, show_header=False, pad_edge=False)
    for name, value in known.parameters.items():
        facts.add_row(name, str(value))
    facts.add_row("cycles/block", str(known.cycles_per_block))
    facts.add_row(
        "latency",
        ", ".join(f"{known.cycles(level, 0)} cycles at level {level}" for level in known.levels)
        + " for a message of no byte",
    )
    console.print(facts)
    console.print(f"sources, in compile order (level {known.whole}):")
    for path in sources:
        console.print(f"  {path}")
    if measured:
        from silicrypt.report import columns, source, tables

        rows = [row for row in source.results() if row.config == config]
        console.print(tables.rich_table(columns.RESULTS[2:], rows, "measured"))
    else:
        console.print(f"not measured yet: silicrypt implement {known.name} -t ecp5-85k")


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
