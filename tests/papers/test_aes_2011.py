"""``aes-2011``: computed figures, slips, verdicts that change with the figures, and quick runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from invented import InventedSource, of_points, verdicts_of

from silicrypt.papers import Reproduction, reproduce


def found(own: Mapping[str, dict[str, Any]] | None = None) -> Reproduction:
    return reproduce("aes-2011", source=InventedSource(of_points(own or {})))


def verdicts(own: Mapping[str, dict[str, Any]] | None = None) -> dict[str, str]:
    """Returns the verdicts by claim, with figures of some design points."""
    return verdicts_of(found(own))


def test_a_longer_key_costs_throughput_by_its_cycles() -> None:
    assert verdicts()["throughput-key"] == "reproduced"
    faster = {name: {"mhz": 2000.0} for name in ("aes256-par", "aes256-lowlat")}
    assert verdicts(faster)["throughput-key"] == "not borne out"


def test_cycles_are_those_of_the_results() -> None:
    names = ("at-most-15", "round-per-cycle", "block-cycles")
    assert {verdicts()[name] for name in names} == {"reproduced"}
    late = verdicts({"aes128-lowlat": {"cycles": 21}, "aes256-lowlat": {"cycles": 29}})
    assert {late[name] for name in names} == {"not borne out"}
    assert verdicts({"aes256-lowlat": {"cycles": 16}})["at-most-15"] == "not borne out"


def test_the_sheets_have_printed_cycles_beside_ours_and_what_follows() -> None:
    cycles, follows = found().sheets
    assert cycles.rows == (
        (128, 11, 11, 61, 81, 122),
        (192, 13, 13, 71, 97, 112),
        (256, 15, 15, 81, 115, 152),
    )
    by_name = {row[0]: row[1:] for row in follows.rows}
    assert by_name["cycles of the key expansion, 192 bits"] == ("97", "97", None)
    assert by_name["cycles of the key expansion, 256 bits"][:2] == ("115", "113")
    assert by_name["Mbit/s on Cyclone-II, both directions, 256 bits"][1] == "555"


def test_rows_that_others_contradict_are_flagged() -> None:
    flagged = {row.name for row in found().rows if row.slip}
    assert flagged == {
        *(f"256 encrypt+decrypt {name}" for name in ("Spartan-3A", "Virtex-5")),
        *(f"256 encrypt+decrypt {name}" for name in ("Cyclone-II", "Stratix-II")),
        *(f"128 encrypt+decrypt {name}" for name in ("Spartan-3A", "Cyclone-II")),
    }
