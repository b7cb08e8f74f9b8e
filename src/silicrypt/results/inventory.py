"""Lists what the store holds, with size and age, and removes entries."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from silicrypt.results.store import HASHES, Store


@dataclass(frozen=True)
class Entry:
    """An entry of the store.

    Attributes:
        kind: the folder that it is in, such as ``"runs"``.
        key: its name in that folder.
        size: bytes of its files on the disk, without the list of them.
        used: when it was last used, in seconds since 1970.
    """

    kind: str
    key: str
    size: int
    used: float


@dataclass(frozen=True)
class Kind:
    """All entries of one kind.

    Attributes:
        name: its folder.
        entries: number of entries.
        size: bytes of all entries.
        oldest: last use of the least recently used entry, in seconds since 1970.
        newest: last use of the most recently used entry, in seconds since 1970.
    """

    name: str
    entries: int
    size: int
    oldest: float
    newest: float


def entries(store: Store) -> list[Entry]:
    """Returns all complete entries of the store, the least recently used first."""
    found = list[Entry]()
    with suppress(FileNotFoundError):
        for folder in store.root.iterdir():
            if folder.is_dir() and not folder.name.startswith("."):
                found += _of(folder)
    return sorted(found, key=lambda entry: (entry.used, entry.kind, entry.key))


def kinds(found: Sequence[Entry]) -> list[Kind]:
    """Returns the entries by kind, the largest kind first."""
    together = {
        name: [entry for entry in found if entry.kind == name]
        for name in sorted({entry.kind for entry in found})
    }
    summed = [
        Kind(
            name,
            len(group),
            sum(entry.size for entry in group),
            min(entry.used for entry in group),
            max(entry.used for entry in group),
        )
        for name, group in together.items()
    ]
    return sorted(summed, key=lambda kind: -kind.size)


def prune(
    store: Store,
    *,
    unused_for: float | None = None,
    size: int | None = None,
    keep: Collection[str] = (),
) -> list[Entry]:
    """Removes entries, and the partial folders of killed runs.

    Args:
        store: the store.
        unused_for: removes entries that were not used for this number of seconds.
        size: then removes the least recently used entries until at most this many bytes remain.
        keep: kinds of which no entry is removed; they count in the size.

    Returns:
        the removed entries.
    """
    store.sweep()
    found = entries(store)
    left, oldest, gone = sum(entry.size for entry in found), _before(unused_for), list[Entry]()
    for entry in found:
        if entry.kind in keep:
            continue
        wanted = entry.used < oldest or (size is not None and left > size)
        if wanted and store.remove(entry.kind, entry.key):
            left -= entry.size
            gone.append(entry)
    return gone


def _before(seconds: float | None) -> float:
    return 0.0 if seconds is None else time.time() - seconds


def _of(folder: Path) -> Iterator[Entry]:
    for path in folder.iterdir():
        if path.name.startswith("."):
            continue
        with suppress(FileNotFoundError):  # another process removes it now
            parts = [path, *path.rglob("*")] if path.is_dir() else [path]
            files = (part for part in parts if not part.is_dir() and part.name != HASHES)
            size = sum(part.lstat().st_size for part in files)
            yield Entry(folder.name, path.name, size, path.lstat().st_mtime)
