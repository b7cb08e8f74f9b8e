"""``export``: writes a design point as a folder that stands alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from silicrypt.cli.console import ConfigName, Json, say_json

Folder = Annotated[Path, typer.Option("--out", "-o", help="The folder to write.")]
Language = Annotated[str, typer.Option(help="verilog (Verilog-2005) or sv (SystemVerilog).")]
Primitives = Annotated[
    str, typer.Option(help="generic, ecp5, xilinx, intel, ice40 or gowin.", show_default=True)
]
LevelOption = Annotated[
    str | None, typer.Option(help="core or stream; by default, the complete unit.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace an earlier export.")]


def export(
    config: ConfigName,
    out: Folder,
    language: Language = "verilog",
    primitives: Primitives = "generic",
    level: LevelOption = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Write a design point as a folder with sources, testbench, scripts and a datasheet.

    Example: silicrypt export sha256-fast -o ip/ --language verilog
    """
    from silicrypt import export as exporting
    from silicrypt.export import folder

    request = exporting.request(config, level, language, primitives)
    folder.demand_writable(out, force=force)
    files = exporting.render(request)
    folder.write(files, out, force=force)
    if as_json:
        say_json({"folder": str(out), "top": request.module, "files": list(files)})
        return
    typer.echo(f"wrote {out}: {len(files)} files; the top module is {request.module}")
    typer.echo(f"next: make -C {out} sim")
