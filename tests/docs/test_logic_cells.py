"""The logic cells of the iCE40 on the page of choices are those that nextpnr reports."""

from __future__ import annotations

import pytest

import logic_cells
from silicrypt.results.store import Store


def test_both_tables_are_read() -> None:
    rows = logic_cells.rows()
    assert {target for _, target, _, _ in rows} == {"ice40-up5k", "ice40-hx8k"}
    assert ("md5-small", "ice40-hx8k") in {row[:2] for row in rows}


@pytest.mark.full
@pytest.mark.parametrize("name", ["md5-small", "sha1-fast"])
def test_the_numbers_are_those_of_nextpnr(name: str) -> None:
    tried = [row for row in logic_cells.rows() if row[0] == name]
    assert len(tried) == 2
    for _, target, level, columns in tried:
        found = logic_cells.logic_cells(name, target, level, Store())
        assert found.columns() == columns, "run python docs/tools/logic_cells.py"
