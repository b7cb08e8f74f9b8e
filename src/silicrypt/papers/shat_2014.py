"""``shat-2014``: the sponge hash SHAT, measured as SHAT-R, a reconstruction from the text.

Zhang, Kim, Choi, Shon: High Performance and Low Power Hardware Implementation for Cryptographic
Hash Functions, International Journal of Distributed Sensor Networks, 2014.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from functools import cache
from statistics import correlation, linear_regression, mean
from typing import NamedTuple

from silicrypt import catalog
from silicrypt.flow.stimuli import HASH, IDLE, PHASES, stretch
from silicrypt.metrics import area as area_of
from silicrypt.metrics import period_ns
from silicrypt.papers.data import named, published, read, throughput
from silicrypt.papers.judge import reproduction
from silicrypt.papers.model import Cells, Curve, Plot, Reproduction, Sheet
from silicrypt.papers.plan import PaperResults
from silicrypt.results.result import PowerAt

NAME = "shat-2014"
#: Text in every heading.
_R = "SHAT-R is a reconstruction"
_WHERE = "45 nm cells, typical corner, no wires"
_COMMON = f"{_R}; {_WHERE}"

#: The mapping for the smallest area comes first.
JUDGE = "nangate45@area"
TIMED = (JUDGE, "nangate45")
#: The mapping that keeps the structure of the sources.
DIRECT = "nangate45@direct"
ROLLED = "shat128"
#: One STEP per cycle with the logic of several: the start of the sweep over unfolding factors.
FIRST = "shat128-u1"
SIZES: Mapping[int, str] = {128: ROLLED, 256: "shat256", 384: "shat384"}
#: Our own hashes of other families in the paper's comparisons.
COMPARED = ("md5-fast", "sha256-fast", "sha384-fast")
#: The divisors of 48.
FACTORS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 48)
#: The forms of a round by the ending of their names, each with its path: as the STEPs are written,
#: figure 7 of the paper, and ours, which adds the first counter one cycle earlier.
PATHS: Mapping[str, tuple[str, str]] = {
    "": ("chained", "4n XOR + n G"),
    "-fig7": ("figure 7 of the paper", "(3n + 1) XOR + n G"),
    "-pre": ("ours", "3n XOR + n G"),
}
#: The complete system without and with clock gating, built for the clock of the simulation.
WATCHED = ("station-shat128-1mhz", "station-shat128-gated-1mhz")
#: The mapping of the same cells in which registers hold by load-enable instead of a clock gate:
#: the gated station there is the fair baseline of clock gating.
ENABLES = f"{JUDGE}-enables"

#: Numbers of the paper's text, by their names in its TOML.
_PRINTED = named(NAME)
#: Clocks in MHz of the paper's unfolded designs, of its complete system, and of its tables.
CLOCK_MHZ, STATION_MHZ, SLOW_MHZ = (
    _PRINTED[name] for name in ("unfolded_mhz", "clock_mhz", "table_mhz")
)
#: Relative tolerance of a printed figure against the one that its rounded cells give.
_ROUNDED = 0.01

#: The printed rows by name.
_ROWS = {row.row: row for row in published(NAME)}


def evaluate(results: PaperResults) -> Reproduction:
    """Returns the tables, sweep, trade-off and claims that the text contains, beside ours."""
    ranges, phases, compared = spans(results), station_power(results), averages(results)
    return reproduction(
        NAME,
        results,
        {
            "second_step": _second_step(results),
            **_trading(ranges, spans(results, "saturated-delays")),
            **_station(phases),
            **_gating(phases, "ungated"),
            **_gating(station_power(results, WATCHED[1], ENABLES), "enables"),
            **{one.id: one.recomputed for one in compared},
            **{f"{one.id}_ours": one.ours for one in compared},
        },
        plot=plot(ranges),
        sheets=(
            *(_others(size, results) for size in SIZES),
            Sheet.of(
                "averages",
                f"averages over the hashes of others, x; {_R}; ours: {JUDGE}, {_WHERE}",
                "compared | figure | printed:2 | recom- puted:2 | SHAT-R:2 | slip",
                (one[1:] for one in compared),
            ),
            "sizes",
            "unfolding",
            "two-steps",
            "restructured",
            fitted(results),
            trade_off(results, ranges),
            by_phase(phases),
            "gating",
        ),
    )


def form(steps: int, kind: str = "") -> str:
    """Returns the name of the design with this number of STEPs per cycle; one STEP has one form."""
    return FIRST if steps == 1 else f"{ROLLED}-u{steps}{kind}"


def rate_of(point: str) -> float:
    """Returns the throughput of our design at 100 kHz, in kbit/s: block bits over cycles."""
    known = catalog.get(point)
    return 1000 * throughput(known.hash.block_bits, SLOW_MHZ, known.cycles_per_block)


def efficiency(kbps: float, ge: float) -> float:
    """Returns the paper's figure of merit (equation 12): bit/s per square of the area in kGE."""
    return 1000 * kbps / (ge / 1000) ** 2


