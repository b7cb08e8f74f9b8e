"""The types that every check uses (record, effort, findings), and the run of a suite's checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from silicrypt.base.progress import Progress
from silicrypt.catalog import DesignPoint, Level
from silicrypt.tools import process, verilator

#: Models that are compiled, and checks that run, at the same time.
_WORKERS = 2


@dataclass(frozen=True)
class Check:
    """The record of a check.

    Attributes:
        name: what was checked.
        level: the level of the top module, ``"core"`` or ``"stream"``.
        passed: whether every case passed.
        cases: the number of cases.
        detail: what was covered, or the first case that failed.
        hash: the hash that was checked, where the hardware has two.
    """

    name: str
    level: Level
    passed: bool
    cases: int
    detail: str
    hash: str = ""


@dataclass(frozen=True)
class Effort:
    """The amount of work for checks that have no natural end.

    Attributes:
        checkpoints: of the Monte Carlo chain, of 1000 hashes each.
        seeds: number of seeds of random messages and stalls.
        boundaries: number of block boundaries whose surrounding lengths are tried.
        random_bytes: limit of the length of random messages.
        fuzz_cycles: cycles of random actions.
    """

    checkpoints: int
    seeds: int
    boundaries: int
    random_bytes: int
    fuzz_cycles: int = 60_000


#: The findings of a check: failures, number of cases, and what was covered.
Findings = tuple[list[str], int, str]
Examine = Callable[[Any, Effort], Findings]


class Section(NamedTuple):
    """A part of the check of a netlist: its name, its run, and the hash that it checks of two."""

    name: str
    examine: Callable[[], Findings]
    hash: str = ""


#: The inputs of the simulations of a design point.
Builds: TypeAlias = Mapping[Level, verilator.Build]


def record(name: str, level: Level, findings: Findings, hash_: str = "") -> Check:
    """Returns the record of findings; a check without a case does not pass."""
    failures, cases, covered = findings
    if failures:
        covered = f"{len(failures)} failed, first: {failures[0]}"
    elif not cases:
        covered = "nothing was checked"
    return Check(name, level, not failures and cases > 0, cases, covered, hash_)


def perform(name: str, examine: Examine, subject: Any, effort: Effort) -> Check:
    """Runs one check."""
    chosen = subject.point.chosen
    return record(name, subject.level, examine(subject, effort), chosen.name if chosen else "")


def perform_all(
    point: DesignPoint,
    builds: Builds,
    subject: Callable[[DesignPoint, Level, Path], Any],
    checks_of: Callable[[DesignPoint, Level], Mapping[str, Examine]],
    effort: Effort,
    progress: Progress,
) -> list[Check]:
    """Compiles the levels of a design point and runs all checks on each; returns their records.

    Args:
        point: the design point.
        builds: the inputs of the simulations.
        subject: makes what the checks examine, from a choice of the design point, a level and its
            compiled program.
        checks_of: the checks of a choice at a level, in the order of their records.
        effort: the amount of work.
        progress: called as (done, total, label) after each step.
    """
    names = [
        (level, choice.chosen.name if choice.chosen else "", name)
        for level in sorted(builds)
        for choice in point.choices
        for name in checks_of(choice, level)
    ]
    done, total, found = 0, len(builds) + len(names), dict[tuple[str, str, str], Check]()
    progress(0, total, f"building {point.name}")
    with process.Pool(_WORKERS) as pool:
        programs = {
            level: pool.submit(verilator.executable, build) for level, build in builds.items()
        }
        work = []
        for level, program in programs.items():
            for choice in point.choices:
                one = subject(choice, level, program.result())
                work += [
                    pool.submit(perform, name, examine, one, effort)
                    for name, examine in checks_of(choice, level).items()
                ]
            done += 1
            progress(done, total, f"{level} is built")
        try:
            for check in as_completed(work):
                one = check.result()
                found[one.level, one.hash, one.name] = one
                done += 1
                progress(done, total, f"{one.level} {one.name}")
        finally:
            for check in work:
                check.cancel()
    return [found[name] for name in names]
