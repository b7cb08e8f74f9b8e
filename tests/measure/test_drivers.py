"""The drivers on a right core and on cores with planted mistakes."""

from __future__ import annotations

import pytest

from silicrypt.errors import NotVerified
from silicrypt.measure import check, functions

SHA256 = functions.get("sha256")


@pytest.mark.parametrize(("kind", "cycles"), [("block", 66), ("words", 81), ("registers", 83)])
def test_a_right_core_is_verified_and_counted(kind, cycles, core, simulation):
    checks = check.verify(core(kind), SHA256, simulation)
    assert all(one.passed for one in checks)
    assert sum(one.cases for one in checks) > 90
    counts = check.count(core(kind), SHA256, simulation)
    assert (counts.cycles_per_block, counts.latency, counts.latency_1024) == (
        cycles,
        cycles,
        17 * cycles,
    )


@pytest.mark.parametrize("kind", ["block", "words", "registers"])
@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (1, "56 bytes: the core gives"),
        (2, "within 20000 cycles"),
        (4, "number 1 of 65"),
        (5, "within 20000 cycles"),
    ],
)
def test_a_wrong_core_is_refused(kind, fault, says, core, simulation):
    with pytest.raises(NotVerified, match=says):
        check.verify(core(kind, fault), SHA256, simulation)


def test_a_core_that_reads_its_block_too_late_is_found(core, simulation):
    with pytest.raises(NotVerified, match="instead of"):
        check.verify(core("block", 3), SHA256, simulation)
    check.verify(core("block", 3, hold="done"), SHA256, simulation)


def test_a_wrong_order_of_bytes_is_explained(core, simulation):
    swapped = core("block", digest=("digest_le",))
    with pytest.raises(NotVerified, match='With digest_order = "little" in'):
        check.verify(swapped, SHA256, simulation)
    check.verify(core("block", digest=("digest_le",), digest_order="little"), SHA256, simulation)


def test_the_time_of_a_core_without_signals_can_be_stated(core, simulation):
    stated = {"ready": None, "valid": None, "cycles": 66}
    check.verify(core("block", **stated), SHA256, simulation)
    with pytest.raises(NotVerified, match="instead of"):
        check.verify(core("block", **stated | {"cycles": 65}), SHA256, simulation)
