"""Cores of a core file on the workers of a cluster, which do not see the files of the core."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import workers
from silicrypt import targets
from silicrypt.errors import BadInput, NotVerified
from silicrypt.explore import run as exploring
from silicrypt.explore.objectives import objectives
from silicrypt.flow import cluster
from silicrypt.measure import measurement as measuring
from silicrypt.measure.core_result import stored

from .conftest import copied

pytestmark = [workers.WARNS, pytest.mark.recorded()]

#: Work that ends its worker once, as a module that workers and test can import.
ERRANDS = """
import os, signal
from pathlib import Path
from silicrypt.explore import points
from silicrypt.measure import measurement

run_remotely, points_remotely = measurement.remotely, points._remotely

def end_once(name):
    if not Path(name).exists():
        Path(name).touch()
        os.kill(os.getpid(), signal.SIGKILL)

def measured(work):
    end_once("first")
    return run_remotely(work)

def explored(job):
    end_once("second")
    return points_remotely(job)
"""


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the folder in which the workers run."""
    return tmp_path_factory.mktemp("workers")


@pytest.fixture(scope="module")
def errands(directory: Path) -> Iterator[Any]:
    with workers.module(directory, "core_errands", ERRANDS) as found:
        yield found


@pytest.fixture
def scheduler(directory: Path, errands: Any) -> Iterator[str]:
    with workers.cluster(directory) as address:
        yield address


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns the present folder, which has a core. Its paths mean nothing to the workers."""
    copied(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_core_is_measured_and_explored_although_a_worker_is_killed(
    scheduler: str, errands: Any, folder: Path, directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "remotely", errands.measured)
    results, core = Path("results"), Path("block.toml")
    measured = measuring.measure(core, "virtex-5", results=results, scheduler=scheduler)
    assert (directory / "first").exists()
    assert (measured.result.verified, measured.result.cycles_per_block) == (True, 66)
    assert list(stored(folder / "results")) == [measured.result]
    assert measuring.measure(core, "virtex-5", results=results).result == measured.result

    wrong = core.read_text().replace("[interface]", "[tie]\nfault = 1\n\n[interface]")
    Path("wrong.toml").write_text(wrong)
    with pytest.raises(NotVerified, match=r"wrong.toml.*not measured"):
        measuring.measure(Path("wrong.toml"), "virtex-5", results=results, scheduler=scheduler)

    request = exploring.SearchRequest(
        "block.toml", "virtex-5", objectives("cycles,lut", targets.get("virtex-5"))
    )
    found = exploring.explore(request, scheduler=scheduler, results=Path("explored"))
    (row,) = found.front
    assert (row.name, row.verified, row.figures["cycles"]) == ("sha256_ports", True, 66)
    (kept,) = stored(folder / "explored")
    assert kept.run_id == row.run_id == measured.result.run_id


def test_other_versions_are_refused(
    scheduler: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = {**cluster.identity(), "pyosys": "0.1"}
    monkeypatch.setattr(cluster, "identity", lambda: own)
    with pytest.raises(BadInput, match=r"would give other figures: pyosys is 0.70 there and 0.1"):
        measuring.measure(Path("block.toml"), "virtex-5", scheduler=scheduler)
    wanted = objectives("cycles,lut", targets.get("virtex-5"))
    with pytest.raises(BadInput, match="would give other figures: pyosys"):
        exploring.explore(
            exploring.SearchRequest("block.toml", "virtex-5", wanted), scheduler=scheduler
        )
    assert not Path("silicrypt-results").exists()
