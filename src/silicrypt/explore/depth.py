"""The depth of a mapped netlist: an estimate of the delay before place and route.

A lookup table with the wires to it counts 1. A link of a carry chain and a multiplexer inside a
logic block need no general wires and count less. The register at the start counts 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from graphlib import TopologicalSorter
from typing import Any

_REGISTER = re.compile(r".*FF.*|FD.*")
_CARRY = re.compile(r"CCU2C|SB_CARRY|ALU")
_MUX = re.compile(r"PFUMX|L6MUX21|MUX2_LUT\d")
#: Depth of a link of a carry chain, and of a multiplexer inside a logic block.
_LINK, _INSIDE = 0.07, 0.3


def depth(module: Mapping[str, Any]) -> float:
    """Returns the depth of the deepest path between registers.

    Args:
        module: a module of a Yosys JSON netlist, mapped to the cells of an FPGA family.
    """
    logic = [cell for cell in module["cells"].values() if not _REGISTER.fullmatch(cell["type"])]
    ends = [_nets(cell) for cell in logic]
    drivers = {bit: number for number, (_, outputs) in enumerate(ends) for bit in outputs}
    graph = {
        number: {drivers[bit] for bit in inputs if bit in drivers}
        for number, (inputs, _) in enumerate(ends)
    }
    chained = [bool(_CARRY.fullmatch(cell["type"])) for cell in logic]
    own = [_INSIDE if _MUX.fullmatch(cell["type"]) else 1.0 for cell in logic]
    reached = [0.0] * len(logic)
    for number in TopologicalSorter(graph).static_order():
        reached[number] = max(
            (
                reached[before] + (_LINK if chained[before] and chained[number] else own[number])
                for before in graph[number]
            ),
            default=own[number],
        )
    return 1.0 + max(reached, default=0.0)


def _nets(cell: Mapping[str, Any]) -> tuple[list[int], list[int]]:
    """Returns the nets that a cell reads, and those that it drives."""
    ends: dict[str, list[int]] = {"input": [], "output": []}
    for port, bits in cell["connections"].items():
        ends[cell["port_directions"][port]] += [bit for bit in bits if isinstance(bit, int)]
    return ends["input"], ends["output"]
