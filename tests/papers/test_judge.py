"""The verdicts of the engine, by rule, sign, size, seeds, targets and what figures leave out."""

from __future__ import annotations

from typing import Any

import pytest
from invented import InventedSource, powered
from pydantic import ValidationError

from silicrypt.errors import BadInput
from silicrypt.flow.batch import Task
from silicrypt.metrics import FIGURES
from silicrypt.papers.claims import Claim, Formula
from silicrypt.papers.figures import Figure, FigureSources, evaluate
from silicrypt.papers.judge import bound, decide, verdict_on
from silicrypt.papers.model import JudgedClaim
from silicrypt.papers.plan import PaperResults
from silicrypt.results.result import Result

#: A figure that is a ratio, as claims write it.
RATIO: dict[str, Any] = {"formula": "ratio", "name": "ratio", "ratio": True}


def claim(rule: dict[str, Any], judge: dict[str, Any] | None = None, **more: Any) -> Claim:
    """Returns a claim about the ratio of a named figure."""
    return Claim.model_validate(
        {
            "id": "x",
            "claim": "Something changes.",
            "quote": "something changes",
            "section": "I",
            "kind": "technique",
            "rule": rule,
            "judge": judge or RATIO,
            **more,
        }
    )


def computed(name: str) -> dict[str, str]:
    """Returns a figure that a module computes, as claims write it."""
    return {"formula": name, "name": name}


def verdict(of: Claim, value: float | None = None, **named: float | None) -> JudgedClaim:
    """Returns the judged claim for a value of the named figure."""
    return verdict_on(of, FigureSources(PaperResults(), {"ratio": value, **named}))


GAIN = {"test": "value", "change": 24}
COST = {"test": "value", "change": 8}


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (1.24, "reproduced"),
        (1.2641, "direction only"),
        (1.2639, "reproduced"),
        (1.2161, "reproduced"),
        (1.2159, "direction only"),
        (1.01, "direction only"),
        (1.0, "not borne out"),
        (0.9, "not borne out"),
        (1.47, "direction only"),
        (1.51, "better than claimed"),
    ],
)
def test_a_gain_is_held_against_its_change(value: float, said: str) -> None:
    assert verdict(claim(GAIN, better="higher"), value).verdict == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (1.30, "reproduced"),  # 1.238 within a noise of 5 %
        (1.34, "direction only"),
        (1.56, "direction only"),
        (1.60, "better than claimed"),
    ],
)
def test_noise_counts_at_the_edge_of_the_band(value: float, said: str) -> None:
    noisy = claim(GAIN, {**RATIO, "noise": "clock"}, better="higher")
    assert verdict(noisy, value).verdict == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (1.08, "reproduced"),
        (1.3, "direction only"),
        (1.04, "direction only"),
        (1.0, "better than claimed"),
        (0.987, "better than claimed"),
    ],
)
def test_a_cost_that_is_none_is_better_than_claimed(value: float, said: str) -> None:
    assert verdict(claim(COST, better="lower"), value).verdict == said


def test_a_gain_downwards_of_more_than_twice_the_size_is_better_than_claimed() -> None:
    power = claim({"test": "value", "change": -13.65}, better="lower")
    assert verdict(power, 0.073).verdict == "better than claimed"
    assert verdict(power, 0.86).verdict == "reproduced"
    assert verdict(power, 1.1).verdict == "not borne out"


