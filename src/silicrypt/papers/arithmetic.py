"""Compares the printed cells of a row with each other: clock, cycles and throughput."""

from __future__ import annotations

import math

from silicrypt.catalog import Config
from silicrypt.papers.data import Published
from silicrypt.papers.model import Recomputed


def throughput(block_bits: int, fmax_mhz: float, cycles: float) -> float:
    """Returns the throughput in Mbit/s that follows from clock and cycles per block."""
    return block_bits * fmax_mhz / cycles


def message_throughput(
    config: Config, fmax_mhz: float, message_bytes: int, key_bytes: int | None = None
) -> float:
    """Returns the rate of consecutive complete messages in Mbit/s.

    Only message bits count as data, but all cycles count as time.

    Args:
        config: the design point.
        fmax_mhz: its clock.
        message_bytes: length of each message.
        key_bytes: length of a key that is loaded before each message; None if the key is kept.
    """
    cycles = config.message_interval(message_bytes)
    if key_bytes is not None:
        cycles += config.key_interval(key_bytes)
    return config.stages * throughput(8 * message_bytes, fmax_mhz, cycles)


def recompute(row: Published, cycles: int | None = None) -> tuple[Recomputed | None, str | None]:
    """Returns the figures that a row's own cells give, and a sentence if the printed ones differ.

    Args:
        row: the row.
        cycles: cycles per block if known; otherwise they follow from clock and throughput.
    """
    if row.number("slack_ns") is not None:
        return _clock(row)
    return _throughput(row, cycles)


def _clock(row: Published) -> tuple[Recomputed | None, str | None]:
    """Computes the clock from the constraint and the slack."""
    constraint, slack = row.number("clk_constraint_ns"), row.number("slack_ns")
    printed = row.number("fmax_mhz")
    if constraint is None or slack is None or printed is None:
        return None, None
    clock = 1000 / (constraint - slack)
    half = 0.5e-3 * clock**2 / 1000 + row.slack("fmax_mhz")
    if abs(clock - printed) <= half:
        return Recomputed(fmax_mhz=clock), None
    return Recomputed(fmax_mhz=clock), (
        f"{row.cells['clk_constraint_ns']} ns with {row.cells['slack_ns']} ns to spare are "
        f"{clock:.2f} MHz, not {row.cells['fmax_mhz']} MHz."
    )


def _throughput(row: Published, known: int | None) -> tuple[Recomputed | None, str | None]:
    """Computes the throughput from the clock and the cycles per block.

    A paper rarely prints the cycles. If they are not known, the integer is taken whose throughput
    at the printed clock is nearest to the printed throughput. If no integer matches within the
    last printed digits, the cells contradict each other.
    """
    fmax, rate = row.number("fmax_mhz"), row.number("throughput_mbps")
    if fmax is None or rate is None or row.block_bits is None:
        return None, None
    cycles = known or max(1, round(row.block_bits * fmax / rate))
    found = Recomputed(cycles, throughput(row.block_bits, fmax, cycles))
    df, dr = row.slack("fmax_mhz"), row.slack("throughput_mbps")
    fewest = row.block_bits * (fmax - df) / (rate + dr)
    most = row.block_bits * (fmax + df) / (rate - dr)
    if known:
        return found, None if fewest <= known <= most else (
            f"{known} cycles per block at {row.cells['fmax_mhz']} MHz are "
            f"{found.throughput_mbps:.1f} Mbit/s, not {row.cells['throughput_mbps']}."
        )
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


def rate_of(row: Published) -> float:
    """Returns the printed throughput of a row that must have one."""
    rate = row.number("throughput_mbps")
    assert rate is not None, f"published.csv: {row.paper} {row.row} has no throughput"
    return rate
