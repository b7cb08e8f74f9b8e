"""The application that holds all commands."""

from __future__ import annotations

from importlib import metadata
from typing import Annotated

import typer

from silicrypt.cli import (
    board,
    cache,
    compare,
    crypting,
    demo,
    design,
    doctor,
    examples,
    exploring,
    export,
    hashing,
    importing,
    maintain,
    measure,
    measuring,
    power,
    publish,
    registers,
    targets,
)

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Verified cryptographic hardware cores, and the instrument that measures them.",
    epilog="Begin with: silicrypt export sha256-fast -o ip/",
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"silicrypt {metadata.version('silicrypt')}")
        raise typer.Exit


@app.callback()
def _options(
    _: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Takes the options that are not of a command."""


for verb in (
    design.list_,
    design.show,
    targets.targets,
    doctor.doctor,
    measure.verify,
    measure.prove,
    hashing.hash_,
    crypting.crypt,
    measure.implement,
    exploring.explore,
    power.power,
    measuring.measure,
    compare.compare,
    board.bitstream,
    demo.demo,
    export.export,
    importing.import_result,
    publish.reproduce,
    publish.report,
    maintain.lint,
    maintain.results,
    registers.registers,
    cache.cache,
):
    name = verb.__name__.rstrip("_").replace("_", "-")
    app.command(name, epilog=examples.epilog(name))(verb)
