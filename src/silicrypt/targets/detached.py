"""Takes the ports off a mapped netlist, for routers that cannot place a core out of context.

A core has more ports than a package has pins. Only the clock and the reset keep their pins, because
the router spreads them over the device. Every other input net has no driver and every other output
net no reader. The router then places and times the same registers and logic between them, which is
what ``--out-of-context`` does for the ECP5.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

#: The ports that keep their pins.
PINS = ("clk_i", "rst_ni")


def detached(netlist: str, buffer: str = "") -> str:
    """Returns a netlist whose only ports are clock and reset.

    Args:
        netlist: a netlist with one module in the format of ``write_json``.
        buffer: the cell between a pin and the netlist, with ports ``I`` and ``O``, where the
            router does not insert it.
    """
    document: dict[str, Any] = json.loads(netlist)
    (module,) = (m for m in document["modules"].values() if not _is_cell(m))
    ports = module["ports"]
    module["ports"] = {name: port for name, port in ports.items() if name in PINS}
    if buffer:
        _buffer(module, buffer)
    return json.dumps(document)


def _is_cell(module: Mapping[str, Any]) -> bool:
    return bool(module["attributes"].keys() & {"blackbox", "whitebox"})


def _buffer(module: dict[str, Any], cell: str) -> None:
    """Puts a buffer between each pin and its net."""
    used = (bit for net in module["netnames"].values() for bit in net["bits"])
    free = 1 + max(bit for bit in used if isinstance(bit, int))
    for number, (name, port) in enumerate(module["ports"].items(), free):
        (net,) = port["bits"]
        port["bits"] = [number]
        module["netnames"][f"{name}_pin"] = {"hide_name": 0, "bits": [number], "attributes": {}}
        module["cells"][f"{name}_buffer"] = {
            "hide_name": 0,
            "type": cell,
            "parameters": {},
            "attributes": {},
            "port_directions": {"I": "input", "O": "output"},
            "connections": {"I": [number], "O": [net]},
        }
