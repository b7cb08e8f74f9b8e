"""Many runs: in any number at a time, none stopped by another's failure."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from silicrypt import catalog
from silicrypt.catalog import Config, config
from silicrypt.flow import campaign
from silicrypt.flow.campaign import Task
from silicrypt.results.result import load
from silicrypt.results.store import Store

pytestmark = [
    pytest.mark.usefixtures("verifications"),
    # dask's own teardown, on every Python version in another way
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),
]


@pytest.fixture
def broken(tiny: Config, tmp_path: Path) -> Config:
    file = tmp_path / "broken.sv"
    file.write_text("module tiny; nonsense endmodule\n", encoding="utf-8")
    return replace(tiny, name="broken", file=file)  # type: ignore[call-arg]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failure_stops_nothing(
    tiny: Config, broken: Config, store: Store, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config, "load", lambda: {"tiny": tiny, "broken": broken})
    tasks = [Task("broken", "virtex-e"), Task("tiny", "virtex-e"), Task("tiny", "nangate45")]
    seen: list[int] = []
    outcomes = campaign.run(tasks, jobs, lambda done, total, label: seen.append(done), store=store)
    assert [outcome.task for outcome in outcomes] == tasks
    assert "yosys" in outcomes[0].failure
    assert all(outcome.result is not None for outcome in outcomes[1:])
    assert seen == [0, 1, 2, 3]


def test_published_results_are_files_and_stale_ones_go(
    tiny: Config, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config, "load", lambda: {"tiny": tiny})
    folder = tmp_path / "published"
    folder.mkdir()
    (folder / "stale.json").write_text("{}", encoding="utf-8")
    (folder / "README.md").write_text("stays", encoding="utf-8")
    outcomes = campaign.run([Task("tiny", "virtex-e")], 1, store=store)
    result = outcomes[0].result
    assert result is not None
    (path,) = campaign.publish([result, result], folder)
    assert load(path) == result
    assert sorted(p.name for p in folder.iterdir()) == sorted(["README.md", path.name])


def test_reference_covers_every_configuration() -> None:
    tasks = campaign.reference_tasks()
    chosen = {name for few in campaign.FEW.values() for name in few}
    streamed = {name for names in campaign.STREAMED.values() for name in names}
    assert chosen | streamed <= set(catalog.load())
    assert len(set(tasks)) == len(tasks)
    for name, known in catalog.load().items():
        measured = {(task.target, task.level) for task in tasks if task.config == name}
        if name not in campaign.FEW.get(known.unit.name, (name,)):
            assert not measured
            continue
        assert {(target, known.levels[0]) for target in campaign.REFERENCE} <= measured
        assert (name in streamed) == (("ecp5-85k", "stream") in measured and "core" in known.levels)
