"""The content-addressed store: nothing is built twice from the same inputs.

An entry is a folder ``<root>/<kind>/<key>``. It is built in ``<root>/<kind>/.<key>.partial`` and
renamed when it is complete, so a visible entry is always complete. The builder holds a lock on the
partial folder; the kernel releases the lock when the process ends in any way. Another process that
needs the same entry waits for the lock and then finds the entry. A partial folder without a lock
was left by a killed run.

A complete entry has a list of its files with their hashes. An entry whose files differ from the
list, such as one that a full disk or an editor cut short, is built again, and a warning says so.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import logging
import os
import secrets
import shutil
import time
from collections.abc import Callable, Collection, Iterator, Sequence, Set
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from silicrypt.base import scope
from silicrypt.errors import CorruptResult, SilicryptError, StoreError
from silicrypt.paths import cache_dir, kept

Build = Callable[[Path], None]
_T = TypeVar("_T")

#: The file of an entry that lists the others with their hashes.
HASHES = ".hashes.json"

_LOG = logging.getLogger(__name__)
_FULL = {errno.ENOSPC, errno.EDQUOT}
_DENIED = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST}
#: Seconds between two attempts to lock what another process builds.
_PATIENCE = 0.05


def fingerprint(inputs: object) -> str:
    """Returns the key of an entry: a hash of its inputs, 16 hexadecimal digits.

    Args:
        inputs: any value that JSON can hold; the order of keys does not matter.
    """
    text = json.dumps(inputs, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def key_of(inputs: object, code: str) -> str:
    """Returns the key of an outcome in two parts: what went in, and the code that was run.

    Args:
        inputs: sources, settings and tools, as `fingerprint` takes them.
        code: the `silicrypt.base.code.code_key` of the code.
    """
    return f"{fingerprint(inputs)}-{code}"


class Store:
    """Folders by kind and key below one root, shared by any number of processes."""

    def __init__(self, root: Path | None = None) -> None:
        """Makes a store below a folder, the cache by default; creates nothing before first use."""
        self.root = root or cache_dir()

    def path(self, kind: str, key: str) -> Path:
        """Returns the path of an entry, whether it exists or not."""
        return self.root / kind / key

    def get(self, kind: str, key: str, build: Build) -> Path:
        """Returns the folder of an entry; builds the entry if it does not exist or is damaged.

        Args:
            kind: kind of the entry, such as ``"runs"``.
            key: the `fingerprint` of its inputs.
            build: fills an empty folder. If it raises, the error propagates and no entry remains.

        Raises:
            StoreError: the disk is full, or the store cannot be written.
            ToolFailed: the run of this thread was stopped while another process built the entry.
        """
        final = self.path(kind, key)
        if _is_sound(final):
            with suppress(OSError):
                os.utime(final)  # records the time of this use
            return final
        partial = final.with_name(f".{key}.partial")
        with _explained(self.root):
            partial.parent.mkdir(parents=True, exist_ok=True)
            lock = _lock(partial, final)
        if lock is None:
            return final
        try:
            with _explained(self.root):
                if found := damage(final):
                    _LOG.warning("%s is damaged (%s): it is built again", final, found)
                    self.remove(kind, key)
                _empty(partial)
            with _explained(self.root, _FULL):
                build(partial)
            with _explained(self.root):
                _list_hashes(partial)
                partial.rename(final)
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise
        finally:
            os.close(lock)
        return final

    def load(self, kind: str, key: str, build: Build, read: Callable[[Path], _T]) -> _T:
        """Returns the content of an entry; builds a corrupt entry again.

        Args:
            kind: as in `get`.
            key: as in `get`.
            build: as in `get`.
            read: reads the folder of an entry.

        Raises:
            CorruptResult: `read` refuses the new entry too.
            StoreError: the disk is full, or the store cannot be written.
        """
        try:
            return read(self.get(kind, key, build))
        except CorruptResult:
            _LOG.warning("%s is damaged: it is built again", self.path(kind, key))
            self.remove(kind, key)
            return read(self.get(kind, key, build))

    def entries(self, kind: str) -> list[Path]:
        """Returns the folders of all complete entries of a kind, sorted by key."""
        found = (self.root / kind).glob("*")
        return sorted(path for path in found if path.is_dir() and not path.name.startswith("."))

    def remove(self, kind: str, key: str) -> bool:
        """Removes an entry in one step, so no process finds a part of it; returns if it is gone."""
        leaving = self.path(kind, f".{key}.{secrets.token_hex(4)}.partial")
        try:
            self.path(kind, key).rename(leaving)
        except OSError:
            return False
        _discard(leaving)
        return True

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """Yields an empty folder below the root; `sweep` removes it if this process is killed."""
        folder = self.root / f".{secrets.token_hex(4)}.partial"
        with _explained(self.root):
            self.root.mkdir(parents=True, exist_ok=True)
            lock = _lock(folder)
        assert lock is not None  # there is no entry that another process could finish
        try:
            yield folder
        finally:
            _discard(folder)
            os.close(lock)

    def sweep(self) -> list[Path]:
        """Removes and returns the partial folders of killed runs."""
        found = [*self.root.glob(".*.partial"), *self.root.glob("*/.*.partial")]
        return [stale for stale in found if _remove_if_stale(stale)]


def _list_hashes(folder: Path) -> None:
    """Writes the list of the files of an entry. A link is not listed: it leads to another entry."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    hashes = {path.relative_to(folder).as_posix(): _hash(path) for path in files}
    (folder / HASHES).write_text(json.dumps(hashes, indent=0), encoding="utf-8")


