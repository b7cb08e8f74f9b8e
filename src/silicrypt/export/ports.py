"""The ports of a module with given parameters, as slang elaborates them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pyslang.ast import ArgumentDirection, PortSymbol

from silicrypt.base import slang
from silicrypt.errors import BadInput

_DOCUMENTED = re.compile(
    r"((?:^[ \t]*///.*\n)*)^[ \t]*(?:input|output)\b[^\n]*?(\w+),?[ \t]*$", re.M
)


@dataclass(frozen=True)
class Port:
    """A port of a module.

    Attributes:
        name: its name.
        output: whether it is an output.
        width: its width in bits.
        about: what the source says about it; empty where it says nothing.
    """

    name: str
    output: bool
    width: int
    about: str = ""

    @property
    def range(self) -> str:
        """Its range in Verilog, ``"[31:0]"``; empty for one bit."""
        return f"[{self.width - 1}:0]" if self.width > 1 else ""

    @property
    def direction(self) -> str:
        """``"input"`` or ``"output"``."""
        return "output" if self.output else "input"


def ports(top: str, parameters: tuple[str, ...], sources: tuple[Path, ...]) -> tuple[Port, ...]:
    """Returns the ports of a module, in the order of its header.

    Args:
        top: the module.
        parameters: its parameters, ``NAME=VALUE``.
        sources: the files of the design, in compile order.

    Raises:
        BadInput: the sources do not declare the module.
    """
    compilation = slang.compilation([top], map(slang.tree, sources), parameters)
    texts = dict(_comments(sources, top))
    for instance in compilation.getRoot().topInstances:
        if instance.name == top:
            return tuple(
                Port(
                    port.name,
                    port.direction == ArgumentDirection.Out,
                    port.type.bitWidth,
                    texts.get(port.name, ""),
                )
                for port in instance.body.portList
                if isinstance(port, PortSymbol)
            )
    raise BadInput(f"the sources do not declare the module {top}")


def _comments(sources: Sequence[Path], top: str) -> Iterator[tuple[str, str]]:
    """Yields the ports of a module with the comment above each."""
    for path in sources:
        if path.stem == top:
            text = path.read_text(encoding="utf-8")
            for comment, name in _DOCUMENTED.findall(text):
                yield name, " ".join(line.strip(" /") for line in comment.splitlines())
