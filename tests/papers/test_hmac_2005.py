from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from invented import invented
from rich.console import Console

from silicrypt import catalog
from silicrypt.flow.progress import Progress
from silicrypt.papers import Claim, Reproduction, reproduce
from silicrypt.papers.hmac_2005 import HASHES, SIZES, TABLE_I
from silicrypt.papers.hmac_2005_claims import (
    AREA,
    FAMILIES,
    MD5_ALONE,
    PERF,
    PIPELINED,
    PRECOMPUTED,
    SHA1_ALONE,
    TIMED,
)
from silicrypt.report import page
from silicrypt.report.tables import render_reproduction
from silicrypt.results.result import PathStep, Range, Result

#: Invented clocks and areas, with the paper's ratios.
CLOCK = {
    "sha1-u1": 100.0,
    "sha1-u1-pre": 132.0,
    "md5-u1": 70.0,
    "md5-u1-pre": 92.0,
    "hmac-sha1-u1": 95.0,
    "hmac-sha1": 125.0,
    "hmac-md5-u1": 66.0,
    "hmac-md5": 87.0,
    SHA1_ALONE: 150.0,
    MD5_ALONE: 105.0,
    PERF: 104.0,
    AREA: 99.0,
    "sha1-fast": 155.0,
    "md5-fast": 108.0,
    **{pair.new: 152.0 if "sha1" in pair.new else 106.0 for pair in PIPELINED},
}
AREAS = {PERF: 1100, AREA: 780, **{pair.new: 1800 for pair in PIPELINED}}
INSIDE = "u_core.gen_pair.u_core.{}.gen_single.u_rounds.a_q_TRELLIS_FF_Q"


class FakeBench:
    """Answers with invented figures and records the requested runs."""

    def __init__(
        self,
        kept: bool = False,
        clock: Mapping[str, float] = CLOCK,
        areas: Mapping[str, int] = AREAS,
        path: str = "u_md5",
        spread: float = 0.0,
    ) -> None:
        self.kept, self.clock, self.areas = kept, {**CLOCK, **clock}, {**AREAS, **areas}
        self.path, self.spread = path, spread
        self.runs: list[tuple[str, str, str, tuple[int, ...]]] = []

    def measure(
        self, config: str, target: str, seeds: Sequence[int], level: str, progress: Progress
    ) -> Result:
        self.runs.append((config, target, level, tuple(seeds)))
        return self.result(config, target, level, tuple(seeds))

    def stored(self, config: str, target: str, level: str) -> Result | None:
        return self.result(config, target, level, (1, 2, 3)) if self.kept else None

    def result(self, config: str, target: str, level: str, seeds: tuple[int, ...]) -> Result:
        cycles = 85 if "sha1" in config else 68
        if config.endswith("pipe4"):
            cycles = 21 if "sha1" in config else 17
        clock, area = self.clock[config], self.areas.get(config, 600)
        timed = target in TIMED
        fmax = Range(clock * (1 - self.spread), clock, clock * (1 + self.spread))
        through = (PathStep("logic", 0.2, INSIDE.format(self.path)),) if config == PERF else ()
        return invented(
            config,
            target,
            cycles,
            level,
            fmax_mhz=fmax if timed else None,
            throughput_mbps=512 * clock / cycles if timed else None,
            critical_path=through,
            seeds=seeds,
            lut=2 * area,
            ge=10 * area,
            slices=area,
            ff=900,
        )


def claim(reproduction: Reproduction, start: str) -> Claim:
    return next(c for c in reproduction.claims if c.claim.startswith(start))


def found(**figures: Any) -> Reproduction:
    return reproduce("hmac-2005", bench=FakeBench(**figures))


