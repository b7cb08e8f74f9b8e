"""The figures that the claims of ``aes-2005`` name, and a model of the bus around our unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from silicrypt import catalog
from silicrypt.papers.aes_2005_figures import (
    BLOCK_BITS,
    BLOCK_BYTES,
    CORES,
    PAR,
    PRINTED_BREAK_EVEN,
    SEQ,
    STEPWISE,
    Paper,
    Unit,
)
from silicrypt.papers.counted import MANY, ONE
from silicrypt.papers.software import Times

#: The length in bytes that stands for no length.
NEVER = 1e9


@dataclass(frozen=True)
class Bus:
    """A bus whose messages and transfers take the same time for a chunk of any length.

    Attributes:
        messages_us: time of the control and status messages of a chunk.
        transfer_us: time of a transfer; a chunk has one in each direction.
    """

    messages_us: float
    transfer_us: float

    @classmethod
    def of(cls, paper: Paper) -> Bus:
        """Returns the bus of table 2."""
        return cls(paper.us("control+status messages"), paper.us("DMA transfer"))

    @property
    def chunk_us(self) -> float:
        """The part of the time of a chunk that does not depend on its length, in us."""
        return self.messages_us + 2 * self.transfer_us

    def block_us(self, blocks: int, hardware_us: float) -> float:
        """Returns the time per block in chunks of a number of blocks."""
        return self.chunk_us / blocks + hardware_us

    def even_bytes(self, hardware_us: float, software_us: float) -> float:
        """Returns the chunk in bytes from which hardware is faster; `NEVER` if it never is."""
        saved = software_us - hardware_us
        return BLOCK_BYTES * self.chunk_us / saved if saved > 0 else NEVER


# Figures for claims

#: Block lengths of Rijndael that AES does not have, in bits (The Rijndael Block Cipher, 12.1).
_RIJNDAEL = (160, 192, 224, 256)
#: Rounds of FIPS 197, by key length in bits, and as table 1 of the paper prints them.
_ROUNDS, _PRINTED_ROUNDS = {128: 10, 192: 12, 256: 14}, {128: 10, 192: 12, 256: 14}
_LARGE = PRINTED_BREAK_EVEN / BLOCK_BYTES


def named(paper: Paper, unit: Unit, software: Sequence[Times]) -> dict[str, float | None]:
    """Returns the figures that the claims name."""
    return {**_by_tables(paper), **_of_unit(paper, unit), **_against(paper, unit, software)}


def _by_tables(paper: Paper) -> dict[str, float | None]:
    rows = [*paper.hardware.values(), *paper.software.values()]
    rates = [
        (row.number("throughput_mbps"), BLOCK_BITS / (row.number("time_us") or 1)) for row in rows
    ]
    key, par, soft = paper.us("Key Expansion"), paper.us(PAR), paper.soft("Cipher")
    hardware = paper.fixed_us + _LARGE * par
    return {
        "largest block size of Rijndael that AES does not have, other than 256, bits": float(
            max(size for size in _RIJNDAEL if size != 256)
        ),
        "rows of table 1 that differ from FIPS 197": float(
            sum(_PRINTED_ROUNDS[bits] != rounds for bits, rounds in _ROUNDS.items())
        ),
        "throughputs of tables 2 and 3 that differ from 128 bits / time by more than 0.01 Mbit/s": (
            float(sum(abs(rate - again) > 0.0101 for rate, again in rates if rate))
        ),
        "share of Key Expansion in 100 kB by table 2": key / hardware,
        "share of the DMA transfer in the time of one block by table 2": (
            paper.us("DMA transfer") / (paper.fixed_us + par)
        ),
        "share of the DMA transfer in the fixed time by table 2": (
            paper.us("DMA transfer") / paper.fixed_us
        ),
        "break-even by tables 2 and 3 with one transfer, bytes": (
            BLOCK_BYTES * paper.break_even_blocks
        ),
        "break-even of a transfer that is repeated, bytes per transfer": (
            Bus.of(paper).even_bytes(par, soft)
        ),
        "time of software over hardware for 100 kB by tables 2 and 3": _LARGE * soft / hardware,
    }


def _of_unit(paper: Paper, unit: Unit) -> dict[str, float | None]:
    seq, par = unit.cycles("CIPHER_SEQ"), unit.cycles("CIPHER_PAR")
    single = unit.counted.single_stage_cycles["CIPHER_PAR"]
    moved = unit.cycles("DMA_IN") + unit.cycles("DMA_OUT")
    key = unit.cycles("KEY_EXPANSION")
    many = {kind: unit.cycles(f"CIPHER_{kind}", blocks=MANY) for kind in ("SEQ", "PAR")}
    stepwise = catalog.get(STEPWISE).cycles_per_block
    alone = catalog.get(CORES[128][1]).cycles("core", BLOCK_BYTES)
    keys = [catalog.get(name).key_interval(BLOCK_BYTES) for name in ("aes128-par", "aes128-agile")]
    return {
        "functions of the unit with a counter of their own": float(
            len({name for _, _, name in unit.counted.functions})
        ),
        "cycles of a block: one function after the other over five cycles per round": (
            stepwise / alone
        ),
        "cycles of the paper's SEQ over aes128-stepwise": paper.cycles(SEQ) / stepwise,
        "cycles of the paper's PAR over aes128-par, one block": paper.cycles(PAR) / alone,
        "cycles of Cipher SEQ over PAR, one block, one stage": seq / single,
        "cycles of Cipher SEQ over PAR, one block, five stages": seq / par,
        "cycles of Cipher SEQ over PAR, a block of 256, five stages": many["SEQ"] / many["PAR"],
        "cycles of the paper's SEQ over ours": paper.cycles(SEQ) * MANY / many["SEQ"],
        "cycles of Inverse Cipher PAR over Cipher PAR, one block": unit.cycles("INV_CIPHER_PAR")
        / par,
        "cycles of Inverse Cipher SEQ over Cipher SEQ, one block": unit.cycles("INV_CIPHER_SEQ")
        / seq,
        "cycles of a new key: stored schedule over schedule on the fly": keys[0] / keys[1],
        "share of Key Expansion in 100 kB in our unit": key / (key + _LARGE * many["PAR"] / MANY),
        "share of the transfers in the time of one block in our unit": (
            moved / unit.counted.message_cycles[ONE]
        ),
    }


def _against(paper: Paper, unit: Unit, software: Sequence[Times]) -> dict[str, float | None]:
    """Returns the figures that compare the unit with software on the machine of the times."""
    bus, found = Bus.of(paper), dict[str, float | None]()
    block = unit.us(unit.cycles("CIPHER_PAR", blocks=MANY) / MANY)
    key = unit.us(unit.cycles("KEY_EXPANSION"))
    for name, times in zip(("plain C", "the library"), software, strict=True):
        long = times.long_ns / 1e3
        found[f"time of a block in {name} over that of the unit, a block of 256"] = (
            long / block if block else None
        )
        found[f"time of Key Expansion in the unit over {name}"] = (
            1e3 * key / times.key_ns if key else None
        )
        found[
            "bytes per transfer from which our unit with the bus of 2005 is faster than "
            f"{name} here"
        ] = bus.even_bytes(block, long) if block else None
    return found
