"""The claims of ``aes-2005``, compared with its own tables and with our measurements."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from silicrypt.papers.counted import KEYS, MANY, ONE, Counted
from silicrypt.papers.data import Published, published
from silicrypt.papers.judge import Bank, judged, verdict
from silicrypt.papers.model import Claim
from silicrypt.papers.software import Times

NAME = "aes-2005"
JUDGE = "ecp5-85k"
#: The family of the paper's board.
MAPPED = "virtex"
#: The sequential and the parallel core, by key length in bits.
CORES: Mapping[int, tuple[str, str]] = MappingProxyType(
    {bits: (f"aes{bits}-seq", f"aes{bits}-par") for bits in KEYS}
)
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
    """

    counted: Counted
    mhz: float | None
    about: str

    @classmethod
    def of(cls, counted: Counted, bank: Bank) -> Unit:
        """Returns the unit with its own clock, or with that of the slower core if not routed."""
        whole = bank.by_place.get((UNIT, JUDGE))
        if whole and whole.fmax_mhz:
            about = f"at {whole.fmax_mhz:.1f} MHz, the whole unit routed on {JUDGE}"
            return cls(counted, whole.fmax_mhz, about)
        cores = [bank.by_place.get((name, JUDGE)) for name in CORES[128]]
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
        """Converts cycles to us; None if there is no clock."""
        return cycles / self.mhz if self.mhz else None

    @property
    def wholes_us(self) -> Mapping[int, float]:
        """Times of complete messages in us, by number of blocks."""
        mhz = self.mhz
        return {n: cycles / mhz for n, cycles in self.counted.wholes.items()} if mhz else {}


def faster(unit: Unit, times: Times) -> str:
    """Returns a phrase with the message lengths at which the unit is faster than software."""
    ahead = {n: times.message_us(n) - us for n, us in sorted(unit.wholes_us.items())}
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
        value: the same as a number.
        slip: a sentence that explains the difference, if there is one.
    """

    about: str
    printed: str
    again: str
    value: float
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
            seq,
            f"22.91 us over 0.70 us are x{seq:.1f}: {100 * (seq - 1):.0f} % faster.",
        ),
        Again(
            "Inverse Cipher, PAR over SEQ",
            "1.38 times",
            f"x{inv:.1f}",
            inv,
            "Both have the times of the Cipher, to the last digit.",
        ),
        Again("Cipher, PAR over software", "about 23 times", f"x{soft:.1f}", soft),
        Again("Inverse Cipher, PAR over software", "about 29 times", f"x{soft_inv:.1f}", soft_inv),
        Again("Key Expansion, software over hardware", "1.88 times", f"x{key:.2f}", key),
        Again("DMA transfer in a block's whole time", "large", f"{100 * dma:.0f} %", dma),
        Again(
            "break-even of hardware and software",
            "100 kB",
            f"{blocks * BLOCK_BYTES:.0f} bytes",
            blocks * BLOCK_BYTES,
            f"{paper.fixed_us:.2f} us once, {paper.us(PAR)} us a block, against 4.71 us and 16.50 "
            f"us: {math.ceil(blocks)} blocks. At 100 kB software takes "
            f"{paper.soft('Cipher') * PRINTED_BREAK_EVEN / BLOCK_BYTES / 1e3:.0f} ms, hardware "
            f"{(paper.fixed_us + paper.us(PAR) * PRINTED_BREAK_EVEN / BLOCK_BYTES) / 1e3:.1f} ms.",
        ),
    )


# Claims


def claims(paper: Paper, unit: Unit, software: Sequence[Times], bank: Bank) -> tuple[Claim, ...]:
    """Returns all claims with their verdicts."""
    ratios = recomputed(paper)
    return (
        _parallel(paper, unit, bank),
        _rate(bank),
        _by_tables(
            "The parallel Cipher is 110 % faster than the sequential one.", ratios[0], False
        ),
        _by_tables("The parallel Inverse Cipher is 1.38 times as fast.", ratios[1], False),
        _over_software(
            "The parallel Cipher is 23 times as fast as software.", ratios[2], unit, software
        ),
        _over_software(
            "The parallel Inverse Cipher is 29 times as fast as software.",
            ratios[3],
            unit,
            software,
        ),
        _key_expansion(ratios[4], unit, software),
        _transfers(ratios[5], unit),
        _break_even(ratios[6], unit, software),
    )


def _by_tables(claim: str, ratio: Again, holds: bool) -> Claim:
    return Claim(
        claim=claim,
        verdict=verdict(holds),
        printed=ratio.printed,
        measured=f"{ratio.again} by its own table 2",
        why=ratio.slip or "By the paper's own tables.",
        figures={ratio.about: round(ratio.value, 2)},
    )


def _parallel(paper: Paper, unit: Unit, bank: Bank) -> Claim:
    """Judges the ratio of cycles. Ours is lower because our sequential form needs fewer cycles."""
    theirs = paper.cycles(SEQ), paper.cycles(PAR)
    ratio = theirs[0] / theirs[1]
    seq, par = (unit.cycles(f"CIPHER_{kind}", blocks=MANY) / MANY for kind in ("SEQ", "PAR"))
    alone = unit.cycles("CIPHER_SEQ") / unit.cycles("CIPHER_PAR")
    clock = bank.ratio(CORES[128][1], CORES[128][0], JUDGE, "fmax_mhz").value
    rate = bank.ratio(CORES[128][1], CORES[128][0], JUDGE, "throughput_mbps").value
    figures = {
        "cycles a block of many, SEQ": round(seq, 2),
        "cycles a block of many, PAR": round(par, 2),
        "SEQ / PAR of many blocks": round(seq / par, 2),
        "SEQ / PAR of one block": round(alone, 2),
        "SEQ printed / PAR ours": round(theirs[0] / par, 1),
    }
    measured = f"x{seq / par:.1f} ({seq:.0f} and {par:.1f} cycles a block of {MANY})"
    measured += f"; one block alone x{alone:.2f}"
    if clock and rate:
        figures |= {"clock, PAR / SEQ": round(clock, 3), "throughput, PAR / SEQ": round(rate, 2)}
        measured += f"; cores on {JUDGE}: clock x{clock:.2f}, throughput x{rate:.1f}"
    return Claim(
        claim="The parallel form takes 32.7 times fewer cycles than the sequential one.",
        verdict=verdict(seq / par >= ratio),
        printed=f"x{ratio:.1f} ({theirs[0]:.0f} and {theirs[1]:.0f} cycles a block), by table 2",
        measured=measured,
        why=f"Less, because our sequential form is better: {seq:.0f} cycles a block with one S-box "
        f"where theirs takes {theirs[0]:.0f}, x{theirs[0] / seq:.1f}. Our parallel form takes "
        f"{par:.1f} where theirs takes {theirs[1]:.0f}, x{theirs[1] / par:.1f}; over their "
        f"sequential form it would be x{theirs[0] / par:.0f}. A block alone takes "
        "five cycles a round.",
        figures=figures,
    )


def _rate(bank: Bank) -> Claim:
    return judged(
        "The parallel core has a many times higher throughput than the sequential one.",
        "x32.7, by table 2 at one clock",
        [bank.ratio(par, seq, JUDGE, "throughput_mbps") for seq, par in CORES.values()],
        lambda ratio: ratio > 10,
        "Of the cores alone, each at its own clock. Borne out from x10 on.",
    )


def _over_software(claim: str, ratio: Again, unit: Unit, software: Sequence[Times]) -> Claim:
    """Judges a ratio over software by the paper's tables; our ratios are of other machines."""
    inverse = "Inverse" in ratio.about
    cycles = unit.cycles("INV_CIPHER_PAR" if inverse else "CIPHER_PAR", blocks=MANY) / MANY
    us, figures = unit.us(cycles), {}
    if us:
        figures = {
            f"ours over {times.who}, of many blocks": round(
                (times.long_inverse_ns if inverse else times.long_ns) / 1e3 / us, 3
            )
            for times in software
        }
    ours = "; ".join(f"{name}: x{value:.3g}" for name, value in figures.items())
    return Claim(
        claim=claim,
        verdict="confirmed",
        printed=ratio.printed,
        measured=f"{ratio.again} by its own tables" + (f". {ours}" if ours else ""),
        why="By the paper's own tables, with software on an Athlon of 1.3 GHz. Ours is an FPGA's "
        f"clock against a processor of today ({unit.about}): no ratio of techniques. The library "
        "has instructions for AES, and is faster than any such unit once a message is long.",
        figures={ratio.about: round(ratio.value, 2), **figures},
    )


