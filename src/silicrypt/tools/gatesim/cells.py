"""What a cell does, in terms of gates, registers and memories.

A *gate* computes one node of a cell from others by a truth table of at most six inputs. A
*register* copies a node into another one at the rising edge of a third. All other cells are made
of these:

* A latch is a gate that has its own output among its inputs (``Q = G ? D : Q``).
* An asynchronous reset is such a gate on a register's output (``Q = RN ? Q : 0``), and a term in
  the register's data, so that an edge under reset changes nothing.
* A clock gate is a latch and an AND; a carry element is a handful of gates.

A *memory* is an array of bits with ports that read and write words of it at a rising edge.

Nodes are named after the cell's pins. A name that is not a pin is a private node of the instance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

#: The maximum number of inputs of a gate: its truth table is one 64-bit word.
MAX_INPUTS = 6


@dataclass(frozen=True)
class Gate:
    """One node as a function of others.

    Attributes:
        output: the node that is computed.
        inputs: the nodes that are read; bit ``i`` of a row's number is the value of ``inputs[i]``.
        table: the truth table; bit ``r`` is the output in row ``r``.
    """

    output: str
    inputs: tuple[str, ...]
    table: int


@dataclass(frozen=True)
class Register:
    """A node that takes another's value at a rising edge.

    Attributes:
        output: the node that stores the value.
        data: the node that is sampled, with its value before the edge.
        clock: the node whose rise is the edge.
        initial: value at power-up; ``None`` where the cell doesn't define one.
    """

    output: str
    data: str
    clock: str
    initial: int | None = None


@dataclass(frozen=True)
class Port:
    """A port of a memory. At an edge it reads the word at its address, then writes to it.

    Attributes:
        clock: the node whose rise is the edge.
        enable: the node that must be high for the port to read or write.
        reset: the node that clears the outputs at an edge and prevents the port from writing.
        address: the index of a word; words are as wide as this port.
        write: for each bit of the word, the node that must be high for the bit to be written;
            empty for a port that only reads.
        data: the bits that are written.
        outputs: the nodes that show the word that was read; empty for a port that only writes.
        initial: value of each output at power-up; ``None`` where the cell doesn't define it.
    """

    clock: str
    enable: str
    reset: str
    address: tuple[str, ...]
    write: tuple[str, ...]
    data: tuple[str, ...]
    outputs: tuple[str, ...]
    initial: int | None = None


@dataclass(frozen=True)
class Memory:
    """An array of bits.

    Attributes:
        bits: the number of bits.
        contents: the bits at power-up.
        ports: its read and write ports.
    """

    bits: int
    contents: int
    ports: tuple[Port, ...]


@dataclass(frozen=True)
class CellModel:
    """The gates, registers and memories that a cell consists of."""

    gates: tuple[Gate, ...] = ()
    registers: tuple[Register, ...] = ()
    memories: tuple[Memory, ...] = ()


@dataclass(frozen=True)
class Instance:
    """The properties of a cell in a netlist that its model may depend on.

    Attributes:
        kind: the cell's type.
        parameters: its parameters as Yosys writes them, bit strings or words.
        ties: the pins that are tied to a constant, with the constant ``"0"``, ``"1"`` or ``"x"``.
    """

    kind: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    ties: Mapping[str, str] = field(default_factory=dict)


#: A function from a cell to its model; ``None`` for a type that the library doesn't have.
Library = Callable[[Instance], CellModel | None]

_TOKEN = re.compile(r"\s*([A-Za-z_][\w\[\]]*|[01!'&*+|^()])")
_ENDS = {None, ")", "+", "|", "&", "*", "^", "'"}


def column(index: int, inputs: int) -> int:
    """Returns the truth table of the function that equals input ``index`` of ``inputs`` inputs."""
    return sum(1 << row for row in range(1 << inputs) if row >> index & 1)


def gate(output: str, expression: str, **inputs: str) -> Gate:
    """Returns a gate whose function is given as an expression.

    Args:
        output: the node that is computed.
        expression: the function in the notation of ``truth_table``.
        inputs: for each name in the expression, the node that it refers to.
    """
    return Gate(output, tuple(inputs.values()), truth_table(expression, tuple(inputs)))


def mux(output: str, select: str, high: str, low: str) -> Gate:
    """Returns a gate that selects one of two nodes."""
    return gate(output, "S & H | !S & L", S=select, H=high, L=low)


def names(expression: str) -> list[str]:
    """Returns the names in a Liberty function, each once, in the order of first appearance."""
    return list(dict.fromkeys(re.findall(r"[A-Za-z_][\w\[\]]*", expression)))


@cache
def truth_table(expression: str, inputs: tuple[str, ...]) -> int:
    """Evaluates a Liberty function for all values of its inputs at once.

    Operators, in order of decreasing precedence: ``!`` before and ``'`` after a term; ``^``; ``&``,
    ``*`` or nothing between terms; ``|`` or ``+``.

    Args:
        expression: the function, e.g. ``"!((A1 & A2) | B)"``.
        inputs: the names in the expression; the first is the least significant bit of a row.

    Raises:
        ValueError: the expression is malformed, or contains a name that is not an input.
    """
    return _Parser(expression, inputs).table


class _Parser:
    """Recursive descent over a Liberty function. The values are truth tables."""

    def __init__(self, expression: str, inputs: Sequence[str]) -> None:
        self.expression = expression
        self.tokens = self._split(expression)
        self.ones = (1 << (1 << len(inputs))) - 1
        self.value = {name: column(i, len(inputs)) for i, name in enumerate(inputs)}
        self.value |= {"0": 0, "1": self.ones}
        self.table = self._or()
        if self.tokens:
            raise self._error(f"unexpected '{self.tokens[0]}'")

    def _split(self, text: str) -> list[str]:
        tokens, at = [], 0
        while text[at:].strip():
            if not (match := _TOKEN.match(text, at)):
                raise self._error(f"unexpected '{text[at:].strip()[0]}'")
            tokens.append(match[1])
            at = match.end()
        return tokens

    def _error(self, what: str) -> ValueError:
        return ValueError(f"function '{self.expression}': {what}")

    def _next(self) -> str | None:
        return self.tokens[0] if self.tokens else None

    def _or(self) -> int:
        table = self._and()
        while self._next() in ("+", "|"):
            self.tokens.pop(0)
            table |= self._and()
        return table

    def _and(self) -> int:
        table = self._xor()
        while self._next() in ("&", "*") or self._next() not in _ENDS:
            if self._next() in ("&", "*"):
                self.tokens.pop(0)
            table &= self._xor()
        return table

    def _xor(self) -> int:
        table = self._term()
        while self._next() == "^":
            self.tokens.pop(0)
            table ^= self._term()
        return table

    def _term(self) -> int:
        token = self.tokens.pop(0) if self.tokens else None
        if token == "!":
            return self.ones ^ self._term()
        if token == "(":
            table = self._or()
            if not self.tokens or self.tokens.pop(0) != ")":
                raise self._error("')' is missing")
        elif token in self.value:
            table = self.value[token]
        else:
            raise self._error(f"unexpected '{token}'" if token else "it ends too early")
        while self._next() == "'":
            self.tokens.pop(0)
            table ^= self.ones
        return table
