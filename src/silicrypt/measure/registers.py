"""Guesses registers on a bus, from names of ports and from constants in the code."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from silicrypt.measure.device import Port
from silicrypt.measure.functions import Function
from silicrypt.measure.roles import find, take

#: Says a line of the interface: its key, its value, and a mark if it is not sure.
Say = Callable[[str, str, str], None]

_NUMBER = r"(?:\d+\s*'\s*[sS]?([hHdDbB])\s*([0-9a-fA-F_]+)|(\d+))"
_CONSTANT = re.compile(rf"\b(\w+)\s*=\s*{_NUMBER}\s*[,;)]|`define\s+(\w+)\s+{_NUMBER}\s*$", re.M)
_BASES = {"h": 16, "d": 10, "b": 2}
_BEFORE, _AFTER = r"(?:.*_)?", r"(?:_?(?:reg|addr|offset|word)s?)*"
#: The registers, by the names that cores have for their addresses.
_REGISTERS = {
    "block": rf"{_BEFORE}(?:block|blk|msg|text_?in|data_?in|din){_AFTER}_?0{_AFTER}",
    "digest": rf"{_BEFORE}(?:digest|result|hash|text_?out|data_?out|dout){_AFTER}_?0{_AFTER}",
    "key": rf"{_BEFORE}key{_AFTER}_?0{_AFTER}",
    "control": rf"{_BEFORE}(?:ctrl|control|cmd){_AFTER}",
    "config": rf"{_BEFORE}(?:config|cfg){_AFTER}",
    "status": rf"{_BEFORE}(?:status|stat|state_?reg){_AFTER}",
}
#: Bits of a control or status register: a constant that numbers it, or an assignment.
_BIT = r"{register}_?{name}(?:_bit)?"
_TAKEN = r"assign\s+\w*{name}\w*\s*=\s*\w*(?:ctrl|control|cmd)\w*\s*\[\s*(\d+)"
_GIVEN = r"assign\s+\w*stat\w*\s*\[\s*(\d+)[^\]]*\]\s*=\s*\w*{name}\w*\s*;"


def registers(ports: list[Port], text: str, function: Function | None, say: Say) -> bool:
    """Says the lines of registers, and removes their ports; says nothing if there are none.

    Args:
        ports: the ports without a role.
        text: the code of the module.
        function: what the core probably computes.
        say: adds a line.
    """
    address = find(ports, "address", output=False)
    write_data = find(ports, "write_data", output=False)
    read_data = find(ports, "read_data", output=True)
    write = find(ports, "write", output=False, width=1)
    if not (address and write_data and read_data and write) or write_data.width > 64:
        return False
    say("kind", '"registers"', "")
    _bus(ports, say)
    roles = {"write": write, "address": address, "write_data": write_data, "read_data": read_data}
    for key, port in roles.items():
        say(key, f'"{port.name}"', "")
        ports.remove(port)
    _addresses(constants(text), text.lower(), function, say)
    return True


def _bus(ports: list[Port], say: Say) -> None:
    """Says the lines of the bus and of its handshake."""
    ends = {"apb": ("penable", "pready"), "wishbone": ("cyc", "ack")}
    for bus, names in ends.items():
        enable, acknowledge = (_ending(ports, name) for name in names)
        if enable is None or (bus == "wishbone" and acknowledge is None):
            continue
        say("bus", f'"{bus}"', "")
        for key, port in (("enable", enable), ("acknowledge", acknowledge)):
            if port:
                say(key, f'"{port.name}"', "")
                ports.remove(port)
        break
    if select := take(ports, "select", output=False, width=1):
        say("select", f'"{select.name}"', "")


def _ending(ports: list[Port], name: str) -> Port | None:
    fits = re.compile(rf".*{name}(_[io])?")
    return next((p for p in ports if p.width == 1 and fits.fullmatch(p.name.lower())), None)


def constants(text: str) -> dict[str, int]:
    """Returns the numbers that have names in some Verilog, by their names in lower case."""
    found = dict[str, int]()
    for match in _CONSTANT.finditer(text):
        first, base, digits, plain, second, base2, digits2, plain2 = match.groups()
        name, base, digits = first or second, base or base2, digits or digits2
        try:
            value = int(digits.replace("_", ""), _BASES[base.lower()]) if base else None
            found.setdefault(name.lower(), int(plain or plain2) if value is None else value)
        except ValueError:
            continue
    return found


def _addresses(known: Mapping[str, int], code: str, function: Function | None, say: Say) -> None:
    if (gate := _named(known, rf"{_BEFORE}gclk{_AFTER}")) is not None:
        say("setup", f"[{{ address = {_hex(gate, 0)}, value = 1 }}]", "")  # its clock runs
    at = {role: _named(known, pattern) for role, pattern in _REGISTERS.items()}
    unsure = {role: "# ? its address" if where is None else "" for role, where in at.items()}
    following = _named(known, _REGISTERS["block"].replace("_?0", "_?1"))
    if at["block"] is not None and following is not None and following - at["block"] > 1:
        say("stride", str(following - at["block"]), "")
    say("block_at", _hex(at["block"], 0x10), unsure["block"])
    say("digest_at", _hex(at["digest"], 0x20), unsure["digest"])
    if function and function.kind == "cipher":
        say("key_at", _hex(at["key"], 0x10), unsure["key"])
    control, status = _hex(at["control"], 0x08), _hex(at["status"], 0x09)
    first, held = _bit(known, code, "ctrl", "init", "start"), _taken(code, "init") is not None
    further, mode = _bit(known, code, "ctrl", "next"), _bit(known, code, "ctrl", "mode")
    modes = [n for name, n in known.items() if re.fullmatch(_BEFORE + r"ctrl_mode\w*_bit", name)]
    bits = modes or ([] if mode is None else [mode])
    always = sum((1 << bit for bit in bits), start=0)
    mark = unsure["control"] or (f"# ? with {always}, the mode" if always else "")
    cipher = function is not None and function.kind == "cipher"
    # The usual pair of a cipher: init expands the key, next takes a block.
    starts = {"load_key": first, "first": further} if cipher else {"first": first, "next": further}
    for number, (key, known_bit) in enumerate(starts.items()):
        bit = number if known_bit is None else known_bit
        writes = [always | 1 << bit, *([always] if held else [])]
        told = ", ".join(f"{{ address = {control}, value = {value} }}" for value in writes)
        say(key, f"[{told}]", mark or ("# ? the bit of the command" if known_bit is None else ""))
    if cipher:
        bit, register = _bit(known, code, "(?:ctrl|config|cfg)", "encdec", "enc") or 0, "config"
        for key, value in (("encrypting", 1 << bit), ("decrypting", 0)):
            told = f"[{{ address = {_hex(at[register], 0x0A)}, value = {value} }}]"
            say(key, told, "# ? with the length of the key")
    ready, valid = (_bit(known, code, "stat(?:us)?", name) for name in ("ready", "valid"))
    # The end of a key expansion makes no result valid.
    ends = [ready] if cipher and ready is not None else [ready, valid]
    mask = sum(1 << bit for bit in ends if bit is not None)
    mark = unsure["status"] or ("" if mask else "# ? the bits of the end")
    say("done", f"{{ address = {status}, mask = {mask or 1}, value = {mask or 1} }}", mark)


def _named(known: Mapping[str, int], pattern: str) -> int | None:
    return next((value for name, value in known.items() if re.fullmatch(pattern, name)), None)


def _bit(known: Mapping[str, int], code: str, register: str, *names: str) -> int | None:
    """Returns the number of a bit of a register."""
    for name in names:
        bit = _named(known, _BEFORE + _BIT.format(register=register, name=name))
        if bit is None:
            bit = _taken(code, name) if register == "ctrl" else _searched(_GIVEN, code, name)
        if bit is not None:
            return bit
    return None


def _taken(code: str, name: str) -> int | None:
    """Returns the bit of a control register that a signal is always equal to."""
    return _searched(_TAKEN, code, name)


def _searched(pattern: str, code: str, name: str) -> int | None:
    found = re.search(pattern.format(name=name), code)
    return int(found[1]) if found else None


def _hex(value: int | None, otherwise: int) -> str:
    return f"{otherwise if value is None else value:#04x}"
