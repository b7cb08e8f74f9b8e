"""The storage unit with its banks in SRAMs outside, as its host sees it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from storage_fuzz import Fuzzer
from storage_mistakes import Mistake, plant
from test_storage import BANKS, REACHED, SMALL, Patient, demand_all, random_traffic

from silicrypt.catalog.machines import SRAM
from silicrypt.errors import ToolFailed, UnitFailed
from silicrypt.verify import storage
from silicrypt.verify.storage_host import Host

PORT, READER, QUEUE = "sil_storage_sram_port.sv", "sil_storage_reader.sv", "sil_storage_queue.sv"
#: A small unit, and mistakes in what it has for banks outside.
OUTSIDE = {**SMALL, SRAM: 2}
SRAM_MISTAKES = {
    "the data of a write comes early": Mistake(
        PORT, "data_q[Latency]", "data_q[Latency-1]", "assign sram_data_o = "
    ),
    "nobody drives the data of a write": Mistake(PORT, "writes_q[Latency]", "1'b0"),
    "the data of a read is taken early": Mistake(PORT, "reads_q[Latency]", "reads_q[Latency-1]"),
    "both sides drive": Mistake(PORT, "write_q", "write_q | read_q", "{writes_q, "),
    "every byte of a word is written": Mistake(PORT, "{address_i, strobe_i}", "{address_i, 4'hf}"),
    "a word comes from another bank": Mistake(
        BANKS, "bank_q[ReadCycles-1][i]", "bank_q[0][i]", "memory_data_i["
    ),
    "words without an entry": Mistake(QUEUE, "reserved_q != CountBits'(Depth)", "1'b1"),
    "a stop drops the word that waits": Mistake(QUEUE, "CountBits'(kept)", "CountBits'(0)"),
    "a stop leaves words on their way": Mistake(
        READER, "clear_i | stop_i", "clear_i", "assign stop = "
    ),
    "an entry too few is free": Mistake(QUEUE, "CountBits'(take)", "CountBits'(0)"),
}


@pytest.mark.full
@pytest.mark.parametrize("latency", [1, 2])
def test_a_million_cycles(latency: int) -> None:
    parameters = {**OUTSIDE, SRAM: latency}
    with storage.session(2, plusargs=(), **parameters) as unit:
        demand_all(unit, latency + 2)
    with storage.session(3, plusargs=(), **parameters) as unit:
        fuzzer = Fuzzer(unit, Host(OUTSIDE["BankWords"]), 2, OUTSIDE["Protection"])
        fuzzer.go(1_000_000)
    assert fuzzer.seen.keys() >= REACHED


@pytest.fixture(scope="module")
def mistaken(tmp_path_factory: pytest.TempPathFactory, broken_cache: Path) -> Iterator[None]:
    """Lets sessions run a unit with all mistakes; a mistake is active if chosen."""
    yield from plant(tmp_path_factory.mktemp("mistaken"), broken_cache, OUTSIDE, SRAM_MISTAKES)


def _outside(mistake: int) -> None:
    """Runs all host checks and random programs on a unit whose banks are outside."""
    asked = [f"+mistake={mistake}"]
    with storage.session(plusargs=asked, **OUTSIDE) as unit:
        demand_all(Patient(unit.pipe), OUTSIDE[SRAM] + 2)
    with storage.session(plusargs=asked, **OUTSIDE) as unit:
        fuzzer = Fuzzer(unit, Host(OUTSIDE["BankWords"]), 1, OUTSIDE["Protection"])
        fuzzer.go(50_000)
    assert fuzzer.seen.keys() >= REACHED
    with storage.session(plusargs=asked, **OUTSIDE) as unit:
        random_traffic(unit, Host(OUTSIDE["BankWords"]), 1, steps=600)


@pytest.mark.usefixtures("mistaken")
@pytest.mark.parametrize("mistake", ["none", *SRAM_MISTAKES])
def test_a_mistake_is_noticed(mistake: str) -> None:
    number = ["none", *SRAM_MISTAKES].index(mistake)
    if not number:
        _outside(number)
        return
    with pytest.raises((AssertionError, UnitFailed, ToolFailed, ValueError)):
        _outside(number)
