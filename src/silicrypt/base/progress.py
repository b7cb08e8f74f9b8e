"""The callback with which a long run reports its progress."""

from __future__ import annotations

from collections.abc import Callable

#: Called as (done, total, label).
Progress = Callable[[int, int, str], None]


def silent(done: int, total: int, label: str) -> None:
    """Reports nothing."""
