"""Measures a core: verify, count, map, verify the netlist, place and route or time, keep."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from silicrypt import targets
from silicrypt.base.code import code_key
from silicrypt.base.progress import Progress, silent
from silicrypt.errors import BadInput, NotVerified, ToolFailed
from silicrypt.flow import cluster, implement
from silicrypt.measure import (
    cocotb_core,
    core_checks,
    core_file,
    core_flow,
    core_netlist,
    core_sources,
    functions,
)
from silicrypt.measure.core_file import CocotbInterface, ParsedCoreFile
from silicrypt.measure.core_flow import CoreDesign, CycleCounts, Synthesized
from silicrypt.measure.core_result import FOLDER, SCENARIO, CoreResult, MeasuredCore, path_of
from silicrypt.measure.device import CorePort
from silicrypt.measure.functions import CoreFunction
from silicrypt.results.power import PowerResult
from silicrypt.results.result import PathStep, VerificationRecord, load_if_sound
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Routed, StandardCells, Target
from silicrypt.tools import verilator, versions

#: Incremented when the same core and tools must give another result.
_VERSION = 1
#: Where Yosys continues the name of a net with the cells that lead to it.
_MADE = re.compile(r"_(?:LUT\d|CCU2C|PFUMX|L6MUX21|TRELLIS_FF)_")


@dataclass(frozen=True)
class Work:
    """What is measured. It holds the sources of the core, so that it can be sent to a worker.

    Attributes:
        design: the core on the target.
        function: what the core computes.
        seeds: seeds of the placement.
        unverified: whether a core that is wrong is measured, too.
    """

    design: CoreDesign
    function: CoreFunction
    seeds: tuple[int, ...]
    unverified: bool = False

    @staticmethod
    def of(
        parsed: ParsedCoreFile, target: Target, seeds: tuple[int, ...], *, unverified: bool = False
    ) -> Work:
        """Returns the work on the core of a core file.

        Raises:
            UnknownName: there is no such algorithm.
            BadInput: a source cannot be read.
        """
        function, own = functions.function_of(parsed), core_sources.resolve(parsed)
        config = core_flow.configuration(parsed.core, function)
        level = core_flow.level_of(parsed.core, function)
        design = CoreDesign(config, level, target, parsed=parsed, own=own)
        return Work(design, function, seeds, unverified)

    @property
    def run_id(self) -> str:
        """A hash of everything that decides the result."""
        core, target = self.design.core, self.design.target
        stated = core.model_dump(mode="json", exclude={"name", "about", "explore"})
        if self.design.own.driver:
            stated["driver"] = self.design.own.driver
        routing = [target.arguments(seed) for seed in self.seeds if isinstance(target, Routed)]
        return fingerprint(
            {
                "version": [_VERSION, implement.FLOW_VERSION],
                "core": stated,
                "sources": self.design.source_hash,
                "target": {k: v for k, v in asdict(target).items() if k != "about"},
                "mapping": self.design.settings,
                "routing": routing,
                "tools": [*versions.implementation(target).items(), versions.version("verilator")],
                "code": code_key(CoreMeasurement, type(target)),
                "compiler": verilator.compiler_version(),
            }
        )

    def stored(self, folder: Path) -> MeasuredCore | None:
        """Returns the result of the same inputs if a folder has it.

        Raises:
            BadInput: the folder has a core of another repository under the same name.
        """
        design = self.design
        named = (folder, design.target.name, design.config.name, design.level)
        path = path_of(*named)
        result = load_if_sound(CoreResult, path)
        here, there = design.own.repository, result.repository if result else ""
        if here and there and here != there:
            raise design.parsed.mistake(
                "name", f"{path} holds the core of {there} under this name; set another name"
            )
        if result is None or result.run_id != self.run_id:
            return None
        if not (result.verified or self.unverified):
            return None
        power_path = path_of(*named, SCENARIO)
        power = load_if_sound(PowerResult, power_path)
        if power is None or power.run_id != core_netlist.power_run_id(result, self.function):
            return MeasuredCore(result, None, (path,))  # that power is of another version
        return MeasuredCore(result, power, (path, power_path))


def measure(
    path: Path,
    target: str,
    seeds: Sequence[int] = implement.SEEDS,
    progress: Progress = silent,
    *,
    results: Path = FOLDER,
    store: Store | None = None,
    jobs: int | None = None,
    unverified: bool = False,
    scheduler: str | None = None,
) -> MeasuredCore:
    """Measures the core of a core file on a target, or returns the stored result.

    Args:
        path: the core file.
        target: name of the target.
        seeds: seeds of the placement; only targets that are placed use them.
        progress: called as (done, total, label).
        results: the folder in which results are kept.
        store: where netlists and routings are kept; the cache by default.
        jobs: seeds placed at the same time; the number of processors by default.
        unverified: whether a core that is wrong is measured, too. Its result says so.
        scheduler: address of a dask scheduler, whose workers then measure.

    Raises:
        BadInput: the core file or a seed cannot be used, or no scheduler answers.
        UnknownName: there is no such algorithm or target.
        NotVerified: the core is wrong or hangs.
        ToolFailed: a tool refused the core.
        StoreError: the result cannot be kept.
    """
    device = targets.get(target)
    work = Work.of(core_file.load(path), device, _seeds(seeds, device), unverified=unverified)
    if (known := work.stored(results)) is not None:
        return known
    if scheduler is None:
        jobs = jobs or os.cpu_count() or 1
        return CoreMeasurement(work, store or Store(), progress, jobs).build().keep(results)
    progress(0, 1, "measuring on the cluster")
    with cluster.connected(scheduler) as link:
        measured = link.call(remotely, work)
    progress(1, 1, "done")
    return measured.keep(results)


def remotely(work: Work) -> MeasuredCore:
    """Measures on a worker of a cluster, with the cache of this worker. Nothing is kept here."""
    return CoreMeasurement(work, Store(), silent, None).build()


def _seeds(seeds: Sequence[int], target: Target) -> tuple[int, ...]:
    if not isinstance(target, Routed):
        return ()
    if not seeds or any(seed < 0 for seed in seeds):
        raise BadInput("seeds must be one or more whole numbers of 0 or above, as in 1,2,3")
    return tuple(sorted(set(seeds)))


@dataclass(frozen=True)
class CoreVerdict:
    """What the simulation of a core gave.

    Attributes:
        record: the checks that passed.
        counts: the counted cycles; None if the core hangs.
        why: why the core is not verified; empty if it is.
    """

    record: VerificationRecord
    counts: CycleCounts | None
    why: str = ""


def judge(work: Work, design: CoreDesign, ports: Sequence[CorePort], store: Store) -> CoreVerdict:
    """Verifies and counts a core, by a driver of ours or by cocotb.

    Args:
        work: what is measured.
        design: the core as Yosys reads it.
        ports: its ports besides the clock.
        store: where compiled cores are kept.

    Raises:
        BadInput: a port is too narrow for what the core file puts on it.
        NotVerified: the core is wrong or hangs, and a wrong core is not to be measured.
    """
    parsed, core, function = design.parsed, design.core, work.function
    core_flow.require_widths(parsed, function, ports)
    by_cocotb = isinstance(core.interface, CocotbInterface)
    try:
        if by_cocotb:
            model = cocotb_core.CocotbModel(design, store)
            checks, counts = cocotb_core.verify(function, model)
        else:
            simulation = design.simulation(ports, store)
            checks = core_checks.verify(core, function, simulation)
            counts = core_checks.count(core, function, simulation)
    except (NotVerified, ToolFailed) as error:
        if not work.unverified:
            raise NotVerified(
                f"{parsed.path}: {core.title} is not verified and not measured: {error}. "
                "'--unverified' measures it anyway and marks the result"
            ) from error
        wrong = CoreVerdict(VerificationRecord("none", 0, 0, design.source_hash), None, str(error))
        if by_cocotb:
            return wrong
        try:
            simulation = design.simulation(ports, store)
            counts = core_checks.count(core, function, simulation, compare=False)
        except (NotVerified, ToolFailed):
            return wrong
        return replace(wrong, counts=counts)
    cases = sum(one.cases for one in checks)
    record = VerificationRecord("core", len(checks), cases, design.source_hash)
    return CoreVerdict(record, counts)


@dataclass(frozen=True)
class CoreMeasurement:
    """One measurement of a core.

    Attributes:
        work: what is measured.
        store: where netlists and routings are kept.
        progress: called as (done, total, label).
        jobs: seeds placed at the same time; None on a cluster, whose workers place one seed each.
    """

    work: Work
    store: Store
    progress: Progress
    jobs: int | None

    def build(self) -> MeasuredCore:
        """Verifies and measures the core, and returns its figures."""
        began, clock = datetime.now(UTC), time.monotonic()
        work, store = self.work, self.store
        self._step(-4, "reading the core")
        front = work.design.with_front(store)
        ports = front.ports(store)
        self._step(-4, "compiling and verifying the core")
        verdict = judge(work, front, ports, store)
        config = core_flow.configuration(front.core, work.function, verdict.counts)
        design = replace(front, config=config)
        self._step(-2, "synthesising")
        synthesized = core_flow.synthesize(design, store)
        if verdict.record.checks:
            self._step(-1, "verifying the netlist")
            verdict = self._netlist(design, synthesized, ports, verdict)
        self._step(0, "measuring")
        result = self._figures(design, synthesized, verdict)
        times: dict[str, str | float] = {
            "started": began.isoformat(timespec="seconds"),
            "seconds": round(time.monotonic() - clock, 1),
        }
        result, power = replace(result, times=times), None
        if result.verified and isinstance(design.target, StandardCells):
            self._step(len(work.seeds), "simulating the saturated netlist for its power")
            power = core_netlist.power(design, work.function, synthesized, ports, result, store)
        self._step(len(work.seeds), "done")
        return MeasuredCore(result, power)

    def _step(self, done: int, label: str) -> None:
        self.progress(4 + done, 4 + len(self.work.seeds), label)

    def _netlist(
        self,
        design: CoreDesign,
        synthesized: Synthesized,
        ports: Sequence[CorePort],
        verdict: CoreVerdict,
    ) -> CoreVerdict:
        """Returns the verdict with that on the netlist."""
        try:
            check = core_netlist.verify(design, self.work.function, synthesized, ports)
        except NotVerified as error:
            if not self.work.unverified:
                raise NotVerified(f"{design.parsed.path}: {error}; it is not measured") from error
            return replace(verdict, why=str(error))
        short = synthesized.sha256[:16] if check.cases else ""
        record = replace(
            verdict.record, netlist=short, netlist_cases=check.cases, netlist_about=check.about
        )
        return replace(verdict, record=record)

    def _figures(
        self, design: CoreDesign, synthesized: Synthesized, verdict: CoreVerdict
    ) -> CoreResult:
        record, counts = verdict.record, verdict.counts
        caveats = list(counts.about if counts else ())
        if not (verdict.why or record.netlist):
            caveats.append(f"the mapped netlist was not simulated: {record.netlist_about}")
        if converted := design.own.converted:
            caveats.append(f"{converted} made Verilog of the VHDL, and this Verilog was measured")
        result = core_flow.measured(
            design,
            synthesized,
            self.work.run_id,
            record,
            self.store,
            lambda target: core_flow.routed(
                synthesized, target, self.work.seeds, self.store, self.jobs, self._step
            ),
            caveats=caveats,
            unverified=verdict.why,
        )
        # A net is named by its origin, without the cells on the way to it.
        path = tuple(_origin(step) for step in result.critical_path)
        result = replace(result, critical_path=path)
        if counts is not None:
            return result
        return replace(
            result,
            cycles_per_block=0,
            latency_cycles=0,
            latency_cycles_1024=0,
            throughput_mbps=None,
            throughput_one_message_mbps=None,
            mbps_per_lut=None,
            mbps_per_ge=None,
        )


def _origin(step: PathStep) -> PathStep:
    return replace(step, at=_MADE.split(step.at)[0])
