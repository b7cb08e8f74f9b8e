"""Measures a mapped netlist as its kind of target allows, and adds the figures to a result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from silicrypt.base.code import code_key
from silicrypt.errors import BadInput
from silicrypt.flow import describe, reports, route
from silicrypt.flow import map as mapping
from silicrypt.flow.names import Names
from silicrypt.flow.synth import Design, Synthesized, write_elaborated, write_mapped
from silicrypt.results.result import Result
from silicrypt.results.store import Store
from silicrypt.targets import Mapped, Routed, StandardCells, Target
from silicrypt.tools.nextpnr import Routing


def figures(
    known: Result,
    design: Design,
    synthesized: Synthesized,
    store: Store,
    routings: Callable[[Routed], Mapping[int, Routing]],
) -> Result:
    """Returns a result with the figures of its target.

    Args:
        known: the part of the result that is known before.
        design: the design.
        synthesized: its mapped netlist.
        store: where netlists and libraries are kept.
        routings: places and routes the netlist with each seed.

    Raises:
        ToolFailed: a tool refused the design.
    """
    match design.target:
        case Routed() as target:
            result = describe.routed(known, design.config, routings(target))
            return replace(result, caveats=(*result.caveats, *target.caveats))
        case Mapped() as target:
            return describe.mapped(known, target, mapping.area(design, target, store))
        case StandardCells() as target:
            cells = mapping.cells(design, target, store)
            cells = replace(cells, ff=reports.counts(synthesized).count(*target.flip_flops))
            return describe.standard_cells(known, design.config, target, cells)
    raise BadInput(f"{design.target.name} is of a kind that cannot be measured")


def code(target: Target) -> str:
    """Returns a hash of the code that makes a netlist of sources, and figures of the netlist.

    Raises:
        BadInput: nothing is measured on targets of this kind.
    """
    common = (write_elaborated, write_mapped, describe.base, Result.at_interval, type(target))
    match target:
        case Routed():
            return code_key(route.place, reports.routing, describe.routed, Names, *common)
        case Mapped():
            return code_key(mapping.area_of, describe.mapped, *common)
        case StandardCells():
            return code_key(mapping.cells_of, describe.standard_cells, *common)
    raise BadInput(f"{target.name} is of a kind that cannot be measured")
