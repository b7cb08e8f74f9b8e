"""``shat-2014``: the sponge hash SHAT, measured as SHAT-R, a reconstruction from the text.

Zhang, Kim, Choi, Shon: High Performance and Low Power Hardware Implementation for Cryptographic
Hash Functions, International Journal of Distributed Sensor Networks, 2014.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from statistics import correlation, linear_regression, mean

from silicrypt import catalog
from silicrypt.flow.batch import Task
from silicrypt.flow.stimuli import HASH, IDLE, PHASES, stretch
from silicrypt.papers.data import named, published, read, throughput
from silicrypt.papers.judge import reproduction
from silicrypt.papers.model import Cells, Curve, Measured, Plot, Reproduction, Sheet
from silicrypt.papers.plan import PaperResults, design_run, power_run
from silicrypt.results.power import PowerAt

NAME = "shat-2014"
#: Text in every heading.
_R = "SHAT-R is a reconstruction"
_WHERE = "45 nm cells, typical corner, no wires"
_COMMON = f"{_R}; {_WHERE}"


#: The mapping for the smallest area comes first.
JUDGE, FAST = TIMED = "nangate45@area", "nangate45"
#: The mapping that keeps the structure of the sources comes first.
FORMED = ("nangate45@direct", *TIMED)

ROLLED = "shat128"
#: One STEP per cycle with the logic of several: the start of the sweep over unfolding factors.
FIRST = "shat128-u1"
SIZES: Mapping[int, str] = {128: ROLLED, 256: "shat256", 384: "shat384"}
#: The form of SHA-384 that SHAT-384 is compared with.
SHA384 = "sha384-fast"
#: Our own hashes of other families in the paper's comparisons.
COMPARED = ("md5-fast", "sha256-fast", SHA384)
#: The divisors of 48.
FACTORS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 48)
#: The forms of a round by the ending of their names, each with its path: as the STEPs are written,
#: figure 7 of the paper, and ours, which adds the first counter one cycle earlier.
PATHS: Mapping[str, tuple[str, str]] = {
    "": ("chained", "4n XOR + n G"),
    "-fig7": ("figure 7 of the paper", "(3n + 1) XOR + n G"),
    "-pre": ("ours", "3n XOR + n G"),
}
#: Two STEPs per cycle: these forms, then re-associated.
FORMS = ("shat128-u2", "shat128-u2-fig7", "shat128-u2-pre", "shat128-u2-fast")
#: The complete system without and with clock gating, and the same built for the clock of the
#: simulation.
STATIONS = ("station-shat128", "station-shat128-gated")
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


def plan(_: PaperResults) -> list[Task]:
    """Returns the runs of the sheets: designs, then power."""
    swept = [form(steps) for steps in FACTORS]
    return [
        *(design_run(name, on) for on in TIMED for name in SIZES.values()),
        *(design_run(name, on) for on in FORMED for name in FORMS),
        *(design_run(name, FORMED[0]) for name in (FIRST, *designs())),
        *(design_run(name, JUDGE) for name in swept),
        *(design_run(name, JUDGE, "stream") for name in STATIONS),
        design_run(STATIONS[1], ENABLES, "stream"),
        *(design_run(name, JUDGE) for name in COMPARED),
        *(power_run(name, on) for on in FORMED for name in FORMS),
        *(power_run(name, JUDGE) for name in (*swept, *WATCHED)),
        power_run(WATCHED[1], ENABLES),
    ]


def evaluate(results: PaperResults) -> Reproduction:
    """Returns the tables, sweep, trade-off and claims that the text contains, beside ours."""
    ranges, phases = spans(results), station_power(results)
    compared = averages(results)
    sheets = (
        *(_others(size, results) for size in SIZES),
        _average_sheet(compared),
        _sizes(results),
        sweep(results),
        two_steps(results),
        restructured(results),
        fitted(results),
        trade_off(results, ranges),
        by_phase(phases),
        gating(results),
    )
    return reproduction(
        NAME,
        results,
        _computed(results, ranges, phases, compared),
        plot=plot(ranges),
        sheets=sheets,
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


@dataclass(frozen=True)
class Average:
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
    ours: float | None
    slip: str | None


_GAIN = re.compile(r"(throughput|area|FOM)\S* x?([\d.]+)(%?)")


def averages(results: PaperResults) -> list[Average]:
    """Returns all averages, in the order of the paper."""
    rows = [row for row in published(NAME) if re.match(r"SHAT-\d+ vs ", row.row)]
    groups = [list(some) for _, some in groupby(other_hashes(), lambda o: (o.size, o.group))]
    found = [
        average
        for row, others in zip(rows, groups, strict=True)
        for average in _averages(row.cells["gain"], others, results)
    ]
    (last,) = (row for row in published(NAME) if row.row == "SHA-384 vs SHAT-384")
    given = {name: float(value) for name, value, _ in _GAIN.findall(last.cells["gain"])}
    again = given["area"] ** 2 / given["throughput"]
    return [
        *found,
        Average("fom_384", "SHAT-384 over SHA-384", "FOM", given["FOM"], again, None, None),
    ]


def _averages(text: str, others: Sequence[Other], results: PaperResults) -> Iterator[Average]:
    size = others[0].size
    many = f"{len(others)} {others[0].group}" if len(others) > 1 else others[0].group
    measured = results.get(SIZES[size], JUDGE)
    for figure, value, percent in _GAIN.findall(text):
        scale = 100 if percent else 1
        again = scale * _mean(figure, size, PRINTED_GE[size], others)
        area = measured.area if measured else None
        off = abs(again / float(value) - 1) > _ROUNDED
        yield Average(
            id=f"{figure}_{size}_{others[0].group}".lower(),
            about=f"SHAT-{size} over {many}",
            figure=f"{figure}, %" if percent else figure,
            printed=float(value),
            recomputed=again,
            ours=scale * _mean(figure, size, area, others) if area else None,
            slip=f"the cells give {again:.1f}" if off else None,
        )


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
        base: the rolled design.
        low_mhz: the lowest clock at which the throughput is not lower.
        low_uw: dynamic power at `low_mhz`.
        low_mbps: throughput at `low_mhz`.
        high_mhz: the highest clock at which the dynamic power is not higher, limited by static
            timing.
        high_uw: dynamic power at `high_mhz`.
        high_mbps: throughput at `high_mhz`.
        leaky_mhz: the highest clock at which the power with leakage is not higher.
    """

    steps: int
    base: PowerAt
    low_mhz: float
    low_uw: float
    low_mbps: float
    high_mhz: float
    high_uw: float
    high_mbps: float
    leaky_mhz: float


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
        rate = at.mbps or 0.0
        low = (base.mbps or 0.0) / rate
        high = min(base.dynamic_uw / at.dynamic_uw, taken.fmax_mhz)
        leaky = min((base.total_uw - at.leakage_uw) / at.dynamic_uw, taken.fmax_mhz)
        found.append(
            Span(
                steps=steps,
                base=base,
                low_mhz=low,
                low_uw=low * at.dynamic_uw,
                low_mbps=low * rate,
                high_mhz=high,
                high_uw=high * at.dynamic_uw,
                high_mbps=high * rate,
                leaky_mhz=leaky,
            )
        )
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
        if measured := results.get(point, target):
            add(target, catalog.get(point).computes, measured.area, rate_of(point))
    for name in COMPARED:
        own, known = results.get(name, JUDGE), catalog.get(name)
        if own and known.hash.digest_bits == size:
            add(f"{JUDGE}, {name}", known.computes, own.area, rate_of(name))
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
        ((o.about, o.figure, o.printed, o.recomputed, o.ours, o.slip) for o in compared),
    )


