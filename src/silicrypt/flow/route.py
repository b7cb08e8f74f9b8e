"""Places and routes a synthesised design with one seed and keeps the result in the store.

The key of a routing is the content of the netlist. The names in a netlist follow from its
structure, so a change of the sources that keeps the structure needs no new place and route.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from silicrypt.base.code import code_key
from silicrypt.flow import cluster, figures
from silicrypt.flow.synth import Synthesized
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Routed
from silicrypt.tools import nextpnr, versions, yosys
from silicrypt.tools.canonical import Shell
from silicrypt.tools.nextpnr import Routing
from silicrypt.tools.process import run_child

_KIND = "routes"


def route(synthesized: Synthesized, target: Routed, seed: int, store: Store) -> Routing:
    """Places and routes a design with one seed.

    Raises:
        ToolFailed: a tool refused the design.
    """
    stat = figures.counts(synthesized)

    def build(folder: Path) -> None:
        place(synthesized.core, target, seed, folder)
        figures.routing((folder / nextpnr.REPORT).read_text(encoding="utf-8"), stat, target)

    folder = store.get(_KIND, key(synthesized, target, seed), build)
    report = (folder / nextpnr.REPORT).read_text(encoding="utf-8")
    return figures.routing(report, stat, target)


def place(netlist: str, target: Routed, seed: int, folder: Path) -> None:
    """Places and routes a netlist; the report of the router stays in the folder.

    Raises:
        ToolFailed: the router refused the netlist.
    """
    copy = folder / nextpnr.NETLIST
    copy.write_text(target.detached(netlist), encoding="utf-8")
    for name, text in target.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    arguments = [target.router, *target.arguments(seed)]
    run_child("nextpnr", arguments, cwd=folder, log=folder / "route.out")
    copy.unlink()  # the store holds the netlist under a separate key


def spread(
    synthesized: Synthesized, target: Routed, seeds: Sequence[int], store: Store
) -> dict[int, Routing]:
    """Places and routes on the workers of a cluster, from a task on one of them.

    The netlist is sent to the workers, and the reports of the router come back.

    Raises:
        ToolFailed: a tool refused the design.
    """
    stat = (synthesized.folder / yosys.STAT).read_text(encoding="utf-8")
    left = [seed for seed in seeds if not is_routed(synthesized, target, seed, store)]
    parcels = [_Parcel(synthesized.core, stat, target, seed) for seed in left]
    for seed, report in zip(left, cluster.spread(_report, parcels), strict=True):

        def build(folder: Path, report: str = report) -> None:
            (folder / nextpnr.REPORT).write_text(report, encoding="utf-8")

        store.get(_KIND, key(synthesized, target, seed), build)
    return {seed: route(synthesized, target, seed, store) for seed in seeds}


@dataclass(frozen=True)
class _Parcel:
    """What a worker needs to place and route: netlist, cell counts, target and seed."""

    core: str
    stat: str
    target: Routed
    seed: int


def _report(parcel: _Parcel) -> str:
    """Places and routes with the store of this worker, and returns the router's report."""
    store = Store()

    def build(folder: Path) -> None:
        (folder / yosys.NETLIST).write_text(parcel.core, encoding="utf-8")
        (folder / yosys.STAT).write_text(parcel.stat, encoding="utf-8")

    folder = store.get("sent-netlists", fingerprint([parcel.core, parcel.stat]), build)
    synthesized = Synthesized(folder, Shell("", {}), None)
    route(synthesized, parcel.target, parcel.seed, store)
    routed = store.path(_KIND, key(synthesized, parcel.target, parcel.seed))
    return (routed / nextpnr.REPORT).read_text(encoding="utf-8")


def key(synthesized: Synthesized, target: Routed, seed: int) -> str:
    """Returns a hash of everything that decides a routing."""
    (package,) = target.routed_by
    given: dict[str, object] = {
        "netlist": hashlib.sha256(target.detached(synthesized.core).encode()).hexdigest(),
        "arguments": target.arguments(seed),
        "tools": versions.version(package),
        "code": code_key(place, type(target)),
    }
    return fingerprint(given | ({"files": dict(target.files)} if target.files else {}))


def is_routed(synthesized: Synthesized, target: Routed, seed: int, store: Store) -> bool:
    """Returns whether the store holds the routing of a design with one seed."""
    return (store.path(_KIND, key(synthesized, target, seed)) / nextpnr.REPORT).is_file()
