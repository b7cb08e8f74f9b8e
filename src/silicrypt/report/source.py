"""The stored results that the report shows. Nothing is measured here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from silicrypt.errors import BadInput
from silicrypt.report.rows import MeasuredCore, ResultRow, row
from silicrypt.results import elsewhere
from silicrypt.results.elsewhere import Elsewhere
from silicrypt.results.power import PowerAt, PowerResult
from silicrypt.results.result import Result

if TYPE_CHECKING:
    from silicrypt.measure.core_result import CoreResult

#: The clock at which the power of all designs is shown.
POWER_MHZ = 100.0


def results() -> list[ResultRow]:
    """Returns the results that are not stale, one row per design point, target and level."""
    from silicrypt.flow import query

    parsed = TypeAdapter(list[Result]).validate_python(query.results())
    return most_seeds(map(row, parsed))


def measured(folder: Path) -> tuple[list[ResultRow], list[Elsewhere]]:
    """Returns the results of measured cores below a folder, and those measured elsewhere.

    Raises:
        BadInput: the folder has no result.
    """
    from silicrypt.measure.core_result import stored

    found, others = list(stored(folder)), list(elsewhere.stored(folder))
    if not found and not others:
        raise BadInput(f"there is no result of 'silicrypt measure' or 'import-result' in {folder}")
    return most_seeds(replace(row(one), measured=_origin(one)) for one in found), others


def _origin(result: CoreResult) -> MeasuredCore:
    return MeasuredCore(result.repository, result.commit, result.source_hash, result.in_flight)


def powers() -> list[tuple[PowerResult, PowerAt]]:
    """Returns the power results that are not stale, with the power at `POWER_MHZ`."""
    from silicrypt.flow import query

    return [(r, r.at(POWER_MHZ)) for r in query.power() if r.fmax_mhz >= POWER_MHZ]


def most_seeds(rows: Iterable[ResultRow]) -> list[ResultRow]:
    """Returns rows without those that differ from another one only in having fewer seeds.

    The order does not change.
    """
    chosen: dict[tuple[str, str, str], ResultRow] = {}
    for r in rows:
        key = (r.config, r.target, r.level)
        if key not in chosen or len(chosen[key].seeds) < len(r.seeds):
            chosen[key] = r
    return list(chosen.values())
