"""Selects the checks of a netlist by the interface of its design point, and runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from types import MappingProxyType
from typing import Any, TypeAlias

from silicrypt.catalog import Config, Level
from silicrypt.errors import BadInput, ToolFailed, UnitFailed
from silicrypt.tools.gatesim import Library, Simulator, compile_netlist, read
from silicrypt.verify.checks import Check
from silicrypt.verify.netlist import sram
from silicrypt.verify.netlist.library import any_state
from silicrypt.verify.netlist.section import Section

#: The module with the sections of each interface, at one level where the levels differ.
_MODULES = MappingProxyType(
    {
        "hash": "hash",
        "sponge": "hash",
        "hmac": "hash",
        "aes stream": "messages",
        "aes": "cipher",
        "storage": "machine",
        "station": "station",
    }
)
Sections: TypeAlias = Callable[[Config, Level, Simulator], list[Section]]
#: Seed of the register values at power-up.
_POWER_UP = 1


def check(
    config: Config, level: Level, target_name: str, document: Mapping[str, Any], library: Library
) -> tuple[Check, ...]:
    """Simulates a mapped netlist and compares its results with the references.

    The registers start in 64 random states, one per lane. A netlist that needs the power-up value
    of even one register fails. All random data has fixed seeds.

    Args:
        config: the design point that the netlist implements.
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
    top = config.top(level)
    netlist = read(*sram.attached(config, document, top, any_state(library)), top)
    with Simulator(compile_netlist(netlist), _POWER_UP) as simulator:
        sections = sections_of(config, level)(config, level, simulator)
        return tuple(_run(sections, level, target_name))


def sections_of(config: Config, level: Level) -> Sections:
    """Returns the function with the sections of the check of a design point, by its interface.

    Raises:
        BadInput: there is no check for netlists of the interface.
    """
    interface = config.unit.interface
    name = _MODULES.get(f"{interface} {level}") or _MODULES.get(interface)
    if name is None:
        raise BadInput(
            f"{config.name}: there is no check for netlists of the interface {interface}"
        )
    found: Sections = import_module(f"{__package__}.{name}").sections
    return found


def _run(sections: list[Section], level: Level, target: str) -> Iterator[Check]:
    """Runs sections up to the first that fails; after that the netlist may be in any state."""
    for section in sections:
        try:
            failures, cases, covered = section.examine()
        except (ToolFailed, UnitFailed) as error:
            failures, cases, covered = [str(error)], 0, ""
        passed = not failures and cases > 0
        detail = covered if passed else _failed(failures)
        found = Check(f"netlist for {target}: {section.name}", level, passed, cases, detail)
        yield replace(found, hash=section.hash)
        if not passed:
            return


def _failed(failures: list[str]) -> str:
    return f"{len(failures)} failed, first: {failures[0]}" if failures else "nothing was checked"
