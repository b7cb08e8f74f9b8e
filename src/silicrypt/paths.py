"""Where things are: the hardware sources, the cache, the committed reference results."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

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
