"""The stored results that the report shows. Nothing is measured here."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import TypeAdapter

from silicrypt.report.rows import ResultRow, row
from silicrypt.results.power import PowerAt, PowerResult
from silicrypt.results.result import Result

#: The clock at which the power of all designs is shown.
POWER_MHZ = 100.0


def results() -> list[ResultRow]:
    """Returns the results that are not stale, one row per design point, target and level."""
    from silicrypt.results import query

    parsed = TypeAdapter(list[Result]).validate_python(query.results())
    return most_seeds(map(row, parsed))


def powers() -> list[tuple[PowerResult, PowerAt]]:
    """Returns the power results that are not stale, with the power at `POWER_MHZ`."""
    from silicrypt.results import query

    return [(r, r.at(POWER_MHZ)) for r in query.power() if r.fmax_mhz >= POWER_MHZ]


def most_seeds(rows: Iterable[ResultRow]) -> list[ResultRow]:
    """Keeps, of rows that differ only in their seeds, the row with the most seeds.

    The order does not change.
    """
    chosen: dict[tuple[str, str, str], ResultRow] = {}
    for r in rows:
        key = (r.config, r.target, r.level)
        if key not in chosen or len(chosen[key].seeds) < len(r.seeds):
            chosen[key] = r
    return list(chosen.values())
