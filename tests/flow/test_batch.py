"""Many runs: any number in parallel, and no failure stops another run."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from invented import invented

import workers
from silicrypt.catalog import DesignPoint
from silicrypt.errors import BadInput, ToolFailed
from silicrypt.flow import batch
from silicrypt.flow.batch import Task
from silicrypt.flow.pipeline import PointPipeline
from silicrypt.results.result import load
from silicrypt.results.store import Store
from silicrypt.tools import process

pytestmark = [pytest.mark.usefixtures("verifications"), workers.WARNS]

Catalogue = Callable[..., None]
RESULT = invented("tiny", "virtex-e", 42)


@pytest.fixture
def broken(tiny: DesignPoint, tmp_path: Path) -> DesignPoint:
    file = tmp_path / "broken.sv"
    file.write_text("module tiny; nonsense endmodule\n", encoding="utf-8")
    return replace(tiny, name="broken", file=file)  # type: ignore[call-arg]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failure_stops_nothing(
    tiny: DesignPoint, broken: DesignPoint, mapped: Store, jobs: int, catalogue: Catalogue
) -> None:
    catalogue(tiny, broken)
    tasks = [Task("broken", "virtex-e"), Task("tiny", "virtex-e"), Task("tiny", "nangate45")]
    seen: list[int] = []
    outcomes = batch.run(tasks, jobs, lambda done, total, label: seen.append(done), store=mapped)
    assert [outcome.task for outcome in outcomes] == tasks
    assert "yosys" in outcomes[0].failure
    assert all(outcome.result is not None for outcome in outcomes[1:])
    assert seen == [0, 1, 2, 3]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_unforeseen_error_is_its_tasks_failure_with_a_log(
    store: Store, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error may come from the store, from a tool's report, or from silicrypt."""

    def implement(name: str, *args: Any, **options: Any) -> object:
        results = {"tiny": RESULT}
        return results["b [red]" if name == "odd" else name]

    monkeypatch.setattr(batch, "implement", implement)
    odd, good = batch.run([Task("odd", "virtex-e"), Task("tiny", "virtex-e")], jobs, store=store)
    assert good.result == RESULT
    assert odd.result is None
    assert "KeyError: 'b [red]'; its traceback is in " in odd.failure
    log = Path(odd.failure.rpartition(" ")[2])
    assert log.is_relative_to(store.root)
    text = log.read_text(encoding="utf-8")
    assert text.startswith("Traceback")
    assert "test_batch.py" in text


def test_a_run_that_fails_stops_the_tools_of_no_other(
    tiny: DesignPoint,
    store: Store,
    tmp_path: Path,
    catalogue: Catalogue,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "odd.sv"
    file.write_text(tiny.sources("core")[0].read_text().replace("+ last_q", "- last_q"))
    other = replace(tiny, name="odd", file=file)  # type: ignore[call-arg]
    catalogue(tiny, other)
    up, on = tmp_path / "up", tmp_path / "on"
    os.mkfifo(up)
    os.mkfifo(on)
    gate = os.open(on, os.O_RDWR)
    real = PointPipeline.routed

    def fails_meanwhile(self: PointPipeline, *args: Any) -> object:
        with process.Pool(1) as pool:
            return pool.submit(run_tool, self, *args).result()

    def run_tool(self: PointPipeline, *args: Any) -> object:
        if self.design.point.name == "odd":
            up.read_text()  # the tool of the other task runs
            raise ToolFailed("planted")
        process.run(
            ["sh", "-c", f"echo >{up}; read line <{on}; test $line = on"]
        ).check_returncode()
        return real(self, *args)

    def progress(done: int, total: int, label: str) -> None:
        if label.endswith("failed"):
            os.write(gate, b"on\n")  # the failure is over, so the tool of the other task may end

    monkeypatch.setattr(PointPipeline, "routed", fails_meanwhile)
    tasks = [Task(name, "ecp5-25k", seeds=(1,)) for name in ("odd", "tiny")]
    odd, good = batch.run(tasks, 2, progress, store=store)
    os.close(gate)
    assert odd.failure == "planted"
    assert good.failure == ""
    assert good.result is not None


def test_a_result_is_published_as_it_comes_under_the_name_of_what_it_measures(
    tiny: DesignPoint, broken: DesignPoint, mapped: Store, tmp_path: Path, catalogue: Catalogue
) -> None:
    catalogue(tiny, broken)
    folder, written = tmp_path / "published", list[Path]()
    batch.run(
        [Task("tiny", "virtex-e"), Task("broken", "virtex-e")],
        1,
        store=mapped,
        keep=lambda outcome: written.extend(batch.publish(outcome, folder)),
    )
    assert written == [folder / "virtex-e" / "tiny.core.json"]
    assert load(written[0]).config == "tiny"


def test_what_cannot_be_asked_for_is_told_from_what_failed(tmp_path: Path) -> None:
    (outcome,) = batch.run([Task("md5-binary", "no-target")], store=Store(tmp_path))
    assert outcome.refused
    with pytest.raises(BadInput, match="unknown target"):
        batch.demand([outcome])
    with pytest.raises(ToolFailed, match="yosys: no"):
        batch.demand([replace(outcome, failure="yosys: no", refused=False)])
