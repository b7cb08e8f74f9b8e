"""The result of one power run, as a frozen value and as a file, and its power at a frequency."""

from __future__ import annotations

from dataclasses import dataclass

from silicrypt.errors import BadInput
from silicrypt.results.result import Measured


@dataclass(frozen=True)
class PowerAt:
    """Power at a clock frequency.

    Attributes:
        frequency_mhz: the clock.
        clock_uw: power of clock pins of flip-flops, clock gates, and the nets of the clock.
        sequential_uw: power of the rest of the flip-flops, and of the nets that they drive.
        combinational_uw: power of logic, its nets, and the nets that input ports drive.
        dynamic_uw: sum of the three parts.
        leakage_uw: leakage of all cells.
        total_uw: dynamic power and leakage.
        mbps: rate of message bits accepted, Mbit/s; None if there is no message.
        pj_per_bit: energy per message bit, leakage included; None if there is no message.
    """

    frequency_mhz: float
    clock_uw: float
    sequential_uw: float
    combinational_uw: float
    dynamic_uw: float
    leakage_uw: float
    total_uw: float
    mbps: float | None
    pj_per_bit: float | None


@dataclass(frozen=True)
class PowerResult(Measured):
    """The energy that the netlist of a design point takes in a scenario, at any frequency.

    Attributes:
        scenario: ``"idle"``, ``"single"``, ``"saturated"``, or a phase of a hash station.
        stimulus: how the ports were driven, and which cycles were counted.
        cycles: number of clock cycles counted.
        lanes: number of simulations in parallel, each with different data.
        message_bits: message bits accepted in those cycles, per simulation lane.
        clock_fj: dynamic energy per cycle of clock pins of flip-flops, clock gates and clock nets.
        sequential_fj: dynamic energy per cycle of the rest of the flip-flops and of their nets.
        combinational_fj: dynamic energy per cycle of logic, its nets, and nets of input ports.
        nets_fj: the share of nets in the three figures, C V^2 / 2 per edge.
        leakage_nw: leakage of all cells.
        toggles: edges of all nets, per cycle.
        ff: number of flip-flops.
        gated_ff: number of flip-flops with a gated clock.
        clock_toggles: mean number of edges at a flip-flop's clock pin per cycle; 2 if not gated.
        gated_clock_toggles: the same for flip-flops with a gated clock.
        fmax_mhz: the highest frequency, by static timing.
    """

    scenario: str
    stimulus: str
    cycles: int
    lanes: int
    message_bits: int
    clock_fj: float
    sequential_fj: float
    combinational_fj: float
    nets_fj: float
    leakage_nw: float
    toggles: float
    ff: int
    gated_ff: int
    clock_toggles: float
    gated_clock_toggles: float
    fmax_mhz: float

    @property
    def dynamic_fj(self) -> float:
        """Dynamic energy per cycle, in fJ."""
        return self.clock_fj + self.sequential_fj + self.combinational_fj

    def at(self, frequency_mhz: float) -> PowerAt:
        """Returns the power at a frequency.

        Dynamic power is proportional to the frequency; leakage does not depend on it.

        Raises:
            BadInput: the frequency is above the highest frequency of the design.
        """
        if frequency_mhz > self.fmax_mhz:
            raise BadInput(
                f"{self.config} level {self.level} reaches {self.fmax_mhz:.1f} MHz on "
                f"{self.target} by static timing: its power at {frequency_mhz:g} MHz means nothing"
            )
        clock, sequential, combinational = (
            energy * frequency_mhz / 1000
            for energy in (self.clock_fj, self.sequential_fj, self.combinational_fj)
        )
        dynamic, leakage = clock + sequential + combinational, self.leakage_nw / 1000
        rate = self.message_bits / self.cycles * frequency_mhz
        return PowerAt(
            frequency_mhz=frequency_mhz,
            clock_uw=clock,
            sequential_uw=sequential,
            combinational_uw=combinational,
            dynamic_uw=dynamic,
            leakage_uw=leakage,
            total_uw=dynamic + leakage,
            mbps=rate or None,
            pj_per_bit=(dynamic + leakage) / rate if rate else None,
        )
