"""A run: verify, synthesise, verify the netlist, place and route or time it, keep the result."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from silicrypt import targets
from silicrypt.base.code import code_key
from silicrypt.base.progress import Progress, silent
from silicrypt.catalog import DesignPoint, Level
from silicrypt.errors import BadInput
from silicrypt.flow import figures, route, verification
from silicrypt.flow.synth import (
    Design,
    Names,
    PointDesign,
    Synthesized,
    design_of,
    synthesize,
    write_elaborated,
    write_mapped,
)
from silicrypt.paths import reference_path
from silicrypt.results.result import (
    FILE,
    Result,
    VerificationRecord,
    load,
    load_if_sound,
    render,
    whole_key,
)
from silicrypt.results.store import Store, key_of
from silicrypt.targets import Mapped, Routed, StandardCells, Target
from silicrypt.tools import process, versions
from silicrypt.tools.nextpnr import Routing

#: Incremented when the same tools and inputs must give another result.
FLOW_VERSION = 4

KIND = "runs"
SEEDS = (1, 2, 3)


def implement(
    point: DesignPoint | str,
    target: str,
    seeds: Sequence[int] = SEEDS,
    level: Level | None = None,
    progress: Progress = silent,
    *,
    store: Store | None = None,
    jobs: int | None = None,
    committed: bool = True,
) -> Result:
    """Measures a configuration on a target, or returns the stored result.

    Args:
        point: the design point, or its name.
        target: name of the target.
        seeds: seeds of the placement; only targets that are placed use them.
        level: ``"core"`` (padded blocks in) or ``"stream"`` (bytes in, padding included); the first
            level of the configuration by default.
        progress: called as (done, total, label).
        store: where results are kept; the cache by default.
        jobs: seeds placed at the same time; the number of processors by default.
        committed: whether a committed reference result counts as already measured.

    Raises:
        UnknownName: there is no such configuration or target.
        BadInput: there are no seeds, or the sources changed during the run.
        NotVerified: the design point failed its verification.
        ToolFailed: a tool refused the design.
        StoreError: the result cannot be kept.
    """
    design, seeds = design_of(point, target, level), _checked(seeds, target)
    store = store or Store()
    if committed and (found := reference(design, seeds)) is not None:
        return found
    run = Run(design, seeds, store, progress, jobs or os.cpu_count() or 1, committed)
    wanted = run_id(design, seeds)
    result = store.load(
        KIND, _key(design, seeds), run.build, lambda folder: load(folder / FILE, wanted)
    )
    return result.renamed(design.name)


def _key(design: PointDesign, seeds: tuple[int, ...]) -> str:
    """Returns the `Result.key` of the current sources, tools and code."""
    point = design.point.inside or design.point
    suite = verification.key(point, verification.SUITE)
    return whole_key(run_id(design, seeds), suite, verification.netlist_key(design))


def stored(
    point: DesignPoint | str,
    target: str,
    seeds: Sequence[int] = SEEDS,
    level: Level | None = None,
    store: Store | None = None,
) -> Result | None:
    """Returns the stored result of the current sources, or None. Runs no tool.

    Raises:
        UnknownName: there is no such configuration or target.
    """
    design, seeds = design_of(point, target, level), _checked(seeds, target)
    if (found := reference(design, seeds)) is not None:
        return found
    path = (store or Store()).path(KIND, _key(design, seeds)) / FILE
    result = load_if_sound(Result, path)
    return result.renamed(design.name) if result else None


def reference(design: PointDesign, seeds: tuple[int, ...]) -> Result | None:
    """Returns the committed result if seeds and sources are the current ones. Runs no tool."""
    result = load_if_sound(Result, committed_path(design))
    return result if result and result.seeds == seeds and holds(result, design) else None


def committed_path(design: Design) -> Path:
    """Returns the path of the committed result of a design, whether it exists or not."""
    return reference_path(design.target.name, design.name, design.level)


def holds(result: Result, design: PointDesign) -> bool:
    """Returns whether the current sources, tools and code would give the same result again."""
    record = result.verification
    known = _measured(result, design)
    return (
        known is not None
        and verification.netlist_key(known, record.compiler) == record.netlist_key
        and verification.holds(record, design.point)
    )


def _measured(result: Result, design: PointDesign) -> PointDesign | None:
    """Returns the design with its files if the figures of a result are current, else None.

    Elaboration is not repeated. It would reach the same files as before, provided that none of them
    changed and that no other file now defines one of their modules.
    """
    known = design.made_of(result.sources)
    return known if known and run_id(known, result.seeds) == result.run_id else None


def run_id(design: Design, seeds: tuple[int, ...]) -> str:
    """Returns a hash of everything that decides a result, without the configuration's name."""
    target, does = design.target, design.computation
    return key_of(
        {
            "flow": FLOW_VERSION,
            "sources": design.source_hash,
            "mapping": design.settings,
            "level": design.level,
            "measuring": _measuring(target, seeds),
            "cycles": [does.interval, does.in_flight, does.latency, does.latency_1024],
        },
        _code(target),
    )


