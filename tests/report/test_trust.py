"""The table of how each design point is verified."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from silicrypt.report.trust import TRUST, trust_rows
from silicrypt.results.result import Result

DASH = "\N{EN DASH}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Returns a folder with invented records of two design points."""

    def passed(checks: int, cases: int) -> dict[str, object]:
        record = {"key": "0", "suite": "quick", "compiler": "g++", "sources": []}
        return {**record, "checks": checks, "cases": cases}

    def certificate(design: str, level: str, *undecided: str) -> dict[str, object]:
        proof = "md5-time" if "proved" in undecided else ""
        return {"design": design, "level": level, "undecided": undecided, "proof": proof}

    modules = {"a.sv": {"noticed": 8, "left": 1}, "b.sv": {"noticed": 11, "left": 0}}
    made = {
        "verifications": {
            "sha256-u1": passed(20, 12345),
            "shat128-u2-pre": passed(3, 40),
            "shat128-u3-pre": passed(4, 50),
        },
        "certificates": [
            certificate("sha256-u1", "core"),
            certificate("sha256-u1", "stream"),
            certificate("md5-u1", "core", "s_tready"),
            certificate("md5-u1", "stream", "proved"),
        ],
        "mutation-sha2": [{"design": "sha256-fast", "modules": modules}],
    }
    for name, content in made.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    return tmp_path


@pytest.fixture
def cells(folder: Path, samples: list[Result]) -> dict[str, list[str]]:
    """Returns the cells of each row, by the first one."""
    record = samples[0].verification
    ones = [
        replace(samples[0], config=name, target=target, verification=replace(record, **found))
        for name, target, found in (
            ("sha256-u1", "ecp5-85k", {"netlist_cases": 5}),
            ("sha256-u1", "nangate45@1100ps", {"netlist_cases": 4}),
            ("sha256-u1", "nangate45@area", {"netlist_cases": 5}),
            ("sha256-u1", "sky130hd", {"netlist_cases": 0}),
            ("shat128-u2-pre", "ecp5-85k", {"netlist_cases": 5}),
        )
    ]
    shown = ([c.text(row) for c in TRUST] for row in trust_rows(ones, folder))
    return {name: rest for name, *rest in shown}


def test_a_row_has_the_records_of_its_design_point(cells: dict[str, list[str]]) -> None:
    assert cells["`sha256-u1`"] == [
        "20",
        "12\N{NARROW NO-BREAK SPACE}345",
        "2",
        "4",
        "`sha256-u1`",
        "core, stream",
        DASH,
    ]


def test_a_score_is_shown_for_the_design_point_that_was_measured(
    cells: dict[str, list[str]],
) -> None:
    assert [name for name, row in cells.items() if row[-1] != DASH] == ["`sha256-fast`"]
    assert cells["`sha256-fast`"][-1] == "95.0"


def test_what_is_not_known_is_a_dash(cells: dict[str, list[str]]) -> None:
    assert cells["`md5-u1`"] == [
        DASH,
        DASH,
        DASH,
        DASH,
        DASH,
        "core: 1 not decided, stream (`md5-time`)",
        DASH,
    ]
    assert cells["`sha3-256-small`"] == [DASH] * 7
    assert cells["`sha256-two`"][-1] == DASH
    assert cells["`storage-128`"][4] == "`storage-key`, `aes-schedule`"


def test_the_points_of_a_sweep_share_a_row(cells: dict[str, list[str]]) -> None:
    found = [row for name, row in cells.items() if name.startswith("`shat128-uN-pre` (")]
    assert found == [["7", "90", DASH, DASH, "`shat128-uN-pre` (9)", DASH, DASH]]
    (found,) = (row for name, row in cells.items() if name.startswith("`shat128-uN-fig7` ("))
    assert found[4] == "`shat128-uN-fig7` (1)"
