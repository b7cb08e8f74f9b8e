"""Tables over many results: DuckDB queries over the result files that are not stale."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from silicrypt import catalog, targets
from silicrypt.errors import BadInput, UnknownName
from silicrypt.flow import power as flow
from silicrypt.flow.implement import KIND, holds
from silicrypt.flow.stimuli import SCENARIOS
from silicrypt.flow.synth import Design
from silicrypt.paths import reference_results
from silicrypt.results.power import PowerResult
from silicrypt.results.result import FILE, Result, load_all
from silicrypt.results.store import Store

#: Columns of the table ``results``. Other keys of a result file are ignored.
_COLUMNS = {
    **dict.fromkeys(("run_id", "config", "algorithm", "level", "target"), "VARCHAR"),
    **dict.fromkeys(("cycles_per_block", "latency_cycles", "latency_cycles_1024"), "INTEGER"),
    **dict.fromkeys(("lut", "ff", "bram", "carry", "slices", "alut", "logic_levels"), "INTEGER"),
    **dict.fromkeys(("area_um2", "ge", "delay_ns", "launch_setup_ns"), "DOUBLE"),
    **dict.fromkeys(("throughput_mbps", "throughput_one_message_mbps"), "DOUBLE"),
    **dict.fromkeys(("mbps_per_lut", "mbps_per_ge"), "DOUBLE"),
    "verified": "BOOLEAN",
    "fmax_mhz": 'STRUCT("min" DOUBLE, "median" DOUBLE, "max" DOUBLE)',
    "seeds": "INTEGER[]",
    "parameters": "JSON",
    "tool_versions": "JSON",
}

#: Columns of the table ``power``.
_POWER_COLUMNS = {
    **dict.fromkeys(("run_id", "config", "algorithm", "level", "target"), "VARCHAR"),
    **dict.fromkeys(("scenario", "stimulus"), "VARCHAR"),
    **dict.fromkeys(("cycles", "lanes", "message_bits", "ff", "gated_ff"), "INTEGER"),
    **dict.fromkeys(("clock_fj", "sequential_fj", "combinational_fj", "nets_fj"), "DOUBLE"),
    **dict.fromkeys(("leakage_nw", "toggles", "fmax_mhz"), "DOUBLE"),
    **dict.fromkeys(("clock_toggles", "gated_clock_toggles"), "DOUBLE"),
    "verified": "BOOLEAN",
    "parameters": "JSON",
    "tool_versions": "JSON",
}

#: The tables that a query can use.
_TABLES = {"results": _COLUMNS, "power": _POWER_COLUMNS}

#: Query for a summary by target, the fastest design first.
SUMMARY = """
    SELECT config, level, target, cycles_per_block, latency_cycles,
           fmax_mhz."min" AS fmax_min, fmax_mhz."median" AS fmax, fmax_mhz."max" AS fmax_max,
           lut, ff, bram, slices, alut, ge, throughput_mbps, mbps_per_lut, mbps_per_ge, run_id
    FROM results
    ORDER BY target, level, throughput_mbps DESC NULLS LAST, config
"""


def results(store: Store | None = None) -> list[dict[str, Any]]:
    """Returns every result that is not stale, as its JSON object.

    The order is that of the catalogue, then of the targets, then ``core`` before ``stream``.
    """
    return [result.to_json() for _, result in _current(store or Store())]


def table(query: str = SUMMARY, store: Store | None = None) -> list[dict[str, Any]]:
    """Returns the rows of an SQL query over the tables ``results`` and ``power``.

    Args:
        query: the query in DuckDB's SQL.
        store: where results are kept; the cache by default. Committed results are always included.
    """
    import duckdb

    store = store or Store()
    files = {
        "results": [str(path) for path, _ in _current(store)],
        "power": [str(path) for path, _ in _current_power(store)],
    }
    with duckdb.connect(":memory:") as connection:
        for name, columns in _TABLES.items():
            _fill(connection, name, columns, files[name])
        found = connection.execute(query)
        names = [column[0] for column in found.description or ()]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def power(store: Store | None = None) -> list[PowerResult]:
    """Returns every power result that is not stale.

    The order is that of the catalogue, then of the levels, then of the scenarios.
    """
    return [result for _, result in _current_power(store or Store())]


def _fill(connection: Any, name: str, columns: dict[str, str], files: list[str]) -> None:
    """Creates a table from result files; it is empty if there are no files."""
    kinds = ", ".join(f'"{column}" {kind}' for column, kind in columns.items())
    connection.execute(f"CREATE TABLE {name} ({kinds})")
    if files:
        types = ", ".join(f"{column}: '{kind}'" for column, kind in columns.items())
        read = f"SELECT * FROM read_json(?, columns = {{{types}}})"  # noqa: S608 - constants
        connection.execute(f"INSERT INTO {name} {read}", [files])


def _current_power(store: Store) -> list[tuple[Path, PowerResult]]:
    """Returns the files of power runs whose results are not stale."""
    found: dict[tuple[str, ...], tuple[Path, PowerResult]] = {}
    for path, result in load_all(PowerResult, _files(store, flow.KIND, "*-power.json")):
        design = _design(result)
        if design is not None and flow.holds(result, design):
            key = result.config, result.target, result.level, result.scenario
            found[key] = path, result

    def order(entry: tuple[Path, PowerResult]) -> tuple[object, ...]:
        result = entry[1]
        scenarios = SCENARIOS.index(result.scenario) if result.scenario in SCENARIOS else 0
        return *_place(result), scenarios, result.scenario

    return sorted(found.values(), key=order)


def _current(store: Store) -> list[tuple[Path, Result]]:
    """Returns the files of runs whose results are not stale."""
    found: dict[tuple[object, ...], tuple[Path, Result]] = {}
    files = _files(store, KIND, "*.json")
    areas = (path for path in files if not path.name.endswith("-power.json"))
    for path, result in load_all(Result, areas):
        design = _design(result)
        if design is not None and holds(result, design):
            found[result.config, result.target, result.level, result.seeds] = path, result
    return sorted(found.values(), key=lambda entry: (*_place(entry[1]), entry[1].seeds))


def _files(store: Store, kind: str, committed: str) -> Iterator[Path]:
    """Yields result files. Committed files come last, so they replace others of the same run."""
    kept = (folder / FILE for folder in store.entries(kind))
    yield from (path for path in kept if path.is_file())
    yield from sorted(reference_results().glob(f"*/{committed}"))


def _design(result: Result | PowerResult) -> Design | None:
    """Returns the design of a result; None if the design no longer exists."""
    try:
        config = catalog.get(result.config)
        target = targets.get(result.target)
    except (UnknownName, BadInput):
        return None
    level: catalog.Level = "core" if result.level == "core" else "stream"
    return Design(config, level, target) if level in config.levels else None


def _place(result: Result | PowerResult) -> tuple[object, ...]:
    """Returns the sort key: order in the catalogue, order of targets, then core before stream."""
    names, places = list(catalog.load()), list(targets.TARGETS)
    base = result.target.split("@")[0]
    return (
        names.index(result.config) if result.config in names else len(names),
        result.config,
        places.index(base),
        result.target,
        result.level,
    )
