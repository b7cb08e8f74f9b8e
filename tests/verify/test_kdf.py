"""Key derivation: known answers are read, netlists pass, and checks find mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from passed import Passed, netlist_key
from planted import broken, load, program
from planted_netlists import TARGET as ECP5
from planted_netlists import checked, demand, document
from silicrypt import catalog
from silicrypt.catalog.kdf import KdfFormulas
from silicrypt.catalog.kdf_pipe4 import PipelinedFormulas
from silicrypt.errors import BadParameter
from silicrypt.tools import verilator
from silicrypt.verify.checks import Check, perform
from silicrypt.verify.kdf_functions import function_of
from silicrypt.verify.kdf_suite import CHECKS, IN_FLIGHT, KdfSubject, build, build_overlapped
from silicrypt.verify.suites import EFFORTS

MISTAKES = load("kdf")
SECTIONS = ("known answers", "cycles of requests", "random requests with stalls", "resets")
POINTS = [
    name
    for name, point in catalog.load().items()
    if point.unit.interface == "kdf" and point.unit.name not in ("kmac", "tuplehash")
]
#: By design point: its known answers, and the largest iteration count.
KNOWN = {
    "pbkdf2-hmac-sha256-fast": (2, 80_000),  # RFC 7914 11
    "pbkdf2-hmac-sha1-fast": (6, 16_777_216),  # RFC 6070
    "pbkdf2-hmac-sha1-pipe4": (6, 16_777_216),
    "hkdf-hmac-sha256-fast": (3 * 3 + 1, 1),  # RFC 5869 A, and one of 1200 bytes
    "hmac-drbg-sha256-fast": (6, 1),  # CAVP
}


@pytest.mark.parametrize("name", POINTS)
def test_the_reference_gives_the_known_answers(name: str) -> None:
    point = catalog.get(name)
    function = function_of(point)
    known = list(function.known(point, 2**24))
    most = max(asked[-1].iterations for asked, _ in known)
    assert (len(known), most) == KNOWN[name]
    for asked, result in known:
        answer = function.answering(point)
        if asked[-1].iterations <= 80_000:
            assert [answer(one) for one in asked][-1] == result


def test_an_iteration_takes_hmac_and_a_cycle_more() -> None:
    for name, hmac, cycles in (
        ("pbkdf2-hmac-sha256-fast", "hmac-sha256-fast", 166),
        ("pbkdf2-hmac-sha1-fast", "hmac-sha1-fast", 200),
    ):
        formulas = catalog.get(name).formulas
        assert isinstance(formulas, KdfFormulas)
        few, more = (formulas.request_cycles((8, 8), count, 20) for count in (1, 5))
        assert more - few == 4 * cycles
        assert cycles == catalog.get(hmac).formulas.message_interval(formulas.tag_bytes) + 1


def test_five_passwords_fill_every_time_slot() -> None:
    formulas = catalog.get("pbkdf2-hmac-sha1-pipe4").formulas
    assert isinstance(formulas, PipelinedFormulas)
    found = [formulas.iteration(passwords) for passwords in range(1, 9)]
    assert found == [184, 210, 210, 210, 210, 252, 294, 336]
    assert formulas.cycles_per_block == 2 * catalog.get("hmac-sha1-pipe4").cycles_per_block == 42
    few, more = (formulas.request_cycles((8, 8), count, 20) for count in (3, 7))
    assert more - few == 4 * formulas.iteration(1)


def test_more_blocks_than_derivations_have_a_bound() -> None:
    formulas = catalog.get("pbkdf2-hmac-sha1-pipe4").formulas
    assert isinstance(formulas, PipelinedFormulas)
    exact, bound = (formulas.request_cycles((8, 8), 20, 20 * blocks) for blocks in (8, 9))
    assert exact < bound


def test_a_unit_has_one_function() -> None:
    entry = '[config.other]\nunit = "hkdf-sha1"\nparameters = { Function = "PBKDF2" }\n'
    with pytest.raises(BadParameter, match="Function must be HKDF"):
        catalog.parse(entry)
    entry = '[config.other]\nunit = "pbkdf2-sha1-pipe4"\nparameters = { Function = "HKDF" }\n'
    with pytest.raises(BadParameter, match="Function must be PBKDF2"):
        catalog.parse(entry)


def test_a_buffer_has_a_power_of_two_of_beats() -> None:
    entry = '[config.other]\nunit = "pbkdf2-sha1-pipe4"\nparameters = { BufferBytes = 256 }\n'
    with pytest.raises(BadParameter, match="BufferBytes must be a power of two"):
        catalog.parse(entry)


def performed(name: str, folder: Path, active: bool = True) -> Check:
    """Returns a mistake's check on hardware in which it is active, or none is."""
    mistake = MISTAKES[name]
    point = catalog.get(mistake.design)
    sources, number = broken(MISTAKES, name, point.sources("stream"), folder, point.top("stream"))
    builds = build_overlapped if mistake.check in IN_FLIGHT else build
    bench = program(verilator.executable(builds(point, "stream", sources)), number * active, folder)
    subject = KdfSubject(point, "stream", bench, overlapping=bench)
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
        name if name == "hmac-drbg-sha256-fast" else pytest.param(name, marks=pytest.mark.full)
        for name in POINTS
    ],
)
def test_the_netlist_passes(name: str, passed: Passed) -> None:
    key = netlist_key(catalog.get(name), "stream", ECP5)
    passed.skip_if_before(key)
    demand(checked(name, "stream", document(name, "stream")), SECTIONS)
    passed.note(key)
