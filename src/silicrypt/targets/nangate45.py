"""The Nangate 45 nm open cell library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from silicrypt.targets.base import StandardCells, Target


@dataclass(frozen=True)
class Nangate45(StandardCells):
    """The library at one corner."""

    primitives: ClassVar[tuple[str, ...]] = ("nangate45",)
    flip_flops: ClassVar[tuple[str, ...]] = (r"S?DFFR?S?_X\d",)


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