@pytest.mark.parametrize(
    ("rule", "value", "said"),
    [
        ({"test": "value", "value": 4.0}, 3.81, "reproduced"),
        ({"test": "value", "value": 4.0}, 3.79, "direction only"),
        ({"test": "value", "value": 4.0, "band": 1}, 3.95, "direction only"),
        ({"test": "at least", "change": 15}, 1.3, "reproduced"),
        ({"test": "at least", "change": 15}, 1.05, "not borne out"),
        ({"test": "at least", "change": 15}, 0.95, "not borne out"),
        ({"test": "more"}, 1.01, "reproduced"),
        ({"test": "more"}, 1.0, "not borne out"),
        ({"test": "less"}, 0.99, "reproduced"),
        ({"test": "equal"}, 0.96, "reproduced"),
        ({"test": "equal"}, 1.3, "better than claimed"),
        ({"test": "equal"}, 0.7, "not borne out"),
    ],
)
def test_each_rule_has_its_band(rule: dict[str, Any], value: float, said: str) -> None:
    assert verdict(claim(rule, better="higher"), value).verdict == said


@pytest.mark.parametrize(
    ("value", "said"), [(1605, "reproduced"), (1680, "reproduced"), (1700, "not borne out")]
)
def test_an_absolute_figure_has_no_direction(value: float, said: str) -> None:
    area = claim({"test": "value", "value": 1605}, computed("ratio"))
    assert verdict(area, value).verdict == said


@pytest.mark.parametrize(
    ("value", "said"), [(1.24, "arithmetic holds"), (1.26, "arithmetic fails")]
)
def test_the_papers_own_arithmetic_holds_to_a_per_cent(value: float, said: str) -> None:
    own = claim({"test": "value", "value": 1.24}, kind="arithmetic")
    assert verdict(own, value).verdict == said
    lost = {"undecided": "lost cells", "missing": "A cell."}
    found = verdict(claim({"test": "value", "value": 1.24}, kind="arithmetic", **lost), value)
    assert found.told == (said if "holds" in said else "undecided: lost cells")


def test_every_reading_of_the_papers_own_arithmetic_counts() -> None:
    readings = claim({"test": "more"}, kind="arithmetic", others=[computed("other")])
    assert verdict(readings, 1.2, other=1.1).verdict == "arithmetic holds"
    assert verdict(readings, 0.9, other=0.8).verdict == "arithmetic fails"
    found = verdict(readings, 1.2, other=0.8)
    assert (found.verdict, found.why) == (
        "undecided",
        "The readings disagree: the contrary is other.",
    )


def test_figures_of_other_sign_leave_it_undecided() -> None:
    both = claim(GAIN, others=[computed("other"), computed("third")])
    found = verdict(both, 1.24, other=1.1, third=0.9)
    assert found.verdict == "undecided"
    assert found.why == "The figures disagree: third speaks against."
    assert found.figures == {"ratio": 1.24, "other": 1.1, "third": 0.9}
    assert found.says == {"ratio": "supports", "other": "supports", "third": "speaks against"}
    assert found.measured.endswith("third: -10.0 %, speaks against")


def test_every_figure_that_counts_must_be_within_the_band() -> None:
    both = claim(GAIN, others=[computed("other")])
    assert verdict(both, 1.24, other=1.25).verdict == "reproduced"
    found = verdict(both, 1.24, other=2.0)
    assert (found.verdict, found.why) == ("direction only", "The size differs: other.")


@pytest.mark.parametrize(
    ("rule", "inside", "outside"),
    [
        ({"test": "value", "change": 24}, (1.22, 1.26), (1.0, 1.21, 1.27)),
        ({"test": "value", "value": 4.0}, (3.81, 4.19), (3.79, 4.21)),
        ({"test": "equal", "band": 10}, (0.91, 1.0, 1.09), (0.89, 1.11)),
        ({"test": "at least", "value": 2.0}, (1.91, 9.0), (1.89,)),
        ({"test": "at most", "value": 2.0}, (0.1, 2.09), (2.11,)),
        ({"test": "more", "value": 1.1}, (1.11, 9.0), (1.1, 1.09)),
        ({"test": "less", "value": 0.9}, (0.1, 0.89), (0.9, 0.91)),
    ],
)
def test_every_rule_excludes_what_its_noise_cannot_bring_into_the_band(
    rule: dict[str, Any], inside: tuple[float, ...], outside: tuple[float, ...]
) -> None:
    limits = bound(claim(rule, better="lower"), is_ratio=True)
    for value in (*inside, *outside):
        exact = Figure("it", value, value, value, is_ratio=True)
        assert limits.excludes(exact) == (value in outside), value
    # Noise that reaches into the band leaves the figure open.
    for value in outside:
        wide = Figure("it", value, value / 1.3, value * 1.3, is_ratio=True)
        assert not limits.excludes(wide), value


