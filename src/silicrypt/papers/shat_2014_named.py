"""The figures that the claims of ``shat-2014`` name."""

from __future__ import annotations

from collections.abc import Sequence

from silicrypt import catalog
from silicrypt.flow.station import HASH, IDLE, PHASES
from silicrypt.papers.bank import Bank
from silicrypt.papers.shat_2014_figures import (
    BAUD,
    CLOCK_MHZ,
    ENABLES,
    FACTORS,
    JUDGE,
    ROLLED,
    SHA384,
    SIZES,
    STATION_MHZ,
    STATIONS,
    Average,
    Span,
    form,
)
from silicrypt.papers.shat_2014_station import StationPower


def named(
    bank: Bank,
    ranges: Sequence[Span],
    glitching: Sequence[Span],
    phases: StationPower,
    fair: StationPower,
    compared: Sequence[Average],
) -> dict[str, float | None]:
    """Returns the figures that the claims name.

    Args:
        bank: the measured designs.
        ranges: the clock ranges of the unfolded designs.
        glitching: the same with the delays of the cells, so that glitches count.
        phases: the phases of the station, gated and ungated.
        fair: the same, where the ungated station holds by load-enable.
        compared: the paper's averages.
    """
    divider = 1e6 * STATION_MHZ / (16 * BAUD)
    cycles = bank.get(ROLLED, JUDGE)
    found: dict[str, float | None] = {
        "kbit/s of shat128 at 100 kHz": 32 * 100 / cycles.cycles_per_block if cycles else None,
        "100 MHz / (16 x 4800)": divider,
        "error of the divider 1302, %": 100 * abs(divider / round(divider) - 1),
        "ms of 32 bits at 4800 baud with start and stop bits": 1000 * 40 / BAUD,
        "ms of 32 bits at 4800 baud without start and stop bits": 1000 * 32 / BAUD,
        **_unfolding(bank),
        **_trading(ranges, glitching),
        **_station(phases),
        **_gating(phases, "the ungated one"),
        **_gating(fair, "one that holds by load-enable"),
        **_costs(bank),
        **_sha384(bank),
    }
    for one in compared:
        found[f"{one.about}: {one.figure}"] = one.recomputed
        found[f"{one.about}: {one.figure}, SHAT-R"] = one.ours
    return found


def _unfolding(bank: Bank) -> dict[str, float | None]:
    wide, rolled = form(FACTORS[-1]), form(1)
    cycles = bank.ratio(rolled, wide, JUDGE, "cycles_per_block")
    slowest = bank.get(wide, JUDGE)
    # A design that does not reach the clock has the throughput of the clock that it reaches.
    reached = min(1.0, (slowest.fmax_mhz or 0) / CLOCK_MHZ) if slowest else 0.0
    own = bank.ratio(wide, rolled, JUDGE, "throughput_mbps")
    area = bank.ratio(wide, rolled, JUDGE, "area")
    both = "each at its own highest clock"
    return {
        "throughput of 48 STEPs over one STEP at 10 MHz": (cycles * reached if cycles else None),
        f"throughput of 48 STEPs over one STEP, {both}": own,
        f"throughput per area of 48 STEPs over one STEP, {both}": (
            own / area if own and area else None
        ),
    }


def _trading(ranges: Sequence[Span], glitching: Sequence[Span]) -> dict[str, float | None]:
    complete = len(ranges) == len(FACTORS) - 1
    dynamic = float(sum(span.high_mhz > span.low_mhz for span in ranges))
    leaking = float(sum(span.leaky_mhz > span.low_mhz for span in ranges))
    # One design without a range is enough to know that not all have one.
    without = float(sum(span.high_mhz <= span.low_mhz for span in glitching))
    known = without or len(glitching) == len(FACTORS) - 1
    least = min((span.low_uw / span.base.dynamic_uw for span in ranges), default=None)
    return {
        "number of measured unfolded designs without such a clock, with the delays of the cells": (
            without if known else None
        ),
        "number of unfolded designs with such a clock, dynamic power": dynamic
        if complete
        else None,
        "number of unfolded designs with such a clock, with leakage": leaking if complete else None,
        "dynamic power of the best unfolded design over the rolled one at its throughput": (
            least if complete else None
        ),
    }


def _station(phases: StationPower) -> dict[str, float | None]:
    ms = {phase.name: phase.ms for phase in phases.phases}
    hashed = 1000 * ms[HASH] if HASH in ms else None
    permutation = catalog.get(ROLLED).cycles_per_block / STATION_MHZ
    return {
        "ms to receive seven blocks": ms.get("receive"),
        "us to hash seven blocks": hashed,
        "us to hash seven blocks, with the initial permutation": (
            hashed + permutation if hashed else None
        ),
        "ms to display the digest": ms.get("show"),
    }


def _gating(phases: StationPower, baseline: str) -> dict[str, float | None]:
    """Returns the power of the gated station over a baseline: of a message, and of each phase."""
    ratio = f"dynamic power of the gated station over {baseline}"
    known = {one.name: one.gated_uw / one.ungated_uw for one in phases.phases if one.name != IDLE}
    message = phases.gated_uw / phases.ungated_uw if known else None
    names = (name for name in PHASES if name != IDLE)
    return {
        f"{ratio}, of a message": message,
        **{f"{ratio}, {name}": known.get(name) for name in names},
    }


def _costs(bank: Bank) -> dict[str, float | None]:
    """Returns area and delay of the gated station over the same station with load-enables."""
    gated, fair = (bank.get(STATIONS[1], f"{on} stream") for on in (JUDGE, ENABLES))
    found: dict[str, float | None] = {}
    for name, what in (("area", "area"), ("delay", "delay_ns")):
        new, old = (getattr(one, what, None) for one in (gated, fair))
        key = f"{name} of the gated station over one that holds by load-enable"
        found[key] = new / old if new and old else None
    return found


def _sha384(bank: Bank) -> dict[str, float | None]:
    bits = catalog.get(SHA384).hash.block_bits / catalog.get(SIZES[384]).hash.block_bits
    cycles = bank.ratio(SIZES[384], SHA384, JUDGE, "cycles_per_block")
    area = bank.ratio(SHA384, SIZES[384], JUDGE, "area")
    rate = bits * cycles if cycles else None
    return {
        "throughput of sha384-fast over shat384 at one clock": rate,
        "FOM of shat384 over sha384-fast": area**2 / rate if area and rate else None,
    }
