"""Gives each output of a Verilog module that is driven in parts a wire for each part.

Icarus Verilog resolves a net with several drivers bit by bit, with strengths, whenever one of them
changes. A digest of 64 bytes made simulation 50 times slower. ``splitnets`` does the same for
signals inside a module, but must not change ports.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_OUTPUT = re.compile(r"^  output \[(\d+):0\] (\w+);$", re.M)
_ANY_OUTPUT = re.compile(r"^  output (?:\[\d+:0\] )?(\w+);$", re.M)
_INSTANCE = re.compile(r"^  (?:\\(\S+) |(\w+)) (?:#\(.*?\n  \) )?.*?\(\n(.*?)\n  \);$", re.M | re.S)
_PIN = re.compile(r"^    \.(\w+)\((\w+)(\[(\d+)(?::(\d+))?\])\),?$", re.M)

#: Outputs of the vendor cells that primitives instantiate.
CELLS: Mapping[str, frozenset[str]] = {
    "LUT4": frozenset({"Z"}),
    "PFUMX": frozenset({"Z"}),
    "L6MUX21": frozenset({"Z"}),
    "CCU2C": frozenset({"S0", "S1", "COUT"}),
}


def outputs(body: str) -> frozenset[str]:
    """Returns the names of the outputs of a module."""
    return frozenset(_ANY_OUTPUT.findall(body))


def split(body: str, known: Mapping[str, frozenset[str]]) -> str:
    """Returns the text of a module in which every output has one driver.

    Args:
        body: the module, as ``write_verilog`` wrote it.
        known: the outputs of the modules that it instantiates.
    """
    for found in _OUTPUT.finditer(body):
        name, width = found[2], int(found[1]) + 1
        parts = sorted(_parts(body, name, known), reverse=True)
        ends = [high for high, _ in parts] + [-1]
        whole = ends[0] == width - 1 and all(
            low == following + 1 for (_, low), following in zip(parts, ends[1:], strict=True)
        )
        if len(parts) > 1 and whole:
            body = _with_parts(body, name, parts)
    return body


def _parts(body: str, name: str, known: Mapping[str, frozenset[str]]) -> Iterator[tuple[int, int]]:
    """Yields highest and lowest bit of each part of an output that has a driver of its own."""
    for assigned in re.finditer(rf"^  assign {name}\[(\d+)(?::(\d+))?\] = ", body, re.M):
        yield int(assigned[1]), int(assigned[2] or assigned[1])
    if not re.search(rf"\({name}\[", body):
        return
    for instance in _INSTANCE.finditer(body):
        driven = known.get(instance[1] or instance[2], frozenset())
        for pin in _PIN.finditer(instance[3]):
            if pin[2] == name and pin[1] in driven:
                yield int(pin[4]), int(pin[5] or pin[4])


def _with_parts(body: str, name: str, parts: list[tuple[int, int]]) -> str:
    def wire(high: int, low: int) -> str:
        return f"{name}__{high}" if high == low else f"{name}__{high}_{low}"

    def use(found: re.Match[str]) -> str:
        high, low = int(found[1]), int(found[2] or found[1])
        return wire(high, low) if (high, low) in parts else found[0]

    body = re.sub(rf"(?<![\w\\.]){name}\[(\d+)(?::(\d+))?\]", use, body)
    declared = "".join(
        f"  wire {f'[{high - low}:0] ' if high > low else ''}{wire(high, low)};\n"
        for high, low in parts
    )
    joined = ", ".join(wire(high, low) for high, low in parts)
    head = re.search(rf"^  wire \[\d+:0\] {name};\n", body, re.M)
    assert head is not None, f"the output {name} is not declared as a wire"
    return f"{body[: head.end()]}{declared}  assign {name} = {{ {joined} }};\n{body[head.end() :]}"
