"""A part of the check of a netlist."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from silicrypt.verify.checks import Findings


@dataclass(frozen=True)
class Section:
    """A part of the check of a netlist that is recorded on its own.

    Attributes:
        name: what is checked.
        examine: simulates it and returns failures, number of cases and what was covered.
        hash: of two hashes that the netlist computes, the one that is checked.
    """

    name: str
    examine: Callable[[], Findings]
    hash: str = ""
