"""``shat-2014``: the sponge hash SHAT, measured as SHAT-R, a reconstruction from the text.

Zhang, Kim, Choi, Shon: High Performance and Low Power Hardware Implementation for Cryptographic
Hash Functions, International Journal of Distributed Sensor Networks, 2014.
"""

from __future__ import annotations

from collections.abc import Sequence

from silicrypt import catalog
from silicrypt.base.progress import Progress
from silicrypt.papers import figures, needs
from silicrypt.papers.arithmetic import throughput
from silicrypt.papers.bank import Bank
from silicrypt.papers.bench import Bench, Task, carry_out
from silicrypt.papers.claims import load
from silicrypt.papers.data import shat_others
from silicrypt.papers.judge import judged
from silicrypt.papers.model import Curve, Heading, Plot, Reproduction, Sheet
from silicrypt.papers.power import Powers
from silicrypt.papers.shat_2014_figures import (
    CLOCK_MHZ,
    COMPARED,
    ENABLES,
    FACTORS,
    FORMED,
    FORMS,
    JUDGE,
    PRINTED_GE,
    SIZES,
    STATION_MHZ,
    STATIONS,
    TIMED,
    WATCHED,
    Average,
    Phase,
    Span,
    Stationed,
    averages,
    efficiency,
    form,
    rate_of,
    spans,
    stationed,
)
from silicrypt.papers.shat_2014_forms import designs, fitted, more, restructured, two_steps
from silicrypt.papers.shat_2014_named import named

NAME = "shat-2014"
#: Text in every heading.
_R = "SHAT-R is a reconstruction"
_WHERE = "45 nm cells, typical corner, no wires"
_ABOUT = f"{_R}; {_WHERE}"


def reproduce(bench: Bench, quick: bool, progress: Progress) -> Reproduction:
    """Returns the tables, sweep, trade-off and claims that the text contains, beside our figures.

    Args:
        bench: source of the measurements.
        quick: run at most the three sizes and the forms with two STEPs per cycle; show other
            results if they are stored.
        progress: called before each measurement.
    """
    paper = load(NAME)
    claims = paper.claim
    tasks = needs.tasks(claims, _SHOWN, quick)
    found = carry_out(bench, tasks, progress)
    bank = Bank.of(found)
    shown = {on: _powered(on) for on in FORMED}
    powers = needs.powers(claims, bench, not quick, progress, shown)
    station = Powers.carry_out(bench, WATCHED, JUDGE, not quick, progress)
    holding = Powers.carry_out(bench, WATCHED[1:], ENABLES, not quick, progress)
    ranges, phases = spans(powers[JUDGE]), stationed(station, station)
    glitching = spans(powers[JUDGE], "saturated-delays")
    fair = stationed(holding, station, WATCHED[1])
    compared = averages(bank)
    known = named(bank, ranges, glitching, phases, fair, compared)
    sheets = (
        *(_others(size, bank) for size in SIZES),
        _averages(compared),
        _sizes(bank),
        _sweep(bank, powers[JUDGE]),
        two_steps(bank, powers, _ABOUT),
        restructured(bank, _ABOUT),
        fitted(bank, _ABOUT),
        _trade(bank, ranges),
        _phases(phases),
        _station(bank),
    )
    return Reproduction(
        paper=NAME,
        title=paper.title,
        tables=(),
        claims=judged(
            claims,
            figures.Sources(bank, {}, powers, known),
        ),
        notes=paper.notes_of(quick and len(found) < len(tasks)),
        plot=_plot(ranges),
        sheets=tuple(sheet for sheet in sheets if sheet.rows),
    )


#: What the tables show besides what claims need.
_SHOWN = [
    *(Task(name, on) for on in TIMED for name in SIZES.values()),
    *(Task(name, on) for on in FORMED for name in FORMS),
    *(Task(name, FORMED[0]) for name in designs()),
    *(Task(form(steps), JUDGE) for steps in FACTORS),
    *(Task(name, JUDGE, level="stream") for name in STATIONS),
    Task(STATIONS[1], ENABLES, level="stream"),
    *(Task(name, JUDGE) for name in COMPARED),
]


def _powered(target: str) -> Sequence[str]:
    """Returns the configurations whose power is measured on a target."""
    swept = [form(steps) for steps in FACTORS] if target == JUDGE else []
    return tuple(dict.fromkeys([*swept, *FORMS]))


# (a) Sizes, and the hashes of other authors


_COMPARED = (
    Heading("whose"),
    Heading("hash"),
    Heading("GE", 0),
    Heading("kbit/s at 100 kHz", 2),
    Heading("FOM, bit/s / kGE2", 0),
    Heading("not in the text"),
)


def _others(size: int, bank: Bank) -> Sheet:
    """Returns a table of the paper, as far as its text repeats it, with our figures."""
    rows = []
    if area := PRINTED_GE.get(size):
        rows.append(_compared(f"SHAT-{size}", "printed", area, rate_of(SIZES[size]), ""))
    rows += [
        _compared(other.name, "printed", other.ge, other.kbps, other.lost)
        for other in shat_others()
        if other.size == size
    ]
    for target in TIMED:
        measured = bank.by_target.get((SIZES[size], target))
        if measured and measured.area:
            computes = catalog.get(SIZES[size]).computes
            rows.append(_compared(computes, target, measured.area, rate_of(SIZES[size]), ""))
    for name in COMPARED:
        own, known = bank.get(name, JUDGE), catalog.get(name)
        if own and own.area and known.hash.digest_bits == size:
            rows.append(_compared(known.computes, f"{JUDGE}, {name}", own.area, rate_of(name), ""))
    number = {128: "3", 256: "4", 384: "5"}[size]
    about = f"table {number}: hashes of {size} bits at 100 kHz; {_R}; ours: {_WHERE}"
    return Sheet(f"table-{number}", about, _COMPARED, tuple(rows), grouped=True)


