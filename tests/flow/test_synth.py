"""Elaboration and mapping: names and source positions do not change the result."""

from __future__ import annotations

from pathlib import Path

import pytest

from silicrypt import catalog
from silicrypt.flow.synth import design_of, elaborate
from silicrypt.results.store import Store
from silicrypt.tools import yosys


def words(name: str, store: Store) -> bytes:
    design = design_of(catalog.get(name), "ecp5-85k", "core")
    return (elaborate(design, store) / yosys.NETLIST).read_bytes()


def test_a_renamed_module_and_moved_lines_leave_the_netlist_as_it_was(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    store = Store(tmp_path / "cache")
    before = words("sha512-fast", store)
    hardware: Path = request.getfixturevalue("hardware")  # from here on
    for path in hardware.rglob("*.sv"):
        text = path.read_text(encoding="utf-8")
        for old, new in (("sil_sha2_schedule", "sil_another_name"), ("u_schedule", "u_a")):
            text = text.replace(old, new)
        path.write_text(text.replace("endmodule", "\n\nendmodule"), encoding="utf-8")
    schedule = hardware / "hash" / "sha2" / "sil_sha2_schedule.sv"
    schedule.rename(schedule.with_name("sil_another_name.sv"))
    assert words("sha512-fast", store) == before
