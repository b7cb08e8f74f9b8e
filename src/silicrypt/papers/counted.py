"""Cycles of the storage unit, counted in a simulation of the complete unit or as committed."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

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
#: Where the banks of the unit are, and the design point whose banks are SRAMs outside.
INSIDE, OUTSIDE, SRAMS = "inside", "outside", "storage-128-sram"
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
#: Stands for a complete message in place of a function.
WHOLE = "WHOLE"

_FILE = "aes_cycles.csv"
#: The last line of the committed file begins with it; `key` follows.
_KEY = "# sources and bench: "


class CountedRun(NamedTuple):
    """What was run: a function of the unit, or a complete message with its key load.

    Attributes:
        function: one of `FUNCTIONS`, or `WHOLE`.
        key_bits: the length of the key.
        blocks: the number of blocks.
        stages: blocks in flight in the parallel core (PipelineStages).
        banks: `INSIDE`, or `OUTSIDE` for SRAMs.
    """

    function: str
    key_bits: int = KEYS[0]
    blocks: int = ONE
    stages: int = STAGES
    banks: str = INSIDE


#: The cycles of each run.
CountedCycles = Mapping[CountedRun, int]


def count() -> CountedCycles:
    """Runs the simulated unit; builds it if it is not in the cache.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: the simulation ended early.
        UnitFailed: the unit did not execute a command correctly.
    """
    from silicrypt.verify import storage as unit

    latency = int(catalog.get(SRAMS).parameters[SRAM])
    runs = [(bits, blocks, STAGES, INSIDE) for bits in KEYS for blocks in (ONE, MANY)]
    runs += [(KEYS[0], ONE, 1, INSIDE), *((KEYS[0], n, STAGES, OUTSIDE) for n in (ONE, MANY))]
    found = {
        CountedRun(function.name, bits, blocks, stages, banks): cycles
        for bits, blocks, stages, banks in runs
        for function, cycles in unit.measure(
            bits, blocks, stages, latency if banks == OUTSIDE else None
        ).functions.items()
    }
    return found | {CountedRun(WHOLE, blocks=n): unit.complete_message(n) for n in SIZES}


def render(counted: CountedCycles) -> str:
    """Returns the text of the committed file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*CountedRun._fields, "cycles"))
    writer.writerows((*run, cycles) for run, cycles in counted.items())
    return f"{text.getvalue()}{_KEY}{key()}\n"


@cache
def key() -> str:
    """Returns a hash of what decides the cycles: sources of the units, and the code that counts."""
    units = [catalog.get(name) for name in (f"storage-{KEYS[0]}", SRAMS)]
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
    write_atomic(_path(), render(count()))
    return True


def _path() -> Path:
    return Path(str(files(__package__).joinpath("data", _FILE)))


def _text() -> str:
    return _path().read_text(encoding="utf-8")


def committed() -> CountedCycles:
    """Reads the committed file."""
    lines = [line for line in _text().splitlines() if not line.startswith(_KEY)]
    return {
        CountedRun(name, int(bits), int(blocks), int(stages), banks): int(cycles)
        for name, bits, blocks, stages, banks, cycles in csv.reader(lines[1:])
    }
