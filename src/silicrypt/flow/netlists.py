"""The complete verification of a design point: its suite, wipes, proofs, and mapped netlists."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from silicrypt import targets
from silicrypt.base.progress import Progress, silent
from silicrypt.catalog import BlockCipher, Config, Level
from silicrypt.catalog.mapped import BUSES
from silicrypt.flow import synth
from silicrypt.verify import proofs, suites
from silicrypt.verify.checks import Check
from silicrypt.verify.netlist.check import check
from silicrypt.verify.netlist.gating import check_gating
from silicrypt.verify.netlist.library import cells
from silicrypt.verify.wipe import verify_wipe

#: Targets whose mapped netlists are also simulated by the full suite.
NETLISTS = ("ecp5-85k", "nangate45")
#: Unrolled rounds from which a model with every signal visible takes too long to compile.
_ALL_ROUNDS = 10


def verify(
    config: Config, suite: str = "quick", progress: Progress = silent
) -> suites.Verification:
    """Runs a suite (`suites.verify`).

    With the full suite, wipes are checked in every phase, proofs are made, and netlists are mapped
    and simulated. A memory-mapped unit has none of these checks.

    Args:
        config: the configuration.
        suite: ``"quick"`` or ``"full"``.
        progress: called as (done, total, label) after each step.

    Raises:
        UnknownName: there is no such suite.
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: the sources do not compile, or a simulation stopped with an error.
    """
    begin, found = time.monotonic(), suites.verify(config, suite, progress)
    if suite != "full" or config.unit.interface in BUSES:
        return found
    checks = (
        *found.checks,
        *_wipe(config, progress),
        *_proofs(config, progress),
        *_netlists(config, progress),
    )
    return replace(
        found,
        checks=checks,
        passed=all(check.passed for check in checks),
        seconds=round(time.monotonic() - begin, 2),
    )


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


def _wipe(config: Config, progress: Progress) -> Iterator[Check]:
    """Checks what a wipe leaves, where there are keys and the model compiles in minutes."""
    if config.unit.keyed and config.unroll < _ALL_ROUNDS:
        progress(0, 1, "wipe in every cycle")
        yield verify_wipe(config)
        progress(1, 1, "wiped")


def _proofs(config: Config, progress: Progress) -> Iterator[Check]:
    """Runs the proofs for the design point."""
    for verdict in proofs.prove_all(proofs.of(config.name), progress):
        name, covered = f"proof {verdict.name}", f"{verdict.claim} ({verdict.detail})"
        yield Check(name, "core", verdict.proved, 1, covered)


def _netlists(config: Config, progress: Progress) -> Iterator[Check]:
    """Checks the mapped netlists, in a simulator that is not Verilator."""
    # Mapping a cipher to standard cells takes minutes. A measurement there verifies that netlist.
    known = NETLISTS[:1] if isinstance(config.algorithm, BlockCipher) else NETLISTS
    for done, target in enumerate(known):
        progress(done, len(known), f"netlist for {target}")
        yield from verify_netlist(config, target)
    if config.parameters.get("ClockGate"):
        yield verify_gating(config)
    progress(len(known), len(known), "netlists simulated")
