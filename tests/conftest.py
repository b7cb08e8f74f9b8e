"""Fixtures that tests of all folders share."""

from __future__ import annotations

import logging
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from passed import Passed, code_of, load, save
from silicrypt.cli import main
from silicrypt.paths import cache_dir, hw_root
from silicrypt.tools import verilator


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options for tests of hardware that passed before (tests/tools/passed.py)."""
    parser.addoption("--again", action="store_true", help="repeat what is recorded as passed")
    parser.addoption("--record", action="store_true", help="record what passes (in one process)")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Selects only the tests that can be recorded, with ``--record``."""
    if config.getoption("--record"):
        items[:] = [item for item in items if "passed" in getattr(item, "fixturenames", ())]


@pytest.fixture(scope="session")
def new_passes(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """Collects what passes, and records it after the last test if that is asked for."""
    found: dict[str, str] = {}
    yield found
    if request.config.getoption("--record") and found:
        save(found)


@pytest.fixture(scope="session")
def known_passes(request: pytest.FixtureRequest) -> dict[str, str]:
    """Returns the recorded keys, by test; none if all tests are repeated."""
    return {} if request.config.getoption("--again") else load()


@pytest.fixture
def passed(
    request: pytest.FixtureRequest, known_passes: dict[str, str], new_passes: dict[str, str]
) -> Passed:
    """Returns the record of the test that requests this fixture."""
    return Passed(request.node.nodeid, code_of(request.path), known_passes, new_passes)


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[object, str, str]]:
    """Runs the command line in this process; returns its exit code, output and errors.

    Starting Python and importing the package takes longer than most commands.
    """

    def run(*args: str) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["silicrypt", *args])
        monkeypatch.setattr(logging.getLogger("silicrypt"), "handlers", [])
        with pytest.raises(SystemExit) as ending:
            main()
        return ending.value.code or 0, *capsys.readouterr()

    return run


@pytest.fixture
def hardware(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Puts a copy of ``hw/``, which a test may change, in place of the sources.

    The name of its folder has a space.
    """
    folder = tmp_path / "a folder" / "hw"
    shutil.copytree(hw_root(), folder)
    for module in ("flow.lint", "catalog.design_point", "base.sources"):
        monkeypatch.setattr(f"silicrypt.{module}.hw_root", lambda: folder)
    return folder


@pytest.fixture(scope="session")
def broken_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Makes a cache for deliberately broken hardware, shared by all processes of a test session.

    It links to Verilator's compiled run-time libraries and headers, which are correct.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if base.name.startswith("popen-") else base) / "broken"
    (folder / "models").mkdir(parents=True, exist_ok=True)
    verilator._runtime()
    verilator.headers(verilator._DESIGN_FLAGS)
    for library in (cache_dir() / "models").glob("*runtime-*"):
        if library.name.startswith("."):
            continue  # a build of another process that is not complete
        with suppress(FileExistsError):
            (folder / "models" / library.name).symlink_to(library)
    return folder


@pytest.fixture
def broken_hardware(broken_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps the builds of a test out of the user's cache; tests share equal builds."""
    monkeypatch.setenv("SILICRYPT_CACHE", str(broken_cache))