def damage(folder: Path) -> str:
    """Returns how an entry differs from the list of its files; nothing if it does not.

    An entry without a list, which an earlier version has built, is taken as it is.
    """
    try:
        hashes: dict[str, str] = json.loads((folder / HASHES).read_text(encoding="utf-8"))
        for name, known in hashes.items():
            if _hash(folder / name) != known:
                return f"{name} is not what was written"
    except FileNotFoundError as error:
        missing = Path(error.filename)
        return "" if missing.name == HASHES else f"{missing.relative_to(folder)} is missing"
    except (OSError, ValueError, AttributeError) as error:
        return str(error)
    return ""


def _is_sound(folder: Path) -> bool:
    return folder.is_dir() and not damage(folder)


@kept
def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _empty(folder: Path) -> None:
    for child in folder.iterdir():
        if child.is_dir() and not child.is_symlink():
            shutil.rmtree(child)
        else:
            child.unlink()


def _discard(path: Path) -> None:
    """Removes a folder, a file or a link as far as possible."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()


def _lock(partial: Path, final: Path | None = None) -> int | None:
    """Makes and locks a partial folder; returns None if another process finished the entry.

    Raises:
        ToolFailed: the run of this thread was stopped while another process held the lock.
    """
    while True:
        if final is not None and _is_sound(final):
            return None
        partial.mkdir(exist_ok=True)
        try:
            handle = os.open(partial, os.O_RDONLY)
        except FileNotFoundError:
            continue
        try:
            _wait_for(handle, partial)
            mine = _same(handle, partial)
            # Another process may have finished it before this one made the folder.
            finished = mine and final is not None and _is_sound(final)
            if finished:
                partial.rmdir()
        except BaseException:
            os.close(handle)
            raise
        if mine and not finished:
            return handle
        os.close(handle)


def _wait_for(handle: int, partial: Path) -> None:
    """Locks an open folder. A lock in the kernel's queue would outlast the end of its run."""
    while True:
        with suppress(BlockingIOError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        scope.pause(_PATIENCE, f"the wait for {partial}, which another process builds,")


def _same(handle: int, path: Path) -> bool:
    """Returns whether an open folder is the one at that path; its last owner may have moved it."""
    try:
        there = path.stat()
    except FileNotFoundError:
        return False
    return os.path.samestat(os.fstat(handle), there)


def _remove_if_stale(partial: Path) -> bool:
    try:
        handle = os.open(partial, os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not _same(handle, partial):
            return False
        shutil.rmtree(partial, ignore_errors=True)
        return True
    except BlockingIOError:
        return False
    finally:
        os.close(handle)


def write_atomic(path: Path, text: str) -> None:
    """Writes a file that is either complete or as before, even if the process is killed.

    Raises:
        StoreError: the disk is full, or the folder cannot be made or written.
    """
    rewrite(path, lambda: text)


def rewrite(path: Path, make: Callable[[], str]) -> None:
    """Writes a file as `write_atomic` does; no other process writes it while its text is made.

    The text is written to a partial file, which is locked as a partial folder is. One that a killed
    process left is written over.

    Args:
        path: the file.
        make: returns the text. It may read the file and add to it.

    Raises:
        StoreError: the disk is full, or the folder cannot be made or written.
        ToolFailed: the run of this thread was stopped while another process held the lock.
    """
    partial = path.with_name(f".{path.name}.partial")
    with _writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = _lock_file(partial)
    try:
        text = make()
        with _writing(path):
            partial.write_text(text, encoding="utf-8")
            partial.rename(path)
    except BaseException:
        with suppress(OSError):
            partial.unlink()
        raise
    finally:
        os.close(lock)


def _lock_file(partial: Path) -> int:
    """Makes and locks a partial file; its last owner may have renamed the one that was opened."""
    while True:
        handle = os.open(partial, os.O_WRONLY | os.O_CREAT, 0o666)
        try:
            _wait_for(handle, partial)
            if _same(handle, partial):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Turns any error of the operating system into an error that names the file."""
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"cannot write {path}: {error.strerror or error}; nothing was changed there. Free some "
            "space or allow writing, and run the same command again"
        ) from error


@contextmanager
def _explained(root: Path, which: Set[int] = _FULL | _DENIED) -> Iterator[None]:
    """Turns an error of the operating system into an error that says what to do about it."""
    try:
        yield
    except OSError as error:
        if error.errno not in which:
            raise
        raise explain(error, root) from error


def explain(error: OSError, root: Path) -> SilicryptError:
    """Returns the error to show for an error of the operating system in the store."""
    path = error.filename or root
    if error.errno in _FULL:
        return StoreError(
            f"the disk is full: cannot write {path}; free some space, or set SILICRYPT_CACHE to "
            "a folder on another disk. No incomplete entry was kept"
        )
    return StoreError(
        f"cannot use the result store: {path}: {error.strerror or error}; set SILICRYPT_CACHE to "
        "a folder that you can write"
    )


# What the store holds


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
