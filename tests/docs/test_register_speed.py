"""The table of units with registers compares them with the committed results of their streams."""

from __future__ import annotations

import re

import register_speed
from silicrypt.paths import hw_root, reference_path
from silicrypt.report.tables import grouped
from silicrypt.results.result import Result, load_as


def test_the_clocks_of_the_streams_are_those_of_the_results() -> None:
    page = hw_root() / "bus" / "mapped" / "README.md"
    rows = re.findall(r"^\| `([^`]+)-axil` (?:\| [^|]+){4}\| ([^|]+) \|", page.read_text(), re.M)
    assert {name for name, _ in rows} == {*register_speed.STREAMS}
    for name, clock in rows:
        stream = load_as(Result, reference_path(register_speed.TARGET, name, "stream"))
        assert stream.fmax_mhz
        assert clock == grouped(stream.fmax_mhz.median, 1), f"run `{register_speed.BY}`"
