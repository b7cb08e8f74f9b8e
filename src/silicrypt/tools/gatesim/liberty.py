"""Cell models from the text of a Liberty library: functions, flip-flops, latches, clock gates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from silicrypt.errors import BadInput
from silicrypt.tools.gatesim.cells import (
    MAX_INPUTS,
    CellModel,
    Gate,
    Library,
    Register,
    gate,
    names,
)

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_CELL = re.compile(r"^\s*cell\s*\(\s*\"?(\w+)\"?\s*\)", re.MULTILINE)
_TOKEN = re.compile(r'\s*(?:(-?\w[\w.+-]*)|"([^"]*)"|([{}();:,])|\\\n|(.))')


@dataclass
class Group:
    """A group of a Liberty file, ``kind (args) { attributes, groups }``."""

    kind: str
    args: tuple[str, ...]
    attributes: dict[str, str] = field(default_factory=dict)
    groups: list[Group] = field(default_factory=list)

    def all(self, *kinds: str) -> Iterator[Group]:
        """Yields the groups directly inside this one that have one of these kinds."""
        return (group for group in self.groups if group.kind in kinds)


def library(text: str, where: str = "liberty") -> Library:
    """Returns the cells of a Liberty library. Each cell is parsed when it is first requested.

    Args:
        text: the library's text.
        where: its name in messages.

    Raises:
        BadInput: raised by the library for a cell that gates and registers cannot model:
            three-state outputs, or functions of more than six inputs.
    """
    text = _COMMENT.sub("", text)
    starts = {match[1]: match.start() for match in _CELL.finditer(text)}

    @cache
    def find(kind: str) -> CellModel | None:
        if kind not in starts:
            return None
        try:
            return model(parse_group(text, starts[kind]))
        except ValueError as error:
            raise BadInput(f"{where}: cell {kind}: {error}") from error

    return lambda instance: find(instance.kind)


def parse_group(text: str, start: int = 0) -> Group:
    """Parses the group that begins at ``start``, with everything inside it.

    Raises:
        ValueError: the group has no end, or it contains an unexpected character.
    """
    root = Group("", ())
    stack, in_args = [root], False
    words: list[str] = []
    args: list[str] = []
    for match in _TOKEN.finditer(text, start):
        word, string, mark, bad = match.groups()
        if bad and bad.strip():
            raise ValueError(f"unexpected '{bad}'")
        if word is not None or string is not None:
            (args if in_args else words).append(word if word is not None else string)
        elif mark in ("(", ")"):
            in_args = mark == "("
        elif mark == "{":
            group = Group(words[-1] if words else "", tuple(args))
            stack[-1].groups.append(group)
            stack.append(group)
            words, args = [], []
        elif mark in (";", "}"):
            if words:
                stack[-1].attributes.setdefault(words[0], " ".join(words[1:] + args))
            words, args = [], []
            if mark == "}" and len(stack) > 1 and len(stack := stack[:-1]) == 1:
                return root.groups[0]
    raise ValueError("the group has no closing brace")


def model(cell: Group) -> CellModel:
    """Returns the gates and registers of a ``cell`` group.

    Raises:
        ValueError: gates and registers cannot model the cell.
    """
    pins = {pin.args[0]: pin.attributes for pin in cell.all("pin")}
    outputs = {
        name: function
        for name, attributes in pins.items()
        if (function := attributes.get("function") or attributes.get("state_function"))
    }
    if any("three_state" in pins[name] for name in outputs):
        raise ValueError("three-state outputs are not modelled")
    state = next(cell.all("ff", "latch", "statetable"), None)
    if state is None:
        return CellModel(tuple(_gate(name, function) for name, function in outputs.items()))
    if state.kind == "statetable":
        inside = (_table_gate(state),)
        return CellModel((*inside, *(_gate(name, text) for name, text in outputs.items())))
    return _stateful(state, outputs)


def _gate(output: str, expression: str, keeps: bool = False) -> Gate:
    """Returns a gate of a function.

    With ``keeps``, the function may read the output's old value.
    """
    inputs = names(expression)
    if len(inputs) > MAX_INPUTS:
        raise ValueError(f"the function of {output} has more than {MAX_INPUTS} inputs")
    if output in inputs and not keeps:
        raise ValueError(f"the function of {output} reads {output} itself")
    return gate(output, expression, **{name: name for name in inputs})


def _stateful(state: Group, outputs: Mapping[str, str]) -> CellModel:
    """Returns a flip-flop or latch.

    The state is the output pin that shows it, if there is one.
    """
    this, inverse = state.args[0], state.args[1]
    node = next((pin for pin, text in outputs.items() if text == this), this)

    def on_node(expression: str) -> str:
        expression = re.sub(rf"\b{inverse}\b", f"(!{node})", expression)
        return re.sub(rf"\b{this}\b", node, expression)

    def forced(expression: str) -> str:
        clear, preset = state.attributes.get("clear"), state.attributes.get("preset")
        if preset:
            expression = f"(({expression}) | ({preset}))"
        return f"(({expression}) & !({clear}))" if clear else expression

    shown = [_gate(pin, on_node(text)) for pin, text in outputs.items() if pin != node]
    if state.kind == "latch":
        enable, data = state.attributes["enable"], state.attributes["data_in"]
        opened = f"(({enable}) & ({data})) | (!({enable}) & {node})"
        return CellModel((_gate(node, on_node(forced(opened)), keeps=True), *shown))
    gates = [_gate("next", on_node(forced(state.attributes["next_state"]))), *shown]
    if forced(node) != node:
        gates.append(_gate(node, forced(node), keeps=True))
    gates.append(_gate("edge", on_node(state.attributes["clocked_on"])))
    return CellModel(tuple(gates), (Register(node, "next", "edge"),))


def _table_gate(state: Group) -> Gate:
    """Returns the gate of a state table, which may hold its value (``N`` in the table)."""
    node = state.args[1]
    inputs = (*state.args[0].split(), node)
    lines = state.attributes["table"].replace("\\", " ").split(",")
    table = 0
    for row in range(1 << len(inputs)):
        levels = ["LH"[row >> i & 1] for i in range(len(inputs))]
        for line in lines:
            before, now, after = (part.split() for part in line.split(":"))
            if all(w in ("-", have) for w, have in zip(before + now, levels, strict=True)):
                value = levels[-1] if after[0] == "N" else after[0]
                table |= (value == "H") << row
                break
        else:
            raise ValueError(f"the state table of {node} has no line for {' '.join(levels)}")
    return Gate(node, inputs, table)
