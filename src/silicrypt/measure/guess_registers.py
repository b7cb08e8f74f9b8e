"""Guesses the registers of a core on a bus: their addresses, and the bits of command and status."""

from __future__ import annotations

import re
from collections.abc import Mapping

from silicrypt.measure.port_roles import Guess, at_least

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
    "clock gate": rf"{_BEFORE}gclk{_AFTER}",
}
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
    _addresses(guessed)
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


def _number(numbers: Mapping[str, int], pattern: str) -> int | None:
    """Returns the number whose name has a form."""
    return next((n for name, n in numbers.items() if re.fullmatch(pattern, name)), None)


def _assigned(pattern: str, name: str, code: str) -> int | None:
    """Returns the bit of a register that a signal is always equal to."""
    match = re.search(pattern.format(name=name), code)
    return int(match[1]) if match else None


def _addresses(guessed: Guess) -> None:
    """Says the addresses of registers, and what is written to them and read from them."""
    text, cipher, say = guessed.module.text, guessed.kind == "cipher", guessed.say
    numbers, code = constants(text), text.lower()
    at = {role: _number(numbers, pattern) for role, pattern in _REGISTERS.items()}
    unsure = {role: "# ? its address" if where is None else "" for role, where in at.items()}

    def bit(register: str, *names: str) -> int | None:
        """Returns the number of a bit of a register."""
        form = _TAKEN if register == "ctrl" else _GIVEN
        for name in names:
            known = _number(numbers, _BEFORE + _BIT.format(register=register, name=name))
            if known is None:
                known = _assigned(form, name, code)
            if known is not None:
                return known
        return None

    def written(address: str, *values: int) -> str:
        return f"[{', '.join(f'{{ address = {address}, value = {n} }}' for n in values)}]"

    if at["clock gate"] is not None:
        say("setup", written(_hex(at["clock gate"], 0), 1))  # its clock runs
    following = _number(numbers, _REGISTERS["block"].replace("_?0", "_?1"))
    if at["block"] is not None and following is not None and following - at["block"] > 1:
        say("stride", following - at["block"])
    operands = (("block", 0x10), ("digest", 0x20), *((("key", 0x10),) if cipher else ()))
    for role, otherwise in operands:
        say(f"{role}_at", _hex(at[role], otherwise), unsure[role])
    control, status = _hex(at["control"], 0x08), _hex(at["status"], 0x09)
    first, further = bit("ctrl", "init", "start"), bit("ctrl", "next")
    mode_form = _BEFORE + r"ctrl_mode\w*_bit"
    modes = [n for name, n in numbers.items() if re.fullmatch(mode_form, name)]
    mode = bit("ctrl", "mode")
    always = sum(1 << bit for bit in modes or ([] if mode is None else [mode]))
    mark = unsure["control"] or (f"# ? with {always}, the mode" if always else "")
    held = _assigned(_TAKEN, "init", code) is not None
    # The usual pair of a cipher: init expands the key, next takes a block.
    starts = {"load_key": first, "first": further} if cipher else {"first": first, "next": further}
    for number, (key, known_bit) in enumerate(starts.items()):
        command = always | 1 << (number if known_bit is None else known_bit)
        values = (command, always) if held else (command,)
        unknown = "# ? the bit of the command" if known_bit is None else ""
        say(key, written(control, *values), mark or unknown)
    if cipher:
        encdec = bit("(?:ctrl|config|cfg)", "encdec", "enc") or 0
        for key, value in (("encrypting", 1 << encdec), ("decrypting", 0)):
            written_value = written(_hex(at["config"], 0x0A), value)
            say(key, written_value, "# ? with the length of the key")
    ready, valid = (bit("stat(?:us)?", name) for name in ("ready", "valid"))
    # The end of a key expansion makes no result valid.
    ends = [ready] if cipher and ready is not None else [ready, valid]
    mask = sum(1 << bit for bit in ends if bit is not None)
    mark = unsure["status"] or ("" if mask else "# ? the bits of the end")
    say("done", f"{{ address = {status}, mask = {mask or 1}, value = {mask or 1} }}", mark)


def _hex(value: int | None, otherwise: int) -> str:
    return f"{otherwise if value is None else value:#04x}"
