"""SkyWater 130 nm, the high-density cell library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from silicrypt.targets.base import StandardCells, Target

_CELL = "sky130_fd_sc_hd__"


@dataclass(frozen=True)
class Sky130hd(StandardCells):
    """The library at one corner."""

    primitives: ClassVar[tuple[str, ...]] = ("sky130hd",)
    flip_flops: ClassVar[tuple[str, ...]] = (rf"{_CELL}(s|e)?df\w+",)
    #: Cells for probes and for several supplies, which the platform's own flow excludes, too; and
    #: flip-flops with an enable, because ABC does not buffer the nets of their enables.
    excluded: ClassVar[tuple[str, ...]] = (f"{_CELL}probe*", f"{_CELL}lpflow_*", f"{_CELL}edf*")


TARGETS: tuple[Target, ...] = (
    Sky130hd(
        name="sky130hd",
        about="SkyWater 130 nm high density, typical corner (1.8 V, 25 C)",
        liberty="platforms/sky130hd/lib/sky130_fd_sc_hd__tt_025C_1v80.lib.gz",
        sha256="8e78e14442062dba34d414fca6490b2f6b96038d4510d1438ca44fee31487135",
        nand2=f"{_CELL}nand2_1",
        driver=f"{_CELL}buf_1",
        load_ff=5.0,
        tie_high=f"{_CELL}conb_1 HI",
        tie_low=f"{_CELL}conb_1 LO",
        latch=(f"{_CELL}dlxtp_1", "D", "GATE", "Q"),
        latch_low=(f"{_CELL}dlxtn_1", "D", "GATE_N", "Q"),
    ),
)
