"""Measures a core: verify, count, map, verify the netlist, place and route or time, keep."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from silicrypt import targets
from silicrypt.base.progress import Progress, silent
from silicrypt.errors import BadInput, NotVerified
from silicrypt.flow import cluster, figures, implement, route, synth
from silicrypt.flow.synth import Synthesized
from silicrypt.measure import counted, netlist, power, read, verdict
from silicrypt.measure.counted import Counts
from silicrypt.measure.design import CoreDesign
from silicrypt.measure.device import Port
from silicrypt.measure.functions import Function
from silicrypt.measure.result import FOLDER, CoreResult, keep
from silicrypt.measure.work import Measured, Work
from silicrypt.results.power import PowerResult
from silicrypt.results.result import PathStep, VerificationRecord
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Routed, StandardCells, Target
from silicrypt.tools import process
from silicrypt.tools.nextpnr import Routing

#: Where Yosys continues the name of a net with the cells that lead to it.
_MADE = re.compile(r"_(?:LUT\d|CCU2C|PFUMX|L6MUX21|TRELLIS_FF)_")


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
) -> Measured:
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
    work = Work.of(read.load(path), device, _seeds(seeds, device), unverified=unverified)
    if (known := work.stored(results)) is not None:
        return known
    if scheduler is None:
        run = Run(work, store or Store(), progress, jobs or os.cpu_count() or 1)
        return kept(run.build(), results)
    progress(0, 1, "measuring on the cluster")
    with cluster.connected(scheduler) as link:
        measured = link.call(remotely, work)
    progress(1, 1, "done")
    return kept(measured, results)


def remotely(work: Work) -> Measured:
    """Measures on a worker of a cluster, with the cache of this worker. Nothing is kept here."""
    return Run(work, Store(), silent, 1, spread=True).build()


def kept(measured: Measured, results: Path) -> Measured:
    """Writes the results into a folder, in place of those of an earlier version of the core.

    Raises:
        StoreError: the folder cannot be written.
    """
    result = keep(results, measured.result)
    if measured.power is not None:
        return replace(measured, files=(result, keep(results, measured.power)))
    # The power of an earlier version of the core is not that of this one.
    result.with_name(f"{result.stem}.{power.SCENARIO}-power.json").unlink(missing_ok=True)
    return replace(measured, files=(result,))


def _seeds(seeds: Sequence[int], target: Target) -> tuple[int, ...]:
    if not isinstance(target, Routed):
        return ()
    if not seeds or any(seed < 0 for seed in seeds):
        raise BadInput("seeds must be one or more whole numbers of 0 or above, as in 1,2,3")
    return tuple(sorted(set(seeds)))


def _shortened(step: PathStep) -> PathStep:
    """Returns a step whose net is named by its origin, without the cells on the way to it."""
    return replace(step, at=_MADE.split(step.at)[0])


@dataclass
class Run:
    """One measurement of a core.

    Attributes:
        work: what is measured.
        store: where netlists and routings are kept.
        progress: called as (done, total, label).
        jobs: seeds placed at the same time.
        spread: whether this is a task of a cluster, whose workers place one seed each.
    """

    work: Work
    store: Store
    progress: Progress
    jobs: int
    spread: bool = False
    _why: str = field(default="", init=False)

    @property
    def seeds(self) -> tuple[int, ...]:
        """Seeds of the placement."""
        return self.work.seeds

    @property
    def function(self) -> Function:
        """What the core computes."""
        return self.work.function

    def build(self) -> Measured:
        """Verifies and measures the core, and returns its figures."""
        began, clock = datetime.now(UTC), time.monotonic()
        unverified = self.work.unverified
        self._step(-4, "reading the core")
        front = self.work.design.with_front(self.store)
        ports = front.ports(self.store)
        self._step(-4, "compiling and verifying the core")
        found = verdict.judge(front, self.function, ports, self.store, unverified=unverified)
        record, counts, self._why = found.record, found.counts, found.why
        config = counted.config(front.located.core, self.function, counts or Counts(1, 1, 1))
        design = replace(front, config=config)
        self._step(-2, "synthesising")
        synthesized = synth.synthesize(design, self.store)
        if record.checks:
            self._step(-1, "verifying the netlist")
            record = self._netlist(design, synthesized, ports, record, unverified)
        self._step(0, "measuring")
        result = self._measured(design, synthesized, record, counts)
        times: dict[str, str | float] = {
            "started": began.isoformat(timespec="seconds"),
            "seconds": round(time.monotonic() - clock, 1),
        }
        result = replace(result, times=times)
        powered = self._powered(design, synthesized, ports, result)
        self._step(len(self.seeds), "done")
        return Measured(result, powered)

    def _step(self, done: int, label: str) -> None:
        self.progress(4 + done, 4 + len(self.seeds), label)

    def _netlist(
        self,
        design: CoreDesign,
        synthesized: Synthesized,
        ports: list[Port],
        record: VerificationRecord,
        unverified: bool,
    ) -> VerificationRecord:
        try:
            found = netlist.verify(design, self.function, synthesized, ports)
        except NotVerified as error:
            if not unverified:
                raise NotVerified(f"{design.located.path}: {error}; it is not measured") from error
            self._why = str(error)
            return record
        short = synthesized.sha256[:16] if found.cases else ""
        return replace(record, netlist=short, netlist_cases=found.cases, netlist_about=found.about)

    def _measured(
        self,
        design: CoreDesign,
        synthesized: Synthesized,
        record: VerificationRecord,
        counts: Counts | None,
    ) -> CoreResult:
        base = figures.new_result(design, self.work.run_id, record)
        caveats = [*base.caveats, *(counts.about if counts else ())]
        if self._why:
            caveats.insert(0, f"NOT VERIFIED: {self._why}")
        elif not record.netlist:
            caveats.append(f"the mapped netlist was not simulated: {record.netlist_about}")
        if converted := design.found.converted:
            caveats.append(f"{converted} made Verilog of the VHDL, and this Verilog was measured")
        known = CoreResult.of(
            base,
            verified=not self._why,
            caveats=tuple(caveats),
            sources=tuple(source.path for source in design.found.all),
            netlist=synthesized.sha256,
            measurement=fingerprint([synthesized.sha256, self.work.run_id]),
            source_hash=design.source_hash,
            repository=design.found.repository,
            commit=design.found.commit,
            in_flight=counts.in_flight if counts else 1,
            unverified=self._why,
        )
        result = figures.measure(
            known,
            design,
            synthesized,
            self.store,
            lambda target: self._routed(synthesized, target),
        )
        result = replace(result, critical_path=tuple(map(_shortened, result.critical_path)))
        assert isinstance(result, CoreResult)  # `replace` keeps the type
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

    def _routed(self, synthesized: Synthesized, target: Routed) -> dict[int, Routing]:
        """Places and routes with all seeds, several of them in parallel."""
        if self.spread:
            return route.spread(synthesized, target, self.seeds, self.store)
        with process.Pool(min(len(self.seeds), self.jobs)) as pool:
            runs = {
                pool.submit(route.route, synthesized, target, seed, self.store): seed
                for seed in self.seeds
            }
            for done, run in enumerate(as_completed(runs), 1):
                run.result()
                self._step(done, f"placed and routed seed {runs[run]}")
        return {seed: run.result() for run, seed in runs.items()}

    def _powered(
        self, design: CoreDesign, synthesized: Synthesized, ports: list[Port], result: CoreResult
    ) -> PowerResult | None:
        if not result.verified or not isinstance(design.target, StandardCells):
            return None
        self._step(len(self.seeds), "simulating the saturated netlist for its power")
        return power.power(design, self.function, synthesized, ports, result, self.store)
