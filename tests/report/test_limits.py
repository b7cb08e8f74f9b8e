"""The limits of feedback loops are those of the circuits in ``hw/limit``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from silicrypt.catalog.closure import closure
from silicrypt.paths import hw_root
from silicrypt.report import limits
from silicrypt.results.store import Store
from silicrypt.tools import process, verilator


def test_every_loop_was_measured_from_the_current_sources() -> None:
    assert not limits.stale()
    assert [one.name for one in limits.limits()] == [one.name for one in limits.loops()]


def test_a_loop_of_other_sources_or_tools_is_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = json.loads(limits.path().read_text())
    rows[0]["sources"] = "0" * 16
    rows[3]["tools"]["pyosys"] = "0.1"
    altered = tmp_path / "limits.json"
    altered.write_text(json.dumps([row for row in rows if row["name"] != "add-32"]))
    monkeypatch.setattr(limits, "path", lambda: altered)
    limits.limits.cache_clear()
    try:
        assert [one.name for one in limits.stale()] == ["sha256", "md5", "add-32"]
    finally:
        limits.limits.cache_clear()


@pytest.mark.parametrize("loop", limits.loops(), ids=lambda loop: loop.name)
def test_verilator_has_no_complaint_about_a_loop(loop: limits.Loop) -> None:
    given = [f"{name}={value}" for name, value in loop.given.items()]
    home = verilator.root()
    done = process.run(
        [
            *(str(home / "bin" / "verilator_bin"), "--lint-only", "-Wall"),
            *("--top-module", loop.top, *(f"-G{one}" for one in given)),
            *(str(hw_root() / "lint" / "verilator.vlt"), *map(str, closure(loop.top, given))),
        ],
        environment={"VERILATOR_ROOT": str(home)},
    )
    said = [line for line in done.stderr.decode().splitlines() if line.startswith("%")]
    # A package may have more constants than a loop uses.
    assert [line for line in said if "UNUSEDPARAM" not in line and "Exiting due" not in line] == []


def test_a_loop_that_is_measured_again_has_the_same_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    committed = limits.path().read_text()
    kept = tmp_path / "limits.json"
    kept.write_text(json.dumps([row for row in json.loads(committed) if row["name"] != "add-32"]))
    monkeypatch.setattr(limits, "path", lambda: kept)
    limits.limits.cache_clear()
    try:
        limits.measure(Store(tmp_path / "store"))
        assert kept.read_text() == committed
        assert not limits.stale()
    finally:
        limits.limits.cache_clear()
