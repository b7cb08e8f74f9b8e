"""A netlist under names that follow from its structure alone.

Yosys and nextpnr order their work by names. The same logic under other names is therefore mapped
and placed in another way, and its clock differs by 3 to 5 %. This module numbers the cells of a
netlist by their types and their connections. Two netlists that differ only in the names of
modules, instances and signals, in source lines, or in the order of their entries become the same
text.

The numbering is colour refinement, the first step of graph isomorphism tests (B. Weisfeiler, A.
Lehman, 1968). Cells start with their type, parameters and ports. Each iteration tells apart cells
whose neighbours differ, until an iteration finds no difference. Cells that are alike even then are
numbered one by one. If no automorphism exchanges such cells, their order is that of the input, and
the text may differ.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

#: Attributes with source lines, or with names of removed hierarchy.
_NAMING = frozenset({"src", "hdlname", "scopename", "force_downto", "force_upto"})
#: Type of cells that hold no logic.
_EMPTY = "$scopeinfo"
#: The parameter that names a memory; its value is a name, not a setting.
_MEMORY_NAME = "MEMID"
#: More than the number of port bits of any cell, so that a colour and a slot fit into one number.
_SLOTS = 1 << 40
#: The first number of a net in Yosys' JSON; 0 and 1 are constants.
_FIRST_BIT = 2

Bit = int | str
Module = Mapping[str, Any]


@dataclass(frozen=True)
class Canonical:
    """A netlist under structural names.

    Attributes:
        text: the netlist as Yosys reads it: JSON, one top module.
        cells: for each cell (``"e00012"``) its name in the input.
        nets: for each bit of a net that a cell drives (``"e00012_Y[3]"``) its bit in the input.
    """

    text: str
    cells: Mapping[str, str]
    nets: Mapping[str, int]

    @cached_property
    def sha256(self) -> str:
        """Hash of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


#: The top module's name in a netlist without its shell.
TOP = "top"


@dataclass(frozen=True)
class Shell:
    """The part of a top module that its netlist does not depend on: name and unconnected ports.

    Attributes:
        name: name of the top module.
        ports: direction and width of each unconnected port.
    """

    name: str
    ports: Mapping[str, tuple[str, int]]

    @staticmethod
    def split(document: Mapping[str, Any]) -> tuple[dict[str, Any], Shell]:
        """Separates a netlist from its shell.

        Args:
            document: a netlist in the format of Yosys' ``write_json``.

        Returns:
            The netlist without the shell, and the shell.
        """
        modules = dict(document["modules"])
        name = next(name for name, module in modules.items() if "top" in module["attributes"])
        module = modules.pop(name)
        used = {
            bit
            for cell in module["cells"].values()
            for bits in cell["connections"].values()
            for bit in bits
        }
        counts = Counter(bit for entry in module["ports"].values() for bit in set(entry["bits"]))
        used |= {bit for bit, count in counts.items() if count > 1 or isinstance(bit, str)}
        ports = {
            port: entry
            for port, entry in module["ports"].items()
            if used.intersection(entry["bits"])
        }
        gone = {
            port: (entry["direction"], len(entry["bits"]))
            for port, entry in module["ports"].items()
            if port not in ports
        }
        return {"modules": {**modules, TOP: {**module, "ports": ports}}}, Shell(name, gone)

    def around(self, text: str) -> str:
        """Puts a netlist into its shell, and returns it as JSON.

        Args:
            text: the netlist without the shell.
        """
        modules = json.loads(text)["modules"]
        module = modules.pop(TOP)
        taken = [bit for entry in module["ports"].values() for bit in entry["bits"]]
        taken += [b for c in module["cells"].values() for w in c["connections"].values() for b in w]
        free = max((bit for bit in taken if isinstance(bit, int)), default=_FIRST_BIT) + 1
        for port, (direction, width) in sorted(self.ports.items()):
            bits = list(range(free, free + width))
            module["ports"][port] = {"direction": direction, "bits": bits}
            free += width
        return json.dumps({"modules": {**modules, self.name: module}}, separators=(",", ":"))


def canonical(document: Mapping[str, Any], prefix: str, *, keep_hidden: bool = False) -> Canonical:
    """Renames everything in a flat netlist but the ports of its top module.

    Args:
        document: a flat netlist in the format of Yosys' ``write_json``. The top module contains no
            other modules but black boxes.
        prefix: a letter that all names begin with.
        keep_hidden: whether only nets that registers drive get a public name. Synthesis may then
            change all other nets as freely as nets that the sources do not name.

    Raises:
        StopIteration: there is no top module.
    """
    name, module = next(
        (name, module)
        for name, module in document["modules"].items()
        if "top" in module["attributes"]
    )
    graph = _Graph.of(module)
    boxes = {
        box: _bare(other)
        for box, other in sorted(document["modules"].items())
        if box != name and any(cell["type"] == box for cell in graph.cells)
    }
    order = _order(graph)
    digits = max(len(str(len(order))), 4)
    cells = {f"{prefix}{place:0{digits}}": number for place, number in enumerate(order)}
    renamed = _renamed(module, graph, cells, keep_hidden)
    return Canonical(
        json.dumps({"modules": {**boxes, name: renamed}}, separators=(",", ":")),
        {new: graph.ids[number] for new, number in cells.items()},
        {
            f"{new}_{port}[{index}]": bit
            for new, number in cells.items()
            for port, drives, bits in graph.pins[number]
            if drives
            for index, bit in enumerate(bits)
            if isinstance(bit, int)
        },
    )


