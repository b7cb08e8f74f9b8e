"""Compares a mapped netlist, in the device's own cells, with reference results.

A netlist is placed, routed and measured, not the sources. Synthesis, cell mapping and the simulator
of the sources could each be wrong; the check here relies on none of them. Each interface has a
module with its sections.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, TypeAlias

from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.machines import SRAM
from silicrypt.errors import BadInput, ToolFailed, UnitFailed
from silicrypt.tools.cellmodels import any_state
from silicrypt.tools.gatesim import Library, Simulator, compile_netlist, read
from silicrypt.verify.checks import Check, Section, record

#: The module with the sections of each interface.
_MODULES = MappingProxyType(
    {
        **dict.fromkeys(("hash", "sponge", "hmac"), "netlist_hash"),
        "aes": "netlist_cipher",
        "aead": "netlist_aead",
        "kdf": "netlist_kdf",
        "storage": "netlist_storage",
        "station": "netlist_station",
    }
)
Sections: TypeAlias = Callable[[DesignPoint, Level, Simulator], list[Section]]
#: Seed of the register values at power-up.
_POWER_UP = 1


def check(
    point: DesignPoint,
    level: Level,
    target_name: str,
    document: Mapping[str, Any],
    library: Library,
) -> tuple[Check, ...]:
    """Simulates a mapped netlist and compares its results with the references.

    The registers start in 64 random states, one per lane. A netlist that needs the power-up value
    of even one register fails. All random data has fixed seeds.

    Args:
        point: the design point that the netlist implements.
        level: the level that was mapped.
        target_name: name of the target that it was mapped to, for the records.
        document: the netlist in the format of Yosys' ``write_json``.
        library: the models of the target's cells, from `cells`.

    Returns:
        One record per subject: vectors, random messages with stalls, resets, cycle counts, and
        others that depend on the interface. The first subject that fails is the last record.

    Raises:
        UnknownCell: the library has no model of a cell; the message names the cell.
        BadInput: the document is not a netlist of this top, or the interface has no check.
    """
    top, library = point.top(level), any_state(library)
    if SRAM in point.parameters:
        from silicrypt.verify.netlist_storage import attached

        document, library = attached(point, document, top, library)
    netlist = read(document, library, top)
    with Simulator(compile_netlist(netlist), _POWER_UP) as simulator:
        sections = sections_of(point)(point, level, simulator)
        return tuple(_run(sections, level, target_name))


def sections_of(point: DesignPoint) -> Sections:
    """Returns the function with the sections of the check of a design point, by its interface.

    Raises:
        BadInput: there is no check for netlists of the interface.
    """
    interface = point.unit.interface
    name = _MODULES.get(interface)
    if name is None:
        raise BadInput(f"{point.name}: there is no check for netlists of the interface {interface}")
    found: Sections = import_module(f"{__package__}.{name}").sections
    return found


def _run(sections: list[Section], level: Level, target: str) -> Iterator[Check]:
    """Runs sections up to the first that fails; after that the netlist may be in any state."""
    for section in sections:
        try:
            findings = section.examine()
        except (ToolFailed, UnitFailed) as error:
            findings = [str(error)], 0, ""
        found = record(f"netlist for {target}: {section.name}", level, findings, section.hash)
        yield found
        if not found.passed:
            return
