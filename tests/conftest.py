"""Fixtures that tests of all folders share."""

from __future__ import annotations

import logging
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from passed import Passed, code_of, files_key, load, save
from silicrypt.cli import main
from silicrypt.paths import cache_dir, hw_root
from silicrypt.tools import verilator

#: The recorded keys, by test, and those of the tests that pass in this session.
_KNOWN: pytest.StashKey[dict[str, str]] = pytest.StashKey()
_NEW: pytest.StashKey[dict[str, str]] = pytest.StashKey()

#: The files of ``tests/`` with the tests, whose code is in a record, and with the records.
_NO_INPUT = re.compile(r"/test_\w+\.py$|/passed\.json$|/__pycache__/")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options for tests of hardware that passed before (tests/tools/passed.py)."""
    parser.addoption("--again", action="store_true", help="repeat what is recorded as passed")
    parser.addoption("--record", action="store_true", help="record what passes (in one process)")


def pytest_configure(config: pytest.Config) -> None:
    """Loads the records; none if all tests are repeated."""
    config.stash[_KNOWN] = {} if config.getoption("--again") else load()
    config.stash[_NEW] = {}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Forms the keys of marked tests, and with ``--record`` selects those that can be recorded.

    A test may write files beside the sources for a while, so no key is formed after the first one.
    """
    for item in items:
        if marked := item.get_closest_marker("recorded"):
            _project_key(*marked.args)
    if config.getoption("--record"):
        items[:] = [item for item in items if _can_be_recorded(item)]


def _can_be_recorded(item: pytest.Item) -> bool:
    fixtures = getattr(item, "fixturenames", ())
    return "passed" in fixtures or item.get_closest_marker("recorded") is not None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips a test with the mark `recorded` that is recorded as passed, before its fixtures."""
    if marked := item.get_closest_marker("recorded"):
        _record(item).skip_if_before(_project_key(*marked.args))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Notes that a test with the mark `recorded` passed."""
    yield
    if marked := item.get_closest_marker("recorded"):
        _record(item).note(_project_key(*marked.args))


@cache
def _project_key(*others: str) -> str:
    """Returns a key of all sources and of other folders, with what tests share and read."""
    root = hw_root().parent
    shared = (one for one in sorted((root / "tests").rglob("*.*")) if one.is_file())
    read = (one for one in shared if not _NO_INPUT.search(one.as_posix()))
    return files_key(*(root / one for one in ("hw", "src", "drivers", *others)), *read)


def _record(item: pytest.Item) -> Passed:
    stash = item.config.stash
    return Passed(item.nodeid, code_of(item.path), stash[_KNOWN], stash[_NEW])


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Writes down what passed, if that is asked for."""
    if session.config.getoption("--record") and session.config.stash[_NEW]:
        save(session.config.stash[_NEW])


@pytest.fixture
def passed(request: pytest.FixtureRequest) -> Passed:
    """Returns the record of the test that requests this fixture."""
    return _record(request.node)


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