# The paper's averages


class Other(NamedTuple):
    """A hash by other authors that the paper shat-2014 compares SHAT with.

    A figure that is missing from the available text of the paper is the one that the authors of
    the hash published.

    Attributes:
        size: digest length in bits of the SHAT that it is compared with.
        group: the group that it is averaged with.
        name: the hash and its rounds.
        ge: area in gate equivalents.
        kbps: throughput at 100 kHz, kbit/s.
        fom: the figure of merit, `efficiency`; of some the one that tables print with two decimals.
        lost: which of area and throughput is missing from the text.
    """

    size: int
    group: str
    name: str
    ge: float
    kbps: float
    fom: float
    lost: str


@cache
def other_hashes() -> tuple[Other, ...]:
    """Returns these hashes, in the order of the paper."""
    found = []
    for cells in read("shat-2014-others.csv"):
        row = _ROWS.get(cells["row"])
        mbps, printed_ge = (row and row.number(of) for of in ("throughput_mbps", "area"))
        lost = [name for name, known in (("area", printed_ge), ("throughput", mbps)) if not known]
        ge, kbps = printed_ge or float(cells["ge"]), 1000 * mbps if mbps else float(cells["kbps"])
        fom = efficiency(kbps, ge)
        if cells["bits"]:  # 1 nbit per cycle and GE2 is 100 bit/s per kGE2 at 100 kHz
            fom = 100 * round(1e9 * float(cells["bits"]) / float(cells["cycles"]) / ge**2, 2)
        name = cells["row"].partition(" '156")[0]
        found.append(
            Other(int(cells["size"]), cells["group"], name, ge, kbps, fom, " and ".join(lost))
        )
    return tuple(found)


_GAIN = re.compile(r"(throughput|area|FOM)\S* x?([\d.]+)(%?)")


class Average(NamedTuple):
    """One of the paper's comparisons with hashes of other authors.

    Attributes:
        id: its identifier in claims.
        about: what is compared.
        figure: the compared figure.
        printed: the average as the paper prints it.
        recomputed: the average that the cells give.
        ours: the same with our design instead of the paper's.
        slip: description of the error, if there is one.
    """

    id: str
    about: str
    figure: str
    printed: float
    recomputed: float
    ours: float | None = None
    slip: str | None = None


def averages(results: PaperResults) -> list[Average]:
    """Returns all averages, in the order of the paper."""
    rows = [row for name, row in _ROWS.items() if re.match(r"SHAT-\d+ vs ", name)]
    groups = [list(some) for _, some in itertools.groupby(other_hashes(), lambda o: o[:2])]
    found = []
    for row, others in zip(rows, groups, strict=True):
        size, group = others[0].size, others[0].group
        about = f"SHAT-{size} over {f'{len(others)} ' if len(others) > 1 else ''}{group}"
        printed_ge, result = _ROWS[f"SHAT-{size}"].value("area"), results.get(SIZES[size], JUDGE)
        own = area_of(result) if result else None
        for figure, value, percent in _GAIN.findall(row.cells["gain"]):
            scale, average = 100 if percent else 1, float(value)
            again = scale * _mean(figure, size, printed_ge, others)
            ours = scale * _mean(figure, size, own, others) if own else None
            wrong = abs(again / average - 1) > _ROUNDED
            slip = f"the cells give {again:.1f}" if wrong else None
            name, shown = f"{figure}_{size}_{group}".lower(), f"{figure}, %" if percent else figure
            found.append(Average(name, about, shown, average, again, ours, slip))
    gains = _GAIN.findall(_ROWS["SHA-384 vs SHAT-384"].cells["gain"])
    given = {name: float(value) for name, value, _ in gains}
    again = given["area"] ** 2 / given["throughput"]
    return [*found, Average("fom_384", "SHAT-384 over SHA-384", "FOM", given["FOM"], again)]


