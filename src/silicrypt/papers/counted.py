"""Cycles of the storage unit, counted in a simulation of the complete unit or as committed."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from silicrypt import catalog
from silicrypt.base import sources
from silicrypt.base.code import code_key
from silicrypt.catalog.machines import SRAM
from silicrypt.results.store import fingerprint, write_atomic

KEYS = (128, 192, 256)
#: Blocks per command: one, as in the paper, and a full bank.
ONE, MANY = 1, 256
#: Blocks in flight in the parallel core of the unit.
STAGES = 5
#: The design point whose banks are SRAMs outside.
OUTSIDE = "storage-128-sram"
#: Blocks per complete message, 16 bytes to 256 KiB.
SIZES = tuple(4**n for n in range(8))
#: Functions of the unit, by the names in the paper.
FUNCTIONS: Mapping[str, str] = {
    "MESSAGES": "sending control and status messages",
    "DMA_IN": "DMA transfer, in",
    "DMA_OUT": "DMA transfer, out",
    "LOAD": "loading the key from a bank",
    "KEY_EXPANSION": "Key Expansion",
    "CIPHER_SEQ": "Cipher SEQ",
    "CIPHER_PAR": "Cipher PAR",
    "INV_CIPHER_SEQ": "Inverse Cipher SEQ",
    "INV_CIPHER_PAR": "Inverse Cipher PAR",
}
#: Entry for a complete message in the column of functions.
WHOLE = "WHOLE"

_FILE = "aes_cycles.csv"
#: Entries of the column of banks.
_INSIDE, _SRAM = "inside", "sram"
#: The last line of the committed file begins with it; `key` follows.
_KEY = "# sources and bench: "


@dataclass(frozen=True)
class CountedCycles:
    """The cycles that the unit takes.

    Attributes:
        functions: cycles of a function, by key length, number of blocks and name.
        single_stage_cycles: cycles of a function on one block of AES-128 with one block in flight
            in the parallel core (PipelineStages = 1), by name.
        message_cycles: cycles of a complete message with its key load, by number of blocks
            (AES-128, parallel).
        srams: cycles of a function with the banks in SRAMs outside (AES-128), by number of blocks
            and name.
    """

    functions: Mapping[tuple[int, int, str], int]
    message_cycles: Mapping[int, int]
    single_stage_cycles: Mapping[str, int]
    srams: Mapping[tuple[int, str], int]

    def render(self) -> str:
        """Returns the text of the committed file."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(("key_bits", "blocks", "stages", "banks", "function", "cycles"))
        writer.writerows(
            (bits, blocks, STAGES, _INSIDE, name, cycles)
            for (bits, blocks, name), cycles in self.functions.items()
        )
        writer.writerows(
            (KEYS[0], ONE, 1, _INSIDE, name, cycles)
            for name, cycles in self.single_stage_cycles.items()
        )
        writer.writerows(
            (KEYS[0], blocks, STAGES, _INSIDE, WHOLE, cycles)
            for blocks, cycles in self.message_cycles.items()
        )
        writer.writerows(
            (KEYS[0], blocks, STAGES, _SRAM, name, cycles)
            for (blocks, name), cycles in self.srams.items()
        )
        return f"{text.getvalue()}{_KEY}{key()}\n"


def count() -> CountedCycles:
    """Runs the simulated unit; builds it if it is not in the cache.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: the simulation ended early.
        UnitFailed: the unit did not execute a command correctly.
    """
    from silicrypt.verify import storage as unit

    found = {
        (bits, blocks, function.name): cycles
        for bits in KEYS
        for blocks in (ONE, MANY)
        for function, cycles in unit.measure(bits, blocks).functions.items()
    }
    message_cycles = {blocks: unit.complete_message(blocks) for blocks in SIZES}
    single = unit.measure(KEYS[0], ONE, stages=1).functions
    latency = int(catalog.get(OUTSIDE).parameters[SRAM])
    srams = {
        (blocks, function.name): cycles
        for blocks in (ONE, MANY)
        for function, cycles in unit.measure(KEYS[0], blocks, sram=latency).functions.items()
    }
    return CountedCycles(
        found, message_cycles, {function.name: cycles for function, cycles in single.items()}, srams
    )


@cache
def key() -> str:
    """Returns a hash of what decides the cycles: sources of the units, and the code that counts."""
    units = [catalog.get(name) for name in (f"storage-{KEYS[0]}", OUTSIDE)]
    paths = dict.fromkeys(path for unit in units for path in unit.sources(unit.levels[0]))
    texts = [sources.read(path) for path in paths]
    bench = code_key(count)
    return fingerprint({"sources": sources.digest(texts, ()), "bench": bench})


def is_current() -> bool:
    """Returns whether the committed cycles are those of the current sources."""
    return _text().splitlines()[-1] == f"{_KEY}{key()}"


def current() -> CountedCycles:
    """Returns the committed cycles if they are current, and counts them otherwise."""
    return committed() if is_current() else count()


def refresh() -> bool:
    """Counts the cycles again and writes the committed file if it is not current.

    Returns:
        whether the file was written.
    """
    if is_current():
        return False
    write_atomic(_path(), count().render())
    return True


def _path() -> Path:
    return Path(str(files(__package__).joinpath("data", _FILE)))


def _text() -> str:
    return _path().read_text(encoding="utf-8")


def committed() -> CountedCycles:
    """Reads the committed file."""
    lines = [line for line in _text().splitlines() if not line.startswith(_KEY)]
    rows = [
        (
            row["function"],
            int(row["key_bits"]),
            int(row["blocks"]),
            (int(row["stages"]), row["banks"]),
            int(row["cycles"]),
        )
        for row in csv.DictReader(lines)
    ]
    piped = [row for row in rows if row[3] == (STAGES, _INSIDE)]
    return CountedCycles(
        {(bits, blocks, name): n for name, bits, blocks, _, n in piped if name != WHOLE},
        {blocks: n for name, _, blocks, _, n in piped if name == WHOLE},
        {name: n for name, _, _, (stages, _), n in rows if stages == 1},
        {(blocks, name): n for name, _, blocks, (_, banks), n in rows if banks == _SRAM},
    )
