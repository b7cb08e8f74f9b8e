"""The demonstration system: firmware, processor and units together."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import Any

import pytest

from silicrypt.errors import ToolFailed
from silicrypt_boards import soc, soc_board, soc_energy
from silicrypt_boards.soc_energy import Energies, Rate

FUNCTIONS = ("SHA-256", "HMAC-SHA-256", "AES-128-CTR")
#: 2 pJ per cycle, and 100 uW of leakage: 1 pJ per cycle at 100 MHz.
RATE = Rate(2000.0, 100_000.0)


@dataclass(frozen=True)
class Stated:
    """The power of a unit, as far as the energy of a message follows from it."""

    dynamic_fj: float
    leakage_nw: float = 0.0


@pytest.mark.full
@pytest.mark.skipif(
    shutil.which(soc.COMPILER) is None,
    reason=f"{soc.COMPILER}: apt-get install gcc-riscv64-unknown-elf",
)
def test_units_and_software_agree_and_units_take_less(monkeypatch: pytest.MonkeyPatch) -> None:
    stated = [Stated(10_000.0), Stated(20_000.0)]
    monkeypatch.setattr(soc_energy, "power", lambda *_, **__: stated)
    found = soc.demonstrate()
    assert set(found.functions) == set(FUNCTIONS)
    assert all(one.speedup > 8 for one in found.cycles if one.size >= 16)
    energies = found.energies
    assert energies is not None
    # The processor waits for the bus while it operates a unit.
    assert 1000 < energies.operating.cycle_fj < energies.software.cycle_fj
    assert energies.operating.leakage_nw == pytest.approx(energies.software.leakage_nw, rel=0.05)
    for one in found.cycles:
        if one.size == 512:
            unit = energies.unit_nj(one.function, one.size, one.unit)
            assert unit < energies.software_nj(one.software)


@pytest.mark.parametrize(
    ("function", "size", "blocks"),
    [
        *(("SHA-256", 0, 1), ("SHA-256", 55, 1), ("SHA-256", 56, 2), ("SHA-256", 512, 9)),
        *(("HMAC-SHA-256", 0, 4), ("HMAC-SHA-256", 64, 5)),
        *(("AES-128-CTR", 0, 0), ("AES-128-CTR", 16, 1), ("AES-128-CTR", 17, 2)),
    ],
)
def test_energy_is_that_of_the_cycles_and_the_blocks(function: str, size: int, blocks: int) -> None:
    energies = Energies(RATE, RATE, dict.fromkeys(FUNCTIONS, RATE), dict.fromkeys(FUNCTIONS, 5.0))
    assert energies.software_nj(1000) == pytest.approx(3.0)
    assert energies.unit_nj(function, size, 1000) == pytest.approx(2 * 3.0 + 5.0 * blocks)


def test_a_record_has_a_line_per_cycle() -> None:
    (step,) = soc_energy.parse("1101 0000beef 20000004\n")
    assert step == (True, True, False, True, 0xBEEF, 0x2000_0004)
    with pytest.raises(ToolFailed, match="a trace that is not one"):
        soc_energy.parse("1101 beef\n")


def netlist(*words: int) -> dict[str, Any]:
    cells = {
        f"m{n}": {"type": "$mem_v2", "parameters": {"SIZE": f"{size:032b}", "INIT": "x"}}
        for n, size in enumerate(words)
    }
    return {"modules": {"top": {"cells": cells}}}


def test_the_bitstream_has_the_firmware_in_its_memory() -> None:
    filled = soc_board.filled(netlist(16, soc.RAM_WORDS), bytes.fromhex("13050000 6f000000 42"))
    fifo, memory = (cell["parameters"] for cell in filled["modules"]["top"]["cells"].values())
    assert fifo["INIT"] == "x"
    assert len(memory["INIT"]) == 32 * soc.RAM_WORDS
    assert memory["INIT"][-96:] == f"{0x42:032b}{0x6F:032b}{0x513:032b}"
    assert "1" not in memory["INIT"][:-96]


@pytest.mark.parametrize("document", [netlist(16), netlist(soc.RAM_WORDS, soc.RAM_WORDS)])
def test_a_netlist_without_one_memory_for_the_firmware_is_refused(document: dict[str, Any]) -> None:
    with pytest.raises(ToolFailed, match="memories of 16384 words"):
        soc_board.filled(document, b"")
