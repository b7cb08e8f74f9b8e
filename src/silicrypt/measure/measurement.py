"""Measures a core: verify, count, map, verify the netlist, place and route or time, keep."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
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
from silicrypt.measure.core_flow import CoreDesign, CoreVerdict, Synthesized
from silicrypt.measure.core_result import FOLDER, SCENARIO, CoreResult, MeasuredCore, path_of
from silicrypt.measure.device import CorePort
from silicrypt.measure.functions import CoreFunction
from silicrypt.results.power import PowerResult
from silicrypt.results.result import VerificationRecord, load_if_sound
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Routed, StandardCells, Target
from silicrypt.tools import verilator, versions
from silicrypt.tools.nextpnr import Routing

#: Incremented when the same core and tools must give another result.
_VERSION = 1


@dataclass(frozen=True)
class Work:
    """What is measured. It holds the sources of the core, so that it can be sent to a worker.

    Attributes:
        design: the core on the target.
        seeds: seeds of the placement.
        unverified: whether a core that is wrong is measured, too.
    """

    design: CoreDesign
    seeds: tuple[int, ...]
    unverified: bool = False

    @property
    def function(self) -> CoreFunction:
        """What the core computes."""
        return self.design.function

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
        level = core_flow.level_of(parsed.core, function)
        return Work(CoreDesign(level, target, parsed, function, own), seeds, unverified)

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
                "code": code_key(run, type(target)),
                "compiler": verilator.compiler_version(),
            }
        )

    def stored(self, folder: Path) -> MeasuredCore | None:
        """Returns the result of the same inputs if a folder has it.

        Raises:
            BadInput: the folder has a core of another repository under the same name.
        """
        design = self.design
        named = (folder, design.target.name, design.name, design.level)
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
        return run(work, store or Store(), progress, jobs).keep(results)
    progress(0, 1, "measuring on the cluster")
    with cluster.connected(scheduler) as link:
        measured = link.call(remotely, work)
    progress(1, 1, "done")
    return measured.keep(results)


def remotely(work: Work) -> MeasuredCore:
    """Measures on a worker of a cluster, with the cache of this worker. Nothing is kept here."""
    return run(work, Store(), silent, None)


def _seeds(seeds: Sequence[int], target: Target) -> tuple[int, ...]:
    if not isinstance(target, Routed):
        return ()
    if not seeds or any(seed < 0 for seed in seeds):
        raise BadInput("seeds must be one or more whole numbers of 0 or above, as in 1,2,3")
    return tuple(sorted(set(seeds)))


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


def run(work: Work, store: Store, progress: Progress, jobs: int | None) -> MeasuredCore:
    """Verifies and measures a core, and returns its figures. Nothing is kept.

    Args:
        work: what is measured.
        store: where netlists and routings are kept.
        progress: called as (done, total, label).
        jobs: seeds placed at the same time; None on a cluster, whose workers place one seed each.

    Raises:
        NotVerified: the core is wrong or hangs.
        ToolFailed: a tool refused the core.
    """
    began, clock = datetime.now(UTC), time.monotonic()
    seeds, function = work.seeds, work.function

    def step(done: int, label: str) -> None:
        progress(4 + done, 4 + len(seeds), label)

    step(-4, "reading the core")
    front = work.design.with_front(store)
    ports = front.ports(store)
    step(-4, "compiling and verifying the core")
    verdict = judge(work, front, ports, store)
    design = replace(front, counts=verdict.counts or core_flow.CycleCounts())
    step(-2, "synthesising")
    synthesized = core_flow.synthesize(design, store)
    if verdict.record.checks:
        step(-1, "verifying the netlist")
        verdict = _with_netlist(work, design, synthesized, ports, verdict)
    step(0, "measuring")

    def routed(target: Routed) -> Mapping[int, Routing]:
        return core_flow.routed(synthesized, target, seeds, store, jobs, step)

    result = core_flow.measured(design, synthesized, work.run_id, verdict, store, routed)
    times: dict[str, str | float] = {
        "started": began.isoformat(timespec="seconds"),
        "seconds": round(time.monotonic() - clock, 1),
    }
    result, power = replace(result, times=times), None
    if result.verified and isinstance(design.target, StandardCells):
        step(len(seeds), "simulating the saturated netlist for its power")
        power = core_netlist.power(design, function, synthesized, ports, result, store)
    step(len(seeds), "done")
    return MeasuredCore(result, power)


def _with_netlist(
    work: Work,
    design: CoreDesign,
    synthesized: Synthesized,
    ports: Sequence[CorePort],
    verdict: CoreVerdict,
) -> CoreVerdict:
    """Returns the verdict with that on the netlist."""
    try:
        record = core_netlist.verify(design, work.function, synthesized, ports, verdict.record)
    except NotVerified as error:
        if not work.unverified:
            raise NotVerified(f"{design.parsed.path}: {error}; it is not measured") from error
        return replace(verdict, why=str(error))
    return replace(verdict, record=record)
