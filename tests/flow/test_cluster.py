"""A scheduler and two workers, each in its own process, that share no cache with this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import workers
from silicrypt.errors import BadInput
from silicrypt.flow import batch, cluster
from silicrypt.flow.batch import Task
from silicrypt.results.result import FILE, load
from silicrypt.results.store import Store

pytestmark = workers.WARNS

#: The tasks of the workers, as a module that workers and test can import.
ERRANDS = '''
import os, signal
from pathlib import Path
from silicrypt.flow import cluster
from silicrypt.flow.batch import Outcome
from silicrypt.results.result import Result, VerificationRecord
from silicrypt.results.store import Store

def square(task):
    """Kills its worker, once, where it is asked to."""
    number, fuse = task
    if fuse and not Path(fuse).exists():
        Path(fuse).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 5:
        raise KeyError("five")
    return number * number

def sum_of_squares(task):
    """Asks the cluster for the squares."""
    return sum(cluster.spread(square, [(number, fuse) for number, fuse in task]))

def measured(task, committed):
    """A result that says where the worker keeps its own."""
    return Outcome(task, Result(
        run_id="0123456789abcdef", config=task.point, algorithm="SHA-256", parameters={},
        level="core", target=task.target, target_about=str(Store().root), verified=True,
        verification=VerificationRecord("quick", 1, 1, "feed"), cycles_per_block=1,
        latency_cycles=1, latency_cycles_1024=1, tool_versions={}, caveats=(),
    ))
'''


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the folder in which the workers run and have their cache."""
    return tmp_path_factory.mktemp("workers")


@pytest.fixture(scope="module")
def errands(directory: Path) -> Iterator[Any]:
    with workers.module(directory, "errands", ERRANDS) as found:
        yield found


@pytest.fixture(scope="module")
def scheduler(directory: Path, errands: Any) -> Iterator[str]:
    """Starts a scheduler with two workers and returns its address."""
    with workers.cluster(directory, directory / "cache") as address:
        yield address


def test_all_results_are_right_although_a_worker_is_killed_halfway(
    scheduler: str, errands: Any, tmp_path: Path
) -> None:
    tasks = [(number, str(tmp_path / "fuse") if number == 3 else "") for number in range(8)]
    found = dict(cluster.distribute(tasks, errands.square, scheduler))
    assert (tmp_path / "fuse").exists()
    failed = found.pop(tasks[5])
    assert found == {task: task[0] ** 2 for task in tasks if task[0] != 5}
    assert "KeyError: 'five'" in str(failed)


def test_a_task_can_spread_further_tasks(scheduler: str, errands: Any) -> None:
    with cluster.connected(scheduler) as link:
        assert link.call(errands.sum_of_squares, ((1, ""), (2, ""), (3, ""))) == 14
        with pytest.raises(BadInput, match="KeyError: 'five'"):
            link.call(errands.sum_of_squares, ((1, ""), (5, "")))


def test_results_come_back_as_values_and_are_kept_here(
    scheduler: str, errands: Any, directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "_remotely", errands.measured)
    store = Store(tmp_path / "mine")
    task = Task("sha256-u1", "virtex-e")
    (outcome,) = batch.run([task], store=store, scheduler=scheduler)
    assert outcome.result is not None
    assert outcome.result.target_about == str(directory / "cache")
    assert load(store.path("runs", outcome.result.key) / FILE) == outcome.result
    assert not (directory / "cache" / "runs").exists()


def test_a_worker_with_other_sources_is_refused_with_a_sentence(
    scheduler: str, errands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = {**cluster.identity(), "hardware (hw/)": "0123456789abcdef", "pyosys": "0.1"}
    monkeypatch.setattr(cluster, "identity", lambda: own)
    with pytest.raises(BadInput, match=r"hardware .* there and 0123456789abcdef here, pyosys is"):
        list(cluster.distribute([(1, "")], errands.square, scheduler))


def test_each_task_is_compared_as_well() -> None:
    """A worker may join later."""
    wanted = {**cluster.identity(), "code (src/silicrypt/)": "another"}
    with pytest.raises(BadInput, match="would give other figures: code"):
        cluster.perform(abs, -1, wanted, "batch")
    assert cluster.perform(abs, -1, cluster.identity(), "batch") == 1


def test_where_no_scheduler_answers_a_sentence_says_so() -> None:
    with pytest.raises(BadInput, match="no dask scheduler answers at 'nonsense://here'"):
        list(cluster.distribute([1], abs, "nonsense://here"))
