"""Models of the cells of a target for the simulator of netlists; a module for each FPGA family.

The functions below `any_state` are for those modules.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

from silicrypt.errors import BadInput
from silicrypt.targets import StandardCells, Target
from silicrypt.tools.gatesim import CellModel, Gate, Instance, Library, Register
from silicrypt.tools.gatesim import liberty as liberty_cells
from silicrypt.tools.gatesim.cells import gate
from silicrypt.tools.liberty import unpack


def cells(target: Target) -> Library:
    """Returns the models of a target's cells.

    Raises:
        BadInput: the target has no models.
    """
    if isinstance(target, StandardCells):
        path = unpack(target)
        return liberty_cells.library(path.read_text("utf-8"), where=target.name)
    if not target.models:
        raise BadInput(f"a netlist for {target.name} cannot be simulated: no models of its cells")
    library: Library = import_module(target.models).library
    return library


def any_state(library: Library) -> Library:
    """Returns the models without power-up values of flip-flops and of memory outputs.

    An FPGA's flip-flops start with a defined value. No design here relies on it, and a standard
    cell has none. Memories keep their contents, which may be tables of constants.
    """

    def find(instance: Instance) -> CellModel | None:
        model = library(instance)
        if model is None or len(model.registers) > 1:
            return model
        registers = tuple(replace(one, initial=None) for one in model.registers)
        memories = tuple(
            replace(one, ports=tuple(replace(port, initial=None) for port in one.ports))
            for one in model.memories
        )
        return replace(model, registers=registers, memories=memories)

    return find


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
