"""Chooses which points to map where there are too many to map all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from silicrypt.explore.front import Vector
from silicrypt.explore.objectives import Quantity
from silicrypt.explore.points import Candidate

#: The number of points up to which every point is mapped.
LISTED = 150
#: The share of a larger space that is mapped, besides the first `LISTED` points.
_SHARE = 0.1
#: The value of a parameter that the unit of a point does not have.
_ABSENT = "absent"


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
    return {"unit": one.config.unit.name, **named, "target": one.target}
