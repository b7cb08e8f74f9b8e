from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from invented import InventedSource, claim_of, powered, sheet_of, verdicts_of

from silicrypt import catalog
from silicrypt.catalog.machines import STATION_CLOCKS
from silicrypt.flow.stimuli import PHASES
from silicrypt.papers import Reproduction, reproduce
from silicrypt.papers.data import published
from silicrypt.papers.shat_2014 import ENABLES, FACTORS, WATCHED, form, other_hashes
from silicrypt.results.result import PowerResult

#: Two STEPs per cycle: chained, figure 7, the counter one cycle earlier, re-associated.
PLAIN, PRE, OURS, FAST = FORMS = [f"shat128-u2{kind}" for kind in ("", "-fig7", "-pre", "-fast")]
STATIONS = ("station-shat128", "station-shat128-gated")
#: Invented delays in ns and areas in GE, with the paper's ratios.
DELAY = {PLAIN: 2.0, PRE: 2.0 * 0.93, OURS: 1.8, FAST: 1.5, STATIONS[0]: 2.0, STATIONS[1]: 2.1}
AREAS = {
    "shat128": 1605.0,
    "shat256": 3193.0,
    "shat384": 4770.0,
    PLAIN: 2000.0,
    PRE: 2100.0,
    OURS: 2150.0,
    FAST: 2100.0,
    STATIONS[0]: 10_000.0,
    STATIONS[1]: 10_300.0,
}
#: Cycles of each phase of a station for 1 MHz; 1 pJ per cycle without clock gating.
CYCLES = {"receive": 62_000, "hash": 530, "show": 2000, "idle": 256}


class Source(InventedSource):
    """Answers with invented figures and records the requested runs.

    The first STEP takes 1 pJ per cycle, each further STEP 300 fJ. There is no leakage by default.
    """

    def __init__(
        self,
        step_fj: float = 300.0,
        leakage_nw: float = 0.0,
        gated_fj: Mapping[str, float] | None = None,
        delay: Mapping[str, float] = DELAY,
        powers: bool = True,
    ) -> None:
        delays = {**DELAY, **delay}

        def change(point: str, _: str) -> dict[str, Any]:
            steps = catalog.get(point).unroll
            ns, area = delays.get(point, 1.0 * steps), AREAS.get(point, 1000.0 + 600.0 * steps)
            figures = {"mhz": 1000 / ns, "delay_ns": ns, "area": area, "ff": 169}
            return figures | {"area_um2": 0.798 * area, "lut": None, "slices": None, "alut": None}

        super().__init__(change, powers=powers)
        self.step_fj, self.leakage_nw = step_fj, leakage_nw
        self.gated_fj = gated_fj or dict.fromkeys(PHASES, 800.0)

    def power(self, point: str, target: str, scenario: str) -> PowerResult:
        if point in WATCHED:
            gated = point == WATCHED[1] and target != ENABLES
            return powered(
                point,
                scenario,
                cycles=CYCLES[scenario],
                clock_fj=self.gated_fj[scenario] if gated else 1000.0,
                sequential_fj=0.0,
                combinational_fj=0.0,
            )
        steps = catalog.get(point).unroll
        return powered(
            point,
            scenario,
            cycles=48 // steps,
            message_bits=32,
            combinational_fj=300.0 + self.step_fj * (steps - 1),
            leakage_nw=self.leakage_nw * steps,
        )


def test_restructuring_is_judged_by_the_mapping_that_keeps_it() -> None:
    near = {PRE: 2.0 * 0.9369, **{form(n, "-fig7"): 1.0 * n for n in FACTORS[2:]}}
    whole = found(delay=near)
    assert figures(whole, "restructured-delay")[0] == pytest.approx(0.9369)
    # A factor with another change than the printed one is shown only if it is the largest.
    other = found(delay={**near, "shat128-u48-fig7": 40.0})
    assert figures(other, "restructured-delay")[0] == pytest.approx(40 / 48, abs=1e-4)
    # What G contains decides the size, and our G is invented.
    assert verdicts_of(whole)["restructured-delay"] == "undecided"


