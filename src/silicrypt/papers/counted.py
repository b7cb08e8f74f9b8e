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
from silicrypt.base.code import code_hash
from silicrypt.results.store import fingerprint

KEYS = (128, 192, 256)
#: Blocks per command: one, as in the paper, and a full bank.
ONE, MANY = 1, 256
#: Blocks in flight in the parallel core of the unit.
STAGES = 5
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
#: The last line of the committed file begins with it; `key` follows.
_KEY = "# sources and bench: "


@dataclass(frozen=True)
class Counted:
    """The cycles that the unit takes.

    Attributes:
        functions: cycles of a function, by key length, number of blocks and name.
        singles: cycles of a function on one block of AES-128 with one block in flight in the
            parallel core (PipelineStages = 1), by name.
        wholes: cycles of a complete message with its key load, by number of blocks (AES-128,
            parallel).
    """

    functions: Mapping[tuple[int, int, str], int]
    wholes: Mapping[int, int]
    singles: Mapping[str, int]

    def render(self) -> str:
        """Returns the text of the committed file."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(("key_bits", "blocks", "stages", "function", "cycles"))
        writer.writerows(
            (bits, blocks, STAGES, name, cycles)
            for (bits, blocks, name), cycles in self.functions.items()
        )
        writer.writerows((KEYS[0], ONE, 1, name, cycles) for name, cycles in self.singles.items())
        writer.writerows(
            (KEYS[0], blocks, STAGES, WHOLE, cycles) for blocks, cycles in self.wholes.items()
        )
        return f"{text.getvalue()}{_KEY}{key()}\n"


def count() -> Counted:
    """Runs the simulated unit; builds it if it is not in the cache.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: the simulation ended early.
        UnitFailed: the unit did not execute a command correctly.
    """
    from silicrypt.verify.machine import cycles as unit

    found = {
        (bits, blocks, function.name): cycles
        for bits in KEYS
        for blocks in (ONE, MANY)
        for function, cycles in unit.measure(bits, blocks).functions.items()
    }
    wholes = {blocks: unit.complete_message(blocks) for blocks in SIZES}
    single = unit.measure(KEYS[0], ONE, stages=1).functions
    return Counted(found, wholes, {function.name: cycles for function, cycles in single.items()})


@cache
def key() -> str:
    """Returns a hash of what decides the cycles: sources of the unit, and the code that counts."""
    unit = catalog.get(f"storage-{KEYS[0]}")
    texts = [sources.read(path) for path in unit.sources(unit.levels[0])]
    bench = code_hash("verify/machine", "papers/counted.py")
    return fingerprint({"sources": sources.digest(texts, ()), "bench": bench})


def is_current() -> bool:
    """Returns whether the committed cycles are those of the current sources."""
    return _text().splitlines()[-1] == f"{_KEY}{key()}"


def current() -> Counted:
    """Returns the committed cycles if they are current, and counts them otherwise."""
    return committed() if is_current() else count()


def refresh() -> bool:
    """Counts the cycles again and writes the committed file if it is not current.

    Returns:
        whether the file was written.
    """
    if is_current():
        return False
    _path().write_text(count().render(), encoding="utf-8")
    return True


def _path() -> Path:
    return Path(str(files(__package__).joinpath("data", _FILE)))


def _text() -> str:
    return _path().read_text(encoding="utf-8")


def committed() -> Counted:
    """Reads the committed file."""
    lines = [line for line in _text().splitlines() if not line.startswith(_KEY)]
    rows = [
        (
            row["function"],
            int(row["key_bits"]),
            int(row["blocks"]),
            int(row["stages"]),
            int(row["cycles"]),
        )
        for row in csv.DictReader(lines)
    ]
    piped = [row for row in rows if row[3] == STAGES]
    return Counted(
        {(bits, blocks, name): n for name, bits, blocks, _, n in piped if name != WHOLE},
        {blocks: n for name, _, blocks, _, n in piped if name == WHOLE},
        {name: n for name, _, _, stages, n in rows if stages == 1},
    )
