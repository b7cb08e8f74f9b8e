"""The complete system of ``shat-2014``: power by phase of a message, and area with clock gates."""

from __future__ import annotations

from dataclasses import dataclass

from silicrypt import catalog
from silicrypt.flow.station import IDLE, PHASES, stretch
from silicrypt.papers.bank import Bank
from silicrypt.papers.power import Powers
from silicrypt.papers.shat_2014_figures import JUDGE, STATION_MHZ, STATIONS, WATCHED
from silicrypt.papers.shat_2014_forms import more
from silicrypt.papers.sheets import Heading, Sheet


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


def station_power(free: Powers, gated: Powers, baseline: str = WATCHED[0]) -> StationPower:
    """Returns the phases at the clock that the station is meant for; none if one is missing.

    Args:
        free: power of the station without clock gates.
        gated: power of the station with clock gates.
        baseline: name of the station without clock gates.
    """
    pairs = {
        phase: (
            free.by_scenario.get((baseline, phase)),
            gated.by_scenario.get((WATCHED[1], phase)),
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


#: Blocks of 32 bits in the message of the paper.
_MESSAGE_BLOCKS = 7


def by_phase(phases: StationPower, common: str) -> Sheet:
    """Returns power and energy of each phase, and of the message.

    Args:
        phases: the phases.
        common: what all figures of the paper have in common, for the heading.
    """
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
            *(phase.name, phase.ms, 100 * phase.share, phase.ungated_uw, phase.gated_uw),
            *(more(phase.gated_uw, phase.ungated_uw), *_energy(phase.ms, phase), phase.edges),
        )
        for phase in phases.phases
    ]
    if (free := phases.ungated_uw) and (gated := phases.gated_uw):
        duration = sum(phase.ms for phase in phases.phases if phase.share)
        energy = _energy(duration, phases)
        rows.append(("the message", duration, 100.0, free, gated, more(gated, free), *energy, None))
        each = [one / _MESSAGE_BLOCKS for one in energy]
        rows.append(("a block of the message", None, None, None, None, None, *each, None))
    title = (
        f"the complete system at {STATION_MHZ:g} MHz, dynamic power by phase; {JUDGE}; {common}, "
        "no glitches"
    )
    return Sheet("system", title, headings, tuple(rows))


def _energy(ms: float, of: Phase | StationPower) -> tuple[float, float]:
    """Returns the energy of a time in ms without and with clock gating, uJ."""
    return 1e-3 * ms * of.ungated_uw, 1e-3 * ms * of.gated_uw


def gating(bank: Bank, common: str) -> Sheet:
    """Returns area and delay of the complete system with and without clock gates.

    Args:
        bank: the measurements.
        common: what all figures of the paper have in common, for the heading.
    """
    headings = (
        Heading("the complete system"),
        Heading("ungated", 3),
        Heading("gated", 3),
        Heading("change, %", 2),
        Heading("printed, %", 2),
    )
    free, gated = (bank.by_target.get((name, f"{JUDGE} stream")) for name in STATIONS)
    title = f"the complete system for {STATION_MHZ:g} MHz; {JUDGE}; {common}"
    if free is None or gated is None:
        return Sheet("gating", title, headings, ())
    rows = (
        ("area, um2", free.area_um2, gated.area_um2, more(gated.area_um2, free.area_um2), 3.64),
        ("GE", free.area, gated.area, more(gated.area, free.area), 3.64),
        ("flip-flops", free.registers, gated.registers, None, None),
        ("delay, ns", free.delay_ns, gated.delay_ns, more(gated.delay_ns, free.delay_ns), 5.52),
    )
    return Sheet("gating", title, headings, rows)
