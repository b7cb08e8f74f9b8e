"""``registers``: what follows from the SystemRDL descriptions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from silicrypt.cli.console import Answer, command
from silicrypt.errors import BadInput
from silicrypt.paths import hw_root


@command("silicrypt registers --check", 220)
def registers(
    check: Annotated[
        bool, Option("--check", help="Compare only; exit with 1 if a file differs.")
    ] = False,
    html: Annotated[
        Path | None, Option("--html", help="Write HTML pages into this new folder instead.")
    ] = None,
) -> Answer:
    """Write RTL, C headers, IP-XACT and Python addresses of the SystemRDL descriptions in hw/."""
    from silicrypt.flow import registers as flow

    if html is not None:
        flow.pages(html)
        index = str(html / "index.html")
        return Answer({"pages": index}, [f"wrote {index}"])
    made = flow.generate()
    differ = [
        name
        for name, text in made.items()
        if not _place(name).is_file() or _place(name).read_text(encoding="utf-8") != text
    ]
    if not check:
        _write({name: made[name] for name in differ})
    lines = [f"{'stale' if check else 'wrote'} {name}" for name in differ]
    return Answer(
        {"stale" if check else "written": differ},
        lines or ["all files follow from the descriptions"],
        passed=not (check and differ),
    )


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
