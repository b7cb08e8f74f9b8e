"""Targets by name."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from silicrypt import targets
from silicrypt.errors import UnknownName
from silicrypt.targets import StandardCells


def test_every_target_is_found_by_its_name() -> None:
    for name, target in targets.TARGETS.items():
        assert targets.get(name) is target
        assert target.name == name
        assert target.about


def test_unknown_target_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean nangate45"):
        targets.get("nangate")


def test_what_is_kept_as_written_changes_no_other_targets_runs() -> None:
    """A new field would change the key of every run on standard cells."""
    plain, direct = targets.get("nangate45"), targets.get("nangate45@direct")
    assert isinstance(plain, StandardCells)
    assert isinstance(direct, StandardCells)
    assert (plain.restructured, direct.restructured) == (True, False)
    differing = asdict(plain).items() ^ asdict(direct).items()
    assert {name for name, _ in differing} == {"name", "about"}
