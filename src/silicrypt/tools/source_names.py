"""Finds the signals and lines of the sources for nets under structural names.

Three steps lead from a net of a mapped netlist to the sources. `in_sources` names the nets of the
elaborated netlist: the sources declare most of them, and an expression without a name is known by
the signal that is computed from it. `in_elaborated` finds what synthesis has kept: names of
registers, and for some cells the word-level cell that they were made from. `same_signals` finds the
rest. A net of the mapped netlist and a net of the elaborated one are the same signal if they have
the same value for all values of registers and inputs. Both netlists are therefore evaluated for the
same random values of registers and inputs, and nets with equal (or complementary) values are
paired.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict, deque
from collections.abc import Container, Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any

from silicrypt.tools.canonical import Canonical
from silicrypt.tools.gatesim.cells import Instance, Library
from silicrypt.tools.gatesim.netlist import ONE, ZERO, Node, read

#: Number of random values of every register: nets that differ are alike with a chance of 2^-256.
_PATTERNS = 256
_ONES = (1 << _PATTERNS) - 1

Module = Mapping[str, Any]
#: The values of a net for every pattern, one per bit; None where they are not known.
Value = int | None
Word = list[Value]


#: The folder of primitives. A net is named after what they are used for, not after their insides.
_PRIMITIVES = "prim/"
#: A cell of the elaborated netlist in the ``src`` attribute of a mapped cell.
_ELABORATED = re.compile(r"\be\d{4,}\b")


def in_sources(module: Module, renamed: Canonical) -> dict[str, str]:
    """Returns the source name of each net bit (``"e0012_Y[3]"``) and the line of each cell.

    A net may have several names, because it leads through ports. It has the name that is declared
    in the file of the cell that drives it. A net without a name in the sources has that of the
    nearest signal that is computed from it.

    Args:
        module: the netlist as it was elaborated.
        renamed: the same netlist under structural names.
    """
    declared: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for name, entry in module["netnames"].items():
        if not entry["hide_name"]:
            for index, bit in enumerate(entry["bits"]):
                indexed = f"{name}[{index}]" if len(entry["bits"]) > 1 else name
                declared[bit].append((indexed, entry["attributes"].get("src", "")))
    cells = {new: module["cells"][old] for new, old in renamed.cells.items()}
    lines = {new: str(cell["attributes"].get("src", "")) for new, cell in cells.items()}
    chosen: dict[Any, tuple[str, str]] = {}
    for name, bit in renamed.nets.items():
        if bit in declared:
            line = lines[name.split("_")[0]]
            chosen[bit] = min(declared[bit], key=lambda found: _rank(found[0], found[1], line))
    _spread_to_drivers(cells.values(), chosen)
    found = {name: chosen[bit][0] for name, bit in renamed.nets.items() if bit in chosen}
    for name, bit in renamed.nets.items():
        cell = name.split("_")[0]
        if bit in chosen and (not lines[cell] or lines[cell].startswith(_PRIMITIVES)):
            lines[cell] = chosen[bit][1]
    return lines | found


def _rank(name: str, declared: str, line: str) -> tuple[bool, bool, bool, bool, int, str]:
    """Returns how little a name says about a net, whose driver is in a line of the sources."""
    signal = re.sub(r"(\[\d+\])+$", "", name)
    return (
        declared.startswith(_PRIMITIVES),
        declared.split(":")[0] != line.split(":")[0],
        not signal.endswith("_q"),
        signal.endswith(("_i", "_o", "_ni")),
        len(name),
        name,
    )


def _spread_to_drivers(
    cells: Iterable[Mapping[str, Any]], chosen: dict[Any, tuple[str, str]]
) -> None:
    """Gives each net without a name the name of the nearest one that is computed from it."""
    drivers = {
        bit: (cell, index)
        for cell in cells
        for bits in _pins(cell, "output").values()
        for index, bit in enumerate(bits)
    }
    waiting = deque(bit for bit in drivers if bit in chosen)
    while waiting:
        bit = waiting.popleft()
        cell, index = drivers[bit]
        for bits in _pins(cell, "input").values():
            # Bits of words belong together; a bit of another width belongs to the first.
            for source in bits[index : index + 1] or bits:
                if source in drivers and source not in chosen:
                    chosen[source] = chosen[bit]
                    waiting.append(source)


def in_elaborated(module: Module, renamed: Canonical, elaborated: Container[str]) -> dict[str, str]:
    """Returns the names that synthesis kept, of net bits and of cells.

    Args:
        module: the netlist as it was mapped.
        renamed: the same netlist under structural names.
        elaborated: the names of net bits in the elaborated netlist.
    """
    kept = {
        bit: f"{name.lstrip('$')}[{index}]"
        for name, entry in module["netnames"].items()
        for index, bit in enumerate(entry["bits"])
        if f"{name.lstrip('$')}[{index}]" in elaborated
    }
    found = {name: kept[bit] for name, bit in renamed.nets.items() if bit in kept}
    for new, old in renamed.cells.items():
        origin = _ELABORATED.search(str(module["cells"][old]["attributes"].get("src", "")))
        found |= {new: origin[0]} if origin else {}
    return found


def same_signals(
    elaborated: Module, mapped: Module, registers: Mapping[str, str], library: Library
) -> dict[str, str]:
    """Returns for nets of a mapped netlist the nets of the elaborated one with the same function.

    Args:
        elaborated: the flat netlist of word-level cells, under structural names.
        mapped: the flat netlist of the target's cells that was made from it, under such names.
        registers: for output bits of registers in the mapped netlist (``"m0012_Q[0]"``), the bits
            in the elaborated one (``"e0007_Q[3]"``), where synthesis kept the name.
        library: the models of the target's cells.
    """
    signals: dict[int, str] = {}
    for name, value in _word_values(elaborated, library).items():
        signals.setdefault(min(value, _ONES ^ value), name)
    signals.pop(0, None)
    names = driven(mapped)
    known = {bit: registers[name] for bit, name in names.items() if name in registers}
    found = {}
    for bit, value in _gate_values(mapped, known, library).items():
        signal = signals.get(min(value, _ONES ^ value))
        if signal and bit in names:
            found[names[bit]] = signal
    return found


def driven(module: Module) -> dict[Node, str]:
    """Returns the name of each net bit that a cell drives, ``"m0012_Z[0]"``."""
    return {
        bit: f"{name}_{port}[{index}]"
        for name, cell in module["cells"].items()
        for port, bits in _pins(cell, "output").items()
        for index, bit in enumerate(bits)
    }


def _pins(cell: Mapping[str, Any], direction: str) -> dict[str, list[int | str]]:
    sides = cell["port_directions"]
    return {port: bits for port, bits in cell["connections"].items() if sides[port] == direction}


def _random(name: str) -> int:
    """Returns the values of a register or an input, which follow from its name."""
    return int.from_bytes(hashlib.shake_128(name.encode()).digest(_PATTERNS // 8), "little")


def _inputs(module: Module) -> dict[Any, Value]:
    return {
        bit: _random(f"{port}[{index}]")
        for port, entry in module["ports"].items()
        if entry["direction"] == "input"
        for index, bit in enumerate(entry["bits"])
    }


def _ordered(needed: Mapping[Any, Iterable[Any]]) -> Iterable[Any]:
    """Returns nodes after those that they need; none where there is a loop."""
    try:
        return tuple(TopologicalSorter(needed).static_order())
    except CycleError:
        return ()


def _gate_values(
    module: Module, registers: Mapping[Node, str], library: Library
) -> dict[Node, int]:
    """Returns the values of the nets of a mapped netlist."""
    netlist = read({"modules": {"top": module}}, library, "top")
    values: dict[Node, Value] = {ZERO: 0, ONE: _ONES, **_inputs(module)}
    states = {node for node, _, _ in netlist.clocked}
    states |= {gate.output for gate in netlist.gates if gate.output in gate.inputs}  # latches
    values |= {q: _random(registers[q]) if q in registers else None for q in states}
    gates = {gate.output: gate for gate in netlist.gates if gate.output not in states}
    for output, gate in gates.items():
        # Synthesis may invert a register. The name is then that of the net after the inverter.
        if output in registers and len(gate.inputs) == 1 and gate.inputs[0] in states:
            values[gate.inputs[0]] = _looked_up(gate.table, [_random(registers[output])])
    for output in _ordered({output: gate.inputs for output, gate in gates.items()}):
        if output in gates:
            inputs = [values.get(node) for node in gates[output].inputs]
            values[output] = _looked_up(gates[output].table, inputs)
    return {node: value for node, value in values.items() if value is not None}


def _word_values(module: Module, library: Library) -> dict[str, int]:
    """Returns the values of the nets of an elaborated netlist by name, ``"e0012_Y[3]"``."""
    cells, names = module["cells"], driven(module)
    values: dict[Any, Value] = {"0": 0, "1": _ONES, "x": 0, "z": 0, **_inputs(module)}
    drivers = {bit: name.rpartition("_")[0].split("_")[0] for bit, name in names.items()}
    needed = {
        name: {
            drivers[bit]
            for bits in ([] if _is_state(cell) else _pins(cell, "input").values())
            for bit in bits
            if bit in drivers
        }
        for name, cell in cells.items()
    }
    for name in _ordered(needed):
        cell = cells[name]
        outputs = _pins(cell, "output")
        if _is_state(cell):
            values |= {bit: _random(names[bit]) for bits in outputs.values() for bit in bits}
            continue
        pins = {
            port: [values.get(bit) for bit in bits] for port, bits in _pins(cell, "input").items()
        }
        for port, word in _computed(cell, pins, library).items():
            values.update(zip(outputs[port], word, strict=True))
    return {name: value for bit, name in names.items() if (value := values.get(bit)) is not None}


def _is_state(cell: Mapping[str, Any]) -> bool:
    """Whether a cell's outputs show a state: a register, or a memory that is written to."""
    kind = str(cell["type"])
    if kind.startswith("$mem"):
        return bool(_number(cell, "WR_PORTS") or _number(cell, "RD_CLK_ENABLE"))
    return kind.startswith("$") and "Q" in cell["connections"]


