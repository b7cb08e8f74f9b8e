"""A run: verify, synthesise, verify the netlist, place and route or time it, keep the result."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, replace

from silicrypt import targets
from silicrypt.base.code import code_key
from silicrypt.base.scope import Progress, silent
from silicrypt.catalog import DesignPoint, Level
from silicrypt.errors import BadInput
from silicrypt.flow import figures
from silicrypt.flow.pipeline import PointPipeline, StoredResult, place
from silicrypt.flow.synth import (
    Design,
    Names,
    PointDesign,
    design_of,
    write_elaborated,
    write_mapped,
)
from silicrypt.paths import reference_path
from silicrypt.results.result import Result, load_if_sound
from silicrypt.results.store import Store, key_of
from silicrypt.targets import Mapped, Routed, StandardCells, Target
from silicrypt.tools import installed

#: Incremented when the same tools and inputs must give another result.
FLOW_VERSION = 4

KIND = "runs"
SEEDS = (1, 2, 3)


def implement(
    point: DesignPoint | str,
    target: str,
    seeds: Sequence[int] = SEEDS,
    level: Level | None = None,
    progress: Progress = silent,
    *,
    store: Store | None = None,
    jobs: int | None = None,
    committed: bool = True,
) -> Result:
    """Measures a configuration on a target, or returns the stored result.

    Args:
        point: the design point, or its name.
        target: name of the target.
        seeds: seeds of the placement; only targets that are placed use them.
        level: ``"core"`` (padded blocks in) or ``"stream"`` (bytes in, padding included); the first
            level of the configuration by default.
        progress: called as (done, total, label).
        store: where results are kept; the cache by default.
        jobs: seeds placed at the same time; the number of processors by default.
        committed: whether a committed reference result counts as already measured.

    Raises:
        UnknownName: there is no such configuration or target.
        BadInput: there are no seeds, or the sources changed during the run.
        NotVerified: the design point failed its verification.
        ToolFailed: a tool refused the design.
        StoreError: the result cannot be kept.
    """
    design, seeds = design_of(point, target, level), checked_seeds(seeds, target)
    done, total = 0, 2 + len(seeds)

    def say(label: str) -> None:
        progress(done, total, label)

    def routed(number: int, seed: int) -> None:
        progress(2 + number, total, f"placed and routed seed {seed}")

    def measure() -> Result:
        nonlocal done
        done = 1
        record, netlist = pipeline.verified_netlist, pipeline.synthesized
        done = 2
        say("measuring")
        known = replace(
            figures.new_result(design, run_id(design, seeds), record),
            sources=tuple(source.path for source in design.sources),
            netlist=netlist.sha256,
            measurement=measurement(design, seeds, netlist.sha256),
        )
        routable = isinstance(design.target, Routed)
        before = load_if_sound(Result, result.path) if committed and routable else None
        if before and before.measurement == known.measurement:  # of the same netlist
            found = figures.reuse_figures(known, design.computation, before)
        else:
            found = pipeline.result(known, seeds, jobs or os.cpu_count() or 1, routed)
        # `describe` states the interval of the core; that of a stream may be longer.
        return found.at_interval(design.computation.interval)

    result = stored_result(design, seeds)
    pipeline = PointPipeline(design, store or Store(), say)
    return result.load(pipeline, measure, committed=committed)


def stored(
    point: DesignPoint | str,
    target: str,
    seeds: Sequence[int] = SEEDS,
    level: Level | None = None,
    store: Store | None = None,
) -> Result | None:
    """Returns the stored result of the current sources, or None. Runs no tool.

    Raises:
        UnknownName: there is no such configuration or target.
    """
    design = design_of(point, target, level)
    return stored_result(design, checked_seeds(seeds, target)).stored(store or Store())


def stored_result(design: PointDesign, seeds: tuple[int, ...]) -> StoredResult[Result]:
    """Returns where the result of a design with some seeds is kept."""
    path = reference_path(design.target.name, design.name, design.level)
    return StoredResult(design, Result, KIND, path, lambda known, _: run_id(known, seeds))


def holds(result: Result, design: PointDesign) -> bool:
    """Returns whether the current sources, tools and code would give the same result again."""
    return stored_result(design, result.seeds).holds(result)


def run_id(design: Design, seeds: tuple[int, ...]) -> str:
    """Returns a hash of everything that decides a result, without the configuration's name."""
    target, does = design.target, design.computation
    return key_of(
        {
            "flow": FLOW_VERSION,
            "sources": design.source_hash,
            "mapping": design.settings,
            "level": design.level,
            "measuring": _measuring(target, seeds),
            "cycles": [does.interval, does.in_flight, does.latency, does.latency_1024],
        },
        _code(target),
    )


def _measuring(target: Target, seeds: tuple[int, ...]) -> dict[str, object]:
    """Returns everything that is done to a mapped netlist, with the tools that do it."""
    settings = {k: v for k, v in asdict(target).items() if k not in ("name", "about")}
    routing: list[list[str]] = []
    if isinstance(target, Routed):
        routing = [target.arguments(seed) for seed in seeds]
        if target.counted:
            settings |= {"counted": target.counted, "carry": target.carry, "files": target.files}
    return {
        "target": settings,
        "routing": routing,
        "tools": dict(installed.implementation(target)),
    }


def _code(target: Target) -> str:
    """Returns a hash of the code that makes a netlist of sources, and figures of the netlist.

    Raises:
        BadInput: nothing is measured on targets of this kind.
    """
    common = (write_elaborated, write_mapped, figures.new_result, Result.at_interval, type(target))
    match target:
        case Routed():
            return code_key(place, figures.routing, figures.routed, Names, *common)
        case Mapped():
            return code_key(figures.area_of, figures.mapped, *common)
        case StandardCells():
            return code_key(figures.cells_of, figures.standard_cells, Names, *common)
    raise BadInput(f"{target.name} is of a kind that cannot be measured")


def measurement(design: Design, seeds: tuple[int, ...], netlist: str) -> str:
    """Returns a hash of a mapped netlist and of everything that is done to it.

    Args:
        design: the design.
        seeds: the seeds of the placement.
        netlist: hash of the netlist.
    """
    given = {"netlist": netlist, "measuring": _measuring(design.target, seeds)}
    return key_of(given, _code(design.target))


def checked_seeds(seeds: Sequence[int], target: Target | str) -> tuple[int, ...]:
    """Returns the seeds in ascending order; none for a target without placement.

    Raises:
        BadInput: there are no seeds, or one is negative.
    """
    known = targets.get(target) if isinstance(target, str) else target
    if not isinstance(known, Routed):
        return ()
    if not seeds or any(seed < 0 for seed in seeds):
        raise BadInput("seeds must be one or more whole numbers of 0 or above, as in 1,2,3")
    return tuple(sorted(set(seeds)))
