"""The committed cycles of the storage unit."""

from __future__ import annotations

from pathlib import Path

import pytest

from silicrypt.papers import FlowSource, counted


def never() -> counted.CountedCycles:
    raise AssertionError("the cycles were counted again")


def test_the_committed_cycles_are_those_of_the_current_sources() -> None:
    assert counted.is_current(), "run 'silicrypt results'"


def test_current_cycles_are_not_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counted, "count", never)
    assert FlowSource().storage_cycles() == counted.committed()
    assert not counted.refresh()


def test_other_sources_are_counted_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    known, file = counted.committed(), tmp_path / "cycles.csv"
    file.write_text(counted.render(known), encoding="utf-8")
    monkeypatch.setattr(counted, "_path", lambda: file)
    monkeypatch.setattr(counted, "key", lambda: "another")
    monkeypatch.setattr(counted, "count", never)
    with pytest.raises(AssertionError, match="counted again"):
        FlowSource().storage_cycles()
    assert FlowSource(run=False).storage_cycles() == known
    monkeypatch.setattr(counted, "count", lambda: known)
    assert counted.refresh()
    assert counted.is_current()
