"""Guesses the commands of a core that takes them as the bits of one port."""

from __future__ import annotations

import re
from collections.abc import Mapping

from silicrypt.measure.device import Port
from silicrypt.measure.functions import Function
from silicrypt.measure.ties import UNSURE

#: Names of bits in a comment, below a line "bit3 bit2 bit1 bit0".
_LAYOUT = re.compile(r"((?:\bbit ?\d+\s+)+bit ?\d+)[ \t]*\n([^\n]*)", re.I)
_BITS = {
    "busy": "busy|bsy",
    "further": "round|next|further|continue",
    "write": "w|wr|write",
    "read": "r|rd|read",
    "mode": "s|mode|select",
}
#: The bits where no comment names them.
_USUAL = {"read": 0, "write": 1, "further": 2}

#: Hashes that a core with a bit of mode computes if the bit is 1; with 0, it truncates the digest.
_FULL = ("SHA-256", "SHA-512")

#: A line of the core file: key, value and remark.
Line = tuple[str, str, str]


def command_bits(
    ports: list[Port], comments: str, function: Function | None, digest: Port
) -> list[Line]:
    """Returns the lines of the commands, and removes their ports from the list.

    The core has a port of command bits with a write strobe, and a port of status bits. A command
    is followed by the words of a block, or by those of the digest.

    Args:
        ports: ports that have no role yet.
        comments: the text of the module's file, with its comments.
        function: what the core computes, if that is known.
        digest: the port of the digest.

    Returns:
        the lines; none if there are no such ports.
    """
    named = [port for port in ports if re.search("cmd|command", port.name.lower())]
    wide = [port for port in named if not port.output and 2 <= port.width <= 8]
    strobes = [port for port in named if not port.output and port.width == 1]
    status = [port for port in named if port.output and port.width > 1]
    if not (wide and strobes and status):
        return []
    command, strobe, state = wide[0], strobes[0], status[0]
    for port in (command, strobe, state):
        ports.remove(port)
    bits = layout(comments)
    remark = "" if bits else f"{UNSURE} the bits of the command"
    bits = bits or {**_USUAL, "busy": state.width - 1}
    full = function is not None and function.name in _FULL
    always = 1 << bits["mode"] if "mode" in bits and full else 0

    def value(*names: str) -> str:
        number = always + sum(1 << bits[name] for name in names if name in bits)
        return f"{{ {strobe.name} = 1, {command.name} = {number} }}"

    mode = f"{UNSURE} with {always}, the mode" if always else ""
    lines = [
        ("first", value("write"), remark or mode),
        ("next", value("write", "further"), remark or mode),
        ("offset", "1", f"{UNSURE} cycles from the command to the first word"),
        ("ready", f'"!{state.name}[{bits.get("busy", state.width - 1)}]"', remark),
        ("settle", "4", f"{UNSURE} cycles from a command until that bit is right"),
    ]
    if function and digest.width < 8 * function.result_bytes:
        lines += [
            ("read", value("read"), remark or mode),
            ("read_offset", "3", f"{UNSURE} cycles from this command to the first word"),
        ]
    return lines


def layout(comments: str) -> Mapping[str, int]:
    """Returns the bits that a comment names, by their role; none without such a comment."""
    for found in _LAYOUT.finditer(comments):
        numbers = [int(number) for number in re.findall(r"\d+", found[1])]
        names = found[2].replace("*/", " ").split()
        if len(names) == len(numbers):
            return {
                role: number
                for role, pattern in _BITS.items()
                for name, number in zip(names, numbers, strict=True)
                if re.fullmatch(pattern, name.lower())
            }
    return {}
