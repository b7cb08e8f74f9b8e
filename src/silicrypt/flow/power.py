"""Measures the power of a design point: verifies it, then simulates its mapped netlist."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from silicrypt.base.code import code_key
from silicrypt.base.progress import Progress, silent
from silicrypt.catalog import DesignPoint, Level
from silicrypt.errors import BadInput, UnknownName
from silicrypt.flow import verification
from silicrypt.flow.stimuli import STIMULI, Counted, Stimulus, stimuli
from silicrypt.flow.synth import (
    PointDesign,
    design_of,
    synthesize,
    write_elaborated,
    write_mapped,
)
from silicrypt.paths import reference_path
from silicrypt.results.power import PowerResult
from silicrypt.results.result import (
    FILE,
    VerificationRecord,
    load_as,
    load_if_sound,
    render,
    whole_key,
)
from silicrypt.results.store import Store, key_of
from silicrypt.targets import StandardCells
from silicrypt.tools import liberty, liberty_power, sta, verilator, versions
from silicrypt.tools.gatesim import Activity, Program, Simulator, compile_netlist, read
from silicrypt.tools.gatesim import liberty as liberty_cells
from silicrypt.tools.power import Meter, Power
from silicrypt.tools.timedsim import TimedActivity, TimedSimulator, delays

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
    wanted = stimuli(design.point, design.level, scenarios)
    with _Bench(design, store or Store(), progress, len(wanted)) as bench:
        found = [bench.result(done, stimulus, committed) for done, stimulus in enumerate(wanted)]
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
    if (found := reference(design, stimulus)) is not None:
        return found
    path = (store or Store()).path(KIND, _key(design, stimulus)) / FILE
    result = load_if_sound(PowerResult, path)
    return result.renamed(design.name) if result else None


def reference(design: PointDesign, stimulus: Stimulus) -> PowerResult | None:
    """Returns the committed result if it was measured on the current sources. Runs no tool."""
    name, scenario = design.name, stimulus.scenario
    path = reference_path(design.target.name, name, design.level, scenario)
    result = load_if_sound(PowerResult, path)
    return result if result and holds(result, design) else None


def _key(design: PointDesign, stimulus: Stimulus) -> str:
    """Returns the `PowerResult.key` of the current sources, tools and code."""
    suite = verification.key(design.point.inside or design.point, verification.SUITE)
    return whole_key(run_id(design, stimulus), suite, verification.netlist_key(design))


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
            *(stimulus.play, _told),
        ),
    )


def holds(result: PowerResult, design: PointDesign) -> bool:
    """Returns whether the current sources, tools and code would give the same result again."""
    record = result.verification
    known = _measured(result, design)
    return (
        known is not None
        and verification.netlist_key(known, record.compiler) == record.netlist_key
        and verification.holds(record, design.point)
    )


def _measured(result: PowerResult, design: PointDesign) -> PointDesign | None:
    """Returns the design with its files if the figures of a result are current, else None."""
    known = design.made_of(result.sources)
    if known is None or design.point.unit.interface not in STIMULI:
        return None
    try:
        (stimulus,) = stimuli(design.point, design.level, (result.scenario,))
    except UnknownName:
        return None
    current = run_id(known, stimulus, result.verification.compiler)
    return known if current == result.run_id else None


def _checked(design: PointDesign) -> PointDesign:
    if not isinstance(design.target, StandardCells):
        raise BadInput(
            f"the power on {design.target.name} cannot be measured: only the cells of a "
            "standard-cell library say what they take, as on nangate45"
        )
    design.point.top(design.level)  # raises if the configuration has no such level
    return design


@dataclass
class _Bench:
    """The netlist of a design in the simulator, set up when the first scenario needs it.

    Attributes:
        design: the design.
        store: where netlists and verifications are kept.
        progress: called as (done, total, label).
        total: number of scenarios to measure.
        done: number of scenarios measured.
    """

    design: PointDesign
    store: Store
    progress: Progress
    total: int
    done: int = 0

    def __enter__(self) -> Self:
        """Returns the bench itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Ends the simulators that were started."""
        for name in ("_simulator", "_timed_simulator"):
            if name in self.__dict__:
                self.__dict__[name].close()

    def result(self, done: int, stimulus: Stimulus, committed: bool) -> PowerResult:
        """Returns the stored result of a scenario, or measures it.

        Args:
            done: number of scenarios before this one.
            stimulus: the stimulus of the scenario.
            committed: whether a committed reference result counts as already measured.
        """
        self.done, wanted = done, run_id(self.design, stimulus)

        def build(folder: Path) -> None:
            result = self._renewed(stimulus) if committed else None
            text = render(result or self._measure(stimulus))
            (folder / FILE).write_text(text, encoding="utf-8")

        if committed and (found := reference(self.design, stimulus)) is not None:
            return found
        found = self.store.load(
            KIND,
            _key(self.design, stimulus),
            build,
            lambda folder: load_as(PowerResult, folder / FILE, wanted),
        )
        return found.renamed(self.design.name)

    def _renewed(self, stimulus: Stimulus) -> PowerResult | None:
        """Returns the committed result with a new record, if only its verification was stale."""
        design, name = self.design, self.design.name
        path = reference_path(design.target.name, name, design.level, stimulus.scenario)
        result = load_if_sound(PowerResult, path)
        if result is None or _measured(result, design) is None:
            return None
        renewed = verification.carried(result.verification, design, self._suite)
        return replace(result, verification=renewed) if renewed else None

    def _measure(self, stimulus: Stimulus) -> PowerResult:
        """Verifies and maps the design and simulates a scenario."""
        began, clock = datetime.now(UTC), time.monotonic()
        record = self._record
        simulator = self._timed_simulator if stimulus.delays else self._simulator
        self._say(f"simulating {stimulus.scenario}")
        counted = stimulus.play(simulator)
        known = _result(self.design, stimulus, record, self._timing.fmax_mhz)
        times: dict[str, str | float] = {
            "started": began.isoformat(timespec="seconds"),
            "seconds": round(time.monotonic() - clock, 1),
        }
        return replace(_told(known, counted, self._power(counted.activity)), times=times)

    def _power(self, activity: Activity) -> Power:
        if isinstance(activity, TimedActivity):
            return self._meter.read_timed(activity)
        return self._meter.read(activity)

    def _say(self, label: str) -> None:
        self.progress(self.done, self.total, label)

    @cached_property
    def _suite(self) -> VerificationRecord:
        """The record that the sources passed."""
        self._say("verifying")
        point, suite = self.design.point, verification.SUITE
        return verification.require(point, suite, self.store, self._verifying)

    @cached_property
    def _record(self) -> VerificationRecord:
        """The record that the sources and the netlist passed."""
        record = self._suite
        self._say("synthesising")
        netlist = synthesize(self.design, self.store)
        self._say("verifying the netlist")
        record = verification.require_netlist(self.design, netlist, record, self.store)
        if replace(self.design).source_hash != self.design.source_hash:
            raise BadInput("the sources changed while they were verified; run the command again")
        return record

    def _verifying(self, done: int, total: int, label: str) -> None:
        self._say(f"verifying: {label} ({done}/{total})")

    @cached_property
    def _document(self) -> dict[str, Any]:
        self._say("synthesising")
        return synthesize(self.design, self.store).document

    @property
    def _module(self) -> dict[str, Any]:
        module: dict[str, Any] = self._document["modules"][self._top]
        return module

    @property
    def _top(self) -> str:
        return self.design.top

    @cached_property
    def _library(self) -> str:
        target = self.design.target
        assert isinstance(target, StandardCells)  # checked before
        return liberty.unpack(target, self.store).read_text(encoding="utf-8")

    @cached_property
    def _program(self) -> Program:
        document = self._document
        self._say("reading the netlist")
        cells = liberty_cells.library(self._library, where=self.design.target.name)
        return compile_netlist(read(document, cells, self._top))

    @cached_property
    def _cells(self) -> Mapping[str, liberty.CellTiming]:
        return liberty.timing(self._library, sta.cell_types(self._module))

    @cached_property
    def _timing(self) -> sta.Timing:
        self._say("static timing")
        return sta.analyse(self._module, self._cells)

    @cached_property
    def _simulator(self) -> Simulator:
        meter = self._meter
        simulator = Simulator(self._program)
        simulator.probe(meter.probes)
        return simulator

    @cached_property
    def _timed_simulator(self) -> TimedSimulator:
        meter = self._meter
        found = delays(self._module, self._program, self._cells, self._timing)
        simulator = TimedSimulator(self._program, found)
        simulator.probe(meter.probes)
        return simulator

    @cached_property
    def _meter(self) -> Meter:
        module, program, timing = self._module, self._program, self._timing
        self._say("looking up energies")
        cells = liberty_power.power(self._library, sta.cell_types(module))
        return Meter(module, program, cells, timing, liberty_power.voltage(self._library))


def _result(
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
        "tool_versions": dict(versions.implementation(design.target)),
        "caveats": tuple(
            _GLITCHES if stimulus.delays and one == _NO_GLITCHES else one for one in CAVEATS
        ),
    }


def _told(known: dict[str, Any], counted: Counted, power: Power) -> PowerResult:
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
