"""``cache``: lists what the cache holds and removes entries."""

from __future__ import annotations

import re
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from silicrypt.cli.console import Json, out, say_json
from silicrypt.errors import BadInput

if TYPE_CHECKING:
    from silicrypt.results import inventory

Prune = Annotated[
    bool,
    typer.Option(
        "--prune", help="Remove entries by --unused-for or --size. No run may be in progress."
    ),
]
UnusedFor = Annotated[
    str | None, typer.Option(metavar="AGE", help="Remove what was not used for 12h, 30d or 4w.")
]
Size = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE", help="Remove entries, the longest unused first, down to this size, as 2GB."
    ),
]
Keep = Annotated[
    list[str] | None, typer.Option(metavar="KIND", help="A kind of entry to keep; repeatable.")
]

_AGE = re.compile(r"(\d+)\s*([hdw])")
_SECONDS = {"h": 3600, "d": 24 * 3600, "w": 7 * 24 * 3600}
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kMG]?)B")
_BYTES = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}


def cache(
    prune: Prune = False,
    unused_for: UnusedFor = None,
    size: Size = None,
    keep: Keep = None,
    as_json: Json = False,
) -> None:
    """List what the cache holds; with --prune, remove old entries or shrink it to a size."""
    from silicrypt.results import inventory
    from silicrypt.results.store import Store

    age = None if unused_for is None else in_seconds(unused_for)
    most = None if size is None else in_bytes(size)
    if prune and age is None and most is None:
        raise BadInput("--prune needs --unused-for AGE or --size SIZE, as in --unused-for 30d")
    if not prune and (age is not None or most is not None or keep):
        raise BadInput("--unused-for, --size and --keep go with --prune; nothing was removed")
    store = Store()
    there = inventory.kinds(inventory.entries(store))
    if unknown := set(keep or ()) - {kind.name for kind in there}:
        known = ", ".join(kind.name for kind in there) or "no kinds"
        raise BadInput(f"--keep {min(unknown)}: the cache has no such kind; it has {known}")
    gone = inventory.prune(store, unused_for=age, size=most, keep=keep or ()) if prune else []
    left = inventory.kinds(inventory.entries(store)) if prune else there
    if as_json:
        say_json(
            {
                "cache": str(store.root),
                "kinds": [asdict(kind) for kind in left],
                "removed": [asdict(entry) for entry in gone],
            }
        )
        return
    if prune:
        freed = sum(entry.size for entry in gone)
        typer.echo(f"removed {len(gone)} entries, {_bytes(freed)}")
    _render(str(store.root), left)


def _render(root: str, kinds: list[inventory.Kind]) -> None:
    console = out()
    total = sum(kind.size for kind in kinds)
    console.print(f"{root}: {sum(kind.entries for kind in kinds)} entries, {_bytes(total)}")
    table = Table("kind", "entries", "size", "last used", "longest unused", box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    now = time.time()
    for kind in kinds:
        ages = (f"{_age(now - used)} ago" for used in (kind.newest, kind.oldest))
        table.add_row(kind.name, str(kind.entries), _bytes(kind.size), *ages)
    console.print(table)


def in_seconds(text: str) -> int:
    """Returns an age such as ``30d`` in seconds.

    Raises:
        BadInput: the text is not an age.
    """
    found = _AGE.fullmatch(text.strip())
    if found is None:
        raise BadInput(f"--unused-for takes hours, days or weeks, as in 12h, 30d, 4w, not '{text}'")
    return int(found[1]) * _SECONDS[found[2]]


def in_bytes(text: str) -> int:
    """Returns a size such as ``500MB`` in bytes.

    Raises:
        BadInput: the text is not a size.
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise BadInput(f"--size takes a number and B, kB, MB or GB, as in 500MB, not '{text}'")
    return round(float(found[1]) * _BYTES[found[2]])


def _bytes(size: int) -> str:
    for prefix in ("G", "M", "k"):
        if size >= _BYTES[prefix]:
            return f"{size / _BYTES[prefix]:.1f} {prefix}B"
    return f"{size} B"


def _age(seconds: float) -> str:
    for unit, name in (("w", "weeks"), ("d", "days"), ("h", "hours")):
        if seconds >= 2 * _SECONDS[unit]:
            return f"{seconds / _SECONDS[unit]:.0f} {name}"
    return f"{max(seconds, 0) / 60:.0f} min"
