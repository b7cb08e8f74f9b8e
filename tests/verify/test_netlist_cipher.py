"""Checks of mapped netlists of AES: correct netlists pass, faulty ones fail."""

from __future__ import annotations

import pytest

import planted_netlists as planted
from passed import Passed, netlist_key
from planted_netlists import TARGET as ECP5
from planted_netlists import checked, demand, document
from silicrypt import catalog, targets
from silicrypt.catalog import Level
from silicrypt.tools.cellmodels import any_state, cells
from silicrypt.tools.gatesim import LANES, Simulator, compile_netlist, read
from silicrypt.verify import netlist_cipher
from silicrypt.verify.netlist_cipher import CipherNetlist, ParallelKeys, ParallelTexts, Segment

CORE = (
    "vectors",
    "random keys and blocks with stalls",
    "resets",
    "wipes",
    "cycles of keys and blocks",
)
STREAM = (
    "vectors",
    "random messages with stalls",
    "resets",
    "wipes",
    "refusals",
    "cycles of messages",
)


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("aes128-fast", "core"),
        ("aes128-fast", "stream"),
        ("aes128-small", "core"),
        ("aes128-lowlat", "core"),
        ("sm4-fast", "core"),
        ("sm4-small", "stream"),
        ("aes128-chained", "stream"),
        pytest.param("aes-par", "core", marks=pytest.mark.full),
        pytest.param("aes-par", "stream", marks=pytest.mark.full),
        pytest.param("aes128-agile", "core", marks=pytest.mark.full),
        pytest.param("aes128-w32", "core", marks=pytest.mark.full),
        pytest.param("aes128-seq", "stream", marks=pytest.mark.full),
        pytest.param("aes128-pipe", "core", marks=pytest.mark.full),
        pytest.param("aes128-dec", "core", marks=pytest.mark.full),
    ],
)
def test_the_netlist_of_a_cipher_passes(name: str, level: Level, passed: Passed) -> None:
    key = netlist_key(catalog.get(name), level, ECP5)
    passed.skip_if_before(key)
    found = checked(name, level, document(name, level))
    demand(found, STREAM if level == "stream" else CORE)
    assert found[0].cases >= 8, "the vectors that SM4 has are fewer than those of AES"
    assert all(one.cases >= LANES for one in found[1:])
    passed.note(key)


@pytest.mark.full
def test_the_netlist_of_a_stream_in_standard_cells_passes() -> None:
    """Yosys keeps multiplexers of words in it until they are split into bits."""
    netlist = document("aes128-small", "stream", "nangate45")
    demand(checked("aes128-small", "stream", netlist, "nangate45"), STREAM, "nangate45")


@pytest.mark.parametrize(
    ("level", "mistake"),
    [("core", "a bit of a table"), ("core", "swapped inputs")]
    + [("stream", mistake) for mistake in planted.ECP5],
)
def test_a_mistake_in_a_netlist_is_noticed(
    level: Level, mistake: str, monkeypatch: pytest.MonkeyPatch, passed: Passed
) -> None:
    # With the cut chain the netlist stops. The check of vectors has no stalls, and need not wait
    # as long as one that has.
    monkeypatch.setattr(netlist_cipher, "STALLED", 1)
    point = catalog.get("aes128-fast")
    with passed.once(netlist_key(point, level, ECP5)):
        wrong = planted.ECP5[mistake](document("aes128-fast", level), point.top(level))
        *_, last = checked("aes128-fast", level, wrong)
        assert not last.passed
        assert "failed, first: " in last.detail


@pytest.mark.recorded()
def test_a_key_that_outlives_a_wipe_is_noticed() -> None:
    """In this netlist no cell reads the wipe input."""
    wrong, _ = planted.copied(document("aes128-fast", "core"), "sil_aes_core", "LUT4")
    module = wrong["modules"]["sil_aes_core"]
    asked = module["ports"]["wipe_i"]["bits"]
    for cell in module["cells"].values():
        pins = cell["connections"]
        pins |= {pin: ["0"] for pin, bits in pins.items() if bits == asked}
    *_, last = checked("aes128-fast", "core", wrong)
    assert not last.passed
    assert last.name.endswith("wipes")


@pytest.mark.recorded()
def test_a_netlist_of_another_design_point_is_noticed() -> None:
    *_, last = checked("aes128-fast", "core", document("aes128-lowlat", "core"))
    assert not last.passed


@pytest.mark.recorded()
def test_a_key_goes_before_a_message_that_is_offered_in_the_same_cycle() -> None:
    point, library = catalog.get("aes128-fast"), cells(targets.get(ECP5))
    netlist = read(document("aes128-fast", "stream"), any_state(library), point.top("stream"))
    with Simulator(compile_netlist(netlist), 1) as simulator:
        cipher = CipherNetlist(point, "stream", simulator)
        cipher.reset()
        key = ParallelKeys([bytes(16)] * LANES)
        assert cipher.run([Segment([key], [ParallelTexts([bytes(16)] * LANES)])]) == []
        simulator.set(k_tvalid=0, i_tvalid=1, i_tuser=0)
        simulator.settle()
        assert set(simulator.get("i_tready")) == {1}
        simulator.set(k_tvalid=1)
        simulator.settle()
        assert set(simulator.get("i_tready")) == {0}
