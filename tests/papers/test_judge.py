"""The verdicts of the engine, by rule, sign, size, seeds, targets and what figures leave out."""

from __future__ import annotations

from typing import Any

import pytest
from invented import InventedSource, powered

from silicrypt.flow.batch import Task
from silicrypt.papers.claims import Claim
from silicrypt.papers.judge import FigureSources, verdict_on
from silicrypt.papers.model import JudgedClaim
from silicrypt.papers.plan import PaperResults


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
            "judge": judge or {"formula": "ratio", "name": "ratio", "ratio": True},
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
        ({"test": "at least", "change": 15}, 1.05, "direction only"),
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
    lost = [{"what": "A cell is lost.", "could_change": True}]
    sure = claim({"test": "value", "value": 1.24}, kind="arithmetic", not_covered=lost)
    assert verdict(sure, value).verdict == (said if "holds" in said else "undecided")


def test_figures_of_other_sign_leave_it_undecided() -> None:
    both = claim(GAIN, others=[computed("other"), computed("third")])
    found = verdict(both, 1.24, other=1.1, third=0.9)
    assert found.verdict == "undecided"
    assert found.why.startswith("The figures disagree: third has the other sign.")
    assert found.figures == {"ratio": 1.24, "other": 1.1, "third": 0.9}
    assert verdict(both, 1.24, other=1.1, third=2.0).verdict == "reproduced"


def test_figures_beside_do_not_count() -> None:
    assert verdict(claim(GAIN, beside=[computed("other")]), 1.24, other=0.5).verdict == (
        "reproduced"
    )


def test_a_missing_figure_is_named() -> None:
    none = verdict(claim(GAIN), None)
    assert (none.verdict, none.why) == ("not measurable here", "Not measured yet: ratio.")
    late = verdict(claim(GAIN, others=[computed("other")]), 1.24, other=None)
    assert (late.verdict, late.why) == ("reproduced", "Not measured yet: other.")


def test_what_is_left_out_decides_unless_it_is_bounded() -> None:
    glitches = {"what": "No glitches.", "could_change": True}
    open_end = verdict(claim(GAIN, not_covered=[glitches]), 1.24)
    assert open_end.verdict == "undecided"
    assert "could change it: No glitches." in open_end.why
    harmless = {**glitches, "could_change": False}
    assert verdict(claim(GAIN, not_covered=[harmless]), 1.24).verdict == "reproduced"
    bounded = claim(GAIN, not_covered=[{**glitches, "bound": computed("worst")}])
    assert verdict(bounded, 1.24, worst=1.1).verdict == "reproduced"
    assert verdict(bounded, 1.24, worst=0.9).verdict == "undecided"
    assert verdict(bounded, 1.24, worst=None).verdict == "undecided"


def measurements(change: dict[str, dict[str, Any]]) -> FigureSources:
    """Returns measurements of two designs on two targets."""
    source = InventedSource(lambda point, on: {**change.get(point, {}), **change.get(on, {})})
    runs = [Task(c, on) for c in ("sha512-u1", "sha512-u2") for on in ("ecp5-85k", "nangate45")]
    return FigureSources(PaperResults({run: source.stored(run) for run in runs}))


CLOCK = {"metric": "fmax_mhz", "new": "sha512-u2", "old": "sha512-u1", "on": "ecp5-85k"}


def test_a_range_over_the_seeds_that_crosses_the_sign_leaves_it_undecided() -> None:
    faster = claim({"test": "more"}, CLOCK)
    clocks = {"sha512-u1": {"mhz": 100.0}, "sha512-u2": {"mhz": 104.0}}
    near = measurements({**clocks, "sha512-u2": {"mhz": 104.0, "spread": 0.05}})
    found = verdict_on(faster, near)
    assert found.verdict == "undecided"
    assert "differs between seeds" in found.why
    assert found.figures["fmax of sha512-u2 over sha512-u1 on ecp5-85k, lowest of the seeds"] < 1
    sure = verdict_on(faster, measurements(clocks))
    assert sure.verdict == "reproduced"
    assert sure.judge.target == "ecp5-85k"
    assert sure.judge.mapping == "placed and routed, median of 3 seeds"


def test_several_designs_become_one_figure() -> None:
    sources = measurements({"sha512-u2": {"mhz": 150.0}, "sha512-u1": {"mhz": 100.0}})
    both = {**CLOCK, "new": ["sha512-u2", "sha512-u1"], "old": "sha512-u1"}
    for pick, value in (("mean", 1.25), ("max", 1.5), ("min", 1.0)):
        found = verdict_on(claim(GAIN, {**both, "pick": pick}), sources)
        assert next(iter(found.figures.values())) == value


def test_power_is_compared_at_one_throughput_and_glitches_are_bounded() -> None:
    # Per cycle 700 fJ and logic; the pipeline takes twice the bits per cycle.
    new = powered("a", "saturated", combinational_fj=300.0, message_bits=1000)
    old = powered("b", "saturated", combinational_fj=300.0, message_bits=500)
    runs = {Task(one.config, "nangate45", power=True): [one] for one in (new, old)}
    sources = FigureSources(PaperResults(runs))
    power = {"power": "dynamic_uw", "new": "a", "old": "b", "mbps": 1000}
    glitches = {"what": "No glitches.", "could_change": True, "bound": {"combinational": 5}}
    found = verdict_on(claim({"test": "less"}, power, not_covered=[glitches]), sources)
    assert list(found.figures.values()) == [0.5, 1.1]
    assert found.verdict == "undecided"
    glitches["bound"] = {"combinational": 3}
    found = verdict_on(claim({"test": "less"}, power, not_covered=[glitches]), sources)
    assert found.verdict == "reproduced"


def test_the_rule_says_its_numbers() -> None:
    assert verdict(claim(GAIN), 1.24).rule == "ratio is +24.0 %, from +21.6 % to +26.4 %."
    rule = {"test": "at least", "value": 2.0}
    assert verdict(claim(rule), 2.0).rule == "ratio is x2 or more, less 5 %."


@pytest.mark.parametrize(("value", "text"), [(1.001, "x1.001"), (1.0, "x1"), (1.234, "x1.23")])
def test_a_ratio_near_one_is_not_shown_as_one(value: float, text: str) -> None:
    assert verdict(claim({"test": "less", "value": 1.0}), value).measured.endswith(f": {text}")
