"""Results with invented figures, as a run would have made them."""

from __future__ import annotations

from typing import Any

from silicrypt.results.result import Result, VerificationRecord


def invented(config: str, target: str, cycles: int, level: str = "core", **figures: Any) -> Result:
    """A result of a configuration on a target."""
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