def _mean(figure: str, size: int, ge: float, others: Sequence[Other]) -> float:
    """Returns the mean of a figure over those of other hashes, for a SHAT of this area."""
    kbps = rate_of(SIZES[size])
    match figure:
        case "throughput":
            return mean(kbps / other.kbps for other in others)
        case "area":
            return mean(ge / other.ge for other in others)
    return mean(efficiency(kbps, ge) / other.fom for other in others)


def _others(size: int, results: PaperResults) -> Sheet:
    """Returns a table of the paper, as far as its text repeats it, with our figures."""
    point = SIZES[size]
    found = [("printed", f"SHAT-{size}", _ROWS[f"SHAT-{size}"].number("area"), rate_of(point), "")]
    found += [("printed", o.name, o.ge, o.kbps, o.lost) for o in other_hashes() if o.size == size]
    ours = [(target, target, point) for target in TIMED]
    ours += [(f"{JUDGE}, {name}", JUDGE, name) for name in COMPARED]
    for whose, target, name in ours:
        known, result = catalog.get(name), results.get(name, target)
        if result and known.hash.digest_bits == size:
            found.append((whose, known.computes, area_of(result), rate_of(name), ""))
    number = {128: "3", 256: "4", 384: "5"}[size]
    return Sheet.of(
        f"table-{number}",
        f"table {number}: hashes of {size} bits at 100 kHz; {_R}; ours: {_WHERE}",
        "whose | hash | GE:0 | kbit/s at 100 kHz:2 | FOM, bit/s / kGE2:0 | not in the text",
        (
            (whose, name, ge, kbps, efficiency(kbps, ge), lost or None)
            for whose, name, ge, kbps, lost in found
            if ge
        ),
        grouped=True,
    )


# The frequency trade-off


class Span(NamedTuple):
    """The clock range in which an unfolded design takes less power and is faster than the rolled.

    Attributes:
        steps: STEPs per cycle.
        base: the rolled design at its clock.
        at_1mhz: the unfolded design at 1 MHz.
        low_mhz: the lowest clock at which the throughput is not lower.
        high_mhz: the highest clock at which the dynamic power is not higher, limited by static
            timing.
        leaky_mhz: the highest clock at which the power with leakage is not higher.
    """

    steps: int
    base: PowerAt
    at_1mhz: PowerAt
    low_mhz: float
    high_mhz: float
    leaky_mhz: float

    @property
    def ends(self) -> tuple[tuple[float, float, float], ...]:
        """Clock, dynamic power in uW and throughput in Mbit/s at both ends of the range."""
        one = self.at_1mhz
        clocks = (self.low_mhz, self.high_mhz)
        return tuple((mhz, mhz * one.dynamic_uw, mhz * (one.mbps or 0.0)) for mhz in clocks)


def spans(results: PaperResults, scenario: str = "saturated") -> list[Span]:
    """Returns the clock range of each unfolding factor whose power is measured."""
    rolled = results.power(FIRST, JUDGE, scenario)
    if rolled is None:
        return []
    base, found = rolled.at(CLOCK_MHZ), []
    for steps in FACTORS[1:]:
        taken = results.power(form(steps), JUDGE, scenario)
        if taken is None:
            continue
        at = taken.at(1.0)
        low = (base.mbps or 0.0) / (at.mbps or 0.0)
        high = min(base.dynamic_uw / at.dynamic_uw, taken.fmax_mhz)
        leaky = min((base.total_uw - at.leakage_uw) / at.dynamic_uw, taken.fmax_mhz)
        found.append(Span(steps, base, at, low, high, leaky))
    return found


