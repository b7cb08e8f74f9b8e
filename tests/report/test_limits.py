"""The limits of feedback loops are those of the circuits in ``hw/limit``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from silicrypt.catalog.design_point import closure
from silicrypt.paths import hw_root, reference_results
from silicrypt.report import limits
from silicrypt.results.store import Store
from silicrypt.tools import process, verilator


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the committed figures in their place, without the loop ``add-32``."""
    rows = [row for row in json.loads(limits.path().read_text()) if row["name"] != "add-32"]
    path = tmp_path / "limits.json"
    path.write_text(json.dumps(rows))
    monkeypatch.setattr(limits, "path", lambda: path)
    limits.limits.cache_clear()
    yield path
    limits.limits.cache_clear()


def test_every_loop_was_measured_from_the_current_sources() -> None:
    assert not limits.stale()
    assert [one.name for one in limits.limits()] == [one.name for one in limits.loops()]


def test_a_loop_of_other_sources_or_tools_is_measured_again(kept: Path) -> None:
    rows = {row["name"]: row for row in json.loads(kept.read_text())}
    rows["sha256"]["sources"] = "0" * 16
    rows["md5"]["tools"]["pyosys"] = "0.1"
    kept.write_text(json.dumps([*rows.values()]))
    assert [one.name for one in limits.stale()] == ["sha256", "md5", "add-32"]


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


def test_a_loop_that_is_measured_again_has_the_same_figures(kept: Path, tmp_path: Path) -> None:
    limits.measure(Store(tmp_path / "store"))
    assert kept.read_text() == (reference_results() / "limits.json").read_text()
    assert not limits.stale()
