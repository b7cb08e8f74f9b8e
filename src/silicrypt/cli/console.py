"""What a command is: it returns an `Answer`, which is printed as text or as JSON.

A command is a function with the decorator `command` in any module of this package, which takes
typed options and returns an answer. Nothing else has to name it: `command_line` imports every
module here. Another installed package adds commands with an entry point in the group
``silicrypt.commands``, which names a module with such functions. Heavy packages are imported inside
the function, so that help appears at once.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import pkgutil
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, wraps
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, get_type_hints

import typer
from typer.core import TyperGroup

from silicrypt import cli
from silicrypt.base.scope import Progress, silent
from silicrypt.errors import BadInput, StoreError
from silicrypt.paths import reference_results

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

Json = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]

#: Whether the command that runs now prints JSON.
_json: ContextVar[bool] = ContextVar("json", default=False)


@dataclass(frozen=True)
class Answer:
    """What a command found.

    Attributes:
        document: what ``--json`` prints.
        shown: what is printed otherwise: lines, which are not wrapped; tables and styled texts; and
            functions that print on a console.
        passed: whether the command exits with 0; otherwise with 1.
        note: a line for the error stream, which ``--json`` leaves out.
    """

    document: Any
    shown: Iterable[Any] = ()
    passed: bool = True
    note: str = ""


@dataclass(frozen=True)
class Command:
    """A command of the command line.

    Attributes:
        name: what the user types.
        run: calls the command and prints its answer.
        example: a complete command line, the last line of its help.
        place: its place in the list of commands.
    """

    name: str
    run: Callable[..., None]
    example: str
    place: int


#: Every command of the modules that were imported.
COMMANDS: list[Command] = []


def command(
    example: str, place: int = sys.maxsize
) -> Callable[[Callable[..., Answer]], Callable[..., None]]:
    """Decorates a function as a command with the name of the function and the option ``--json``.

    Args:
        example: a command line that the command accepts.
        place: its place in the list of commands, which ends with those that name none.
    """

    def register(function: Callable[..., Answer]) -> Callable[..., None]:
        @wraps(function)
        def run(*args: Any, as_json: bool = False, **options: Any) -> None:
            token = _json.set(as_json)
            try:
                answer = function(*args, **options)
                _print(answer)
            finally:
                _json.reset(token)
            if not answer.passed:
                raise typer.Exit(1)

        hints = {**get_type_hints(function, include_extras=True), "as_json": Json}
        option = inspect.Parameter("as_json", inspect.Parameter.KEYWORD_ONLY, default=False)
        own = inspect.signature(function)
        parameters = [
            one.replace(annotation=hints[one.name]) for one in (*own.parameters.values(), option)
        ]
        run.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
        run.__annotations__ = hints
        name = function.__name__.rstrip("_").replace("_", "-")
        COMMANDS.append(Command(name, run, example, place))
        return run

    return register


class _Commands(TyperGroup):
    """The commands. What is wrong with an option is said without the words of the validator."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            error.message = error.message.removeprefix("Value error, ")
            raise


@cache
def command_line() -> typer.Typer:
    """Returns the command line: every command of this package and of other packages."""
    app = typer.Typer(
        cls=_Commands,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        help="Verified cryptographic hardware cores, and the instrument that measures them.",
        epilog="Begin with: silicrypt export sha256-fast -o ip/",
    )
    app.callback()(_options)
    for module in pkgutil.iter_modules(cli.__path__, f"{cli.__name__}."):
        importlib.import_module(module.name)
    for entry in metadata.entry_points(group="silicrypt.commands"):
        entry.load()
    for one in sorted(COMMANDS, key=lambda one: one.place):
        app.command(one.name, epilog=f"Example: {one.example}")(one.run)
    return app


def _version(asked: bool) -> None:
    """Prints the version, and how many results there are with the day of the newest."""
    if asked:
        typer.echo(f"silicrypt {metadata.version('silicrypt')}")
        started = re.compile(r'"started": "([\d-]+)')
        texts = (file.read_text(encoding="utf-8") for file in reference_results().glob("*/*.json"))
        days = [found[1] for text in texts if (found := started.search(text))]
        typer.echo(f"{len(days)} committed results, the newest of {max(days, default='no day')}")
        raise typer.Exit


def _options(
    _: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Print version and day of results."
        ),
    ] = False,
) -> None:
    """Takes the options that are not of a command."""


def prints_json() -> bool:
    """Returns whether the command that runs now prints JSON."""
    return _json.get()


def _print(answer: Answer) -> None:
    if prints_json():
        ascii_ = not (sys.stdout.encoding or "").lower().startswith("utf")
        typer.echo(json.dumps(answer.document, indent=1, ensure_ascii=ascii_, default=str))
        return
    console = out()
    for part in answer.shown:
        if isinstance(part, str):
            typer.echo(part)
        elif callable(part):
            part(console)
        else:
            console.print(part)
    if answer.note:
        typer.echo(answer.note, err=True)


def out() -> Console:
    """Returns the console that results are printed on.

    It is as wide as the terminal; a file gets lines as long as their content needs. Printed text
    comes from tools and files, so the console interprets no markup. Use `rich.text.Text` for a
    style.
    """
    from rich.console import Console

    file = not sys.stdout.isatty()
    width = 160 if file else None
    return Console(width=width, soft_wrap=file, highlight=False, markup=False, emoji=False)


def table(*columns: str, numbers: Iterable[int] = (), whole: bool = False, **how: Any) -> Table:
    """Returns an empty table without lines.

    Args:
        columns: the headings.
        numbers: the columns that are aligned at the right.
        whole: whether the first column is never wrapped.
        how: further arguments of `rich.table.Table`.
    """
    from rich.table import Table

    made = Table(*columns, box=None, **{"pad_edge": False, **how})
    for number in numbers:
        made.columns[number].justify = "right"
    if whole:
        made.columns[0].no_wrap = True
    return made


@contextmanager
def progress(quiet: bool = False) -> Iterator[Progress]:
    """Shows progress on the error stream: a bar on a terminal, lines otherwise.

    Args:
        quiet: whether to show nothing, as with ``--json``.
    """
    if quiet or prints_json():
        yield silent
    elif sys.stderr.isatty():
        with _bar() as report:
            yield report
    else:
        yield _lines()


@contextmanager
def _bar() -> Iterator[Progress]:
    from rich import progress as bars
    from rich.console import Console

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


@contextmanager
def complete(path: Path) -> Iterator[BinaryIO]:
    """Opens a file that is complete after the block; if the block fails, the file is as before.

    Raises:
        BadInput: there can be no file of that name.
        StoreError: the disk is full.
    """
    final = path.resolve()  # a link stays one
    special = path.exists() and not path.is_file()  # such as /dev/stdout
    partial = path if special else final.with_name(f".{os.getpid()}.partial")
    try:
        sink = partial.open("wb")
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}; name another file") from error
    try:
        with sink:
            yield sink
        if not special:
            if final.exists():
                shutil.copymode(final, partial)
            partial.replace(final)
    except BrokenPipeError:  # of a special file, as of standard output
        raise
    except OSError as error:
        raise StoreError(
            f"cannot write {path}: {error.strerror}; free some space or name another file"
        ) from error
    finally:
        if not special:
            with suppress(OSError):
                partial.unlink()
