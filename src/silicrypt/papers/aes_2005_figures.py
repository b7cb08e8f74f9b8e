"""The figures of ``aes-2005``: its tables and our storage unit."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from silicrypt.papers.bank import Bank
from silicrypt.papers.counted import KEYS, ONE, OUTSIDE, Counted
from silicrypt.papers.data import Published, published
from silicrypt.papers.software import Times

NAME = "aes-2005"
JUDGE = "ecp5-85k"
#: The family of the paper's board.
MAPPED = "virtex"
#: The sequential and the parallel core, by key length in bits.
CORES: Mapping[int, tuple[str, str]] = MappingProxyType(
    {bits: (f"aes{bits}-seq", f"aes{bits}-par") for bits in KEYS}
)
#: The core with one function after the other, byte by byte.
STEPWISE = "aes128-stepwise"
UNIT = "storage-128"
BLOCK_BITS, BLOCK_BYTES = 128, 16
#: The message length in bytes from which hardware is faster, as the text of the paper prints it.
PRINTED_BREAK_EVEN = 100_000
SEQ, PAR = "Cipher SEQ", "Cipher PAR"
INV_SEQ, INV_PAR = "Inverse Cipher SEQ", "Inverse Cipher PAR"


@dataclass(frozen=True)
class Paper:
    """Tables 2 and 3 of the paper, by the names of their functions."""

    hardware: Mapping[str, Published]
    software: Mapping[str, Published]

    @classmethod
    def printed(cls) -> Paper:
        """Returns the printed tables."""
        rows = published(NAME)
        return cls(*({row.row: row for row in rows if row.table == table} for table in "23"))

    def us(self, function: str) -> float:
        """Returns a time of table 2, in us."""
        return _us(self.hardware[function])

    def soft(self, function: str) -> float:
        """Returns a time of table 3, in us."""
        return _us(self.software[function])

    def cycles(self, function: str) -> float:
        """Returns a time of table 2 in cycles of the clock that the text states."""
        mhz = self.hardware[function].number("fmax_mhz")
        assert mhz is not None, "published.csv: aes-2005 has a clock"
        return mhz * self.us(function)

    @property
    def fixed_us(self) -> float:
        """The time per message that its blocks do not take: control messages, DMA transfer, key."""
        return (
            self.us("control+status messages") + self.us("DMA transfer") + self.us("Key Expansion")
        )

    @property
    def break_even_blocks(self) -> float:
        """The number of blocks from which hardware is faster, by the tables."""
        saved = self.soft("Cipher") - self.us(PAR)
        return (self.fixed_us - self.soft("Key Expansion")) / saved


def _us(row: Published) -> float:
    time = row.number("time_us")
    assert time is not None, f"published.csv: {row.row} of aes-2005 has a time"
    return time


@dataclass(frozen=True)
class Unit:
    """Our storage unit: its cycles and its clock.

    Attributes:
        counted: its cycles.
        mhz: the clock, MHz; None if nothing is routed.
        about: description of the clock and of the design that it was measured on.
        sram_mhz: the clock of the unit whose banks are SRAMs outside, MHz; None if not routed.
    """

    counted: Counted
    mhz: float | None
    about: str
    sram_mhz: float | None = None

    @classmethod
    def of(cls, counted: Counted, bank: Bank) -> Unit:
        """Returns the unit with its own clock, or with that of the slower core if not routed."""
        unit = bank.by_target.get((UNIT, JUDGE))
        if unit and unit.fmax_mhz:
            about = f"at {unit.fmax_mhz:.1f} MHz, the complete unit routed on {JUDGE}"
            outside = bank.by_target.get((OUTSIDE, JUDGE))
            return cls(counted, unit.fmax_mhz, about, outside.fmax_mhz if outside else None)
        cores = [bank.by_target.get((name, JUDGE)) for name in CORES[128]]
        clocks = [core.fmax_mhz for core in cores if core and core.fmax_mhz]
        if len(clocks) < len(cores):
            return cls(counted, None, "not routed in this run")
        about = (
            f"at {min(clocks):.1f} MHz, the slower core alone on {JUDGE}: the unit is not routed"
        )
        return cls(counted, min(clocks), about)

    def cycles(self, function: str, bits: int = 128, blocks: int = ONE) -> int:
        """Returns the cycles of a function, which has the name that the unit gives it."""
        return self.counted.functions[bits, blocks, function]

    def us(self, cycles: float) -> float | None:
        """Returns the time of cycles in us; None if there is no clock."""
        return cycles / self.mhz if self.mhz else None

    @property
    def messages_us(self) -> Mapping[int, float]:
        """Times of complete messages in us, by number of blocks."""
        mhz = self.mhz
        return {n: cycles / mhz for n, cycles in self.counted.message_cycles.items()} if mhz else {}


def faster(unit: Unit, times: Times) -> str:
    """Returns a phrase with the message lengths at which the unit is faster than software."""
    ahead = {n: times.message_us(n) - us for n, us in sorted(unit.messages_us.items())}
    sizes = list(ahead)
    turns = [_turn(ahead, *pair) for pair in pairwise(sizes) if _differ(ahead, *pair)]
    first = ahead[sizes[0]] > 0
    match turns:
        case []:
            return "at every length" if first else "at no length"
        case [one]:
            return f"{'up to' if first else 'from'} {one} bytes{'' if first else ' on'}"
        case [one, other] if not first:
            return f"from {one} to {other} bytes"
        case _:
            return f"up to {turns[0]} bytes and from {turns[-1]} on"


def _differ(ahead: Mapping[int, float], low: int, high: int) -> bool:
    return (ahead[low] > 0) != (ahead[high] > 0)


def _turn(ahead: Mapping[int, float], low: int, high: int) -> int:
    """Returns the length in bytes at which a difference changes sign, by linear interpolation."""
    blocks = low + (high - low) * ahead[low] / (ahead[low] - ahead[high])
    return round(blocks * BLOCK_BYTES)


# The paper's ratios, from its own tables


@dataclass(frozen=True)
class Again:
    """A ratio in the text of the paper, computed again from its tables.

    Attributes:
        about: the two quantities of the ratio.
        printed: the ratio as the text prints it.
        again: the ratio that the tables give, as text.
        slip: a sentence that explains the difference, if there is one.
    """

    about: str
    printed: str
    again: str
    slip: str | None = None


def recomputed(paper: Paper) -> tuple[Again, ...]:
    """Returns every ratio of the text, in the order of the text."""
    seq, inv = paper.us(SEQ) / paper.us(PAR), paper.us(INV_SEQ) / paper.us(INV_PAR)
    soft, soft_inv = (paper.soft(f) / paper.us(PAR) for f in ("Cipher", "Inverse Cipher"))
    key = paper.us("Key Expansion") / paper.soft("Key Expansion")
    blocks = paper.break_even_blocks
    dma = paper.us("DMA transfer") / (paper.fixed_us + paper.us(PAR))
    return (
        Again(
            "Cipher, PAR over SEQ",
            "110 % faster",
            f"x{seq:.1f}",
            f"22.91 us over 0.70 us are x{seq:.1f}: {100 * (seq - 1):.0f} % faster.",
        ),
        Again(
            "Inverse Cipher, PAR over SEQ",
            "1.38 times",
            f"x{inv:.1f}",
            "Both have the times of the Cipher, to the last digit.",
        ),
        Again("Cipher, PAR over software", "about 23 times", f"x{soft:.1f}"),
        Again("Inverse Cipher, PAR over software", "about 29 times", f"x{soft_inv:.1f}"),
        Again("Key Expansion, software over hardware", "1.88 times", f"x{key:.2f}"),
        Again("share of the DMA transfer in the time of a block", "large", f"{100 * dma:.0f} %"),
        Again(
            "break-even of hardware and software",
            "100 kB",
            f"{blocks * BLOCK_BYTES:.0f} bytes",
            f"{paper.fixed_us:.2f} us once, {paper.us(PAR)} us per block, against 4.71 us and "
            f"16.50 us: {math.ceil(blocks)} blocks. At 100 kB software takes "
            f"{paper.soft('Cipher') * PRINTED_BREAK_EVEN / BLOCK_BYTES / 1e3:.0f} ms, hardware "
            f"{(paper.fixed_us + paper.us(PAR) * PRINTED_BREAK_EVEN / BLOCK_BYTES) / 1e3:.1f} ms.",
        ),
    )
