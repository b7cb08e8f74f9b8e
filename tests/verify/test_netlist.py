"""Verification of mapped netlists: real ones pass, ones with a fault do not."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from silicrypt import catalog, targets
from silicrypt.errors import BadInput, UnknownName
from silicrypt.flow import synth
from silicrypt.verify import drive, vectors
from silicrypt.verify.netlist import (
    cells,
    check_gating,
    check_netlist,
    verify_gating,
    verify_netlist,
)

SMALL = catalog.get("sha256-u1")


@pytest.mark.parametrize(
    "name", ["sha256-u1", "sha512-pipe2", "md5-fast", "sha1-fast", "sha1-pipe4"]
)
def test_the_netlist_of_a_configuration_passes(name: str) -> None:
    config = catalog.get(name)
    check = verify_netlist(config, "ecp5-85k")
    assert check.passed, check.detail
    assert check.level == "core"
    assert check.cases >= len(vectors.short(config.computes))
    assert f"{config.cycles_per_block} cycles a block" in check.detail


@pytest.mark.parametrize(
    "name", [pytest.param("md5-pipe4", marks=pytest.mark.full), "hmac-md5-pipe4"]
)
def test_the_netlist_of_four_messages_in_flight_passes(name: str) -> None:
    config = catalog.get(name)
    check = verify_netlist(config, "ecp5-85k")
    assert check.passed, check.detail
    assert "17 cycles a block" in check.detail


def test_the_netlist_of_two_hashes_passes_with_each() -> None:
    config = catalog.get("hmac-md5-sha1-area")
    check = verify_netlist(config, "ecp5-85k")
    assert check.passed, check.detail
    assert check.level == "stream"
    assert check.cases == sum(len(vectors.short(one.computes)) for one in config.choices)
    assert f"{68 + 1} or {80 + 5} cycles a block" in check.detail


@pytest.mark.parametrize("name", ["shat128", "shat128-u2-fast", "shat128-gated"])
def test_the_netlist_of_a_sponge_passes(name: str) -> None:
    config = catalog.get(name)
    check = verify_netlist(config, "nangate45@area")
    assert check.passed, check.detail
    assert f"{config.cycles_per_block} cycles a block" in check.detail


def test_a_standard_cell_netlist_with_gated_clocks_passes() -> None:
    check = verify_netlist(catalog.get("sha512-u2-pre-gated"), "nangate45")
    assert check.passed, check.detail


@pytest.mark.parametrize(
    "name", ["md5-binary-gated", "md5-gray-gated", "sha512-u2-pre-gated", "shat128-gated"]
)
def test_gated_clocks_stand_still_while_idle(name: str) -> None:
    check = verify_gating(catalog.get(name))
    assert check.passed, check.detail
    assert "no clock edge there" in check.detail


def test_a_gate_that_never_shuts_or_opens_is_noticed() -> None:
    config, library = catalog.get("md5-binary-gated"), cells(targets.get("nangate45"))
    text = synth.netlist(config, "core", "nangate45").read_text()
    for tied, noticed in (("1", "times while idle"), ("0", "never toggles")):
        document = json.loads(text)
        gates = [
            cell
            for cell in document["modules"]["sil_md_core"]["cells"].values()
            if cell["type"].startswith("CLKGATE")
        ]
        gates[0]["connections"]["E"] = [tied]
        check = check_gating(config, "nangate45", document, library)
        assert not check.passed
        assert noticed in check.detail


def test_a_core_without_gates_is_noticed() -> None:
    check = verify_gating(catalog.get("md5-binary"))
    assert not check.passed
    assert "no clock is gated" in check.detail


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """The netlist of the small configuration for an ECP5."""
    loaded: dict[str, Any] = json.loads(synth.netlist(SMALL, "core", "ecp5-85k").read_text())
    return loaded


@pytest.mark.parametrize("seed", range(6))
def test_one_changed_cell_is_noticed(seed: int, document: dict[str, Any]) -> None:
    """A lookup table that gives the opposite for one of its used rows."""
    copy = json.loads(json.dumps(document))
    luts = [
        (name, cell)
        for name, cell in sorted(copy["modules"]["sil_md_core"]["cells"].items())
        if cell["type"] == "LUT4"
    ]
    name, cell = random.Random(seed).choice(luts)
    cell["parameters"]["INIT"] = f"{int(cell['parameters']['INIT'], 2) ^ 0xFFFF:016b}"
    check = check_netlist(SMALL, "ecp5-85k", copy, cells(targets.get("ecp5-85k")))
    assert not check.passed, name
    assert "failed, first" in check.detail


def test_a_netlist_of_another_configuration_is_noticed(document: dict[str, Any]) -> None:
    other = catalog.get("sha224-fast")
    check = check_netlist(other, "ecp5-85k", document, cells(targets.get("ecp5-85k")))
    assert not check.passed


def test_targets_without_cell_models_are_refused() -> None:
    with pytest.raises(BadInput, match="virtex-e cannot be simulated"):
        verify_netlist(SMALL, "virtex-e")
    with pytest.raises(UnknownName, match="ecp5-85k"):
        verify_netlist(SMALL, "ecp5-86k")


def test_messages_become_padded_beats() -> None:
    fed = drive.beats(SMALL, "core", [b"abc", b""], tid=1)
    assert [beat["s_tlast"] for beat in fed] == [0] * 15 + [1]
    assert {beat["s_tid"] for beat in fed} == {1}
    words = [beat["s_tdata"] for beat in fed]
    assert words[0] == [int.from_bytes(b"abc\x80", "little"), 0x80]
    assert words[15] == [int.from_bytes((24).to_bytes(4, "big"), "little"), 0]
