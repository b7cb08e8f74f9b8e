"""Measures a core: verify, count, map, verify the netlist, place and route or time, keep.

The netlist that is verified is the one that is measured. On standard cells, the activity of the
saturated netlist gives the power.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from silicrypt import targets
from silicrypt.base.code import code_key
from silicrypt.base.scope import Progress, silent
from silicrypt.errors import BadInput, NotVerified, ToolFailed
from silicrypt.flow import cluster, figures, implement
from silicrypt.flow.pipeline import Pipeline
from silicrypt.flow.power import CAVEATS as POWER_CAVEATS
from silicrypt.flow.power import complete
from silicrypt.flow.stimulus import Counted, Stimulus
from silicrypt.flow.synth import Synthesized
from silicrypt.measure import cocotb_core, core_checks, core_file, core_sources, functions
from silicrypt.measure.cocotb_core import CocotbModel
from silicrypt.measure.core_checks import JobGroup
from silicrypt.measure.core_design import (
    Clocking,
    CoreDesign,
    CycleCounts,
    clocking,
    level_of,
    require_widths,
)
from silicrypt.measure.core_file import ParsedCoreFile
from silicrypt.measure.core_result import FOLDER, SCENARIO, CoreResult, MeasuredCore
from silicrypt.measure.device import CorePort, gates
from silicrypt.measure.driver import CoreJob
from silicrypt.measure.drivers import driver
from silicrypt.measure.functions import CoreFunction
from silicrypt.measure.interfaces import CocotbInterface
from silicrypt.paths import reference_name
from silicrypt.results.result import PowerResult, VerificationRecord, load_if_sound
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Routed, StandardCells, Target
from silicrypt.tools import installed, verilator
from silicrypt.tools.gatesim import LANES, Activity, Simulator

#: Incremented when the same core and tools must give another result.
_VERSION = 1
#: Seed of the contents of registers of the netlist before the reset.
_POWER_UP = 1
#: Messages of the short and of the long run, and blocks of a message. The difference of the runs
#: is the activity of the saturated core.
_FEW, _MANY, _BLOCKS = 1, 5, 4
#: What the power of a core has from its other result.
_SHARED = (
    *("config", "algorithm", "parameters", "level", "target", "target_about"),
    *("verified", "verification", "tool_versions", "sources"),
)


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
        level = level_of(parsed.core, function)
        return Work(CoreDesign(level, target, parsed, function, own), seeds, unverified)

    @property
    def run_id(self) -> str:
        """A hash of everything that decides the result."""
        core, target = self.design.core, self.design.target
        stated = core.model_dump(mode="json", exclude={"name", "about", "explore"})
        if self.design.own.driver:
            stated["driver"] = self.design.own.driver
        if vectors := self.design.function.vectors:  # a driver can read them from a file
            stated["vectors"] = [[part.hex() for part in one] for one in vectors]
        routing = [target.arguments(seed) for seed in self.seeds if isinstance(target, Routed)]
        return fingerprint(
            {
                "version": [_VERSION, implement.FLOW_VERSION],
                "core": stated,
                "sources": self.design.source_hash,
                "target": {k: v for k, v in asdict(target).items() if k != "about"},
                "mapping": self.design.settings,
                "routing": routing,
                "tools": [
                    *installed.implementation(target).items(),
                    installed.version("verilator"),
                ],
                "code": code_key(run, type(target)),
                "compiler": verilator.compiler_version(),
            }
        )

    def stored(self, folder: Path) -> MeasuredCore | None:
        """Returns the result of the same inputs if a folder has it, with its power if it has one.

        Raises:
            BadInput: the folder has a core of another repository under the same name.
        """
        design = self.design
        named = (design.target.name, design.name, design.level)
        path, power_path = (folder / reference_name(*named, one) for one in ("", SCENARIO))
        result = load_if_sound(CoreResult, path)
        here, there = design.own.repository, result.repository if result else ""
        there = core_sources.without_credentials(there)
        if here and there and here != there:
            raise design.parsed.mistake(
                "name", f"{path} holds the core of {there} under this name; set another name"
            )
        if result is None or result.run_id != self.run_id:
            return None
        if not (result.verified or self.unverified):
            return None
        power = load_if_sound(PowerResult, power_path)
        if power is not None and power.run_id == power_run_id(result, design.function):
            return MeasuredCore(result, power, (path, power_path))
        return None if _has_power(result, design.target) else MeasuredCore(result, None, (path,))


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
    work = Work.of(
        core_file.load(path), device, implement.checked_seeds(seeds, device), unverified=unverified
    )
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
    parsed, core, function = design.parsed, design.core, design.function
    require_widths(parsed, function, ports)
    by_cocotb = isinstance(core.interface, CocotbInterface)
    try:
        if by_cocotb:
            checks, counts = cocotb_core.verify(CocotbModel(design, store))
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
        counted, record = None, VerificationRecord("none", 0, 0, design.source_hash)
        with suppress(NotVerified, ToolFailed):
            if not by_cocotb:
                simulation = design.simulation(ports, store)
                counted = core_checks.count(core, function, simulation, compare=False)
        return CoreVerdict(record, counted, str(error))
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
    began, clock, seeds = datetime.now(UTC), time.monotonic(), work.seeds

    def step(done: int, label: str) -> None:
        progress(4 + done, 4 + len(seeds), label)

    step(-4, "reading the core")
    front = work.design.with_front(store)
    ports = front.ports(store)
    clocks = clocking(front, store)
    if (doubts := clocks.doubts(front)) and not work.unverified:
        raise NotVerified(
            f"{front.parsed.path}: {front.core.title} is not measured: {doubts}. '--unverified' "
            "measures it anyway and marks the result"
        )
    step(-4, "compiling and verifying the core")
    verdict = judge(work, front, ports, store)
    if doubts and not verdict.why:
        verdict = replace(verdict, why=doubts)
    design = replace(front, counts=verdict.counts or CycleCounts())
    step(-2, "synthesising")
    pipeline = CorePipeline(design, store)
    synthesized = pipeline.synthesized
    if verdict.record.checks:
        step(-1, "verifying the netlist")
        try:
            record = verify_netlist(pipeline, ports, verdict.record)
            verdict = replace(verdict, record=record)
        except NotVerified as error:
            if not work.unverified:
                raise NotVerified(f"{design.parsed.path}: {error}; it is not measured") from error
            verdict = replace(verdict, why=str(error))
    step(0, "measuring")

    known = _known(design, synthesized, work.run_id, verdict, clocks)
    result = pipeline.result(
        known, seeds, jobs, lambda done, seed: step(done, f"placed and routed seed {seed}")
    )
    assert isinstance(result, CoreResult)  # the flow replaces fields
    times: dict[str, str | float] = {
        "started": began.isoformat(timespec="seconds"),
        "seconds": round(time.monotonic() - clock, 1),
    }
    result, drawn = replace(result, times=times), None
    if verdict.counts is None:
        result = result.without_cycles()
    if _has_power(result, design.target):
        step(len(seeds), "simulating the saturated netlist for its power")
        drawn = power(pipeline, ports, result)
    step(len(seeds), "done")
    return MeasuredCore(result, drawn)


def _has_power(result: CoreResult, target: Target) -> bool:
    """Returns whether the power of a core is measured: the netlist of standard cells was right."""
    simulated = result.verified and bool(result.verification.netlist)
    return simulated and isinstance(target, StandardCells)


def _known(
    design: CoreDesign,
    synthesized: Synthesized,
    run_id: str,
    verdict: CoreVerdict,
    clocks: Clocking,
) -> CoreResult:
    """Returns the part of the result that is known before the target's figures."""
    record, counts = verdict.record, verdict.counts
    base = figures.new_result(design, run_id, record)
    caveats = [f"NOT VERIFIED: {verdict.why}"] if verdict.why else []
    caveats += [*base.caveats, *clocks.caveats, *(counts.about if counts else ())]
    if not (verdict.why or record.netlist):
        caveats.append(f"the mapped netlist was not simulated: {record.netlist_about}")
    if converted := design.own.converted:
        caveats.append(f"{converted} made Verilog of the VHDL, and this Verilog was measured")
    return CoreResult.of(
        base,
        verified=not verdict.why,
        unverified=verdict.why,
        caveats=tuple(caveats),
        sources=tuple(source.path for source in design.own.all),
        netlist=synthesized.sha256,
        measurement=fingerprint([synthesized.sha256, run_id]),
        source_hash=design.source_hash,
        repository=design.own.repository,
        commit=design.own.commit,
        in_flight=design.counts.in_flight,
    )


