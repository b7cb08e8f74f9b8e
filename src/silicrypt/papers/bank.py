"""The available measurements of a reproduction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from silicrypt.papers.model import Measured


@dataclass(frozen=True)
class Bank:
    """The available measurements, by configuration and by target with level (core by default)."""

    by_target: Mapping[tuple[str, str], Measured]

    @classmethod
    def of(cls, found: Iterable[Measured]) -> Bank:
        """Returns the bank of these measurements."""
        return cls({(m.config, m.target_level): m for m in found})

    def get(self, config: str, on: str) -> Measured | None:
        """Returns the measurement of a configuration on a target with level, or None."""
        return self.by_target.get((config, on))

    def ratio(self, new: str, old: str, on: str, what: str) -> float | None:
        """Returns a figure of one design divided by that of another on the same target."""
        a, b = (getattr(self.get(name, on), what, None) for name in (new, old))
        return a / b if a and b else None