def test_noise_that_reaches_into_the_band_of_no_change_is_within_it() -> None:
    same = claim({"test": "equal"}, better="higher")
    for value, low, high, says in (
        (0.9503, 0.91, 0.9687, "supports"),
        (0.94, 0.91, 0.96, "supports"),
        (0.93, 0.91, 0.949, "speaks against"),
    ):
        limits, figure = bound(same, is_ratio=True), Figure("it", value, low, high, is_ratio=True)
        assert limits.says(figure) == says
        assert decide(same, limits, figure, ())[0] == (
            "reproduced" if says == "supports" else "not borne out"
        )


def test_a_judge_that_excludes_the_printed_size_decides_whatever_others_show() -> None:
    """A judge without a change refutes the size; with noise that hides the size nothing does."""
    noisy = {**RATIO, "noise": "clock"}
    row = claim(GAIN, noisy, others=[{**noisy, "formula": "other", "name": "other"}])
    for other in (1.24, 1.02, 0.8):
        found = verdict(row, 1.0, other=other)
        assert found.verdict == "not borne out"
        assert found.why == "The difference is noise, and a change of the printed size would show."
    small = claim({"test": "value", "change": 4}, noisy)
    assert verdict(small, 1.0).verdict == "undecided"


def test_a_further_figure_that_is_better_than_no_change_is_better_than_claimed() -> None:
    same = claim({"test": "equal", "band": 10}, better="lower", others=[computed("other")])
    found = verdict(same, 0.95, other=0.85)
    assert found.verdict == "better than claimed"
    assert found.why == "Outside the band on the better side: other."
    assert verdict(same, 0.95, other=0.91).verdict == "reproduced"
    assert verdict(same, 0.95, other=1.15).verdict == "undecided"


def test_a_further_figure_without_a_change_differs_in_size() -> None:
    both = claim(GAIN, others=[computed("other")])
    found = verdict(both, 1.24, other=1.0)
    assert (found.verdict, found.why) == (
        "undecided",
        "The figures disagree: other speaks against.",
    )
    noisy = {"formula": "other", "name": "other", "noise": "clock"}
    found = verdict(claim(GAIN, others=[noisy]), 1.24, other=1.02)
    assert found.says["other"] == "says nothing within noise"
    assert (found.verdict, found.why) == ("direction only", "The size differs: other.")


@pytest.mark.parametrize("ratio", [1.25, 1.125])
def test_both_readings_of_25_per_cent_more_have_one_verdict(ratio: float) -> None:
    """The claim *four-path* of sha512-2005: over one form of two operations, and over both."""
    path = claim({"test": "value", "value": ratio})
    limits = bound(path, is_ratio=True)
    routed = Figure("routed", 1.0625, 1.0488, 1.0865, is_ratio=True)
    for cells, verdict in ((0.9665, "direction only"), (0.8854, "undecided")):
        other = Figure("cells", cells, cells / 1.05, cells * 1.05, is_ratio=True)
        assert decide(path, limits, routed, [other])[0] == verdict


def test_an_absolute_figure_of_another_target_counts_for_nothing() -> None:
    area = claim({"test": "value", "value": 1605}, computed("ratio"), others=[computed("other")])
    assert verdict(area, 1605, other=2338).verdict == "reproduced"


def test_figures_beside_do_not_count() -> None:
    assert verdict(claim(GAIN, beside=[computed("other")]), 1.24, other=0.5).verdict == (
        "reproduced"
    )


