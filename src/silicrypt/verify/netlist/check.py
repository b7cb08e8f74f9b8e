"""Selects the checks of a netlist by the interface of its design point, and runs them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from silicrypt.catalog import Config, Level
from silicrypt.errors import BadInput, ToolFailed, UnitFailed
from silicrypt.tools.gatesim import Library, Simulator, compile_netlist, read
from silicrypt.verify.checks import Check
from silicrypt.verify.netlist import cipher, machine, messages, sram, station
from silicrypt.verify.netlist import hash as hashes
from silicrypt.verify.netlist.library import any_state
from silicrypt.verify.netlist.section import Section

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
        return tuple(_run(_sections(config, level, simulator), level, target_name))


def _sections(config: Config, level: Level, simulator: Simulator) -> list[Section]:
    """Returns the sections of the check of a design point, by its interface."""
    match config.unit.interface:
        case "hash" | "sponge" | "hmac":
            return hashes.sections(config, level, simulator)
        case "aes" if level == "stream":
            return messages.sections(config, level, simulator)
        case "aes":
            return cipher.sections(config, level, simulator)
        case "storage":
            return machine.sections(config, level, simulator)
        case "station":
            return station.sections(config, level, simulator)
    raise BadInput(
        f"{config.name}: there is no check for netlists of the interface {config.unit.interface}"
    )


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