def test_every_design_is_measured_where_tables_and_claims_want_it() -> None:
    bench = FakeBench()
    whole = reproduce("hmac-2005", bench=bench)
    runs = [run[:3] for run in bench.runs]
    assert len(runs) == len(set(runs))
    assert set(runs) >= {(c, on, "stream") for c in TABLE_I for on in (*FAMILIES, *TIMED)}
    assert set(runs) >= {(c, on, "stream") for c in HASHES for on in FAMILIES}
    assert set(runs) >= {
        (name, on, pair.level)
        for pairs in PRECOMPUTED.values()
        for pair in pairs
        for name in (pair.new, pair.old)
        for on in TIMED
    }
    assert {run[3] for run in bench.runs} == {(1, 2, 3)}
    assert [(t.number, len(t.printed)) for t in whole.tables] == [("I", 24), ("II", 22)]


def test_the_combined_forms_have_a_row_for_each_hash() -> None:
    rows = [row for row in found().tables[0].ours if row.name in (PERF, AREA)]
    assert [(row.name, row.algorithm) for row in rows] == [
        (name, f"HMAC-{algorithm}") for name in (PERF, AREA) for algorithm in ("MD5", "SHA-1")
    ]
    places = {f"{on} stream" for on in (*FAMILIES, "ecp5-85k")}
    for row in rows:
        assert {m.place for m in row.ours} == places
        routed = row.on("ecp5-85k stream")
        assert routed is not None and routed.fmax_mhz is not None
        assert routed.throughput_mbps == 512 * routed.fmax_mhz / routed.cycles_per_block
    assert [row.ours[0].cycles_per_block for row in rows] == [68, 85, 69, 85]


def test_exactly_the_five_inconsistent_cells_of_table_1_are_flagged() -> None:
    flagged = {
        (row.device, row.name, row.algorithm): row.slip
        for row in found().tables[0].printed
        if row.slip
    }
    spartan = "Spartan-3 (-4)"
    assert set(flagged) == {
        ("Virtex-E (-8)", "SHA-1 & MD5 (area)", "HMAC-MD5"),
        (spartan, "SHA-1", "HMAC-SHA-1"),
        (spartan, "MD5", "HMAC-MD5"),
        (spartan, "SHA-1 & MD5 (perf.)", "HMAC-SHA-1"),
        (spartan, "SHA-1 & MD5 (perf.)", "HMAC-MD5"),
    }
    assert flagged["Virtex-E (-8)", "SHA-1 & MD5 (area)", "HMAC-MD5"] == (
        "64 cycles a block at 61 MHz are 488.0 Mbit/s, not 424.0. "
        "424.0 is that of SHA-1 & MD5 (area), Virtex (-6), in table I."
    )
    assert flagged[spartan, "SHA-1", "HMAC-SHA-1"] == (
        "80 cycles a block at 87 MHz are 556.8 Mbit/s, not 543.0. "
        "543.0 is that of *SHA-1 [12] Helion, Spartan-3 (-4), in table II."
    )
    assert all("[12] Helion" in (slip or "") for (on, *_), slip in flagged.items() if on == spartan)


def test_table_2_is_recomputed_from_its_own_clocks() -> None:
    rows = found().tables[1].printed
    cycles = {
        (row.name, row.device, row.algorithm): row.recomputed.cycles_per_block
        for row in rows
        if row.recomputed
    }
    assert len(cycles) == len(rows) - 1  # [6] is printed twice
    assert cycles["*SHA-1 [12] Helion", "Spartan-3 (-4)", "SHA-1"] == 82
    assert cycles["SHA-1 & MD5 [12] Helion", "Spartan-3 (-4)", "HMAC-MD5"] == 66
    assert cycles["*SHA-1 [7]", "Virtex (-6)", "SHA-1"] == 21
    assert cycles["*SHA-1 [6]", "Virtex (-6)", "SHA-1"] == 185
    assert [(row.name, row.slip) for row in rows if row.slip] == [
        ("*SHA-1 [6]", "The row above once more.")
    ]