def _number(cell: Mapping[str, Any], parameter: str) -> int:
    return int(cell["parameters"].get(parameter, "0").replace("x", "0"), 2)


def _computed(
    cell: Mapping[str, Any], pins: Mapping[str, Word], library: Library
) -> dict[str, Word]:
    """Returns the values of a cell's outputs; nothing for a cell that is not known here."""
    kind, a, b = str(cell["type"]), pins.get("A", []), pins.get("B", [])
    if not kind.startswith("$"):
        return _modelled(cell, pins, library)
    if kind.startswith("$mem"):
        return {"RD_DATA": _read(cell, pins["RD_ADDR"])}
    width = len(cell["connections"]["Y"])
    signed = bool(_number(cell, "A_SIGNED") and (_number(cell, "B_SIGNED") or not b))
    longest = max(width, len(a), len(b))
    wide = _extended(a, longest, signed), _extended(b, longest, signed)
    match kind:
        case "$and" | "$or" | "$xor" | "$xnor":
            found = [_looked_up(_TABLES[kind], pair) for pair in zip(*wide, strict=True)]
        case "$not" | "$pos" | "$buf":
            found = [_looked_up(_TABLES[kind], [bit]) for bit in wide[0]]
        case "$add" | "$sub" | "$neg":
            first = _extended([], longest, False) if kind == "$neg" else wide[0]
            second = wide[0] if kind == "$neg" else wide[1]
            found = _sum(first, second, kind != "$add")
        case "$eq" | "$ne" | "$eqx" | "$nex":
            found = [_reduced("$xor", pair) for pair in zip(*wide, strict=True)]
            found = [_reduced("$or", found)]
            found = [_looked_up(1, found)] if kind in ("$eq", "$eqx") else found
        case "$lt" | "$le" | "$gt" | "$ge":
            found = [_less(*(wide if kind in ("$lt", "$ge") else wide[::-1]), signed)]
            found = [_looked_up(1, found)] if kind in ("$le", "$ge") else found
        case "$reduce_and" | "$reduce_or" | "$reduce_xor" | "$reduce_bool" | "$reduce_xnor":
            found = [_reduced(_TREES[kind], a)]
            found = [_looked_up(1, found)] if kind == "$reduce_xnor" else found
        case "$logic_not" | "$logic_and" | "$logic_or":
            found = [_looked_up(_TABLES[kind], [_reduced("$or", part) for part in (a, b) if part])]
        case "$mux" | "$bmux":
            found = _selected([*a, *b], pins["S"])
        case "$bwmux":
            found = [_looked_up(_MUX, bits) for bits in zip(a, b, pins["S"], strict=True)]
        case "$pmux":
            found = a
            for index, select in enumerate(pins["S"]):
                found = _selected([*found, *b[index * width : (index + 1) * width]], [select])
        case "$demux":
            found = a
            for select in pins["S"]:
                none = [_looked_up(_TABLES["$gated"], [bit, select]) for bit in found]
                found = none + [_looked_up(_TABLES["$and"], [bit, select]) for bit in found]
        case "$shl" | "$shr" | "$sshl" | "$sshr" | "$shift" | "$shiftx":
            if _number(cell, "B_SIGNED"):
                return {}
            found = _shifted(a, b, longest, "l" in kind, kind == "$sshr" and signed)
        case _:
            return {}
    return {"Y": _extended(found, width, False)[:width]}