def _key_expansion(ratio: Again, unit: Unit, software: Sequence[Times]) -> Claim:
    us, plain = unit.us(unit.cycles("KEY_EXPANSION")), software[0] if software else None
    measured, figures = f"{ratio.again} by its own tables", {ratio.about: round(ratio.value, 3)}
    if us and plain:
        ours = 1e3 * us / plain.key_ns
        measured += f"; ours over {plain.who}: x{ours:.2f}"
        figures["Key Expansion, ours over plain C"] = round(ours, 2)
    return Claim(
        claim="Key Expansion in hardware is 1.88 times slower than in software.",
        verdict="confirmed",
        printed=ratio.printed,
        measured=measured,
        why="By the paper's own tables. Ours is slow for the paper's reason: round keys go to a "
        f"memory word by word, {unit.cycles('KEY_EXPANSION')} cycles, once a key.",
        figures=figures,
    )


def _transfers(ratio: Again, unit: Unit) -> Claim:
    moved = unit.cycles("DMA_IN") + unit.cycles("DMA_OUT")
    whole = unit.counted.wholes[ONE]
    return Claim(
        claim="The transfer takes most of a short message's time.",
        verdict="confirmed",
        printed="256.65 us, a large amount of time",
        measured=f"{ratio.again} of a block's time by its own table 2; the unit's part of it in "
        f"ours: {moved} of {whole} cycles, {100 * moved / whole:.0f} %",
        why="By the paper's own table. Ours has the unit's part alone, a word a cycle; a PCI bus, "
        "which is the paper's 256.65 us, is not in the unit: see the notes.",
        figures={ratio.about: round(ratio.value, 3), "ours": round(moved / whole, 3)},
    )


def _break_even(ratio: Again, unit: Unit, software: Sequence[Times]) -> Claim:
    told = [f"against {times.who} {faster(unit, times)}" for times in software if unit.mhz]
    return Claim(
        claim="Hardware is faster from about 100 kB on.",
        verdict="refuted",
        printed=ratio.printed,
        measured=f"{ratio.again} by its own tables"
        + (f"; ours, {', '.join(told)}" if told else ""),
        why=f"{ratio.slip} Ours: see the notes; a bus between host and unit moves it up.",
        figures={"by its own tables, bytes": round(ratio.value)},
    )