def test_pre_computation_is_held_against_30_percent() -> None:
    assert claim(found(), "Pre-computation brings SHA-1").verdict == "confirmed"
    assert claim(found(), "Pre-computation brings MD5").verdict == "confirmed"
    less = found(clock={"hmac-sha1-u1": 97.0, "hmac-md5-u1": 68.0})
    sha1 = claim(less, "Pre-computation brings SHA-1")
    assert sha1.verdict == "refuted"
    assert sha1.figures["hmac-sha1 / hmac-sha1-u1 on ecp5-85k stream"] == pytest.approx(1.289)
    assert "The other way round: sha1-u1-pre / sha1-u1 on ecp5-85k" in sha1.why
    assert claim(less, "Pre-computation brings MD5").verdict == "refuted"
    assert "Not settled" in claim(found(spread=0.04), "Pre-computation brings SHA-1").why


def test_the_shared_form_is_held_against_the_two_cores() -> None:
    saves, costs = (
        "One operation block for both hashes saves",
        "One operation block for both hashes c",
    )
    assert claim(found(), saves).verdict == "confirmed"
    assert claim(found(), saves).figures[f"{AREA} / {PERF} on virtex-e stream"] == 0.709
    assert claim(found(areas={AREA: 930}), saves).verdict == "refuted"
    assert claim(found(), costs).verdict == "confirmed"
    assert claim(found(clock={AREA: 95.0}), costs).verdict == "refuted"


@pytest.mark.parametrize(
    ("path", "md5_alone", "verdict", "by"),
    [
        ("u_md5", 105.0, "confirmed", "Verdict by the slowest path"),
        ("u_sha1", 105.0, "refuted", "Verdict by the slowest path"),
        ("u_control", 105.0, "confirmed", f"Verdict by {SHA1_ALONE} / {MD5_ALONE}"),
        ("u_control", 160.0, "refuted", f"Verdict by {SHA1_ALONE} / {MD5_ALONE}"),
        ("u_md5", 160.0, "confirmed", "Verdict by the slowest path"),
    ],
)
def test_the_slowest_path_tells_before_the_clocks(
    path: str, md5_alone: float, verdict: str, by: str
) -> None:
    slowest = claim(found(path=path, clock={MD5_ALONE: md5_alone}), "The slowest path")
    assert slowest.verdict == verdict
    assert slowest.why.startswith(by)


def test_four_stages_are_compared_like_for_like() -> None:
    """The base differs only in the number of stages; the paper's own base is shown as well."""
    for pair in PIPELINED:
        new, old = (dict(catalog.get(name).parameters) for name in (pair.new, pair.old))
        assert {**new, "PipelineStages": 1} == old
    told = claim(found(), "Four stages bring")
    assert told.why.startswith("Verdict by hmac-sha1-pipe4 / hmac-sha1-fast on ecp5-85k")
    assert "of hmac-sha1-fast, x" in told.measured
    assert "Precompute 1" in told.why


def test_four_stages_are_held_against_rolled_cores() -> None:
    throughput, area = "Four stages bring", "Four stages take"
    assert claim(found(), throughput).verdict == "confirmed"
    assert claim(found(), area).verdict == "confirmed"
    assert claim(found(clock={"hmac-sha1-pipe4": 130.0}), throughput).verdict == "refuted"
    larger = claim(found(areas={"hmac-sha1-pipe4": 2000}), area)
    assert larger.verdict == "refuted"
    assert "The other way round" in larger.why


def test_four_stages_that_do_not_exist_are_not_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rolled = {name: c for name, c in catalog.load().items() if not name.endswith("pipe4")}
    monkeypatch.setattr(catalog, "load", lambda: rolled)
    bench = FakeBench()
    whole = reproduce("hmac-2005", bench=bench)
    assert not any(run[0].endswith("pipe4") for run in bench.runs)
    assert claim(whole, "Four stages bring").verdict == "not measurable here"


