"""The reference results: lists them, finds missing ones, and checks that they can be repeated.

They are committed below ``results/``. A fresh checkout therefore shows complete tables and
reproduces every paper without running a tool. A change of the sources makes some results stale;
stale results count as missing.
"""

from __future__ import annotations

import os
import random
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import closing
from dataclasses import replace
from fnmatch import fnmatch
from functools import partial

from silicrypt import catalog, targets
from silicrypt.base.scope import Progress, silent
from silicrypt.catalog import Level
from silicrypt.errors import BadInput, CorruptResult
from silicrypt.flow import cluster, implement, power, stimuli
from silicrypt.flow.batch import Task
from silicrypt.flow.carry import AnyResult, Difference, first_difference, measured_again
from silicrypt.flow.implement import SEEDS
from silicrypt.flow.stimuli import DELAYS, SCENARIOS
from silicrypt.flow.synth import design_of
from silicrypt.papers import PAPERS, PaperResults, claims, plan
from silicrypt.paths import reference_path, reference_results
from silicrypt.targets import Routed
from silicrypt.tools import process

#: The targets that every design point is measured on, at all its levels, except those in `WITHOUT`.
#: The points of a sweep are measured in standard cells alone, at their first level.
TARGETS = ("ecp5-85k", "nangate45")
#: The design point that is measured on every other target, at its first level.
EVERYWHERE = "sha256-fast"
#: The targets that a fast and a small design point of each algorithm are measured on, besides the
#: first two, and these points, at their first level.
OTHERS = ("ice40-hx8k", "ice40-up5k", "gowin-gw2a-18", "ecp5-25k", "sky130hd")
FAST_AND_SMALL = (
    *("md5-fast", "md5-u1", "sha1-fast", "sha1-u1", EVERYWHERE, "sha256-u1", "sha256-small"),
    *("sha256-small-pair", "sha1-small", "md5-small", "sm3-small"),
    *("sha512-fast", "sha512-u1", "sm3-fast", "sm3-u1", "shat128", "shat128-gated"),
    *("hmac-sha1-fast", "hmac-sha256-fast", "aes128-fast", "aes128-lowlat", "aes128-small"),
    *(
        "aes128-byte",
        "aes128-byte-memory",
        "sm4-fast",
        "sm4-small",
        "sha3-256-fast",
        "sha3-256-small",
    ),
    *("ascon-hash256-fast", "ascon-aead128-fast"),
)
#: Further points, which are measured on these targets only, at their first level.
FURTHER_TARGETS = ("ecp5-25k", "sky130hd", "ice40-hx8k", "gowin-gw2a-18")
FURTHER = (
    *("aes128-chained", "aes128-gcm", "aes128-gcm-small", "aes128-ccm", "aes128-ccm-small"),
    *("hmac-md5-fast", "hmac-sm3-fast", "hmac-sha512-fast", "hkdf-hmac-sha256-fast"),
    *("pbkdf2-hmac-sha256-fast", "pbkdf2-hmac-sha1-fast", "hmac-drbg-sha256-fast"),
    *("sha3-512-fast", "shake128-fast", "ascon-xof128-fast"),
    *("kmac256-small", "tuplehash256-small"),
)
#: The points for standard cells, which are measured in both libraries, at their first level.
FOR_CELLS = (
    *("aes128-cells", "aes128-cells-small", "aes128-byte-cells", "aes128-bit-cells"),
    *("aes128-one-cells", "aes128-one-cells-alarm", "aes128-two-cells"),
    *("sha256-small-cells", "sha1-small-cells", "md5-small-cells"),
    *("md5-fast-gated", "sha1-fast-gated", "sha256-fast-gated", "sha512-fast-gated"),
    "sm3-fast-gated",
)
_NO_MAPPING = "Yosys does not map its memory"
_NO_DELAYS = "nextpnr has no delays of the second port of its block memory"
_NO_PLACEMENT = "nextpnr finds no legal placement"
_ICE40 = ("ice40-hx8k", "ice40-up5k")
_NO_ROUTING = "nextpnr needs many minutes of processor time for each routing, or does not end"
_ENABLES = "an FPGA has clock enables: take the point without -gated"
_NO_CELL = "standard cells have no memory with contents at power-up"
#: The design points whose block memories have contents at power-up.
_CONTENTS = (
    *("sha256-small", "sha256-small-pair", "sha1-small", "md5-small", "sm3-small"),
    "aes128-byte-memory",
)
#: The sponges whose state is in a block memory.
_SPONGES = ("sha3-256-small", "kmac256-small", "tuplehash256-small")
#: The design points with AES whose memories Yosys does not map for an iCE40.
_IN_MEMORY = ("aes128-chained", "aes128-gcm", "aes128-gcm-small", "aes128-ccm-small")
_FOR_CELLS = "it differs from aes128-one-cells by less than the seeds do"
_GATED = ("sha512", "sha256", "md5", "sha1", "sm3")
#: Design points without a figure on a target, and the reason.
WITHOUT = {
    **{("aes128-small", target): _NO_MAPPING for target in _ICE40},
    **{("aes128-fast", target): _NO_PLACEMENT for target in _ICE40},
    ("sha3-256-fast", "ice40-up5k"): _NO_PLACEMENT,
    **{(name, "gowin-gw2a-18"): _NO_DELAYS for name in (*_CONTENTS, *_SPONGES)},
    **{(name, "ice40-hx8k"): _NO_MAPPING for name in _IN_MEMORY},
    **{(f"hmac-{name}-fast", "ice40-hx8k"): _NO_PLACEMENT for name in ("sha512", "drbg-sha256")},
    **{(name, "ecp5-85k"): _NO_ROUTING for name in ("sha3-256-u2", "sha3-512-u2")},
    ("shake128-fast", "ecp5-25k"): _NO_ROUTING,
    **{(name, target): _NO_CELL for name in _CONTENTS for target in ("nangate45", "sky130hd")},
    **{(f"{name}-fast-gated", "ecp5-85k"): _ENABLES for name in _GATED},
    ("aes128-one-cells-alarm", "ecp5-85k"): _FOR_CELLS,
}