def _bare(module: Module) -> dict[str, Any]:
    """Returns a black box without source lines and nets."""
    return {
        "attributes": _kept(module["attributes"]),
        "parameter_default_values": module.get("parameter_default_values", {}),
        "ports": {port: dict(module["ports"][port]) for port in module["ports"]},
        "cells": {},
        "netnames": {},
    }


def _kept(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {key: attributes[key] for key in sorted(attributes) if key not in _NAMING}


@dataclass(frozen=True)
class _Graph:
    """Cells and the nets between them.

    Attributes:
        cells: the cells, in the order of the input.
        ids: their names.
        pins: for each cell its ports, sorted, as (name, whether it is an output, bits).
        drivers: for each net the cell and port slot that drive it.
        readers: for each net the cells and port slots that read it.
        fixed: for each net what is known by name: ports of the module, and attributes.
    """

    cells: list[Mapping[str, Any]]
    ids: list[str]
    pins: list[list[tuple[str, bool, list[Bit]]]]
    drivers: dict[int, tuple[int, int]]
    readers: dict[int, list[tuple[int, int]]]
    fixed: dict[int, tuple[str, ...]]

    @staticmethod
    def of(module: Module) -> _Graph:
        """Returns the graph of a module."""
        found = _Graph([], [], [], {}, defaultdict(list), {})
        labels: dict[int, list[str]] = defaultdict(list)
        for port, entry in module["ports"].items():
            for place, bit in enumerate(entry["bits"]):
                if isinstance(bit, int):
                    labels[bit].append(f"{entry['direction']} {port} {place}")
        for entry in module["netnames"].values():
            for key, value in _kept(entry["attributes"]).items():
                bits = entry["bits"]
                each = reversed(value) if key == "init" else [value] * len(bits)
                for bit, one in zip(bits, each, strict=False):
                    if isinstance(bit, int):
                        labels[bit].append(f"attribute {key} {one}")
        found.fixed.update({bit: tuple(sorted(set(known))) for bit, known in labels.items()})
        for name, cell in module["cells"].items():
            if cell["type"] != _EMPTY:
                found._add(name, cell)
        return found

    def _add(self, name: str, cell: Mapping[str, Any]) -> None:
        number, slot = len(self.cells), 0
        self.cells.append(cell)
        self.ids.append(name)
        pins: list[tuple[str, bool, list[Bit]]] = []
        for port in sorted(cell["connections"]):
            bits, drives = cell["connections"][port], cell["port_directions"][port] == "output"
            pins.append((port, drives, bits))
            for bit in bits:
                if isinstance(bit, int):
                    if drives:
                        self.drivers[bit] = number, slot
                    else:
                        self.readers[bit].append((number, slot))
                slot += 1
        self.pins.append(pins)

    def first(self, number: int) -> tuple[Any, ...]:
        """Returns what distinguishes a cell without its neighbours."""
        cell = self.cells[number]
        parameters = {k: v for k, v in cell["parameters"].items() if k != _MEMORY_NAME}
        return (
            cell["type"],
            tuple(sorted((key, str(value)) for key, value in parameters.items())),
            tuple((key, str(value)) for key, value in _kept(cell["attributes"]).items()),
            tuple(
                (port, tuple(self._known(bit) for bit in bits))
                for port, _, bits in self.pins[number]
            ),
        )

    def _known(self, bit: Bit) -> tuple[str, ...]:
        return (bit,) if isinstance(bit, str) else self.fixed.get(bit, ())

    def neighbours(self, number: int) -> Iterable[int]:
        """Returns the cells that drive or read the nets of a cell."""
        for _, drives, bits in self.pins[number]:
            for bit in bits:
                if not isinstance(bit, int):
                    continue
                if drives:
                    yield from (reader for reader, _ in self.readers.get(bit, ()))
                elif bit in self.drivers:
                    yield self.drivers[bit][0]

    def signature(self, number: int, colours: list[int]) -> tuple[int, ...]:
        """Returns what distinguishes a cell by the colours of its neighbours."""
        found: list[int] = []
        for _, drives, bits in self.pins[number]:
            for bit in bits:
                if not isinstance(bit, int):
                    found.append(-1)
                elif not drives:
                    cell, slot = self.drivers.get(bit, (-1, 0))
                    found.append(-1 if cell < 0 else colours[cell] * _SLOTS + slot)
                else:
                    read = self.readers.get(bit, [])
                    found.append(-2 - len(read))
                    found += sorted(colours[cell] * _SLOTS + slot for cell, slot in read)
        return tuple(found)


def _order(graph: _Graph) -> list[int]:
    """Returns the cells, sorted by structure."""
    count = len(graph.cells)
    classes: dict[int, list[int]] = {}
    colours = [0] * count
    keyed = sorted(((graph.first(number), number) for number in range(count)), key=lambda k: k[0])
    place = 0
    for _, group in groupby(keyed, key=lambda entry: entry[0]):
        members = [number for _, number in group]
        classes[place] = members
        for number in members:
            colours[number] = place
        place += len(members)
    signatures: list[tuple[int, ...]] = [()] * count
    _refine(graph, colours, classes, signatures, set(range(count)))
    # Classes only ever split, so the remaining classes of several cells stay in order.
    for start in range(count):
        while len(members := classes.get(start, [])) > 1:
            chosen = members.pop()
            colours[chosen] = start + len(members)
            classes[colours[chosen]] = [chosen]
            _refine(graph, colours, classes, signatures, set(graph.neighbours(chosen)))
    return [classes[start][0] for start in range(count)]


def _refine(
    graph: _Graph,
    colours: list[int],
    classes: dict[int, list[int]],
    signatures: list[tuple[int, ...]],
    changed: set[int],
) -> None:
    """Splits classes, in iterations, until all cells of a class have the same neighbours."""
    while changed:
        open_ = [number for number in changed if len(classes[colours[number]]) > 1]
        for number in open_:
            signatures[number] = graph.signature(number, colours)
        moved: list[tuple[int, int]] = []
        for start in {colours[number] for number in open_}:
            members = classes[start]
            members.sort(key=signatures.__getitem__)
            place = start
            for _, group in groupby(list(members), key=signatures.__getitem__):
                part = list(group)
                classes[place] = part
                if place != start:
                    moved += ((number, place) for number in part)
                place += len(part)
        for number, place in moved:
            colours[number] = place
        changed = {near for number, _ in moved for near in graph.neighbours(number)}


def _renamed(
    module: Module, graph: _Graph, numbered: Mapping[str, int], keep_hidden: bool
) -> dict[str, Any]:
    """Returns the module with its cells under those names, and nets named after their drivers."""
    numbers: dict[int, int] = {}

    def bits(found: Iterable[Bit]) -> list[Bit]:
        return [
            bit if isinstance(bit, str) else numbers.setdefault(bit, len(numbers) + _FIRST_BIT)
            for bit in found
        ]

    ports = {
        port: {**entry, "bits": bits(entry["bits"])}
        for port, entry in sorted(module["ports"].items())
    }
    cells: dict[str, Any] = {}
    nets: dict[str, Any] = {}
    for name, number in numbered.items():
        cell = graph.cells[number]
        parameters = {key: cell["parameters"][key] for key in sorted(cell["parameters"])}
        if _MEMORY_NAME in parameters:
            parameters[_MEMORY_NAME] = f"\\{name}"
        pins = graph.pins[number]
        hidden = keep_hidden and not cell["type"].startswith(("$dff", "$sdff", "$adff", "$aldff"))
        for port, drives, wires in pins:
            if not drives:
                continue
            net = f"{name}_{port}"
            attributes = _net_attributes(wires, graph.fixed)
            nets[f"${net}" if hidden else net] = {
                "hide_name": int(hidden),
                "bits": bits(wires),
                "attributes": attributes,
            }
        cells[name] = {
            "hide_name": 0,
            "type": cell["type"],
            "parameters": parameters,
            "attributes": {**_kept(cell["attributes"]), "src": name},
            "port_directions": {port: cell["port_directions"][port] for port, _, _ in pins},
            "connections": {port: bits(wires) for port, _, wires in pins},
        }
    top = {"attributes": _kept(module["attributes"]), "ports": ports, "cells": cells}
    return {**top, "netnames": nets}


def _net_attributes(wires: Iterable[Bit], fixed: Mapping[int, tuple[str, ...]]) -> dict[str, Any]:
    """Returns the attributes of a net. An initial value has a digit per bit, the highest first."""
    found: dict[str, Any] = {}
    initial = []
    for bit in wires:
        known = fixed.get(bit, ()) if isinstance(bit, int) else ()
        split = [label.split(" ", 2)[1:] for label in known if label.startswith("attribute ")]
        start = [value for key, value in split if key == "init"]
        initial.append(start[0] if start else "x")
        found.update({key: value for key, value in split if key != "init"})
    if any(value != "x" for value in initial):
        found["init"] = "".join(reversed(initial))
    return dict(sorted(found.items()))
