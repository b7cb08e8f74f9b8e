"""Measures a core: verify, count, map, verify the netlist, place and route or time, keep."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from silicrypt import targets
from silicrypt.errors import BadInput, NotVerified
from silicrypt.flow import describe, implement, route, synth
from silicrypt.flow.code import code_hash
from silicrypt.flow.figures import figures
from silicrypt.flow.progress import Progress, silent
from silicrypt.flow.synth import Synthesized
from silicrypt.measure import counted, custom, netlist, power, read, sources, verdict
from silicrypt.measure.counted import Counts
from silicrypt.measure.design import CoreDesign
from silicrypt.measure.device import Port
from silicrypt.measure.functions import Function
from silicrypt.measure.result import FOLDER, CoreResult, keep
from silicrypt.results.power import PowerResult
from silicrypt.results.result import PathStep, VerificationRecord, load_if_sound
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Routed, StandardCells, Target
from silicrypt.tools import process, versions
from silicrypt.tools.nextpnr import Routing

#: Incremented when the same core and tools must give another result.
_VERSION = 1
#: Where Yosys continues the name of a net with the cells that lead to it.
_MADE = re.compile(r"_(?:LUT\d|CCU2C|PFUMX|L6MUX21|TRELLIS_FF)_")
#: Modules of this package that figures follow from.
_CODE = (
    *(
        f"measure/{name}.py"
        for name in ("cases", "check", "counted", "design", "device", "initial")
    ),
    *(f"measure/{name}.py" for name in ("functions", "layout", "netlist", "pins", "power")),
    *(f"measure/{name}.py" for name in ("verdict", "cocotb_bench", "cocotb_check")),
    *("measure/bench.cpp", "measure/drivers", "measure/signals.py", "measure/sources.py"),
    *("flow/describe.py", "flow/map.py"),
    *("tools/canonical.py", "tools/nextpnr.py", "tools/sta.py", "tools/gatesim"),
)


@dataclass(frozen=True)
class Measured:
    """The results of one core on one target.

    Attributes:
        result: area, clock and throughput.
        power: the power of the saturated core, on standard cells.
        files: the files that hold the results.
    """

    result: CoreResult
    power: PowerResult | None
    files: tuple[Path, ...]


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

    Raises:
        BadInput: the core file or a seed cannot be used.
        UnknownName: there is no such algorithm or target.
        NotVerified: the core is wrong or hangs.
        ToolFailed: a tool refused the core.
        StoreError: the result cannot be kept.
    """
    located, device = read.load(path), targets.get(target)
    chosen = _seeds(seeds, device)
    function, found = custom.function_of(located), sources.find(located)
    store = store or Store()
    config = counted.config(located.core, function, Counts(1, 1, 1))
    level = counted.level_of(located.core, function)
    design = CoreDesign(config, level, device, located=located, found=found)
    run = Run(design, function, chosen, results, store, progress, jobs or os.cpu_count() or 1)
    return run.stored(unverified=unverified) or run.build(unverified=unverified)


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
        design: the core on the target.
        function: what the core computes.
        seeds: seeds of the placement.
        results: the folder in which results are kept.
        store: where netlists and routings are kept.
        progress: called as (done, total, label).
        jobs: seeds placed at the same time.
    """

    design: CoreDesign
    function: Function
    seeds: tuple[int, ...]
    results: Path
    store: Store
    progress: Progress
    jobs: int
    _why: str = field(default="", init=False)

    @property
    def run_id(self) -> str:
        """A hash of everything that decides the result."""
        core, target = self.design.located.core, self.design.target
        stated = core.model_dump(mode="json", exclude={"name", "about"})
        routing = [target.arguments(seed) for seed in self.seeds if isinstance(target, Routed)]
        return fingerprint(
            {
                "version": [_VERSION, implement.FLOW_VERSION],
                "core": stated,
                "sources": self.design.source_hash,
                "target": asdict(target),
                "mapping": self.design.settings,
                "routing": routing,
                "tools": [*versions.implementation(target).items(), versions.version("verilator")],
                "code": code_hash(*_CODE, *target.code),
            }
        )

    def stored(self, *, unverified: bool) -> Measured | None:
        """Returns the result of the same inputs if the folder has it."""
        name = Path(self.design.target.name) / f"{self.design.config.name}.{self.design.level}"
        path = self.results / f"{name}.json"
        result = load_if_sound(CoreResult, path)
        if result is None or result.run_id != self.run_id or not (result.verified or unverified):
            return None
        powered = self.results / f"{name}.{power.SCENARIO}-power.json"
        found = load_if_sound(PowerResult, powered)
        return Measured(result, found, (path, *([powered] if found else [])))

    def build(self, *, unverified: bool) -> Measured:
        """Measures, and writes the results."""
        began, clock = datetime.now(UTC), time.monotonic()
        self._step(-4, "reading the core")
        self.design = self.design.with_front(self.store)
        ports = self.design.ports(self.store)
        self._step(-4, "compiling and verifying the core")
        found = verdict.judge(self.design, self.function, ports, self.store, unverified=unverified)
        record, counts, self._why = found.record, found.counts, found.why
        config = counted.config(self.design.located.core, self.function, counts or Counts(1, 1, 1))
        design = replace(self.design, config=config)
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
        files = [keep(self.results, one) for one in (result, powered) if one is not None]
        self._step(len(self.seeds), "done")
        return Measured(result, powered, tuple(files))

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
        base = describe.base(design, self.run_id, record)
        repository, commit = design.found.commit
        caveats = [*base.caveats, *(counts.about if counts else ())]
        if self._why:
            caveats.insert(0, f"NOT VERIFIED: {self._why}")
        elif not record.netlist:
            caveats.append(f"the mapped netlist was not simulated: {record.netlist_about}")
        known = CoreResult.of(
            base,
            verified=not self._why,
            caveats=tuple(caveats),
            sources=tuple(source.path for source in design.found.all),
            netlist=synthesized.sha256,
            measurement=fingerprint([synthesized.sha256, self.run_id]),
            source_hash=design.source_hash,
            repository=repository,
            commit=commit,
            in_flight=counts.in_flight if counts else 1,
            unverified=self._why,
        )
        result = figures(
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
