"""The figures of ``shat-2014``: averages and clock ranges.

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
from silicrypt.papers.arithmetic import throughput
from silicrypt.papers.bank import Bank
from silicrypt.papers.data import Other, published, shat_others
from silicrypt.papers.power import Powers
from silicrypt.results.power import PowerAt

_NAME = "shat-2014"
#: The mapping for the smallest area comes first.
JUDGE, FAST = TIMED = "nangate45@area", "nangate45"
#: The mapping that keeps the structure of the sources comes first.
FORMED = ("nangate45@direct", *TIMED)

ROLLED = "shat128"
#: One STEP per cycle with the logic of several: the start of the sweep over unfolding factors.
FIRST = "shat128-u1"
SIZES: Mapping[int, str] = MappingProxyType({128: ROLLED, 256: "shat256", 384: "shat384"})
#: The form of SHA-384 that SHAT-384 is compared with.
SHA384 = "sha384-fast"
#: Our own hashes of other families in the paper's comparisons.
COMPARED = ("md5-fast", "sha256-fast", SHA384)
#: The divisors of 48.
FACTORS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 48)
#: The forms of a round by the ending of their names, each with its path: as the STEPs are written,
#: figure 7 of the paper, and ours, which adds the first counter one cycle earlier.
PATHS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "": ("chained", "4n XOR + n G"),
        "-fig7": ("figure 7 of the paper", "(3n + 1) XOR + n G"),
        "-pre": ("ours", "3n XOR + n G"),
    }
)
#: Two STEPs per cycle: these forms, then re-associated.
FORMS = ("shat128-u2", "shat128-u2-fig7", "shat128-u2-pre", "shat128-u2-fast")
#: The complete system without and with clock gating, and the same built for the clock of the
#: simulation.
STATIONS = ("station-shat128", "station-shat128-gated")
WATCHED = ("station-shat128-1mhz", "station-shat128-gated-1mhz")

#: The mapping of the same cells in which registers hold by load-enable instead of a clock gate:
#: the gated station there is the fair baseline of clock gating.
ENABLES = f"{JUDGE}-enables"

#: Clocks in MHz of the paper's unfolded designs, of its complete system, and of its tables.
CLOCK_MHZ, STATION_MHZ, SLOW_MHZ = 10.0, 100.0, 0.1
#: Rate of the serial line, bit/s.
BAUD = 4800
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


def form(steps: int, kind: str = "") -> str:
    """Returns the name of the design with this number of STEPs per cycle.

    Args:
        steps: STEPs per cycle.
        kind: ending of the form's names; chained by default. One STEP has one form.
    """
    return FIRST if steps == 1 else f"{ROLLED}-u{steps}{kind}"


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
    measured = bank.by_target.get((SIZES[size], JUDGE))
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


def spans(powers: Powers, scenario: str = "saturated") -> list[Span]:
    """Returns the clock range of each unfolding factor whose power is measured."""
    rolled = powers.by_scenario.get((FIRST, scenario))
    if rolled is None:
        return []
    base, found = rolled.at(CLOCK_MHZ), []
    for steps in FACTORS[1:]:
        taken = powers.by_scenario.get((form(steps), scenario))
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
