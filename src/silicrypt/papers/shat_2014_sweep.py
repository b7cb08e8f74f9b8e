"""The sweep of ``shat-2014`` over unfolding factors, and its trade-off of frequencies."""

from __future__ import annotations

from collections.abc import Sequence

from silicrypt import catalog
from silicrypt.papers.arithmetic import throughput
from silicrypt.papers.bank import Bank
from silicrypt.papers.power import Powers
from silicrypt.papers.shat_2014_figures import CLOCK_MHZ, FACTORS, JUDGE, Span, form
from silicrypt.papers.sheets import Curve, Heading, Plot, Sheet


def sweep(bank: Bank, powers: Powers, common: str) -> Sheet:
    """Returns area, delay and power of every unfolding factor.

    Args:
        bank: the measurements.
        powers: the power results.
        common: what all figures of the paper have in common, for the heading.
    """
    headings = (
        Heading("STEPs per cycle", 0),
        Heading("cycles/block", 0),
        Heading("GE", 0),
        Heading("x area", 2),
        Heading("delay, ns", 2),
        Heading("dynamic, uW", 1),
        Heading("leak., uW", 1),
        Heading("Mbit/s", 2),
        Heading("pJ/bit", 2),
    )
    base = bank.by_target.get((form(1), JUDGE))
    rows = []
    for steps in FACTORS:
        one = bank.by_target.get((form(steps), JUDGE))
        if one is None or base is None or not one.area or not base.area:
            continue
        known = catalog.get(form(steps))
        rate = throughput(known.hash.block_bits, CLOCK_MHZ, one.cycles_per_block)
        taken = powers.by_scenario.get((form(steps), "saturated"))
        at = taken.at(CLOCK_MHZ) if taken else None
        rows.append(
            (
                *(steps, one.cycles_per_block, one.area, one.area / base.area, one.delay_ns),
                *((at.dynamic_uw, at.leakage_uw) if at else (None, None)),
                *(rate, at.pj_per_bit if at else None),
            )
        )
    about = f"unfolding at {CLOCK_MHZ:g} MHz, {JUDGE}; {common}, no glitches"
    return Sheet("unfolding", about, headings, tuple(rows))


def trade_off(bank: Bank, ranges: Sequence[Span], common: str) -> Sheet:
    """Returns the clocks at which a design beats the rolled one in power and throughput.

    Args:
        bank: the measurements.
        ranges: the clock range of each unfolding factor.
        common: what all figures of the paper have in common, for the heading.
    """
    headings = (
        Heading("STEPs per cycle", 0),
        Heading("GE", 0),
        Heading("delay, ns", 3),
        Heading("from, MHz", 3),
        Heading("uW there", 1),
        Heading("Mbit/s there", 2),
        Heading("to, MHz", 3),
        Heading("uW there", 1),
        Heading("Mbit/s there", 2),
        Heading("to, with leakage", 3),
    )
    rows: list[tuple[str | float | None, ...]] = []
    for span in ranges:
        one = bank.by_target.get((form(span.steps), JUDGE))
        rows.append(
            (
                *(span.steps, one.area if one else None, one.delay_ns if one else None),
                *(span.low_mhz, span.low_uw, span.low_mbps),
                *(span.high_mhz, span.high_uw, span.high_mbps),
                span.leaky_mhz if span.leaky_mhz > span.low_mhz else "none",
            )
        )
    about = (
        f"clock frequencies with less dynamic power and more throughput than the rolled design at "
        f"{CLOCK_MHZ:g} MHz; {JUDGE}; {common}, no glitches"
    )
    return Sheet("trade-off", about, headings, tuple(rows))


def plot(ranges: Sequence[Span]) -> Plot | None:
    """Plots both ends of the range of each unfolding factor."""
    if not ranges:
        return None
    base = ranges[0].base
    curves = [Curve(f"1: {CLOCK_MHZ:g} MHz", "rolled", ((100.0, 1.0),))]
    curves += [
        Curve(
            f"{span.steps}: {span.low_mhz:.2f} to {span.high_mhz:.2f} MHz",
            "unfolded",
            tuple(
                (100 * uw / base.dynamic_uw, mbps / (base.mbps or 1))
                for uw, mbps in (
                    (span.low_uw, span.low_mbps),
                    (span.high_uw, span.high_mbps),
                )
            ),
        )
        for span in ranges
    ]
    return Plot(
        title="SHAT-R (reconstruction) of n STEPs per cycle, from the lowest to the highest clock "
        f"of its range, on {JUDGE}: the rolled design at {CLOCK_MHZ:g} MHz is 100 % and x1",
        x="dynamic power, % of the rolled design",
        y="throughput over the rolled design",
        curves=tuple(curves),
        ticks=(0, 20, 40, 60, 80, 100),
    )
