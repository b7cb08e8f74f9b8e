"""The variant of a library in which registers hold by load-enable instead of a clock gate."""

from __future__ import annotations

import pytest

from silicrypt import catalog, targets
from silicrypt.errors import BadInput


def test_only_the_clock_gate_is_another_one() -> None:
    gates, enables = (targets.get(f"nangate45@area{ending}") for ending in ("", "-enables"))
    point = catalog.get("shat128-gated")
    own, other = (point.sources("core", target.primitives) for target in (gates, enables))
    assert [path.name for path in own if path not in other] == [
        *("sil_clock_gate_cell.sv", "sil_clock_gate.sv"),
    ]
    assert [path.parent.name for path in other if path not in own] == ["enables"]
    assert "ClockGate=1" in point.overrides()
    assert (gates.name, enables.name) == ("nangate45@area", "nangate45@area-enables")
    assert enables.about == f"{gates.about}, load-enables in place of clock gates"


@pytest.mark.parametrize("asked", ["-enables", "area-enables-enables", "area-enabled"])
def test_other_settings_are_refused(asked: str) -> None:
    with pytest.raises(BadInput):
        targets.get(f"nangate45@{asked}")
