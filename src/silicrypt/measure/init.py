"""Writes a first core file for a folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from silicrypt.errors import BadInput, UnknownName
from silicrypt.measure import guess, look
from silicrypt.measure.guess import Guess
from silicrypt.measure.ties import UNSURE
from silicrypt.results.store import write_atomic

FILE = "core.toml"


def init(folder: Path, out: Path | None = None, top: str | None = None) -> tuple[Path, Guess]:
    """Looks at a folder and writes a core file.

    Args:
        folder: the folder.
        out: the file to write; ``core.toml`` in the folder by default.
        top: the top module; by default the one whose interface is recognised best.

    Returns:
        The file, and what was guessed.

    Raises:
        BadInput: the folder has no Verilog, no module has ports, or the file exists.
        UnknownName: there is no such module.
    """
    if not folder.is_dir():
        raise BadInput(f"there is no folder {folder}")
    path = out or folder / FILE
    if path.exists():
        raise BadInput(f"{path} exists; remove it, or name another file with --out")
    modules = look.modules(folder)
    names = [module.name for module in modules]
    if top is not None and top not in names:
        raise UnknownName("module", top, names)
    known = folder.resolve().name
    if not modules:
        raise BadInput(f"no module in {folder} has ports")
    guesses = [guess.guess(m, known) for m in modules if top in (None, m.name)]
    # Of modules that are recognised equally well, the one with more inside is the core.
    best = max(guesses, key=lambda g: (bool(g.function), g.score, len(g.module.inside)))
    others = sorted((g for g in guesses if g is not best and g.score > 0), key=lambda g: -g.score)
    write_atomic(path, render(best, folder, path, others[:6]))
    return path, best


def render(best: Guess, folder: Path, path: Path, others: Sequence[Guess]) -> str:
    """Returns the text of a core file."""
    module, relative = best.module, os.path.relpath(folder.resolve(), path.resolve().parent)

    def named(file: Path) -> str:
        return f'"{(Path(relative) / file).as_posix()}"'

    algorithm = _name_of(best)
    lines = [
        f"# A guessed core file for {module.name}. Check the lines with '{UNSURE}', then run:",
        f"#   silicrypt measure {path} -t ecp5-85k",
    ]
    if others:
        lines.append(f"# Other modules (--top): {', '.join(g.module.name for g in others)}")
    lines += [
        f'algorithm = "{algorithm or "sha256"}"{"" if algorithm else f"  {UNSURE}"}',
        f'top = "{module.name}"',
        f"sources = [{', '.join(map(named, module.files))}]",
    ]
    if module.includes:
        lines.append(f"include = [{', '.join(map(named, module.includes))}]")
    if module.data:
        lines.append(f"data = [{', '.join(map(named, module.data))}]")
    for table in ("", "reset", "tie", "interface"):
        rows = best.lines.get(table, [])
        lines += ["", f"[{table}]"] if table and rows else []
        lines += [f"{key} = {value}{f'  {mark}' if mark else ''}" for key, value, mark in rows]
    return "\n".join(lines) + "\n"


def _name_of(best: Guess) -> str:
    from silicrypt.measure import functions

    known = functions.known().items()
    return next((name for name, function in known if function is best.function), "")