def trade_off(results: PaperResults, ranges: Sequence[Span]) -> Sheet:
    """Returns the clocks at which a design beats the rolled one in power and throughput."""
    return Sheet.of(
        "trade-off",
        "clock frequencies with less dynamic power and more throughput than the rolled design at "
        f"{CLOCK_MHZ:g} MHz; {JUDGE}; {_COMMON}, no glitches",
        "STEPs per cycle:0 | GE:0 | delay, ns:3 | from, MHz:3 | uW there:1 | "
        "Mbit/s there:2 | to, MHz:3 | uW there:1 | Mbit/s there:2 | to, with leakage:3",
        (
            (
                *(span.steps, *((area_of(one), period_ns(one)) if one else (None, None))),
                *itertools.chain.from_iterable(span.ends),
                span.leaky_mhz if span.leaky_mhz > span.low_mhz else "none",
            )
            for span in ranges
            for one in (results.get(form(span.steps), JUDGE),)
        ),
    )


def plot(ranges: Sequence[Span]) -> Plot | None:
    """Plots both ends of the range of each unfolding factor."""
    if not ranges:
        return None
    base = ranges[0].base
    curves = [Curve(f"1: {CLOCK_MHZ:g} MHz", "rolled", ((100.0, 1.0),))]
    for span in ranges:
        name = f"{span.steps}: {span.low_mhz:.2f} to {span.high_mhz:.2f} MHz"
        ends = ((100 * uw / base.dynamic_uw, mbps / (base.mbps or 1)) for _, uw, mbps in span.ends)
        curves.append(Curve(name, "unfolded", tuple(ends)))
    return Plot(
        title="SHAT-R (reconstruction) of n STEPs per cycle, from the lowest to the highest clock "
        f"of its range, on {JUDGE}: the rolled design at {CLOCK_MHZ:g} MHz is 100 % and x1",
        x="dynamic power, % of the rolled design",
        y="throughput over the rolled design",
        curves=tuple(curves),
        ticks=(0, 20, 40, 60, 80, 100),
    )


# Forms of a round


def fitted(results: PaperResults) -> Sheet:
    """Returns the straight line of delay over STEPs per cycle for each form."""
    return Sheet.of(
        "delay-fit",
        f"delay against the number n of STEPs per cycle on {DIRECT}, least squares; the paper: "
        f"three XOR and one G for each STEP; {_COMMON}",
        "form | path of n STEPs | ns per STEP:4 | ns at n = 0:4 | R2:5 | factors:0",
        (
            (name, path, *line)
            for kind, (name, path) in PATHS.items()
            if (line := fit(results, kind))
        ),
    )


def fit(results: PaperResults, kind: str) -> tuple[float, float, float, float] | None:
    """Returns slope, intercept, R^2 and number of points of the delay of a form; None below three.

    The kind is the ending of the form's names.
    """
    known = {steps: results.get(form(steps, kind), DIRECT) for steps in FACTORS[1:]}
    points = [(float(n), ns) for n, one in known.items() if one and (ns := period_ns(one))]
    if len(points) < 3:
        return None
    x, y = zip(*points, strict=True)
    line = linear_regression(x, y)
    return line.slope, line.intercept, correlation(x, y) ** 2, float(len(points))


# The complete system

#: The name of the mean over the phases of a message.
MESSAGE = "message"


class Phase(NamedTuple):
    """A phase of a message in the station, or the complete message.

    Attributes:
        ms: its duration at the clock that the station is meant for, in ms.
        share: its share of the message's time; 0 for the idle phase after the message.
        uw: mean dynamic power without and with clock gating.
        edges: clock edges per cycle at flip-flops with a gated clock; None for the message.
    """

    ms: float
    share: float
    uw: tuple[float, ...]
    edges: float | None = None

    @property
    def ratio(self) -> float:
        """The power with clock gating over that without."""
        return self.uw[1] / self.uw[0]

    @property
    def energy(self) -> list[float]:
        """The energy without and with clock gating, uJ."""
        return [1e-3 * self.ms * uw for uw in self.uw]


