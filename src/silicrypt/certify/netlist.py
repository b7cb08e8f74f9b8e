"""A flat netlist of gates and memories, and what a changed bit can change in it."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from silicrypt.base import sources
from silicrypt.base.sources import Source
from silicrypt.tools import yosys

#: The netlist of gates, in the format of Yosys' ``write_json``.
GATES = "gates.json"
#: A net: its number in the netlist, or a constant.
Bit = int | str
_ZERO, _ONE = "0", "1"
_MEMORY = "$mem_v2"


def render(elaboration: str) -> str:
    """Returns the script that makes a flat netlist of gates.

    Every net keeps all of its names, and memories stay memories. Registers that keep the value of
    their reset for ever become constants.

    Args:
        elaboration: the script that elaborates the design (`yosys.render_elaboration`).
    """
    steps = elaboration.replace("opt_clean -purge", "opt_clean").splitlines()
    last = f"write_json {yosys.ELABORATED}"
    constant = ("opt_dff -nosdff", "opt_expr", "opt_clean", "opt_dff -nosdff", "dffunmap")
    gates = ("simplemap", "techmap", "simplemap", "opt_expr", "opt_clean", f"write_json {GATES}")
    return "\n".join([*(step for step in steps if step != last), *constant, *gates, ""])


def write(files: Sequence[Source], script: str, folder: Path) -> None:
    """Writes the netlist of gates of sources.

    Raises:
        ToolFailed: slang or Yosys refused the sources.
    """
    sources.write(files, folder)
    yosys.run(script, folder)


@dataclass(frozen=True)
class Cell:
    """A gate, a flip-flop, a latch, a memory or a black box.

    Attributes:
        kind: its type in Yosys.
        inputs: the bits of each input port.
        outputs: the bits of each output port.
        width: of a memory, the bits of a word.
        memory: of a memory, its name in the sources.
    """

    kind: str
    inputs: Mapping[str, Sequence[Bit]]
    outputs: Mapping[str, Sequence[Bit]]
    width: int = 0
    memory: str = ""

    @property
    def stores(self) -> bool:
        """Whether it holds values from one cycle to the next, as a black box may do."""
        storing = (_MEMORY, "DFF", "LATCH", "_SR_")
        return not self.kind.startswith("$") or any(word in self.kind for word in storing)

    @property
    def _flip_flop(self) -> bool:
        return self.kind.startswith("$") and "DFF" in self.kind

    def clocked(self, port: str) -> bool:
        """Returns whether an input changes the outputs only after a clock edge."""
        return self._flip_flop and port in ("C", "D", "E")

    @property
    def clock(self) -> tuple[Bit, str] | None:
        """The net that clocks a flip-flop, and its edge: ``"P"`` or ``"N"``; None for others."""
        if not self._flip_flop:
            return None
        return self.inputs["C"][0], self.kind.strip("$_").split("_")[1][0]

    def value(self, values: Mapping[Bit, str]) -> str | None:
        """Returns the constant value of a gate's output for known inputs; None if it has none."""
        if len(self.kind) > len("$_ANDNOT_") or not self.kind.startswith("$_") or self.stores:
            return None
        a, b, s = (self._known(port, values) for port in "ABS")
        match self.kind:
            case "$_BUF_":
                return a
            case "$_NOT_":
                return _not(a)
            case "$_AND_":
                return _and(a, b)
            case "$_OR_":
                return _not(_and(_not(a), _not(b)))
            case "$_MUX_":
                return a if s == _ZERO or a == b else b if s == _ONE else None
            case "$_XOR_":
                return None if None in (a, b) else str(int(a != b))
        return None

    def after(self, values: Mapping[Bit, str]) -> str | None:
        """Returns the constant value of a flip-flop after a clock edge; None if it has none.

        A reset during the cycle gives the same value, or there is none.
        """
        value = self._known("D", values)
        match self.kind.strip("$_").split("_"):
            case ["DFF", edges] if len(edges) == 1 or edges[2:] == value:
                return value
            case ["ALDFF", _] if self._known("AD", values) == value:
                return value
        return None

    def _known(self, port: str, values: Mapping[Bit, str]) -> str | None:
        bit = self.inputs.get(port, ("x",))[0]
        return bit if bit in (_ZERO, _ONE) else values.get(bit)

    def passes(self, port: str, index: int, values: Mapping[Bit, str]) -> Iterator[Bit]:
        """Yields the outputs that may change with an input, whatever the inputs without a value.

        Args:
            port: the input port.
            index: the bit of the port.
            values: the inputs that are constant.
        """
        if self.kind == _MEMORY:
            yield from self._read_by(port, index)
            return
        other = self._known("B" if port == "A" else "A", values)
        match self.kind:
            case "$_AND_" if other == _ZERO:
                return
            case "$_OR_" if other == _ONE:
                return
            case "$_MUX_" if port in "AB":
                if self._known("S", values) == (_ONE if port == "A" else _ZERO):
                    return
        for bits in self.outputs.values():
            yield from bits

    def _read_by(self, port: str, index: int) -> Iterator[Bit]:
        """Yields the read data that depend on an input of a memory."""
        data = self.outputs["RD_DATA"]
        ports = len(data) // self.width
        if port.startswith("RD_"):
            size = len(self.inputs[port]) // ports
            number = index // size
            column = None if size != self.width else index % self.width
            for bit in range(self.width):
                if column in (None, bit):
                    yield data[number * self.width + bit]
        elif port in ("WR_DATA", "WR_EN"):
            yield from data[index % self.width :: self.width]
        else:
            yield from data


