"""Executes many runs, in parallel on this machine or on a cluster.

A run whose result is already known is not executed again.
"""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import as_completed
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from silicrypt.base.scope import Progress, silent
from silicrypt.catalog import Level
from silicrypt.errors import BadInput, SilicryptError, StoreError, ToolFailed
from silicrypt.flow import cluster, power, verification
from silicrypt.flow.implement import KIND, SEEDS, implement
from silicrypt.paths import reference_name, reference_results
from silicrypt.results.result import FILE, PowerResult, Result, load_as, render
from silicrypt.results.store import Store, fingerprint, write_atomic
from silicrypt.tools import process

#: Folder below the store for the logs of unexpected errors.
_LOGS = "logs"


@dataclass(frozen=True)
class Task:
    """One run, or the power runs of the named scenarios; of all scenarios if none is named."""

    point: str
    target: str
    level: Level = "core"
    seeds: tuple[int, ...] = SEEDS
    power: bool = False
    scenarios: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Returns the label that progress shows for the task."""
        what = "power of " if self.power else ""
        scenarios = f", {' and '.join(self.scenarios)}" if self.scenarios else ""
        return f"{what}{self.point} {self.level} on {self.target}{scenarios}"


@dataclass(frozen=True)
class Outcome:
    """The outcome of a task: a result, a power result per scenario, or the reason of a failure.

    Attributes:
        task: the task.
        result: the measured result.
        failure: why there is no result; empty if the task succeeded.
        powers: one result per scenario, if power was measured.
        refused: whether the failure is that the task asks for what does not exist or fit.
        traceback: traceback of an unexpected error, until it is written to a log.
    """

    task: Task
    result: Result | None = None
    failure: str = ""
    powers: tuple[PowerResult, ...] = ()
    refused: bool = False
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
    """Runs tasks. A task that fails does not stop the others.

    Args:
        tasks: the tasks to run.
        jobs: tasks that run at the same time on this machine; the number of processors by default.
        progress: called as (done, total, label) after each task.
        scheduler: address of a running dask scheduler, whose workers then run the tasks.
        store: where results are kept; the cache by default.
        committed: whether a committed reference result counts as already measured.
        keep: called with each outcome when it is known.

    Returns:
        the outcomes, in the order of the tasks. The traceback of an unexpected error is in a log
        below the store; the failure names the log.
    """
    store = store or Store()
    store.sweep()
    progress(0, len(tasks), "starting")
    if scheduler is None:
        running = _local(tasks, store.root, committed, jobs or os.cpu_count() or 1)
    else:
        running = _distributed(tasks, store, committed, scheduler)
    outcomes: dict[Task, Outcome] = {}
    with closing(running) as ended:
        for done, outcome in enumerate(ended, 1):
            outcomes[outcome.task] = _logged(outcome, store)
            keep(outcomes[outcome.task])
            progress(done, len(tasks), f"{outcome.task}{': failed' if outcome.failure else ''}")
    return [outcomes[task] for task in tasks]


def demand(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Returns the same outcomes if every task gave a result.

    Raises:
        BadInput: the first task that failed asks for what does not exist or fit.
        ToolFailed: it failed for another reason.
    """
    for outcome in outcomes:
        if outcome.failure:
            error = BadInput if outcome.refused else ToolFailed
            raise error(f"{outcome.task}: {outcome.failure}")
    return list(outcomes)


def _logged(outcome: Outcome, store: Store) -> Outcome:
    """Writes the traceback of an outcome to a log and names that log in the failure."""
    if not outcome.traceback:
        return outcome
    name = re.sub(r"[^\w.@-]+", "-", str(outcome.task))
    log = store.root / _LOGS / f"{name}-{fingerprint(outcome.traceback)}.log"
    try:
        write_atomic(log, outcome.traceback)
        where = f"its traceback is in {log}"
    except StoreError as error:
        where = f"its traceback cannot be kept ({error}):\n{outcome.traceback}"
    return replace(outcome, traceback="", failure=f"{outcome.failure}; {where}")


def publish(outcome: Outcome, folder: Path | None = None) -> list[Path]:
    """Writes the results of a task as reference results, ready to be committed.

    The name of a file says what it measures, so its Git history shows how a figure changed.

    Args:
        outcome: the outcome of the task.
        folder: the folder to write to; the checkout's ``results/`` by default.

    Returns:
        the files written.

    Raises:
        StoreError: the folder cannot be written.
    """
    folder = folder or reference_results()
    results: list[Result | PowerResult] = [*outcome.powers]
    if outcome.result:
        results.append(outcome.result)
    written = {folder / _name(result): result for result in results}
    for path, result in written.items():
        write_atomic(path, render(result))
    records = {result.config: result.verification for result in results}
    verification.commit(records, folder)
    return list(written)


def _name(result: Result | PowerResult) -> Path:
    scenario = result.scenario if isinstance(result, PowerResult) else ""
    return reference_name(result.target, result.config, result.level, scenario)


def _perform(task: Task, root: Path, committed: bool, jobs: int) -> Outcome:
    """Runs a task in the current process."""
    store = Store(root)
    try:
        if task.power:
            found = power.power(
                task.point,
                task.target,
                task.scenarios or None,
                task.level,
                store=store,
                committed=committed,
            )
            return Outcome(task, powers=tuple(found))
        result = implement(
            task.point,
            task.target,
            task.seeds,
            task.level,
            store=store,
            jobs=jobs,
            committed=committed,
        )
    except SilicryptError as error:
        return _failed(task, error)
    except Exception as error:
        why = f"unexpected error: {type(error).__name__}: {error}"
        return Outcome(task, failure=why, traceback=traceback.format_exc())
    return Outcome(task, result)


def _failed(task: Task, error: Exception) -> Outcome:
    wrong = isinstance(error, SilicryptError) and error.exit_code == BadInput.exit_code
    return Outcome(task, failure=str(error), refused=wrong)


def _local(
    tasks: Sequence[Task], root: Path, committed: bool, jobs: int
) -> Generator[Outcome, None, None]:
    """Runs tasks in threads. The tools do the work; leaving early ends them."""
    with process.Pool(min(jobs, len(tasks))) as pool:
        runs = [pool.submit(_perform, task, root, committed, 1) for task in tasks]
        for run_ in as_completed(runs):
            yield run_.result()


def _distributed(
    tasks: Sequence[Task], store: Store, committed: bool, scheduler: str
) -> Generator[Outcome, None, None]:
    """Runs tasks on a cluster and keeps their results in the store of this machine."""
    work = partial(_remotely, committed=committed)
    for task, found in cluster.distribute(tasks, work, scheduler):
        if isinstance(found, Outcome):
            _keep(found, store)
            yield found
        else:
            yield _failed(task, found)


def _remotely(task: Task, committed: bool) -> Outcome:
    """Runs a task on a worker with the cache of that worker."""
    return _perform(task, Store().root, committed, 1)


def _keep(outcome: Outcome, store: Store) -> None:
    """Puts the results of a worker into the store of this machine."""
    if outcome.result is not None:
        put(store, KIND, outcome.result)
    for result in outcome.powers:
        put(store, power.KIND, result)


def put(store: Store, kind: str, result: Result | PowerResult) -> None:
    """Puts a result into a store, if it is not there."""

    def build(folder: Path) -> None:
        (folder / FILE).write_text(render(result), encoding="utf-8")

    store.load(
        kind, result.key, build, lambda folder: load_as(type(result), folder / FILE, result.run_id)
    )
