"""``shat-2014``: the sponge hash SHAT, measured as SHAT-R, a reconstruction from the text.

Zhang, Kim, Choi, Shon: High Performance and Low Power Hardware Implementation for Cryptographic
Hash Functions, International Journal of Distributed Sensor Networks, 2014.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
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
from silicrypt.results.power import PowerAt

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

#: Areas of the paper's designs, as its text states them.
PRINTED_GE: Mapping[int, float] = {
    size: area
    for row in published(NAME)
    for size in SIZES
    if row.row == f"SHAT-{size}" and (area := row.number("area"))
}


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
            _average_sheet(compared),
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
    """Returns the name of the design with this number of STEPs per cycle.

    Args:
        steps: STEPs per cycle.
        kind: ending of the form's names; chained by default. One STEP has one form.
    """
    return FIRST if steps == 1 else f"{ROLLED}-u{steps}{kind}"


def rate_of(point: str) -> float:
    """Returns the throughput of our design at 100 kHz, in kbit/s: block bits over cycles."""
    known = catalog.get(point)
    return 1000 * throughput(known.hash.block_bits, SLOW_MHZ, known.cycles_per_block)


def efficiency(kbps: float, ge: float) -> float:
    """Returns the paper's figure of merit (equation 12): bit/s per square of the area in kGE."""
    return 1000 * kbps / (ge / 1000) ** 2


# The paper's averages


@dataclass(frozen=True)
class Other:
    """A hash by other authors that the paper shat-2014 compares SHAT with.

    A figure that is missing from the available text of the paper is the one that the authors of
    the hash published.

    Attributes:
        size: digest length in bits of the SHAT that it is compared with.
        group: the group that it is averaged with.
        name: the hash and its rounds.
        ge: area in gate equivalents.
        kbps: throughput at 100 kHz, kbit/s.
        lost: which of the two figures is missing from the text.
        fom: the figure of merit as tables print it, in nbit per cycle and GE2, with two decimals,
            from the bits and cycles of a block; None if it follows from the rate.
    """

    size: int
    group: str
    name: str
    ge: float
    kbps: float
    lost: str
    fom: float | None = None


@cache
def other_hashes() -> tuple[Other, ...]:
    """Returns these hashes, in the order of the paper."""
    printed = {row.row: row for row in published(NAME)}
    found = []
    for cells in read("shat-2014-others.csv"):
        row = printed.get(cells["row"])
        rate = row and row.number("throughput_mbps")
        ge, kbps = row and row.number("area"), rate and 1000 * rate
        lost = [name for name, known in (("area", ge), ("throughput", kbps)) if known is None]
        found.append(
            Other(
                size=int(cells["size"]),
                group=cells["group"],
                name=cells["row"].partition(" '156")[0],
                ge=ge or float(cells["ge"]),
                kbps=kbps or float(cells["kbps"]),
                lost=" and ".join(lost),
                fom=_fom(cells, ge or float(cells["ge"])) if cells["bits"] else None,
            )
        )
    return tuple(found)


def _fom(cells: Mapping[str, str], ge: float) -> float:
    return round(1e9 * float(cells["bits"]) / float(cells["cycles"]) / ge**2, 2)


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
    printed = published(NAME)
    rows = [row for row in printed if re.match(r"SHAT-\d+ vs ", row.row)]
    groups = [list(some) for _, some in groupby(other_hashes(), lambda o: (o.size, o.group))]
    found = []
    for row, others in zip(rows, groups, strict=True):
        size, group = others[0].size, others[0].group
        about = f"SHAT-{size} over {f'{len(others)} ' if len(others) > 1 else ''}{group}"
        result = results.get(SIZES[size], JUDGE)
        own = area_of(result) if result else None
        for figure, value, percent in _GAIN.findall(row.cells["gain"]):
            scale, average = 100 if percent else 1, float(value)
            again = scale * _mean(figure, size, PRINTED_GE[size], others)
            found.append(
                Average(
                    f"{figure}_{size}_{group}".lower(),
                    about,
                    f"{figure}, %" if percent else figure,
                    average,
                    again,
                    scale * _mean(figure, size, own, others) if own else None,
                    f"the cells give {again:.1f}" if abs(again / average - 1) > _ROUNDED else None,
                )
            )
    (last,) = (row for row in printed if row.row == "SHA-384 vs SHAT-384")
    given = {name: float(value) for name, value, _ in _GAIN.findall(last.cells["gain"])}
    again = given["area"] ** 2 / given["throughput"]
    return [*found, Average("fom_384", "SHAT-384 over SHA-384", "FOM", given["FOM"], again)]


