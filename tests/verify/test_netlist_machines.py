"""Checks of mapped netlists of storage units and stations: correct ones pass, faulty ones fail."""

from __future__ import annotations

import copy
import random
from dataclasses import replace
from typing import Any

import pytest

import planted_netlists as planted
from passed import Passed, netlist_key
from planted_netlists import TARGET, checked, demand, document
from silicrypt.catalog import Level, machines
from silicrypt.catalog.machines import SRAM
from silicrypt.tools.gatesim import Simulator, compile_netlist, read
from silicrypt.verify import netlist_storage as sram

Unit = tuple[str, Level]
STORAGE: Unit = ("storage-128", "core")
STATION: Unit = ("station-shat128-1mhz", "stream")
SECTIONS = (
    *("vectors", "functions on random data", "transfers with stalls", "owners of banks"),
    *("resets", "wipes", "cycles of functions"),
)


def key_of(unit: Unit) -> str:
    name, level = unit
    return netlist_key(machines.get(name), level, TARGET)


@pytest.mark.parametrize(
    ("unit", "sections"), [(STORAGE, SECTIONS), (STATION, ("lines", "resets"))]
)
def test_the_netlist_of_a_machine_passes(
    unit: Unit, sections: tuple[str, ...], passed: Passed
) -> None:
    with passed.once(key_of(unit)):
        found = checked(*unit, document(*unit))
        demand(found, sections)
        assert all(one.cases >= 64 for one in found)


@pytest.mark.parametrize(
    ("unit", "top"), [(STORAGE, "sil_storage_unit"), (STATION, "sil_shat_station")]
)
def test_a_bit_of_a_table_is_noticed(unit: Unit, top: str, passed: Passed) -> None:
    with passed.once(key_of(unit)):
        assert not checked(*unit, planted.lut_bit(document(*unit), top))[-1].passed


def test_a_bank_that_loses_a_byte_is_noticed(passed: Passed) -> None:
    """In this netlist one byte of a memory is never written."""
    with passed.once(key_of(STORAGE)):
        wrong, memories = planted.copied(document(*STORAGE), "sil_storage_unit", "DP16KD")
        next(memories)["connections"]["ADA1"] = ["0"]
        assert not checked(*STORAGE, wrong)[-1].passed


def test_a_display_that_loses_a_data_line_is_noticed(passed: Passed) -> None:
    with passed.once(key_of(STATION)):
        wrong = copy.deepcopy(document(*STATION))
        wrong["modules"]["sil_shat_station"]["ports"]["lcd_data_o"]["bits"][0] = "0"
        assert not checked(*STATION, wrong)[-1].passed


BANKS, WORDS = 4, 64
#: The ports of a unit at its SRAMs, and whether the unit drives them; width in bits per bank.
PINS = {
    "sram_enable_o": 1,
    "sram_write_o": 1,
    "sram_strobe_o": 4,
    "sram_address_o": 6,
    "sram_drive_o": 1,
    "sram_data_o": 32,
    "sram_data_i": 32,
}


def wires() -> dict[str, Any]:
    """Returns a netlist without cells: its other ports are the pins of the SRAMs."""
    ports, bit = {"clk_i": {"direction": "input", "bits": [2]}}, 3
    for name, width in PINS.items():
        bits = list(range(bit, bit := bit + BANKS * width))
        inward = name.endswith("_i")
        ports[name] = {"direction": "input" if inward else "output", "bits": bits}
        ports[f"pin_{name[5:-2]}{name[-2:]}"] = {
            "direction": "output" if inward else "input",
            "bits": bits,
        }
    return {"modules": {"top": {"ports": ports, "cells": {}, "netnames": {}}}}


@pytest.mark.parametrize("latency", [1, 2])
def test_an_sram_gives_what_was_written_before(latency: int) -> None:
    """Reads and writes follow one another in every cycle, in every bank."""
    known = machines.get("storage-128-sram")
    parameters = {**known.parameters, "BankWords": WORDS, SRAM: latency}
    point = replace(known, parameters=parameters)
    netlist = read(*sram.attached(point, wires(), "top", lambda _: None), "top")
    rng, memory = random.Random(latency), [[0] * WORDS for _ in range(BANKS)]
    coming: list[tuple[int, int, int, int, int]] = []  # enable, write, strobe, address, data
    with Simulator(compile_netlist(netlist)) as simulator:
        for cycle in range(200):
            bank = rng.randrange(BANKS)
            write, strobe, data = rng.getrandbits(1), rng.getrandbits(4), rng.getrandbits(32)
            address = rng.randrange(4)
            coming.append((bank, write, strobe, address, data))
            at, writes, mask, row, word = coming[max(0, cycle - latency)]
            writes &= cycle >= latency
            simulator.set(
                pin_enable_o=1 << bank,
                pin_write_o=write << bank,
                pin_strobe_o=strobe << 4 * bank,
                pin_address_o=address << 6 * bank,
                pin_drive_o=writes << at,
                pin_data_o=writes * word << 32 * at,
            )
            simulator.step()
            if cycle < latency:
                continue
            found = simulator.get("pin_data_i", 1)[0] >> 32 * at & (1 << 32) - 1
            if not writes:
                assert found == memory[at][row], cycle
            for byte in range(4):
                if writes and mask >> byte & 1:
                    bits = 0xFF << 8 * byte
                    memory[at][row] = memory[at][row] & ~bits | word & bits


def test_a_netlist_with_its_banks_inside_stays_as_it_is() -> None:
    netlist = wires()
    assert sram.attached(machines.get("storage-128"), netlist, "top", lambda _: None)[0] is netlist


@pytest.mark.full
def test_the_netlist_of_a_storage_unit_with_srams_passes() -> None:
    name = "storage-128-sram"
    demand(checked(name, "core", document(name, "core")), SECTIONS)
    # Without the delay of one address, words come from or go to other addresses.
    wrong = copy.deepcopy(document(name, "core"))
    bits = wrong["modules"][machines.get(name).top("core")]["ports"]["sram_address_o"]["bits"]
    bits[0], bits[1] = bits[1], bits[1]
    assert not checked(name, "core", wrong)[-1].passed
