"""The steps from a design to its figures: each is done once, when its product is first needed.

    sources: verified
       |
    mapped netlist: verified
       |-- placed and routed with each seed (FPGAs)
       |-- static timing (standard cells)
       `-- simulated with a stimulus: power (standard cells)

A `Pipeline` has these steps for any design, except the verification, which depends on what is known
of the design. A `PointPipeline` verifies design points of the catalogue. A `StoredResult` knows
where their results are kept.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from silicrypt.base.code import code_key
from silicrypt.errors import BadInput
from silicrypt.flow import cluster, figures, verification
from silicrypt.flow.stimulus import Counted, Stimulus
from silicrypt.flow.synth import Design, PointDesign, Synthesized, synthesize
from silicrypt.results.result import (
    FILE,
    PowerResult,
    Result,
    VerificationRecord,
    load_as,
    load_if_sound,
    render,
    whole_key,
)
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Mapped, Routed, StandardCells
from silicrypt.tools import installed, liberty, liberty_power, nextpnr, process, sta, yosys
from silicrypt.tools.canonical import Shell
from silicrypt.tools.gatesim import Program, Simulator, compile_netlist, read
from silicrypt.tools.gatesim.timed import Delays, TimedActivity, TimedSimulator, delays
from silicrypt.tools.nextpnr import Routing
from silicrypt.tools.power import Meter, Power

_ROUTES = "routes"
_AnyResult = TypeVar("_AnyResult", Result, PowerResult)


@dataclass
class Pipeline:
    """The products of a design.

    Attributes:
        design: the design.
        store: where netlists, routings and libraries are kept.
        say: called with the name of a step that begins.
    """

    design: Design
    store: Store
    say: Callable[[str], None] = lambda _: None

    @cached_property
    def synthesized(self) -> Synthesized:
        """The mapped netlist.

        Raises:
            ToolFailed: Yosys refused the design, or the mapping was not proved.
        """
        self.say("synthesising")
        return synthesize(self.design, self.store)

    def routed(
        self,
        seeds: Sequence[int],
        jobs: int | None = 1,
        done: Callable[[int, int], object] = lambda _, __: None,
    ) -> dict[int, Routing]:
        """Places and routes the netlist with each seed.

        Args:
            seeds: the seeds.
            jobs: seeds placed at the same time; None on a cluster, whose workers place one each.
            done: called with the number of seeds that are routed, and the last of them.

        Raises:
            ToolFailed: a tool refused the netlist.
        """
        netlist, target, store = self.synthesized, self.design.target, self.store
        assert isinstance(target, Routed)  # the others are not placed
        if jobs is None:
            return spread(netlist, target, seeds, store)
        with process.Pool(min(len(seeds), jobs)) as pool:
            runs = {pool.submit(route, netlist, target, seed, store): seed for seed in seeds}
            for number, run in enumerate(as_completed(runs), 1):
                run.result()
                done(number, runs[run])
        return {seed: run.result() for run, seed in runs.items()}

    @cached_property
    def area(self) -> figures.Area:
        """The area on an FPGA family that designs are only mapped to."""
        target, netlist = self.design.target, self.synthesized
        assert isinstance(target, Mapped)
        return figures.area_of(netlist.counts, netlist.module, target)

    @cached_property
    def cells(self) -> figures.Cells:
        """Area and static timing on standard cells."""
        target, netlist = self.design.target, self.synthesized
        assert isinstance(target, StandardCells)
        return figures.cells_of(netlist.counts, netlist.module, target, self.library)

    def result(
        self,
        known: Result,
        seeds: Sequence[int] = (),
        jobs: int | None = 1,
        done: Callable[[int, int], object] = lambda _, __: None,
    ) -> Result:
        """Returns a result with the figures of the target.

        Args:
            known: the part of the result that is known before.
            seeds: the seeds of the placement.
            jobs: as in `routed`.
            done: as in `routed`.

        Raises:
            ToolFailed: a tool refused the design.
        """
        does = self.design.computation
        match self.design.target:
            case Routed() as target:
                found = figures.routed(known, does, self.routed(seeds, jobs, done))
                found = replace(found, caveats=(*found.caveats, *target.caveats))
            case Mapped() as target:
                return figures.mapped(known, target, self.area)
            case StandardCells() as target:
                found = figures.standard_cells(known, does, target, self.cells)
            case target:
                raise BadInput(f"{target.name} is of a kind that cannot be measured")
        path = figures.named_path(found.critical_path, self.synthesized.names)
        return replace(found, critical_path=path)

    @cached_property
    def library(self) -> str:
        """The text of the library of standard cells."""
        target = self.design.target
        assert isinstance(target, StandardCells)  # the others have none
        return liberty.unpack(target, self.store).read_text(encoding="utf-8")

    @cached_property
    def program(self) -> Program:
        """The netlist for the simulator.

        Raises:
            BadInput: there is no model of a cell.
        """
        self.say("reading the netlist")
        netlist = read(self.synthesized.document, self.design.models(), self.design.top)
        return compile_netlist(netlist, self.design.clock)

    @cached_property
    def meter(self) -> Meter:
        """What the cells take for their activity."""
        module, timing, program = self._module, self._timing, self.program
        self.say("looking up energies")
        energies = liberty_power.power(self.library, sta.cell_types(module))
        return Meter(module, program, energies, timing, liberty_power.voltage(self.library))

    @property
    def fmax_mhz(self) -> float:
        """The clock by static timing, of standard cells."""
        return self._timing.fmax_mhz

    def metered(self, timed: bool = False) -> Simulator:
        """Returns a new simulator that counts what the meter reads.

        Args:
            timed: whether the cells have delays.
        """
        probes = self.meter.probes
        simulator = TimedSimulator(self.program, self._delays) if timed else Simulator(self.program)
        simulator.probe(probes)
        return simulator

    def power(self, stimulus: Stimulus) -> tuple[Counted, Power]:
        """Simulates the netlist with a stimulus; returns the activity, and what it takes.

        Raises:
            NotVerified: the netlist gives a wrong result.
        """
        with self.metered(stimulus.delays) as simulator:
            self.say(f"simulating {stimulus.scenario}")
            counted = stimulus.play(simulator)
        if isinstance(counted.activity, TimedActivity):
            return counted, self.meter.read_timed(counted.activity)
        return counted, self.meter.read(counted.activity)

    @property
    def _module(self) -> dict[str, Any]:
        module: dict[str, Any] = self.synthesized.document["modules"][self.design.top]
        return module

    @cached_property
    def _timing(self) -> sta.Timing:
        self.say("static timing")
        return sta.analyse(self._module, self._cell_timing)

    @cached_property
    def _cell_timing(self) -> dict[str, liberty.CellTiming]:
        return liberty.timing(self.library, sta.cell_types(self._module))

    @cached_property
    def _delays(self) -> Delays:
        return delays(self._module, self.program, self._cell_timing, self._timing)


@dataclass
class PointPipeline(Pipeline):
    """The products of a design point, with its verification."""

    design: PointDesign

    @cached_property
    def verified(self) -> VerificationRecord:
        """The record that the sources passed.

        Raises:
            NotVerified: a check failed.
            BadInput: the sources changed meanwhile.
        """
        self.say("verifying")
        record = verification.require(
            self.design.point,
            verification.SUITE,
            self.store,
            lambda done, total, label: self.say(f"verifying: {label} ({done}/{total})"),
        )
        if replace(self.design).source_hash != self.design.source_hash:
            raise BadInput("the sources changed while they were verified; run the command again")
        return record

    @cached_property
    def verified_netlist(self) -> VerificationRecord:
        """The record that the sources and the mapped netlist passed.

        Raises:
            NotVerified: a check failed.
        """
        record, netlist = self.verified, self.synthesized
        self.say("verifying the netlist")
        return verification.require_netlist(self.design, netlist, record, self.store)


@dataclass(frozen=True)
class StoredResult(Generic[_AnyResult]):
    """A result of a design point among the committed ones and in a store.

    Attributes:
        design: the design.
        record_type: the type of the result.
        kind: the kind of the entries of a store with such results.
        path: the file of the committed result, whether it exists or not.
        run_id: returns a hash of everything that decides the result, besides the verification, for
            a design with its files and the version of the C++ compiler.
    """

    design: PointDesign
    record_type: type[_AnyResult]
    kind: str
    path: Path
    run_id: Callable[[PointDesign, str | None], str]

    @property
    def key(self) -> str:
        """The key of the result with the current sources, tools and code."""
        return result_key(self.design, self.run_id(self.design, None))

    def measured(self, result: _AnyResult) -> PointDesign | None:
        """Returns the design with its files if the figures of a result are current, else None.

        Elaboration is not repeated. It would reach the same files as before, provided that none of
        them changed and that no other file now defines one of their modules.
        """
        known = self.design.made_of(result.sources)
        if known is None or self.run_id(known, result.verification.compiler) != result.run_id:
            return None
        return known

    def holds(self, result: _AnyResult) -> bool:
        """Returns whether the current sources, tools and code would give a result again."""
        known, record = self.measured(result), result.verification
        return (
            known is not None
            and verification.netlist_key(known, record.compiler) == record.netlist_key
            and verification.holds(record, self.design.point)
        )

    @property
    def committed(self) -> _AnyResult | None:
        """The committed result if it holds. No tool is run."""
        result = load_if_sound(self.record_type, self.path)
        return result if result and self.holds(result) else None

    def stored(self, store: Store) -> _AnyResult | None:
        """Returns the committed result, or that in a store, if it holds. No tool is run."""
        if (found := self.committed) is not None:
            return found
        result = load_if_sound(self.record_type, store.path(self.kind, self.key) / FILE)
        return result.renamed(self.design.name) if result else None

    def load(
        self, pipeline: PointPipeline, measure: Callable[[], _AnyResult], *, committed: bool
    ) -> _AnyResult:
        """Returns the result if it holds, else measures it.

        Args:
            pipeline: the pipeline of the design, with the store.
            measure: returns the result of a verified design.
            committed: whether the committed result counts as already measured. If only its
                verification is stale, then it gets the new record.
        """
        if committed and (found := self.committed) is not None:
            return found

        def build(folder: Path) -> None:
            began, clock = datetime.now(UTC), time.monotonic()
            record = pipeline.verified
            result = self._renewed(record) if committed else None
            if result is None:
                result = measure()
                times: dict[str, str | float] = {
                    "started": began.isoformat(timespec="seconds"),
                    "seconds": round(time.monotonic() - clock, 1),
                }
                result = replace(result, times=times)
            (folder / FILE).write_text(render(result), encoding="utf-8")

        wanted = self.run_id(self.design, None)
        found = pipeline.store.load(
            self.kind,
            self.key,
            build,
            lambda folder: load_as(self.record_type, folder / FILE, wanted),
        )
        return found.renamed(self.design.name)

    def _renewed(self, record: VerificationRecord) -> _AnyResult | None:
        """Returns the committed result with a new record, if only its verification was stale."""
        result = load_if_sound(self.record_type, self.path)
        if result is None or self.measured(result) is None:
            return None
        renewed = verification.carried(result.verification, self.design, record)
        return replace(result, verification=renewed) if renewed else None


def result_key(design: PointDesign, run_id: str) -> str:
    """Returns the `Result.key` of the current sources, tools and code."""
    suite = verification.key(design.point.inside or design.point, verification.SUITE)
    return whole_key(run_id, suite, verification.netlist_key(design))


def route(synthesized: Synthesized, target: Routed, seed: int, store: Store) -> Routing:
    """Places and routes a netlist with one seed.

    The key of a routing is the content of the netlist. The names in a netlist follow from its
    structure, so a change of the sources that keeps the structure needs no new place and route.

    Raises:
        ToolFailed: a tool refused the design.
    """

    def build(folder: Path) -> None:
        place(synthesized.core, target, seed, folder)
        report = (folder / nextpnr.REPORT).read_text(encoding="utf-8")
        figures.routing(report, synthesized.counts, target)

    folder = store.get(_ROUTES, _route_key(synthesized, target, seed), build)
    report = (folder / nextpnr.REPORT).read_text(encoding="utf-8")
    return figures.routing(report, synthesized.counts, target)


def place(netlist: str, target: Routed, seed: int, folder: Path) -> None:
    """Places and routes a netlist; the report of the router stays in the folder.

    Raises:
        ToolFailed: the router refused the netlist.
    """
    copy = folder / nextpnr.NETLIST
    copy.write_text(target.detached(netlist), encoding="utf-8")
    for name, text in target.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    arguments = [target.router, *target.arguments(seed)]
    process.run_child("nextpnr", arguments, cwd=folder, log=folder / "route.out")
    copy.unlink()  # the store holds the netlist under a separate key


def _route_key(synthesized: Synthesized, target: Routed, seed: int) -> str:
    """Returns a hash of everything that decides a routing."""
    (package,) = target.routed_by
    given: dict[str, object] = {
        "netlist": hashlib.sha256(target.detached(synthesized.core).encode()).hexdigest(),
        "arguments": target.arguments(seed),
        "tools": installed.version(package),
        "code": code_key(place, type(target)),
    }
    return fingerprint(given | ({"files": dict(target.files)} if target.files else {}))


def spread(
    synthesized: Synthesized, target: Routed, seeds: Sequence[int], store: Store
) -> dict[int, Routing]:
    """Places and routes on the workers of a cluster, from a task on one of them.

    The netlist is sent to the workers, and the reports of the router come back.

    Raises:
        ToolFailed: a tool refused the design.
    """
    stat = (synthesized.folder / yosys.STAT).read_text(encoding="utf-8")
    keys = {seed: _route_key(synthesized, target, seed) for seed in seeds}
    left = [s for s in seeds if not (store.path(_ROUTES, keys[s]) / nextpnr.REPORT).is_file()]
    parcels = [_Parcel(synthesized.core, stat, target, seed) for seed in left]
    for seed, report in zip(left, cluster.spread(_report, parcels), strict=True):

        def build(folder: Path, report: str = report) -> None:
            (folder / nextpnr.REPORT).write_text(report, encoding="utf-8")

        store.get(_ROUTES, keys[seed], build)
    return {seed: route(synthesized, target, seed, store) for seed in seeds}


@dataclass(frozen=True)
class _Parcel:
    """What a worker needs to place and route: netlist, cell counts, target and seed."""

    core: str
    stat: str
    target: Routed
    seed: int


def _report(parcel: _Parcel) -> str:
    """Places and routes with the store of this worker, and returns the router's report."""
    store = Store()

    def build(folder: Path) -> None:
        (folder / yosys.NETLIST).write_text(parcel.core, encoding="utf-8")
        (folder / yosys.STAT).write_text(parcel.stat, encoding="utf-8")

    folder = store.get("sent-netlists", fingerprint([parcel.core, parcel.stat]), build)
    synthesized = Synthesized(folder, Shell("", {}), None)
    route(synthesized, parcel.target, parcel.seed, store)
    routed = store.path(_ROUTES, _route_key(synthesized, parcel.target, parcel.seed))
    return (routed / nextpnr.REPORT).read_text(encoding="utf-8")
