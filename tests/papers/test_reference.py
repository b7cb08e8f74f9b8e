"""The reference results: which ones must exist, and that they can be repeated."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from passed import Passed, netlist_key, suite_key
from silicrypt import catalog
from silicrypt.errors import BadInput
from silicrypt.flow import stimuli
from silicrypt.papers import PAPERS, claims, reference
from silicrypt.papers.claims import MeasuredFigure, MeasuredPower
from silicrypt.paths import reference_results
from silicrypt.results.store import fingerprint


def test_every_design_point_is_measured_at_every_level() -> None:
    wanted = {(task.point, task.target, task.level) for task in reference.tasks()}
    for name, point in catalog.load().items():
        if point.sweep:
            assert (name, "nangate45", point.levels[0]) in wanted
            continue
        for target in reference.TARGETS:
            if (name, target) in reference.WITHOUT:
                continue
            assert {(name, target, level) for level in point.levels} <= wanted


def test_no_run_is_listed_twice() -> None:
    tasks = reference.tasks()
    assert len(set(tasks)) == len(tasks)


def test_power_is_measured_of_design_points_that_have_a_stimulus() -> None:
    families = {catalog.get(name).unit.interface for name in reference.POWERED}
    assert families >= {"aes", "hash", "hmac", "sponge"}
    for name in reference.POWERED:
        point = catalog.get(name)
        assert stimuli.stimuli(point, point.levels[0])


@pytest.mark.parametrize("paper", PAPERS)
def test_every_paper_says_what_it_needs(paper: str) -> None:
    needs = reference.needs([paper])
    assert needs
    assert set(needs) <= set(reference.tasks())


@pytest.mark.parametrize("paper", PAPERS)
def test_the_needs_have_every_run_that_claims_name(paper: str) -> None:
    needs = reference.needs([paper])
    measured = {(task.point, task.target, task.level) for task in needs if not task.power}
    powers = {(task.point, task.target, task.scenarios) for task in needs if task.power}
    for claim in claims.load(paper).claim:
        for one in claim.expressions:
            if isinstance(one, MeasuredFigure):
                assert {(name, one.on, one.level) for name in (*one.new, *one.old)} <= measured
            if isinstance(one, MeasuredPower):
                timed = (one.scenario,) if one.scenario.endswith("-delays") else ()
                assert {(name, one.on, timed) for name in (*one.new, *one.old)} <= powers


def test_what_decides_a_verdict_is_measured_first() -> None:
    judges = reference.judges()
    assert judges == reference.tasks()[: len(judges)]
    assert set(judges) <= set(reference.needs())


def test_a_result_that_is_not_there_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("silicrypt.paths.reference_results", lambda: tmp_path)
    wanted = [task for task in reference.tasks() if task.point == "sha256-fast"]
    assert reference.missing(wanted) == wanted


def test_a_committed_file_has_the_name_of_what_it_measures() -> None:
    for path in reference_results().glob("*/*.json"):
        result: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        scenario = f".{result['scenario']}-power" if "scenario" in result else ""
        assert path.parent.name == result["target"]
        assert path.name == f"{result['config']}.{result['level']}{scenario}.json"


def test_every_committed_result_has_the_cycles_of_its_level() -> None:
    for path in reference_results().glob("*/*.json"):
        if path.name.endswith("-power.json"):
            continue
        result: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        point = catalog.get(result["config"])
        interval = point.block_interval(result["level"])
        assert result["cycles_per_block"] == interval, path
        if result["throughput_mbps"] is not None:
            rate = point.algorithm.block_bits * result["fmax_mhz"]["median"] / interval
            assert result["throughput_mbps"] == pytest.approx(rate, abs=0.2), path


def test_every_committed_result_becomes_stale_with_its_sources() -> None:
    """A result outside the list would stay after a change of its sources."""
    runs = {(task.target, task.point, task.level, task.power) for task in reference.tasks()}
    for path in reference_results().glob("*/*.json"):
        point, level, *scenario = path.name.removesuffix(".json").split(".")
        assert (path.parent.name, point, level, bool(scenario)) in runs


@pytest.mark.parametrize("run", ["sha1-u1-pre core on ecp5-85k", "md5-binary core on nangate45"])
def test_a_committed_result_comes_again(run: str, passed: Passed) -> None:
    (task,) = (one for one in reference.tasks() if str(one) == run)
    point, path = catalog.get(task.point), reference_results() / task.target
    committed = (path / f"{task.point}.{task.level}.json").read_text(encoding="utf-8")
    known = netlist_key(point, task.level, task.target), suite_key(point), committed
    with passed.once(fingerprint(known)):
        assert list(reference.check(run)) == []


def test_what_matches_no_committed_result_is_refused() -> None:
    with pytest.raises(BadInput, match="no committed result"):
        list(reference.check("nothing on nowhere"))
