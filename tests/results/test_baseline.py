"""``results --baseline`` compares committed results with those of a revision."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import typer

from silicrypt.cli.results import results
from silicrypt.errors import BadInput
from silicrypt.measure import core_result
from silicrypt.paths import reference_results

NAME = "ecp5-85k/md5-fast.core.json"


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def committed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Commits one result and the list of what was carried, and returns their folder."""
    folder = tmp_path / "results"
    (folder / NAME).parent.mkdir(parents=True)
    shutil.copy(reference_results() / NAME, folder / NAME)
    (folder / "carried.json").write_text("[]", encoding="utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "results: Measure")
    monkeypatch.setattr(core_result, "reference_results", lambda: folder)
    return folder


def change(folder: Path, factor: float) -> None:
    result = json.loads((folder / NAME).read_text(encoding="utf-8"))
    for figures in (result, *result["per_seed"]):
        figures["lut"] = round(figures["lut"] * factor)
    (folder / NAME).write_text(json.dumps(result), encoding="utf-8")


def test_a_worse_figure_fails(committed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(committed, 1.1)
    with pytest.raises(typer.Exit):
        results(baseline="HEAD")
    assert "md5-fast core on ecp5-85k: LUT4 1.1" in capsys.readouterr().out


def test_a_better_figure_is_told(committed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(committed, 0.9)
    results(baseline="HEAD")
    assert "md5-fast core on ecp5-85k: LUT4 0.9" in capsys.readouterr().out


def test_other_files_beside_the_results_are_not_compared(
    committed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (committed / "carried.json").write_text('[{"results": 1}]', encoding="utf-8")
    results(baseline="HEAD")
    assert "0 results differ from HEAD, 0 of them are worse" in capsys.readouterr().out


@pytest.mark.usefixtures("committed")
def test_an_unknown_revision_is_named() -> None:
    with pytest.raises(BadInput, match="nowhere is not a revision"):
        results(baseline="nowhere")