_MUX = 0b11001010  # inputs: low, high, select
_TABLES = {
    "$and": 0b1000,
    "$or": 0b1110,
    "$xor": 0b0110,
    "$xnor": 0b1001,
    "$not": 0b01,
    "$pos": 0b10,
    "$buf": 0b10,
    "$logic_not": 0b01,
    "$logic_and": 0b1000,
    "$logic_or": 0b1110,
    "$gated": 0b0010,
}
_TREES = {
    "$reduce_and": "$and",
    "$reduce_or": "$or",
    "$reduce_bool": "$or",
    "$reduce_xor": "$xor",
    "$reduce_xnor": "$xor",
}


def _looked_up(table: int, inputs: Sequence[Value]) -> Value:
    """Returns the values of a truth table; ``inputs[i]`` is bit ``i`` of a row's number."""
    if not inputs:
        return _ONES if table & 1 else 0
    half = 1 << (len(inputs) - 1)
    low, high = table & ((1 << half) - 1), table >> half & ((1 << half) - 1)
    zero, select = _looked_up(low, inputs[:-1]), inputs[-1]
    if low == high or select == 0:
        return zero
    one = _looked_up(high, inputs[:-1])
    if select == _ONES or zero is None or one is None or select is None:
        return one if select == _ONES else None
    return zero ^ (zero ^ one) & select


