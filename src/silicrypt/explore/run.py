"""Explores an algorithm on a target: the candidates, the search, its record and its drawing."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from silicrypt import targets
from silicrypt.base.scope import Progress, silent
from silicrypt.catalog import Level
from silicrypt.errors import BadInput
from silicrypt.explore import candidates
from silicrypt.explore.candidates import Candidate
from silicrypt.explore.objectives import Figures, Pick, Quantity, UserLimit, hypervolume, vector
from silicrypt.explore.points import Points
from silicrypt.explore.search import LISTED, MARGIN, Sampler, Search
from silicrypt.flow import batch, cluster
from silicrypt.flow.implement import KIND, SEEDS
from silicrypt.measure import core_file
from silicrypt.measure.core_result import FOLDER, CoreResult, keep
from silicrypt.results.result import Result
from silicrypt.results.store import Store
from silicrypt.targets import Routed
from silicrypt.tools import process


@dataclass(frozen=True)
class SearchRequest:
    """What a user asks for.

    Attributes:
        what: an algorithm, the name of a configuration, or a core file.
        target: name of the target.
        objectives: what is optimised.
        limits: what a point must respect.
        level: the level; the first of each design point if it is None.
        recipes: the synthesis recipes; all of the target if it is None.
        seeds: seeds of the placement of points on the front.
        runs: how many routings may be asked for; no limit if it is None.
        seconds: time after which nothing new begins; no limit if it is None.
        everything: whether to route and confirm every point.
        pick: the choice of one point of the front.
    """

    what: str
    target: str
    objectives: tuple[Quantity, ...]
    limits: tuple[UserLimit, ...] = ()
    level: Level | None = None
    recipes: tuple[str, ...] | None = None
    seeds: tuple[int, ...] = SEEDS
    runs: int | None = None
    seconds: float | None = None
    everything: bool = False
    pick: Pick | None = None

    @property
    def mentioned(self) -> set[str]:
        """The names of the quantities in objectives, limits and pick."""
        limits = [*self.limits, *(self.pick.limits if self.pick else ())]
        goals = [self.pick.goal] if self.pick else []
        return {one.name for one in (*self.objectives, *(one.quantity for one in limits), *goals)}


@dataclass(frozen=True)
class ExploredPoint:
    """A candidate and what became of it.

    Attributes:
        name: the design point, and the recipe if it is not the default.
        target: name of the target with the recipe; ``silicrypt implement`` takes it.
        parameters: the parameters of the hardware.
        status: ``"front"``, ``"dominated"``, ``"dropped"``, ``"not confirmed"`` or ``"failed"``.
        figures: its figures; of a point that was not routed, its bound, if it was mapped.
        verified: whether it was verified, with its netlist where the cells have models.
        reason: why it is not on the front.
        run_id: the result that ``silicrypt implement`` shows.
    """

    name: str
    target: str
    parameters: dict[str, int | str]
    status: str
    figures: Figures
    verified: bool = False
    reason: str = ""
    run_id: str = ""


@dataclass(frozen=True)
class Exploration:
    """The record of a search.

    Attributes:
        request: what was asked for.
        rows: every candidate; those on the front first, in the order of the first objective.
        picked: the point of --pick; None without --pick, or if no point meets its conditions.
        routings: routings that were asked for.
        sweep: routings of the full sweep: every candidate with every seed.
        volume: hypervolume of the front.
        reference: the point above which the hypervolume counts.
        complete: whether the search ended by itself, not by its budget.
        beaten: points that were faster than their bounds.
    """

    request: SearchRequest
    rows: tuple[ExploredPoint, ...]
    picked: ExploredPoint | None
    routings: int
    sweep: int
    volume: float
    reference: tuple[float, ...]
    complete: bool
    beaten: int

    @property
    def effort(self) -> str:
        """How much was measured, of how much, in words."""
        if isinstance(targets.get(self.request.target), Routed):
            return f"{self.routings} of the {self.sweep} routings of a full sweep"
        return f"{self.routings} of {self.sweep} points measured"

    @property
    def front(self) -> list[ExploredPoint]:
        """The points on the front."""
        return [row for row in self.rows if row.status == "front"]

    def to_json(self) -> dict[str, Any]:
        """Returns the record as values that JSON can hold."""
        asked = self.request
        rows = [vars(row) for row in self.rows]
        return {
            "what": asked.what,
            "target": asked.target,
            "objectives": [one.name for one in asked.objectives],
            "limits": [str(one) for one in asked.limits],
            "seeds": list(asked.seeds),
            "front": [row for row in rows if row["status"] == "front"],
            "others": [row for row in rows if row["status"] != "front"],
            "picked": vars(self.picked) if self.picked else None,
            "routings": self.routings,
            "routings_of_full_sweep": self.sweep,
            "hypervolume": self.volume,
            "hypervolume_reference": [abs(value) for value in self.reference],
            "complete": self.complete,
            "bound": {"margin": MARGIN, "beaten": self.beaten},
        }


def explore(
    request: SearchRequest,
    progress: Progress = silent,
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    results: Path = FOLDER,
) -> Exploration:
    """Searches the front of a request. What was measured before is taken from the store.

    Args:
        request: what is asked for.
        progress: called as (done, total, label).
        jobs: tools that run at the same time; the number of processors by default.
        scheduler: address of a dask scheduler, whose workers then measure.
        results: the folder for results of the core of a core file.

    Raises:
        UnknownName: there is no such algorithm or target.
        BadInput: a part of the request is not possible, or no scheduler answers.
    """
    found = _candidates(request)
    routed = isinstance(targets.get(request.target), Routed)
    seeds = tuple(dict.fromkeys(request.seeds)) if routed else ()
    if routed and not seeds:
        raise BadInput("seeds must be one or more whole numbers of 0 or above, as in 1,2,3")
    known = Store()

    def keep_result(result: Result) -> None:
        """Keeps the result of a confirmed point: in a folder if it is one of a core file."""
        if isinstance(result, CoreResult):
            keep(results, result)
        else:
            batch.put(known, KIND, result)

    began, seconds = time.monotonic(), request.seconds
    with ExitStack() as stack:
        link = stack.enter_context(cluster.connected(scheduler)) if scheduler else None
        width = link.width if link else jobs or os.cpu_count() or 1
        points = Points(found, seeds, known, "energy" in request.mentioned, link, keep_result)
        search = Search(
            names=[one.name for one in found],
            measure=points,
            objectives=request.objectives,
            pool=stack.enter_context(process.Pool(width)),
            limits=request.limits,
            width=width,
            runs=request.runs,
            deadline=None if seconds is None else began + seconds,
            halfway=None if seconds is None else began + seconds / 2,
            seeds=max(len(seeds), 1),
            everything=request.everything,
            sampler=Sampler(found, request.objectives) if len(found) > LISTED else None,
            progress=progress,
        )
        try:
            search.run()
        except BaseException:
            if link:
                link.stop()  # the threads of the pool wait for these tasks
            raise
    return _record(request, search, points)


def _candidates(request: SearchRequest) -> Sequence[Candidate]:
    """Returns the points of an algorithm, a configuration or a core file, with every recipe."""
    if not request.what.endswith(".toml"):
        return candidates.of_catalog(request.what, request.target, request.level, request.recipes)
    if request.level is not None:
        raise BadInput(f"{request.what} is a core file, which decides the level: omit --level")
    parsed = core_file.load(Path(request.what))
    return candidates.of_core_file(parsed, request.target, request.recipes)


def _record(request: SearchRequest, search: Search, points: Points) -> Exploration:
    found = points.candidates
    front = [n for n in search.front() if n in search.confirmed]
    rows = [_row(n, search, points, n in front) for n in range(len(found))]
    order = ("front", "not confirmed", "dominated", "dropped", "failed")
    first = request.objectives[0]

    def rank(row: ExploredPoint) -> tuple[int, float]:
        return order.index(row.status), -first.score(row.figures.get(first.name, 0.0))

    vectors = [vector(search.confirmed[n], request.objectives) for n in front]
    reference = search.reference() if search.estimates else ()
    pick, best = request.pick, [(row, row.figures) for row in rows if row.status == "front"]
    return Exploration(
        request=request,
        rows=tuple(sorted(rows, key=rank)),
        picked=pick.best(best) if pick else None,
        routings=search.asked,
        sweep=len(found) * search.seeds,
        volume=hypervolume(vectors, reference) if vectors else 0.0,
        reference=reference,
        complete=search.complete,
        beaten=search.beaten,
    )


def _row(point: int, search: Search, points: Points, on_front: bool) -> ExploredPoint:
    one, figures = points.candidates[point], search.figures(point)
    result = points.results.get(point)
    status, reason = "front" if on_front else "dominated", ""
    if point in search.failed:
        status, reason = "failed", search.failed[point]
    elif figures is None:
        status, reason = "dropped", search.dropped.get(point, "not routed: the budget was used")
        figures = search.bound(point) if point in search.estimates else {}
    elif not on_front:
        reason = search.beaten_by(point)
        if not reason:
            status, reason = "not confirmed", "the budget was used before its final measurement"
    return ExploredPoint(
        name=one.name,
        target=one.target,
        parameters=one.parameters,
        status=status,
        figures=dict(figures or {}),
        verified=bool(result and result.verified),
        reason=reason,
        run_id=result.run_id if result else "",
    )


def chart(found: Exploration) -> Any:
    """Returns the drawing of the points that have both figures; with one objective, on a line."""
    import altair as alt

    first, *others = found.request.objectives
    second = (others or [first])[0]
    status = {one: one for one in ("front", "not confirmed")} | {"dropped": "bound, not routed"}
    names = dict.fromkeys((first.name, second.name))
    points = [
        {"name": row.name, "status": status.get(row.status, "dominated")}
        | {name: row.figures[name] for name in names}
        for row in found.rows
        if row.figures.keys() >= names.keys()
    ]

    def title(one: Quantity) -> str:
        return f"{one.label} ({one.unit})" if one.unit else one.label

    base = alt.Chart(alt.InlineData(points)).encode(
        x=alt.X(f"{second.name}:Q", title=title(second), scale=alt.Scale(zero=False, padding=30)),
        y=alt.Y(f"{first.name}:Q", title=title(first), scale=alt.Scale(zero=False, padding=20)),
        tooltip=["name:N", "status:N", f"{first.name}:Q", f"{second.name}:Q"],
    )
    colours = alt.Scale(
        domain=["front", "not confirmed", "dominated", "bound, not routed"],
        range=["#0b6e4f", "#6fb89a", "#5d6675", "#c3c9d1"],
    )
    marks = base.mark_point(filled=True, size=70).encode(
        color=alt.Color("status:N", title=None, scale=colours, legend=alt.Legend(orient="bottom"))
    )
    best = base.transform_filter("datum.status == 'front'")
    labels = best.mark_text(align="right", dx=-7, dy=-6, fontSize=10).encode(text="name:N")
    line = best.mark_line(color="#0b6e4f", strokeWidth=1, interpolate="step-after")
    subtitle = f"{found.effort}; the front is verified"
    heading = alt.Title(f"{found.request.what} on {found.request.target}", subtitle=subtitle)
    return (line + marks + labels).properties(width=560, height=380, title=heading)
