"""Many runs at once, on a local cluster or one after another; none is run a second time."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from silicrypt import catalog
from silicrypt.catalog import Level
from silicrypt.errors import SilicryptError
from silicrypt.flow import power
from silicrypt.flow.implement import SEEDS, implement
from silicrypt.flow.progress import Progress, silent
from silicrypt.paths import reference_results
from silicrypt.results.power import PowerResult
from silicrypt.results.result import Result, render
from silicrypt.results.store import Store, write_atomic
from silicrypt.tools import process

#: Where the committed reference results are measured: every configuration at its first level.
REFERENCE = ("nangate45", "virtex-e", "ecp5-85k")

#: Of these the stream level is measured as well, by target: what a user connects, padder included.
STREAMED = {
    "ecp5-85k": ("sha512-fast", "sha256-fast", "sha1-fast", "md5-fast", "shat128"),
}

#: Of these units only some design points have reference results on all targets. What else is asked
#: of them, their paper asks: `papers.shat_2014`.
FEW: dict[str, tuple[str, ...]] = {
    "sponge": (
        *("shat128", "shat256", "shat384"),
        *("shat128-u2", "shat128-u2-pre", "shat128-u2-fast"),
    ),
}


#: Whose power the reference results hold, by target: every scenario at the first level.
POWERED: dict[str, tuple[str, ...]] = {
    "nangate45": (
        *("sha512-u1", "sha512-u2-pre", "sha512-u2-pre-gated", "sha512-pipe2", "sha512-fast"),
        *("sha256-fast", "md5-binary", "md5-gray", "md5-binary-gated", "md5-gray-gated"),
    ),
}


@dataclass(frozen=True)
class Task:
    """One run of a campaign, or the power runs of all scenarios."""

    config: str
    target: str
    level: Level = "core"
    seeds: tuple[int, ...] = SEEDS
    power: bool = False

    def __str__(self) -> str:
        """As a progress label has it."""
        what = "power of " if self.power else ""
        return f"{what}{self.config} {self.level} on {self.target}"


@dataclass(frozen=True)
class Outcome:
    """What became of a task: a result, or one for each scenario, or why there is none."""

    task: Task
    result: Result | None = None
    failure: str = ""
    powers: tuple[PowerResult, ...] = ()


def reference_tasks(configs: Iterable[str] | None = None) -> list[Task]:
    """The runs of the reference results, the quick targets first.

    Args:
        configs: names of configurations; by default all, and `FEW` of some units.
    """
    names = list(filter(_referred, catalog.load()) if configs is None else configs)
    return [
        Task(config, target, level)
        for target in REFERENCE
        for config in names
        for level in _levels(config, target)
    ]


def _levels(config: str, target: str) -> tuple[Level, ...]:
    """The levels of a configuration that are measured on a target."""
    first = catalog.get(config).levels[0]
    return (first, "stream") if config in STREAMED.get(target, ()) else (first,)


def _referred(config: str) -> bool:
    """Whether a configuration has reference results on all targets."""
    return config in FEW.get(catalog.get(config).unit.name, (config,))


def power_tasks() -> list[Task]:
    """The power runs of the reference results."""
    return [
        Task(name, target, catalog.get(name).levels[0], (), power=True)
        for target, names in POWERED.items()
        for name in names
    ]


def run(
    tasks: Sequence[Task],
    jobs: int | None = None,
    progress: Progress = silent,
    *,
    scheduler: str | None = None,
    store: Store | None = None,
    committed: bool = True,
) -> list[Outcome]:
    """Runs tasks; a task that fails does not stop the others.

    Args:
        tasks: what to run.
        jobs: tasks at a time, the processors' number by default; 1 needs no cluster.
        progress: called as (done, total, label) after each task.
        scheduler: address of a running dask scheduler, instead of a cluster on this machine.
        store: where results are kept; the cache by default.
        committed: whether a committed reference result counts as measured before.

    Returns:
        the outcomes, in the order of the tasks.
    """
    store = store or Store()
    store.sweep()
    root = store.root
    jobs = jobs or os.cpu_count() or 1
    progress(0, len(tasks), "starting")
    if jobs == 1 and scheduler is None:
        ended: Iterator[Outcome] = (_perform(task, root, committed, 1) for task in tasks)
    else:
        ended = _distributed(tasks, root, committed, jobs, scheduler)
    outcomes: dict[Task, Outcome] = {}
    for done, outcome in enumerate(ended, 1):
        outcomes[outcome.task] = outcome
        progress(done, len(tasks), f"{outcome.task}{': failed' if outcome.failure else ''}")
    return [outcomes[task] for task in tasks]


def publish(results: Iterable[Result | PowerResult], folder: Path | None = None) -> list[Path]:
    """Writes results as reference results, to be committed; what is there from before goes.

    Args:
        results: of a campaign over all of `reference_tasks` and `power_tasks`, and what the papers
            need besides; power has a folder of its own.
        folder: where to; the checkout's ``results/`` by default.

    Returns:
        the files written.
    """
    folder = folder or reference_results()
    places = {Result: folder, PowerResult: folder / power.KIND}
    written = {places[type(r)] / f"{r.run_id}.json": r for r in results}
    for path, result in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, render(result))
    there = {path for place in places.values() for path in place.glob("*.json")}
    for stale in there - written.keys():
        stale.unlink()
    return list(written)


def _perform(task: Task, root: Path, committed: bool, jobs: int) -> Outcome:
    """Runs a task, in whatever process this is."""
    store = Store(root)
    try:
        if task.power:
            found = power.power(
                task.config, task.target, level=task.level, store=store, committed=committed
            )
            return Outcome(task, powers=tuple(found))
        result = implement(
            task.config,
            task.target,
            task.seeds,
            task.level,
            store=store,
            jobs=jobs,
            committed=committed,
        )
    except SilicryptError as error:
        return Outcome(task, failure=str(error))
    return Outcome(task, result)


def _distributed(
    tasks: Sequence[Task], root: Path, committed: bool, jobs: int, scheduler: str | None
) -> Iterator[Outcome]:
    """Runs tasks on a cluster; leaving early ends the tools that run.

    The cluster on this machine has threads, not processes: the work is done by the tools, which
    are processes already, and an interrupt is dealt with in one place.
    """
    dask: Any = importlib.import_module("distributed")
    local: Any = None
    if scheduler is None:
        local = dask.LocalCluster(
            n_workers=1,
            threads_per_worker=max(min(jobs, len(tasks)), 1),
            processes=False,
            dashboard_address="127.0.0.1:0",
            silence_logs="ERROR",
        )
    try:
        with dask.Client(local or scheduler) as client:
            runs = [client.submit(_perform, task, root, committed, 1, pure=False) for task in tasks]
            try:
                for run_ in dask.as_completed(runs):
                    yield run_.result()
            except BaseException:
                client.cancel(runs, force=True)
                process.stop_all()
                raise
    finally:
        if local is not None:
            local.close()
