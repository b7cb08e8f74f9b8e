"""``shat-2014``: the sponge hash SHAT, measured as SHAT-R, a reconstruction from the text.

Zhang, Kim, Choi, Shon: High Performance and Low Power Hardware Implementation for Cryptographic
Hash Functions, International Journal of Distributed Sensor Networks, 2014.
"""

from __future__ import annotations

from collections.abc import Sequence

from silicrypt import catalog
from silicrypt.base.progress import Progress
from silicrypt.papers import figures, needs
from silicrypt.papers.bank import Bank
from silicrypt.papers.bench import Bench, Task, carry_out
from silicrypt.papers.claims import load
from silicrypt.papers.data import shat_others
from silicrypt.papers.judge import judged
from silicrypt.papers.model import Reproduction
from silicrypt.papers.power import Powers
from silicrypt.papers.shat_2014_figures import (
    COMPARED,
    ENABLES,
    FACTORS,
    FORMED,
    FORMS,
    JUDGE,
    PRINTED_GE,
    SIZES,
    STATIONS,
    TIMED,
    WATCHED,
    Average,
    averages,
    efficiency,
    form,
    rate_of,
    spans,
)
from silicrypt.papers.shat_2014_forms import designs, fitted, restructured, two_steps
from silicrypt.papers.shat_2014_named import named
from silicrypt.papers.shat_2014_station import by_phase, gating, station_power
from silicrypt.papers.shat_2014_sweep import plot, sweep, trade_off
from silicrypt.papers.sheets import Heading, Sheet

NAME = "shat-2014"
#: Text in every heading.
_R = "SHAT-R is a reconstruction"
_WHERE = "45 nm cells, typical corner, no wires"
_COMMON = f"{_R}; {_WHERE}"


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
    ranges, phases = spans(powers[JUDGE]), station_power(station, station)
    glitching = spans(powers[JUDGE], "saturated-delays")
    fair = station_power(holding, station, WATCHED[1])
    compared = averages(bank)
    known = named(bank, ranges, glitching, phases, fair, compared)
    sheets = (
        *(_others(size, bank) for size in SIZES),
        _averages(compared),
        _sizes(bank),
        sweep(bank, powers[JUDGE], _COMMON),
        two_steps(bank, powers, _COMMON),
        restructured(bank, _COMMON),
        fitted(bank, _COMMON),
        trade_off(bank, ranges, _COMMON),
        by_phase(phases, _COMMON),
        gating(bank, _COMMON),
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
        plot=plot(ranges),
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


# Sizes, and the hashes of other authors


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
