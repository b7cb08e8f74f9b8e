"""What one power run measured, as a frozen value and as a file; and its power at a frequency."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any, ClassVar

from pydantic import ConfigDict

from silicrypt.errors import BadInput
from silicrypt.results.result import VerificationRecord


@dataclass(frozen=True)
class PowerAt:
    """Power at a clock frequency.

    Attributes:
        frequency_mhz: the clock.
        clock_uw: clock pins of flip-flops, clock gates, and the nets of the clock.
        sequential_uw: the rest of the flip-flops, and the nets that they drive.
        combinational_uw: logic, its nets, and the nets that input ports drive.
        dynamic_uw: the sum of the three.
        leakage_uw: leakage, of all cells.
        total_uw: dynamic power and leakage.
        mbps: message bits taken, Mbit/s; nothing where there is no message.
        pj_per_bit: energy a message bit, leakage included; nothing where there is no message.
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
class PowerResult:
    """What the netlist of a design point takes in a scenario, whatever the frequency.

    Attributes:
        run_id: stands for everything that decides the result.
        config: name of the configuration.
        algorithm: the standard's name of what it computes.
        parameters: the hardware's parameters.
        level: ``"core"`` or ``"stream"``.
        target: name of the target.
        target_about: the target in words.
        verified: always true: nothing is measured that was not verified.
        verification: what it had passed.
        scenario: ``"idle"``, ``"single"``, ``"saturated"``.
        stimulus: what was done to the ports, and what was counted.
        cycles: clock cycles counted.
        lanes: simulations side by side, with data of their own.
        message_bits: message bits taken within those cycles, a lane.
        clock_fj: dynamic energy a cycle: clock pins of flip-flops, clock gates, nets of the clock.
        sequential_fj: the same of the rest of the flip-flops and of the nets that they drive.
        combinational_fj: the same of the logic, its nets, and the nets that input ports drive.
        nets_fj: the share of nets in the three, C V^2 / 2 an edge.
        leakage_nw: leakage, of all cells.
        toggles: edges of all nets, a cycle.
        ff: flip-flops.
        gated_ff: those behind a clock gate.
        clock_toggles: edges at a flip-flop's clock pin, a cycle, in the mean; 2 of an ungated one.
        gated_clock_toggles: the same of those behind a clock gate.
        fmax_mhz: the highest frequency, by static timing.
        tool_versions: of what decided the figures.
        caveats: what the figures do not include.
        sources: the files that it was made of, below ``hw/``, in compile order.
        times: when it was measured and how long it took; not part of the result.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    run_id: str
    config: str
    algorithm: str
    parameters: dict[str, int | str]
    level: str
    target: str
    target_about: str
    verified: bool
    verification: VerificationRecord
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
    tool_versions: dict[str, str]
    caveats: tuple[str, ...]
    sources: tuple[str, ...] = ()
    times: dict[str, str | float] = field(default_factory=dict)

    @property
    def dynamic_fj(self) -> float:
        """Dynamic energy a cycle."""
        return self.clock_fj + self.sequential_fj + self.combinational_fj

    def at(self, frequency_mhz: float) -> PowerAt:
        """The power at a frequency: dynamic power is proportional to it, leakage is not.

        Raises:
            BadInput: the design is not as fast.
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

    def to_json(self) -> dict[str, Any]:
        """The result as plain values, as JSON has them."""
        return asdict(self)

    def renamed(self, config: str) -> PowerResult:
        """The same result under another name of the same design point."""
        return replace(self, config=config)
