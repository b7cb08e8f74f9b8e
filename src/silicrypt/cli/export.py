"""``export`` and ``import-result``: a design point for other tools, and the figures they gave."""

from __future__ import annotations

import fnmatch
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from silicrypt.cli.console import Answer, command, progress
from silicrypt.cli.options import RESULTS, Results, design_point
from silicrypt.errors import BadInput

if TYPE_CHECKING:
    from silicrypt.base.scope import Progress
    from silicrypt.export import ExportRequest
    from silicrypt.export.package import Verify as Verifier


@command("silicrypt export sha256-fast -o ip/ --language verilog", 160)
def export(
    out: Annotated[Path, Option("--out", "-o", help="The folder, .tar.gz or .zip to write.")],
    point: Annotated[
        str | None,
        Argument(
            metavar="CONFIG",
            help="A design point; 'silicrypt list' lists them.",
            callback=design_point,
        ),
    ] = None,
    language: Annotated[
        str, Option(help="verilog (Verilog-2005) or sv (SystemVerilog).")
    ] = "verilog",
    primitives: Annotated[
        str, Option(help="generic, ecp5, xilinx, intel, ice40 or gowin.", show_default=True)
    ] = "generic",
    level: Annotated[
        str | None, Option(help="core or stream; by default, the complete unit.")
    ] = None,
    xeda: Annotated[bool, Option("--xeda", help="Add a design file for Xeda.")] = False,
    all_: Annotated[
        bool, Option("--all", help="Write an archive of every design point instead of a folder.")
    ] = False,
    folders: Annotated[
        bool,
        Option("--folders", help="With --all: folders, a library of FuseSoC, and no archives."),
    ] = False,
    only: Annotated[
        str, Option("--only", help="With --all: a pattern of names, as 'sha256-*'.")
    ] = "*",
    verify: Annotated[
        bool,
        Option(
            "--verify/--no-verify",
            help="Simulate the files on the quick suite before they are written.",
        ),
    ] = True,
    force: Annotated[
        bool, Option("--force", help="Replace the files of an earlier export; keep others.")
    ] = False,
) -> Answer:
    """Write a design point as a folder with sources, testbench, scripts and a datasheet."""
    from silicrypt import catalog
    from silicrypt import export as exporting
    from silicrypt.export import folder

    if (point is None) is not all_:
        raise BadInput("name a design point, as in 'silicrypt export sha256-fast -o ip/', or --all")
    if point is None and level is not None:
        raise BadInput("--all exports the complete unit of each design point: it takes no --level")
    if point is not None and only != "*":
        raise BadInput("--only selects design points of --all: it goes without the name of one")
    if point is not None and folders:
        raise BadInput("--folders is for --all: a single design point is a folder anyway")
    names = fnmatch.filter(catalog.load(), only) if point is None else [point]
    if not names:
        raise BadInput(f"no design point matches '{only}': 'silicrypt list' has their names")
    requests = [exporting.request(name, level, language, primitives, xeda=xeda) for name in names]
    if all_ and folder.is_archive(out):
        raise BadInput(f"--all writes an archive of each design point: {out} must be a folder")
    folder.require_writable(out, force=force)
    if all_:
        return _archives(requests, out, verify=verify, force=force, folders=folders)
    (request,) = requests
    with progress() as report:
        files = exporting.render(request, _verifier(report) if verify else None)
    folder.write(files, out, force=force)
    return Answer(
        {"folder": str(out), "top": request.module, "files": list(files)},
        [
            f"wrote {out}: {len(files)} files; the top module is {request.module}",
            *([] if folder.is_archive(out) else [f"datasheet: {out / 'datasheet.md'}"]),
            "next: unpack it" if folder.is_archive(out) else f"next: make -C {out} sim",
        ],
    )


def _verifier(report: Progress) -> Verifier:
    from silicrypt import export as exporting

    return exporting.verifier(report, lambda said: typer.echo(said, err=True))


def _archives(
    requests: Sequence[ExportRequest], out: Path, *, verify: bool, force: bool, folders: bool
) -> Answer:
    """Writes an archive or a folder for each request, and their hashes."""
    from silicrypt import export as exporting
    from silicrypt.export import folder

    files = dict[str, bytes]()
    with progress() as report:
        for done, request in enumerate(requests):
            report(done, len(requests), request.point.name)
            check = _verifier(lambda *_: None) if verify else None
            name = folder.archive_name(request)
            one = exporting.render(request, check)
            if folders:
                files |= {f"{name}/{path}": content for path, content in one.items()}
            else:
                files[f"{name}.tar.gz"] = folder.packed(name, one, ".tar.gz")
        report(len(requests), len(requests), "done")
    archives = sorted({path.split("/")[0] for path in files})
    files[folder.MANIFEST] = folder.listing(requests, "" if folders else ".tar.gz")
    files[folder.SUMS] = folder.sums(files)
    folder.write(files, out, force=force)
    wrote = f"wrote {out}: {len(archives)} {'folders' if folders else 'archives'}"
    return Answer(
        {"folder": str(out), "archives": archives},
        [wrote, f"next: cd {out} && sha256sum -c SHA256SUMS"],
    )


@command("silicrypt import-result xeda_run/sil_sha256_fast_stream/vivado_synth/", 170)
def import_result(
    file: Annotated[
        Path | None,
        Argument(
            metavar="FILE", help="results.json of a run of Xeda, or its folder.", show_default=False
        ),
    ] = None,
    export: Annotated[
        Path | None,
        Option(help="The exported folder.", show_default="where Xeda found the design"),
    ] = None,
    tool_version: Annotated[
        str | None, Option(help="The version of the tool, where Xeda does not know it.")
    ] = None,
    results: Results = RESULTS,
    list_: Annotated[bool, Option("--list", help="Only show what was imported before.")] = False,
) -> Answer:
    """Store the figures that Vivado, Quartus or another tool gave for an exported design.

    Xeda must have run the tool. The report shows these figures in a table of their own. Every run
    has a file of its own below --results; delete the file of a run that you do not want to see.
    """
    from silicrypt.export import xeda_import
    from silicrypt.report.columns import IMPORTED
    from silicrypt.report.tables import Fitted
    from silicrypt.results import imported

    if (file is None) is not list_:
        raise BadInput("name results.json of a run of Xeda, or --list")
    if file is None:
        found, kept = list(imported.stored(results)), list[str]()
    else:
        with progress() as report:
            found = [xeda_import.read(file, export, tool_version, report)]
        kept = [f"kept in {imported.keep(results, found[0])}"]
    shown: list[Any] = [f"nothing was imported into {results}; name results.json of a run of Xeda"]
    if found:
        shown = [Fitted(IMPORTED, found, "measured elsewhere"), *kept]
    return Answer([one.to_json() for one in found], shown)
