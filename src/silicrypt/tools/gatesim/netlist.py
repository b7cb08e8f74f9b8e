"""From a Yosys JSON netlist to one flat list of gates and registers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from silicrypt.errors import BadInput
from silicrypt.tools.gatesim.cells import CellModel, Instance, Library

#: A node of the netlist: a Yosys bit, a constant ``"0"`` or ``"1"``, or a private node of a cell.
Node = int | str | tuple[str, str]

ZERO, ONE = "0", "1"
_CONSTANTS = ("0", "1", "x", "z")

#: Truth table of a buffer.
_REPEAT = 0b10


class UnknownCell(BadInput):
    """A netlist contains a cell that the library doesn't have."""


@dataclass(frozen=True)
class FlatGate:
    """A gate between nodes, without inputs that its output doesn't depend on."""

    output: Node
    inputs: tuple[Node, ...]
    table: int
    cell: str


@dataclass(frozen=True)
class FlatRegister:
    """A register between nodes."""

    output: Node
    data: Node
    clock: Node
    initial: int | None
    cell: str


@dataclass(frozen=True)
class FlatPort:
    """A port of a memory, between nodes; its attributes are those of `cells.Port`."""

    clock: Node
    enable: Node
    reset: Node
    address: tuple[Node, ...]
    write: tuple[Node, ...]
    data: tuple[Node, ...]
    outputs: tuple[Node, ...]
    initial: int | None

    @property
    def inputs(self) -> tuple[Node, ...]:
        """The nodes that the port reads."""
        return (self.clock, self.enable, self.reset, *self.address, *self.write, *self.data)


@dataclass(frozen=True)
class FlatMemory:
    """A memory between nodes."""

    bits: int
    contents: int
    ports: tuple[FlatPort, ...]
    cell: str


@dataclass
class Netlist:
    """A flat netlist.

    Attributes:
        name: the top module.
        inputs: input ports by name, each with its nodes, least significant first.
        outputs: output ports, likewise.
        gates: all gates.
        registers: all registers.
        memories: all memories.
        names: for each Yosys bit number, the first name that the netlist has for it.
    """

    name: str
    inputs: dict[str, list[Node]]
    outputs: dict[str, list[Node]]
    gates: list[FlatGate] = field(default_factory=list)
    registers: list[FlatRegister] = field(default_factory=list)
    memories: list[FlatMemory] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)

    @property
    def clocked(self) -> list[tuple[Node, Node, str]]:
        """Each node that changes at a clock edge, with the clock and the cell."""
        found = [(r.output, r.clock, r.cell) for r in self.registers]
        for memory in self.memories:
            found += [(q, p.clock, memory.cell) for p in memory.ports for q in p.outputs]
        return found


def read(document: Mapping[str, Any], library: Library, top: str | None = None) -> Netlist:
    """Replaces the cells of a Yosys JSON netlist by their models.

    Args:
        document: the parsed output of ``write_json``; its top must be flat.
        library: the models of the cells.
        top: name of the module; by default, the module that is marked as top.

    Raises:
        UnknownCell: the library has no model of a cell.
        BadInput: there is no such top, it isn't flat, or a port is bidirectional.
    """
    modules = document.get("modules", {})
    marked = (n for n, module in modules.items() if "top" in module.get("attributes", {}))
    name = top or next(marked, "that is marked as top")
    if name not in modules:
        raise BadInput(f"netlist: no module {name}; it has {', '.join(modules) or 'none'}")
    module = modules[name]
    ports: dict[str, dict[str, list[Node]]] = {"input": {}, "output": {}}
    for port, value in module["ports"].items():
        if value["direction"] not in ports:
            raise BadInput(f"netlist {name}: port {port} is {value['direction']}: not modelled")
        ports[value["direction"]][port] = [_bit(bit) for bit in value["bits"]]
    netlist = Netlist(name, ports["input"], ports["output"], names=_bit_names(module))
    for instance, cell in module["cells"].items():
        if (model := library(_instance(cell))) is None:
            inside = modules.get(cell["type"], {"attributes": {"blackbox": 1}})
            boxed = inside.get("attributes", {}).keys() & {"blackbox", "whitebox"}
            what = "a cell without a model" if boxed else "a module: flatten the netlist first"
            raise UnknownCell(f"netlist {name}: {instance} is of type {cell['type']}, {what}")
        _expand(netlist, instance, cell["connections"], model)
    return netlist


