"""Counts of mapped cells."""

from __future__ import annotations

from typing import Any

import pytest

from silicrypt import targets
from silicrypt.errors import ToolFailed
from silicrypt.flow import figures
from silicrypt.targets import Mapped
from silicrypt.tools.yosys import Stat


def target(name: str) -> Mapped:
    found = targets.get(name)
    assert isinstance(found, Mapped)
    return found


SLICED = {"LUT2": 60, "LUT4": 41, "FDRE": 150, "FDCE": 51, "MUXCY": 30, "INV": 9}
ADAPTIVE = {"MISTRAL_ALUT6": 3, "MISTRAL_ALUT_ARITH": 8, "MISTRAL_FF": 5, "MISTRAL_NOT": 2}
#: Cell types of `aes128-fast` on artix-7; memories count as several lookup tables.
MEMORIES = {"LUT6": 10, "RAM32M": 3, "RAM64X1D": 1, "SRLC32E": 5, "CARRY4": 2, "FDRE": 4}
#: A RAM16X1D of a Virtex takes the two tables of a slice.
OLDER = {"LUT4": 10, "RAM16X1D": 8, "RAM16X1S": 3, "FDRE": 4}


#: Five lookup tables, each of which reads the one before.
CHAIN = {
    str(number): {
        "type": "LUT2",
        "connections": {"I0": [number], "O": [number + 1]},
        "port_directions": {"I0": "input", "O": "output"},
    }
    for number in range(5)
}


@pytest.mark.parametrize(
    ("name", "cells", "counted"),
    [
        ("virtex-e", SLICED, {"lut": 101, "ff": 201, "carry": 30, "levels": 5, "slices": 101}),
        ("virtex-5", SLICED, {"lut": 101, "ff": 201, "carry": 30, "levels": 5, "slices": 51}),
        ("artix-7", SLICED, {"lut": 101, "ff": 201, "carry": 30, "levels": 5, "slices": None}),
        ("cyclone-v", ADAPTIVE, {"alut": 11, "ff": 5, "slices": None}),
        ("artix-7", MEMORIES, {"lut": 10 + 12 + 2 + 5, "ff": 4, "carry": 2}),
        ("virtex", OLDER, {"lut": 10 + 16 + 3}),
    ],
)
def test_cells_are_counted_as_what_they_are(
    name: str, cells: dict[str, int], counted: dict[str, int | None]
) -> None:
    area = figures.area_of(Stat(cells), {"cells": CHAIN}, target(name))
    assert {figure: getattr(area, figure) for figure in counted} == counted


def test_a_memory_without_a_rule_is_not_taken_for_nothing() -> None:
    with pytest.raises(ToolFailed, match="RAMB18E1 of artix-7"):
        figures.area_of(Stat({"RAMB18E1": 1}), {"cells": {}}, target("artix-7"))


def test_the_papers_families_say_what_they_leave_out() -> None:
    caveats = {name: " ".join(target(name).caveats) for name in ("virtex-e", "artix-7")}
    assert "memories are flip-flops" in caveats["virtex-e"]
    assert "shift registers are flip-flops" in caveats["virtex-e"]
    assert "flip-flops" not in caveats["artix-7"]
    assert "no block memories" in caveats["artix-7"]


@pytest.mark.parametrize(
    ("name", "tables"),
    [
        ("ecp5-85k", "LUT4"),
        ("virtex-e", "LUT4"),
        ("virtex-5", "LUT6"),
        ("artix-7", "LUT6"),
        ("cyclone-v", "ALUT"),
        ("nangate45", ""),
    ],
)
def test_tables_are_called_what_they_are(name: str, tables: str) -> None:
    assert targets.get(name).table == tables


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
    assert figures.levels({"cells": cells}) == 2


def test_a_chain_of_adder_tables_is_one_level() -> None:
    cells = {
        "a": cell("MISTRAL_ALUT4", [2], [3]),
        "b": cell("MISTRAL_ALUT_ARITH", [3], [4]),
        "c": cell("MISTRAL_ALUT_ARITH", [4], [5]),
    }
    assert figures.levels({"cells": cells}) == 2


def test_a_path_leads_through_a_memory_from_what_is_read_alone() -> None:
    """Written data appears after a clock edge, so write data that depends on reads is no loop."""
    memory = {
        "type": "RAM32M",
        "port_directions": {
            **dict.fromkeys(("ADDRA", "ADDRD", "DIA", "WE"), "input"),
            "DOA": "output",
        },
        "connections": {"ADDRA": [2], "ADDRD": [9], "DIA": [4], "WE": ["1"], "DOA": [3]},
    }
    cells = {"m": memory, "a": cell("LUT6", [3], [4]), "b": cell("LUT2", [8], [2])}
    assert figures.levels({"cells": cells}) == 3


def test_wires_have_no_levels() -> None:
    assert figures.levels({"cells": {}}) == 0
