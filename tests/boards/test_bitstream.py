"""The bitstream of a self-test: what decides whether it is written, and one complete build."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from silicrypt import catalog, targets
from silicrypt.errors import BadInput, TimingMissed
from silicrypt.paths import hw_root
from silicrypt.results.store import HASHES, Store
from silicrypt.tools import nextpnr
from silicrypt.tools.nextpnr import Routing
from silicrypt.verify.storage_host import Read, Write
from silicrypt_boards import bitstream, board_check, soc_board
from silicrypt_boards.bitstream import Bitstream, build

BOARD = targets.board("ulx3s-85f")
#: The preamble of a bitstream, after its comment (ECP5 sysCONFIG, FPGA-TN-02039).
PREAMBLE = bytes.fromhex("ffffbdb3")


@pytest.fixture
def verified(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces the verification of the sources, which is tested elsewhere."""
    monkeypatch.setattr(bitstream.verification, "require", lambda *_: None)


def made(fmax_mhz: float) -> Bitstream:
    return Bitstream("md5-u1", BOARD, Path(), Routing(fmax_mhz, {}, ()))


def test_a_machine_as_fast_as_the_clock_will_do() -> None:
    made(25.0).demand_timing()


def test_a_machine_slower_than_the_clock_is_refused_with_both_figures() -> None:
    said = "for md5-u1 reaches 24.9 MHz, and the clock of ulx3s-85f has 25 MHz: no bitstream"
    with pytest.raises(TimingMissed, match=said):
        made(24.9).demand_timing()


SYSTEMS = (*BOARD.systems.values(), soc_board.TOPS[BOARD.name])


@pytest.mark.parametrize("name", [BOARD.pins, *(pins for _, pins in SYSTEMS)])
def test_every_pin_of_a_board_has_a_place_of_its_own(name: str) -> None:
    pins = (hw_root() / name).read_text(encoding="utf-8").splitlines()
    sites = dict(line.split('"')[1::2] for line in pins if line.startswith("LOCATE"))
    buffers = [line.split('"')[1] for line in pins if line.startswith("IOBUF")]
    assert len(set(sites.values())) == len(sites)
    assert sorted(buffers) == sorted(sites)


def test_the_pins_of_a_system_are_the_ports_of_its_top() -> None:
    for top, name in SYSTEMS:
        pins = (hw_root() / name).read_text(encoding="utf-8")
        placed = {re.sub(r"\[\d+\]", "", port) for port in re.findall(r'LOCATE COMP "(.*?)"', pins)}
        (source,) = hw_root().rglob(f"{top}.*v")
        ports = re.findall(r"^  (?:in|out)put .*?(\w+),?(?: *//.*)?$", source.read_text(), re.M)
        assert sorted(placed) == sorted(ports)


@pytest.mark.parametrize(
    ("name", "kind"), [("station-shat128", "station"), ("storage-128", "storage")]
)
def test_a_system_on_a_board_has_the_clock_of_the_board(name: str, kind: str) -> None:
    machine, pins = bitstream.machine(catalog.get(name), BOARD)
    assert machine.parameters["ClockHz"] == 25_000_000
    assert (machine.top(machine.levels[0]), pins) == BOARD.systems[kind]


@pytest.mark.parametrize(
    "name",
    [
        *("aes128-fast", "hmac-sha1-pipe4-pre", "hmac-md5-sha1-area-pipe4-pre", "storage-128-sram"),
        *("sha256-two", "sha256-save", "sha256-short", "hmac-sha1-short", "hmac-sm3-fast"),
    ],
)
def test_what_has_no_machine_for_a_board_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match=f"{name}: ulx3s-85f has no machine for it; there are"):
        build(catalog.get(name), BOARD)


def test_the_host_sends_at_the_rate_of_the_unit() -> None:
    (source,) = hw_root().rglob("sil_storage_ulx3s.sv")
    text = source.read_text(encoding="utf-8").replace("_", "")
    assert f"Baud = {board_check.BAUD}\n" in text
    assert f"Samples = {board_check.SAMPLES};" in text
    assert board_check.bit_cycles(25_000_000) == 50


def test_a_request_has_the_low_byte_first() -> None:
    assert board_check.request(Write(0x4018, 3)) == bytes.fromhex("57 18400000 03000000")
    assert board_check.request(Read(0x4000)) == bytes.fromhex("52 00400000")
    with pytest.raises(BadInput, match="it reads and writes complete words"):
        board_check.request(Write(0, 1, strobe=1))


@pytest.mark.full
@pytest.mark.usefixtures("verified")
def test_a_bitstream_of_a_station_is_that_of_a_simulated_netlist(tmp_path: Path) -> None:
    labels: list[str] = []
    store = Store(tmp_path / "cache")
    one = build(catalog.get("station-shat128"), BOARD, lambda *step: labels.append(step[2]), store)
    assert PREAMBLE in one.path.read_bytes()[:200]
    assert labels[-3:] == ["placing and routing", "simulating the routed netlist", "done"]
    assert one.cases == 192


@pytest.mark.full
@pytest.mark.usefixtures("verified")
def test_a_bitstream_from_end_to_end(tmp_path: Path) -> None:
    labels: list[str] = []
    store = Store(tmp_path / "cache")
    point = catalog.get("hmac-md5")
    one = build(point, BOARD, lambda done, total, label: labels.append(label), store)
    content = one.path.read_bytes()
    assert PREAMBLE in content[:200]
    assert b"LFE5U-85F" in content[:200]
    assert one.routing.fmax_mhz > BOARD.clock_mhz
    assert one.routing.cells["TRELLIS_IO"] == 27
    assert labels == ["verifying", "synthesising", "placing and routing", "done"]
    assert sorted(path.name for path in one.path.parent.iterdir()) == sorted(
        [
            *(HASHES, nextpnr.BITSTREAM, "board.lpf", "ecppack.out"),
            *("report.json", "route.log", "route.out"),
        ]
    )
