"""Objectives, bounds and picks as a user writes them."""

from __future__ import annotations

import pytest

from silicrypt import targets
from silicrypt.errors import BadInput, UnknownName
from silicrypt.explore.objectives import limit, objectives, pick, quantity, vector

ECP5, CELLS, VIRTEX = (targets.get(name) for name in ("ecp5-85k", "nangate45", "virtex"))


def test_each_component_of_a_vector_is_better_if_larger() -> None:
    wanted = objectives("throughput,lut", ECP5)
    assert vector({"throughput": 5.0, "lut": 7.0}, wanted) == (5.0, -7.0)


@pytest.mark.parametrize(("target", "name"), [(ECP5, "lut"), (CELLS, "ge"), (VIRTEX, "lut")])
def test_area_is_that_of_the_target(target: targets.Target, name: str) -> None:
    assert quantity("area", target).name == name


@pytest.mark.parametrize(
    ("name", "target", "said"),
    [
        ("lut", CELLS, "nangate45 gives no lut; it gives throughput"),
        ("throughput", VIRTEX, "virtex gives no throughput; it gives cycles, lut, ff"),
        ("energy", ECP5, "ecp5-85k gives no energy"),
    ],
)
def test_what_a_target_does_not_give_is_refused(
    name: str, target: targets.Target, said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        quantity(name, target)


def test_a_bound_holds_at_its_value() -> None:
    most, least = limit("lut=2000", ECP5, least=False), limit("fmax = 99.5", ECP5, least=True)
    assert most.satisfied_by({"lut": 2000}) and not most.satisfied_by({"lut": 2001})
    assert least.satisfied_by({"fmax": 99.5}) and not least.satisfied_by({"fmax": 99.4})
    assert str(most) == "lut <= 2000"


def test_a_pick_has_conditions_and_a_goal() -> None:
    found = pick("throughput >= 1000, min lut", ECP5)
    assert [str(one) for one in found.limits] == ["throughput >= 1000"]
    points = [(lut, {"throughput": rate, "lut": lut}) for lut, rate in ((4, 1e4), (3, 1e3), (1, 9))]
    assert found.best(points) == 3
    assert found.best(points[2:]) is None
    assert pick("max lut", ECP5).best(points) == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("best", "cannot read 'best' in --pick"),
        ("lut <= 5", "needs one goal"),
        ("min lut, max fmax", "has 2"),
        ("lut <= many, min lut", "'many' in 'lut <= many' is not a number"),
        ("lut <= nan, min lut", "'nan' in 'lut <= nan' is not a number"),
    ],
)
def test_a_wrong_pick_is_explained(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        pick(text, ECP5)


def test_wrong_names_and_bounds_are_explained() -> None:
    with pytest.raises(UnknownName, match="did you mean throughput"):
        objectives("thruput,lut", ECP5)
    with pytest.raises(BadInput, match="twice"):
        objectives("area,lut", ECP5)
    with pytest.raises(BadInput, match="--max lut=2000"):
        limit("lut", ECP5, least=False)
