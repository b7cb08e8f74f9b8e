"""``registers``: writes RTL, headers, IP-XACT and Python maps from SystemRDL."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from silicrypt.cli.console import Json, say_json
from silicrypt.errors import BadInput
from silicrypt.paths import hw_root

Check = Annotated[
    bool, typer.Option("--check", help="Compare only; exit with 1 if a file differs.")
]
Html = Annotated[
    Path | None, typer.Option("--html", help="Write HTML pages into this new folder instead.")
]


def registers(check: Check = False, html: Html = None, as_json: Json = False) -> None:
    """Write RTL, C headers, IP-XACT and Python addresses of the SystemRDL descriptions in hw/."""
    from silicrypt.flow import registers as flow

    if html is not None:
        flow.pages(html)
        if as_json:
            say_json({"pages": str(html / "index.html")})
        else:
            typer.echo(f"wrote {html / 'index.html'}")
        return
    made = flow.generate()
    differ = [
        name
        for name, text in made.items()
        if not _place(name).is_file() or _place(name).read_text(encoding="utf-8") != text
    ]
    if not check:
        _write({name: made[name] for name in differ})
    if as_json:
        say_json({"stale" if check else "written": differ})
    else:
        for name in differ:
            typer.echo(f"{'stale' if check else 'wrote'} {name}")
        if not differ:
            typer.echo("all files follow from the descriptions")
    if check and differ:
        raise typer.Exit(1)


def _place(name: str) -> Path:
    """Returns the path of a file of the repository: in a checkout, or in the installed package."""
    root = hw_root().parent
    return root / (name if (root / "src").is_dir() else name.removeprefix("src/silicrypt/"))


def _write(texts: dict[str, str]) -> None:
    for name, text in texts.items():
        path = _place(name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_name(f".{path.name}.part")
            part.write_text(text, encoding="utf-8")
            part.replace(path)
        except OSError as error:
            raise BadInput(f"cannot write {path}: {error.strerror or error}") from error