def test_a_missing_figure_is_named() -> None:
    none = verdict(claim(GAIN), None)
    assert (none.verdict, none.why) == ("not measurable here", "Not measured yet: ratio.")
    late = verdict(claim(GAIN, others=[computed("other")]), 1.24, other=None)
    assert (late.verdict, late.why) == ("reproduced", "Not measured yet: other.")


def test_what_no_figure_can_decide_says_what_could() -> None:
    lost = claim(GAIN, undecided="reconstruction", missing="The definition of the hash.")
    found = verdict(lost, 1.24)
    assert (found.told, found.missing) == (
        "undecided: reconstruction",
        "The definition of the hash.",
    )
    assert found.figures == {"ratio": 1.24}
    with pytest.raises(ValidationError, match="says in 'missing' what could"):
        claim(GAIN, undecided="reconstruction")


def measurements(change: dict[str, dict[str, Any]]) -> FigureSources:
    """Returns measurements of two designs on two targets."""
    source = InventedSource(lambda point, on: {**change.get(point, {}), **change.get(on, {})})
    runs = [Task(c, on) for c in ("sha512-u1", "sha512-u2") for on in ("ecp5-85k", "nangate45")]
    return FigureSources(PaperResults({run: source.stored(run) for run in runs}))


def formula_of(text: str, sources: FigureSources) -> float | None:
    """Returns the value of a formula."""
    return evaluate(Formula(formula=text, name="a figure"), sources).value


def test_a_formula_has_measured_figures() -> None:
    found = measurements({"sha512-u2": {"mhz": 250.0}})
    ratio = "'sha512-u2 on ecp5-85k:delay_ns' / 'sha512-u1 on ecp5-85k:delay_ns' - 1"
    assert formula_of(ratio, found) == 3.0
    assert formula_of("'sha512-u1 on ecp5-85k:bits_per_cycle'", found) == 1024 / 84
    assert formula_of("1 + 'sha512-u2 on ecp5-25k:area'", found) is None


@pytest.mark.parametrize(
    "key",
    [
        *("sha512-u1:area", "sha512-u1:latency", "sha512-u1, 8 bytes:cycles_per_block", "area"),
        *("sha512-u1 on ecp5-85k:weight", "sha512-u1 on nangate45, idle at 1 MHz:weight"),
    ],
)
def test_a_key_that_is_no_figure_is_named(key: str) -> None:
    with pytest.raises(BadInput, match=f"'{key}' is neither TABLE/ROW:column nor DESIGN on"):
        formula_of(f"'{key}'", measurements({}))


CLOCK = {"metric": "fmax_mhz", "new": "sha512-u2", "old": "sha512-u1", "on": "ecp5-85k"}


def test_a_range_over_the_seeds_that_crosses_the_sign_leaves_it_undecided() -> None:
    faster = claim({"test": "more"}, CLOCK)
    clocks = {"sha512-u1": {"mhz": 100.0}, "sha512-u2": {"mhz": 104.0}}
    near = measurements({**clocks, "sha512-u2": {"mhz": 104.0, "spread": 0.05}})
    found = verdict_on(faster, near)
    assert found.verdict == "undecided"
    assert found.why == "The figure that judges is on both sides of the limit within noise."
    assert found.noise.endswith("after routing with several seeds: the range over the seeds")
    assert found.figures["fmax of sha512-u2 over sha512-u1 on ecp5-85k, lowest within noise"] < 1
    sure = verdict_on(faster, measurements(clocks))
    assert sure.verdict == "reproduced"
    assert sure.judge.target == "ecp5-85k"
    assert sure.judge.mapping == "placed and routed, median of 3 seeds"


