"""Values that follow from a file, kept in this process while the file stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from pathlib import Path
from typing import TypeVar

_T = TypeVar("_T")
#: Values that are kept of each function: about four times the number of source files.
_MOST = 2048


def kept(function: Callable[[Path], _T]) -> Callable[[Path], _T]:
    """Decorates a function of a file: its value is kept while time and size of the file stay."""

    @lru_cache(maxsize=_MOST)
    def value(path: Path, *_: int) -> _T:
        return function(path)

    @wraps(function)
    def current(path: Path) -> _T:
        status = path.stat()
        return value(path, status.st_mtime_ns, status.st_size)

    return current
