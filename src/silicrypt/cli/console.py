"""What all commands share: options, JSON, tables and progress."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.console import Console

from silicrypt.base.progress import Progress, silent

Json = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]
Jobs = Annotated[int | None, typer.Option(help="Runs at a time.", show_default="processors")]
Scheduler = Annotated[
    str | None, typer.Option(help="Address of a dask scheduler to run on, tcp://host:port.")
]
ConfigName = Annotated[
    str, typer.Argument(metavar="CONFIG", help="A design point; 'silicrypt list' lists them.")
]


def out() -> Console:
    """Returns the console that results are printed on.

    It is as wide as the terminal; a file gets lines as long as their content needs. Printed text
    comes from tools and files, so the console interprets no markup. Use `rich.text.Text` for a
    style.
    """
    width = None if sys.stdout.isatty() else 160
    return Console(width=width, highlight=False, soft_wrap=False, markup=False, emoji=False)


def say_json(document: Any) -> None:
    """Prints a document as JSON."""
    typer.echo(json.dumps(document, indent=1, ensure_ascii=False, default=str))


@contextmanager
def progress(quiet: bool = False) -> Iterator[Progress]:
    """Shows progress on the error stream: a bar on a terminal, lines otherwise.

    Args:
        quiet: whether to show nothing.
    """
    if quiet:
        yield silent
    elif sys.stderr.isatty():
        with _bar() as report:
            yield report
    else:
        yield _lines()


@contextmanager
def _bar() -> Iterator[Progress]:
    from rich import progress as bars

    columns = (
        bars.BarColumn(bar_width=24),
        bars.MofNCompleteColumn(),
        bars.TimeElapsedColumn(),
        bars.TextColumn("{task.description}", markup=False),
    )
    with bars.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total, label: bar.update(
            task, completed=done, total=total, description=label
        )


def _lines() -> Progress:
    said: set[tuple[int, str]] = set()

    def report(done: int, total: int, label: str) -> None:
        if (done, label) not in said:
            said.add((done, label))
            typer.echo(f"[{done}/{total}] {label}", err=True)

    return report