@pytest.mark.parametrize(
    ("metric", "on", "figures", "limit"),
    [
        ("fmax_mhz", "nangate45", {"mhz": 100.0}, 1.05),
        ("area", "nangate45", {"area": 1000}, 1.02),
        ("lut", "ecp5-85k", {"area": 1000}, 1.02),
    ],
)
def test_a_difference_within_noise_is_none(
    metric: str, on: str, figures: dict[str, float], limit: float
) -> None:
    key, base = next(iter(figures.items()))
    judge = {**CLOCK, "metric": metric, "on": on}

    def said(rule: dict[str, Any], ratio: float) -> str:
        new = {"sha512-u1": figures, "sha512-u2": {key: base * ratio}}
        return verdict_on(claim(rule, judge, better="higher"), measurements(new)).verdict

    beyond, within = limit + 0.002, limit - 0.002
    assert said({"test": "more"}, beyond) == "reproduced"
    assert said({"test": "more"}, within) == said({"test": "more"}, 1 / within) == "undecided"
    assert said({"test": "more"}, 1 / beyond) == "not borne out"
    assert said({"test": "less"}, 1 / beyond) == "reproduced"
    assert said({"test": "less"}, within) == "undecided"
    # No difference supports a claim of no change.
    assert said({"test": "equal"}, within) == said({"test": "equal"}, 1 / within) == "reproduced"
    # The noise can hide a change of the limit's size, and no larger one.
    assert said({"test": "value", "change": 100 * (limit - 1)}, 1.0) == "undecided"
    assert said({"test": "value", "change": 50}, 1.0) == "not borne out"


def test_flip_flops_have_no_noise() -> None:
    sources = measurements({"sha512-u1": {"ff": 1000}, "sha512-u2": {"ff": 1001}})
    judge = {**CLOCK, "metric": "ff"}
    assert verdict_on(claim({"test": "more"}, judge), sources).verdict == "reproduced"


def test_several_designs_become_one_figure() -> None:
    sources = measurements({"sha512-u2": {"mhz": 150.0}, "sha512-u1": {"mhz": 100.0}})
    both = {**CLOCK, "new": ["sha512-u2", "sha512-u1"], "old": "sha512-u1"}
    for pick, value in (("mean", 1.25), ("max", 1.5), ("min", 1.0)):
        found = verdict_on(claim(GAIN, {**both, "pick": pick}), sources)
        assert next(iter(found.figures.values())) == value


def test_power_is_compared_at_one_throughput() -> None:
    # Per cycle 700 fJ and logic; the pipeline takes twice the bits per cycle.
    new = powered("a", "saturated", combinational_fj=300.0, message_bits=1000)
    old = powered("b", "saturated", combinational_fj=300.0, message_bits=500)
    runs = {Task(one.config, "nangate45", power=True): [one] for one in (new, old)}
    sources = FigureSources(PaperResults(runs))
    power = {"power": "dynamic_uw", "new": "a", "old": "b", "mbps": 1000}
    found = verdict_on(claim({"test": "less"}, power), sources)
    assert next(iter(found.figures.values())) == 0.5
    assert found.verdict == "reproduced"
    assert found.noise == "power: a factor of 1.02"


def test_a_formula_has_the_seeds_of_its_figures_or_the_noise_that_it_states() -> None:
    clock = "'{} on {}:delay_ns'".format
    routed, cells = (
        {"formula": f"{clock('sha512-u2', on)} / {clock('sha512-u1', on)}", "name": "it"}
        for on in ("ecp5-85k", "nangate45")
    )
    near = {"sha512-u1": {"mhz": 110.0, "spread": 0.1}, "sha512-u2": {"mhz": 100.0, "spread": 0.1}}
    found = verdict_on(claim({"test": "more"}, {**routed, "ratio": True}), measurements(near))
    assert found.verdict == "undecided"
    assert found.noise.endswith("the range over the seeds")
    assert found.figures == {
        "it": 1.1,
        "it, lowest within noise": 0.9,
        "it, highest within noise": round(1.1 * 1.1 / 0.9, 4),
    }
    sure = verdict_on(claim({"test": "more"}, {**cells, "ratio": True}), measurements(near))
    assert (sure.verdict, sure.figures) == ("reproduced", {"it": 1.1})
    own = {**RATIO, "noise": "power and clock"}
    assert verdict(claim({"test": "more"}, own), 1.06).verdict == "undecided"
    assert verdict(claim({"test": "more"}, own), 1.08).verdict == "reproduced"


