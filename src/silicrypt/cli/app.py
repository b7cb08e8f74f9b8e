"""The command line: every command of the modules in this package and of other packages.

Another installed package adds commands with an entry point in the group ``silicrypt.commands``: it
names a module whose functions have the decorator `silicrypt.cli.console.command`.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from importlib import metadata
from typing import Annotated

import typer

from silicrypt import cli
from silicrypt.cli.console import COMMANDS
from silicrypt.paths import reference_results

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Verified cryptographic hardware cores, and the instrument that measures them.",
    epilog="Begin with: silicrypt export sha256-fast -o ip/",
)


def _version(asked: bool) -> None:
    """Prints the version, and how many results there are with the day of the newest."""
    if asked:
        typer.echo(f"silicrypt {metadata.version('silicrypt')}")
        started = re.compile(r'"started": "([\d-]+)')
        texts = (file.read_text(encoding="utf-8") for file in reference_results().glob("*/*.json"))
        days = [found[1] for text in texts if (found := started.search(text))]
        typer.echo(f"{len(days)} committed results, the newest of {max(days, default='no day')}")
        raise typer.Exit


@app.callback()
def _options(
    _: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Print version and day of results."
        ),
    ] = False,
) -> None:
    """Takes the options that are not of a command."""


for _module in pkgutil.iter_modules(cli.__path__, f"{cli.__name__}."):
    importlib.import_module(_module.name)
for _entry in metadata.entry_points(group="silicrypt.commands"):
    _entry.load()
for _one in sorted(COMMANDS, key=lambda one: one.place):
    app.command(_one.name, epilog=f"Example: {_one.example}")(_one.run)
