"""The roles of ports, by their names, and the lines of a core file that name them."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from silicrypt.measure.device import CorePort
from silicrypt.measure.functions import CoreFunction
from silicrypt.measure.hdl_modules import HdlModule

#: Marks a line that could not be guessed.
UNSURE = "# ?"
WORD_WIDTHS = (8, 16, 32, 64)

#: The names that cores have for ports, registers and bits.
NAMES = tomllib.loads(Path(__file__).with_name("names.toml").read_text(encoding="utf-8"))
_ROLES = {role: re.compile(pattern, re.VERBOSE) for role, pattern in NAMES["ports"].items()}
#: A prefix in mixed case, as in ``iValid``.
_MIXED = re.compile(r"^[io](?=[A-Z])")
_AFFIX = re.compile(r"^(i|o|in|out|io)_|_(i|o|in|out|ni|no)$")

#: The last number in the name of a port, and what is before and after it.
_NUMBERED = re.compile(r"(.*\D|)(\d+)(\D*)")
#: The fewest words of an operand on ports with numbers.
_FEWEST = 4


def at_least(bits: int) -> range:
    """Returns all widths from some bits on."""
    return range(bits, 1 << 20)


@dataclass(frozen=True)
class JoinedPort(CorePort):
    """Ports that are the words of one operand, such as ``H0`` to ``H7``.

    The name is what their names share.

    Attributes:
        parts: the ports, the first word first.
    """

    parts: tuple[CorePort, ...] = ()


def joined(ports: Sequence[CorePort]) -> list[CorePort]:
    """Returns ports in which those with consecutive numbers and the same width are one."""
    groups: dict[tuple[str, str, bool, int], dict[int, CorePort]] = {}
    for port in ports:
        if port.width in WORD_WIDTHS and (match := _NUMBERED.fullmatch(port.name)):
            key = (match[1], match[3], port.output, port.width)
            groups.setdefault(key, {})[int(match[2])] = port
    whole: dict[CorePort, CorePort] = {}
    for (before, after, output, width), group in groups.items():
        first, last, words = min(group), max(group), len(group)
        if words >= _FEWEST and first in (0, 1) and last - first < words:
            parts = tuple(group[n] for n in sorted(group))
            name = (before.rstrip("_") + after) or after
            whole |= dict.fromkeys(parts, JoinedPort(name, output, width * words, parts))
    return list(dict.fromkeys(whole.get(port, port) for port in ports))


def text_of(value: object) -> str:
    """Returns a value of a core file: a port, values of ports or registers, a list, or a number."""
    if isinstance(value, JoinedPort):
        return text_of(value.parts)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(text_of, value))}]"
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key_text(key)} = {number}' for key, number in value.items())} }}"
    return string(value.name) if isinstance(value, CorePort) else str(value)


def string(text: str) -> str:
    """Returns a text as a value of TOML. Its basic strings have the escapes of JSON."""
    return json.dumps(text, ensure_ascii=False)


def key_text(key: str) -> str:
    """Returns a key of TOML."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else string(key)


def is_role(port: CorePort, role: str) -> bool:
    """Returns whether the name of a port is one that cores have for a role."""
    plain = _AFFIX.sub("", _AFFIX.sub("", _MIXED.sub("", port.name).lower()))
    return any(_ROLES[role].fullmatch(name) for name in (plain, port.name.lower()))


@dataclass
class Guess:
    """The lines of a core file, by table.

    Attributes:
        module: the module.
        function: what it probably computes.
        left: the ports that have no role yet.
        lines: key, value and remark of each line of each table.
        score: how much of the interface was recognised.
    """

    module: HdlModule
    function: CoreFunction | None
    left: list[CorePort]
    lines: dict[str, list[tuple[str, str, str]]] = field(default_factory=dict)
    score: int = 0

    @property
    def unsure(self) -> int:
        """The number of marked lines."""
        return sum(mark.startswith(UNSURE) for table in self.lines.values() for *_, mark in table)

    @property
    def kind(self) -> str:
        """The kind of the function; empty if there is none."""
        return self.function.kind if self.function else ""

    def copy(self) -> Guess:
        """Returns a guess to which lines can be added without changing this one."""
        return replace(self, lines={table: [*rows] for table, rows in self.lines.items()})

    def say(self, key: str, value: object, mark: str = "", table: str = "interface") -> None:
        """Adds a line for a value, or for a port if there is one."""
        if value is not None:
            self.lines.setdefault(table, []).append((key, text_of(value), mark))

    def take(
        self,
        role: str,
        widths: Container[int] = (1,),
        *,
        output: bool = False,
        like: str = "",
        any_name: bool = False,
    ) -> CorePort | None:
        """Returns the port of a role, which it then has; of several, that of the shortest name.

        Args:
            role: the role.
            widths: the widths that fit.
            output: whether it is an output.
            like: the beginning of its name.
            any_name: whether the first port that fits is taken if no name is one of the role.
        """
        fit = [p for p in self.left if p.output == output and p.width in widths]
        named = [p for p in fit if p.name.startswith(like) and is_role(p, role)]
        found = min(named, key=lambda p: len(p.name), default=None)
        if found is None and any_name:
            found = next(iter(fit), None)
        self.left = [port for port in self.left if port is not found]
        return found
