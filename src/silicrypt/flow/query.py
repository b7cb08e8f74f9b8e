"""All results that are not stale, committed or in the cache."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from silicrypt import catalog, targets
from silicrypt.errors import BadInput, UnknownName
from silicrypt.flow import power as flow
from silicrypt.flow.implement import KIND, holds
from silicrypt.flow.stimuli import SCENARIOS
from silicrypt.flow.synth import PointDesign, design_of
from silicrypt.paths import reference_results
from silicrypt.results.result import FILE, PowerResult, Result, load_all
from silicrypt.results.store import Store


def results(store: Store | None = None) -> list[dict[str, Any]]:
    """Returns every result that is not stale, as its JSON object.

    The order is that of the catalogue, then of the targets, then ``core`` before ``stream``.
    """
    return [result.to_json() for _, result in _current(store or Store())]


def of(name: str | None = None, store: Store | None = None) -> list[Result]:
    """Returns the results that are not stale, of one configuration or of all, as `results` does."""
    return [result for _, result in _current(store or Store(), name)]


def power(store: Store | None = None) -> list[PowerResult]:
    """Returns every power result that is not stale.

    The order is that of the catalogue, then of the levels, then of the scenarios.
    """
    return [result for _, result in _current_power(store or Store())]


def _current_power(store: Store) -> list[tuple[Path, PowerResult]]:
    """Returns the files of power runs whose results are not stale."""
    found: dict[tuple[str, ...], tuple[Path, PowerResult]] = {}
    for path, result in load_all(PowerResult, _files(store, flow.KIND, "*-power.json")):
        design = measured_design(result)
        if design is not None and flow.holds(result, design):
            key = result.config, result.target, result.level, result.scenario
            found[key] = path, result

    def order(entry: tuple[Path, PowerResult]) -> tuple[object, ...]:
        result = entry[1]
        scenarios = SCENARIOS.index(result.scenario) if result.scenario in SCENARIOS else 0
        return *_rank(result), scenarios, result.scenario

    return sorted(found.values(), key=order)


def _current(store: Store, name: str | None = None) -> list[tuple[Path, Result]]:
    """Returns the files of runs whose results are not stale, of all configurations or of one."""
    found: dict[tuple[object, ...], tuple[Path, Result]] = {}
    files = _files(store, KIND, "*.json")
    areas = (path for path in files if not path.name.endswith("-power.json"))
    for path, result in load_all(Result, areas):
        if name not in (None, result.config):
            continue
        design = measured_design(result)
        if design is not None and holds(result, design):
            found[result.config, result.target, result.level, result.seeds] = path, result
    return sorted(found.values(), key=lambda entry: (*_rank(entry[1]), entry[1].seeds))


def _files(store: Store, kind: str, committed: str) -> Iterator[Path]:
    """Yields result files. Committed files come last, so they replace others of the same run."""
    kept = (folder / FILE for folder in store.entries(kind))
    yield from (path for path in kept if path.is_file())
    yield from sorted(reference_results().glob(f"*/{committed}"))


def measured_design(result: Result | PowerResult) -> PointDesign | None:
    """Returns the design of a result; None if the design no longer exists."""
    try:
        point = catalog.get(result.config)
        target = targets.get(result.target)
    except (UnknownName, BadInput):
        return None
    level: catalog.Level = "core" if result.level == "core" else "stream"
    return design_of(point, target, level) if level in point.levels else None


def _rank(result: Result | PowerResult) -> tuple[object, ...]:
    """Returns the sort key: order in the catalogue, order of targets, then core before stream."""
    names, bases = list(catalog.load()), list(targets.TARGETS)
    base = result.target.split("@")[0]
    return (
        names.index(result.config) if result.config in names else len(names),
        result.config,
        bases.index(base),
        result.target,
        result.level,
    )