def test_the_papers_gains_are_held_against_its_tables() -> None:
    whole = found()
    lowest = claim(whole, "The smallest gain")
    assert lowest.verdict == "refuted"
    assert lowest.measured == "-2 % over *MD5 [12] Helion, MD5, Spartan-3 (-4)"
    highest = claim(whole, "The largest gain")
    assert highest.verdict == "confirmed"
    assert highest.measured == "+389 % over *SHA-1 [6], SHA-1, Virtex (-6)"
    assert claim(whole, "The gains in throughput").verdict == "refuted"
    gains = lowest.figures
    assert gains["gain over SHA-1 [10] ALMA, SHA-1, Virtex (-6), %"] == 31.8
    assert gains["gain over *SHA-1 [7], SHA-1, Virtex (-6), %"] == 74.0  # for one of its stages


def test_whole_messages_pay_for_keys_and_the_outer_hash() -> None:
    rates = {(r.name, r.algorithm, r.key): r for r in found().messages}
    assert len(rates) == 2 * (2 + 6)
    assert all(tuple(rate.by_bytes) == SIZES for rate in rates.values())
    printed = rates["SHA-1", "HMAC-SHA-1", "with each"]
    assert printed.block_mbps == pytest.approx(710.4)
    # Two key blocks, the message, its padding, and the outer hash: five blocks.
    assert printed.by_bytes[64] == pytest.approx(710.4 / 5)
    assert rates["SHA-1", "HMAC-SHA-1", "kept"].by_bytes[64] == pytest.approx(710.4 / 3)
    ours = rates["hmac-sha1", "HMAC-SHA-1", "kept"]
    assert ours.by_bytes[64] == pytest.approx(512 * 125 / 278)
    loaded = rates["hmac-sha1", "HMAC-SHA-1", "with each"]
    assert loaded.by_bytes[64] == pytest.approx(512 * 125 / (278 + 209))
    for rate in rates.values():
        speeds = [*rate.by_bytes.values(), rate.block_mbps]
        assert speeds == sorted(speeds)


def test_quick_runs_the_hashes_and_two_areas_with_one_seed() -> None:
    bench = FakeBench()
    quick = reproduce("hmac-2005", quick=True, bench=bench)
    assert {run[:3] for run in bench.runs} == {
        *(
            (name, "ecp5-85k", "core")
            for name in ("sha1-u1", "sha1-u1-pre", "md5-u1", "md5-u1-pre")
        ),
        *((name, "virtex-e", "stream") for name in (PERF, AREA)),
    }
    assert {run[3] for run in bench.runs} == {(1,)}
    assert claim(quick, "Pre-computation brings SHA-1").verdict == "confirmed"
    assert "Quick run" in quick.notes[-1]


def test_what_is_stored_is_not_run_again() -> None:
    bench = FakeBench(kept=True)
    quick = reproduce("hmac-2005", quick=True, bench=bench)
    assert bench.runs == []
    assert "Quick run" not in quick.notes[-1]


def test_80_columns_show_every_figure() -> None:
    whole, out = found(), io.StringIO()
    render_reproduction(Console(file=out, width=80), whole)
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    for rate in whole.messages:
        cells = [rate.name, rate.algorithm, rate.key, *(f"{r:.0f}" for r in rate.by_bytes.values())]
        assert any(all(cell in line for cell in cells) for line in lines)
    for row in whole.tables[0].ours:
        routed = row.on("ecp5-85k stream")
        assert routed is not None
        cells = [row.name, row.algorithm, f"{routed.fmax_mhz:.1f}", f"{routed.throughput_mbps:.0f}"]
        assert any(all(cell in line for cell in cells) for line in lines)


def test_the_page_has_a_row_for_each_kind_of_message() -> None:
    whole = found()
    html = page.render(page.view([], [whole]))
    table = html.split('<table id="hmac-2005-messages"')[1].split("</table>")[0]
    assert table.count("<tr>") == 1 + len(whole.messages)


def test_the_report_says_what_the_standard_has() -> None:
    assert any("Equation 1" in note and "RFC 2104" in note for note in found().notes)


def test_json_has_what_programs_read() -> None:
    document = json.loads(json.dumps(found().to_json()))
    assert {row["table"] for row in document["rows"]} == {"I", "II"}
    assert set(document["messages"][0]["by_bytes"]) == {str(size) for size in SIZES}