def _measuring(target: Target, seeds: tuple[int, ...]) -> dict[str, object]:
    """Returns everything that is done to a mapped netlist, with the tools that do it."""
    settings = {k: v for k, v in asdict(target).items() if k not in ("name", "about")}
    routing: list[list[str]] = []
    if isinstance(target, Routed):
        routing = [target.arguments(seed) for seed in seeds]
        if target.counted:
            settings |= {"counted": target.counted, "carry": target.carry, "files": target.files}
    return {
        "target": settings,
        "routing": routing,
        "tools": dict(versions.implementation(target)),
    }


def _code(target: Target) -> str:
    """Returns a hash of the code that makes a netlist of sources, and figures of the netlist.

    Raises:
        BadInput: nothing is measured on targets of this kind.
    """
    common = (write_elaborated, write_mapped, figures.new_result, Result.at_interval, type(target))
    match target:
        case Routed():
            return code_key(route.place, figures.routing, figures.routed, Names, *common)
        case Mapped():
            return code_key(figures.area_of, figures.mapped, *common)
        case StandardCells():
            return code_key(figures.cells_of, figures.standard_cells, Names, *common)
    raise BadInput(f"{target.name} is of a kind that cannot be measured")


def measurement(design: Design, seeds: tuple[int, ...], netlist: str) -> str:
    """Returns a hash of a mapped netlist and of everything that is done to it.

    Args:
        design: the design.
        seeds: the seeds of the placement.
        netlist: hash of the netlist.
    """
    given = {"netlist": netlist, "measuring": _measuring(design.target, seeds)}
    return key_of(given, _code(design.target))


def _checked(seeds: Sequence[int], target: str) -> tuple[int, ...]:
    """Returns the seeds in ascending order; none for a target without placement."""
    if not isinstance(targets.get(target), Routed):
        return ()
    if not seeds or any(seed < 0 for seed in seeds):
        raise BadInput("seeds must be one or more whole numbers of 0 or above, as in 1,2,3")
    return tuple(sorted(set(seeds)))


@dataclass(frozen=True)
class Run:
    """One measurement: a design, the seeds, and the options of the run."""

    design: PointDesign
    seeds: tuple[int, ...]
    store: Store
    progress: Progress
    jobs: int
    committed: bool = True

    def build(self, folder: Path) -> None:
        """Measures and writes the result file into the folder of the run."""
        began, clock = datetime.now(UTC), time.monotonic()
        self._step(-2, "verifying")
        record = verification.require(
            self.design.point, verification.SUITE, self.store, self._verifying
        )
        self._demand_unchanged()
        if (before := self._current(record)) is not None:
            (folder / FILE).write_text(render(before), encoding="utf-8")
            return
        self._step(-1, "synthesising")
        synthesized = synthesize(self.design, self.store)
        self._step(-1, "verifying the netlist")
        record = verification.require_netlist(self.design, synthesized, record, self.store)
        self._step(0, "measuring")
        result = self._measure(self._known(synthesized, record), synthesized)
        times: dict[str, str | float] = {
            "started": began.isoformat(timespec="seconds"),
            "seconds": round(time.monotonic() - clock, 1),
        }
        (folder / FILE).write_text(render(replace(result, times=times)), encoding="utf-8")

    def _current(self, record: VerificationRecord) -> Result | None:
        """Returns the committed result with a new record, if only its verification was stale."""
        result = load_if_sound(Result, committed_path(self.design)) if self.committed else None
        if result is None or result.seeds != self.seeds or _measured(result, self.design) is None:
            return None
        renewed = verification.carried(result.verification, self.design, record)
        return replace(result, verification=renewed) if renewed else None

    def _step(self, seeds_done: int, label: str) -> None:
        self.progress(2 + seeds_done, 2 + len(self.seeds), label)

    def _verifying(self, done: int, total: int, label: str) -> None:
        self._step(-2, f"verifying: {label} ({done}/{total})")

    def _demand_unchanged(self) -> None:
        """Checks that the sources that were verified are the ones that are measured."""
        if replace(self.design).source_hash != self.design.source_hash:
            raise BadInput("the sources changed while they were verified; run the command again")

    def _known(self, synthesized: Synthesized, record: VerificationRecord) -> Result:
        """Returns the part of the result that is known before anything is measured."""
        return replace(
            figures.new_result(self.design, run_id(self.design, self.seeds), record),
            sources=tuple(source.path for source in self.design.sources),
            netlist=synthesized.sha256,
            measurement=measurement(self.design, self.seeds, synthesized.sha256),
        )

    def _measure(self, known: Result, synthesized: Synthesized) -> Result:
        if (before := self._measured_before(known)) is not None:
            found = figures.reuse_figures(known, self.design.computation, before)
        else:
            found = figures.measure(
                known,
                self.design,
                synthesized,
                self.store,
                lambda target: self._route(synthesized, target),
            )
        # `describe` states the interval of the core; that of a stream may be longer.
        return found.at_interval(self.design.computation.interval)

    def _measured_before(self, known: Result) -> Result | None:
        """Returns the committed result if it measured the same netlist in the same way."""
        if not self.committed or not isinstance(self.design.target, Routed):
            return None
        result = load_if_sound(Result, committed_path(self.design))
        return result if result and result.measurement == known.measurement else None

    def _route(self, synthesized: Synthesized, target: Routed) -> dict[int, Routing]:
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
