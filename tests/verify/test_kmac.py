"""KMAC: the model gives NIST's examples, netlists pass, and checks find mistakes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from silicrypt import catalog
from silicrypt.catalog.kmac import KmacFormulas, Operation
from silicrypt.verify.kdf_functions import function_of
from silicrypt.verify.kmac_functions import kmac_request

POINTS = [name for name, point in catalog.load().items() if point.unit.name == "kmac"]


@pytest.mark.parametrize("name", ["kmac128-fast", "kmac256-fast"])
def test_the_reference_gives_the_examples_of_nist(name: str) -> None:
    point = catalog.get(name)
    known, answer = list(function_of(point).known(point, 1)), function_of(point).answering(point)
    assert [answer(*asked) for asked, _ in known] == [result for _, result in known]
    operations = [asked[0].operation for asked, _ in known]
    assert [operations.count(one) for one in Operation] == [3, 3, 2]


def test_the_reference_refuses_packets_of_other_lengths() -> None:
    point = catalog.get("kmac128-fast")
    answer = function_of(point).answering(point)
    one = kmac_request(Operation.KMAC, b"S", b"key", b"text", size=32)
    assert answer(one)
    for lengths in (one.iterations + 1, one.iterations - 1, one.iterations + 2**16):
        assert answer(replace(one, iterations=lengths)) is None
    assert answer(replace(one, size=2**16)) is None


def test_a_block_takes_the_cycles_of_a_permutation() -> None:
    for name, cycles, rate in (("kmac128-fast", 24, 168), ("kmac256-small", 1050, 136)):
        formulas = catalog.get(name).formulas
        assert isinstance(formulas, KmacFormulas)
        few, more = (formulas.cycles("stream", rate * blocks) for blocks in (1, 5))
        assert (formulas.cycles_per_block, more - few) == (cycles, 4 * cycles)
