"""The search for a change of the core file under which a core is right."""

from __future__ import annotations

import pytest

from silicrypt.measure import core_checks, core_file, functions
from silicrypt.measure.core_file import Command, CoreFile

from .conftest import CORES

SHA256 = functions.get("sha256")


def test_the_search_ends_after_a_number_of_simulated_cycles(core):
    trials: list[int] = []

    def tried(_: CoreFile) -> tuple[bool, int]:
        trials.append(2000)
        return False, 2000

    assert core_checks.find_change(core("words"), SHA256, {}, tried) == ""
    assert 0 <= sum(trials) - core_checks.BUDGET < 2000


def test_no_order_of_bytes_is_tried_for_a_core_without_a_result(core):
    orders: list[str] = []

    def tried(changed: CoreFile) -> tuple[None, int]:
        orders.append(changed.interface.digest_order)
        return None, 1

    assert core_checks.find_change(core("block"), SHA256, {}, tried, hung=True) == ""
    assert orders
    assert set(orders) == {core("block").interface.digest_order}


def test_orders_are_tried_together_with_a_change_that_gives_a_result(core):
    def tried(changed: CoreFile) -> tuple[bool | None, int]:
        if not changed.interface.delay:
            return None, 2000
        return changed.interface.digest_order == "little", 100

    said = core_checks.find_change(core("block"), SHA256, {}, tried, hung=True)
    assert "delay = 1" in said and 'digest_order = "little"' in said


def test_a_change_of_one_kind_comes_before_two_together():
    known = core_file.load(CORES / "pipe.toml").core

    def tried(changed: CoreFile) -> tuple[bool, int]:
        return getattr(changed.interface, "cycles", 0) == 90, 300

    said = core_checks.find_change(known, functions.get("aes128"), {}, tried)
    assert said == ". With cycles = 90 in [interface] these results are right"


@pytest.mark.parametrize(
    ("changes", "right", "says"),
    [
        ({}, lambda c: c.reset.each_message, "each_message = true in [reset]"),
        (
            {"valid": None},
            lambda c: c.interface.ready is None,
            'ready = (left out), valid = "ready" in [interface]',
        ),
        (
            {"load_key": Command.parse("init")},
            lambda c: c.interface.key_ready is not None,
            'key_ready = "ready", ready = (left out) in [interface]',
        ),
        ({}, lambda c: c.interface.held, "held = true in [interface]"),
    ],
)
def test_what_other_cores_do_is_tried(changes, right, says, core):
    def tried(changed: CoreFile) -> tuple[bool | None, int]:
        return right(changed) or None, 300

    assert says in core_checks.find_change(core("block", **changes), SHA256, {}, tried, hung=True)
