"""The limits of feedback loops: each loop of ``hw/limit`` alone, placed and routed.

A loop cannot be cut by a pipeline, so its clock bounds that of a core with one message at a time.
The figures are committed in ``results/limits.json``.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from silicrypt import targets
from silicrypt.base import sources
from silicrypt.base.scope import Progress, silent
from silicrypt.base.sources import Source
from silicrypt.catalog.design_point import closure
from silicrypt.flow.implement import SEEDS
from silicrypt.flow.pipeline import Pipeline
from silicrypt.flow.synth import Design
from silicrypt.paths import hw_root, reference_results
from silicrypt.results.store import Store, write_atomic
from silicrypt.tools import installed

TARGET = "ecp5-85k"


@dataclass(frozen=True)
class Loop(Design):
    """A feedback loop as a design.

    Attributes:
        given: the parameters of the top module.
        about: what it is, as a phrase.
        bounds: the algorithm whose cores with one message at a time it bounds; empty if none.
        name: its name in ``limits.toml``.
        top: the top module.
    """

    given: Mapping[str, int] = field(hash=False)
    about: str
    bounds: str
    name: str = ""
    top: str = ""

    @property
    def parameters(self) -> Mapping[str, int | str]:
        """The parameters of the top module."""
        return dict(self.given)

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """The sources as the tools read them."""
        given = [f"{name}={value}" for name, value in self.given.items()]
        files = closure(self.top, given, self.target.primitives)
        return tuple(map(sources.read, files))


@dataclass(frozen=True)
class Limit:
    """The measured clock of a loop.

    Attributes:
        name: name of the loop.
        about: what it is, as a phrase.
        bounds: the algorithm that it bounds; empty if none.
        fmax_mhz: clock after routing, the median over the seeds.
        lowest_mhz: the lowest clock of a seed.
        highest_mhz: the highest clock of a seed.
        lut4: four-input lookup tables, of the median seed.
        ff: flip-flops.
        seeds: the seeds of the placement.
        sources: hash of the sources and the parameters.
        tools: version of each tool, by name.
    """

    name: str
    about: str
    bounds: str
    fmax_mhz: float
    lowest_mhz: float
    highest_mhz: float
    lut4: int
    ff: int
    seeds: Sequence[int]
    sources: str
    tools: Mapping[str, str]

    @property
    def of_the_seeds(self) -> str:
        """The lowest and the highest clock of a seed, MHz."""
        return f"{self.lowest_mhz:.1f} to {self.highest_mhz:.1f}"


def loops() -> tuple[Loop, ...]:
    """Returns the loops of ``hw/limit/limits.toml``."""
    text = (hw_root() / "limit" / "limits.toml").read_text(encoding="utf-8")
    return tuple(
        Loop(
            "core",
            targets.get(TARGET),
            row.get("parameters", {}),
            row["about"],
            row.get("bounds", ""),
            name,
            row["top"],
        )
        for name, row in tomllib.loads(text).items()
    )


def path() -> Path:
    """Returns the file of the committed figures."""
    return reference_results() / "limits.json"


@cache
def limits() -> tuple[Limit, ...]:
    """Returns the committed figures; none if there is no file of them."""
    text = path().read_text(encoding="utf-8") if path().is_file() else "[]"
    rows: list[dict[str, Any]] = json.loads(text)
    return tuple(Limit(**row) for row in rows)


def stale() -> tuple[Loop, ...]:
    """Returns the loops without committed figures of the current sources and tools."""
    known = {(one.name, one.sources, *one.tools.items()) for one in limits()}
    return tuple(
        loop for loop in loops() if (loop.name, loop.source_hash, *_tools(loop)) not in known
    )


def measure(store: Store, progress: Progress = silent, jobs: int | None = None) -> None:
    """Places and routes the loops that are stale, and writes each figure when it is complete.

    Args:
        store: where netlists and routings are kept.
        progress: called as (done, total, label).
        jobs: seeds placed at the same time; the number of processors by default.

    Raises:
        ToolFailed: a tool refused a loop.
    """
    old, known = stale(), {one.name: one for one in limits()}
    progress(0, len(old), "starting")
    for done, loop in enumerate(old, 1):
        known[loop.name] = _measured(loop, store, jobs or os.cpu_count() or 1)
        rows = [asdict(known[one.name]) for one in loops() if one.name in known]
        write_atomic(path(), json.dumps(rows, indent=1) + "\n")
        limits.cache_clear()
        progress(done, len(old), loop.name)


def _tools(loop: Loop) -> Sequence[tuple[str, str]]:
    return tuple(installed.implementation(loop.target).items())


def _measured(loop: Loop, store: Store, jobs: int) -> Limit:
    runs = sorted(Pipeline(loop, store).routed(SEEDS, jobs).values(), key=lambda r: r.fmax_mhz)
    middle = runs[len(runs) // 2]
    return Limit(
        name=loop.name,
        about=loop.about,
        bounds=loop.bounds,
        fmax_mhz=round(middle.fmax_mhz, 2),
        lowest_mhz=round(runs[0].fmax_mhz, 2),
        highest_mhz=round(runs[-1].fmax_mhz, 2),
        lut4=middle.cells.get("TRELLIS_COMB", 0),
        ff=middle.cells.get("TRELLIS_FF", 0),
        seeds=list(SEEDS),
        sources=loop.source_hash,
        tools=dict(_tools(loop)),
    )
