"""Checks of mapped netlists of storage units: a correct netlist passes, faulty ones fail."""

from __future__ import annotations

from functools import cache

import planted_netlists as planted
from silicrypt import catalog, targets
from silicrypt.flow import synth
from silicrypt.tools.cellmodels import cells
from silicrypt.verify.checks import Check
from silicrypt.verify.netlist_check import check

ECP5, TOP = "ecp5-85k", "sil_storage_unit"
SECTIONS = (
    "vectors",
    "functions on random data",
    "transfers with stalls",
    "owners of banks",
    "resets",
    "wipes",
    "cycles of functions",
)


@cache
def document() -> planted.Document:
    return synth.netlist(catalog.get("storage-128"), "core", ECP5)


def checked(netlist: planted.Document) -> tuple[Check, ...]:
    library = cells(targets.get(ECP5))
    return check(catalog.get("storage-128"), "core", ECP5, netlist, library)


def test_the_netlist_of_a_storage_unit_passes() -> None:
    found = checked(document())
    assert [one.detail for one in found if not one.passed] == []
    assert [one.name for one in found] == [f"netlist for {ECP5}: {what}" for what in SECTIONS]
    assert all(one.cases >= 64 for one in found)


def test_a_mistake_in_a_netlist_is_noticed() -> None:
    *_, last = checked(planted.lut_bit(document(), TOP))
    assert not last.passed


def test_a_bank_that_loses_a_byte_is_noticed() -> None:
    """In this netlist one byte of a memory is never written."""
    wrong, memories = planted.copied(document(), TOP, "DP16KD")
    next(memories)["connections"]["ADA1"] = ["0"]
    *_, last = checked(wrong)
    assert not last.passed
