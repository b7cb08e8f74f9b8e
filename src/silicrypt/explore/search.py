"""The search: measures the points that can be on the front, and gives a reason for every other.

A point passes through stages of rising cost:

1. *Mapping* counts its cells and finds the depth of its logic. This gives an area that the routed
   design does not undercut, and the order in which the points are routed.
2. *Routing* with one seed gives its clock. A point is routed only if its bound can be on the front:
   its area from mapping, and the clock that it would have if its logic were as fast per level as
   the fastest point so far, plus a margin.
3. *Confirming* routes a point that is on the front with the other seeds and verifies it.

The bound of stage 2 is an estimate and no proof. Every routed point is compared with its own bound.
A point that beats its bound raises the bounds of all others, and points that were dropped under
the old bounds are considered again.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from silicrypt.base.scope import Progress, silent
from silicrypt.errors import SilicryptError
from silicrypt.explore.candidates import Candidate
from silicrypt.explore.objectives import (
    Figures,
    Quantity,
    UserLimit,
    Vector,
    dominates,
    front,
    gain,
    vector,
)
from silicrypt.explore.points import Clocked, Estimate, Points

_T = TypeVar("_T")

#: The margin of the bound on the clock.
MARGIN = 1.1
#: The number of points up to which every point is mapped.
LISTED = 150
#: The share of a larger space that is mapped, besides the first `LISTED` points.
_SHARE = 0.1
#: The value of a parameter that the unit of a point does not have.
_ABSENT = "absent"


@dataclass
class Search:
    """A search over numbered points, and what it knows of them.

    Attributes:
        names: the names of the points, for reasons and progress.
        measure: their measurements. Each raises `SilicryptError` if there is no figure.
        objectives: what is optimised.
        pool: runs measurements at the same time.
        limits: what a point must respect.
        width: how many measurements run at the same time.
        runs: how many routings may be asked for, confirmations included; no limit if it is None.
        deadline: the time, as `time.monotonic` counts it, after which nothing new begins.
        halfway: the time after which points are confirmed before further ones are mapped.
        seeds: routings of a confirmation.
        everything: whether to route and confirm every point, for comparison.
        sampler: chooses the points to map; all of them are mapped if it is None.
        progress: called as (done, total, label).
        estimates: the points that were mapped.
        routed: the figures of the points that were routed with the first seed.
        confirmed: the figures of the points that were verified and routed with all seeds.
        failed: the points that have no figures, with the reason.
        dropped: the points that were not routed, with the reason.
        speed: the largest product of depth and clock of a routed point.
        beaten: how many points were faster than their bounds.
        complete: whether no further measurement can improve the front.
    """

    names: Sequence[str]
    measure: Points
    objectives: Sequence[Quantity]
    pool: Executor
    limits: Sequence[UserLimit] = ()
    width: int = 1
    runs: int | None = None
    deadline: float | None = None
    halfway: float | None = None
    seeds: int = 1
    everything: bool = False
    sampler: Sampler | None = None
    progress: Progress = silent
    estimates: dict[int, Estimate] = field(default_factory=dict, init=False)
    routed: dict[int, Figures] = field(default_factory=dict, init=False)
    confirmed: dict[int, Figures] = field(default_factory=dict, init=False)
    failed: dict[int, str] = field(default_factory=dict, init=False)
    dropped: dict[int, str] = field(default_factory=dict, init=False)
    speed: float = field(default=0.0, init=False)
    beaten: int = field(default=0, init=False)
    complete: bool = field(default=False, init=False)
    #: The routings that were asked for, whether they succeeded or not.
    asked: int = field(default=0, init=False)
    #: How long the last group of each stage took.
    _seconds: dict[str, float] = field(default_factory=dict, init=False)
    _gains: dict[tuple[Vector, ...], dict[Vector, float]] = field(default_factory=dict, init=False)

    def run(self) -> None:
        """Searches until no point can improve the front, or the budget is used."""
        while not _reached(self.deadline) and self._step():
            pass
        why = "the sampler did not propose it" if self.complete else "the budget was used"
        for point in range(len(self.names)):
            if point not in self.estimates and point not in self.failed:
                self.dropped[point] = f"not mapped: {why}"

    def figures(self, point: int) -> Figures | None:
        """Returns the best known figures of a point."""
        return self.confirmed.get(point) or self.routed.get(point)

    def _step(self) -> bool:
        """Measures a group of points of the cheapest stage that has some."""
        if _reached(self.halfway):
            return self._route_or_confirm() or self._map()
        return self._map() or self._route_or_confirm()

    def _map(self) -> bool:
        if self.sampler is not None:
            chosen = self.sampler.ask(self.width)
        else:
            left = (n for n in range(len(self.names)) if n not in {**self.estimates, **self.failed})
            chosen = list(itertools.islice(left, self.width))
        if chosen:
            self.complete = False
            self._measure(chosen, "mapping", self.measure.mapped, self._keep_mapped)
        return bool(chosen)

    def _route_or_confirm(self) -> bool:
        routing, confirming = self._worth_routing(), self._to_confirm()
        # Routings are left for the points that are on the front, and for the one that may join it.
        kept = (self.seeds - 1) * (len(confirming) + 1) if self.asked else 0
        if chosen := routing[: self._affordable(1, kept)]:
            self.asked += len(chosen)
            self._measure(chosen, "routing", self.measure.routed, self._keep_routed)
            return True
        if chosen := confirming[: self._affordable(self.seeds - 1)]:
            self.asked += (self.seeds - 1) * len(chosen)
            self._measure(chosen, "confirming", self.measure.confirmed, self._keep_confirmed)
            return True
        self.complete = not routing and not confirming
        return False

    def _affordable(self, cost: int, kept: int = 0) -> int:
        """Returns how many points may be measured now."""
        if self.runs is None or not cost:
            return self.width
        return max(0, min(self.width, (self.runs - self.asked - kept) // cost))

    def _measure(
        self,
        points: Sequence[int],
        label: str,
        work: Callable[[int], _T],
        keep: Callable[[int, _T], None],
    ) -> None:
        """Measures points at the same time; a failure is kept as the reason."""
        began = time.monotonic()
        running = {point: self.pool.submit(work, point) for point in points}
        for point, future in running.items():
            try:
                keep(point, future.result())
            except SilicryptError as error:
                self.failed[point] = str(error)
                self.routed.pop(point, None)
            self._say(f"{label} {self.names[point]}")
        self._seconds[label] = time.monotonic() - began

    def _say(self, label: str) -> None:
        """Reports how many points are decided, and the time that the others take at most."""
        total = len(self.names)
        decided = {*self.dropped, *self.failed, *self.routed}
        mapping = total - len(self.estimates) - len(self.failed)
        routing = total - len(decided)
        if self.runs is not None:
            routing = min(routing, self.runs - self.asked)
        stages = (mapping, "mapping"), (routing, "routing")
        left = sum(count * self._seconds.get(stage, 0.0) for count, stage in stages) / self.width
        if self.deadline is not None:
            left = min(left, self.deadline - time.monotonic())
        said = f", at most {left / 60:.0f} min left" if left > 60 else ""
        self.progress(len(decided), total, f"{label}{said}")

    def _keep_mapped(self, point: int, found: Estimate) -> None:
        self.estimates[point] = found
        if self.sampler is not None:
            self.sampler.tell(point, vector(found.figures, self.objectives))
        if not found.depth:
            self.routed[point] = found.figures

    def _keep_routed(self, point: int, found: Clocked) -> None:
        estimate = self.estimates[point]
        speed = found[0] * estimate.depth
        self.beaten += bool(self.speed) and speed > self.speed * MARGIN
        self.speed = max(self.speed, speed)
        self.routed[point] = estimate.at(*found)

    def _keep_confirmed(self, point: int, found: Clocked) -> None:
        self.confirmed[point] = self.estimates[point].at(*found)

    def bound(self, point: int) -> Figures:
        """Returns the figures that a mapped point does not exceed, if its bound holds."""
        estimate = self.estimates[point]
        if not self.speed:
            return estimate.figures
        return estimate.at(MARGIN * self.speed / estimate.depth)

    def _worth_routing(self) -> list[int]:
        """Returns the points that can be on the front, the best first; drops all others."""
        reference = self.reference()
        self.dropped.clear()
        known = {n: v for n, v in self._measured().items() if self._respects(n)}
        best_known = front((v, v) for v in known.values())
        if (basis := (reference, *best_known)) not in self._gains:
            self._gains.clear()
        computed = self._gains.setdefault(basis, {})
        gains = dict[int, float]()
        for point in self.estimates:
            if point in self.routed or point in self.failed:
                continue
            if self.speed and not self.everything and (why := self._hopeless(point, known)):
                self.dropped[point] = why
            else:
                best = vector(self.bound(point), self.objectives)
                if best not in computed:
                    computed[best] = gain(best, best_known, reference)
                gains[point] = computed[best]
        return sorted(gains, key=lambda point: -gains[point])

    def _hopeless(self, point: int, known: dict[int, Vector]) -> str:
        """Returns why a point cannot be on the front, or ``""``."""
        bound = self.bound(point)
        for one in self.limits:
            if not one.satisfied_by(bound):
                return f"its bound, {self.said(bound)}, breaks {one}"
        best = vector(bound, self.objectives)
        for other, measured in known.items():
            if measured == best or dominates(measured, best):
                name, figures = self.names[other], self.figures(other) or {}
                return (
                    f"its bound, {self.said(bound)}, is no better than {name}, {self.said(figures)}"
                )
        return ""

    def beaten_by(self, point: int) -> str:
        """Returns why a routed point is not on the front, or ``""`` if it is."""
        figures = self.figures(point) or {}
        for one in self.limits:
            if not one.satisfied_by(figures):
                return f"it breaks {one}"
        known = self._measured()
        for other in self.front():
            if other != point and all(
                a >= b for a, b in zip(known[other], known[point], strict=True)
            ):
                return f"{self.names[other]}, {self.said(self.figures(other) or {})}"
        return ""

    def said(self, figures: Figures) -> str:
        """Returns the objectives of a point as text."""
        return ", ".join(f"{one.label} {one.text(figures[one.name])}" for one in self.objectives)

    def reference(self) -> Vector:
        """Returns the point above which hypervolumes count: no speed, the largest mapped area."""
        figures = [one.figures for one in self.estimates.values()]
        return tuple(
            0.0 if one.higher else one.score(1.1 * max((f[one.name] for f in figures), default=0))
            for one in self.objectives
        )

    def _measured(self) -> dict[int, Vector]:
        return {
            n: vector(self.confirmed.get(n) or f, self.objectives) for n, f in self.routed.items()
        }

    def _respects(self, point: int) -> bool:
        figures = self.figures(point)
        return figures is not None and all(one.satisfied_by(figures) for one in self.limits)

    def front(self) -> list[int]:
        """Returns the points that are on the front by what is known."""
        known = self._measured()
        return front((n, known[n]) for n in sorted(known) if self._respects(n))

    def _to_confirm(self) -> list[int]:
        """Returns the points of the front that were routed with one seed alone."""
        wanted = sorted(self.routed) if self.everything else self.front()
        return [n for n in wanted if n not in self.confirmed]


def _reached(until: float | None) -> bool:
    return until is not None and time.monotonic() >= until


class Sampler:
    """Proposes points by Optuna's tree-structured Parzen estimator.

    Optuna proposes a value for each parameter. Not every combination is legal, so the legal point
    that differs in the fewest parameters is taken. The seed is fixed: the same command proposes the
    same points.
    """

    def __init__(self, candidates: Sequence[Candidate], objectives: Sequence[Quantity]) -> None:
        """Makes a sampler for these candidates."""
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        found = [_settings(one) for one in candidates]
        names = dict.fromkeys(name for one in found for name in one)
        self._settings = [{name: one.get(name, _ABSENT) for name in names} for one in found]
        self._spaces: dict[str, Any] = {
            name: optuna.distributions.CategoricalDistribution(
                sorted({one[name] for one in self._settings})
            )
            for name in names
        }
        self._study = optuna.create_study(
            directions=["maximize"] * len(objectives),
            sampler=optuna.samplers.TPESampler(seed=1, n_startup_trials=LISTED // 3),
        )
        self._unseen = dict.fromkeys(range(len(candidates)))
        self._left = LISTED + int(_SHARE * len(candidates))

    def ask(self, count: int) -> list[int]:
        """Returns some points that were not proposed before; none when enough were mapped."""
        found = [self._propose() for _ in range(min(count, self._left, len(self._unseen)))]
        self._left -= len(found)
        return found

    def _propose(self) -> int:
        from optuna.trial import TrialState

        trial = self._study.ask(self._spaces)
        wanted = trial.params
        self._study.tell(trial, state=TrialState.FAIL)  # `tell` adds the point that was mapped
        point = min(self._unseen, key=lambda n: _distance(self._settings[n], wanted))
        del self._unseen[point]
        return point

    def tell(self, point: int, score: Vector) -> None:
        """Reports the scores of a mapped point."""
        from optuna.trial import create_trial

        self._study.add_trial(
            create_trial(
                params=self._settings[point], distributions=self._spaces, values=list(score)
            )
        )


def _distance(one: dict[str, str], other: dict[str, Any]) -> int:
    """Returns the number of parameters in which two points differ."""
    return sum(one[name] != other[name] for name in one)


def _settings(one: Candidate) -> dict[str, str]:
    """Returns all that candidates differ in: the unit, its parameters, and the target's name."""
    named = {name: str(value) for name, value in one.parameters.items()}
    return {"unit": one.unit, **named, "target": one.target}