def _mean(figure: str, size: int, ge: float, others: Sequence[Other]) -> float:
    kbps = rate_of(SIZES[size])
    if figure == "throughput":
        return mean(kbps / other.kbps for other in others)
    if figure == "area":
        return mean(ge / other.ge for other in others)
    # 1 nbit per cycle and GE2 is 100 bit/s per kGE2 at 100 kHz.
    cells = (100 * one.fom if one.fom else efficiency(one.kbps, one.ge) for one in others)
    own = efficiency(kbps, ge)
    return mean(own / cell for cell in cells)


# The frequency trade-off


@dataclass(frozen=True)
class Span:
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


# Sizes, and the hashes of other authors


def _others(size: int, results: PaperResults) -> Sheet:
    """Returns a table of the paper, as far as its text repeats it, with our figures."""
    rows: list[Cells] = []

    def add(whose: str, name: str, ge: float | None, kbps: float, lost: str = "") -> None:
        if ge:
            rows.append((whose, name, ge, kbps, efficiency(kbps, ge), lost or None))

    point = SIZES[size]
    add("printed", f"SHAT-{size}", PRINTED_GE.get(size), rate_of(point))
    for other in other_hashes():
        if other.size == size:
            add("printed", other.name, other.ge, other.kbps, other.lost)
    for target in TIMED:
        if result := results.get(point, target):
            add(target, catalog.get(point).computes, area_of(result), rate_of(point))
    for name in COMPARED:
        own, known = results.get(name, JUDGE), catalog.get(name)
        if own and known.hash.digest_bits == size:
            add(f"{JUDGE}, {name}", known.computes, area_of(own), rate_of(name))
    number = {128: "3", 256: "4", 384: "5"}[size]
    return Sheet.of(
        f"table-{number}",
        f"table {number}: hashes of {size} bits at 100 kHz; {_R}; ours: {_WHERE}",
        "whose | hash | GE:0 | kbit/s at 100 kHz:2 | FOM, bit/s / kGE2:0 | not in the text",
        rows,
        grouped=True,
    )