#: The design points whose power is measured: the main ones of each family.
POWERED = (
    *("sha512-u1", "sha512-u2-pre", "sha512-u2-pre-gated", "sha512-pipe2", "sha512-fast"),
    *("sha256-fast", "sha1-fast", "md5-fast"),
    *("md5-binary", "md5-gray", "md5-binary-gated", "md5-gray-gated"),
    *("hmac-sha1", "hmac-sha1-fast", "hmac-sha256-fast", "shat128", "shat128-gated"),
    *("aes128-small", "aes128-fast", "aes128-lowlat", "aes128-par", "aes128-seq"),
    *("aes128-cells", "aes128-cells-small", "aes128-two-cells"),
    *("aes128-one-cells", "aes128-one-cells-alarm"),
    *("aes128-byte-cells", "sha256-two", "sha512-two", "md5-four", "sha256-short", "sha512-short"),
    *("sha256-small-cells", "sha1-small-cells", "md5-small-cells", "sm3-fast"),
    *("sm3-three", "sha512-fast-gated", "sha256-fast-gated"),
    *("sha1-fast-gated", "md5-fast-gated", "sm3-fast-gated"),
    *("sha3-256-fast", "sha3-512-fast", "ascon-hash256-fast", "sm4-u1", "sm4-fast"),
    *("hmac-sha256-short", "hmac-sha512-short", "hmac-sha1-short", "hmac-md5-short"),
    *("aes128-gcm", "aes128-gcm-pipe", "aes128-ccm", "ascon-aead128-fast"),
    *("kmac128-fast", "kmac256-fast", "tuplehash128-fast"),
    *("hkdf-hmac-sha256-fast", "pbkdf2-hmac-sha256-fast", "hmac-drbg-sha256-fast"),
)
_CELLS = "nangate45"
#: The design points whose power is also measured with delays: those in which glitches may decide
#: between an unrolled design and its alternative.
TIMED = (
    *("sha512-u1", "sha512-u2-pre", "sha512-pipe2"),
    *("sha1-u1", "sha1-u1-pre", "md5-u1", "md5-u1-pre"),
    *("shat128", "shat128-u2", "shat128-u3", "shat128-u4", "shat128-u6"),
)


def tasks() -> list[Task]:
    """Returns every run whose result is committed, without duplicates, the main ones first."""
    points = catalog.load().values()
    inner = [
        Task(point.name, target, point.levels[0])
        for target in TARGETS
        for point in points
        if (target == _CELLS or not point.sweep) and (point.name, target) not in WITHOUT
    ]
    outer = [
        Task(point.name, target, level)
        for target in TARGETS
        for point in points
        if not point.sweep and (point.name, target) not in WITHOUT
        for level in point.levels[1:]
    ]
    powers = [plan.power_run(name, _CELLS) for name in POWERED]
    timed = [plan.power_run(name, _CELLS, (f"{SCENARIOS[-1]}{DELAYS}",)) for name in TIMED]
    beside = [(name, target) for name in FAST_AND_SMALL for target in OTHERS]
    beside += [(name, target) for name in FURTHER for target in FURTHER_TARGETS]
    beside += [(name, "sky130hd") for name in FOR_CELLS]
    beside += [(EVERYWHERE, target) for target in targets.TARGETS]
    beside = [one for one in beside if one not in WITHOUT]
    others = [Task(name, target, catalog.get(name).levels[0]) for name, target in beside]
    found = [*judges(), *needs(), *powers, *timed, *inner, *outer, *others]
    found += committed(found)
    return list(dict.fromkeys(map(_plain, found)))


