"""What holds for the reproduction of every paper, with invented figures."""

from __future__ import annotations

import io
import json
from functools import cache

import pytest
from invented import InventedSource
from rich.console import Console

from silicrypt.papers import PAPERS, Reproduction, reproduce
from silicrypt.report import page
from silicrypt.report.tables import render_reproduction

every_paper = pytest.mark.parametrize("paper", PAPERS)


@cache
def found(paper: str) -> Reproduction:
    return reproduce(paper, source=InventedSource())


@every_paper
def test_what_is_stored_is_not_run_again(paper: str) -> None:
    source = InventedSource(kept=True)
    quick = reproduce(paper, quick=True, source=source)
    assert source.runs == source.powered == []
    assert "Quick run" not in quick.notes[-1]


@every_paper
def test_a_quick_run_places_with_one_seed_and_says_what_it_leaves_out(paper: str) -> None:
    source = InventedSource(kept=False)
    quick = reproduce(paper, quick=True, source=source)
    assert {run.seeds for run in source.runs} == {(1,)}
    assert source.powered == []
    assert "Quick run" in quick.notes[-1]


@every_paper
@pytest.mark.parametrize("width", [80, 160])
def test_nothing_is_cut_on_a_terminal(paper: str, width: int) -> None:
    shown = io.StringIO()
    render_reproduction(Console(file=shown, width=width), found(paper))
    assert max(map(len, shown.getvalue().splitlines())) <= width
    assert "\N{HORIZONTAL ELLIPSIS}" not in shown.getvalue()


@every_paper
def test_json_has_what_programs_read(paper: str) -> None:
    whole = found(paper)
    document = json.loads(json.dumps(whole.to_json()))
    claim_keys = {"claim", "quote", "section", "rule", "judge", "verdict", "printed", "measured"}
    for one in document["claims"]:
        assert claim_keys | {"figures"} <= one.keys()
        assert set(one["judge"]) == {"target", "mapping"}
    assert set(document["tables"]) == {row["table"] for row in document["rows"]}
    assert [len(row["ours"]) for row in document["rows"]] == [len(row.ours) for row in whole.rows]
    for row, of in zip(document["rows"], whole.rows, strict=True):
        for measured, one in zip(row["ours"], of.ours, strict=True):
            assert (measured["point"], measured["run_id"]) == (one.point, one.result.run_id)
    assert [one["name"] for one in document["sheets"]] == [one.name for one in whole.sheets]


@every_paper
def test_the_page_has_every_table(paper: str) -> None:
    whole = found(paper)
    html = page.render(page.view([], [whole]))
    names = [one.name for one in whole.sheets] + [f"{one.number}-ours" for one in whole.tables]
    for name in names:
        assert f'<table id="{paper}-{name}"' in html, name
    for one in whole.sheets:
        table = html.split(f'<table id="{paper}-{one.name}"')[1].split("</table>")[0]
        assert table.count("<tr>") == 1 + len(one.rows)
