"""``import-result``: takes over what another tool gave for an exported design."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from silicrypt.cli.console import Json, out, progress, say_json
from silicrypt.errors import BadInput

File = Annotated[
    Path | None,
    typer.Argument(
        metavar="FILE", help="results.json of a run of Xeda, or its folder.", show_default=False
    ),
]
Export = Annotated[
    Path | None,
    typer.Option(help="The exported folder.", show_default="where Xeda found the design"),
]
ToolVersion = Annotated[
    str | None, typer.Option(help="The version of the tool, where Xeda does not know it.")
]
Folder = Annotated[Path, typer.Option("--results", help="The folder in which results are kept.")]
List = Annotated[bool, typer.Option("--list", help="Only show what was imported before.")]


def import_result(
    file: File = None,
    export: Export = None,
    tool_version: ToolVersion = None,
    results: Folder = Path("silicrypt-results"),
    list_: List = False,
    as_json: Json = False,
) -> None:
    """Store the figures that Vivado, Quartus or another tool gave for an exported design.

    Xeda must have run the tool. The report shows these figures in a table of their own.
    """
    from silicrypt.export import xeda_import
    from silicrypt.report.columns import IMPORTED
    from silicrypt.report.tables import rich_table
    from silicrypt.results import imported

    if (file is None) is not list_:
        raise BadInput("name results.json of a run of Xeda, or --list")
    if file is not None:
        with progress(quiet=as_json) as report:
            found = [xeda_import.read(file, export, tool_version, report)]
        path = imported.keep(results, found[0])
    else:
        found = list(imported.stored(results))
    if as_json:
        say_json([one.to_json() for one in found])
        return
    if not found:
        typer.echo(f"nothing was imported into {results}; name results.json of a run of Xeda")
        return
    out().print(rich_table(IMPORTED, found, "measured elsewhere"))
    if file is not None:
        typer.echo(f"kept in {path}")