def committed(known: Sequence[Task] = ()) -> list[Task]:
    """Returns the runs of committed results that are not known, such as those of a search."""
    powers = {(task.point, task.target) for task in known if task.power}
    found = []
    for path in sorted(reference_results().glob("*/*.json")):
        name, target = path.name.removesuffix(".json"), path.parent.name
        point, written, *scenario = name.split(".")
        level: Level = "stream" if written == "stream" else "core"
        if not scenario:
            found.append(Task(point, target, level))
        elif (point, target) not in powers:
            found.append(Task(point, target, level, (), power=True))
    return found


def judges() -> list[Task]:
    """Returns the runs that decide a verdict, of every paper: they are the main ones."""
    stated = (claim.judge for paper in PAPERS for claim in claims.load(paper).claim)
    return list(dict.fromkeys(map(_plain, plan.runs_of(one for one in stated if one))))


def needs(papers: Sequence[str] = PAPERS) -> list[Task]:
    """Returns the runs that papers take figures from, as far as no result decides on more."""
    planned = (run for paper in papers for run in plan.plan_of(paper, PaperResults())[0])
    return list(dict.fromkeys(map(_plain, planned)))


def _plain(task: Task) -> Task:
    """Returns a task that has seeds only if its target is placed."""
    routed = isinstance(targets.get(task.target), Routed) and not task.power
    return replace(task, seeds=SEEDS if routed else ())


def missing(asked: Sequence[Task] | None = None) -> list[Task]:
    """Returns the runs without a committed result of the current sources. Runs no tool."""
    return [task for task in (tasks() if asked is None else asked) if not _there(task)]


def _there(task: Task) -> bool:
    design = design_of(task.point, task.target, task.level)
    try:
        if not task.power:
            return implement.stored_result(design, task.seeds).committed is not None
        return all(
            power.stored_result(design, stimulus).committed is not None
            for stimulus in stimuli.stimuli(design.point, design.level, task.scenarios or None)
        )
    except CorruptResult:
        return False


def check(
    only: str = "*",
    sample: int | None = None,
    seed: int = 1,
    progress: Progress = silent,
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
) -> Iterator[Difference]:
    """Measures committed results again and compares: maps, simulates, places and routes anew.

    Args:
        only: a pattern for the names of runs, such as ``"sha256-* core on ecp5-85k"``.
        sample: number of runs to choose at random, at least 1; all runs if it is None.
        seed: seed of the random choice.
        progress: called as (done, total, label).
        jobs: runs at a time on this machine; the number of processors by default.
        scheduler: address of a dask scheduler, whose workers then measure.

    Yields:
        the first differing figure of each result that differs.

    Raises:
        BadInput: no result matches, or the sample has none.
        SilicryptError: a run failed.
    """
    if sample is not None and sample < 1:
        raise BadInput(f"a sample has at least one run, not {sample}")
    there = [t for t in tasks() if not t.power and fnmatch(str(t), only) and _there(t)]
    if not there:
        raise BadInput(f"no committed result that is still valid matches '{only}'")
    if sample is not None:
        there = random.Random(seed).sample(there, min(sample, len(there)))
    progress(0, len(there), "starting")
    with closing(_again(there, jobs or os.cpu_count() or 1, scheduler)) as results:
        for done, (task, again) in enumerate(results, 1):
            progress(done, len(there), str(task))
            if isinstance(again, Exception):
                raise again
            path = reference_path(task.target, task.point, task.level)
            if different := first_difference(path, again):
                yield different


def _again(
    tasks: Sequence[Task], jobs: int, scheduler: str | None
) -> Generator[tuple[Task, AnyResult | Exception], None, None]:
    """Yields each task with its new result, in the order in which they end."""
    if scheduler is not None:
        yield from cluster.distribute(tasks, _measured_again, scheduler)
        return
    with process.Pool(min(jobs, len(tasks))) as pool:
        work = partial(_measured_again, jobs=max(1, jobs // len(tasks)))
        runs = {pool.submit(work, task): task for task in tasks}
        for run in as_completed(runs):
            yield runs[run], run.result()


def _measured_again(task: Task, jobs: int = 1) -> AnyResult:
    return measured_again(task.point, task.target, task.level, task.seeds, jobs=jobs)
