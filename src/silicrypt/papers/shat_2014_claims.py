"""The claims of ``shat-2014``, compared with our measurements and with its own figures.

This module lists what is measured for them: sizes, factors, forms and stations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import mean
from types import MappingProxyType

from silicrypt import catalog
from silicrypt.flow.station import HASH, IDLE, PHASES, stretch
from silicrypt.papers.arithmetic import throughput
from silicrypt.papers.data import Other, published, shat_others
from silicrypt.papers.judge import Bank, Ratio, change, judged, unmeasured, verdict
from silicrypt.papers.model import Claim, place_of
from silicrypt.papers.power import Powers
from silicrypt.results.power import PowerAt

_NAME = "shat-2014"
#: The mapping for the smallest area comes first, because the verdicts follow from it.
JUDGE, FAST = TIMED = "nangate45@area", "nangate45"
#: Claims about structure are judged on the mapping that keeps the structure, which comes first.
FORMED = ("nangate45@direct", *TIMED)

ROLLED = "shat128"
SIZES: Mapping[int, str] = MappingProxyType({128: ROLLED, 256: "shat256", 384: "shat384"})
#: The divisors of 48.
FACTORS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 48)
#: Two STEPs per cycle, by `Precompute`: chained, the paper's restructuring, re-associated.
FORMS = ("shat128-u2", "shat128-u2-pre", "shat128-u2-fast")
#: The complete system without and with clock gating, and the same built for the clock of the
#: simulation.
STATIONS = ("station-shat128", "station-shat128-gated")
WATCHED = ("station-shat128-1mhz", "station-shat128-gated-1mhz")

#: Clocks in MHz of the paper's unfolded designs, of its complete system, and of its tables.
CLOCK_MHZ, STATION_MHZ, SLOW_MHZ = 10.0, 100.0, 0.1
#: Relative tolerance of an area; the content of the function G is our choice.
_NEAR = 0.06
#: Relative tolerance of a printed figure against the one that its rounded cells give.
_ROUNDED = 0.01

#: Areas of the paper's designs, as its text states them.
PRINTED_GE: Mapping[int, float] = MappingProxyType(
    {
        size: area
        for row in published(_NAME)
        for size in SIZES
        if row.row == f"SHAT-{size}" and (area := row.number("area"))
    }
)


def form(steps: int) -> str:
    """Returns the name of the design with this number of chained STEPs per cycle."""
    return ROLLED if steps == 1 else f"{ROLLED}-u{steps}"


def rate_of(config: str) -> float:
    """Returns the throughput of our design at 100 kHz, in kbit/s: block bits over cycles."""
    known = catalog.get(config)
    return 1000 * throughput(known.hash.block_bits, SLOW_MHZ, known.cycles_per_block)


def efficiency(kbps: float, ge: float) -> float:
    """Returns the paper's figure of merit (equation 12): bit/s per square of the area in kGE."""
    return 1000 * kbps / (ge / 1000) ** 2


# The paper's averages


@dataclass(frozen=True)
class Average:
    """One of the paper's comparisons with hashes of other authors.

    Attributes:
        about: what is compared.
        figure: the compared figure.
        printed: the average as the paper prints it.
        recomputed: the average that the cells give.
        ours: the same with our design instead of the paper's.
        slip: description of the error, if there is one.
    """

    about: str
    figure: str
    printed: float
    recomputed: float
    ours: float | None
    slip: str | None


_GAIN = re.compile(r"(throughput|area|FOM)\S* x?([\d.]+)(%?)")


def averages(bank: Bank) -> list[Average]:
    """Returns all averages, in the order of the paper."""
    rows = [row for row in published(_NAME) if re.match(r"SHAT-\d+ vs ", row.row)]
    groups = [list(some) for _, some in groupby(shat_others(), lambda o: (o.size, o.group))]
    found = [
        average
        for row, others in zip(rows, groups, strict=True)
        for average in _averages(row.cells["gain"], others, bank)
    ]
    (last,) = (row for row in published(_NAME) if row.row == "SHA-384 vs SHAT-384")
    given = {name: float(value) for name, value, _ in _GAIN.findall(last.cells["gain"])}
    again = given["area"] ** 2 / given["throughput"]
    return [*found, Average("SHAT-384 over SHA-384", "FOM", given["FOM"], again, None, None)]


