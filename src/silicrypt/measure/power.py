"""The power of a core under blocks in a row, from its simulated netlist."""

from __future__ import annotations

from dataclasses import replace

from silicrypt.errors import NotVerified
from silicrypt.flow.power import CAVEATS
from silicrypt.flow.synth import Synthesized
from silicrypt.measure import cases
from silicrypt.measure.design import CoreDesign
from silicrypt.measure.device import Gates, Port
from silicrypt.measure.drivers import Job, driver
from silicrypt.measure.functions import Function
from silicrypt.measure.netlist import simulated
from silicrypt.measure.result import CoreResult
from silicrypt.results.power import PowerResult
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import StandardCells
from silicrypt.tools import liberty, liberty_power, sta
from silicrypt.tools.gatesim import Activity, Simulator
from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.tools.power import Meter

SCENARIO = "saturated"
#: Messages of the short and of the long run, and blocks of a message. The difference of the runs
#: is the activity of the saturated core.
_FEW, _MANY, _BLOCKS = 1, 5, 4
_CIPHER_BLOCKS = 4


def power(
    design: CoreDesign,
    function: Function,
    synthesized: Synthesized,
    ports: list[Port],
    known: CoreResult,
    store: Store,
) -> PowerResult | None:
    """Returns the power of a core on standard cells; None if its netlist cannot be simulated.

    Raises:
        NotVerified: the netlist gives a wrong result.
    """
    target, core = design.target, design.located.core
    if not isinstance(target, StandardCells) or not cases.is_simulated(core):
        return None
    text = liberty.unpack(target, store).read_text(encoding="utf-8")
    module = synthesized.document["modules"][design.top]
    with simulated(design, synthesized) as simulator:
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
        run_id=run_id(known, function),
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
        caveats=CAVEATS,
        sources=known.sources,
    )


def run_id(known: CoreResult, function: Function) -> str:
    """Returns the run id of the power that belongs to a result."""
    return fingerprint([known.run_id, SCENARIO, _stimulus(function)])


def _stimulus(function: Function) -> str:
    return (
        f"random {'blocks' if function.kind == 'cipher' else f'messages of {_BLOCKS} blocks'} "
        f"(seed 1) as close together as the core permits: what {_MANY - _FEW} more add to {_FEW}"
    )


def _run(
    design: CoreDesign, function: Function, simulator: Simulator, ports: list[Port], count: int
) -> tuple[Activity, int]:
    """Returns the activity of some messages from reset, and the bits of one lane."""
    simulator.power_up(1)
    core = design.located.core
    operated = driver(core, function, Gates(simulator, ports))
    jobs = _jobs(design, function, count)
    warm_up = jobs[0]
    operated.run([warm_up])
    simulator.count()
    outcomes = operated.run(jobs)
    activity = simulator.activity()
    for job, outcome in zip(jobs, outcomes, strict=True):
        if outcome.results != cases.expected(function, job):
            raise NotVerified("the mapped netlist gives a wrong result while its power is measured")
    return activity, 8 * sum(len(job.data[0]) for job in jobs)


def _jobs(design: CoreDesign, function: Function, count: int) -> list[Job]:
    core, lanes = design.located.core, LANES
    if function.kind == "cipher":
        first = cases.random_job(core, function, function.block_bytes, lanes, 1)
        others = (
            cases.random_job(core, function, function.block_bytes, lanes, seed + 1)
            for seed in range(count * _CIPHER_BLOCKS)
        )
        return [replace(one, key=first.key, decrypt=first.decrypt) for one in others]
    size = _BLOCKS * function.block_bytes - 17
    return [cases.random_job(core, function, size, lanes, seed + 1) for seed in range(count)]
