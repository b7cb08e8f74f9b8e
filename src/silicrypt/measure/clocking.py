"""Clocks of the registers of a core: a figure of one clock holds only where all share it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
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
        about = (
            f"the clock passes logic before {self.gated} registers, and its delay is not in fmax"
        )
        return (about,)


def clocking(design: CoreDesign, store: Store) -> Clocking:
    """Returns the clocks of the registers of an elaborated core."""
    folder = synth.elaborate(design, store)
    module = json.loads((folder / yosys.NETLIST).read_text("utf-8"))["modules"][TOP]
    return _Netlist(module, design.clock).clocking()


@dataclass(frozen=True)
class _Netlist:
    """A netlist of word-level cells.

    Attributes:
        module: the module as Yosys writes it.
        port: the clock port.
    """

    module: Mapping[str, Any]
    port: str

    @cached_property
    def _clock(self) -> set[Any]:
        return set(self.module["ports"].get(self.port, {"bits": ()})["bits"])

    @cached_property
    def _drivers(self) -> dict[Any, Mapping[str, Any]]:
        """The cell that drives each bit."""
        drivers = dict[Any, Mapping[str, Any]]()
        for cell in self.module["cells"].values():
            for name, bits in cell["connections"].items():
                if cell["port_directions"][name] == "output":
                    drivers.update(dict.fromkeys(bits, cell))
        return drivers

    def clocking(self) -> Clocking:
        """Counts registers and memories by their clocks."""
        counts = dict.fromkeys(("falling", "divided", "gated"), 0)
        for cell in self.module["cells"].values():
            if cell["type"].startswith(_REGISTERS) and (kind := self._kind(cell)):
                counts[kind] += 1
        return Clocking(**counts)

    def _kind(self, cell: Mapping[str, Any]) -> str:
        """Returns what is special about the clock of a register; empty if nothing is."""
        found = ""
        for name, edge in _CLOCKS.items():
            used = [b for b in cell["connections"].get(name, ()) if not isinstance(b, str)]
            for number, bit in enumerate(used):
                if bit not in self._clock:
                    return "gated" if self._passes_logic(bit) else "divided"
                if cell["parameters"][edge][::-1][number] == "0":
                    found = "falling"
        return found

    def _passes_logic(self, bit: Any) -> bool:
        """Returns whether logic without registers leads from the clock port to a bit."""
        seen, left = set[Any](), [bit]
        while left:
            if (one := left.pop()) in seen:
                continue
            seen.add(one)
            driver = self._drivers.get(one)
            if one in self._clock:
                return True
            if driver is None or driver["type"].startswith(_REGISTERS):
                continue
            for name, bits in driver["connections"].items():
                if driver["port_directions"][name] == "input":
                    left += bits
        return False