def _sizes(results: PaperResults) -> Sheet:
    """Returns the figures of our three sizes."""
    return Sheet.of(
        "sizes",
        f"the three sizes; {_R}; {_WHERE}",
        "target | design | cycles/block:0 | um2:0 | GE:0 | FF:0 | delay, ns:3 | "
        "kbit/s at 100 kHz:2 | FOM, bit/s / kGE2:0",
        (
            (
                *(target, point, one.result.cycles_per_block, one.result.area_um2, one.area),
                *(one.result.ff, one.delay_ns, rate_of(point)),
                efficiency(rate_of(point), one.area),
            )
            for target in TIMED
            for point in SIZES.values()
            if (one := results.get(point, target)) and one.area
        ),
        grouped=True,
    )


# Forms of a round


def two_steps(results: PaperResults) -> Sheet:
    """Returns the forms of two STEPs per cycle on every mapping, with their power."""
    rows: list[Cells] = []
    for target in FORMED:
        base = results.get(FORMS[0], target)
        for point in FORMS:
            one = results.get(point, target)
            if one is None or base is None:
                continue
            taken = [results.power(name, target) for name in (point, FORMS[0])]
            power, base_power = (r.at(CLOCK_MHZ).dynamic_uw if r else None for r in taken)
            kind = float(catalog.get(point).parameters["Precompute"])
            cells = _beside(one, base)
            rows.append((target, point, kind, *cells, power, more(power, base_power)))
    return Sheet.of(
        "two-steps",
        "two STEPs per cycle: chained (0), figure 7 of the paper (3), the counter one cycle "
        f"earlier (1), re-associated (2); power at {CLOCK_MHZ:g} MHz; {_COMMON}",
        "target | design | Pre- compute:0 | delay, ns:3 | %:1 | GE:0 | %:1 | dynamic, uW:1 | %:1",
        rows,
        grouped=True,
    )


