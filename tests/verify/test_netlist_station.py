"""Checks of mapped netlists of hash stations: a correct netlist passes, faulty ones fail."""

from __future__ import annotations

from functools import cache

import planted_netlists as planted
from silicrypt import targets
from silicrypt.catalog import machines
from silicrypt.flow import synth
from silicrypt.tools.cellmodels import cells
from silicrypt.verify.checks import Check
from silicrypt.verify.netlist_check import check

ECP5, NAME, TOP = "ecp5-85k", "station-shat128-1mhz", "sil_shat_station"


@cache
def document() -> planted.Document:
    return synth.netlist(machines.get(NAME), "stream", ECP5)


def checked(netlist: planted.Document) -> tuple[Check, ...]:
    return check(machines.get(NAME), "stream", ECP5, netlist, cells(targets.get(ECP5)))


def test_the_netlist_of_a_station_passes() -> None:
    found = checked(document())
    assert [one.detail for one in found if not one.passed] == []
    assert [one.name for one in found] == [f"netlist for {ECP5}: {s}" for s in ("lines", "resets")]
    assert all(one.cases >= 64 for one in found)


def test_a_mistake_in_the_hash_is_noticed() -> None:
    *_, last = checked(planted.lut_bit(document(), TOP))
    assert not last.passed


def test_a_display_that_loses_a_data_line_is_noticed() -> None:
    wrong = planted.copied(document(), TOP, "LUT4")[0]
    wrong["modules"][TOP]["ports"]["lcd_data_o"]["bits"][0] = "0"
    *_, last = checked(wrong)
    assert not last.passed
