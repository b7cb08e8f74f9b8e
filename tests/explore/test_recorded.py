"""The search on recorded figures of real design points, against the sweep of all of them.

`samples/sha256-ecp5-85k-seed1.json` has every design point of SHA-256 with every recipe on
ecp5-85k, except that the two with four rounds per cycle have the default recipe alone: the figures
of its mapping, and those of its routing with seed 1 by nextpnr-ecp5 0.11.1. A name with ``@`` ends
with the recipe.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from silicrypt import targets
from silicrypt.explore.objectives import Figures, front, hypervolume, objectives, vector
from silicrypt.explore.points import Clocked
from silicrypt.explore.search import Search

SAMPLE = Path(__file__).parent / "samples" / "sha256-ecp5-85k-seed1.json"
POINTS: list[dict[str, Any]] = json.loads(SAMPLE.read_text(encoding="utf-8"))
_RATES = ("throughput", "one-message", "fmax")


@dataclass(frozen=True)
class Recorded:
    """The recorded figures of a point, in the form of an estimate."""

    depth: float
    figures: dict[str, float]

    def at(self, fmax_mhz: float, area: Mapping[str, float] = MappingProxyType({})) -> Figures:
        factor = fmax_mhz / self.figures["fmax"]
        rates = {name: factor * self.figures[name] for name in _RATES}
        return {**self.figures, **rates, "latency": self.figures["latency"] / factor, **area}


@dataclass(frozen=True)
class Answers:
    """Answers with the recorded figures."""

    points: Sequence[dict[str, Any]]

    def mapped(self, point: int) -> Recorded:
        return Recorded(self.points[point]["depth"], self.points[point]["mapped"])

    def routed(self, point: int) -> Clocked:
        found = self.points[point]["routed"]
        return found["fmax"], found

    confirmed = routed


@pytest.mark.parametrize("wanted", ["throughput,lut", "one-message,lut", "latency,lut"])
@pytest.mark.parametrize("width", [1, 2])
@pytest.mark.parametrize("recipes", ["default", "all"])
def test_a_third_of_the_routings_gives_the_front_of_the_sweep(
    wanted: str, width: int, recipes: str
) -> None:
    points = [one for one in POINTS if recipes == "all" or "@" not in one["name"]]
    chosen = objectives(wanted, targets.get("ecp5-85k"))
    with ThreadPoolExecutor(width) as pool:
        names = [one["name"] for one in points]
        search = Search(names, Answers(points), chosen, pool, width=width)  # type: ignore[arg-type]
        search.run()
    every = [vector(one["routed"], chosen) for one in points]
    sweep = [every[n] for n in front(enumerate(every))]
    found = [every[n] for n in search.front()]
    parts = [hypervolume(part, search.reference()) for part in (found, sweep)]
    assert search.complete
    assert search.asked <= len(points) / 3
    assert parts[0] >= 0.99 * parts[1] > 0
