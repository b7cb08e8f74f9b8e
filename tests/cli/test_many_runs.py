"""``--jobs`` and ``--scheduler`` reach every command that executes more than one run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from invented import invented

from silicrypt.cli import implement as flow_commands
from silicrypt.cli import reproduce as paper_commands
from silicrypt.cli import results as result_commands
from silicrypt.errors import SilicryptError, ToolFailed
from silicrypt.flow import batch
from silicrypt.flow.batch import Outcome, Task
from silicrypt.papers import FlowSource, PaperResults, reference
from silicrypt.papers.plan import collect

ADDRESS = "tcp://cluster:8786"
RESULT = invented("md5-binary", "ecp5-85k", 66, "stream")

Calls = list[tuple[list[Task], int | None, str | None]]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Records the requested runs and returns a result for each task without running it."""
    made: Calls = []

    def run(
        tasks: Sequence[Task],
        jobs: int | None = None,
        progress: object = None,
        *,
        scheduler: str | None = None,
    ) -> list[Outcome]:
        made.append((list(tasks), jobs, scheduler))
        return [Outcome(task, RESULT) for task in tasks]

    monkeypatch.setattr(batch, "run", run)
    return made


def test_implement_runs_on_a_cluster(calls: Calls, capsys: pytest.CaptureFixture[str]) -> None:
    flow_commands.implement("md5-binary", "ecp5-85k", "1,2", "stream", None, ADDRESS)
    assert calls == [([Task("md5-binary", "ecp5-85k", "stream", (1, 2))], None, ADDRESS)]
    assert RESULT.run_id in capsys.readouterr().out


def test_a_failure_there_is_a_failure_here(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = Outcome(Task("md5-binary", "ecp5-85k"), failure="yosys: no")
    monkeypatch.setattr(batch, "run", lambda *_, **__: [failed])
    with pytest.raises(ToolFailed, match="md5-binary core on ecp5-85k: yosys: no"):
        flow_commands.implement("md5-binary", "ecp5-85k", scheduler=ADDRESS)


def test_a_failure_that_is_known_has_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = Outcome(Task("sha256-small", "nangate45"), failure="the netlist is wrong")
    monkeypatch.setattr(batch, "run", lambda *_, **__: [failed])
    with pytest.raises(ToolFailed, match=r"is wrong\n  no result .*: standard cells have no"):
        flow_commands.implement("sha256-small", "nangate45", scheduler=ADDRESS)


@pytest.mark.parametrize(("refused", "code"), [(True, 2), (False, 1)])
def test_a_wrong_command_exits_there_as_here(
    refused: bool, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = Outcome(Task("md5-binary", "ecp5-85k"), failure="no", refused=refused)
    monkeypatch.setattr(batch, "run", lambda *_, **__: [failed])
    with pytest.raises(SilicryptError) as found:
        flow_commands.implement("md5-binary", "ecp5-85k", scheduler=ADDRESS)
    assert found.value.exit_code == code


def test_power_and_papers_use_all_processors_unless_told_otherwise(
    calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 7)
    with pytest.raises(IndexError):  # there is no power result to show
        flow_commands.power("md5-binary")
    assert [(len(tasks), jobs) for tasks, jobs, _ in calls] == [(3, None)]
    asked: list[Any] = []
    monkeypatch.setattr("silicrypt.papers.reproduce", lambda *args: asked.append(args) or RESULT)
    paper_commands.reproduce("sha512-2005", as_json=True)
    ((*_, source),) = asked
    assert source == FlowSource(jobs=None)


def test_a_check_of_results_runs_where_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(reference, "check", lambda *_, **how: iter(asked.append(how) or ()))
    result_commands.results(check=True, jobs=3, scheduler=ADDRESS)
    ((how),) = asked
    assert (how["jobs"], how["scheduler"]) == (3, ADDRESS)


def test_power_runs_its_scenarios_at_once(calls: Calls) -> None:
    with pytest.raises(IndexError):  # there is no power result to show
        flow_commands.power("md5-binary", jobs=3, scheduler=ADDRESS)
    ((tasks, jobs, scheduler),) = calls
    assert (jobs, scheduler) == (3, ADDRESS)
    assert [task.scenarios for task in tasks] == [("idle",), ("single",), ("saturated",)]
    assert all(task.power for task in tasks)


def test_the_runs_of_a_paper_go_where_the_command_says(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr("silicrypt.papers.reproduce", lambda *args: asked.append(args) or RESULT)
    paper_commands.reproduce("sha512-2005", True, jobs=2, scheduler=ADDRESS, as_json=True)
    ((paper, quick, _, source),) = asked
    assert (paper, quick, source) == ("sha512-2005", True, FlowSource(True, False, 2, ADDRESS))


def test_a_paper_from_stored_results_runs_nothing(
    calls: Calls, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("silicrypt.flow.implement.stored", lambda *_: None)
    monkeypatch.setattr("silicrypt.flow.power.stored", lambda *_, **__: None)
    paper_commands.reproduce("sha512-2005", stored=True, jobs=2, as_json=True)
    assert calls == []
    assert "Not measured yet: sha512-u2-pre on ecp5-85k" in capsys.readouterr().out


def test_a_paper_is_asked_until_it_has_all(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result of the first run decides that a second run is needed."""
    monkeypatch.setattr("silicrypt.flow.implement.stored", lambda *_: None)

    def plan_of(_: str, results: PaperResults, __: bool) -> tuple[list[Task], set[Task]]:
        first, second = Task("md5-binary", "ecp5-85k"), Task("md5-gray", "ecp5-85k")
        runs = [first, second] if results.runs.get(first) else [first]
        return runs, set(runs)

    monkeypatch.setattr("silicrypt.papers.plan.plan_of", plan_of)
    found = collect("md5-2015", FlowSource(jobs=2, scheduler=ADDRESS))
    assert [[task.point for task in tasks] for tasks, *_ in calls] == [
        ["md5-binary"],
        ["md5-gray"],
    ]
    assert all(call[1:] == (2, ADDRESS) for call in calls)
    assert [len(some) for some in found.runs.values()] == [1, 1]