def _instance(cell: Mapping[str, Any]) -> Instance:
    connections = cell["connections"].items()
    ties = {pin: bits[0] for pin, bits in connections if bits and bits[0] in _CONSTANTS}
    parameters = {name: value.strip() for name, value in cell.get("parameters", {}).items()}
    return Instance(cell["type"], parameters, ties)


def _bit(bit: int | str) -> Node:
    """Returns a bit of the file. Undefined constants read as zero."""
    return bit if isinstance(bit, int) else ONE if bit == "1" else ZERO


def _bit_names(module: Mapping[str, Any]) -> dict[int, str]:
    named: dict[int, str] = {}
    for net, value in sorted(
        module["netnames"].items(), key=lambda item: (item[1].get("hide_name", 0), item[0])
    ):
        for i, bit in enumerate(value["bits"]):
            if isinstance(bit, int):
                named.setdefault(bit, f"{net}[{i}]" if len(value["bits"]) > 1 else net)
    return named


def _expand(
    netlist: Netlist, instance: str, connections: Mapping[str, list[int | str]], model: CellModel
) -> None:
    """Adds a cell's gates and registers. A buffer to a private node adds no gate."""
    nodes: dict[str, Node] = {}
    for pin, bits in connections.items():
        vector = len(bits) > 1
        nodes |= {f"{pin}[{i}]" if vector else pin: _bit(bit) for i, bit in enumerate(bits)}

    def node(name: str) -> Node:
        return nodes.setdefault(name, (instance, name))

    for gate in model.gates:
        inputs, table = _reduce([node(name) for name in gate.inputs], gate.table)
        if gate.output not in nodes and len(inputs) == 1 and table == _REPEAT:
            nodes[gate.output] = inputs[0]
        else:
            netlist.gates.append(FlatGate(node(gate.output), inputs, table, instance))
    for register in model.registers:
        q, data, clock = node(register.output), node(register.data), node(register.clock)
        netlist.registers.append(FlatRegister(q, data, clock, register.initial, instance))
    for memory in model.memories:
        ports = tuple(
            FlatPort(
                node(port.clock),
                node(port.enable),
                node(port.reset),
                tuple(map(node, port.address)),
                tuple(map(node, port.write)),
                tuple(map(node, port.data)),
                tuple(map(node, port.outputs)),
                port.initial,
            )
            for port in memory.ports
        )
        netlist.memories.append(FlatMemory(memory.bits, memory.contents, ports, instance))


def _reduce(inputs: list[Node], table: int) -> tuple[tuple[Node, ...], int]:
    """Removes inputs that are constant, repeated or without influence."""
    at = len(inputs) - 1
    while at >= 0:
        low, high = _cofactor(table, at, len(inputs), 0), _cofactor(table, at, len(inputs), 1)
        if inputs[at] in (ZERO, ONE) or low == high:
            table = high if inputs[at] == ONE else low
            inputs = inputs[:at] + inputs[at + 1 :]
        elif (first := inputs.index(inputs[at])) < at:
            rows = range(1 << (len(inputs) - 1))
            table = sum(((high if r >> first & 1 else low) >> r & 1) << r for r in rows)
            inputs = inputs[:at] + inputs[at + 1 :]
        at -= 1
    return tuple(inputs), table


def _cofactor(table: int, index: int, inputs: int, value: int) -> int:
    """Returns the function that remains when input ``index`` is ``value``."""
    remains = 0
    for row in range(1 << (inputs - 1)):
        low = row & ((1 << index) - 1)
        full = (row - low) << 1 | value << index | low
        remains |= (table >> full & 1) << row
    return remains
