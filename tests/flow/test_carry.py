"""Results are carried over a change of code alone, and over nothing else."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from silicrypt import paths
from silicrypt.catalog import DesignPoint
from silicrypt.cli.results import results
from silicrypt.errors import BadInput, NotVerified
from silicrypt.flow import batch, carry, implement, verification
from silicrypt.flow.batch import Outcome, Task
from silicrypt.papers import reference
from silicrypt.results.store import Store

pytestmark = pytest.mark.usefixtures("verifications")

TASK = Task("tiny", "virtex-e")


@pytest.fixture
def committed(
    tiny: DesignPoint,
    mapped: Store,
    tmp_path: Path,
    catalogue: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    """Commits a result of the tiny design, and returns its folder."""
    folder = tmp_path / "committed"
    catalogue(tiny)
    for module in (carry, verification, paths):
        monkeypatch.setattr(module, "reference_results", lambda: folder)
    monkeypatch.setenv("SILICRYPT_CACHE", str(mapped.root))
    result = implement.implement(tiny, TASK.target, store=mapped)
    (path,) = batch.publish(Outcome(TASK, result), folder)
    assert path.is_file()
    return folder


@pytest.fixture
def other_code(committed: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Changes the hash of the code that makes figures, as a rename in it does."""
    monkeypatch.setattr(implement, "_code", lambda _: "another")
    return committed


def text(folder: Path) -> str:
    (path,) = folder.glob("*/*.json")
    return path.read_text(encoding="utf-8")


def change_luts(folder: Path, by: int) -> None:
    (path,) = folder.glob("*/*.json")
    result = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(result | {"lut": result["lut"] + by}), encoding="utf-8")


def test_nothing_is_stale_after_no_change(committed: Path) -> None:
    assert carry.stale() == []


def test_a_change_of_code_alone_is_carried(other_code: Path) -> None:
    before = json.loads(text(other_code))
    (found,) = carry.stale()
    assert implement.stored_result(found.design, ()).committed is None
    carry.carry([found], [found], "a rename")
    assert carry.stale() == []
    assert implement.stored_result(found.design, ()).committed is not None
    after = json.loads(text(other_code))
    changed = {key for key in after if after[key] != before[key]}
    assert changed == {"run_id", "measurement"}
    (entry,) = json.loads((other_code / "carried.json").read_text())
    assert entry["because"] == "a rename"
    assert (entry["results"], entry["measured"]) == (1, ["virtex-e/tiny.core.json"])


def test_nothing_is_carried_when_a_figure_of_the_sample_differs(other_code: Path) -> None:
    change_luts(other_code, 1)
    before, found = text(other_code), carry.stale()
    with pytest.raises(BadInput, match=r"a figure has changed.*: lut is \d+ there and \d+ when"):
        carry.carry(found, found, "a mistake")
    assert text(other_code) == before
    assert not (other_code / "carried.json").exists()


def test_nothing_is_carried_when_a_design_point_fails(
    verifications: SimpleNamespace, other_code: Path, store: Store
) -> None:
    before, found = text(other_code), carry.stale()
    shutil.rmtree(store.root / "verifications")
    verifications.passed = False
    with pytest.raises(NotVerified, match="tiny failed its verification"):
        carry.carry(found, [], "a mistake")
    assert text(other_code) == before


def test_an_interrupted_call_continues(
    verifications: SimpleNamespace, other_code: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure, measured, done = carry.measured_again, list[str](), list[tuple[int, int, str]]()

    def counting(*args: Any, **options: Any) -> carry.AnyResult:
        measured.append("tiny")
        return measure(*args, **options)

    monkeypatch.setattr(carry, "measured_again", counting)
    found = carry.stale()
    carry.carry(found, found, "a rename", lambda *step: done.append(step), jobs=2)
    assert done[0] == (0, 2, "starting")
    assert {label for _, _, label in done[1:]} == {
        "verified tiny",
        "measured tiny core on virtex-e",
    }
    passed = verifications.count
    carry.carry(found, found, "a rename")
    assert (verifications.count, measured) == (passed, ["tiny"])


def test_the_command_carries_what_it_is_asked_for(
    other_code: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reference, "tasks", lambda: [TASK])
    with pytest.raises(BadInput, match="--because"):
        results(carry=True)
    with pytest.raises(BadInput, match="leave --scheduler out"):
        results(carry=True, because="a rename", scheduler="tcp://cluster:8786")
    with pytest.raises(BadInput, match="no run matches --only 'power of"):
        results("power of *", carry=True, because="a rename")
    assert len(carry.stale()) == 1
    results("tiny core on *", carry=True, because="a rename", jobs=2)
    assert "1 results carried, 1 of them measured again" in capsys.readouterr().out
    assert carry.stale() == []


def test_a_result_of_other_sources_is_never_carried(other_code: Path, tiny: DesignPoint) -> None:
    (source,) = tiny.sources("core")
    source.write_text(source.read_text().replace("sum_q + last_q", "sum_q - last_q"))
    assert carry.stale() == []


def test_other_sources_of_the_same_routed_netlist_need_no_other_routing(
    committed: Path, tiny: DesignPoint, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = Task("tiny", "ice40-hx8k", seeds=(1,))
    result = implement.implement(tiny, task.target, task.seeds, store=store)
    (path,) = batch.publish(Outcome(task, result), committed)
    before = json.loads(path.read_text())
    (source,) = tiny.sources("core")
    text = source.read_text()
    monkeypatch.setattr(implement, "_code", lambda _: "another")
    (sample,) = (one for one in carry.stale() if one.path == path)
    source.write_text(text.replace("sum_q", "total_q"))
    carry.carry([], [], "no sample of this family")
    assert json.loads(path.read_text()) == before
    carry.carry([], [sample], "a rename")
    after = json.loads(path.read_text())
    assert {key for key in after if after[key] != before[key]} == {"measurement"}
    result = implement.implement(tiny, task.target, task.seeds, store=store)
    assert (result.run_id != before["run_id"], result.measurement) == (True, after["measurement"])


def test_a_sample_has_every_kind(other_code: Path) -> None:
    (found,) = carry.stale()
    of_one_kind = [replace(found, path=Path(str(number))) for number in range(5)]
    assert len(carry.sample(of_one_kind, 0)) == 1
    assert len({one.path for one in carry.sample(of_one_kind, 3)}) == 3
