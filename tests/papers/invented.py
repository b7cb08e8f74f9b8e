"""Results with invented figures, in the form of real results."""

from __future__ import annotations

from typing import Any

from silicrypt.results.power import PowerResult
from silicrypt.results.result import Result, VerificationRecord


def invented(config: str, target: str, cycles: int, level: str = "core", **figures: Any) -> Result:
    """Returns a result of a configuration on a target."""
    return Result(
        run_id=f"{config}-{target}-{level}",
        config=config,
        algorithm="",
        parameters={},
        level=level,
        target=target,
        target_about="",
        verified=True,
        verification=VerificationRecord("quick", 1, 1, ""),
        cycles_per_block=cycles,
        latency_cycles=cycles,
        latency_cycles_1024=9 * cycles,
        tool_versions={},
        caveats=(),
        **figures,
    )


def powered(config: str, scenario: str, **figures: Any) -> PowerResult:
    """Returns a power result of a configuration in a scenario; 1 pJ per cycle by default."""
    known: dict[str, Any] = {
        "cycles": 100,
        "message_bits": 0 if scenario == "idle" else 1000,
        "clock_fj": 500.0,
        "sequential_fj": 200.0,
        "combinational_fj": 300.0,
        "leakage_nw": 0.0,
        **figures,
    }
    return PowerResult(
        run_id=f"{config}-{scenario}",
        config=config,
        algorithm="",
        parameters={},
        level="core",
        target="nangate45",
        target_about="",
        verified=True,
        verification=VerificationRecord("quick", 1, 1, ""),
        scenario=scenario,
        stimulus="",
        lanes=64,
        nets_fj=0.0,
        toggles=0.0,
        ff=1,
        gated_ff=0,
        clock_toggles=2.0,
        gated_clock_toggles=0.0,
        fmax_mhz=1000.0,
        tool_versions={},
        caveats=(),
        **known,
    )
