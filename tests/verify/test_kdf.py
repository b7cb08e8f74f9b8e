"""Key derivation: known answers are read, netlists pass, and checks find mistakes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from silicrypt import catalog
from silicrypt.catalog.kdf import KdfFormulas
from silicrypt.catalog.kdf_pipelined import PipelinedFormulas, TwoFormulas
from silicrypt.tools import verilator
from silicrypt.verify.kdf_functions import function_of
from silicrypt.verify.kdf_suite import KdfJob, KdfSubject, Request, build

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
    "pbkdf2-hmac-sha256-two": (2, 80_000),
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


@pytest.mark.parametrize(("alg", "cycles"), [("SHA256", 136), ("SHA512", 168)])
def test_two_passwords_take_the_cycles_of_their_blocks(alg: str, cycles: int) -> None:
    entry = f'[config.two]\nunit = "pbkdf2-sha2-two"\nparameters = {{ Alg = "{alg}" }}\n'
    formulas = catalog.parse(entry)["two"].formulas
    assert isinstance(formulas, TwoFormulas)
    entry = f'[config.two]\nunit = "sha2-interleaved"\nparameters = {{ Alg = "{alg}" }}\n'
    one = catalog.parse(entry)["two"]
    assert formulas.cycles_per_block == 2 * one.cycles_per_block == cycles
    assert formulas.iteration(1) == formulas.iteration(2) == 2 * cycles
    few, more = (formulas.request_cycles((8, 8), count, 20) for count in (3, 7))
    assert more - few == 4 * 2 * cycles


def test_a_request_to_two_channels_counts_its_blocks() -> None:
    formulas = catalog.get("pbkdf2-hmac-sha256-two").formulas
    assert isinstance(formulas, TwoFormulas)
    # Two blocks are computed together, and a third one after them.
    one, two, three = (formulas.request_cycles((8, 8), 1000, 32 * blocks) for blocks in (1, 2, 3))
    assert two - one < 400
    assert three - one > 1000 * formulas.alone


def test_a_refusal_that_waits_leaves_the_next_request_alone() -> None:
    """With the smallest buffer the engine is ready again before its refusal was taken."""
    point = catalog.get("pbkdf2-hmac-sha1-pipe4")
    point = replace(point, parameters={**point.parameters, "BufferBytes": 8})
    made = build(point, "stream", tuple(point.sources("stream")), overlapping=True)
    subject = KdfSubject(point, "stream", verilator.executable(made))
    requests = (
        Request((b"a", b"salt"), 100, 20),  # five derivations in flight
        Request((b"r", b"salt"), 20, 1, operation=1),  # refused
        Request((b"b", b"salt"), 30, 1),
    )
    jobs = [KdfJob(requests * 30, (0.0, 0.9, 0.0), seed=seed) for seed in range(2)]
    assert subject.compare(jobs, subject.run(jobs, checked=False), "request") == []
