"""The record of what passed, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from passed import Passed, code_of, load, save


@pytest.fixture(scope="session")
def new_passes(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """Collects what passes, and records it after the last test if that is asked for."""
    found: dict[str, str] = {}
    yield found
    if request.config.getoption("--record") and found:
        save(found)


@pytest.fixture
def passed(request: pytest.FixtureRequest, new_passes: dict[str, str]) -> Passed:
    """The record of the test that asks."""
    known = {} if request.config.getoption("--again") else load()
    return Passed(request.node.name, code_of(request.path), known, new_passes)