def _averages(text: str, others: Sequence[Other], bank: Bank) -> Iterator[Average]:
    size = others[0].size
    many = f"{len(others)} {others[0].group}" if len(others) > 1 else others[0].group
    measured = bank.by_place.get((SIZES[size], JUDGE))
    for figure, value, percent in _GAIN.findall(text):
        scale = 100 if percent else 1
        again = scale * _mean(figure, size, PRINTED_GE[size], others)
        area = measured.area if measured else None
        off = abs(again / float(value) - 1) > _ROUNDED
        yield Average(
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
    own = efficiency(kbps, ge)
    return mean(own / efficiency(other.kbps, other.ge) for other in others)


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


def spans(powers: Powers) -> list[Span]:
    """Returns the clock range of each unfolding factor whose power is measured."""
    rolled = powers.by_scenario.get((ROLLED, "saturated"))
    if rolled is None:
        return []
    base, found = rolled.at(CLOCK_MHZ), []
    for steps in FACTORS[1:]:
        taken = powers.by_scenario.get((form(steps), "saturated"))
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


# The complete system


@dataclass(frozen=True)
class Phase:
    """A phase of a message in the station.

    Attributes:
        name: name of the phase.
        ms: its duration at the clock that the station is meant for, in ms.
        share: its share of the message's time; 0 for the idle phase after the message.
        free_uw: dynamic power without clock gating.
        gated_uw: dynamic power with clock gating.
        edges: clock edges per cycle at flip-flops with a gated clock.
    """

    name: str
    ms: float
    share: float
    free_uw: float
    gated_uw: float
    edges: float


@dataclass(frozen=True)
class Stationed:
    """The phases of a message, and its mean power over all of them.

    Attributes:
        phases: the phases in order, then the idle phase.
    """

    phases: tuple[Phase, ...]

    @property
    def free_uw(self) -> float:
        """Mean dynamic power without clock gating."""
        return sum(phase.share * phase.free_uw for phase in self.phases)

    @property
    def gated_uw(self) -> float:
        """Mean dynamic power with clock gating."""
        return sum(phase.share * phase.gated_uw for phase in self.phases)

    def phase(self, name: str) -> Phase:
        """Returns the phase of this name."""
        return next(phase for phase in self.phases if phase.name == name)


def stationed(powers: Powers) -> Stationed:
    """Returns the phases at the clock that the station is meant for; None if one is missing."""
    pairs = {phase: [powers.by_scenario.get((name, phase)) for name in WATCHED] for phase in PHASES}
    if any(None in pair for pair in pairs.values()):
        return Stationed(())
    ms = {
        phase: pair[0].cycles
        * stretch(catalog.get(WATCHED[0]), phase, STATION_MHZ)
        / (1000 * STATION_MHZ)
        for phase, pair in pairs.items()
        if pair[0]
    }
    whole = sum(time for phase, time in ms.items() if phase != IDLE)
    return Stationed(
        tuple(
            Phase(
                name=phase,
                ms=ms[phase],
                share=0.0 if phase == IDLE else ms[phase] / whole,
                free_uw=free.at(STATION_MHZ).dynamic_uw,
                gated_uw=gated.at(STATION_MHZ).dynamic_uw,
                edges=gated.gated_clock_toggles,
            )
            for phase, (free, gated) in pairs.items()
            if free and gated
        )
    )


# Claims


def claims(
    bank: Bank,
    powers: Mapping[str, Powers],
    ranges: Sequence[Span],
    phases: Stationed,
    compared: Sequence[Average],
) -> tuple[Claim, ...]:
    """Returns the claims of the paper with verdicts."""
    return (
        *(_area(bank, size) for size in PRINTED_GE),
        _rate(bank),
        _unfolded(bank),
        *_restructured(bank, powers),
        _traded(ranges),
        *_gated(bank, phases),
        _hashed(phases),
        _compared(compared),
    )


def _area(bank: Bank, size: int) -> Claim:
    claim, printed = f"SHAT-{size} has {PRINTED_GE[size]:.0f} GE.", PRINTED_GE[size]
    places = {on: bank.by_place.get((SIZES[size], on)) for on in TIMED}
    known = {on: one.area for on, one in places.items() if one and one.area}
    if not known:
        return unmeasured(claim, f"{printed:.0f} GE")
    judge, first = next(iter(known.items()))
    return Claim(
        claim=claim,
        verdict=verdict(abs(first / printed - 1) <= _NEAR),
        printed=f"{printed:.0f} GE, 45 nm",
        measured="; ".join(
            f"{on}: {area:.0f} GE ({100 * (area / printed - 1):+.1f} %)"
            for on, area in known.items()
        ),
        why=f"Verdict by {judge}, level core, no reset on the state: borne out within "
        f"{100 * _NEAR:.0f} %, as S-box and diffusion layer are those of the reconstruction.",
        figures={f"GE on {on}": area for on, area in known.items()},
    )


def _rate(bank: Bank) -> Claim:
    cycles, printed = bank.cycles(ROLLED), "66.67 kbit/s"
    claim = "SHAT-128 has 66.67 kbit/s at 100 kHz."
    if cycles is None:
        return unmeasured(claim, printed)
    rate = 1000 * throughput(catalog.get(ROLLED).hash.block_bits, SLOW_MHZ, cycles)
    return Claim(
        claim=claim,
        verdict=verdict(round(rate, 2) == 66.67),
        printed=printed,
        measured=f"{rate:.2f} kbit/s: 32 bits in {cycles} cycles",
        why="Cycles counted in simulation. A block's message is absorbed in the first of them; the "
        "three permutations that squeeze a digest are not counted, nor is the first one.",
        figures={"kbit/s": round(rate, 2)},
    )


def _unfolded(bank: Bank) -> Claim:
    claim, printed = "Unfolding brings up to 47.97 times the throughput at 10 MHz.", "x47.97"
    new = form(FACTORS[-1])
    ends = [bank.by_place.get((name, JUDGE)) for name in (new, ROLLED)]
    if None in ends:
        return unmeasured(claim, printed)
    wide, rolled = ends
    assert wide and rolled  # for mypy: none is missing
    gain = rolled.cycles_per_block / wide.cycles_per_block
    area = (wide.area or 0) / (rolled.area or 1)
    own = (wide.throughput_mbps or 0) / (rolled.throughput_mbps or 1)
    return Claim(
        claim=claim,
        verdict=verdict(gain >= 47.97 and (wide.fmax_mhz or 0) >= CLOCK_MHZ),
        printed=printed,
        measured=f"x{gain:.2f} on {JUDGE}, in x{area:.2f} of the area",
        why="48 cycles become one; x47.97 is x48 with 6.67 Mbit/s rounded. It is so because the "
        "clock is held at 10 MHz, which a rolled design exceeds by far: each at its own highest "
        f"clock the gain is x{own:.2f}, and x{own / area:.2f} for the area. {new} reaches "
        f"{wide.fmax_mhz:.0f} MHz.",
        figures={"throughput": gain, "area": area, "throughput, own clock": own},
    )


def _restructured(bank: Bank, powers: Mapping[str, Powers]) -> Iterator[Claim]:
    base, pre, fast = FORMS
    pairs = [(new, on) for new in (pre, fast) for on in FORMED]
    yield judged(
        "Restructured, two STEPs a cycle have a path that is 6.31 % shorter.",
        "-6.31 %",
        [bank.ratio(new, base, on, "delay_ns") for new, on in pairs],
        lambda ratio: ratio <= 0.9369,
        "So it is of gates mapped as they are written, which no synthesis for speed leaves so: one "
        f"that restructures logic does most of it to the chained form by itself ({FAST}). By "
        "gates it is 6 XOR and 2 G instead of 8 XOR and 2 G; re-associated (not in the paper) 4 "
        "XOR and 2 S-boxes. The path has the cells that absorb, turn and clear besides.",
        change,
    )
    yield judged(
        "Restructuring costs 8 % of area.",
        "+8 %",
        [bank.ratio(new, base, on, "area") for new, on in pairs],
        lambda ratio: ratio <= 1.08,
        "Borne out by as much or less.",
        change,
    )
    yield judged(
        "Restructuring costs 8 % of power.",
        "+8 %",
        [
            powers[on].at_frequency(new, base, "saturated", CLOCK_MHZ, "dynamic_uw")
            for new, on in pairs
        ],
        lambda ratio: ratio <= 1.08,
        "Borne out by as much or less. No glitches, no wires.",
        change,
    )


def _traded(ranges: Sequence[Span]) -> Claim:
    claim = (
        "Each unfolded design has clocks at which it takes less dynamic power and has more "
        "throughput than the rolled one at 10 MHz."
    )
    if len(ranges) < len(FACTORS) - 1:
        return unmeasured(claim, "a range for each factor; the table is lost")
    found = [span for span in ranges if span.high_mhz > span.low_mhz]
    leaky = [span.steps for span in ranges if span.leaky_mhz > span.low_mhz]
    best = max(ranges, key=lambda span: span.high_mbps)
    least = min(ranges, key=lambda span: span.low_uw)
    return Claim(
        claim=claim,
        verdict=verdict(len(found) == len(ranges)),
        printed="a range for each factor; the table is lost",
        measured=f"{len(found)} of {len(ranges)} factors on {JUDGE}; most throughput at the same "
        f"power: {best.steps} STEPs, x{best.high_mbps / (best.base.mbps or 1):.2f}; least power at "
        f"the same throughput: {least.steps} STEPs, x{least.low_uw / least.base.dynamic_uw:.2f}",
        why="Of dynamic power, as the paper has it, without glitches, of which long chains have "
        f"most. With leakage, which grows with the area, {len(leaky)} of them have a range.",
        figures={
            f"{span.steps} STEPs, {end}": round(value, 4)
            for span in ranges
            for end, value in (("from MHz", span.low_mhz), ("to MHz", span.high_mhz))
        },
    )


def _gated(bank: Bank, phases: Stationed) -> Iterator[Claim]:
    old, new = STATIONS
    place = place_of(JUDGE, "stream")
    known = phases.free_uw and phases.gated_uw
    power = [
        Ratio(
            f"{JUDGE}, a message at {STATION_MHZ:g} MHz",
            new,
            old,
            phases.gated_uw / phases.free_uw if known else None,
        )
    ]
    power += [
        Ratio(f"{phase.name} alone", new, old, phase.gated_uw / phase.free_uw)
        for phase in phases.phases
    ]
    still = ""
    if known:
        edges = phases.phase(IDLE).edges
        still = (
            f"Behind the digest, with nothing to do, the clock of the flip-flops behind gates has "
            f"{edges:g} edges a cycle. "
        )
    yield judged(
        "Load-enable clock gating takes 13.65 % off the whole system's dynamic power.",
        "-13.65 % at 100 MHz",
        power,
        lambda ratio: ratio <= 0.8635,
        f"{still}Over a message, each phase by its time; receiving is nearly all of it, and our "
        "hash without a gate turns its state meanwhile. No glitches, no wires, no clock tree.",
        change,
    )
    yield judged(
        "Clock gating costs 3.64 % of area.",
        "+3.64 %",
        [bank.ratio(new, old, place, "area")],
        lambda ratio: ratio <= 1.0364,
        "Borne out by as much or less: behind a gate the multiplexers that hold a register go.",
        change,
    )
    yield judged(
        "Clock gating costs 5.52 % of delay.",
        "+5.52 %",
        [bank.ratio(new, old, place, "delay_ns")],
        lambda ratio: ratio <= 1.0552,
        "Borne out by as much or less. Paths to the enables of gates count; the clock is ideal.",
        change,
    )


def _hashed(phases: Stationed) -> Claim:
    claim, printed = "Seven blocks are hashed in roughly 6 us at 100 MHz.", "6 us"
    if not phases.phases:
        return unmeasured(claim, printed)
    us = 1000 * phases.phase(HASH).ms
    return Claim(
        claim=claim,
        verdict=verdict(5.5 <= us <= 6.5),
        printed=printed,
        measured=f"{us:.2f} us in the station's netlist",
        why="From the end of the line to the digest: the padded message has eight blocks, and "
        "three permutations squeeze. The first permutation is done before.",
        figures={"us": round(us, 2)},
    )


def _compared(compared: Sequence[Average]) -> Claim:
    off = [one for one in compared if one.slip]
    told = "; ".join(
        f"{one.about}: {one.figure} {one.recomputed:.1f}, printed {one.printed:g}" for one in off
    )
    return Claim(
        claim="The efficiency of SHAT is 13.12, 84.47, 119.14 and 158.25 times that of others.",
        verdict=verdict(not off),
        printed="x13.12, x46.75 and x9.66 (128 bits); x84.47, x158.25 and x119.14 (256 bits)",
        measured=told,
        why="Held against the cells themselves, those that the text has lost as the hashes' own "
        f"authors published them: {len(compared) - len(off)} of {len(compared)} figures follow, to "
        "a per cent. A mean of quotients, as the others of the paper's are.",
        figures={f"{one.about}, {one.figure}": round(one.recomputed, 2) for one in compared},
    )
