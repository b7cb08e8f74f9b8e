"""Verifies the mapped netlist of a core: the netlist that is measured is the one that is right."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from silicrypt.errors import BadInput, NotVerified, ToolFailed
from silicrypt.flow.synth import Synthesized
from silicrypt.measure import cases
from silicrypt.measure.design import CoreDesign
from silicrypt.measure.device import Gates, Port
from silicrypt.measure.drivers import Driver, Job, driver
from silicrypt.measure.functions import Function
from silicrypt.tools.gatesim import Simulator, compile_netlist, read
from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.verify.netlist import library

_POWER_UP = 1


@dataclass(frozen=True)
class NetlistCheck:
    """What the simulation of a netlist gave.

    Attributes:
        cases: the results that were right; 0 if the netlist was not simulated.
        about: what was simulated, or why nothing was.
    """

    cases: int
    about: str


def verify(
    design: CoreDesign, function: Function, synthesized: Synthesized, ports: Sequence[Port]
) -> NetlistCheck:
    """Simulates the mapped netlist in 64 lanes with the driver of the RTL.

    Raises:
        NotVerified: the netlist gives a wrong result, or none.
    """
    core = design.located.core
    if not cases.is_simulated(core):
        return NetlistCheck(0, "a cocotb driver operates RTL alone")
    if not design.target.simulated:
        return NetlistCheck(0, f"there are no models of the cells of {design.target.name}")
    with simulated(design, synthesized) as simulator:
        if isinstance(simulator, str):
            return NetlistCheck(0, simulator)
        operated = driver(core, function, Gates(simulator, ports))
        count, names = 0, list[str]()
        for section in cases.sections(core, function, brief=True):
            jobs = [widened(job, n) for n, job in enumerate(section.jobs)]
            count += _run(operated, function, jobs, f"{section.name} in 64 lanes")
            names.append(section.name)
    return NetlistCheck(count, f"{', '.join(names)}; 64 messages side by side")


@contextmanager
def simulated(design: CoreDesign, synthesized: Synthesized) -> Iterator[Simulator | str]:
    """Yields the simulator of a netlist, or why the netlist cannot be simulated.

    Registers start with random contents if the core has a reset, else as the device starts them.
    """
    core = design.located.core
    try:
        models = library.cells(design.target)
        if core.reset is not None:
            models = library.any_state(models)
        program = compile_netlist(read(synthesized.document, models, design.top), core.clock)
    except BadInput as error:
        yield str(error)
        return
    with Simulator(program, _POWER_UP) as simulator:
        yield simulator


def widened(job: Job, seed: int) -> Job:
    """Returns a job of many lanes: the first has its data, the others have random data."""
    rng, (data,) = random.Random(seed), job.data
    more = LANES - 1
    keys = [*job.key, *(rng.randbytes(len(job.key[0])) for _ in range(more))] if job.key else []
    return Job([data, *(rng.randbytes(len(data)) for _ in range(more))], keys, job.decrypt)


def _run(operated: Driver, function: Function, jobs: Sequence[Job], what: str) -> int:
    """Runs jobs and compares all lanes; returns the number of results."""
    try:
        outcomes = operated.run(jobs)
    except (NotVerified, ToolFailed) as error:
        raise NotVerified(f"the mapped netlist, {what}: {error}") from error
    for number, (job, outcome) in enumerate(zip(jobs, outcomes, strict=True), 1):
        for found, right in zip(outcome.results, cases.expected(function, job), strict=True):
            if found != right:
                raise NotVerified(
                    f"the mapped netlist, {what}, number {number}, {len(job.data[0])} bytes: it "
                    f"gives {found.hex()} instead of {right.hex()}, although the RTL is right"
                )
    return sum(len(job.data) for job in jobs)
