"""Guesses the registers of a core on a bus: their addresses, and the bits of command and status."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from silicrypt.measure.port_roles import NAMES, UNSURE, Guess, at_least

_NUMBER = r"(?:\d+\s*'\s*[sS]?([hHdDbB])\s*([0-9a-fA-F_]+)|(\d+))"
_CONSTANT = re.compile(rf"\b(\w+)\s*=\s*{_NUMBER}\s*[,;)]|`define\s+(\w+)\s+{_NUMBER}\s*$", re.M)
_BASES = {"h": 16, "d": 10, "b": 2}
_BEFORE, _AFTER = r"(?:.*_)?", r"(?:_?(?:reg|addr|offset|word)s?)*"
#: Bits of a control or status register: a constant that numbers it, or an assignment.
_BIT = r"{register}_?{name}(?:_bit)?"
_TAKEN = r"assign\s+\w*{name}\w*\s*=\s*\w*(?:ctrl|control|cmd)\w*\s*\[\s*(\d+)"
_GIVEN = r"assign\s+\w*stat\w*\s*\[\s*(\d+)[^\]]*\]\s*=\s*\w*{name}\w*\s*;"


def registers(guessed: Guess) -> bool:
    """Finds registers: an address, data to write, and data that is read."""
    ports = {
        "write": guessed.take("write"),
        "address": guessed.take("address", at_least(1)),
        "write_data": guessed.take("write_data", range(1, 65)),
        "read_data": guessed.take("read_data", at_least(1), output=True),
    }
    if None in ports.values():
        return False
    guessed.say("kind", '"registers"')
    _bus(guessed)
    for key, port in ports.items():
        guessed.say(key, port)
    code = _Code(guessed.module.text.lower(), constants(guessed.module.text))
    for say in (_operands, _commands, _end):
        say(guessed, code)
    guessed.score += 6
    return True


def _bus(guessed: Guess) -> None:
    """Says the lines of the bus and of its handshake."""
    for bus in ("apb", "wishbone"):
        before, enable = guessed.left, guessed.take(f"{bus}_enable")
        acknowledge = guessed.take(f"{bus}_acknowledge", output=True)
        if enable and (acknowledge or bus == "apb"):
            guessed.say("bus", f'"{bus}"')
            guessed.say("enable", enable)
            guessed.say("acknowledge", acknowledge)
            break
        guessed.left = before
    guessed.say("select", guessed.take("select"))


def constants(text: str) -> dict[str, int]:
    """Returns the numbers that have names in some Verilog, by their names in lower case."""
    numbers = dict[str, int]()
    for match in _CONSTANT.finditer(text):
        first, base, digits, plain, second, base2, digits2, plain2 = match.groups()
        name, base, digits = first or second, base or base2, digits or digits2
        try:
            value = int(digits.replace("_", ""), _BASES[base.lower()]) if base else None
            numbers.setdefault(name.lower(), int(plain or plain2) if value is None else value)
        except ValueError:
            continue
    return numbers


@dataclass(frozen=True)
class _Code:
    """The code of a core: its constants, and what it assigns to bits.

    Attributes:
        text: the code in lower case.
        numbers: the constants by their names in lower case.
    """

    text: str
    numbers: Mapping[str, int]

    def number(self, pattern: str) -> int | None:
        """Returns the number whose name has a form."""
        return next((n for name, n in self.numbers.items() if re.fullmatch(pattern, name)), None)

    def assigned(self, pattern: str, name: str) -> int | None:
        """Returns the bit of a register that a signal is always equal to."""
        match = re.search(pattern.format(name=name), self.text)
        return int(match[1]) if match else None

    def bit(self, register: str, *names: str) -> int | None:
        """Returns the number of a bit of a register."""
        for name in names:
            known = self.number(_BEFORE + _BIT.format(register=register, name=name))
            if known is None:
                known = self.assigned(_TAKEN if register == "ctrl" else _GIVEN, name)
            if known is not None:
                return known
        return None

    def address(self, role: str) -> tuple[str, str]:
        """Returns the address of a register, a usual one if it has no name, and a remark."""
        known = self.number(_name(role))
        address = NAMES["registers"][role]["address"] if known is None else known
        return f"{address:#04x}", f"{UNSURE} its address" if known is None else ""


def _name(role: str, word: int = 0) -> str:
    """Returns the form of the name of a register, or of that of a word of an operand."""
    register = NAMES["registers"][role]
    number = f"_?{word}{_AFTER}" if register.get("words") else ""
    return f"{_BEFORE}(?:{register['names']}){_AFTER}{number}"


def _writes(address: str, *values: int) -> list[dict[str, object]]:
    return [{"address": address, "value": value} for value in values]


def _operands(guessed: Guess, code: _Code) -> None:
    """Says the addresses of operands, and what is written after the reset."""
    if code.number(_name("clock_gate")) is not None:
        guessed.say("setup", _writes(code.address("clock_gate")[0], 1))  # its clock runs
    first, following = (code.number(_name("block", word)) for word in (0, 1))
    if first is not None and following is not None and following - first > 1:
        guessed.say("stride", following - first)
    for role in ("block", "digest", "key") if guessed.kind == "cipher" else ("block", "digest"):
        guessed.say(f"{role}_at", *code.address(role))


def _commands(guessed: Guess, code: _Code) -> None:
    """Says what is written to start an operation."""
    address, mark = code.address("control")
    first, further = code.bit("ctrl", "init", "start"), code.bit("ctrl", "next")
    mode_form, mode = _BEFORE + r"ctrl_mode\w*_bit", code.bit("ctrl", "mode")
    modes = [n for name, n in code.numbers.items() if re.fullmatch(mode_form, name)]
    always = sum(1 << bit for bit in modes or ([] if mode is None else [mode]))
    mark = mark or (f"{UNSURE} with {always}, the mode" if always else "")
    held = code.assigned(_TAKEN, "init") is not None
    cipher = guessed.kind == "cipher"
    # The usual pair of a cipher: init expands the key, next takes a block.
    starts = {"load_key": first, "first": further} if cipher else {"first": first, "next": further}
    for number, (key, bit) in enumerate(starts.items()):
        command = always | 1 << (number if bit is None else bit)
        unknown = f"{UNSURE} the bit of the command" if bit is None else ""
        values = (command, always) if held else (command,)
        guessed.say(key, _writes(address, *values), mark or unknown)
    if cipher:
        encrypt = 1 << (code.bit("(?:ctrl|config|cfg)", "encdec", "enc") or 0)
        for key, value in (("encrypting", encrypt), ("decrypting", 0)):
            writes = _writes(code.address("config")[0], value)
            guessed.say(key, writes, f"{UNSURE} with the length of the key")


def _end(guessed: Guess, code: _Code) -> None:
    """Says which bits report the end of an operation."""
    address, mark = code.address("status")
    ready, valid = (code.bit("stat(?:us)?", name) for name in ("ready", "valid"))
    # The end of a key expansion makes no result valid.
    ends = [ready] if guessed.kind == "cipher" and ready is not None else [ready, valid]
    mask = sum(1 << bit for bit in ends if bit is not None)
    unknown = "" if mask else f"{UNSURE} the bits of the end"
    done = {"address": address, "mask": mask or 1, "value": mask or 1}
    guessed.say("done", done, mark or unknown)
