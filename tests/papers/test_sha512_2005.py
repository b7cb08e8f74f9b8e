from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pytest
from invented import invented, powered

from silicrypt.errors import UnknownName
from silicrypt.flow.progress import Progress
from silicrypt.papers import Claim, Reproduction, reproduce
from silicrypt.papers.sha512_2005 import CONFIGS, TARGETS
from silicrypt.results.power import PowerResult
from silicrypt.results.result import Range, Result

#: Invented clocks, with the paper's ratio between two rounds and one round per cycle.
CLOCK = {
    "sha512-u1": 100.0,
    "sha512-u2": 55.0,
    "sha512-u1-pre": 104.0,
    "sha512-u2-pre": 66.0,
    "sha512-u4-pre": 28.0,
    "sha512-pipe2": 99.0,
    "sha512-fast": 130.0,
}
CYCLES = {"u1": 84, "u2": 42, "u4": 21, "pipe2": 42, "fast": 84}


class FakeBench:
    """Answers with invented figures and records the requested runs."""

    def __init__(
        self,
        kept: bool = False,
        clock: Mapping[str, float] = CLOCK,
        spread: float = 0.0,
        taken: Mapping[str, float] | None = None,
    ) -> None:
        self.kept, self.clock, self.spread, self.taken = kept, clock, spread, taken or {}
        self.runs: list[tuple[str, str, tuple[int, ...]]] = []

    def measure(
        self, config: str, target: str, seeds: Sequence[int], level: str, progress: Progress
    ) -> Result:
        self.runs.append((config, target, tuple(seeds)))
        return self._result(config, target, tuple(seeds))

    def stored(self, config: str, target: str, level: str) -> Result | None:
        return self._result(config, target, (1, 2, 3)) if self.kept else None

    def power(
        self, config: str, target: str, run: bool, progress: Progress
    ) -> Sequence[PowerResult]:
        """Answers with 700 fJ per cycle plus the energy of logic that `taken` gives."""
        if config not in self.taken:
            return []
        return [powered(config, "saturated", combinational_fj=self.taken[config])]

    def _result(self, config: str, target: str, seeds: tuple[int, ...]) -> Result:
        cycles, clock = CYCLES[config.split("-")[1]], self.clock[config]
        timed = target != "virtex-e"
        spread = Range(clock * (1 - self.spread), clock, clock * (1 + self.spread))
        area = 200_000 // cycles
        return invented(
            config,
            target,
            cycles,
            fmax_mhz=spread if timed else None,
            throughput_mbps=1024 * clock / cycles if timed else None,
            seeds=seeds,
            lut=area,
            ge=area,
            slices=area,
        )


def claim(reproduction: Reproduction, start: str) -> Claim:
    return next(c for c in reproduction.claims if c.claim.startswith(start))


def test_all_designs_are_measured_on_all_targets() -> None:
    bench = FakeBench()
    found = reproduce("sha512-2005", bench=bench)
    assert {run[:2] for run in bench.runs} == {(c, t) for c in CONFIGS for t in TARGETS}
    assert {run[2] for run in bench.runs} == {(1, 2, 3)}
    ours = [row for row in found.rows if row.kind == "ours"]
    assert [row.name for row in ours] == list(CONFIGS)
    assert all(row.on(target) for row in ours for target in TARGETS)


def test_quick_runs_three_designs_with_one_seed() -> None:
    bench = FakeBench()
    found = reproduce("sha512-2005", quick=True, bench=bench)
    assert bench.runs == [
        (config, "ecp5-85k", (1,)) for config in ("sha512-u1", "sha512-u1-pre", "sha512-u2-pre")
    ]
    assert claim(found, "Two operations in one cycle leave").verdict == "confirmed"
    assert claim(found, "Four operations").verdict == "not measurable here"
    assert "Quick run" in found.notes[-1]


def test_what_is_stored_is_not_run_again() -> None:
    bench = FakeBench(kept=True)
    found = reproduce("sha512-2005", quick=True, bench=bench)
    assert bench.runs == []
    assert "Quick run" not in found.notes[-1]


def test_printed_rows_are_recomputed_and_slips_flagged() -> None:
    found = reproduce("sha512-2005", bench=FakeBench(kept=True))
    printed = {row.name: row for row in found.rows if row.kind == "printed"}
    proposed = printed["Proposed"]
    assert proposed.printed is not None and proposed.recomputed is not None
    assert proposed.printed.throughput_mbps == 1485
    assert proposed.recomputed.throughput_mbps == pytest.approx(1484.8)
    assert {name for name, row in printed.items() if row.slip} == {
        "[6] Dominikus 2002",
        "[7] Grembowski 2002",
    }