def _compared(
    name: str, whose: str, ge: float, kbps: float, lost: str
) -> tuple[str | float | None, ...]:
    return whose, name, ge, kbps, efficiency(kbps, ge), lost or None


def _averages(compared: Sequence[Average]) -> Sheet:
    """Returns the paper's averages over other designs, recomputed from their cells."""
    headings = (
        Heading("compared"),
        Heading("figure"),
        Heading("printed", 2),
        Heading("recom- puted", 2),
        Heading("SHAT-R", 2),
        Heading("slip"),
    )
    rows = tuple(
        (one.about, one.figure, one.printed, one.recomputed, one.ours, one.slip) for one in compared
    )
    about = f"averages over the hashes of others, x; {_R}; ours: {JUDGE}, {_WHERE}"
    return Sheet("averages", about, headings, rows)


def _sizes(bank: Bank) -> Sheet:
    """Returns the figures of our three sizes."""
    headings = (
        Heading("target"),
        Heading("design"),
        Heading("cycles/block", 0),
        Heading("um2", 0),
        Heading("GE", 0),
        Heading("FF", 0),
        Heading("delay, ns", 3),
        Heading("kbit/s at 100 kHz", 2),
        Heading("FOM, bit/s / kGE2", 0),
    )
    rows = []
    for target in TIMED:
        for config in SIZES.values():
            one = bank.by_target.get((config, target))
            if one and one.area:
                rate = rate_of(config)
                rows.append(
                    (
                        *(target, config, one.cycles_per_block, one.area_um2, one.area),
                        *(one.registers, one.delay_ns, rate, efficiency(rate, one.area)),
                    )
                )
    return Sheet("sizes", f"the three sizes; {_R}; {_WHERE}", headings, tuple(rows), grouped=True)


# (b) The unfolding sweep


def _sweep(bank: Bank, powers: Powers) -> Sheet:
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
    about = f"unfolding at {CLOCK_MHZ:g} MHz, {JUDGE}; {_R}; {_WHERE}, no glitches"
    return Sheet("unfolding", about, headings, tuple(rows))


# (c) The frequency trade-off


def _trade(bank: Bank, ranges: Sequence[Span]) -> Sheet:
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
        f"{CLOCK_MHZ:g} MHz; {JUDGE}; {_R}; {_WHERE}, no glitches"
    )
    return Sheet("trade-off", about, headings, tuple(rows))


def _plot(ranges: Sequence[Span]) -> Plot | None:
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


# (d) The complete system

#: Blocks of 32 bits in the message of the paper.
_MESSAGE_BLOCKS = 7


def _phases(phases: Stationed) -> Sheet:
    headings = (
        Heading("phase"),
        Heading("ms at 100 MHz", 3),
        Heading("share of time, %", 3),
        Heading("ungated, uW", 1),
        Heading("gated, uW", 1),
        Heading("%", 2),
        Heading("ungated, uJ", 4),
        Heading("gated, uJ", 4),
        Heading("clock edges per cycle after gates", 4),
    )
    rows: list[tuple[str | float | None, ...]] = [
        (
            *(phase.name, phase.ms, 100 * phase.share, phase.free_uw, phase.gated_uw),
            *(more(phase.gated_uw, phase.free_uw), *_energy(phase.ms, phase), phase.edges),
        )
        for phase in phases.phases
    ]
    if (free := phases.free_uw) and (gated := phases.gated_uw):
        duration = sum(phase.ms for phase in phases.phases if phase.share)
        energy = _energy(duration, phases)
        rows.append(("the message", duration, 100.0, free, gated, more(gated, free), *energy, None))
        each = [one / _MESSAGE_BLOCKS for one in energy]
        rows.append(("a block of the message", None, None, None, None, None, *each, None))
    about = (
        f"the complete system at {STATION_MHZ:g} MHz, dynamic power by phase; {JUDGE}; {_R}; "
        f"{_WHERE}, no glitches"
    )
    return Sheet("system", about, headings, tuple(rows))


def _energy(ms: float, of: Phase | Stationed) -> tuple[float, float]:
    """Returns the energy of a time in ms without and with clock gating, uJ."""
    return 1e-3 * ms * of.free_uw, 1e-3 * ms * of.gated_uw


def _station(bank: Bank) -> Sheet:
    headings = (
        Heading("the complete system"),
        Heading("ungated", 3),
        Heading("gated", 3),
        Heading("change, %", 2),
        Heading("printed, %", 2),
    )
    free, gated = (bank.by_target.get((name, f"{JUDGE} stream")) for name in STATIONS)
    about = f"the complete system for {STATION_MHZ:g} MHz; {JUDGE}; {_R}; {_WHERE}"
    if free is None or gated is None:
        return Sheet("gating", about, headings, ())
    rows = (
        ("area, um2", free.area_um2, gated.area_um2, more(gated.area_um2, free.area_um2), 3.64),
        ("GE", free.area, gated.area, more(gated.area, free.area), 3.64),
        ("flip-flops", free.registers, gated.registers, None, None),
        ("delay, ns", free.delay_ns, gated.delay_ns, more(gated.delay_ns, free.delay_ns), 5.52),
    )
    return Sheet("gating", about, headings, rows)
