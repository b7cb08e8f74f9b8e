"""Many runs at once, on a local cluster or one after another; none is run a second time."""

from __future__ import annotations

import importlib
import os
import re
import traceback
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import as_completed
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from silicrypt.catalog import Level
from silicrypt.errors import SilicryptError, StoreError
from silicrypt.flow import power
from silicrypt.flow.implement import SEEDS, implement
from silicrypt.flow.progress import Progress, silent
from silicrypt.paths import reference_name, reference_results
from silicrypt.results.power import PowerResult
from silicrypt.results.result import Result, render
from silicrypt.results.store import Store, fingerprint, write_atomic
from silicrypt.tools import process

#: Below the store, the folder of logs of failures that nobody foresaw.
_LOGS = "logs"


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
    """What became of a task: a result, or one for each scenario, or why there is none.

    Attributes:
        task: the task.
        result: what was measured.
        failure: why there is no result, in words.
        powers: a result for each scenario, where power was measured.
        traceback: of a failure that nobody foresaw, until it is written to a log.
    """

    task: Task
    result: Result | None = None
    failure: str = ""
    powers: tuple[PowerResult, ...] = ()
    traceback: str = ""


def run(
    tasks: Sequence[Task],
    jobs: int | None = None,
    progress: Progress = silent,
    *,
    scheduler: str | None = None,
    store: Store | None = None,
    committed: bool = True,
    keep: Callable[[Outcome], object] = lambda _: None,
) -> list[Outcome]:
    """Runs tasks; a task that fails, in whichever way, does not stop the others.

    Args:
        tasks: what to run.
        jobs: tasks at a time on this machine, the processors' number by default.
        progress: called as (done, total, label) after each task.
        scheduler: address of a running dask scheduler, whose workers then run the tasks.
        store: where results are kept; the cache by default.
        committed: whether a committed reference result counts as measured before.
        keep: called with each outcome as it comes.

    Returns:
        the outcomes, in the order of the tasks. The traceback of a failure that nobody foresaw is
        in a log below the store, which the failure names.
    """
    store = store or Store()
    store.sweep()
    progress(0, len(tasks), "starting")
    if scheduler is None:
        running = _local(tasks, store.root, committed, jobs or os.cpu_count() or 1)
    else:
        running = _distributed(tasks, store.root, committed, scheduler)
    outcomes: dict[Task, Outcome] = {}
    with closing(running) as ended:
        for done, outcome in enumerate(ended, 1):
            outcomes[outcome.task] = _logged(outcome, store)
            keep(outcomes[outcome.task])
            progress(done, len(tasks), f"{outcome.task}{': failed' if outcome.failure else ''}")
    return [outcomes[task] for task in tasks]


def _logged(outcome: Outcome, store: Store) -> Outcome:
    """An outcome whose traceback is in a log that its failure names."""
    if not outcome.traceback:
        return outcome
    name = re.sub(r"[^\w.@-]+", "-", str(outcome.task))
    log = store.root / _LOGS / f"{name}-{fingerprint(outcome.traceback)}.log"
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(log, outcome.traceback)
        where = f"its traceback is in {log}"
    except (OSError, StoreError) as error:
        where = f"its traceback cannot be kept ({error}):\n{outcome.traceback}"
    return replace(outcome, traceback="", failure=f"{outcome.failure}; {where}")


def publish(outcome: Outcome, folder: Path | None = None) -> list[Path]:
    """Writes what a task gave as reference results, to be committed.

    A file is named for what it measures, so that its history shows how a figure moved.

    Args:
        outcome: of the task.
        folder: where to; the checkout's ``results/`` by default.

    Returns:
        the files written.
    """
    folder = folder or reference_results()
    results: list[Result | PowerResult] = [*outcome.powers]
    if outcome.result:
        results.append(outcome.result)
    written = {folder / _name(result): result for result in results}
    for path, result in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, render(result))
    return list(written)


def _name(result: Result | PowerResult) -> Path:
    scenario = result.scenario if isinstance(result, PowerResult) else ""
    return reference_name(result.target, result.config, result.level, scenario)


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
    except Exception as error:
        why = f"an error that nobody foresaw: {type(error).__name__}: {error}"
        return Outcome(task, failure=why, traceback=traceback.format_exc())
    return Outcome(task, result)


def _local(
    tasks: Sequence[Task], root: Path, committed: bool, jobs: int
) -> Generator[Outcome, None, None]:
    """Runs tasks in threads, whose work is done by tools; leaving early ends those."""
    with process.Pool(min(jobs, len(tasks))) as pool:
        runs = [pool.submit(_perform, task, root, committed, 1) for task in tasks]
        for run_ in as_completed(runs):
            yield run_.result()


def _distributed(
    tasks: Sequence[Task], root: Path, committed: bool, scheduler: str
) -> Generator[Outcome, None, None]:
    """Runs tasks on a cluster; leaving early drops those that have not begun."""
    dask: Any = importlib.import_module("distributed")
    with dask.Client(scheduler) as client:
        runs = [client.submit(_perform, task, root, committed, 1, pure=False) for task in tasks]
        try:
            for run_ in dask.as_completed(runs):
                yield run_.result()
        except BaseException:
            client.cancel(runs, force=True)
            raise
