"""Results with invented figures, in the form of real results."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from silicrypt import catalog, targets
from silicrypt.base.progress import Progress, silent
from silicrypt.flow.batch import Task
from silicrypt.flow.stimuli import PHASES, SCENARIOS
from silicrypt.papers import counted, software
from silicrypt.papers.counted import Counted
from silicrypt.papers.software import Times
from silicrypt.results.power import PowerResult
from silicrypt.results.result import PathStep, Range, Result, VerificationRecord


def invented(point: str, target: str, cycles: int, level: str = "core", **figures: Any) -> Result:
    """Returns a result of a configuration on a target."""
    return Result(
        run_id=f"{point}-{target}-{level}",
        config=point,
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


def powered(point: str, scenario: str, **figures: Any) -> PowerResult:
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
        run_id=f"{point}-{scenario}",
        config=point,
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


#: Changes the invented figures of a configuration on a target.
Change = Callable[[str, str], dict[str, Any]]


class InventedSource:
    """Answers every run: 1 GHz over the unrolling factor, 1000 units of area per round.

    A test with figures of its own overrides `result` and `power`.

    Args:
        change: returns figures that replace the default ones.
        kept: whether the store has all results, or the design points whose results it has.
        powers: whether there are power results.
        executes: whether runs can be executed.
    """

    def __init__(
        self,
        change: Change = lambda *_: {},
        kept: bool | Sequence[str] = True,
        powers: bool = True,
        executes: bool = True,
    ) -> None:
        self.change, self.kept, self.powers, self.executes = change, kept, powers, executes
        self.runs: list[Task] = []
        self.powered: list[Task] = []

    def stored(self, run: Task) -> Sequence[Result | PowerResult]:
        """Answers from the store."""
        there = self.kept if isinstance(self.kept, bool) else run.point in self.kept
        return self._answer(run) if there else ()

    def execute(
        self, runs: Sequence[Task], progress: Progress = silent
    ) -> Sequence[Sequence[Result | PowerResult]]:
        """Records the runs and answers them."""
        for run in runs:
            (self.powered if run.power else self.runs).append(run)
        return [self._answer(run) if self.executes else () for run in runs]

    def storage_cycles(self) -> Counted:
        """Answers with the committed cycles."""
        return counted.committed()

    def software_times(self) -> Sequence[Times]:
        """Answers with the committed times."""
        return software.committed()

    def _answer(self, run: Task) -> Sequence[Result | PowerResult]:
        if not run.power:
            return [self.result(run.point, run.target, run.level)]
        if not self.powers:
            return ()
        phases = PHASES if run.point.startswith("station-") else SCENARIOS
        names = run.scenarios or phases
        return [found for name in names if (found := self.power(run.point, run.target, name))]

    def power(self, point: str, target: str, scenario: str) -> PowerResult | None:
        """Returns the power of a configuration in a scenario."""
        return powered(point, scenario, **self.change(point, "power"))

    def result(self, point: str, target: str, level: str) -> Result:
        """Returns the figures of a configuration on a target."""
        known = catalog.get(point)
        own = {"mhz": 1000.0 / known.unroll, "spread": 0.0, "area": 1000 * known.unroll, "ff": 900}
        own |= self.change(point, target)
        if (asked := re.fullmatch(r".*@(\d+)ps", target)) is not None:
            own |= {"asked": int(asked[1]), "mhz": 1e6 / (max(int(asked[1]), 900) + 100)}
        if target == "nangate45@area":
            own["mhz"] /= 2
        area, mhz = own["area"], own["mhz"]
        timed = not isinstance(targets.get(target), targets.Mapped)
        spread = Range(mhz * (1 - own["spread"]), mhz, mhz * (1 + own["spread"]))
        rate = known.algorithm.block_bits * mhz / known.cycles_per_block if timed else None
        return invented(
            point,
            target,
            known.cycles_per_block,
            level,
            fmax_mhz=spread if timed else None,
            throughput_mbps=rate,
            throughput_one_message_mbps=rate and rate / known.stages,
            delay_ns=1000 / mhz if timed else None,
            launch_setup_ns=0.1 if target.startswith("nangate45") else None,
            delay_target_ps=own.get("asked"),
            critical_path=(PathStep("setup", 0.1, own.get("path", "u_core.u_rounds.a_q[0]")),),
            seeds=(1, 2, 3) if target.startswith("ecp5") else (),
            **dict.fromkeys(("lut", "alut", "slices", "ge", "area_um2"), area),
            ff=own["ff"],
            bram=0,
        )
