"""Clocks of the registers of a core: a figure of one clock holds only where all share it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from silicrypt.flow import synth
from silicrypt.measure.core_design import CoreDesign
from silicrypt.results.store import Store
from silicrypt.targets import Routed, StandardCells
from silicrypt.tools import yosys
from silicrypt.tools.canonical import TOP

#: Yosys' registers and memories, by the beginning of their type.
_REGISTERS = ("$dff", "$adff", "$sdff", "$aldff", "$dffsr", "$mem", "$dlatch", "$adlatch", "$sr")
#: The clocks of a register and of a memory, each with the parameter of its edge.
_CLOCKS = {
    "CLK": "CLK_POLARITY",
    "WR_CLK": "WR_CLK_POLARITY",
    "RD_CLK": "RD_CLK_POLARITY",
}


@dataclass(frozen=True)
class Clocking:
    """The clocks of the registers of a core.

    Attributes:
        falling: registers and memories on the falling edge of the clock.
        divided: those whose clock is made by registers alone, or is another input.
        gated: those whose clock is the clock port behind logic.
    """

    falling: int = 0
    divided: int = 0
    gated: int = 0

    def doubts(self, design: CoreDesign) -> str:
        """Returns why the figures of the clock do not hold on the target; empty if they do."""
        target, clock = design.target, design.clock
        if self.divided and isinstance(target, Routed | StandardCells):
            return (
                f"{self.divided} of its registers have another clock than {clock}, which registers "
                f"or an input make. Cycles are those of {clock}, and a frequency would be that of "
                "either clock; name a top module with one clock"
            )
        if self.falling and isinstance(target, StandardCells):
            return (
                f"{self.falling} of its registers take the falling edge of {clock}, and the static "
                f"timing of {target.name} knows no half periods; placed targets such as ecp5-85k do"
            )
        return ""

    @property
    def caveats(self) -> tuple[str, ...]:
        """What a reader of the figures must know."""
        if not self.gated:
            return ()
        return (
            f"the clock passes logic before {self.gated} registers, and its delay is not in fmax",
        )


def clocking(design: CoreDesign, store: Store) -> Clocking:
    """Returns the clocks of the registers of an elaborated core."""
    folder = synth.elaborate(design, store)
    module = json.loads((folder / yosys.NETLIST).read_text("utf-8"))["modules"][TOP]
    cells = module["cells"].values()
    clock = {*module["ports"].get(design.clock, {"bits": ()})["bits"]}
    drivers = {bit: cell for cell in cells for bit in _bits(cell, "output")}

    def passes_logic(bit: Any) -> bool:
        """Returns whether logic without registers leads from the clock port to a bit."""
        seen, left = set[Any](), [bit]
        while left:
            if (one := left.pop()) in clock:
                return True
            driver = drivers.get(one)
            if one not in seen and driver and not driver["type"].startswith(_REGISTERS):
                left += _bits(driver, "input")
            seen.add(one)
        return False

    def kind(cell: Mapping[str, Any]) -> str:
        """Returns what is special about the clock of a register; empty if nothing is."""
        found = ""
        for name, edge in _CLOCKS.items():
            used = [b for b in cell["connections"].get(name, ()) if not isinstance(b, str)]
            for number, bit in enumerate(used):
                if bit not in clock:
                    return "gated" if passes_logic(bit) else "divided"
                if cell["parameters"][edge][::-1][number] == "0":
                    found = "falling"
        return found

    kinds = Counter(kind(cell) for cell in cells if cell["type"].startswith(_REGISTERS))
    return Clocking(kinds["falling"], kinds["divided"], kinds["gated"])


def _bits(cell: Mapping[str, Any], direction: str) -> list[Any]:
    """Returns the bits of the inputs or of the outputs of a cell."""
    ports = (name for name, way in cell["port_directions"].items() if way == direction)
    return [bit for name in ports for bit in cell["connections"].get(name, ())]
