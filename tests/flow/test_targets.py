"""Targets by name."""

from __future__ import annotations

import pytest

from silicrypt import targets
from silicrypt.errors import UnknownName


def test_every_target_is_found_by_its_name() -> None:
    for name, target in targets.TARGETS.items():
        assert targets.get(name) is target
        assert target.name == name
        assert target.about


def test_unknown_target_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean nangate45"):
        targets.get("nangate")