def station_power(
    results: PaperResults, baseline: str = WATCHED[0], mapping: str = JUDGE
) -> dict[str, Phase]:
    """Returns the phases by name and then the message; nothing if a phase is missing.

    The baseline is the station without clock gating, and the mapping is that of the baseline.
    """
    known, found = catalog.get(WATCHED[0]), dict[str, Phase]()
    for name in PHASES:
        free = results.power(baseline, mapping, name)
        gated = results.power(WATCHED[1], JUDGE, name)
        if free is None or gated is None:
            return {}
        ms = free.cycles * stretch(known, name, STATION_MHZ) / (1000 * STATION_MHZ)
        uw = tuple(one.at(STATION_MHZ).dynamic_uw for one in (free, gated))
        found[name] = Phase(ms, float(name != IDLE), uw, gated.gated_clock_toggles)
    duration = sum(one.share * one.ms for one in found.values())
    shared = {
        name: one._replace(share=one.share * one.ms / duration) for name, one in found.items()
    }
    mean_uw = tuple(sum(one.share * one.uw[n] for one in shared.values()) for n in (0, 1))
    return {**shared, MESSAGE: Phase(duration, 1.0, mean_uw)}


def by_phase(phases: Mapping[str, Phase]) -> Sheet:
    """Returns power and energy of each phase, and of the message."""
    rows: list[Cells] = [
        (
            *(f"the {name}" if name == MESSAGE else name, one.ms, 100 * one.share),
            *(*one.uw, 100 * (one.ratio - 1), *one.energy, one.edges),
        )
        for name, one in phases.items()
    ]
    if phases:
        each = [one / _PRINTED["message_blocks"] for one in phases[MESSAGE].energy]
        rows.append(("a block of the message", None, None, None, None, None, *each, None))
    return Sheet.of(
        "system",
        f"the complete system at {STATION_MHZ:g} MHz, dynamic power by phase; {JUDGE}; {_COMMON}, "
        "no glitches",
        f"phase | ms at {STATION_MHZ:g} MHz:3 | share of time, %:3 | ungated, uW:1 | gated, uW:1"
        " | %:2 | ungated, uJ:4 | gated, uJ:4 | clock edges per cycle after gates:4",
        rows,
    )


# Figures for claims


def _second_step(results: PaperResults) -> float | None:
    """Returns the delay of two STEPs over that of one and a further one, by the straight line."""
    line = fit(results, "-fig7")
    found = [results.get(form(n, "-fig7"), DIRECT) for n in (1, 2)]
    delays = [ns for one in found if one and (ns := period_ns(one))]
    return delays[1] / (delays[0] + line[0]) if line and len(delays) == 2 else None


def _trading(ranges: Sequence[Span], glitching: Sequence[Span]) -> dict[str, float | None]:
    # One design without a range is enough to know that not all have one.
    without = sum(span.high_mhz <= span.low_mhz for span in glitching)
    known = without or len(glitching) == len(FACTORS) - 1
    found = {
        "with_clock_dynamic": sum(span.high_mhz > span.low_mhz for span in ranges),
        "with_clock_leakage": sum(span.leaky_mhz > span.low_mhz for span in ranges),
        "least_power": min((one.ends[0][1] / one.base.dynamic_uw for one in ranges), default=None),
    }
    complete = len(ranges) == len(FACTORS) - 1
    return {
        "without_clock_delays": without if known else None,
        **{name: value if complete else None for name, value in found.items()},
    }


def _station(phases: Mapping[str, Phase]) -> dict[str, float | None]:
    hash_us = 1000 * phases[HASH].ms if phases else None
    permutation = catalog.get(ROLLED).cycles_per_block / STATION_MHZ
    return {
        "hash_us": hash_us,
        "hash_us_permuted": hash_us + permutation if hash_us else None,
        **{f"{name}_ms": phases[name].ms if phases else None for name in ("receive", "show")},
    }


def _gating(phases: Mapping[str, Phase], baseline: str) -> dict[str, float | None]:
    """Returns the power of the gated station over a baseline: of a message, and of each phase."""
    names = (MESSAGE, *PHASES)
    return {
        f"gated_over_{baseline}_{name}": phases[name].ratio if phases else None for name in names
    }
