"""The types that every check uses: record, effort, findings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from silicrypt.catalog import Level


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


def perform(name: str, examine: Examine, subject: Any, effort: Effort) -> Check:
    """Runs one check."""
    failures, cases, covered = examine(subject, effort)
    detail = covered if not failures else f"{len(failures)} failed, first: {failures[0]}"
    chosen = subject.config.chosen.name if subject.config.chosen else ""
    return Check(name, subject.level, not failures and cases > 0, cases, detail, chosen)
