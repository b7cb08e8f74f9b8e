"""Results with invented figures, in the form of real results."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from rich.console import Console

from silicrypt import catalog, targets
from silicrypt.base.scope import Progress, silent
from silicrypt.flow.batch import Task
from silicrypt.flow.stimuli import DELAYS, PHASES, SCENARIOS
from silicrypt.papers import JudgedClaim, Reproduction, counted, software
from silicrypt.papers.counted import CountedCycles
from silicrypt.papers.model import Sheet
from silicrypt.papers.software import Times
from silicrypt.results.result import PathStep, PowerResult, Range, Result, VerificationRecord


def invented(point: str, target: str, cycles: int, level: str = "core", **figures: Any) -> Result:
    """Returns a result of a configuration on a target."""
    known: dict[str, Any] = {
        "run_id": f"{point}-{target}-{level}",
        "config": point,
        "level": level,
        "target": target,
        **dict.fromkeys(("algorithm", "target_about"), ""),
        "parameters": {},
        "tool_versions": {},
        "caveats": (),
        "verified": True,
        "verification": VerificationRecord("quick", 1, 1, ""),
        **dict.fromkeys(("cycles_per_block", "latency_cycles"), cycles),
        "latency_cycles_1024": 9 * cycles,
    }
    return Result(**known | figures)


def powered(point: str, scenario: str, **figures: Any) -> PowerResult:
    """Returns a power result of a configuration in a scenario; 1 pJ per cycle by default."""
    known: dict[str, Any] = {
        "run_id": f"{point}-{scenario}",
        "config": point,
        "level": "core",
        "target": "nangate45",
        "scenario": scenario,
        **dict.fromkeys(("algorithm", "target_about", "stimulus"), ""),
        "parameters": {},
        "tool_versions": {},
        "caveats": (),
        "verified": True,
        "verification": VerificationRecord("quick", 1, 1, ""),
        "cycles": 100,
        "lanes": 64,
        "message_bits": 0 if scenario == "idle" else 1000,
        "clock_fj": 500.0,
        "sequential_fj": 200.0,
        "combinational_fj": 300.0,
        "nets_fj": 0.0,
        "leakage_nw": 0.0,
        "toggles": 2.0 if scenario.endswith(DELAYS) else 1.0,
        "ff": 1,
        "gated_ff": 0,
        "fmax_mhz": 1000.0,
        "clock_toggles": 2.0,
        "gated_clock_toggles": 0.0,
    }
    return PowerResult(**known | figures)


#: Changes the invented figures of a configuration on a target, or ("power") its power.
Change = Callable[[str, str], dict[str, Any]]


class InventedSource:
    """Answers every run: 1 GHz over the unrolling factor, 1000 units of area per round.

    A test with power of its own overrides `power`.

    Args:
        change: returns what replaces the default figures: ``mhz``, ``spread``, ``area``,
            ``cycles``, ``asked`` and ``path``, or fields of the result.
        kept: whether the store has all results, or the design points whose results it has.
        powers: whether there are power results, or the design points that have some.
        executes: whether runs can be executed.
        cycles: the cycles of the storage unit; the committed ones by default.
        times: the times of software; the committed ones by default.
    """

    def __init__(
        self,
        change: Change = lambda *_: {},
        kept: bool | Collection[str] = True,
        powers: bool | Collection[str] = True,
        executes: bool = True,
        cycles: CountedCycles | None = None,
        times: Sequence[Times] | None = None,
    ) -> None:
        self.change, self.kept, self.powers, self.executes = change, kept, powers, executes
        self.cycles, self.times = cycles, times
        self.runs: list[Task] = []
        self.powered: list[Task] = []

    def stored(self, run: Task) -> Sequence[Result | PowerResult]:
        """Answers from the store."""
        return self._answer(run) if _has(self.kept, run) else ()

    def execute(
        self, runs: Sequence[Task], progress: Progress = silent
    ) -> Sequence[Sequence[Result | PowerResult]]:
        """Records the runs and answers them."""
        for run in runs:
            (self.powered if run.power else self.runs).append(run)
        return [self._answer(run) if self.executes else () for run in runs]

    def storage_cycles(self) -> CountedCycles:
        """Answers with the cycles of the storage unit."""
        return self.cycles or counted.committed()

    def software_times(self) -> Sequence[Times]:
        """Answers with the times of software."""
        return self.times or software.committed()

    def _answer(self, run: Task) -> Sequence[Result | PowerResult]:
        if not run.power:
            return [self.result(run.point, run.target, run.level)]
        if not _has(self.powers, run):
            return ()
        phases = PHASES if run.point.startswith("station-") else SCENARIOS
        return [self.power(run.point, run.target, name) for name in run.scenarios or phases]

    def power(self, point: str, target: str, scenario: str) -> PowerResult:
        """Returns the power of a configuration in a scenario."""
        del target  # all targets have the same
        return powered(point, scenario, **self.change(point, "power"))

    def result(self, point: str, target: str, level: str) -> Result:
        """Returns the figures of a configuration on a target."""
        known = catalog.get(point)
        own = {"mhz": 1000.0 / known.unroll, "spread": 0.0, "area": 1000 * known.unroll, "ff": 900}
        own |= {"cycles": known.cycles_per_block, "path": "u_core.u_rounds.a_q[0]", "asked": None}
        if (asked := re.fullmatch(r".*@(\d+)ps", target)) is not None:
            own |= {"asked": int(asked[1]), "mhz": 1e6 / (max(int(asked[1]), 900) + 100)}
        if target == "nangate45@area":
            own["mhz"] /= 2
        own |= self.change(point, target)
        area, mhz, spread, cycles = (own.pop(n) for n in ("area", "mhz", "spread", "cycles"))
        timed = not isinstance(targets.get(target), targets.Mapped)
        rate = known.algorithm.block_bits * mhz / cycles if timed else None
        figures: dict[str, Any] = {
            "fmax_mhz": Range(mhz * (1 - spread), mhz, mhz * (1 + spread)) if timed else None,
            "throughput_mbps": rate,
            "throughput_one_message_mbps": rate and rate / known.stages,
            "delay_ns": 1000 / mhz if timed else None,
            "launch_setup_ns": 0.1 if target.startswith("nangate45") else None,
            "delay_target_ps": own.pop("asked"),
            "critical_path": (PathStep("setup", 0.1, own.pop("path")),),
            "seeds": (1, 2, 3) if target.startswith("ecp5") else (),
            **dict.fromkeys(("lut", "alut", "slices", "ge", "area_um2"), area),
            "bram": 0,
        }
        return invented(point, target, cycles, level, **{**figures, **own})


def of_points(own: Mapping[str, dict[str, Any]]) -> Change:
    """Returns what replaces figures of design points, on every target."""
    return lambda point, _: dict(own.get(point, {}))


def verdicts_of(whole: Reproduction) -> dict[str, str]:
    """Returns the verdicts by claim."""
    return {claim.id: claim.verdict for claim in whole.claims}


def claim_of(whole: Reproduction, name: str) -> JudgedClaim:
    return next(claim for claim in whole.claims if claim.id == name)


def sheet_of(whole: Reproduction, name: str) -> Sheet:
    return next(sheet for sheet in whole.sheets if sheet.name == name)


def on_terminal(shown: Callable[[Console], None], width: int, *, real: bool = True) -> str:
    """Returns what is printed on a terminal of a width, or in a file."""
    out = io.StringIO()
    shown(Console(file=out, width=width, force_terminal=real, color_system=None))
    return out.getvalue()


def _has(there: bool | Collection[str], run: Task) -> bool:
    return there if isinstance(there, bool) else run.point in there
