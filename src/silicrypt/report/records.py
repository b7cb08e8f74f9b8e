"""The stored results that page, terminal and README show, and the figures that follow from them.

Nothing is measured here.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from silicrypt import catalog, targets
from silicrypt.errors import BadInput
from silicrypt.measure.core_result import CoreResult
from silicrypt.measure.core_result import stored as measured_cores
from silicrypt.results import imported
from silicrypt.results.imported import ImportedResult
from silicrypt.results.power import PowerAt, PowerResult
from silicrypt.results.result import Result

#: The clock at which the power of all designs is shown.
POWER_MHZ = 100.0
#: A power result, and the power at a frequency.
PoweredAt = tuple[PowerResult, PowerAt]

_AnyResult = TypeVar("_AnyResult", bound=Result)


def results() -> list[Result]:
    """Returns the results that are not stale, one per design point, target and level."""
    from silicrypt.flow import query

    return most_seeds(query.of())


def measured(folder: Path) -> tuple[list[CoreResult], list[ImportedResult]]:
    """Returns the results of measured cores below a folder, and the imported ones.

    Raises:
        BadInput: the folder has no result.
    """
    found, others = list(measured_cores(folder)), list(imported.stored(folder))
    if not found and not others:
        raise BadInput(f"there is no result of 'silicrypt measure' or 'import-result' in {folder}")
    return most_seeds(found), others


def powers() -> list[PoweredAt]:
    """Returns the power results that are not stale, with the power at `POWER_MHZ`."""
    from silicrypt.flow import query

    return [(r, r.at(POWER_MHZ)) for r in query.power() if r.fmax_mhz >= POWER_MHZ]


def most_seeds(found: Iterable[_AnyResult]) -> list[_AnyResult]:
    """Returns results without those that differ from another one only in having fewer seeds.

    The order does not change.
    """
    chosen: dict[tuple[str, str, str], _AnyResult] = {}
    for r in found:
        key = (r.config, r.target, r.level)
        if key not in chosen or len(chosen[key].seeds) < len(r.seeds):
            chosen[key] = r
    return list(chosen.values())


def kind(result: Result) -> str:
    """Returns the kind of the figures of area and clock, such as placed and routed."""
    return targets.get(result.target).kind


def in_flight(result: Result) -> int:
    """Returns the number of blocks or messages in flight at which the throughput is reached."""
    if isinstance(result, CoreResult):
        return result.in_flight
    return catalog.get(result.config).stages


def origin(result: object) -> str:
    """Returns where a measured core comes from; empty for a design point of the catalogue.

    The origin is repository and commit, or the hash of the sources.
    """
    if not isinstance(result, CoreResult):
        return ""
    name = result.repository.removesuffix(".git").split("://")[-1]
    return f"{name} @ {result.commit}" if result.commit else f"sources {result.source_hash}"


def verified_by(result: Result) -> str:
    """Returns the verification that a result records."""
    record = result.verification
    return f"{record.suite} suite: {record.checks} checks, {record.cases:,} cases"


def command(result: Result) -> str:
    """Returns the command that measures a result again."""
    words = ["silicrypt", "implement", result.config, "-t", result.target, "--level", result.level]
    if isinstance(result, CoreResult):
        words = ["silicrypt", "measure", f"{result.config}.toml", "-t", result.target]
    if result.seeds:
        words += ["--seeds", ",".join(map(str, result.seeds))]
    return shlex.join(words)