@dataclass
class CorePipeline(Pipeline):
    """The products of a core of a core file."""

    design: CoreDesign


def verify_netlist(
    pipeline: CorePipeline, ports: Sequence[CorePort], record: VerificationRecord
) -> VerificationRecord:
    """Simulates the mapped netlist in 64 lanes with the driver of the RTL.

    Returns:
        The record of the RTL with the results that were right, or why none was simulated.

    Raises:
        NotVerified: the netlist gives a wrong result, or none.
    """
    design = pipeline.design
    if isinstance(design.core.interface, CocotbInterface):
        return replace(record, netlist_about="a cocotb driver operates RTL alone")
    if not design.target.simulated:
        about = f"there are no models of the cells of {design.target.name}"
        return replace(record, netlist_about=about)
    try:
        program = pipeline.program
    except BadInput as error:
        return replace(record, netlist_about=str(error))
    groups = core_checks.groups(design.core, design.function, brief=True)
    with Simulator(program, _POWER_UP) as simulator:
        operated = driver(design.core, design.function, gates(simulator, ports))
        for group in groups:
            core_checks.run(operated, _widened(group, design.function), _although)
    cases = LANES * sum(len(group.jobs) for group in groups)
    return replace(
        record,
        netlist=pipeline.synthesized.sha256[:16] if cases else "",
        netlist_cases=cases,
        netlist_about=f"{', '.join(one.name for one in groups)}; 64 messages side by side",
    )


