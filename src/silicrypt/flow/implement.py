"""The whole of a run: verify, synthesise, place and route or time, and keep what was measured."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from silicrypt import targets
from silicrypt.catalog import Config, Level
from silicrypt.errors import BadInput
from silicrypt.flow import describe, route, verified
from silicrypt.flow import map as mapping
from silicrypt.flow.progress import Progress, silent
from silicrypt.flow.synth import Design, design_of, synthesize
from silicrypt.paths import reference_results
from silicrypt.results.result import FILE, Result, load, render
from silicrypt.results.store import Store, fingerprint
from silicrypt.targets import Mapped, Routed, StandardCells
from silicrypt.tools import nextpnr, process, versions
from silicrypt.tools.nextpnr import Routing

#: Raised when the same tools and inputs come to mean another result.
FLOW_VERSION = 3

KIND = "runs"
SEEDS = (1, 2, 3)
_SUITE = "quick"


def implement(
    config: Config | str,
    target: str,
    seeds: Sequence[int] = SEEDS,
    level: Level | None = None,
    progress: Progress = silent,
    *,
    store: Store | None = None,
    jobs: int | None = None,
    committed: bool = True,
) -> Result:
    """Measures a configuration on a target, or answers with what was measured before.

    Args:
        config: the design point, or its name.
        target: name of the target.
        seeds: seeds of the placement; only routed targets have any.
        level: ``"core"`` (padded blocks in) or ``"stream"`` (bytes in, padding included); the first
            that the configuration has where none is named.
        progress: called as (done, total, label).
        store: where results are kept; the cache by default.
        jobs: seeds placed at a time; as many as there are processors by default.
        committed: whether a committed reference result counts as measured before.

    Raises:
        UnknownName: there is no such configuration or target.
        BadInput: there are no seeds, or the sources changed meanwhile.
        NotVerified: the design point failed its verification.
        ToolFailed: a tool refused the design.
        CorruptResult: a kept result is not what silicrypt wrote.
        StoreError: the result cannot be kept.
    """
    design, seeds = design_of(config, target, level), _checked(seeds, target)
    store = store or Store()
    key = run_id(design, seeds)
    if committed and (reference := _reference(key)).is_file():
        return _load(reference, key, design)
    run = Run(design, seeds, store, progress, jobs or os.cpu_count() or 1)
    store.get(KIND, key, run.build)
    return _load(store.path(KIND, key) / FILE, key, design)


def stored(
    config: Config | str,
    target: str,
    seeds: Sequence[int] = SEEDS,
    level: Level | None = None,
    store: Store | None = None,
) -> Result | None:
    """What was measured before from today's sources; None where nothing was. Runs no tool.

    Raises:
        UnknownName: there is no such configuration or target.
        CorruptResult: the kept result is not what silicrypt wrote.
    """
    design, seeds = design_of(config, target, level), _checked(seeds, target)
    key = run_id(design, seeds)
    places = _reference(key), (store or Store()).path(KIND, key) / FILE
    return next((_load(path, key, design) for path in places if path.is_file()), None)


def run_id(design: Design, seeds: tuple[int, ...]) -> str:
    """Stands for everything that decides a result; the name of the configuration does not."""
    target, config = design.target, design.config
    routing: list[list[str]] = []
    if isinstance(target, Routed):
        routing = [nextpnr.render(target, seed) for seed in seeds]
    return fingerprint(
        {
            "flow": FLOW_VERSION,
            "netlist": design.key,
            "sources": design.source_hash,
            "level": design.level,
            "target": asdict(target),
            "routing": routing,
            "tools": versions.implementation(target),
            "cycles": [
                config.cycles_per_block,
                config.stages,
                config.cycles(design.level, describe.SHORT),
                config.cycles(design.level, describe.LONG),
            ],
        }
    )


def _checked(seeds: Sequence[int], target: str) -> tuple[int, ...]:
    """The seeds in order; none for a target that places nothing."""
    if not isinstance(targets.get(target), Routed):
        return ()
    if not seeds or any(seed < 0 for seed in seeds):
        raise BadInput("seeds must be one or more whole numbers of 0 or above, as in 1,2,3")
    return tuple(sorted(set(seeds)))


def _reference(key: str) -> Path:
    return reference_results() / f"{key}.json"


def _load(path: Path, key: str, design: Design) -> Result:
    return load(path, key).renamed(design.config.name)


@dataclass(frozen=True)
class Run:
    """One measurement: a design, the seeds, and how to go about it."""

    design: Design
    seeds: tuple[int, ...]
    store: Store
    progress: Progress
    jobs: int

    def build(self, folder: Path) -> None:
        """Measures, and writes the result file into the folder of the run."""
        began, clock = datetime.now(UTC), time.monotonic()
        self._step(-2, "verifying")
        record = verified.require(self.design.config, _SUITE, self.store, self._verifying)
        self._demand_unchanged()
        self._step(-1, "synthesising")
        synthesize(self.design, self.store)
        self._step(0, "measuring")
        result = self._measure(describe.base(self.design, run_id(self.design, self.seeds), record))
        times: dict[str, str | float] = {
            "started": began.isoformat(timespec="seconds"),
            "seconds": round(time.monotonic() - clock, 1),
        }
        (folder / FILE).write_text(render(replace(result, times=times)), encoding="utf-8")

    def _step(self, seeds_done: int, label: str) -> None:
        self.progress(2 + seeds_done, 2 + len(self.seeds), label)

    def _verifying(self, done: int, total: int, label: str) -> None:
        self._step(-2, f"verifying: {label} ({done}/{total})")

    def _demand_unchanged(self) -> None:
        """What was verified must be what is measured."""
        if replace(self.design).source_hash != self.design.source_hash:
            raise BadInput("the sources changed while they were verified; run the command again")

    def _measure(self, known: Result) -> Result:
        design, store = self.design, self.store
        match design.target:
            case Routed() as target:
                return describe.routed(known, design.config, self._route(target))
            case Mapped() as target:
                return describe.mapped(known, target, mapping.area(design, target, store))
            case StandardCells() as target:
                cells = mapping.cells(design, target, store)
                return describe.standard_cells(known, design.config, target, cells)

    def _route(self, target: Routed) -> dict[int, Routing]:
        """Places and routes with all seeds, some of them at a time."""
        with process.Pool(min(len(self.seeds), self.jobs)) as pool:
            runs = {
                pool.submit(route.route, self.design, target, seed, self.store): seed
                for seed in self.seeds
            }
            for done, run in enumerate(as_completed(runs), 1):
                run.result()
                self._step(done, f"placed and routed seed {runs[run]}")
        return {seed: run.result() for run, seed in runs.items()}
