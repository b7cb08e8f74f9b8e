"""Maps a design point and checks its netlist."""

from __future__ import annotations

from silicrypt import targets
from silicrypt.catalog import Config, Level
from silicrypt.flow import synth
from silicrypt.verify.checks import Check
from silicrypt.verify.netlist.check import check
from silicrypt.verify.netlist.gating import check_gating
from silicrypt.verify.netlist.library import cells


def verify_netlist(config: Config, target: str, level: Level | None = None) -> tuple[Check, ...]:
    """Maps a design point and checks its netlist.

    Args:
        config: the design point.
        target: name of a target whose cells have models: an ECP5 or a standard-cell library.
        level: the level that is mapped; by default, the first level of the design point.

    Raises:
        UnknownName: there is no such target.
        BadInput: the target's cells have no models.
        ToolFailed: synthesis ended with an error.
    """
    library, chosen = cells(targets.get(target)), level or config.levels[0]
    return check(config, chosen, target, synth.netlist(config, chosen, target), library)


def verify_gating(config: Config, target: str = "nangate45") -> Check:
    """Maps the core of a design point and checks its gated clocks while it is idle.

    Args:
        config: a design point with ``ClockGate``.
        target: name of a standard-cell library; FPGAs have clock enables instead.

    Raises:
        UnknownName: there is no such target.
        BadInput: the target's cells have no models.
        ToolFailed: synthesis ended with an error.
    """
    library = cells(targets.get(target))
    document = synth.netlist(config, config.levels[0], target)
    return check_gating(config, target, document, library)