def _not(value: str | None) -> str | None:
    return None if value is None else str(1 - int(value))


def _and(a: str | None, b: str | None) -> str | None:
    if _ZERO in (a, b):
        return _ZERO
    return _ONE if a == b == _ONE else None


@dataclass(frozen=True)
class Netlist:
    """A flat netlist.

    Attributes:
        ports: direction and bits of each port of the top module.
        cells: the cells.
        names: the bits of each net that the sources name.
    """

    ports: Mapping[str, tuple[str, Sequence[Bit]]]
    cells: Sequence[Cell]
    names: Mapping[str, Sequence[Bit]]

    @staticmethod
    def read(path: Path) -> Netlist:
        """Reads what `write` has written."""
        modules = json.loads(path.read_text(encoding="utf-8"))["modules"].values()
        module = next(module for module in modules if "top" in module["attributes"])
        return Netlist(
            {name: (port["direction"], port["bits"]) for name, port in module["ports"].items()},
            tuple(_cell(cell) for cell in module["cells"].values()),
            {name: net["bits"] for name, net in module["netnames"].items() if not net["hide_name"]},
        )

    @cached_property
    def readers(self) -> Mapping[Bit, Sequence[tuple[Cell, str, int]]]:
        """The cells that read each net, with the port and the bit of the port."""
        found: dict[Bit, list[tuple[Cell, str, int]]] = defaultdict(list)
        for cell in self.cells:
            for port, bits in cell.inputs.items():
                for index, bit in enumerate(bits):
                    found[bit].append((cell, port, index))
        return found

    @cached_property
    def registers(self) -> Mapping[Bit, Cell]:
        """The cell of each bit that a register, a memory or a black box drives."""
        return {
            bit: cell
            for cell in self.cells
            if cell.stores
            for bits in cell.outputs.values()
            for bit in bits
        }

    @cached_property
    def _named(self) -> Mapping[Bit, str]:
        """The name of each net. Of several names, it has that of a register, or the shortest."""
        found: dict[Bit, str] = {}
        for name, bits in sorted(
            self.names.items(),
            key=lambda item: (not item[0].endswith("_q"), len(item[0]), item[0]),
        ):
            for index, bit in enumerate(bits):
                found.setdefault(bit, f"{name}[{index}]" if len(bits) > 1 else name)
        return found

    def name(self, bit: Bit) -> str:
        """Returns the name of a net, or of the memory that drives it."""
        cell = self.registers.get(bit)
        return (cell.memory if cell else "") or self._named.get(bit, "a register without a name")

    def constants(self, known: Mapping[Bit, str]) -> dict[Bit, str]:
        """Returns all nets that are constant while some nets have known values.

        Registers have any value.
        """
        values, left = dict(known), deque(known)
        while left:
            for cell, _, _ in self.readers.get(left.popleft(), ()):
                value = cell.value(values)
                if value is not None and (out := cell.outputs["Y"][0]) not in values:
                    values[out] = value
                    left.append(out)
        return values


def _cell(cell: Mapping[str, Any]) -> Cell:
    sides, pins = cell["port_directions"], cell["connections"]
    memory = cell["type"] == _MEMORY
    return Cell(
        cell["type"],
        {port: bits for port, bits in pins.items() if sides[port] == "input"},
        {port: bits for port, bits in pins.items() if sides[port] == "output"},
        int(cell["parameters"]["WIDTH"], 2) if memory else 0,
        str(cell["parameters"]["MEMID"]).lstrip("\\") if memory else "",
    )
