"""Verifies the RTL of a core and counts its cycles, by a driver of ours or by cocotb."""

from __future__ import annotations

from dataclasses import dataclass

from silicrypt.errors import NotVerified, ToolFailed
from silicrypt.measure import check, cocotb_check, fit
from silicrypt.measure.cocotb_model import Model
from silicrypt.measure.core import Cocotb
from silicrypt.measure.counted import Counts
from silicrypt.measure.design import CoreDesign
from silicrypt.measure.device import Port
from silicrypt.measure.functions import Function
from silicrypt.results.result import VerificationRecord
from silicrypt.results.store import Store
from silicrypt.verify.checks import Check


@dataclass(frozen=True)
class Verdict:
    """What the simulation of the RTL gave.

    Attributes:
        record: the checks that passed.
        counts: the counted cycles; None if the core hangs.
        why: why the core is not verified; empty if it is.
    """

    record: VerificationRecord
    counts: Counts | None
    why: str = ""


def judge(
    design: CoreDesign, function: Function, ports: list[Port], store: Store, *, unverified: bool
) -> Verdict:
    """Verifies and counts a core.

    Args:
        design: the core.
        function: what it computes.
        ports: its ports besides the clock.
        store: where compiled cores are kept.
        unverified: whether a wrong core is counted, too.

    Raises:
        BadInput: a port is too narrow for what the core file puts on it.
        NotVerified: the core is wrong or hangs, and ``unverified`` is false.
    """
    located = design.located
    fit.demand(located, function, ports)
    try:
        checks, counts = _simulated(design, function, ports, store)
    except (NotVerified, ToolFailed) as error:
        if not unverified:
            raise NotVerified(
                f"{located.path}: {located.core.title} is not verified and not measured: {error}. "
                "'--unverified' measures it anyway and marks the result"
            ) from error
        record = VerificationRecord("none", 0, 0, design.source_hash)
        return Verdict(record, _counted(design, function, ports, store), str(error))
    cases = sum(one.cases for one in checks)
    return Verdict(VerificationRecord("core", len(checks), cases, design.source_hash), counts)


def _simulated(
    design: CoreDesign, function: Function, ports: list[Port], store: Store
) -> tuple[list[Check], Counts]:
    core = design.located.core
    if isinstance(core.interface, Cocotb):
        return cocotb_check.verify(core, function, Model(design, store))
    simulation = design.simulation(ports, store)
    checks = check.verify(core, function, simulation)
    return checks, check.count(core, function, simulation)


def _counted(
    design: CoreDesign, function: Function, ports: list[Port], store: Store
) -> Counts | None:
    """Returns the cycles of a core that is wrong but ends; None if it hangs."""
    core = design.located.core
    if isinstance(core.interface, Cocotb):
        return None
    try:
        return check.count(core, function, design.simulation(ports, store), compare=False)
    except (NotVerified, ToolFailed):
        return None
