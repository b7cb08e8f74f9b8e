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
from silicrypt.flow.implement import SEEDS, implement
from silicrypt.flow.progress import Progress, silent
from silicrypt.paths import reference_results
from silicrypt.results.result import Result, render
from silicrypt.results.store import Store, write_atomic
from silicrypt.tools import process

#: What the committed reference results hold, by target: the levels of every configuration.
REFERENCE: dict[str, tuple[Level, ...]] = {
    "nangate45": ("core", "stream"),
    "virtex-e": ("core",),
    "ecp5-85k": ("core", "stream"),
}


@dataclass(frozen=True)
class Task:
    """One run of a campaign."""

    config: str
    target: str
    level: Level = "core"
    seeds: tuple[int, ...] = SEEDS

    def __str__(self) -> str:
        """As a progress label has it."""
        return f"{self.config} {self.level} on {self.target}"


@dataclass(frozen=True)
class Outcome:
    """What became of a task: a result, or why there is none."""

    task: Task
    result: Result | None = None
    failure: str = ""


def reference_tasks(configs: Iterable[str] | None = None) -> list[Task]:
    """The runs of the reference results, the quick targets first.

    Args:
        configs: names of configurations; all by default.
    """
    names = list(catalog.load() if configs is None else configs)
    return [
        Task(config, target, level)
        for target, levels in REFERENCE.items()
        for config in names
        for level in levels
        if level in catalog.get(config).levels
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


def publish(results: Iterable[Result], folder: Path | None = None) -> list[Path]:
    """Writes results as reference results, to be committed; what is there from before goes.

    Args:
        results: of a campaign over all of `reference_tasks`, and what the papers need besides.
        folder: where to; the checkout's ``results/`` by default.

    Returns:
        the files written.
    """
    folder = folder or reference_results()
    folder.mkdir(parents=True, exist_ok=True)
    by_id = {result.run_id: result for result in results}
    written = [folder / f"{run_id}.json" for run_id in by_id]
    for path, result in zip(written, by_id.values(), strict=True):
        write_atomic(path, render(result))
    for stale in set(folder.glob("*.json")) - set(written):
        stale.unlink()
    return written


def _perform(task: Task, root: Path, committed: bool, jobs: int) -> Outcome:
    """Runs a task, in whatever process this is."""
    try:
        result = implement(
            task.config,
            task.target,
            task.seeds,
            task.level,
            store=Store(root),
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
