"""Checks of mapped netlists of hashes and HMAC: correct netlists pass, faulty ones fail."""

from __future__ import annotations

import pytest

import planted_netlists as planted
from passed import Passed, netlist_key
from planted_netlists import TARGET as ECP5
from planted_netlists import checked, demand, document
from silicrypt import catalog, targets
from silicrypt.catalog import Level
from silicrypt.errors import BadInput, UnknownName
from silicrypt.flow.verification import verify_gating, verify_netlist
from silicrypt.tools.cellmodels import cells
from silicrypt.tools.gatesim import UnknownCell
from silicrypt.verify import netlist_stream
from silicrypt.verify.checks import Check
from silicrypt.verify.netlist_hash import check_gating

HASH = (
    "vectors",
    "random messages with stalls",
    "resets",
    "messages back to back",
    "cycles per block",
)
MAC = (*HASH, "keys", "no key", "comparison of tags")


def verdict(name: str, level: Level, wrong: planted.Document, target: str = ECP5) -> Check:
    """Returns the last check of a netlist that replaces that of a design point."""
    return checked(name, level, wrong, target)[-1]


#: Other tests of this file map these, too. They are simulated every time.
MAPPED = ("sha256-u1", "sha1-fast", "md5-binary-gated")


@pytest.mark.parametrize(
    ("name", "level", "target"),
    [
        ("sha256-u1", "core", ECP5),
        ("sha1-fast", "stream", ECP5),
        ("md5-binary-gated", "core", "nangate45"),
        ("sha1-pipe4", "stream", ECP5),
        ("shat128-u2-fast", "stream", ECP5),
        ("shat128-gated", "core", "nangate45@area"),
        pytest.param("sha512-fast", "stream", ECP5, marks=pytest.mark.full),
        pytest.param("shat256", "core", ECP5, marks=pytest.mark.full),
        pytest.param("sha512-pipe2", "core", ECP5, marks=pytest.mark.full),
        pytest.param("sha512-pipe2", "stream", ECP5, marks=pytest.mark.full),
        pytest.param("md5-fast", "core", ECP5, marks=pytest.mark.full),
        pytest.param("sha512-u2-pre-gated", "core", "nangate45", marks=pytest.mark.full),
        pytest.param("md5-pipe4", "core", ECP5, marks=pytest.mark.full),
    ],
)
def test_the_netlist_of_a_hash_passes(name: str, level: Level, target: str, passed: Passed) -> None:
    point = catalog.get(name)
    key = netlist_key(point, level, target)
    if name not in MAPPED:
        passed.skip_if_before(key)
    checks = verify_netlist(point, target, level)
    demand(checks, HASH, target)
    assert {one.level for one in checks} == {level}
    assert checks[-1].detail == f"{point.cycles_per_block} cycles per block"
    assert all(one.cases >= 64 for one in checks[1:])
    passed.note(key)


@pytest.mark.parametrize(
    "name",
    [
        *("hmac-sha256-fast", "hmac-sha256-short", "hmac-sha1-short", "hmac-sm3-fast"),
        pytest.param("hmac-md5-pipe4", marks=pytest.mark.full),
        pytest.param("hmac-md5-short", marks=pytest.mark.full),
    ],
)
def test_the_netlist_of_hmac_passes(name: str, passed: Passed) -> None:
    key = netlist_key(catalog.get(name), "stream", ECP5)
    passed.skip_if_before(key)
    demand(verify_netlist(catalog.get(name), ECP5), MAC)
    passed.note(key)


def test_the_netlist_of_two_hashes_passes_with_each_and_with_both(passed: Passed) -> None:
    point = catalog.get("hmac-md5-sha1-area")
    key = netlist_key(point, "stream", ECP5)
    passed.skip_if_before(key)
    checks = verify_netlist(point, ECP5)
    demand(checks, (*MAC, *MAC, "messages of both hashes"))
    assert [one.hash for one in checks] == ["MD5"] * len(MAC) + ["SHA-1"] * len(MAC) + [""]
    assert {c.detail for c in checks if c.name.endswith("per block")} == {
        f"{68 + 1} cycles per block",
        f"{80 + 5} cycles per block",
    }
    passed.note(key)


