"""``compare``: how results differ, and whether by more than the seeds' spread."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from silicrypt.cli.console import Json, out, say_json
from silicrypt.errors import BadInput

if TYPE_CHECKING:
    from silicrypt.results.compare import Comparison
    from silicrypt.results.result import Result

Names = Annotated[
    list[str],
    typer.Argument(
        metavar="A B...", help="Configurations, measured cores, result files, or NAME@REVISION."
    ),
]
TargetName = Annotated[str, typer.Option("--target", "-t", help="For instance ecp5-85k.")]
Level = Annotated[str | None, typer.Option(help="core or stream.", show_default="the first")]
Folder = Annotated[Path, typer.Option("--results", help="The folder of results of 'measure'.")]


def compare(
    names: Names,
    target: TargetName = "ecp5-85k",
    level: Level = None,
    results: Folder = Path("silicrypt-results"),
    as_json: Json = False,
) -> None:
    """Compare results with the first one: ratios, intervals over the seeds, a verdict."""
    from silicrypt.measure import named_results
    from silicrypt.results import compare as comparing

    if len(names) < 2:
        raise BadInput("name two results or more, as in 'silicrypt compare sha256-fast sha256-u2'")
    found = [(name, named_results.get(name, target, level, results)) for name in names]
    first_name, first = found[0]
    for name, other in found[1:]:
        if other.target != first.target:
            raise BadInput(
                f"{first_name} is on {first.target} and {name} on {other.target}: absolute "
                "figures of two technologies cannot be compared"
            )
    pairs = [(name, other, comparing.compare(first, other)) for name, other in found[1:]]
    if as_json:
        say_json(
            {
                "baseline": first_name,
                "comparisons": [_json(first_name, first, *pair) for pair in pairs],
            }
        )
        return
    for name, other, comparisons in pairs:
        _print(first_name, first, name, other, comparisons)


def _json(
    first_name: str, first: Result, name: str, other: Result, comparisons: Sequence[Comparison]
) -> dict[str, Any]:
    from silicrypt.results.compare import summary

    return {
        "name": name,
        "verdict": summary(first, other, (first_name, name)),
        "notes": notes(first, other),
        "metrics": {
            one.metric.name: {
                "before": one.before.values,
                "after": one.after.values,
                "ratio": one.ratio,
                "interval": [one.low, one.high],
                "verdict": one.verdict,
            }
            for one in comparisons
        },
    }


def _print(
    first_name: str, first: Result, name: str, other: Result, comparisons: Sequence[Comparison]
) -> None:
    from rich.table import Table

    from silicrypt.results.compare import summary

    console = out()
    table = Table(
        "",
        first_name,
        name,
        "ratio",
        "95 % interval",
        "",
        box=None,
        pad_edge=False,
        title_justify="left",
    )
    for column in table.columns[1:5]:
        column.justify = "right"
    for one in comparisons:
        unit = f"{one.metric.label} {one.metric.unit}".strip()
        spread = f"{one.low:.3f} to {one.high:.3f}" if one.sampled else "exact"
        table.add_row(
            unit,
            _figure(one.before.range),
            _figure(one.after.range),
            f"{one.ratio:.3f}",
            spread,
            one.verdict,
        )
    console.print(table)
    console.print(summary(first, other, (first_name, name)) + ".")
    for note in notes(first, other):
        console.print(f"* {note}", style="dim")


def _figure(found: Any) -> str:
    digits = 4 if abs(found.median) < 10 else 1
    if found.min == found.max:
        return f"{found.median:.{digits}f}".rstrip("0").rstrip(".")
    return f"{found.median:.{digits}f} ({found.min:.{digits}f} to {found.max:.{digits}f})"


def notes(first: Result, other: Result) -> list[str]:
    """Returns what a reader of the comparison must know."""
    from silicrypt.results.compare import FEW_SEEDS

    found = [f"{one.config} is NOT VERIFIED" for one in (first, other) if not one.verified]
    if first.algorithm != other.algorithm:
        found.append(f"{first.config} computes {first.algorithm}, {other.config} {other.algorithm}")
    if first.level != other.level:
        found.append(
            f"{first.config} is of the level {first.level}, {other.config} of {other.level}: one "
            "pads messages, the other takes padded blocks"
        )
    few = min((len(one.per_seed) for one in (first, other) if one.per_seed), default=FEW_SEEDS)
    if few < FEW_SEEDS:
        found.append(
            f"the intervals rest on {few} seed{'s' * (few > 1)}; measure with more, as --seeds "
            "1,2,3,4,5,6,7,8,9,10"
        )
    return found