def _extended(word: Word, width: int, signed: bool) -> Word:
    return word + [word[-1] if signed and word else 0] * (width - len(word))


def _reduced(kind: str, word: Sequence[Value]) -> Value:
    found: Value = word[0]
    for bit in word[1:]:
        found = _looked_up(_TABLES[kind], [found, bit])
    return found


def _sum(first: Word, second: Word, subtract: bool) -> Word:
    """Returns sum or difference, with the carry as the highest bit."""
    carry: Value = _ONES if subtract else 0
    found: Word = []
    for a, b in zip(first, second, strict=True):
        b = _looked_up(0b01, [b]) if subtract else b
        found.append(_looked_up(0b10010110, [a, b, carry]))
        carry = _looked_up(0b11101000, [a, b, carry])
    return [*found, carry]


def _less(first: Word, second: Word, signed: bool) -> Value:
    if signed:
        first, second = ([*word[:-1], _looked_up(0b01, word[-1:])] for word in (second, first))
    return _looked_up(0b01, _sum(first, second, True)[-1:])


def _read(cell: Mapping[str, Any], addresses: Word) -> Word:
    """Returns what the ports of a constant memory read; unknown outside its words."""
    size, width, bits = (_number(cell, one) for one in ("SIZE", "WIDTH", "ABITS"))
    first, end = _number(cell, "OFFSET"), 1 << bits
    if first + size > end:  # it begins below address 0
        return [None] * (width * _number(cell, "RD_PORTS"))
    contents = bin((1 << size * width) | _number(cell, "INIT"))
    inside: Word = [_ONES if bit == "1" else 0 for bit in reversed(contents[3:])]
    words: Word = [None] * (first * width)
    words = [*words, *inside, *[None] * ((end - first - size) * width)]
    ports = (addresses[at : at + bits] for at in range(0, len(addresses), bits))
    return [value for address in ports for value in _selected(words, address)]


def _selected(words: Word, select: Word) -> Word:
    """Returns one of several words of the same width; the first select bit is the lowest."""
    for bit in reversed(select):
        half = len(words) // 2
        words = [
            _looked_up(_MUX, row)
            for row in zip(words[:half], words[half:], [bit] * half, strict=True)
        ]
    return words


def _shifted(word: Word, by: Word, width: int, left: bool, signed: bool) -> Word:
    found = _extended(word, width, signed)
    fill = found[-1] if signed else 0
    for index, select in enumerate(by):
        distance = min(1 << index, width)
        moved = (
            [fill] * distance + found[: width - distance]
            if left
            else found[distance:] + [fill] * distance
        )
        found = _selected(found + moved, [select])
    return found


def _modelled(
    cell: Mapping[str, Any], pins: Mapping[str, Word], library: Library
) -> dict[str, Word]:
    """Returns the outputs of a target's cell among the sources, if it has no state."""
    model = library(Instance(cell["type"], cell["parameters"]))
    if model is None or model.registers or model.memories:
        return {}
    nodes: dict[str, Value] = {}
    for port, word in pins.items():
        nodes |= {f"{port}[{i}]" if len(word) > 1 else port: bit for i, bit in enumerate(word)}
    for gate in model.gates:
        nodes[gate.output] = _looked_up(gate.table, [nodes.get(node) for node in gate.inputs])
    outputs = _pins(cell, "output")
    return {port: [nodes.get(port)] for port, bits in outputs.items() if len(bits) == 1}