def test_the_seeds_move_a_delay_and_not_that_of_its_registers() -> None:
    found = measurements({"sha512-u1": {"mhz": 100.0, "spread": 0.1, "launch_setup_ns": 4.0}})
    logic = Formula(formula="'sha512-u1 on ecp5-85k:logic_ns'", name="a figure")
    figure = evaluate(logic, found)
    assert figure.ends == pytest.approx((1000 / 110 - 4, 6.0, 1000 / 90 - 4))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("sha512-u1 on nangate45, saturated at 10 MHz:dynamic_uw", 10.0),
        ("sha512-u1 on nangate45, saturated at fmax:dynamic_uw", 1000.0),
        ("sha512-u1 on nangate45, saturated at 1000 Mbit/s:dynamic_uw", 100.0),
        ("sha512-u1 on nangate45, saturated:toggles", 1.0),
        ("sha512-u2 on nangate45, saturated:toggles", None),
        ("sha512-u2:Unroll", 2.0),
        ("aes128-par, 16 bytes:latency", 61),
        ("aes128-par, 16 bytes:key_interval", 122),
        ("sha512-u1:cycles_per_block", 84),
    ],
)
def test_a_key_names_power_at_a_clock_a_parameter_or_cycles(key: str, value: float | None) -> None:
    run = Task("sha512-u1", "nangate45", power=True)
    sources = measurements({})
    runs = {**sources.results.runs, run: [powered("sha512-u1", "saturated")]}
    assert formula_of(f"'{key}'", FigureSources(PaperResults(runs))) == value


def test_the_rule_says_its_numbers() -> None:
    assert verdict(claim(GAIN), 1.24).rule == "ratio is +24.0 %, from +21.6 % to +26.4 %."
    rule = {"test": "at least", "value": 2.0}
    assert verdict(claim(rule), 2.0).rule == "ratio is x2 or more, less 5 %."


def test_a_verdict_says_what_would_change_it() -> None:
    assert verdict(claim(GAIN, better="higher"), 1.24).would_change == (
        "By the figure that judges: not borne out, direction only above +0.0 %, reproduced from "
        "+21.6 %, direction only above +26.4 %, better than claimed above +50.4 %."
    )
    exact = claim({"test": "value", "value": 1, "band": 0}, computed("ratio"), kind="arithmetic")
    assert verdict(exact, 2).would_change == (
        "By the figure that judges: arithmetic fails, arithmetic holds from 1, arithmetic fails "
        "above 1."
    )
    held = claim(GAIN, others=[computed("other"), computed("third")])
    assert verdict(held, 1.24, other=1.2, third=0.9).would_change == (
        "By the figure that judges: undecided while the other figures disagree."
    )


@pytest.mark.parametrize(("value", "text"), [(1.001, "x1.001"), (1.0, "x1"), (1.234, "x1.23")])
def test_a_ratio_near_one_is_not_shown_as_one(value: float, text: str) -> None:
    assert verdict(claim({"test": "less", "value": 1.0}), value).measured.startswith(
        f"ratio: {text}, "
    )


def test_every_figure_of_a_design_can_be_read() -> None:
    (one,) = InventedSource().stored(Task("sha512-u1", "ecp5-85k"))
    assert isinstance(one, Result)
    found = {name: metric.of(one) for name, metric in FIGURES.items()}
    assert (found["area"], found["delay_ns"], found["cases"]) == (one.lut, 1.0, 1)
    assert found["bits_per_cycle"] == 1024 / one.cycles_per_block


def test_a_metric_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValidationError, match="there is no metric 'weight'; there are"):
        claim(GAIN, {**CLOCK, "metric": "weight"})
