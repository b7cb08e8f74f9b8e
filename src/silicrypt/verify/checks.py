"""The types that every check uses: record, effort, findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from silicrypt.base.progress import Progress
from silicrypt.catalog import Config, Level
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
#: The inputs of the simulations of a design point.
Builds: TypeAlias = Mapping[Level, verilator.Build]


def perform(name: str, examine: Examine, subject: Any, effort: Effort) -> Check:
    """Runs one check."""
    failures, cases, covered = examine(subject, effort)
    detail = covered if not failures else f"{len(failures)} failed, first: {failures[0]}"
    chosen = subject.config.chosen.name if subject.config.chosen else ""
    return Check(name, subject.level, not failures and cases > 0, cases, detail, chosen)


def perform_all(
    config: Config,
    builds: Builds,
    subject: Callable[[Config, Level, Path], Any],
    checks_of: Callable[[Config, Level], Mapping[str, Examine]],
    effort: Effort,
    progress: Progress,
) -> list[Check]:
    """Compiles the levels of a design point and runs all checks on each; returns their records.

    Args:
        config: the design point.
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
        for choice in config.choices
        for name in checks_of(choice, level)
    ]
    done, total, found = 0, len(builds) + len(names), dict[tuple[str, str, str], Check]()
    progress(0, total, f"building {config.name}")
    with process.Pool(_WORKERS) as pool:
        programs = {
            level: pool.submit(verilator.executable, build) for level, build in builds.items()
        }
        work = []
        for level, program in programs.items():
            for choice in config.choices:
                one = subject(choice, level, program.result())
                work += [
                    pool.submit(perform, name, examine, one, effort)
                    for name, examine in checks_of(choice, level).items()
                ]
            done += 1
            progress(done, total, f"{level} is built")
        try:
            for check in as_completed(work):
                record = check.result()
                found[record.level, record.hash, record.name] = record
                done += 1
                progress(done, total, f"{record.level} {record.name}")
        finally:
            for check in work:
                check.cancel()
    return [found[name] for name in names]
