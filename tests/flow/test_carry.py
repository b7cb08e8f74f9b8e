"""Results are carried over a change of code alone, and over nothing else."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from silicrypt import catalog, paths
from silicrypt.catalog import Config
from silicrypt.errors import BadInput
from silicrypt.flow import batch, carry, implement, verification
from silicrypt.flow.batch import Outcome, Task
from silicrypt.results.store import Store

TASK = Task("tiny", "virtex-e")


@pytest.fixture
def committed(tiny: Config, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Commits a result of the tiny design, and returns its folder."""
    folder = tmp_path / "committed"
    for module in (catalog, catalog.config, verification):
        monkeypatch.setattr(module, "load", lambda: {"tiny": tiny})
    monkeypatch.setattr(carry, "reference_results", lambda: folder)
    monkeypatch.setattr(verification, "reference_results", lambda: folder)
    monkeypatch.setattr(paths, "reference_results", lambda: folder)
    monkeypatch.setenv("SILICRYPT_CACHE", str(store.root))
    result = implement.implement(tiny, TASK.target, store=store)
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


@pytest.mark.usefixtures("verifications")
def test_nothing_is_stale_after_no_change(committed: Path) -> None:
    assert carry.stale() == []


@pytest.mark.usefixtures("verifications")
def test_a_change_of_code_alone_is_carried(other_code: Path) -> None:
    before = json.loads(text(other_code))
    (found,) = carry.stale()
    assert implement.reference(found.design, ()) is None
    carry.carry([found], [found], "a rename", lambda _: None)
    assert carry.stale() == []
    assert implement.reference(found.design, ()) is not None
    after = json.loads(text(other_code))
    changed = {key for key in after if after[key] != before[key]}
    assert changed == {"run_id", "measurement"}
    (entry,) = json.loads((other_code / "carried.json").read_text())
    assert entry["because"] == "a rename"
    assert (entry["results"], entry["measured"]) == (1, ["virtex-e/tiny.core.json"])


@pytest.mark.usefixtures("verifications")
def test_nothing_is_carried_when_a_figure_of_the_sample_differs(other_code: Path) -> None:
    before, found = text(other_code), carry.stale()
    with pytest.raises(BadInput, match=r"a figure has changed.*lut is 1 there and 2"):
        carry.carry(found, found, "a mistake", lambda _: "lut is 1 there and 2 when measured")
    assert text(other_code) == before
    assert not (other_code / "carried.json").exists()


@pytest.mark.usefixtures("verifications")
def test_a_result_of_other_sources_is_never_carried(other_code: Path, tiny: Config) -> None:
    (source,) = tiny.sources("core")
    source.write_text(source.read_text().replace("sum_q + last_q", "sum_q - last_q"))
    assert carry.stale() == []


@pytest.mark.usefixtures("verifications")
def test_a_sample_has_every_kind(other_code: Path) -> None:
    (found,) = carry.stale()
    of_one_kind = [replace(found, path=Path(str(number))) for number in range(5)]
    assert len(carry.sample(of_one_kind, 0)) == 1
    assert len({one.path for one in carry.sample(of_one_kind, 3)}) == 3
