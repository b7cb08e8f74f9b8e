"""The claims of all papers as data: complete, quoted, with rules; and what their verdicts say."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from invented import InventedSource

from silicrypt import catalog, targets
from silicrypt.errors import BadInput
from silicrypt.papers import PAPERS, PaperResults, Reproduction, claims, reproduce
from silicrypt.papers.claims import MeasuredFigure, MeasuredPower, PrintedFigure, parse
from silicrypt.papers.data import published
from silicrypt.papers.figures import FigureSources
from silicrypt.papers.judge import verdict_on
from silicrypt.papers.model import VERDICTS
from silicrypt.paths import hw_root

#: Longest quotation in words. Only short quotations of a paper are in the repository.
WORDS = 45


@pytest.fixture(scope="module")
def found() -> Mapping[str, Reproduction]:
    """Returns every paper, reproduced with invented figures."""
    return {name: reproduce(name, source=InventedSource()) for name in PAPERS}


@pytest.mark.parametrize("paper", PAPERS)
def test_every_claim_has_a_quotation_and_a_rule(paper: str) -> None:
    known = claims.load(paper).claim
    assert len(known) >= 15
    for one in known:
        assert 2 < len(one.quote.split()) <= WORDS, one.id
        assert one.section and one.claim.endswith("."), one.id
        if one.kind == "not measurable":
            assert one.why and one.missing, one.id
        else:
            assert one.rule and one.judge and one.set, one.id


def test_every_paper_has_a_place_of_its_own() -> None:
    assert len({claims.load(paper).order for paper in PAPERS}) == len(PAPERS)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_claim_names_designs_targets_and_rows_that_exist(paper: str) -> None:
    rows = {row.key for row in published(paper)}
    for one in claims.load(paper).claim:
        assert set(one.rows) <= rows, one.id
        for figure in one.expressions:
            match figure:
                case MeasuredFigure() | MeasuredPower():
                    targets.get(figure.on)
                    for name in (*figure.new, *figure.old):
                        level = figure.level if isinstance(figure, MeasuredFigure) else None
                        assert level is None or level in catalog.get(name).levels, one.id
                case PrintedFigure():
                    assert {*figure.new, *figure.old} <= rows, one.id


@pytest.mark.parametrize("paper", PAPERS)
def test_with_all_figures_only_what_says_so_is_not_measured(
    paper: str, found: Mapping[str, Reproduction]
) -> None:
    kinds = {one.id: one.kind for one in claims.load(paper).claim}
    for one in found[paper].claims:
        assert one.verdict in VERDICTS
        lacking = one.verdict == "not measurable here"
        assert not lacking or kinds[one.id] == "not measurable", (one.id, one.why)
        assert ("arithmetic" in one.verdict) == (
            one.kind == "arithmetic" and one.verdict != "undecided"
        )


@pytest.mark.parametrize("paper", PAPERS)
def test_every_claim_shows_what_a_reader_needs(
    paper: str, found: Mapping[str, Reproduction]
) -> None:
    """Shows rule, noise and what would change the verdict, or what is missing."""
    specs = {one.id: one for one in claims.load(paper).claim}
    for one in found[paper].claims:
        spec = specs[one.id]
        assert one.would_change or one.missing, one.id
        assert bool(one.noise) == bool(spec.rule), one.id
        assert bool(one.dated) == bool(spec.rule), one.id
        assert all(text.endswith(".") for text in (*spec.changed, one.missing or ".")), one.id
        assert (one.verdict == "undecided") or not one.cause, one.id


@pytest.mark.parametrize("paper", PAPERS)
def test_every_printed_row_and_every_element_is_there_or_absent_with_a_reason(
    paper: str, found: Mapping[str, Reproduction]
) -> None:
    known, reproduction = claims.load(paper), found[paper]
    shown = {(row.name, row.device) for row in reproduction.rows if row.kind == "printed"}
    names = {name for name, _ in shown} | {
        str(cell) for sheet in reproduction.sheets for row in sheet.rows for cell in row
    }
    told = {row for one in known.claim for row in one.rows} | set(known.absent)
    for row in published(paper):
        title = f"{row.cells['design'].removeprefix('HMAC ')} {row.cells['source']}".strip()
        there = {row.row, title, row.row.partition(" '156")[0], title.split(" (printed")[0]} & names
        assert there or row.key in told, row.key
    for element in known.element:
        for name in element.built:
            assert (hw_root() / name).is_file(), name
        assert element.built or len(element.absent) > 20


@pytest.mark.parametrize("paper", PAPERS)
def test_the_page_has_the_verdict_and_the_figures_of_every_claim_that_no_result_decides(
    paper: str,
) -> None:
    """The verdicts on the paper's own tables follow from its cells. What holds is not listed."""
    page = (hw_root().parent / "docs" / "claims.md").read_text(encoding="utf-8")
    listed = dict[str, tuple[str, list[str]]]()
    for section in page.split("\n### ")[1:]:
        verdict, _, table = section.partition("\n")
        for row in re.findall(rf"^\| {paper} \| (.*) \|$", table, re.M):
            claim, *cells = (cell.replace(r"\|", "|") for cell in row.split(" | "))
            listed[claim] = verdict.lower(), cells
    bare = InventedSource(kept=False, powers=False, executes=False)
    for one in reproduce(paper, source=bare).claims:
        verdict, cells = listed.get(one.claim, ("arithmetic holds", [one.measured]))
        if one.kind in ("arithmetic", "not measurable"):
            assert one.verdict == verdict, one.id
        if one.kind == "arithmetic":
            assert any(cell.startswith(one.measured) for cell in cells), one.id


def test_nothing_measured_is_said_so() -> None:
    bare = reproduce("sha512-2005", source=InventedSource(kept=False, powers=False), quick=True)
    one = next(one for one in bare.claims if one.id == "pipeline-z")
    assert one.verdict == "not measurable here"
    assert one.why.startswith("Not measured yet: sha512-pipe2 on ecp5-85k")


WRONG = """
[[claim]]
id = "clock"
claim = "The clock doubles."
quote = "the clock doubles"
section = "I"
kind = "technique"
"""


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("", "claim 'clock': Value error, a claim that is measured needs a rule and a judge"),
        ("rule = { test = 'value' }", "claim 'clock', key rule: Value error, 'value' needs"),
        ("judge = { new = 'a', on = 'b' }", "claim 'clock', key judge: a figure has one of"),
        ("nonsense = 1", "claim 'clock', key nonsense: Extra inputs"),
        ("judge = { power = 'total_uw', new = 'a' }", "key judge: Value error, state either"),
        ("broken", "is not TOML"),
    ],
)
def test_a_wrong_file_is_refused_with_claim_and_key(more: str, message: str) -> None:
    with pytest.raises(BadInput, match=r"some\.toml") as caught:
        parse(WRONG + more, "some.toml")
    assert message in str(caught.value)


def test_two_claims_of_one_name_are_refused() -> None:
    complete = WRONG + 'rule = { test = "more" }\njudge = { formula = "x", name = "x" }\n'
    with pytest.raises(BadInput, match="two claims have the id clock"):
        parse(complete * 2, "some.toml")


def test_a_claim_without_its_figure_is_an_error_and_not_a_verdict() -> None:
    complete = WRONG + 'rule = { test = "more" }\njudge = { formula = "x", name = "x" }\n'
    with pytest.raises(BadInput, match="'x' means nothing there"):
        verdict_on(parse(complete, "some.toml").claim[0], FigureSources(PaperResults()))
