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
from silicrypt.papers.model import area_of
from silicrypt.results import imported
from silicrypt.results.imported import ImportedResult
from silicrypt.results.power import PowerAt, PowerResult
from silicrypt.results.result import Result
from silicrypt.targets.ecp5 import Ecp5

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


def fmax(result: Result) -> float | None:
    """Returns the median clock over the seeds, MHz."""
    return result.fmax_mhz.median if result.fmax_mhz else None


def area(result: Result) -> float | None:
    """Returns the area in the unit of the target."""
    return area_of(result)[0]


def area_unit(result: Result) -> str:
    """Returns the unit of the area: LUTs, slices, ALUTs or gate equivalents."""
    return area_of(result)[1]


def per_area(result: Result) -> float | None:
    """Returns the throughput per unit of area, Mbit/s."""
    size, rate = area(result), result.throughput_mbps
    return rate / size if rate and size else None


def slices(lut4: int | None, ff: int | None) -> int | None:
    """Returns the slices of an ECP5 that tables and flip-flops fill: each slice has two of both.

    It is the lower bound of what a packer needs, and counts neither block memories nor empty slots.
    """
    return None if lut4 is None or ff is None else -(-max(lut4, ff) // 2)


def slices_of(result: Result) -> int | None:
    """Returns `slices` of a result that was placed on an ECP5; None for any other."""
    return slices(result.lut, result.ff) if isinstance(targets.get(result.target), Ecp5) else None


def per_slice(result: Result) -> float | None:
    """Returns the throughput per slice of an ECP5, Mbit/s."""
    size, rate = slices_of(result), result.throughput_mbps
    return rate / size if rate and size else None


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
