from __future__ import annotations

from dataclasses import replace

import pytest
from invented import on_terminal

from silicrypt.metrics import area, area_unit
from silicrypt.papers import Reproduction
from silicrypt.report.columns import RESULTS
from silicrypt.report.tables import Fitted, placed, render_reproduction, render_result
from silicrypt.results.result import PathStep, Result


def printed(reproduction: Reproduction, width: int) -> str:
    return on_terminal(lambda console: render_reproduction(console, reproduction), width)


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
    result = replace(samples[0], critical_path=(step,))
    said = on_terminal(lambda console: render_result(console, result), 80, real=False)
    assert "0.24 ns  logic    u_rounds.e_q[11]  hash/sha2/sil_sha2_retimed.sv:142" in said


@pytest.mark.parametrize("width", [40, 60, 80, 100, 130, 160, 200])
@pytest.mark.parametrize("terminal", [True, False])
def test_a_table_has_whole_cells_and_names_the_columns_that_it_leaves_out(
    samples: list[Result], width: int, terminal: bool
) -> None:
    rows, columns = [replace(one, lut=12345, ff=98765) for one in samples[:3]], RESULTS[2:]
    fitted = Fitted(columns, rows)
    said = on_terminal(lambda console: console.print(fitted, crop=False), width, real=terminal)
    text, _, left = said.partition("Not shown at this width:")
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
