from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from silicrypt.metrics import area, area_unit
from silicrypt.papers import Reproduction
from silicrypt.report.columns import RESULTS, placed
from silicrypt.report.tables import Fitted, render_reproduction, render_result
from silicrypt.results.result import PathStep, Result


def printed(reproduction: Reproduction, width: int) -> str:
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=True, color_system=None)
    render_reproduction(console, reproduction)
    return out.getvalue()


def test_a_terminal_shows_rows_slips_claims_and_notes(reproduction: Reproduction) -> None:
    text = printed(reproduction, 140)
    for row in reproduction.rows:
        assert row.name in text
    assert "No whole number of cycles brings 55.5 MHz" in text
    assert all(claim.verdict in text for claim in reproduction.claims)
    flat = " ".join(text.split())
    assert all(claim.quote in flat and claim.rule in flat for claim in reproduction.claims)
    assert "Ratios can be compared between technologies" in text


def test_a_narrow_terminal_names_every_design_and_cuts_no_measurement(
    reproduction: Reproduction,
) -> None:
    text = printed(reproduction, 80)
    assert all(row.name in text for row in reproduction.rows)
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 80
    rows = [row for table in reproduction.tables for row in table.ours]
    assert rows
    for row, target, result in placed(rows):
        below = text[text.index(f" {target} ") :]
        (line,) = [line for line in below.splitlines() if line.split()[:1] == [row.name]][:1]
        assert f"{area(result):.0f}{area_unit(result)}" in "".join(line.split())


def test_a_step_of_the_slowest_path_has_its_signal_and_its_line(samples: list[Result]) -> None:
    step = PathStep("logic", 0.236, "u_rounds.e_q[11]", "hash/sha2/sil_sha2_retimed.sv:142")
    out = io.StringIO()
    render_result(Console(file=out, width=80), replace(samples[0], critical_path=(step,)))
    line = "0.24 ns  logic    u_rounds.e_q[11]  hash/sha2/sil_sha2_retimed.sv:142"
    assert line in out.getvalue()


@pytest.mark.parametrize("width", [40, 60, 80, 100, 130, 160, 200])
@pytest.mark.parametrize("terminal", [True, False])
def test_a_table_has_whole_cells_and_names_the_columns_that_it_leaves_out(
    samples: list[Result], width: int, terminal: bool
) -> None:
    rows, columns = [replace(one, lut=12345, ff=98765) for one in samples[:3]], RESULTS[2:]
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=terminal, color_system=None)
    console.print(Fitted(columns, rows), crop=False)
    text, _, left = out.getvalue().partition("Not shown at this width:")
    left, missing = " ".join(left.split()), []
    for column in columns:
        if left.startswith((f"{column.heading}, ", f"{column.heading}.")):
            missing.append(column)
            left = left[len(column.heading) + 2 :]
    assert not left
    assert [one.key for one in missing][-1:] == (["run"] if terminal and width < 200 else [])
    lines = [line.replace("LUT4", "").split() for line in text.splitlines() if "ecp5" in line]
    assert lines == [
        " ".join(one.text(row) for one in columns if one not in missing).replace("LUT4", "").split()
        for row in rows
    ]
