"""Verifies the mapped netlist of a core, which is the one that is measured, and its power."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from silicrypt.errors import BadInput, NotVerified, ToolFailed
from silicrypt.measure import core_checks
from silicrypt.measure.core_file import CocotbInterface
from silicrypt.measure.core_flow import POWER_CAVEATS, CoreDesign, Synthesized
from silicrypt.measure.core_result import SCENARIO, CoreResult
from silicrypt.measure.device import CorePort, gates
from silicrypt.measure.drivers import CoreJob, driver
from silicrypt.measure.functions import CoreFunction
from silicrypt.results.power import PowerResult
from silicrypt.results.result import VerificationRecord
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import StandardCells
from silicrypt.tools import liberty, liberty_power, sta
from silicrypt.tools.gatesim import Activity, Simulator, compile_netlist, read
from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.tools.power import Meter
from silicrypt.verify import netlist_check as library

_POWER_UP = 1
#: Messages of the short and of the long run, and blocks of a message. The difference of the runs
#: is the activity of the saturated core.
_FEW, _MANY, _BLOCKS = 1, 5, 4


def verify(
    design: CoreDesign,
    function: CoreFunction,
    synthesized: Synthesized,
    ports: Sequence[CorePort],
    record: VerificationRecord,
) -> VerificationRecord:
    """Simulates the mapped netlist in 64 lanes with the driver of the RTL.

    Returns:
        The record of the RTL with the results that were right, or why none was simulated.

    Raises:
        NotVerified: the netlist gives a wrong result, or none.
    """
    if isinstance(design.core.interface, CocotbInterface):
        return replace(record, netlist_about="a cocotb driver operates RTL alone")
    if not design.target.simulated:
        about = f"there are no models of the cells of {design.target.name}"
        return replace(record, netlist_about=about)
    with _simulated(design, synthesized) as simulator:
        if isinstance(simulator, str):
            return replace(record, netlist_about=simulator)
        operated = driver(design.core, function, gates(simulator, ports))
        cases, names = 0, list[str]()
        for group in core_checks.groups(design.core, function, brief=True):
            what = f"the mapped netlist, {group.name} in 64 lanes"
            jobs = [_widened(job, n) for n, job in enumerate(group.jobs)]
            try:
                outcomes = operated.run(jobs)
            except (NotVerified, ToolFailed) as error:
                raise NotVerified(f"{what}: {error}") from error
            for number, (job, outcome) in enumerate(zip(jobs, outcomes, strict=True), 1):
                where = f"{what}, number {number}, {len(job.data[0])} bytes"
                _require_right(where, outcome.results, core_checks.expected(function, job))
            cases += LANES * len(jobs)
            names.append(group.name)
    return replace(
        record,
        netlist=synthesized.sha256[:16] if cases else "",
        netlist_cases=cases,
        netlist_about=f"{', '.join(names)}; 64 messages side by side",
    )


def _require_right(where: str, results: Sequence[bytes], expected: Sequence[bytes]) -> None:
    for result, right in zip(results, expected, strict=True):
        if result != right:
            raise NotVerified(
                f"{where}: it gives {result.hex()} instead of {right.hex()}, although the RTL is "
                "right"
            )


@contextmanager
def _simulated(design: CoreDesign, synthesized: Synthesized) -> Iterator[Simulator | str]:
    """Yields the simulator of a netlist, or why the netlist cannot be simulated.

    Registers start with random contents if the core has a reset, else as the device starts them.
    """
    try:
        models = library.cells(design.target)
        if design.core.reset is not None:
            models = library.any_state(models)
        netlist = read(synthesized.document, models, design.top)
        program = compile_netlist(netlist, design.core.clock)
    except BadInput as error:
        yield str(error)
        return
    with Simulator(program, _POWER_UP) as simulator:
        yield simulator


def _widened(job: CoreJob, seed: int) -> CoreJob:
    """Returns a job of many lanes: the first has its data, the others have random data."""
    rng, (data,) = random.Random(seed), job.data
    more = LANES - 1
    keys = [*job.key, *(rng.randbytes(len(job.key[0])) for _ in range(more))] if job.key else []
    return CoreJob([data, *(rng.randbytes(len(data)) for _ in range(more))], keys, job.decrypt)


def power(
    design: CoreDesign,
    function: CoreFunction,
    synthesized: Synthesized,
    ports: Sequence[CorePort],
    known: CoreResult,
    store: Store,
) -> PowerResult | None:
    """Returns the power of a core on standard cells; None if its netlist cannot be simulated.

    Raises:
        NotVerified: the netlist gives a wrong result.
    """
    target = design.target
    if not isinstance(target, StandardCells) or isinstance(design.core.interface, CocotbInterface):
        return None
    text = liberty.unpack(target, store).read_text(encoding="utf-8")
    module = synthesized.document["modules"][design.top]
    with _simulated(design, synthesized) as simulator:
        if isinstance(simulator, str):
            return None
        types = sta.cell_types(module)
        timing = sta.analyse(module, liberty.timing(text, types))
        cells, voltage = liberty_power.power(text, types), liberty_power.voltage(text)
        meter = Meter(module, simulator.program, cells, timing, voltage)
        simulator.probe(meter.probes)
        few, many = (_run(design, function, simulator, ports, n) for n in (_FEW, _MANY))
        energy = meter.read(activity := many[0] - few[0])
    return PowerResult(
        run_id=power_run_id(known, function),
        config=known.config,
        algorithm=known.algorithm,
        parameters=known.parameters,
        level=known.level,
        target=known.target,
        target_about=known.target_about,
        verified=known.verified,
        verification=known.verification,
        scenario=SCENARIO,
        stimulus=_stimulus(function),
        cycles=activity.cycles,
        lanes=activity.lanes,
        message_bits=many[1] - few[1],
        clock_fj=round(energy.dynamic_fj("clock"), 3),
        sequential_fj=round(energy.dynamic_fj("sequential"), 3),
        combinational_fj=round(energy.dynamic_fj("combinational"), 3),
        nets_fj=round(sum(energy.nets_fj.values()), 3),
        leakage_nw=round(energy.leakage_nw, 3),
        toggles=round(energy.toggles, 3),
        ff=energy.clocked,
        gated_ff=energy.gated,
        clock_toggles=round(energy.clock_toggles, 6),
        gated_clock_toggles=round(energy.gated_clock_toggles, 6),
        fmax_mhz=round(timing.fmax_mhz, 2),
        tool_versions=known.tool_versions,
        caveats=POWER_CAVEATS,
        sources=known.sources,
    )


def power_run_id(known: CoreResult, function: CoreFunction) -> str:
    """Returns the run id of the power that belongs to a result."""
    return fingerprint([known.run_id, SCENARIO, _stimulus(function)])


def _stimulus(function: CoreFunction) -> str:
    return (
        f"random {'blocks' if function.kind == 'cipher' else f'messages of {_BLOCKS} blocks'} "
        f"(seed 1) as close together as the core permits: what {_MANY - _FEW} more add to {_FEW}"
    )


def _run(
    design: CoreDesign,
    function: CoreFunction,
    simulator: Simulator,
    ports: Sequence[CorePort],
    count: int,
) -> tuple[Activity, int]:
    """Returns the activity of some messages from reset, and the bits of one lane."""
    simulator.power_up(1)
    operated = driver(design.core, function, gates(simulator, ports))
    jobs = _jobs(design, function, count)
    operated.run(jobs[:1])
    simulator.count()
    outcomes = operated.run(jobs)
    activity = simulator.activity()
    for job, outcome in zip(jobs, outcomes, strict=True):
        if outcome.results != core_checks.expected(function, job):
            raise NotVerified("the mapped netlist gives a wrong result while its power is measured")
    return activity, 8 * sum(len(job.data[0]) for job in jobs)


def _jobs(design: CoreDesign, function: CoreFunction, count: int) -> list[CoreJob]:
    cipher, size = function.kind == "cipher", function.block_bytes
    size, number = (size, count * _BLOCKS) if cipher else (_BLOCKS * size - 17, count)
    seeds = range(1, number + 1)
    jobs = [core_checks.random_job(design.core, function, size, LANES, seed) for seed in seeds]
    # All blocks of a cipher have one key and one direction.
    return [
        replace(job, key=jobs[0].key, decrypt=jobs[0].decrypt) if cipher else job for job in jobs
    ]
