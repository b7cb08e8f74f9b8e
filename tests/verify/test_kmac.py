"""KMAC: the model gives NIST's examples, netlists pass, and checks find mistakes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from passed import Passed, netlist_key
from planted import broken, load, program
from planted_netlists import TARGET as ECP5
from planted_netlists import checked, demand, document
from silicrypt import catalog
from silicrypt.catalog.kmac import KmacFormulas, Operation
from silicrypt.errors import BadParameter
from silicrypt.tools import verilator
from silicrypt.verify.checks import Check, perform
from silicrypt.verify.kdf_functions import function_of, kmac_request
from silicrypt.verify.kdf_suite import CHECKS, KdfSubject, build
from silicrypt.verify.suites import EFFORTS

MISTAKES = load("kmac")
SECTIONS = ("known answers", "cycles of requests", "random requests with stalls", "resets")
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


@pytest.mark.parametrize(
    ("parameters", "rule"),
    [
        ("Strength = 192", "Strength must be one of 128, 256"),
        ("Strength = 128, Lanes = 5", "Lanes must be 1 or 25"),
        ("Strength = 128, Lanes = 1, ClockGate = 1", "ClockGate = 1 needs Lanes = 25"),
        ('Strength = 128, Function = "HKDF"', "Function must be KMAC"),
    ],
)
def test_a_wrong_parameter_is_refused(parameters: str, rule: str) -> None:
    with pytest.raises(BadParameter, match=rule):
        catalog.parse(f'[config.other]\nunit = "kmac"\nparameters = {{ {parameters} }}\n')


def performed(name: str, folder: Path, active: bool = True) -> Check:
    """Returns a mistake's check on hardware in which it is active, or none is."""
    mistake = MISTAKES[name]
    point = catalog.get(mistake.design)
    sources, number = broken(MISTAKES, name, point.sources("stream"), folder, point.top("stream"))
    bench = program(verilator.executable(build(point, "stream", sources)), number * active, folder)
    subject = KdfSubject(point, "stream", bench)
    return perform(mistake.check, CHECKS[mistake.check], subject, EFFORTS["quick"])


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_found(name: str, tmp_path: Path) -> None:
    check = performed(name, tmp_path)
    assert not check.passed


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("design", sorted({one.design for one in MISTAKES.values()}))
def test_without_a_mistake_the_checks_pass(design: str, tmp_path: Path) -> None:
    of_check = {one.check: name for name, one in MISTAKES.items() if one.design == design}
    for name in of_check.values():
        found = performed(name, tmp_path, active=False)
        assert found.passed, found.detail


@pytest.mark.parametrize(
    "name",
    [
        name if name == "kmac256-fast" else pytest.param(name, marks=pytest.mark.full)
        for name in POINTS
    ],
)
def test_the_netlist_passes(name: str, passed: Passed) -> None:
    key = netlist_key(catalog.get(name), "stream", ECP5)
    passed.skip_if_before(key)
    demand(checked(name, "stream", document(name, "stream")), SECTIONS)
    passed.note(key)
