"""Measures the power of a design point: verifies it, then simulates its mapped netlist."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from silicrypt.base.code import code_key
from silicrypt.base.scope import Progress, silent
from silicrypt.catalog import DesignPoint, Level
from silicrypt.errors import BadInput, UnknownName
from silicrypt.flow.pipeline import PointPipeline, StoredResult
from silicrypt.flow.stimuli import STIMULI, stimuli
from silicrypt.flow.stimulus import Counted, Stimulus
from silicrypt.flow.synth import PointDesign, design_of, write_elaborated, write_mapped
from silicrypt.paths import reference_path
from silicrypt.results.result import PowerResult, VerificationRecord
from silicrypt.results.store import Store, key_of
from silicrypt.targets import StandardCells
from silicrypt.tools import installed, liberty, liberty_power, sta, verilator
from silicrypt.tools.gatesim import Simulator, compile_netlist, read
from silicrypt.tools.gatesim import liberty as liberty_cells
from silicrypt.tools.gatesim.timed import TimedSimulator, delays
from silicrypt.tools.power import Meter, Power

#: Incremented when the same netlist and stimulus must give another result.
FLOW_VERSION = 2

KIND = "power"
_NO_GLITCHES = (
    "no glitches: the simulation has no delays, a net has one edge where it may have several"
)
_GLITCHES = (
    "glitches by inertial delays of the cells: of each edge the delay at the slowest transition "
    "time that static timing finds; inputs change at the clock edge"
)
CAVEATS = (
    "the core alone: no pins, no input or output harness",
    _NO_GLITCHES,
    "no wires: a net is the pins that it leads to",
    "ideal clock: no clock tree, its edges as steep as those of static timing",
    "inputs are steep; an output port is no load",
)


def power(
    point: DesignPoint | str,
    target: str,
    scenarios: Sequence[str] | None = None,
    level: Level | None = None,
    progress: Progress = silent,
    *,
    store: Store | None = None,
    committed: bool = True,
) -> list[PowerResult]:
    """Measures the power of a configuration, or returns the stored results.

    Args:
        point: the design point, or its name.
        target: name of a standard-cell library.
        scenarios: names of scenarios of the unit; all by default.
        level: ``"core"`` (padded blocks in) or ``"stream"`` (bytes in, padding included); the first
            level of the configuration by default.
        progress: called as (done, total, label).
        store: where results are kept; the cache by default.
        committed: whether a committed reference result counts as already measured.

    Returns:
        one result per scenario.

    Raises:
        UnknownName: there is no such configuration, target or scenario.
        BadInput: the target has no energy data, the unit has no stimulus, or the sources changed.
        NotVerified: the design point failed its verification.
        ToolFailed: a tool refused the design.
        StoreError: the result cannot be kept.
    """
    design = _checked(design_of(point, target, level))
    wanted, found = stimuli(design.point, design.level, scenarios), list[PowerResult]()
    pipeline = PointPipeline(
        design, store or Store(), lambda label: progress(len(found), len(wanted), label)
    )

    def measure(stimulus: Stimulus) -> PowerResult:
        record = pipeline.verified_netlist
        counted, drawn = pipeline.power(stimulus)
        known = _known(design, stimulus, record, pipeline.fmax_mhz)
        return complete(known, counted, drawn)

    for stimulus in wanted:
        result = stored_result(design, stimulus)
        found.append(result.load(pipeline, partial(measure, stimulus), committed=committed))
    progress(len(wanted), len(wanted), "done")
    return found


def stored(
    point: DesignPoint | str,
    target: str,
    scenario: str,
    level: Level | None = None,
    store: Store | None = None,
) -> PowerResult | None:
    """Returns the stored result of the current sources, or None. Runs no tool.

    Raises:
        UnknownName: there is no such configuration, target or scenario.
    """
    design = _checked(design_of(point, target, level))
    (stimulus,) = stimuli(design.point, design.level, (scenario,))
    return stored_result(design, stimulus).stored(store or Store())


def stored_result(design: PointDesign, stimulus: Stimulus) -> StoredResult[PowerResult]:
    """Returns where the result of a design with a stimulus is kept."""
    path = reference_path(design.target.name, design.name, design.level, stimulus.scenario)

    def current(known: PointDesign, compiler: str | None) -> str:
        return run_id(known, stimulus, compiler)

    return StoredResult(design, PowerResult, KIND, path, current)


def run_id(design: PointDesign, stimulus: Stimulus, compiler: str | None = None) -> str:
    """Returns a hash of everything that decides a result, without name and frequency.

    Args:
        design: the design.
        stimulus: the stimulus.
        compiler: the version of the C++ compiler that builds the simulators; that of this machine
            by default.
    """
    simulated = (read, compile_netlist, Simulator, Meter, sta.analyse, liberty.timing)
    timed = (TimedSimulator, delays) if stimulus.delays else ()
    libraries = (liberty_cells.library, liberty_power.power, liberty_power.voltage)
    return key_of(
        {
            "flow": FLOW_VERSION,
            "sources": design.source_hash,
            "mapping": design.settings,
            "level": design.level,
            "scenario": stimulus.scenario,
            "compiler": compiler or verilator.compiler_version(),
        },
        code_key(
            *(write_elaborated, write_mapped, *simulated, *timed, *libraries),
            *(stimulus.play, complete),
        ),
    )


def holds(result: PowerResult, design: PointDesign) -> bool:
    """Returns whether the current sources, tools and code would give the same result again."""
    if design.point.unit.interface not in STIMULI:
        return False
    try:
        (stimulus,) = stimuli(design.point, design.level, (result.scenario,))
    except UnknownName:
        return False
    return stored_result(design, stimulus).holds(result)


def _checked(design: PointDesign) -> PointDesign:
    if not isinstance(design.target, StandardCells):
        raise BadInput(
            f"the power on {design.target.name} cannot be measured: only the cells of a "
            "standard-cell library say what they take, as on nangate45"
        )
    design.point.top(design.level)  # raises if the configuration has no such level
    return design


def _known(
    design: PointDesign, stimulus: Stimulus, record: VerificationRecord, fmax_mhz: float
) -> dict[str, Any]:
    """Returns the part of a result that is known without the simulation."""
    return {
        "run_id": run_id(design, stimulus),
        "config": design.name,
        "algorithm": design.point.computes,
        "parameters": dict(design.parameters),
        "level": design.level,
        "target": design.target.name,
        "target_about": design.target.about,
        "verified": True,
        "verification": record,
        "scenario": stimulus.scenario,
        "stimulus": stimulus.about,
        "fmax_mhz": round(fmax_mhz, 2),
        "sources": tuple(source.path for source in design.sources),
        "tool_versions": dict(installed.implementation(design.target)),
        "caveats": tuple(
            _GLITCHES if stimulus.delays and one == _NO_GLITCHES else one for one in CAVEATS
        ),
    }


def complete(known: dict[str, Any], counted: Counted, power: Power) -> PowerResult:
    """Returns the complete result, with the figures of the simulation."""
    return PowerResult(
        **known,
        cycles=counted.activity.cycles,
        lanes=counted.activity.lanes,
        message_bits=counted.message_bits,
        clock_fj=round(power.dynamic_fj("clock"), 3),
        sequential_fj=round(power.dynamic_fj("sequential"), 3),
        combinational_fj=round(power.dynamic_fj("combinational"), 3),
        nets_fj=round(sum(power.nets_fj.values()), 3),
        leakage_nw=round(power.leakage_nw, 3),
        toggles=round(power.toggles, 3),
        ff=power.clocked,
        gated_ff=power.gated,
        clock_toggles=round(power.clock_toggles, 6),
        gated_clock_toggles=round(power.gated_clock_toggles, 6),
    )