@pytest.mark.parametrize("mistake", planted.ECP5)
@pytest.mark.parametrize(
    ("name", "level"),
    [("sha256-u1", "core"), ("sha1-fast", "stream"), ("hmac-sha256-fast", "stream")],
)
def test_a_mistake_in_a_netlist_is_noticed(
    mistake: str, name: str, level: Level, passed: Passed
) -> None:
    point = catalog.get(name)
    key = netlist_key(point, level, ECP5)
    if name != "sha256-u1":
        passed.skip_if_before(key)
    wrong = planted.ECP5[mistake](document(name, level), point.top(level))
    found = verdict(name, level, wrong)
    assert not found.passed
    assert "failed, first: " in found.detail
    passed.note(key)


def test_an_inverter_that_does_not_invert_is_noticed() -> None:
    wrong = planted.no_inversion(document("md5-binary", "core", "nangate45"), "sil_md5_core")
    assert not verdict("md5-binary", "core", wrong, "nangate45").passed


def test_a_register_without_its_reset_is_noticed() -> None:
    """One control register is not reset, so the state at power-up matters."""
    wrong, flops = planted.copied(document("sha256-u1", "core"), "sil_sha2_core", "TRELLIS_FF")
    for cell in flops:
        cell["connections"]["LSR"] = ["0"]
    found = verdict("sha256-u1", "core", wrong)
    assert not found.passed
    assert "differs between messages" in found.detail


def test_a_netlist_of_another_design_point_is_noticed() -> None:
    assert not verdict("sha224-fast", "core", document("sha256-fast", "core")).passed
    slow = verdict("sha256-fast", "core", document("sha256-u1", "core"))
    assert not slow.passed
    assert "cycles instead of" in slow.detail


def test_a_cell_without_a_model_is_named() -> None:
    wrong, luts = planted.copied(document("sha256-u1", "core"), "sil_sha2_core", "LUT4")
    next(luts)["type"] = "MULT18X18D"
    with pytest.raises(UnknownCell, match="of type MULT18X18D, a cell without a model"):
        verdict("sha256-u1", "core", wrong)


def test_targets_without_cell_models_are_refused() -> None:
    small = catalog.get("sha256-u1")
    with pytest.raises(BadInput, match="virtex-e cannot be simulated"):
        verify_netlist(small, "virtex-e")
    with pytest.raises(UnknownName, match="ecp5-85k"):
        verify_netlist(small, "ecp5-86k")


@pytest.mark.parametrize(
    "name",
    [
        "md5-binary-gated",
        "md5-gray-gated",
        "shat128-gated",
        pytest.param("sha512-u2-pre-gated", marks=pytest.mark.full),
    ],
)
def test_gated_clocks_stand_still_while_idle(name: str) -> None:
    found = verify_gating(catalog.get(name))
    assert found.passed, found.detail
    assert "no clock edge there" in found.detail


def test_a_gate_that_never_shuts_or_opens_is_noticed() -> None:
    point, library = catalog.get("md5-binary-gated"), cells(targets.get("nangate45"))
    for tied, noticed in (("1", "times while idle"), ("0", "never toggles")):
        wrong, gates = planted.copied(
            document("md5-binary-gated", "core", "nangate45"), "sil_md5_core", "CLKGATE_X1"
        )
        next(gates)["connections"]["E"] = [tied]
        found = check_gating(point, "nangate45", wrong, library)
        assert not found.passed
        assert noticed in found.detail


def test_a_core_without_gates_is_noticed() -> None:
    found = verify_gating(catalog.get("md5-binary"))
    assert not found.passed
    assert "no clock is gated" in found.detail


def test_messages_become_padded_beats() -> None:
    fed = netlist_stream.beats(catalog.get("sha256-u1"), "core", [b"abc", b""], tid=1)
    assert [beat["s_tlast"] for beat in fed] == [0] * 15 + [1]
    assert {beat["s_tid"] for beat in fed} == {1}
    words = [beat["s_tdata"] for beat in fed]
    assert words[0] == [int.from_bytes(b"abc\x80", "little"), 0x80]
    assert words[15] == [int.from_bytes((24).to_bytes(4, "big"), "little"), 0]


def test_messages_of_other_lengths_go_side_by_side() -> None:
    fed = netlist_stream.beats(
        catalog.get("sha256-u1"), "stream", [b"abcdef", b"abcde", b"12345678"]
    )
    assert [beat["s_tkeep"] for beat in fed] == [[0b1111] * 3, [0b11, 0b1, 0b1111]]
