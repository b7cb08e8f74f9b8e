"""Ports that hold the words of one operand, such as ``H0`` to ``H7``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from silicrypt.measure.device import Port

#: The last number in a name, and what is before and after it.
_NUMBERED = re.compile(r"(.*\D|)(\d+)(\D*)")
_WIDTHS = (8, 16, 32, 64)
#: The fewest words of an operand.
_FEWEST = 4


@dataclass(frozen=True)
class Joined(Port):
    """Several ports that are one operand; the name is what their names share.

    Attributes:
        parts: the ports, the first word first.
    """

    parts: tuple[Port, ...] = ()


def join(ports: Sequence[Port]) -> list[Port]:
    """Returns ports in which those with consecutive numbers and the same width are one."""
    groups: dict[tuple[str, str, bool, int], dict[int, Port]] = {}
    for port in ports:
        if port.width in _WIDTHS and (match := _NUMBERED.fullmatch(port.name)):
            key = (match[1], match[3], port.output, port.width)
            groups.setdefault(key, {})[int(match[2])] = port
    whole: dict[Port, Port] = {}
    for (before, after, output, width), group in groups.items():
        numbers = sorted(group)
        if (
            len(numbers) >= _FEWEST
            and numbers[0] in (0, 1)
            and numbers[-1] - numbers[0] < len(numbers)
        ):
            parts = tuple(group[n] for n in numbers)
            name = (before.rstrip("_") + after) or after
            joined = Joined(name, output, width * len(parts), parts)
            whole |= dict.fromkeys(parts, joined)
    return list(dict.fromkeys(whole.get(port, port) for port in ports))


def quoted(port: Port) -> str:
    """Returns a port, or the list of its parts, as a value of a core file."""
    if isinstance(port, Joined):
        return f"[{', '.join(map(quoted, port.parts))}]"
    return f'"{port.name}"'