def test_verdicts_follow_the_figures() -> None:
    found = reproduce("sha512-2005", bench=FakeBench(kept=True))
    clock = claim(found, "Two operations in one cycle leave")
    assert clock.verdict == "confirmed"
    assert clock.figures["sha512-u2-pre / sha512-u1 on ecp5-85k"] == 0.66
    assert claim(found, "Two operations in one cycle bring").verdict == "confirmed"
    assert claim(found, "Four operations").verdict == "confirmed"
    assert claim(found, "Writes").measured == "84 to 42 a block"
    assert claim(found, "The unrolled core is hardly larger").verdict == "refuted"


def test_verdicts_turn_with_the_figures() -> None:
    slow = FakeBench(kept=True, clock={**CLOCK, "sha512-u2-pre": 61.0, "sha512-u4-pre": 40.0})
    found = reproduce("sha512-2005", bench=slow)
    assert claim(found, "Two operations in one cycle leave").verdict == "refuted"
    assert claim(found, "Two operations in one cycle bring").verdict == "refuted"
    assert claim(found, "Four operations").verdict == "refuted"


def test_ratios_that_disagree_are_named() -> None:
    between = FakeBench(kept=True, clock={**CLOCK, "sha512-u2-pre": 63.0})
    clock = claim(reproduce("sha512-2005", bench=between), "Two operations in one cycle leave")
    assert clock.verdict == "confirmed"
    assert "The other way round: sha512-u2-pre / sha512-u1-pre on ecp5-85k" in clock.why


def test_a_verdict_within_the_spread_of_the_seeds_says_so() -> None:
    start = "Two operations in one cycle leave"
    near = claim(reproduce("sha512-2005", bench=FakeBench(kept=True, spread=0.04)), start)
    assert near.verdict == "confirmed"
    assert "Not settled by it: the seeds allow x0.61 to x0.72" in near.why
    sure = claim(reproduce("sha512-2005", bench=FakeBench(kept=True, spread=0.01)), start)
    assert "Not settled" not in sure.why


@pytest.mark.parametrize(
    ("start", "verdict", "measured"),
    [
        ("The smallest gain", "refuted", "+73 % over [8]"),
        ("The largest gain", "confirmed", "+1829 % over [6]"),
        ("[6] Dominikus 2002 is 18300", "refuted", "+1829 %"),
        ("The throughput is at least 15 %", "confirmed", "+73 % over [8]"),
        ("The slowest commercial", "confirmed", "59 % below, [9]"),
        ("Power", "not measurable here", "not measured in this run"),
    ],
)
def test_claims_about_the_printed_table(start: str, verdict: str, measured: str) -> None:
    found = claim(reproduce("sha512-2005", bench=FakeBench(kept=True)), start)
    assert found.verdict == verdict
    assert found.measured.startswith(measured)


@pytest.mark.parametrize(
    ("block", "verdict", "measured"),
    [(0.0, "confirmed", "x0.70"), (50.0, "confirmed", "x0.75"), (60.0, "refuted", "x0.76")],
)
def test_power_is_compared_at_the_same_throughput(
    block: float, verdict: str, measured: str
) -> None:
    taken = {"sha512-u2-pre": block, "sha512-pipe2": 300.0}
    found = claim(reproduce("sha512-2005", bench=FakeBench(kept=True, taken=taken)), "Power")
    assert found.verdict == verdict
    assert f"nangate45, power at 2000 Mbit/s: sha512-u2-pre {measured} of sha512" in found.measured
    assert "no glitches" in found.why
    assert "sha512-u2-pre-gated" not in found.measured


def test_json_has_what_programs_read() -> None:
    found = json.loads(json.dumps(reproduce("sha512-2005", bench=FakeBench(kept=True)).to_json()))
    assert found["paper"] == "sha512-2005"
    assert len(found["rows"]) == 6 + len(CONFIGS)
    assert {"claim", "verdict", "printed", "measured"} <= found["claims"][0].keys()


def test_progress_counts_every_measurement() -> None:
    seen: list[tuple[int, int, str]] = []
    reproduce("sha512-2005", progress=lambda *step: seen.append(step), bench=FakeBench(kept=True))
    total = len(CONFIGS) * len(TARGETS)
    assert [done for done, _, _ in seen] == list(range(total + 1))
    assert {of for _, of, _ in seen} == {total}


def test_an_unknown_paper_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean sha512-2005"):
        reproduce("sha512-2004")
