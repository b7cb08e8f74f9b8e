"""Place and route of a synthesised design, one seed at a time, each kept in the store."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from silicrypt.flow import sources
from silicrypt.flow.synth import KIND, Design, synthesize
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Routed
from silicrypt.tools import nextpnr, versions, yosys
from silicrypt.tools.nextpnr import Routing

_KIND = "routes"


def arguments(design: Design, target: Routed, seed: int) -> list[str]:
    """The arguments for nextpnr; the netlist is named as seen from the run's own folder."""
    return nextpnr.render(target, seed, f"../../{KIND}/{design.key}/{yosys.NETLIST}")


def route(design: Design, target: Routed, seed: int, store: Store) -> Routing:
    """Places and routes a design with one seed.

    Raises:
        ToolFailed: a tool refused the design.
    """
    synthesize(design, store)
    args = arguments(design, target, seed)
    key = fingerprint({"arguments": args, "tools": versions.implementation(target)})
    folder = store.get(_KIND, key, lambda partial: _build(args, partial))
    routing = nextpnr.parse((folder / nextpnr.REPORT).read_text(encoding="utf-8"))
    path = tuple(
        replace(step, source=sources.original(step.source, design.sources))
        for step in routing.critical_path
    )
    return replace(routing, critical_path=path)


def _build(args: list[str], folder: Path) -> None:
    nextpnr.parse(nextpnr.run(args, folder))
