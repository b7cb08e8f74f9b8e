"""The limits of feedback loops are those of the circuits in ``hw/limit``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from silicrypt.catalog.closure import closure
from silicrypt.paths import hw_root
from silicrypt.report import limits
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
    given = [f"-G{name}={value}" for name, value in loop.given.items()]
    files = map(str, closure(loop.top, [one.removeprefix("-G") for one in given]))
    waivers = str(hw_root() / "lint" / "verilator.vlt")
    home = verilator.root()
    done = process.run(
        [
            *(str(home / "bin" / "verilator_bin"), "--lint-only", "-Wall", *given),
            *("--top-module", loop.top, waivers, *files),
        ],
        environment={"VERILATOR_ROOT": str(home)},
    )
    assert "hw/limit" not in done.stderr.decode()  # a package may have more than a loop uses


def test_the_loop_of_sha512_bounds_one_round_per_cycle() -> None:
    loop = next(limit for limit in limits.limits() if limit.name == "sha512")
    assert loop.bounds == "SHA-512"
    assert loop.lowest_mhz <= loop.fmax_mhz <= loop.highest_mhz
