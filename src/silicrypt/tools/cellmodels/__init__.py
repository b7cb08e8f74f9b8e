"""Models of the cells of a target for the simulator of netlists; a module for each FPGA family."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

from silicrypt.errors import BadInput
from silicrypt.targets import StandardCells, Target
from silicrypt.tools.gatesim import CellModel, Instance, Library
from silicrypt.tools.gatesim import liberty as liberty_cells
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
