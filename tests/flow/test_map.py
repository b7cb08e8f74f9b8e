"""Counting what designs are mapped to."""

from __future__ import annotations

from typing import Any

import pytest

from silicrypt import targets
from silicrypt.flow import map as mapping
from silicrypt.targets import Mapped
from silicrypt.tools.yosys import Stat


def target(name: str) -> Mapped:
    found = targets.get(name)
    assert isinstance(found, Mapped)
    return found


@pytest.mark.parametrize(
    ("name", "slices"), [("virtex-e", 101), ("virtex-5", 51), ("artix-7", None)]
)
def test_slices_are_half_or_a_quarter_of_the_larger(name: str, slices: int | None) -> None:
    stat = Stat({"LUT2": 60, "LUT4": 41, "FDRE": 150, "FDCE": 51, "MUXCY": 30, "INV": 9})
    area = mapping.count(stat, target(name), 5)
    assert (area.lut, area.ff, area.carry, area.levels) == (101, 201, 30, 5)
    assert area.slices == slices


def test_adaptive_tables_are_counted_as_such() -> None:
    stat = Stat({"MISTRAL_ALUT6": 3, "MISTRAL_ALUT_ARITH": 8, "MISTRAL_FF": 5, "MISTRAL_NOT": 2})
    area = mapping.count(stat, target("cyclone-v"), 1)
    assert (area.alut, area.ff, area.slices) == (11, 5, None)


def cell(kind: str, inputs: list[int], outputs: list[int]) -> dict[str, Any]:
    return {
        "type": kind,
        "port_directions": {"I": "input", "O": "output"},
        "connections": {"I": inputs, "O": outputs},
    }


def test_levels_count_tables_not_carry_and_stop_at_registers() -> None:
    cells = {
        "a": cell("LUT4", [2, 3], [4]),
        "b": cell("MUXCY", [4], [5]),
        "c": cell("MUXCY", [5], [6]),
        "d": cell("LUT2", [6], [7]),
        "r": cell("FDRE", [7], [8]),
        "e": cell("LUT2", [8], [9]),
    }
    assert mapping.levels({"cells": cells}) == 2


def test_a_chain_of_adder_tables_is_one_level() -> None:
    cells = {
        "a": cell("MISTRAL_ALUT4", [2], [3]),
        "b": cell("MISTRAL_ALUT_ARITH", [3], [4]),
        "c": cell("MISTRAL_ALUT_ARITH", [4], [5]),
    }
    assert mapping.levels({"cells": cells}) == 2


def test_wires_have_no_levels() -> None:
    assert mapping.levels({"cells": {}}) == 0
