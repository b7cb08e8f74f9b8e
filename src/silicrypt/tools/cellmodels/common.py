"""What the models of several families share."""

from __future__ import annotations

from silicrypt.tools.gatesim.cells import CellModel, Gate, Instance, Register, gate


def bits(instance: Instance, name: str) -> int:
    """Returns a parameter that is a string of bits. Undefined bits are zero."""
    return int(instance.parameters.get(name, "0").replace("x", "0"), 2)


def lookup_table(instance: Instance, output: str, inputs: int, parameter: str) -> CellModel:
    """Returns a lookup table whose inputs are ``I0``, ``I1`` and so on."""
    pins = tuple(f"I{number}" for number in range(inputs))
    return CellModel((Gate(output, pins, bits(instance, parameter) & (1 << (1 << inputs)) - 1),))


def flip_flop(
    clock: str,
    *,
    falling: bool = False,
    enable: str = "",
    force: str = "",
    high: bool = False,
    asynchronous: bool = False,
    enable_first: bool = False,
) -> CellModel:
    """Returns a flip-flop with data ``D`` and output ``Q``.

    Args:
        clock: the clock pin.
        falling: whether it takes its data at the falling edge.
        enable: the pin of the clock enable; empty if there is none.
        force: the pin of set or reset; empty if there is none.
        high: whether that pin sets the output.
        asynchronous: whether that pin acts without a clock edge.
        enable_first: whether a synchronous set or reset needs the clock enable.
    """
    data = "D"
    held = enable and not enable_first
    if held:
        data = f"({enable}) & D | !({enable}) & Q"
    if force:
        data = f"({data}) | ({force})" if high else f"({data}) & !({force})"
    if enable and enable_first:
        data = f"({enable}) & ({data}) | !({enable}) & Q"
    read = {name: name for name in ("D", enable, force, "Q" if enable else "") if name}
    gates = [
        gate("edge", f"!{clock}" if falling else clock, **{clock: clock}),
        gate("next", data, **read),
    ]
    if asynchronous:
        kept = f"Q | {force}" if high else f"Q & !{force}"
        gates.append(gate("Q", kept, Q="Q", **{force: force}))
    return CellModel(tuple(gates), (Register("Q", "next", "edge", int(high)),))
