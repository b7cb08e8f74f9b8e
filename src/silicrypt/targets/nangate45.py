"""The Nangate 45 nm open cell library."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar, Self, cast

from silicrypt.targets.base import StandardCells, Target


@dataclass(frozen=True)
class Nangate45(StandardCells):
    """The library at one corner."""

    primitives: ClassVar[tuple[str, ...]] = ("nangate45",)
    flip_flops: ClassVar[tuple[str, ...]] = (r"S?DFFR?S?_X\d",)

    def variant(self, asked: str) -> Self:
        """Returns the same cells with a setting; ``area-enables`` has load-enables for clock gates.

        Raises:
            BadInput: the setting is none of those of standard cells.
        """
        base, ending, rest = asked.partition(_ENABLES)
        if not ending or rest or isinstance(self, _Enables):
            return super().variant(asked)
        plain = super().variant(base)
        given = {one.name: getattr(plain, one.name) for one in fields(plain)}
        given["name"] += ending
        given["about"] += ", load-enables in place of clock gates"
        return cast("Self", _Enables(**given))


#: The end of a setting whose registers hold by load-enable.
_ENABLES = "-enables"


@dataclass(frozen=True)
class _Enables(Nangate45):
    """The library without clock gates: a multiplexer before each register holds its value."""

    primitives: ClassVar[tuple[str, ...]] = ("enables", "nangate45")


TARGETS: tuple[Target, ...] = (
    Nangate45(
        name="nangate45",
        about="Nangate 45 nm open cell library, typical corner (1.1 V, 25 C)",
        liberty="platforms/nangate45/lib/NangateOpenCellLibrary_typical.lib.gz",
        sha256="8d540a4d4cf6d09d27c87ad067857a9c0c2eeb023ab7a56e058cd3113db4e9b1",
        nand2="NAND2_X1",
        driver="BUF_X1",
        load_ff=3.898,
        tie_high="LOGIC1_X1 Z",
        tie_low="LOGIC0_X1 Z",
        latch=("DLH_X1", "D", "G", "Q"),
        latch_low=("DLL_X1", "D", "GN", "Q"),
    ),
)
