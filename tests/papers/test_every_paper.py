"""What holds for the reproduction of every paper, with invented figures."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from html import escape

import pytest
from invented import InventedSource, on_terminal, sheet_of

from silicrypt.catalog import Level
from silicrypt.flow.batch import Task
from silicrypt.flow.implement import SEEDS
from silicrypt.papers import PAPERS, Reproduction, reproduce
from silicrypt.papers.claims import load
from silicrypt.papers.data import published, sheet_rows
from silicrypt.papers.plan import stated_runs
from silicrypt.report import page
from silicrypt.report.tables import render_reproduction

every_paper = pytest.mark.parametrize("paper", PAPERS)


@cache
def found(paper: str) -> Reproduction:
    return reproduce(paper, source=InventedSource())


@cache
def shown() -> str:
    """Returns the page with every paper."""
    return page.render(page.view([], list(map(found, PAPERS))))


@every_paper
def test_what_is_stored_is_not_run_again(paper: str) -> None:
    source = InventedSource(kept=True)
    quick = reproduce(paper, quick=True, source=source)
    assert source.runs == source.powered == []
    assert "Quick run" not in quick.notes[-1]


#: The runs of the judges of the main claims, which a quick run executes: designs, target and level.
QUICK: Mapping[str, tuple[tuple[str, ...], str, Level]] = {
    "sha512-2005": (("sha512-u1", "sha512-u2-pre"), "ecp5-85k", "core"),
    "md5-2015": (("md5-binary", "md5-gray"), "ecp5-85k", "core"),
    "aes-2005": (("aes128-stepwise", "aes128-par"), "ecp5-85k", "core"),
    "hmac-2005": (("sha1-u1", "sha1-u1-pre", "md5-u1", "md5-u1-pre"), "ecp5-85k", "core"),
    "shat-2014": (("shat128",), "nangate45@area", "core"),
    "aes-2011": (("aes256-lowlat", "aes128-lowlat"), "ecp5-85k", "core"),
    "sha2-2026": (("hmac-sha512-fast",), "ecp5-85k", "stream"),
}


#: The main claims that only a sweep decides, which a quick run leaves out.
SWEPT = ("unfolding",)


@every_paper
def test_a_quick_run_places_with_one_seed_and_says_what_it_leaves_out(paper: str) -> None:
    source = InventedSource(kept=False)
    quick = reproduce(paper, quick=True, source=source)
    points, target, level = QUICK[paper]
    assert set(source.runs) == {Task(point, target, level, seeds=(1,)) for point in points}
    assert source.powered == []
    assert "Quick run" in quick.notes[-1]
    judged = {claim.id: claim.verdict for claim in quick.claims}
    for claim in load(paper).claim:
        if claim.main and claim.id not in SWEPT:
            assert judged[claim.id] != "not measurable here", claim.id


@every_paper
def test_every_stated_run_is_executed_once_and_shown(paper: str) -> None:
    source = InventedSource(kept=False)
    whole, stated = reproduce(paper, source=source), load(paper)
    assert len(set(source.runs)) == len(source.runs)
    assert {run.seeds for run in source.runs} == {SEEDS}
    for one in (*stated.table, *stated.run):
        wanted = set(stated_runs(one))
        assert wanted <= {*source.runs, *source.powered}
    assert [table.number for table in whole.tables] == [one.number for one in stated.table]
    for table, one in zip(whole.tables, stated.table, strict=True):
        printed = [row for row in published(paper) if row.table == one.number]
        assert len(table.printed) == len(printed)
        assert list(dict.fromkeys(row.name for row in table.ours)) == list(one.designs)
        for row in table.ours:
            targets = {target.partition(" ")[0] for target in row.ours}
            assert targets - {"nangate45,"} == set(one.on), row.name


@every_paper
def test_every_stated_sheet_has_all_its_rows_and_columns(paper: str) -> None:
    whole = found(paper)
    for stated in load(paper).sheet:
        sheet = sheet_of(whole, stated.name)
        assert len(sheet.rows) == len(list(sheet_rows(paper, stated)))
        assert {len(row) for row in sheet.rows} == {len(sheet.headings)}


@every_paper
@pytest.mark.parametrize("width", [80, 160])
def test_nothing_is_cut_on_a_terminal(paper: str, width: int) -> None:
    whole = found(paper)
    text = on_terminal(lambda console: render_reproduction(console, whole), width, real=False)
    assert max(map(len, text.splitlines())) <= width
    assert "\N{HORIZONTAL ELLIPSIS}" not in text
    assert [row.name for row in whole.rows if row.name not in text] == []


@every_paper
def test_json_has_what_programs_read(paper: str) -> None:
    whole = found(paper)
    text = json.dumps(whole.to_json())
    assert text == json.dumps(reproduce(paper, source=InventedSource()).to_json())
    document = json.loads(text)
    claim_keys = {"claim", "quote", "section", "rule", "judge", "verdict", "printed", "measured"}
    for one in document["claims"]:
        assert claim_keys | {"figures"} <= one.keys()
        assert set(one["judge"]) == {"target", "mapping"}
    assert set(document["tables"]) == {row["table"] for row in document["rows"]}
    assert [len(row["ours"]) for row in document["rows"]] == [len(row.ours) for row in whole.rows]
    for row, of in zip(document["rows"], whole.rows, strict=True):
        for measured, one in zip(row["ours"], of.ours.values(), strict=True):
            assert (measured["point"], measured["run_id"]) == (one.config, one.run_id)
    assert [one["name"] for one in document["sheets"]] == [one.name for one in whole.sheets]


@every_paper
def test_the_page_has_every_table(paper: str) -> None:
    whole, html = found(paper), shown()
    assert all(escape(plot.title) in html for plot in (whole.plot, *whole.more_plots) if plot)
    names = [one.name for one in whole.sheets] + [f"{one.number}-ours" for one in whole.tables]
    for name in names:
        assert f'<table id="{paper}-{name}"' in html, name
    for one in whole.sheets:
        table = html.split(f'<table id="{paper}-{one.name}"')[1].split("</table>")[0]
        assert table.count("<tr>") == 1 + len(one.rows)