def _average_sheet(compared: Sequence[Average]) -> Sheet:
    """Returns the paper's averages over other designs, recomputed from their cells."""
    return Sheet.of(
        "averages",
        f"averages over the hashes of others, x; {_R}; ours: {JUDGE}, {_WHERE}",
        "compared | figure | printed:2 | recom- puted:2 | SHAT-R:2 | slip",
        (one[1:] for one in compared),
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

    Args:
        results: the measured designs.
        kind: the ending of the form's names.
    """
    known = {steps: results.get(form(steps, kind), DIRECT) for steps in FACTORS[1:]}
    points = [(float(n), ns) for n, one in known.items() if one and (ns := period_ns(one))]
    if len(points) < 3:
        return None
    x, y = ([point[axis] for point in points] for axis in (0, 1))
    line = linear_regression(x, y)
    return line.slope, line.intercept, correlation(x, y) ** 2, float(len(points))


# The frequency trade-off, shown


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
                *(span.steps, area_of(one) if one else None, period_ns(one) if one else None),
                *(figure for end in span.ends for figure in end),
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
    curves += [
        Curve(
            f"{span.steps}: {span.low_mhz:.2f} to {span.high_mhz:.2f} MHz",
            "unfolded",
            tuple(
                (100 * uw / base.dynamic_uw, mbps / (base.mbps or 1)) for _, uw, mbps in span.ends
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


# The complete system


#: The name of the mean over the phases of a message.
MESSAGE = "message"


@dataclass(frozen=True)
class Phase:
    """A phase of a message in the station, or the complete message.

    Attributes:
        ms: its duration at the clock that the station is meant for, in ms.
        share: its share of the message's time; 0 for the idle phase after the message.
        ungated_uw: mean dynamic power without clock gating.
        gated_uw: mean dynamic power with clock gating.
        edges: clock edges per cycle at flip-flops with a gated clock; None for the message.
    """

    ms: float
    share: float
    ungated_uw: float
    gated_uw: float
    edges: float | None = None

    @property
    def energy(self) -> tuple[float, float]:
        """The energy without and with clock gating, uJ."""
        return 1e-3 * self.ms * self.ungated_uw, 1e-3 * self.ms * self.gated_uw


def station_power(
    results: PaperResults, baseline: str = WATCHED[0], mapping: str = JUDGE
) -> dict[str, Phase]:
    """Returns the phases by name and then the message; nothing if a phase is missing.

    Args:
        results: the measurements.
        baseline: name of the station without clock gates.
        mapping: the target that the baseline is mapped on.
    """
    known, found = catalog.get(WATCHED[0]), dict[str, Phase]()
    for name in PHASES:
        free = results.power(baseline, mapping, name)
        gated = results.power(WATCHED[1], JUDGE, name)
        if free is None or gated is None:
            return {}
        ms = free.cycles * stretch(known, name, STATION_MHZ) / (1000 * STATION_MHZ)
        uw, gated_uw = (one.at(STATION_MHZ).dynamic_uw for one in (free, gated))
        found[name] = Phase(ms, float(name != IDLE), uw, gated_uw, gated.gated_clock_toggles)
    duration = sum(one.share * one.ms for one in found.values())
    shared = {
        name: replace(one, share=one.share * one.ms / duration) for name, one in found.items()
    }
    free_uw = sum(one.share * one.ungated_uw for one in shared.values())
    gated_uw = sum(one.share * one.gated_uw for one in shared.values())
    return {**shared, MESSAGE: Phase(duration, 1.0, free_uw, gated_uw)}


def by_phase(phases: Mapping[str, Phase]) -> Sheet:
    """Returns power and energy of each phase, and of the message."""
    rows: list[Cells] = [
        (
            *(f"the {name}" if name == MESSAGE else name, one.ms, 100 * one.share, one.ungated_uw),
            *(one.gated_uw, 100 * (one.gated_uw / one.ungated_uw - 1), *one.energy, one.edges),
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
    one, two = (results.get(form(n, "-fig7"), DIRECT) for n in (1, 2))
    delays = [period_ns(result) for result in (one, two) if result]
    if line is None or len(delays) < 2 or not delays[0] or not delays[1]:
        return None
    return delays[1] / (delays[0] + line[0])


def _trading(ranges: Sequence[Span], glitching: Sequence[Span]) -> dict[str, float | None]:
    complete = len(ranges) == len(FACTORS) - 1
    dynamic = float(sum(span.high_mhz > span.low_mhz for span in ranges))
    leaking = float(sum(span.leaky_mhz > span.low_mhz for span in ranges))
    # One design without a range is enough to know that not all have one.
    without = float(sum(span.high_mhz <= span.low_mhz for span in glitching))
    known = without or len(glitching) == len(FACTORS) - 1
    least = min((span.ends[0][1] / span.base.dynamic_uw for span in ranges), default=None)
    return {
        "without_clock_delays": (without if known else None),
        "with_clock_dynamic": dynamic if complete else None,
        "with_clock_leakage": leaking if complete else None,
        "least_power": (least if complete else None),
    }


def _station(phases: Mapping[str, Phase]) -> dict[str, float | None]:
    ms = {name: phase.ms for name, phase in phases.items()}
    hashed = 1000 * ms[HASH] if HASH in ms else None
    permutation = catalog.get(ROLLED).cycles_per_block / STATION_MHZ
    return {
        "receive_ms": ms.get("receive"),
        "hash_us": hashed,
        "hash_us_permuted": (hashed + permutation if hashed else None),
        "show_ms": ms.get("show"),
    }


def _gating(phases: Mapping[str, Phase], baseline: str) -> dict[str, float | None]:
    """Returns the power of the gated station over a baseline: of a message, and of each phase."""
    ratios = {name: one.gated_uw / one.ungated_uw for name, one in phases.items()}
    return {f"gated_over_{baseline}_{name}": ratios.get(name) for name in (MESSAGE, *PHASES)}