def _beside(one: Measured | None, base: Measured) -> Cells:
    """Returns delay and area of a design, each with its change in percent."""
    if one is None:
        return (None,) * 4
    return one.delay_ns, more(one.delay_ns, base.delay_ns), one.area, more(one.area, base.area)


def restructured(results: PaperResults) -> Sheet:
    """Returns delay and area of every unfolding factor, chained and restructured."""
    rows: list[Cells] = []
    for steps in FACTORS[1:]:
        base, *others = (results.get(form(steps, kind), FORMED[0]) for kind in PATHS)
        if base is not None:
            cells = (cell for one in others for cell in _beside(one, base))
            rows.append((float(steps), base.delay_ns, base.area, *cells))
    return Sheet.of(
        "restructured",
        f"every unfolding factor on {FORMED[0]}: chained, figure 7, one XOR less; {_COMMON}",
        "STEPs per cycle:0 | chained, ns:3 | GE:0"
        " | figure 7, ns:3 | %:1 | GE:0 | %:1 | ours, ns:3 | %:1 | GE:0 | %:1",
        rows,
    )


def fitted(results: PaperResults) -> Sheet:
    """Returns the straight line of delay over STEPs per cycle for each form."""
    return Sheet.of(
        "delay-fit",
        f"delay against the number n of STEPs per cycle on {FORMED[0]}, least squares; the paper: "
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
    known = {steps: results.get(form(steps, kind), FORMED[0]) for steps in FACTORS[1:]}
    points = [(float(n), one.delay_ns) for n, one in known.items() if one and one.delay_ns]
    if len(points) < 3:
        return None
    x, y = ([point[axis] for point in points] for axis in (0, 1))
    line = linear_regression(x, y)
    return line.slope, line.intercept, correlation(x, y) ** 2, float(len(points))


def more(new: float | None, old: float | None) -> float | None:
    """Returns the increase in percent."""
    return 100 * (new / old - 1) if new and old else None


def designs() -> Sequence[str]:
    """Returns every unfolding factor in each form."""
    return [form(steps, kind) for kind in PATHS for steps in FACTORS[1:]]


# The sweep over unfolding factors


def sweep(results: PaperResults) -> Sheet:
    """Returns area, delay and power of every unfolding factor."""
    base, rows = results.get(form(1), JUDGE), list[Cells]()
    for steps in FACTORS:
        one = results.get(form(steps), JUDGE)
        if one is None or base is None or not one.area or not base.area:
            continue
        cycles = one.result.cycles_per_block
        rate = throughput(catalog.get(form(steps)).hash.block_bits, CLOCK_MHZ, cycles)
        taken = results.power(form(steps), JUDGE)
        at = taken.at(CLOCK_MHZ) if taken else None
        rows.append(
            (
                *(steps, cycles, one.area, one.area / base.area, one.delay_ns),
                *((at.dynamic_uw, at.leakage_uw) if at else (None, None)),
                *(rate, at.pj_per_bit if at else None),
            )
        )
    return Sheet.of(
        "unfolding",
        f"unfolding at {CLOCK_MHZ:g} MHz, {JUDGE}; {_COMMON}, no glitches",
        "STEPs per cycle:0 | cycles/block:0 | GE:0 | x area:2 | delay, ns:2 | "
        "dynamic, uW:1 | leak., uW:1 | Mbit/s:2 | pJ/bit:2",
        rows,
    )


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
                *(span.steps, one.area if one else None, one.delay_ns if one else None),
                *(span.low_mhz, span.low_uw, span.low_mbps),
                *(span.high_mhz, span.high_uw, span.high_mbps),
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


# The complete system


@dataclass(frozen=True)
class Phase:
    """A phase of a message in the station.

    Attributes:
        name: name of the phase.
        ms: its duration at the clock that the station is meant for, in ms.
        share: its share of the message's time; 0 for the idle phase after the message.
        ungated_uw: dynamic power without clock gating.
        gated_uw: dynamic power with clock gating.
        edges: clock edges per cycle at flip-flops with a gated clock.
    """

    name: str
    ms: float
    share: float
    ungated_uw: float
    gated_uw: float
    edges: float


@dataclass(frozen=True)
class StationPower:
    """The phases of a message, and its mean power over all of them.

    Attributes:
        phases: the phases in order, then the idle phase.
    """

    phases: tuple[Phase, ...]

    @property
    def ungated_uw(self) -> float:
        """Mean dynamic power without clock gating, in uW."""
        return sum(phase.share * phase.ungated_uw for phase in self.phases)

    @property
    def gated_uw(self) -> float:
        """Mean dynamic power with clock gating, in uW."""
        return sum(phase.share * phase.gated_uw for phase in self.phases)

    def phase(self, name: str) -> Phase:
        """Returns the phase of this name."""
        return next(phase for phase in self.phases if phase.name == name)


def station_power(
    results: PaperResults, baseline: str = WATCHED[0], mapping: str = JUDGE
) -> StationPower:
    """Returns the phases at the clock that the station is meant for; none if one is missing.

    Args:
        results: the measurements.
        baseline: name of the station without clock gates.
        mapping: the target that the baseline is mapped on.
    """
    pairs = {
        phase: (
            results.power(baseline, mapping, phase),
            results.power(WATCHED[1], JUDGE, phase),
        )
        for phase in PHASES
    }
    if any(None in pair for pair in pairs.values()):
        return StationPower(())
    ms = {
        phase: pair[0].cycles
        * stretch(catalog.get(WATCHED[0]), phase, STATION_MHZ)
        / (1000 * STATION_MHZ)
        for phase, pair in pairs.items()
        if pair[0]
    }
    duration = sum(time for phase, time in ms.items() if phase != IDLE)
    return StationPower(
        tuple(
            Phase(
                name=phase,
                ms=ms[phase],
                share=0.0 if phase == IDLE else ms[phase] / duration,
                ungated_uw=one.at(STATION_MHZ).dynamic_uw,
                gated_uw=other.at(STATION_MHZ).dynamic_uw,
                edges=other.gated_clock_toggles,
            )
            for phase, (one, other) in pairs.items()
            if one and other
        )
    )


def by_phase(phases: StationPower) -> Sheet:
    """Returns power and energy of each phase, and of the message."""
    rows: list[Cells] = [
        (
            *(phase.name, phase.ms, 100 * phase.share, phase.ungated_uw, phase.gated_uw),
            *(more(phase.gated_uw, phase.ungated_uw), *_energy(phase.ms, phase), phase.edges),
        )
        for phase in phases.phases
    ]
    if (free := phases.ungated_uw) and (gated := phases.gated_uw):
        duration = sum(phase.ms for phase in phases.phases if phase.share)
        energy = _energy(duration, phases)
        rows.append(("the message", duration, 100.0, free, gated, more(gated, free), *energy, None))
        each = [one / _PRINTED["message_blocks"] for one in energy]
        rows.append(("a block of the message", None, None, None, None, None, *each, None))
    return Sheet.of(
        "system",
        f"the complete system at {STATION_MHZ:g} MHz, dynamic power by phase; {JUDGE}; {_COMMON}, "
        "no glitches",
        f"phase | ms at {STATION_MHZ:g} MHz:3 | share of time, %:3 | ungated, uW:1 | gated, uW:1"
        " | %:2 | ungated, uJ:4 | gated, uJ:4 | clock edges per cycle after gates:4",
        rows,
    )


def _energy(ms: float, of: Phase | StationPower) -> tuple[float, float]:
    """Returns the energy of a time in ms without and with clock gating, uJ."""
    return 1e-3 * ms * of.ungated_uw, 1e-3 * ms * of.gated_uw


def gating(results: PaperResults) -> Sheet:
    """Returns area and delay of the complete system with and without clock gates."""
    free, gated = (results.get(name, f"{JUDGE} stream") for name in STATIONS)
    area, delay, rows = _PRINTED["gating_area"], _PRINTED["gating_delay"], list[Cells]()
    if free and gated:
        um2 = free.result.area_um2, gated.result.area_um2
        ns = free.delay_ns, gated.delay_ns
        rows += [
            ("area, um2", *um2, more(um2[1], um2[0]), area),
            ("GE", free.area, gated.area, more(gated.area, free.area), area),
            ("flip-flops", free.result.ff, gated.result.ff, None, None),
            ("delay, ns", *ns, more(ns[1], ns[0]), delay),
        ]
    return Sheet.of(
        "gating",
        f"the complete system for {STATION_MHZ:g} MHz; {JUDGE}; {_COMMON}",
        "the complete system | ungated:3 | gated:3 | change, %:2 | printed, %:2",
        rows,
    )


# Figures for claims


def _computed(
    results: PaperResults,
    ranges: Sequence[Span],
    phases: StationPower,
    compared: Sequence[Average],
) -> dict[str, float | None]:
    """Returns the figures of claims that no formula gives, by their identifiers.

    Args:
        results: the measurements.
        ranges: the clock ranges of the unfolded designs.
        phases: the phases of the station, gated and ungated.
        compared: the paper's averages.
    """
    found: dict[str, float | None] = {
        "second_step": _second_step(results),
        **_trading(ranges, spans(results, "saturated-delays")),
        **_station(phases),
        **_gating(phases, "ungated"),
        **_gating(station_power(results, WATCHED[1], ENABLES), "enables"),
    }
    for one in compared:
        found[one.id], found[f"{one.id}_ours"] = one.recomputed, one.ours
    return found


def _second_step(results: PaperResults) -> float | None:
    """Returns the delay of two STEPs over that of one and a further one, by the straight line."""
    line = fit(results, "-fig7")
    one, two = (results.get(name, FORMED[0]) for name in (FIRST, form(2, "-fig7")))
    if line is None or one is None or two is None or not one.delay_ns or not two.delay_ns:
        return None
    return two.delay_ns / (one.delay_ns + line[0])


def _trading(ranges: Sequence[Span], glitching: Sequence[Span]) -> dict[str, float | None]:
    complete = len(ranges) == len(FACTORS) - 1
    dynamic = float(sum(span.high_mhz > span.low_mhz for span in ranges))
    leaking = float(sum(span.leaky_mhz > span.low_mhz for span in ranges))
    # One design without a range is enough to know that not all have one.
    without = float(sum(span.high_mhz <= span.low_mhz for span in glitching))
    known = without or len(glitching) == len(FACTORS) - 1
    least = min((span.low_uw / span.base.dynamic_uw for span in ranges), default=None)
    return {
        "without_clock_delays": (without if known else None),
        "with_clock_dynamic": dynamic if complete else None,
        "with_clock_leakage": leaking if complete else None,
        "least_power": (least if complete else None),
    }


def _station(phases: StationPower) -> dict[str, float | None]:
    ms = {phase.name: phase.ms for phase in phases.phases}
    hashed = 1000 * ms[HASH] if HASH in ms else None
    permutation = catalog.get(ROLLED).cycles_per_block / STATION_MHZ
    return {
        "receive_ms": ms.get("receive"),
        "hash_us": hashed,
        "hash_us_permuted": (hashed + permutation if hashed else None),
        "show_ms": ms.get("show"),
    }


def _gating(phases: StationPower, baseline: str) -> dict[str, float | None]:
    """Returns the power of the gated station over a baseline: of a message, and of each phase."""
    known = {one.name: one.gated_uw / one.ungated_uw for one in phases.phases}
    message = phases.gated_uw / phases.ungated_uw if known else None
    return {
        f"gated_over_{baseline}_message": message,
        **{f"gated_over_{baseline}_{name}": known.get(name) for name in PHASES},
    }
