"""Forms of SHAT-R in standard cells: areas compared with the paper, paths with each other."""

from __future__ import annotations

import pytest

from silicrypt.flow.figures import Cells
from silicrypt.flow.pipeline import Pipeline
from silicrypt.flow.synth import design_of
from silicrypt.results.store import Store

pytestmark = pytest.mark.recorded()


def cells(name: str, on: str) -> Cells:
    return Pipeline(design_of(name, on, "core"), Store()).cells


@pytest.mark.parametrize(("name", "printed"), [("shat128", 1605), ("shat256", 3193)])
def test_the_area_is_within_six_per_cent_of_the_papers(name: str, printed: int) -> None:
    assert cells(name, "nangate45@area").ge == pytest.approx(printed, rel=0.06)


def delays(on: str) -> list[float]:
    """Returns the delays of two STEPs per cycle: chained, in the paper's order, re-associated."""
    return [cells(f"shat128-u2{form}", on).timing.period_ns for form in ("", "-pre", "-fast")]


def test_two_steps_as_they_are_written_have_shorter_paths() -> None:
    plain, pre, fast = delays("nangate45@direct")
    assert pre <= (1 - 0.0631) * plain
    assert fast <= 0.75 * plain


def test_a_mapping_that_restructures_finds_most_of_it_by_itself() -> None:
    """Both forms gain less than in a mapping that keeps the structure, but they gain."""
    plain, pre, fast = delays("nangate45")
    assert (1 - 0.0631) * plain < pre < plain
    assert 0.75 * plain < fast < 0.95 * plain
