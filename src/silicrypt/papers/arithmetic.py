"""Printed cells held against each other: what a row's own clock and cycles give."""

from __future__ import annotations

import math

from silicrypt.papers.data import Published
from silicrypt.papers.model import Recomputed


def throughput(block_bits: int, fmax_mhz: float, cycles: float) -> float:
    """Mbit/s of a core that takes so many cycles a block at a clock."""
    return block_bits * fmax_mhz / cycles


def recompute(row: Published) -> tuple[Recomputed | None, str | None]:
    """The throughput of a row from its own clock, and a sentence where the two disagree.

    A paper rarely prints the cycles. They are the whole number that brings the printed clock
    nearest to the printed throughput; where no whole number does within the last printed digits,
    the cells contradict each other.
    """
    fmax, rate = row.number("fmax_mhz"), row.number("throughput_mbps")
    if fmax is None or rate is None or row.block_bits is None:
        return None, None
    cycles = max(1, round(row.block_bits * fmax / rate))
    found = Recomputed(cycles, throughput(row.block_bits, fmax, cycles))
    df, dr = row.slack("fmax_mhz"), row.slack("throughput_mbps")
    fewest = row.block_bits * (fmax - df) / (rate + dr)
    most = row.block_bits * (fmax + df) / (rate - dr)
    if math.ceil(fewest) <= most:
        return found, None
    low = math.floor(fewest)
    near = " and ".join(
        f"{n} cycles give {throughput(row.block_bits, fmax, n):.1f}" for n in (low, low + 1)
    )
    return found, (
        f"No whole number of cycles brings {row.cells['fmax_mhz']} MHz to "
        f"{row.cells['throughput_mbps']} Mbit/s: {near}."
    )


def gain_percent(new: float, old: float) -> float:
    """How much more the new one is, in percent of the old one."""
    return 100 * (new / old - 1)
