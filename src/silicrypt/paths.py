"""Where files are: hardware sources, cache, reference results; and values kept of a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import TypeVar

_PACKAGE = Path(__file__).resolve().parent


@cache
def _checkout() -> Path:
    """Returns the checkout that this package runs from, or the package if a wheel installed it."""
    root = _PACKAGE.parent.parent
    return root if (root / "hw" / "configs.toml").is_file() else _PACKAGE


def hw_root() -> Path:
    """Returns the folder ``hw/`` with the SystemVerilog sources and ``configs.toml``."""
    return _checkout() / "hw"


def reference_results() -> Path:
    """Returns the folder of committed result files, looked up before the cache."""
    root = _checkout()
    return root / ("results_reference" if root == _PACKAGE else "results")


def reference_name(target: str, point: str, level: str, scenario: str = "") -> Path:
    """Returns the file of a committed result below `reference_results`, by what it measures.

    Args:
        target: name of the target.
        point: name of the configuration.
        level: ``"core"`` or ``"stream"``.
        scenario: the scenario of a power run; empty for area and clock.
    """
    what = f"{point}.{level}.{scenario}-power" if scenario else f"{point}.{level}"
    return Path(target) / f"{what}.json"


def reference_path(target: str, point: str, level: str, scenario: str = "") -> Path:
    """Returns where a committed result is or would be; for the arguments see `reference_name`."""
    return reference_results() / reference_name(target, point, level, scenario)


def cache_dir() -> Path:
    """Returns the folder for built models, runs and unpacked libraries.

    ``$SILICRYPT_CACHE`` where it is set, else ``$XDG_CACHE_HOME/silicrypt`` or
    ``~/.cache/silicrypt``. It is safe to delete at any time.
    """
    if own := os.environ.get("SILICRYPT_CACHE"):
        return Path(own).expanduser().resolve()
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "silicrypt"


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
