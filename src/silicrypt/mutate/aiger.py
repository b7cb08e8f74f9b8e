"""And-inverter graphs: that of a model of mutants, and those that are built for proofs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from silicrypt.mutate.netlist import PORT

__all__ = ["FALSE", "PORT", "RESET", "TRUE", "Graph", "Miter", "is_payload"]

#: The input that resets the design.
RESET = "rst_ni"
#: The signals that mark the last cycle of a read on APB: all are 1, except that of a write.
_READ = ("s_psel", "s_penable", "s_pready", _WRITE := "s_pwrite")
#: The output that marks the data of a read (`is_payload`).
_READ_DATA = "s_prdatavalid"
#: What a register without a name is called, before its number.
NAMELESS = "register"
FALSE, TRUE = 0, 1


@dataclass(frozen=True)
class Graph:
    """And-inverter graph of the model of mutants, with the literals of the AIGER format.

    Attributes:
        inputs: the literal of each input bit.
        outputs: the literal of each output bit.
        registers: by name, the literal of each register, and that of its next value.
        gates: the literal of each gate, and its two inputs, after the gates that they name.
    """

    inputs: Mapping[str, int]
    outputs: Mapping[str, int]
    registers: Mapping[str, Sequence[int]]
    gates: Sequence[Sequence[int]]

    @staticmethod
    def parse(text: str, registers: str = "") -> Graph:
        """Reads the text form of the format, and Yosys' list of names for its registers."""
        lines = text.splitlines()
        counts = [int(word) for word in lines[0].split()[2:]]
        names = dict(re.findall(r"^([io]\d+) (\S+)$", text, re.MULTILINE))
        parts, at = list[list[list[int]]](), 1
        for size in counts[:4]:
            parts.append([[int(word) for word in line.split()] for line in lines[at : at + size]])
            at += size
        inputs, latches, outputs, gates = parts
        named = {
            int(index): f"{name} {bit}"
            for index, bit, name in re.findall(r"^latch (\d+) (\d+) (.+)$", registers, re.MULTILINE)
        }
        return Graph(
            {names[f"i{i}"]: one[0] for i, one in enumerate(inputs)},
            {names[f"o{i}"]: one[0] for i, one in enumerate(outputs)},
            {named.get(i, f"{NAMELESS} {i}"): one for i, one in enumerate(latches)},
            gates,
        )

    def with_reads(self) -> Graph:
        """Returns the graph with an output that marks the data of APB as valid.

        They are valid in the last cycle of a read (AMBA APB 2.1).
        """
        ports = {**self.inputs, **self.outputs}
        if not ports.keys() >= set(_READ):
            return self
        first, *others = (ports[name] ^ (name == _WRITE) for name in _READ)
        gates, free = [*self.gates], 2 + max((one[0] for one in self.gates), default=0)
        for literal in others:
            gates.append((free, first, literal))
            first, free = free, free + 2
        return replace(self, outputs={**self.outputs, _READ_DATA: first}, gates=gates)


@dataclass
class Miter:
    """A graph in construction. A literal is twice a node, plus 1 where it is inverted.

    Attributes:
        gates: the inputs of each gate by its literal.
        inputs: the literals of inputs.
        registers: the next value of each register by its literal; all registers start at 0.
    """

    gates: dict[tuple[int, int], int] = field(default_factory=dict)
    inputs: list[int] = field(default_factory=list)
    registers: dict[int, int] = field(default_factory=dict)

    def _node(self) -> int:
        return 2 * (1 + len(self.gates) + len(self.inputs) + len(self.registers))

    def input(self) -> int:
        """Adds an input."""
        self.inputs.append(self._node())
        return self.inputs[-1]

    def register(self) -> int:
        """Adds a register, without its next value."""
        node = self._node()
        self.registers[node] = FALSE
        return node

    def both(self, a: int, b: int) -> int:
        """Returns the conjunction of two literals."""
        a, b = sorted((a, b))
        if a == FALSE or a == b ^ 1:
            return FALSE
        if a in (TRUE, b):
            return b
        if (a, b) not in self.gates:
            self.gates[a, b] = self._node()
        return self.gates[a, b]

    def either(self, a: int, b: int) -> int:
        """Returns the disjunction of two literals."""
        return self.both(a ^ 1, b ^ 1) ^ 1

    def differ(self, a: int, b: int) -> int:
        """Returns whether two literals differ."""
        return self.either(self.both(a, b ^ 1), self.both(a ^ 1, b))

    def write(self, path: Path, bad: int) -> None:
        """Writes the graph in the binary form of the format; its output is a literal."""
        nodes = [0, *self.inputs, *self.registers, *self.gates.values()]
        number = {node: 2 * i for i, node in enumerate(nodes)}

        def renamed(literal: int) -> int:
            return number[literal & ~1] | literal & 1

        sizes = (len(self.inputs), len(self.registers), 1, len(self.gates))
        text = [f"aig {len(nodes) - 1} {' '.join(map(str, sizes))}"]
        text += [str(renamed(following)) for following in self.registers.values()]
        data = bytearray("\n".join([*text, str(renamed(bad)), ""]).encode())
        for pair, node in self.gates.items():
            low, high = sorted(map(renamed, pair))
            for delta in (number[node] - high, high - low):
                while delta >= 128:
                    data.append(delta & 127 | 128)
                    delta >>= 7
                data.append(delta)
        path.write_bytes(data)

    def replayed(self, frames: Sequence[str]) -> Callable[[int], bool]:
        """Returns the value of each literal in the last cycle of a trace.

        Args:
            frames: the inputs of each cycle, as a digit for each.
        """
        state, value = dict.fromkeys(self.registers, False), {FALSE: False}

        def of(literal: int) -> bool:
            return value[literal & ~1] ^ bool(literal & 1)

        for frame in frames:
            value |= state | dict(zip(self.inputs, (one == "1" for one in frame), strict=True))
            for (a, b), node in self.gates.items():
                value[node] = of(a) and of(b)
            state = {node: of(following) for node, following in self.registers.items()}
        return of


def is_payload(output: str, valid: str) -> bool:
    """Returns whether an output bit is payload that another output marks as valid."""
    prefix = valid.removesuffix("valid")
    return prefix not in (valid, "") and output.startswith(prefix) and output != valid