def test_the_second_step_is_compared_with_each_further_one() -> None:
    line = {form(n, "-fig7"): 0.1 + 0.25 * n for n in FACTORS[1:]}
    even = found(delay={**line, form(1): 0.35})
    assert figures(even, "second-step")[0] == pytest.approx(1.0)
    other = found(delay={**line, form(1): 0.45})
    assert figures(other, "second-step")[0] == pytest.approx(0.6 / 0.7, abs=1e-4)
    # The text states the paths that our forms have.
    assert verdicts_of(even)["second-step"] == verdicts_of(other)["second-step"] == "undecided"


def figures(whole: Reproduction, name: str) -> list[float]:
    return list(claim_of(whole, name).figures.values())


def found(**figures: Any) -> Reproduction:
    return reproduce("shat-2014", source=Source(**figures))


def test_everything_says_reconstruction() -> None:
    whole = found()
    assert "reconstruction" in whole.title
    assert whole.plot and "reconstruction" in whole.plot.title
    for one in whole.sheets:
        assert "reconstruction" in one.about
        assert all(len(row) == len(one.headings) for row in one.rows)


def test_what_the_text_has_lost_says_so_and_the_rest_is_as_printed() -> None:
    printed = {row.row: row for row in published("shat-2014")}
    lost = {other.name: other.lost for other in other_hashes()}
    assert lost["MD4"] == "area"
    assert lost["U-QUARK 544-round"] == "throughput"
    assert lost["Grostl"] == "area and throughput"
    for other in other_hashes():
        if other.lost == "throughput":
            row = next(row for name, row in printed.items() if name.startswith(other.name))
            assert row.number("area") == other.ge


def test_averages_follow_from_their_cells_or_are_flagged() -> None:
    rows = {(row[0], row[1]): row for row in sheet_of(found(), "averages").rows}
    right = rows["SHAT-128 over 3 smaller", "throughput"]
    assert right[3] == pytest.approx(94.28, abs=0.01)
    assert right[5] is None
    again = {key: row[3] for key, row in rows.items() if row[5]}
    assert again == {
        ("SHAT-128 over 5 faster", "FOM"): pytest.approx(7.9, abs=0.05),
        ("SHAT-256 over Grostl", "FOM"): pytest.approx(10.7, abs=0.05),
        ("SHAT-256 over 5 others", "throughput"): pytest.approx(4.91, abs=0.05),
        ("SHAT-256 over 5 others", "area, %"): pytest.approx(50.0, abs=0.1),
        ("SHAT-256 over 5 others", "FOM"): pytest.approx(23.1, abs=0.05),
    }


def test_with_the_papers_areas_ours_are_the_papers_figures() -> None:
    whole = found()
    for row in sheet_of(whole, "averages").rows:
        assert row[4] is None or row[4] == pytest.approx(row[3])
    area = claim_of(whole, "area-128")
    assert area.told == "undecided: reconstruction"
    assert "supports" in area.says.values()
    assert verdicts_of(whole)["rate-128"] == "reproduced"


def test_unfolding_is_48_times_the_throughput_at_a_fixed_clock() -> None:
    whole = found()
    rows = sheet_of(whole, "unfolding").rows
    assert [row[0] for row in rows] == list(FACTORS)
    assert [row[7] for row in rows] == pytest.approx([320 * n / 48 for n in FACTORS])
    assert [row[5] for row in rows] == pytest.approx([10 + 3 * (n - 1) for n in FACTORS])
    unfolded = claim_of(whole, "unfolding")
    assert unfolded.verdict == "reproduced"
    assert list(unfolded.figures.values())[:2] == [48, pytest.approx(1.0)]
    slow = found(delay={form(48): 200.0})
    assert verdicts_of(slow)["unfolding"] == "direction only"


