from __future__ import annotations

import io

from rich.console import Console

from silicrypt.papers import Reproduction
from silicrypt.report.rows import ResultRow
from silicrypt.report.tables import markdown_results, render_reproduction


def printed(reproduction: Reproduction, width: int) -> str:
    out = io.StringIO()
    render_reproduction(Console(file=out, width=width), reproduction)
    return out.getvalue()


def test_a_terminal_shows_rows_slips_claims_and_notes(reproduction: Reproduction) -> None:
    text = printed(reproduction, 140)
    for row in reproduction.rows:
        assert row.name in text
    assert "No whole number of cycles brings 55.5 MHz" in text
    assert "not measurable here" in text
    assert "Ratios travel between technologies" in text


def test_a_narrow_terminal_still_names_every_design(reproduction: Reproduction) -> None:
    text = printed(reproduction, 80)
    assert all(row.name in text for row in reproduction.rows)


def test_a_narrow_terminal_cuts_no_measurement(reproduction: Reproduction) -> None:
    text = printed(reproduction, 80)
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 80
    measured = [(row, m) for table in reproduction.tables for row in table.ours for m in row.ours]
    assert measured
    for row, m in measured:
        below = text[text.index(f" {m.place} ") :]
        (line,) = [line for line in below.splitlines() if line.split()[:1] == [row.name]][:1]
        assert f"{m.area:.0f}{m.area_unit}" in "".join(line.split())


def test_markdown_has_a_line_for_each_routed_core(rows: list[ResultRow]) -> None:
    lines = markdown_results(rows).splitlines()
    kept = [r for r in rows if (r.target, r.level) == ("ecp5-85k", "core")]
    assert len(lines) == 2 + len(kept)
    assert len({line.count("|") for line in lines}) == 1
    assert lines[0].startswith("| configuration |")


def test_markdown_shows_what_is_asked_for(rows: list[ResultRow]) -> None:
    text = markdown_results(rows, keep=lambda r: r.target == "nangate45" and r.level == "stream")
    assert " GE |" in text and "LUT4" not in text
