"""Text of tools and files is printed unchanged."""

from __future__ import annotations

from dataclasses import replace

import pytest
from invented import invented

from silicrypt import catalog
from silicrypt.base.scope import Progress
from silicrypt.catalog import get
from silicrypt.cli import console, show, verify
from silicrypt.flow import query, verification
from silicrypt.report.tables import render_result
from silicrypt.verify import suites
from silicrypt.verify.checks import Check

#: A message of a tool with text that looks like markup and like an emoji, but is neither.
SAID = "nets [15:0] and [red] :warning: [/]"


def test_brackets_stay_in_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    console.out().print(SAID)
    assert capsys.readouterr().out.strip() == SAID


def test_brackets_stay_in_the_bar_of_progress(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with console.progress() as report:
        report(1, 2, SAID)
    assert SAID.partition(" :")[0] in capsys.readouterr().err


def test_brackets_stay_in_findings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fake(point: object, suite: str, report: Progress) -> suites.Verification:
        check = Check("NIST", "core", True, 5, SAID)
        return suites.Verification("md5-binary", suite, True, (check,), "feed", 0.0)

    monkeypatch.setattr(verification, "verify", fake)
    verify.verify("md5-binary")
    assert SAID in capsys.readouterr().out


def test_brackets_stay_in_what_a_design_point_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = replace(get("md5-binary"), about=SAID)
    monkeypatch.setattr(catalog, "get", lambda name: known)
    monkeypatch.setattr(query, "results", list)
    show.show("md5-binary")
    assert SAID in capsys.readouterr().out


def test_a_result_says_what_its_tables_are_and_counts_carry_cells(
    capsys: pytest.CaptureFixture[str],
) -> None:
    result = replace(invented(SAID, "artix-7", 42, lut=100, ff=50, carry=7), caveats=(SAID,))
    render_result(console.out(), result)
    lines = {tuple(line.split()) for line in capsys.readouterr().out.splitlines()}
    assert ("LUT6", "100") in lines
    assert ("carry", "cells", "7") in lines
    assert tuple(f"* {SAID}".split()) in lines
