"""Lattice iCE40 UltraPlus: cells and router of the iCE40, slower and with less power."""

from __future__ import annotations

from dataclasses import dataclass

from silicrypt.targets.base import WRITE, Target, count
from silicrypt.targets.ice40 import Ice40


@dataclass(frozen=True)
class Ice40UltraPlus(Ice40):
    """An iCE40 UltraPlus. Its multipliers and large memories are not used."""

    def synthesis(self, top: str, words: bool = False) -> list[str]:  # noqa: ARG002
        """Returns Yosys' own command for the family."""
        return [f"synth_ice40 -device u -top {top}", count(), WRITE]


TARGETS: tuple[Target, ...] = (
    Ice40UltraPlus("ice40-up5k", "Lattice iCE40UP5K, SG48", "up5k", "sg48", 0),
)
