# SPDX-FileCopyrightText: 2026 The silicrypt authors
# SPDX-License-Identifier: Apache-2.0
"""Measures what a run costs on a cluster, and simulates a plan of many runs.

    python examples/cluster/plan.py --runs 10000

It starts a scheduler and one or two workers on this machine. Runs without work give the overhead
of a run; runs with the same work give the speed-up of two workers, and the processor time of a run
with one and with two workers. On a machine with other load, only the processor time means
something. The plan is simulated with this overhead and with the durations of the committed results:
the scheduler serves one event at a time, and a worker that is free takes the next run.
"""

from __future__ import annotations

import hashlib
import heapq
import importlib
import json
import random
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any

import typer

from silicrypt.flow import cluster
from silicrypt.flow.batch import Task
from silicrypt.paths import reference_results

#: Runs without work, and runs with work, of a measurement.
_EMPTY, _BUSY = 100, 8


def nothing(_: Task) -> str:
    """A run without work. Its result is as large as that of a real run."""
    return "x" * 4000


def work(hashes: int) -> float:
    """A run that computes. Returns the processor time that it took."""
    began = time.thread_time()
    for _ in range(hashes):
        hashlib.sha256(bytes(100_000)).digest()
    return time.thread_time() - began


def wait(seconds: float) -> float:
    """A run that occupies its worker without computing."""
    time.sleep(seconds)
    return 0.0


def durations() -> list[float]:
    """Returns the durations of the committed runs, in seconds."""
    found = (json.loads(path.read_text("utf-8")) for path in reference_results().glob("*/*.json"))
    return [one["times"]["seconds"] for one in found if "seconds" in one.get("times", {})]


def simulate(lengths: Sequence[float], workers: int, overhead: float) -> float:
    """Returns the time until all runs have ended, in seconds.

    Args:
        lengths: the duration of each run.
        workers: the number of workers.
        overhead: the time for which a run occupies the scheduler.
    """
    free, serving = [0.0] * workers, 0.0
    for length in lengths:
        serving = max(serving, free[0]) + overhead
        heapq.heapreplace(free, serving + length)
    return max(free)


def _timed(link: cluster.Link, task: Any, tasks: Sequence[Any]) -> tuple[float, list[Any]]:
    """Returns the time that tasks took together, and what they returned."""
    began = time.monotonic()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda one: link.call(task, one), tasks))
    return time.monotonic() - began, found


def main(
    runs: Annotated[int, typer.Option(help="Runs of the plan.")] = 10_000,
    seconds: Annotated[float, typer.Option(help="Processor time of a run with work.")] = 2.0,
    idle: Annotated[
        bool, typer.Option("--idle", help="Runs wait: for a machine without a free processor.")
    ] = False,
) -> None:
    """Measures and simulates."""
    dask: Any = importlib.import_module("distributed")
    pickle: Any = importlib.import_module("distributed.protocol.pickle")
    task = Task("sha256-fast", "ecp5-85k")
    sent = (cluster.perform, nothing, task, dict(cluster.identity()), "0" * 16)
    size = len(pickle.dumps(sent)), len(pickle.dumps(nothing(task)))
    job, given = (wait, seconds) if idle else (work, round(seconds / (work(200) / 200)))
    took, computed = dict[int, float](), dict[int, float]()
    for workers in (1, 2):
        with (
            dask.LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None
            ) as local,
            cluster.connected(local.scheduler_address) as link,
        ):
            _timed(link, nothing, [task] * 10)  # the first tasks import modules
            took[workers], used = _timed(link, job, [given] * _BUSY)
            computed[workers] = statistics.mean(used)
            began = time.process_time()
            overhead = _timed(link, nothing, [task] * _EMPTY)[0] / _EMPTY
            own = (time.process_time() - began) / _EMPTY
    typer.echo(
        f"overhead of a run: {1000 * overhead:.1f} ms, of which client and scheduler compute "
        f"{1000 * own:.1f} ms"
    )
    typer.echo(f"bytes of a run: {size[0]} there, {size[1]} back")
    kind = "waiting" if idle else "processor time"
    typer.echo(
        f"{_BUSY} runs of {seconds:g} s {kind}: {took[1]:.1f} s with one worker, "
        f"{took[2]:.1f} s with two: {took[1] / took[2]:.2f} times as fast"
    )
    if not idle:
        typer.echo(
            f"processor time of a run: {computed[1]:.2f} s with one worker, "
            f"{computed[2]:.2f} s with two"
        )
    known = durations()
    lengths = random.Random(1).choices(known, k=runs)
    typer.echo(
        f"{runs} runs with the durations of {len(known)} committed results (median "
        f"{statistics.median(known):.0f} s, longest {max(known):.0f} s):"
    )
    alone = sum(lengths)
    for workers in (1, 2, 16, 256):
        total = simulate(lengths, workers, overhead)
        typer.echo(
            f"  {workers:3} workers: {total / 3600:7.2f} h, {alone / total:6.1f} times as fast, "
            f"{100 * alone / total / workers:5.1f} % of the workers' time"
        )


if __name__ == "__main__":
    typer.run(main)
