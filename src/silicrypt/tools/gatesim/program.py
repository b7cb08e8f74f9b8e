"""Compiles a flat netlist to the interpreter's program: an order of evaluation without branches.

Gates with the same truth table that are ready at the same time form a *run*, which the interpreter
executes in one loop. A clock phase consists of two lists of runs:

* the *clock* list has the gates between the clock port and the clock pins, which are evaluated
  before registers sample;
* the *data* list has all other gates, which are evaluated after registers sample.

Every node has an index into the interpreter's array of 64-lane words.
"""

from __future__ import annotations

import struct
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from silicrypt.errors import BadInput
from silicrypt.tools.gatesim.netlist import ONE, ZERO, FlatGate, FlatRegister, Netlist, Node

#: Simulation lanes of a word: independent messages that run side by side.
LANES = 64
MAGIC = 0x53494C47

#: Maximum number of cells of a loop that a message names.
_SHOWN = 8


class CombinationalLoop(BadInput):
    """A netlist has gates that depend on themselves."""


class NoClock(BadInput):
    """A netlist has registers whose clock doesn't depend on the clock port."""


@dataclass(frozen=True)
class Run:
    """Gates with the same truth table, none of which reads another's output."""

    table: int
    arity: int
    gates: tuple[FlatGate, ...]


