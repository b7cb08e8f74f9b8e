"""A part of the check of a netlist."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from silicrypt.verify.checks import Findings


@dataclass(frozen=True)
class Section:
    """A part of the check of a netlist that has a record of its own.

    Attributes:
        name: what is checked.
        examine: runs the simulation, and returns failures, number of cases and what was covered.
        hash: the hash that is checked, where the netlist computes two.
    """

    name: str
    examine: Callable[[], Findings]
    hash: str = ""
