"""The rule of every claim, with figures on both sides of its limits and at their edges.

`promised` says what the words of a rule promise. It is written without the engine.
"""

from __future__ import annotations

import pytest

from silicrypt.metrics import CLOCK
from silicrypt.papers import PAPERS, claims
from silicrypt.papers.claims import Claim
from silicrypt.papers.figures import Figure
from silicrypt.papers.judge import BAND_ARITHMETIC, BAND_CHANGE, BAND_FIGURE, bound, decide
from silicrypt.paths import hw_root

RULED = [
    pytest.param(one, id=f"{paper}-{one.id}")
    for paper in PAPERS
    for one in claims.load(paper).claim
    if one.rule is not None
]
#: A small step beyond an edge, over the edge.
STEP = 1e-6


def limits_of(claim: Claim) -> tuple[float, float]:
    """Returns the printed figure of a rule, and how far from it a figure may be."""
    assert claim.rule and claim.judge
    rule = claim.rule
    changed = rule.change is not None
    usual = BAND_CHANGE if changed else BAND_FIGURE
    band = rule.band if rule.band is not None else usual
    if rule.band is None and claim.kind == "arithmetic":
        band = BAND_ARITHMETIC
    if rule.change is not None:
        return 1 + rule.change / 100, band / 100 * abs(rule.change) / 100
    wanted = 1.0 if rule.value is None else rule.value
    return wanted, 0.0 if rule.test in ("more", "less") else band / 100 * abs(wanted)


def values_of(claim: Claim) -> list[float]:
    """Returns the edges of a rule, values just beyond them, and values far away on both sides."""
    wanted, slack = limits_of(claim)
    ends = [wanted - slack, wanted + slack, 1.0, 1 + 2 * (wanted - 1) + slack]
    near = [end + way * STEP * max(abs(end), 1) for end in ends for way in (-1, 0, 1)]
    return [value for value in (*near, wanted, 0.0, 10 * abs(wanted) + 10) if value >= 0]


def promised(claim: Claim, better: str, value: float) -> str:
    """Returns the verdict that the words of a rule promise for an exact figure."""
    assert claim.rule and claim.judge
    rule, (wanted, slack) = claim.rule, limits_of(claim)
    slack += 1e-9
    inside = {
        "value": abs(value - wanted) <= slack,
        "equal": abs(value - wanted) <= slack,
        "at least": value >= wanted - slack,
        "at most": value <= wanted + slack,
        "more": value > wanted + slack,
        "less": value < wanted - slack,
    }[rule.test]
    if claim.kind == "arithmetic":
        return "arithmetic holds" if inside else "arithmetic fails"
    if inside:
        return "reproduced"
    good = {"higher": value > wanted, "lower": value < wanted}.get(better, False)
    if rule.test in ("more", "less"):
        cost = better == {"more": "lower", "less": "higher"}[rule.test]
        return "better than claimed" if cost else "not borne out"
    is_change = rule.test == "value" and claim.judge.is_ratio and wanted != 1
    if not is_change:
        return "better than claimed" if good else "not borne out"
    up = wanted > 1
    if value == 1 or (value > 1) != up:
        cost = better == ("lower" if up else "higher")
        return "better than claimed" if cost else "not borne out"
    gain = better == ("higher" if up else "lower")
    far = abs(value - 1) > 2 * abs(wanted - 1) + slack
    return "better than claimed" if gain and far else "direction only"


def said(claim: Claim, value: float, noise: float = 1.0) -> str:
    """Returns the verdict of the engine on a figure alone."""
    assert claim.judge
    ratio = claim.judge.is_ratio
    figure = Figure("it", value, value / noise, value * noise, is_ratio=ratio)
    return decide(claim, bound(claim, ratio), figure, ())[0]


@pytest.mark.parametrize("claim", RULED)
def test_the_rule_does_what_its_words_promise(claim: Claim) -> None:
    assert claim.judge
    better = bound(claim, claim.judge.is_ratio).better
    found = {value: said(claim, value) for value in values_of(claim)}
    if claim.undecided and claim.kind != "arithmetic":
        assert set(found.values()) == {"undecided"}
        assert len(claim.missing) > 20
        return
    for value, verdict in found.items():
        wanted = promised(claim, better, value)
        if claim.undecided and wanted == "arithmetic fails":
            wanted = "undecided"
        assert verdict == wanted, value
    # No rule has one verdict for all values: figures can confirm it, and others can refute it.
    assert {"reproduced", "arithmetic holds"} & set(found.values())
    assert set(found.values()) - {"reproduced", "arithmetic holds", "direction only"}


@pytest.mark.parametrize("claim", RULED)
def test_noise_decides_nothing(claim: Claim) -> None:
    """Noise across a limit decides nothing; noise that reaches into a band is within it."""
    assert claim.judge
    if claim.kind == "arithmetic" or claim.undecided:
        return
    for value in values_of(claim):
        blurred = said(claim, value, CLOCK.factor)
        ends = [said(claim, end) for end in (value / CLOCK.factor, value * CLOCK.factor)]
        if blurred in ("reproduced", "direction only"):
            supported = {"reproduced", "direction only", "better than claimed"}
            limits = bound(claim, claim.judge.is_ratio)
            has_band = limits.rule.test in ("equal", "value") and not limits.sign
            assert has_band or set(ends) <= supported, value
        if blurred == "not borne out":
            assert "reproduced" not in ends, value


#: The page that lists the one-sided rules and the claims that nothing decides.
PAGE = hw_root().parent / "docs" / "claims.md"


def listed(columns: str) -> dict[str, tuple[str, str]]:
    """Returns the first two cells of a table of the page, by paper and claim."""
    found = dict[str, tuple[str, str]]()
    table = PAGE.read_text(encoding="utf-8").split(f"| {columns} |\n", 1)[1].split("\n\n")[0]
    for row in table.splitlines()[1:]:
        first, second, papers = (cell.strip() for cell in row.strip("|").split("|"))
        for paper, ids in (part.split(": ") for part in papers.split("; ")):
            for name in ids.split(", "):
                key = f"{paper} {name.strip('*')}"
                assert key not in found, key
                found[key] = first, second
    return found


def test_the_page_lists_every_one_sided_rule_with_its_reason() -> None:
    words = {"more": "more than", "less": "less than", "at least": "at least", "at most": "at most"}
    known = {
        f"{paper} {one.id}": words[one.rule.test]
        for paper in PAPERS
        for one in claims.load(paper).claim
        if one.rule and one.rule.test in words
    }
    page = listed("reason | rules | claims")
    assert page.keys() == known.keys()
    for key, word in known.items():
        reason, rules = page[key]
        assert word in rules.split(", "), key
        assert len(reason) > 20, key


def test_the_page_lists_every_claim_that_stays_open() -> None:
    known = {
        f"{paper} {one.id}": (
            one.undecided,
            f"{'arithmetic holds, ' if one.kind == 'arithmetic' else ''}undecided",
        )
        for paper in PAPERS
        for one in claims.load(paper).claim
        if one.undecided
    }
    assert listed("cause | verdicts | claims") == known


def test_the_page_lists_every_claim_that_ours_cannot_refute() -> None:
    known = {
        f"{paper} {one.id}": one.kind == "system"
        for paper in PAPERS
        for one in claims.load(paper).claim
        if one.kind == "system" or "By construction:" in one.why
    }
    page = listed("reason | verdicts | claims")
    assert {key: "verification" in reason for key, (reason, _) in page.items()} == known
