"""Chooses which points to map where there are too many to map all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from silicrypt.explore.front import Vector
from silicrypt.explore.objectives import Quantity
from silicrypt.explore.space import Candidate

if TYPE_CHECKING:
    import optuna

#: The number of points up to which every point is mapped.
LISTED = 150
#: The share of a larger space that is mapped, besides the first `LISTED` points.
_SHARE = 0.1
#: Proposals in a row that are known already, after which the search of points ends.
_PATIENCE = 200


class Sampler:
    """Proposes points by Optuna's tree-structured Parzen estimator, one parameter at a time.

    The seed is fixed, so the same command proposes the same points.
    """

    def __init__(self, candidates: Sequence[Candidate], objectives: Sequence[Quantity]) -> None:
        """Makes a sampler for these candidates."""
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self._settings = [_settings(one) for one in candidates]
        self._numbers = {tuple(one.values()): n for n, one in enumerate(self._settings)}
        self._domains = {
            name: sorted({one[name] for one in self._settings}) for name in self._settings[0]
        }
        sampler = optuna.samplers.TPESampler(seed=1, n_startup_trials=LISTED // 3)
        self._study = optuna.create_study(
            directions=["maximize"] * len(objectives), sampler=sampler
        )
        self._trials: dict[int, optuna.Trial] = {}
        self._seen = set[int]()
        self._left = LISTED + int(_SHARE * len(candidates))

    def ask(self, count: int) -> list[int]:
        """Returns some points that were not proposed before; none when enough were mapped."""
        from optuna.trial import TrialState

        found, known = list[int](), 0
        while len(found) < min(count, self._left) and known < _PATIENCE:
            trial = self._study.ask()
            chosen = tuple(trial.suggest_categorical(n, v) for n, v in self._domains.items())
            point = self._numbers.get(chosen)
            if point is None or point in self._seen:
                self._study.tell(trial, state=TrialState.FAIL)
                known += 1
                continue
            self._seen.add(point)
            self._trials[point] = trial
            found.append(point)
        self._left -= len(found)
        return found

    def tell(self, point: int, score: Vector | None) -> None:
        """Reports the scores of a mapped point; ``None`` if it could not be mapped."""
        from optuna.trial import TrialState

        trial = self._trials.pop(point, None)
        if trial is None:
            return
        if score is None:
            self._study.tell(trial, state=TrialState.FAIL)
        else:
            self._study.tell(trial, list(score))


def _settings(one: Candidate) -> dict[str, str]:
    """Everything in which candidates differ: the unit, its parameters, and the target's name."""
    named = {name: str(value) for name, value in one.config.parameters.items()}
    return {"unit": one.config.unit.name, **named, "target": one.target}