def _although(_: JobGroup, hung: bool) -> str:
    return "" if hung else ", although the RTL is right"


def _widened(group: JobGroup, function: CoreFunction) -> JobGroup:
    """Returns jobs of many lanes: the first lane has their data, the others have random data."""
    jobs = list[CoreJob]()
    for seed, job in enumerate(group.jobs):
        rng, parts = random.Random(seed), [*job.data, *job.key]
        lanes = [parts, *([rng.randbytes(len(one)) for one in parts] for _ in range(LANES - 1))]
        data, *key = zip(*lanes, strict=True)
        jobs.append(CoreJob(data, key[0] if key else (), job.decrypt))
    return core_checks.computed(function, f"the mapped netlist, {group.name} in 64 lanes", jobs)


def power(pipeline: CorePipeline, ports: Sequence[CorePort], known: CoreResult) -> PowerResult:
    """Returns the power of a core on standard cells whose netlist was verified.

    Raises:
        NotVerified: the netlist gives a wrong result.
    """
    design = pipeline.design
    about = _stimulus(design.function)
    counted, drawn = pipeline.power(Stimulus(SCENARIO, about, partial(_play, design, ports)))
    base: dict[str, object] = {
        **{name: getattr(known, name) for name in _SHARED},
        "run_id": power_run_id(known, design.function),
        "scenario": SCENARIO,
        "stimulus": about,
        "fmax_mhz": round(pipeline.fmax_mhz, 2),
        "caveats": POWER_CAVEATS,
    }
    return complete(base, counted, drawn)


def power_run_id(known: CoreResult, function: CoreFunction) -> str:
    """Returns the run id of the power that belongs to a result."""
    return fingerprint([known.run_id, SCENARIO, _stimulus(function)])


def _stimulus(function: CoreFunction) -> str:
    return (
        f"random {'blocks' if function.kind == 'cipher' else f'messages of {_BLOCKS} blocks'} "
        f"(seed 1) as close together as the core permits: what {_MANY - _FEW} more add to {_FEW}"
    )


def _play(design: CoreDesign, ports: Sequence[CorePort], simulator: Simulator) -> Counted:
    """Runs few and many messages; the difference excludes filling and draining."""
    few, many = (_activity(design, simulator, ports, n) for n in (_FEW, _MANY))
    return Counted(many[0] - few[0], many[1] - few[1])


def _activity(
    design: CoreDesign, simulator: Simulator, ports: Sequence[CorePort], count: int
) -> tuple[Activity, int]:
    """Returns the activity of some messages from reset, and the bits of one lane."""
    core, function = design.core, design.function
    cipher, size = function.kind == "cipher", function.block_bytes
    blocks = max(_BLOCKS, -(-(core.smallest + 17) // size))  # more if the core needs more
    size, number = (size, count * _BLOCKS) if cipher else (blocks * size - 17, count)
    jobs = [core_checks.random_job(core, function, size, LANES, n) for n in range(1, number + 1)]
    if cipher:  # all blocks have one key and one direction
        jobs = [replace(job, key=jobs[0].key, decrypt=jobs[0].decrypt) for job in jobs]
    simulator.power_up(_POWER_UP)
    operated = driver(core, function, gates(simulator, ports))
    operated.run(jobs[:1])
    simulator.count()
    outcomes = operated.run(jobs)
    activity = simulator.activity()
    for job, outcome in zip(jobs, outcomes, strict=True):
        if outcome.results != core_checks.expected(function, job):
            raise NotVerified("the mapped netlist gives a wrong result while its power is measured")
    return activity, 8 * sum(len(job.data[0]) for job in jobs)
