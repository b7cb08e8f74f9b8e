"""Reads the parameters of ECP5 cells."""

from __future__ import annotations

from silicrypt.errors import BadInput
from silicrypt.tools.gatesim.cells import Instance


def bits(instance: Instance, name: str) -> int:
    """Returns a parameter that is a string of bits as a number. Undefined bits are zero."""
    return int(instance.parameters.get(name, "0").replace("x", "0"), 2)


def pin(instance: Instance, name: str, default: str = "") -> str:
    """Returns the function of a pin, by the cell's ``...MUX`` parameter, as a Liberty expression.

    Args:
        instance: the cell.
        name: the pin.
        default: the parameter's value where the cell doesn't give it; empty for the pin's name.

    Raises:
        BadInput: the value of the parameter is not known.
    """
    setting = instance.parameters.get(f"{name}MUX", default or name)
    meanings = {name: name, "INV": f"!{name}", "1": "1", "0": "0"}
    if setting not in meanings:
        raise BadInput(f"{instance.kind}: {name}MUX is {setting}; it may be {', '.join(meanings)}")
    return meanings[setting]
