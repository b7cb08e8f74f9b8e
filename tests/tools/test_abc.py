"""The script for ABC, and its report of the mapping."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from silicrypt import targets
from silicrypt.errors import ToolFailed
from silicrypt.targets import StandardCells
from silicrypt.tools import abc, yosys

LOG = (Path(__file__).parent / "samples" / "abc.log").read_text(encoding="utf-8")


def test_delay_target_is_in_the_script_and_proof_ends_it() -> None:
    target = targets.get("nangate45")
    assert isinstance(target, StandardCells)
    script = abc.render(replace(target, delay_target_ps=700))
    assert "map -D 700" in script
    assert script.rstrip().endswith("cec")


def test_what_is_mapped_as_written_is_not_restructured() -> None:
    target = targets.get("nangate45@direct")
    assert isinstance(target, StandardCells)
    script = abc.render(target)
    assert script.startswith("strash; map -D 1 ")
    assert "-noabc" in yosys.render(target, "top")
    assert "-noabc" not in yosys.render(targets.get("nangate45"), "top")


def test_parse_reads_delay_and_levels() -> None:
    timing = abc.parse(LOG)
    assert timing.delay_ns == pytest.approx(1.39629)
    assert timing.levels == 4  # the path in the sample is shortened


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [("are equivalent", "are NOT EQUIVALENT", "did not prove"), ("Delay =", "", "no delay")],
)
def test_a_mapping_without_proof_or_delay_is_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(ToolFailed, match=said):
        abc.parse(LOG.replace(old, new))
