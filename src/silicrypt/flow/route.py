"""Place and route of a synthesised design, one seed at a time, each kept in the store.

A routing is kept by the content of the netlist, places in the sources left out: what changes the
sources but not the netlist of a design moves nothing in it.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from silicrypt.flow import sources
from silicrypt.flow.synth import Design, synthesize
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Routed
from silicrypt.tools import nextpnr, versions, yosys
from silicrypt.tools.nextpnr import Routing

_KIND = "routes"

#: Files of Yosys itself (cell models, techmap rules) are no place in the design.
_TOOL_SOURCES = "pyosys/share/"
_COLUMNS = re.compile(r"(?<=:)(\d+)\..*$")
#: What nextpnr appends to names of the netlist: the bit of a bus, the part of a cell it split.
_SUFFIX = re.compile(r"\$CCU2_\w+$|\[\d+\]$")


@dataclass(frozen=True)
class Netlist:
    """A netlist as Yosys writes it.

    Attributes:
        document: the JSON.
    """

    document: dict[str, Any]

    @cached_property
    def places(self) -> dict[str, str]:
        """Where nets and cells come from, ``file:line|file:line``."""
        tops = (m for m in self.document["modules"].values() if "top" in m["attributes"])
        return {
            name: item["attributes"].get("src", "")
            for top in tops
            for kind in ("cells", "netnames")
            for name, item in top[kind].items()
        }

    def place(self, name: str) -> str:
        """The first place in the design itself that a net or cell comes from, or none."""
        found = self.places.get(name) or self.places.get(_SUFFIX.sub("", name), "")
        own = (place for place in found.split("|") if _TOOL_SOURCES not in place)
        return _COLUMNS.sub(r"\1", next(own, ""))

    def bare(self) -> str:
        """The JSON without places."""
        return json.dumps(_without_places(self.document), separators=(",", ":"))


def _without_places(item: Any) -> Any:
    if not isinstance(item, dict):
        return item
    return {
        key: {name: text for name, text in value.items() if name != "src"}
        if key == "attributes"
        else _without_places(value)
        for key, value in item.items()
    }


def route(design: Design, target: Routed, seed: int, store: Store) -> Routing:
    """Places and routes a design with one seed.

    Raises:
        ToolFailed: a tool refused the design.
    """
    path = synthesize(design, store) / yosys.NETLIST
    netlist = Netlist(json.loads(path.read_text(encoding="utf-8")))
    bare, arguments = netlist.bare(), nextpnr.render(target, seed)
    key = fingerprint(
        {
            "netlist": hashlib.sha256(bare.encode()).hexdigest(),
            "arguments": arguments,
            "tools": versions.implementation(target),
        }
    )

    def build(folder: Path) -> None:
        copy = folder / nextpnr.NETLIST
        copy.write_text(bare, encoding="utf-8")
        nextpnr.parse(nextpnr.run(arguments, folder))
        copy.unlink()  # the store has it under the design's own key

    folder = store.get(_KIND, key, build)
    routing = nextpnr.parse((folder / nextpnr.REPORT).read_text(encoding="utf-8"))
    steps = tuple(
        replace(step, source=sources.original(netlist.place(step.at), design.sources))
        for step in routing.critical_path
    )
    return replace(routing, critical_path=steps)
