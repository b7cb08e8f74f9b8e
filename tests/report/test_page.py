from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from invented import powered

from silicrypt import catalog
from silicrypt.errors import StoreError
from silicrypt.papers import Reproduction, data
from silicrypt.papers.model import VERDICTS
from silicrypt.report import page, records
from silicrypt.report.page import build
from silicrypt.results.result import Result


def test_the_page_needs_nothing_from_elsewhere(html: str) -> None:
    fetched = re.findall(r'(?:src|srcset|href)="(?!#|data:|https://github\.com/)[^"]*"', html)
    assert fetched == []
    assert not re.search(r"@import|url\(", html)
    assert len(html.encode()) < 3_000_000


def test_every_run_has_its_row_and_its_command(html: str, samples: list[Result]) -> None:
    for row in samples:
        assert f'href="#run-{row.run_id}"' in html
        assert f'id="run-{row.run_id}"' in html
        assert records.command(row) in html


def test_every_peer_is_named_with_repository_and_commit(html: str) -> None:
    for peer in data.peers():
        assert f"https://github.com/{peer.repository}/tree/{peer.commit}" in html


def test_claims_stand_with_their_verdicts(html: str, reproduction: Reproduction) -> None:
    assert html.count('<p class="claim">') == len(reproduction.claims)
    for claim in reproduction.claims:
        assert f'<strong class="{claim.verdict.replace(" ", "-")}">' in html
        assert f'id="sha512-2005-{claim.id}"' in html
    style = html[html.index("<style>") : html.index("</style>")]
    assert all(f".{verdict.replace(' ', '-')}" in style for verdict in VERDICTS)


def test_the_styles_know_every_colour_of_the_plots(html: str) -> None:
    style = html[html.index("<style>") : html.index("</style>")]
    used = set(re.findall(r"var\((--\w+)\)", html))
    assert used <= set(re.findall(r"(--\w+):", style))


def test_both_forms_of_a_throughput_are_shown(html: str, samples: list[Result]) -> None:
    pipelined = [r for r in samples if r.throughput_one_message_mbps != r.throughput_mbps]
    assert {r.config for r in pipelined} == {n for n, c in catalog.load().items() if c.stages > 1}
    assert html.count("one message</small>") == len(pipelined)


def test_text_is_escaped(samples: list[Result], reproduction: Reproduction) -> None:
    nasty = replace(samples[0], config="sha512-u1", run_id="<script>1</script>")
    assert "<script>1</script>" not in page.render(page.view([nasty], [reproduction]))


def test_an_empty_store_makes_a_page_too(reproduction: Reproduction) -> None:
    html = page.render(page.view([], [reproduction]))
    assert "No results in the store yet" in html


def test_power_stands_where_it_is_measured(reproduction: Reproduction) -> None:
    assert 'id="power"' not in page.render(page.view([], [reproduction]))
    taken = powered("sha512-u2-pre", "saturated", leakage_nw=5000.0)
    html = page.render(page.view([], [reproduction], [(taken, taken.at(100))]))
    assert "Power at 100 MHz" in html
    table = html[html.index('<table id="powers"') :]
    cells = re.findall(r'data-value="([\d.]+)"', table[: table.index("</table>")])
    # 1 pJ per cycle is 100 uW, and 5 uW leak; ten bits per cycle are 1000 Mbit/s.
    assert [float(cell) for cell in cells] == [50.0, 20.0, 30.0, 100.0, 5.0, 105.0, 1000.0, 0.105]


def test_the_page_is_built_from_the_store(
    samples: list[Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = [row for row in samples if row.config == "sha512-fast"]
    monkeypatch.setattr(page, "results", lambda: few)
    monkeypatch.setattr(page, "powers", list)
    monkeypatch.setattr(page, "PAPERS", ("sha512-2005",))
    monkeypatch.setenv("SILICRYPT_CACHE", str(tmp_path / "cache"))
    written = build(tmp_path / "site")
    assert written == tmp_path / "site" / "index.html"
    assert "sha512-fast" in written.read_text(encoding="utf-8")
    assert build(tmp_path / "report.html") == tmp_path / "report.html"
    monkeypatch.setattr(page, "view", lambda *_: pytest.fail("computed before it was refused"))
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"cannot write .*nothing was changed"):
        build(tmp_path / "file" / "report.html")
    assert not list(tmp_path.rglob("*.partial"))