@dataclass(frozen=True)
class Program:
    """An executable netlist.

    Attributes:
        netlist: the netlist that it was compiled from.
        index: index of each node.
        clock: the clock's node; ``None`` for a netlist without registers.
        clock_runs: the clock list.
        data_runs: the data list.
        registers: registers by clock node.
        both_phases: whether gates of the data list read the clock, so that they must also be
            evaluated after its falling edge.
    """

    netlist: Netlist
    index: dict[Node, int]
    clock: Node | None
    clock_runs: tuple[Run, ...]
    data_runs: tuple[Run, ...]
    registers: dict[Node, list[FlatRegister]]
    both_phases: bool

    def port(self, name: str) -> tuple[int, ...]:
        """Returns the indices of a port's nodes, least significant first.

        Raises:
            BadInput: there is no such port.
        """
        ports = self.netlist.inputs | self.netlist.outputs
        if name not in ports:
            known = ", ".join(ports)
            raise BadInput(f"netlist {self.netlist.name}: no port {name}; it has {known}")
        return tuple(self.index[node] for node in ports[name])

    def encode(self) -> bytes:
        """Returns the program as the interpreter reads it: little-endian words of 32 bits.

        The words are ``magic, nodes, clock, both_phases``, the two lists of runs, the groups of
        registers, and the memories.

        * A list has ``runs``, and for each run ``arity, gates, table low, table high`` and the
          indices of output and inputs of each gate.
        * A group has ``clock, registers``, and for each register ``output, data, initial``.
        * A memory has ``bits, ports``, its contents, and for each port ``clock, enable, reset,
          initial`` and four lists: address, write, data, outputs. The length of a list comes first.
        """
        clock = self.index[ZERO if self.clock is None else self.clock]
        words = array("I", [MAGIC, len(self.index), clock, self.both_phases])
        for runs in (self.clock_runs, self.data_runs):
            words.append(len(runs))
            for run in runs:
                words.extend((run.arity, len(run.gates), run.table & 0xFFFFFFFF, run.table >> 32))
                for gate in run.gates:
                    words.append(self.index[gate.output])
                    words.extend(self.index[node] for node in gate.inputs)
        words.append(len(self.registers))
        for node, registers in self.registers.items():
            words.extend((self.index[node], len(registers)))
            for r in registers:
                initial = 2 if r.initial is None else r.initial
                words.extend((self.index[r.output], self.index[r.data], initial))
        words.append(len(self.netlist.memories))
        for memory in self.netlist.memories:
            words.extend((memory.bits, len(memory.ports)))
            words.frombytes(memory.contents.to_bytes(4 * -(-memory.bits // 32), "little"))
            for port in memory.ports:
                words.extend(self.index[node] for node in (port.clock, port.enable, port.reset))
                words.append(2 if port.initial is None else port.initial)
                for nodes in (port.address, port.write, port.data, port.outputs):
                    words.append(len(nodes))
                    words.extend(self.index[node] for node in nodes)
        return struct.pack(f"<{len(words)}I", *words)


def compile_netlist(netlist: Netlist, clock: str = "clk_i") -> Program:
    """Orders a netlist's gates for evaluation.

    Args:
        netlist: the flat netlist.
        clock: name of the clock port.

    Raises:
        CombinationalLoop: gates depend on themselves; the message names their cells.
        NoClock: there are registers, but no clock port, or a register doesn't depend on it.
        BadInput: a node that is read has no driver, or a node has two drivers.
    """
    drivers = _drivers(netlist)
    clock_node = _clock_node(netlist, clock)
    from_clock = _reach([clock_node], netlist.gates) if clock_node is not None else set()
    to_registers = _origin({clock for _, clock, _ in netlist.clocked}, drivers)
    _check_clocks(netlist, clock_node)
    clock_gates = [g for g in netlist.gates if g.output in from_clock & to_registers]
    data_gates = [g for g in netlist.gates if g.output not in from_clock & to_registers]
    clock_runs, data_runs = _schedule(netlist, clock_gates), _schedule(netlist, data_gates)
    registers: dict[Node, list[FlatRegister]] = defaultdict(list)
    for register in netlist.registers:
        registers[register.clock].append(register)
    inputs = [node for nodes in netlist.inputs.values() for node in nodes]
    order: list[Node] = [ZERO, ONE, *inputs]
    order += [r.output for group in registers.values() for r in group]
    order += [q for memory in netlist.memories for port in memory.ports for q in port.outputs]
    order += [g.output for run in (*clock_runs, *data_runs) for g in run.gates]
    index = {node: at for at, node in enumerate(dict.fromkeys(order))}
    _check_driven(netlist, index)
    both = any(g.output in from_clock for g in data_gates)
    return Program(netlist, index, clock_node, clock_runs, data_runs, dict(registers), both)


def _drivers(netlist: Netlist) -> dict[Node, FlatGate]:
    """Returns the gate that drives each node.

    A register's output may also have one, for its reset.
    """
    drivers: dict[Node, FlatGate] = {}
    sources = {node for nodes in netlist.inputs.values() for node in nodes} | {ZERO, ONE}
    for gate in netlist.gates:
        if gate.output in drivers or gate.output in sources:
            raise BadInput(f"{_where(netlist, gate.output)} has two drivers; one is {gate.cell}")
        drivers[gate.output] = gate
    for output, _, cell in netlist.clocked:
        own = drivers.get(output)
        if output in sources or (own and own.cell != cell):
            raise BadInput(f"{_where(netlist, output)} has two drivers: {cell}")
        sources.add(output)
    return drivers


def _where(netlist: Netlist, node: Node) -> str:
    name = netlist.names.get(node, str(node)) if isinstance(node, int) else "/".join(node)
    return f"netlist {netlist.name}: net {name}"


def _clock_node(netlist: Netlist, clock: str) -> Node | None:
    if clock in netlist.inputs:
        return netlist.inputs[clock][0]
    if netlist.registers or netlist.memories:
        raise NoClock(
            f"netlist {netlist.name}: no clock: it has registers, but no input {clock}; "
            f"its inputs are {', '.join(netlist.inputs) or 'none'}"
        )
    return None


def _check_clocks(netlist: Netlist, clock: Node | None) -> None:
    sources = [output for output, _, _ in netlist.clocked] + ([] if clock is None else [clock])
    ticking = _reach(sources, netlist.gates)
    for _, node, cell in netlist.clocked:
        if node not in ticking:
            raise NoClock(
                f"{_where(netlist, node)} clocks {cell}, but it doesn't depend on the clock"
            )


def _check_driven(netlist: Netlist, index: dict[Node, int]) -> None:
    read = [(node, gate.cell) for gate in netlist.gates for node in gate.inputs]
    read += [(node, r.cell) for r in netlist.registers for node in (r.data, r.clock)]
    read += [(n, m.cell) for m in netlist.memories for port in m.ports for n in port.inputs]
    read += [(node, f"port {name}") for name, port in netlist.outputs.items() for node in port]
    for node, reader in read:
        if node not in index:
            raise BadInput(f"{_where(netlist, node)} has no driver; {reader} reads it")


def _reach(start: Iterable[Node], gates: Sequence[FlatGate]) -> set[Node]:
    """Returns all nodes that depend, through gates, on a node of ``start``."""
    readers: dict[Node, list[Node]] = defaultdict(list)
    for gate in gates:
        for node in gate.inputs:
            readers[node].append(gate.output)
    return _closure(start, readers)


def _origin(start: Iterable[Node], drivers: dict[Node, FlatGate]) -> set[Node]:
    """Returns all nodes that a node of ``start`` depends on through gates."""
    return _closure(start, {node: list(gate.inputs) for node, gate in drivers.items()})


def _closure(start: Iterable[Node], edges: dict[Node, list[Node]]) -> set[Node]:
    seen = set(start)
    todo = list(seen)
    while todo:
        for node in edges.get(todo.pop(), ()):
            if node not in seen:
                seen.add(node)
                todo.append(node)
    return seen


def _schedule(netlist: Netlist, gates: Sequence[FlatGate]) -> tuple[Run, ...]:
    """Returns a topological order of the gates, in runs of equal gates.

    It repeatedly takes the largest set of equal gates that are ready.
    """
    produced = {gate.output for gate in gates}
    waits: dict[Node, list[FlatGate]] = defaultdict(list)
    missing: dict[Node, int] = {}
    ready: dict[tuple[int, int], list[FlatGate]] = defaultdict(list)
    for gate in gates:
        before = {node for node in gate.inputs if node in produced and node != gate.output}
        missing[gate.output] = len(before)
        for node in before:
            waits[node].append(gate)
        if not before:
            ready[gate.table, len(gate.inputs)].append(gate)
    runs, left = [], len(gates)
    while ready:
        key = max(ready, key=lambda k: len(ready[k]))
        run = ready.pop(key)
        runs.append(Run(*key, tuple(run)))
        left -= len(run)
        for done in run:
            for gate in waits[done.output]:
                missing[gate.output] -= 1
                if not missing[gate.output]:
                    ready[gate.table, len(gate.inputs)].append(gate)
    if left:
        raise CombinationalLoop(_loop(netlist, [g for g in gates if missing[g.output]]))
    return tuple(runs)


def _loop(netlist: Netlist, stuck: Sequence[FlatGate]) -> str:
    """Returns the names of the cells of one loop among the gates that could not be ordered."""
    drivers = {gate.output: gate for gate in stuck}
    path: dict[Node, FlatGate] = {}
    gate = stuck[0]
    while gate.output not in path:
        path[gate.output] = gate
        gate = next(drivers[n] for n in gate.inputs if n in drivers and n != gate.output)
    cells = [g.cell for g in path.values()]
    cells = cells[list(path).index(gate.output) :]
    shown = " <- ".join(cells[:_SHOWN]) + (f" <- ... ({len(cells)} cells)" * (len(cells) > _SHOWN))
    return f"netlist {netlist.name}: combinational loop through {shown}"


def spread(bit: int) -> int:
    """Returns the word in which every lane has the same bit."""
    return (1 << LANES) - 1 if bit else 0


def pack(values: Sequence[int], width: int) -> list[int]:
    """Turns one number per lane into one word per bit.

    Args:
        values: 1 to 64 numbers. Further lanes repeat the numbers from the first.
        width: bits of each number.

    Returns:
        ``width`` words, least significant bit first.
    """
    repeated = (list(values) * -(-LANES // len(values)))[:LANES]
    rows = "".join(f"{value:0{width}b}" for value in reversed(repeated))
    return [int(rows[width - 1 - bit :: width], 2) for bit in range(width)]


def unpack(words: Sequence[int], lanes: int = LANES) -> list[int]:
    """Turns one word per bit into one number per lane, for the first ``lanes`` lanes."""
    columns = "".join(f"{word:0{LANES}b}" for word in reversed(words))
    return [int(columns[LANES - 1 - lane :: LANES], 2) for lane in range(lanes)]
