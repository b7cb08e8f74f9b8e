"""Reads the report of a router in the terms of `flow.describe`, for any family.

`describe` counts the cells of an ECP5: ``TRELLIS_COMB`` is a lookup table, ``TRELLIS_FF`` a
flip-flop, ``DP16KD`` a block memory. Another family names the cells of its netlist that it counts
as these, and the ports of its carry chain.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from silicrypt.flow.synth import Synthesized
from silicrypt.targets import Routed
from silicrypt.tools import nextpnr, yosys
from silicrypt.tools.nextpnr import Routing

#: The names under which `describe` looks up what a family counts.
CLASSES: Mapping[str, str] = MappingProxyType(
    {"lut": "TRELLIS_COMB", "ff": "TRELLIS_FF", "bram": "DP16KD"}
)


def counts(synthesized: Synthesized) -> yosys.Stat:
    """Returns the cell counts of a mapped netlist."""
    return yosys.parse_stat((synthesized.folder / yosys.STAT).read_text(encoding="utf-8"))


def routing(report: str, stat: yosys.Stat, target: Routed) -> Routing:
    """Returns the figures of one run of the router.

    Args:
        report: the text of the router's report.
        stat: the cell counts of the netlist that was placed.
        target: the target.

    Raises:
        ToolFailed: the text is not a report, or the design has no path between registers.
    """
    found = nextpnr.parse(_with_carry(report, target.carry) if target.carry else report)
    if not target.counted:
        return found
    cells = {
        CLASSES[figure]: sum(weight * stat.cells.get(cell, 0) for cell, weight in weights.items())
        for figure, weights in target.counted.items()
    }
    return replace(found, cells=cells)


def _with_carry(report: str, carry: Mapping[str, str]) -> str:
    """Returns the report with the names that the parser knows for the ports of the carry chain."""
    document: dict[str, Any] = json.loads(report)
    for path in document.get("critical_paths", ()):
        for step in path["path"]:
            for end in (step["from"], step["to"]):
                end["port"] = carry.get(end["port"], end["port"])
    return json.dumps(document)
