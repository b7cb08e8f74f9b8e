"""Every planted mistake has a name of its own, so none takes the place of another one."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from planted import _mistakes

FILES = sorted((Path(__file__).parent / "mistakes").glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_two_mistakes_of_a_file_have_one_name(path: Path) -> None:
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    names = [name for name, _mistake in _mistakes(table, ())]
    assert len(names) == len(set(names))