def test_the_range_of_frequencies_follows_from_energy_and_cycles() -> None:
    whole = found()
    rows = {row[0]: row for row in sheet_of(whole, "trade-off").rows}
    assert list(rows) == list(FACTORS[1:])
    _, _, _, low, low_uw, low_mbps, high, high_uw, high_mbps, leaky = rows[4]
    assert low == pytest.approx(10 / 4)
    assert low_mbps == pytest.approx(320 / 48)
    assert low_uw == pytest.approx(2.5 * 1.9)
    assert high == pytest.approx(10 / 1.9)
    assert high_uw == pytest.approx(10)
    assert high_mbps == pytest.approx(32 / 12 * 10 / 1.9)
    assert leaky == pytest.approx(high)
    # Six factors with a range say nothing of the three that are not simulated with delays.
    assert verdicts_of(whole)["trade-off"] == "not measurable here"
    assert whole.plot
    curve = next(c for c in whole.plot.curves if c.name == "4: 2.50 to 5.26 MHz")
    assert curve.points == (
        pytest.approx((47.5, 1.0)),
        pytest.approx((100.0, high_mbps / low_mbps)),
    )


def test_the_delay_of_a_step_is_the_slope_of_a_line() -> None:
    delay = {form(n, "-fig7"): 0.1 + 0.25 * n for n in FACTORS[1:]}
    rows = {row[0]: row for row in sheet_of(found(delay=delay), "delay-fit").rows}
    assert rows["figure 7 of the paper"][2:] == pytest.approx((0.25, 0.1, 1.0, 9))
    table = {row[0]: row for row in sheet_of(found(delay=delay), "restructured").rows}
    assert list(table) == list(FACTORS[1:])
    assert table[8][1:5] == pytest.approx((8.0, 5800.0, 2.1, 100 * (2.1 / 8 - 1)))


def test_no_range_where_a_step_more_takes_more_than_the_first() -> None:
    whole = found(step_fj=1100.0)
    assert figures(whole, "trade-off")[:2] == [6, 0]
    assert verdicts_of(whole)["trade-off"] == "undecided"
    leaking = found(leakage_nw=10_000.0)
    assert figures(leaking, "trade-off") == [9, 0]
    assert {row[-1] for row in sheet_of(leaking, "trade-off").rows} == {"none"}


def test_phases_count_by_their_time_at_100_mhz() -> None:
    gated = {"receive": 800.0, "hash": 1500.0, "show": 500.0, "idle": 0.0}
    whole = found(gated_fj=gated)
    rows = {row[0]: row for row in sheet_of(whole, "system").rows}
    assert [rows[phase][1] for phase in PHASES] == pytest.approx([62.0, 0.0053, 2.0, 0.256])
    assert rows["idle"][2] == 0
    mean = (62 * 800 + 0.0053 * 1500 + 2 * 500) / 64.0053
    assert rows["the message"][4] == pytest.approx(mean / 10)
    assert rows["the message"][6:8] == pytest.approx((6.40053, 64.0053 * mean / 1e4))
    assert rows["a block of the message"][6] == pytest.approx(6.40053 / 7)
    assert figures(whole, "gating-power")[0] == pytest.approx(mean / 1000, abs=1e-4)
    assert (
        verdicts_of(whole)["gating-power"] == "undecided"
    )  # the paper does not state its scenario
    assert verdicts_of(whole)["gating-area"] == "undecided"  # nor what it gates
    assert figures(whole, "gating-area")[:3] == pytest.approx([1, 1 / 1.02, 1.02], abs=1e-4)
    assert figures(whole, "gating-area")[3] == pytest.approx(1.03)
    assert figures(whole, "hash-us")[2:] == [pytest.approx(5.3), pytest.approx(5.78)]
    assert (
        verdicts_of(whole)["hash-us"] == "undecided"
    )  # with the initial permutation or without it
    assert verdicts_of(whole)["display-ms"] == "undecided"  # another display needs other times


def test_a_quick_run_lacks_what_needs_a_sweep_or_power() -> None:
    source = Source(powers=False)
    source.kept = False
    quick = reproduce("shat-2014", quick=True, source=source)
    assert quick.plot is None
    for name in ("unfolding", "trade-off", "gating-power", "gating-area", "hash-us"):
        assert verdicts_of(quick)[name] == "not measurable here", name


def test_stations_are_built_for_several_clocks() -> None:
    names = set(catalog.stations())
    assert {*STATIONS, *WATCHED} <= names
    assert len(names) == 2 * len(STATION_CLOCKS)
    for name in names:
        one = catalog.get(name)
        assert one.inside and one.parameters["ClockGate"] == one.inside.parameters["ClockGate"]
        assert one.levels == ("stream",)
