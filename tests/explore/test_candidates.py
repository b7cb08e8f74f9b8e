"""The candidates of an algorithm: legal, distinct, and complete."""

from __future__ import annotations

import json

import pytest

from silicrypt import catalog, targets
from silicrypt.errors import BadInput, ToolFailed, UnknownName
from silicrypt.explore import candidates
from silicrypt.explore.objectives import objectives
from silicrypt.explore.points import depth
from silicrypt.explore.run import Exploration, ExploredPoint, SearchRequest, chart
from silicrypt.explore.search import LISTED, Sampler


@pytest.mark.parametrize("what", ["sha256", "SHA-256", "hmac-sha256", "aes128", "md5"])
def test_every_named_design_point_of_an_algorithm_is_there(what: str) -> None:
    plain = what.lower().replace("-", "")
    named = [
        point
        for point in catalog.load().values()
        if point.computes.lower().replace("-", "") == plain
    ]
    found = candidates.points(what)
    assert named
    assert all(point.parameters in [one.parameters for one in found] for point in named)
    assert len({point.name for point in found}) == len(found)
    for point in found:
        point.unit.complete(point.parameters, point.name)  # raises if a rule does not hold


def test_points_with_the_same_hardware_appear_once() -> None:
    """An FPGA has no gated clocks, so design points that differ in them alone are one."""
    routed, cells = (
        {
            one.point.name: one.point
            for one in candidates.of_catalog("sha256", target)
            if one.unit == "sha2"
        }
        for target in ("ecp5-85k", "nangate45")
    )
    without = {name for name, point in cells.items() if not point.parameters["ClockGate"]}
    assert without == {*routed} and len(cells) - len(without) > len(routed) / 2
    assert "sha256-fast" in routed and "sha256-u1" in routed


def test_standard_cells_have_no_memory_with_contents() -> None:
    names = {one.point.name for one in candidates.of_catalog("sha256", "nangate45")}
    assert "sha256-small-cells" in names and "sha256-small" not in names


def test_recipes_multiply_the_points() -> None:
    plain = candidates.of_catalog("sha256", "ecp5-85k", recipes=[""])
    both = candidates.of_catalog("sha256", "ecp5-85k", recipes=["", "nowidelut"])
    assert len(both) == 2 * len(plain)
    assert {one.target for one in both} == {"ecp5-85k", "ecp5-85k@nowidelut"}
    assert both[1].name == f"{both[0].name} @nowidelut"


def test_a_recipe_in_the_name_of_the_target_is_the_only_one() -> None:
    found = candidates.of_catalog("sha256-fast", "ecp5-85k@macc")
    assert [one.target for one in found] == ["ecp5-85k@macc"]
    with pytest.raises(BadInput, match="names a recipe already"):
        candidates.of_catalog("sha256-fast", "ecp5-85k@macc", recipes=["flow2"])


def test_an_unknown_algorithm_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean sha256"):
        candidates.points("sha-265")


def test_a_large_space_is_sampled_without_repetition(monkeypatch: pytest.MonkeyPatch) -> None:
    found = candidates.of_catalog("aes128", "ecp5-85k")
    assert len(found) > LISTED
    monkeypatch.setattr("silicrypt.explore.search.LISTED", 24)
    monkeypatch.setattr("silicrypt.explore.search._SHARE", 0.01)
    sampler = Sampler(found, objectives("throughput,lut", targets.get("ecp5-85k")))
    seen = list[int]()
    while proposed := sampler.ask(4):
        for point in proposed:
            if point % 5:  # the others cannot be mapped
                sampler.tell(point, (float(point), -float(point)))
        seen += proposed
    assert len(set(seen)) == len(seen) == 24 + len(found) // 100


def cell(kind: str, inputs: list[int], output: int) -> dict[str, object]:
    return {
        "type": kind,
        "port_directions": {"A": "input", "Z": "output"},
        "connections": {"A": inputs, "Z": [output]},
    }


def test_links_of_a_carry_chain_are_shallow() -> None:
    chain = {f"c{n}": cell("CCU2C", [n], n + 1) for n in range(2, 18)}
    tables = {"t": cell("LUT4", [18], 30), "u": cell("LUT4", [30], 31)}
    registers = {"f": cell("TRELLIS_FF", [31], 2)}
    assert depth({"cells": {**chain, **tables, **registers}}) == pytest.approx(4 + 15 * 0.07)


def test_a_memory_ends_a_path_where_its_output_follows_the_clock() -> None:
    tables = {"t": cell("LUT4", [9, 3], 4), "u": cell("LUT4", [4], 5)}
    block = {"m": cell("DP16KD", [5], 3)}
    assert depth({"cells": {**tables, **block}}) == pytest.approx(1 + 2)
    ways = {"DI": "input", "RAD": "input", "DO": "output"}
    nets = {"DI": [5], "RAD": [9], "DO": [3]}
    small = {"m": {"type": "TRELLIS_DPR16X4", "port_directions": ways, "connections": nets}}
    assert depth({"cells": {**tables, **small}}) == pytest.approx(1 + 3)


def test_a_combinational_loop_is_an_error() -> None:
    with pytest.raises(ToolFailed, match="combinational loop"):
        depth({"cells": {"t": cell("LUT4", [3], 4), "u": cell("LUT4", [4], 3)}})


def exploration() -> Exploration:
    """Returns the record of a small search."""
    wanted = objectives("throughput,lut", targets.get("ecp5-85k"))
    rows = [
        ExploredPoint(
            name, "ecp5-85k", {}, status, {"throughput": rate, "lut": lut}, status == "front"
        )
        for name, status, rate, lut in (
            ("a", "front", 1000.0, 900.0),
            ("b", "front", 1500.0, 1400.0),
            ("c", "dominated", 900.0, 1000.0),
            ("d", "dropped", 800.0, 2000.0),
        )
    ]
    rows.append(ExploredPoint("e", "ecp5-85k", {}, "failed", {}, reason="it is wrong"))
    request = SearchRequest("sha256", "ecp5-85k", wanted)
    return Exploration(request, tuple(rows), None, 5, 30, 1.0, (0.0, -2000.0), True, 0)


def test_the_record_keeps_every_point() -> None:
    document = json.loads(json.dumps(exploration().to_json()))
    assert [row["name"] for row in document["front"]] == ["a", "b"]
    assert [row["status"] for row in document["others"]] == ["dominated", "dropped", "failed"]
    assert document["hypervolume_reference"] == [0.0, 2000.0]


def test_the_drawing_shows_every_point_with_figures() -> None:
    drawn = chart(exploration()).to_dict()
    (values,) = drawn["datasets"].values()
    assert {row["name"] for row in values} == set("abcd")
    assert "5 of the 30 routings" in json.dumps(drawn)
