"""The arguments for nextpnr, and its report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from silicrypt import targets
from silicrypt.errors import ToolFailed
from silicrypt.targets import Routed
from silicrypt.tools import nextpnr

SAMPLE = (Path(__file__).parent / "samples" / "nextpnr_report.json").read_text(encoding="utf-8")


def test_render_names_device_seed_and_netlist() -> None:
    target = targets.get("ecp5-85k")
    assert isinstance(target, Routed)
    args = nextpnr.render(target, 7)
    text = " ".join(args)
    assert "--85k --package CABGA756 --speed 6 --seed 7 --json netlist.json" in text
    assert "--out-of-context" in args


def test_render_for_a_board_places_its_pins() -> None:
    args = nextpnr.render(targets.board("ulx3s-85f").fpga, 1, board=True)
    assert "--85k --package CABGA381" in " ".join(args)
    assert "--lpf board.lpf --textcfg board.config" in " ".join(args)
    assert "--out-of-context" not in args


def test_parse_reads_clock_and_cells() -> None:
    routing = nextpnr.parse(SAMPLE)
    assert routing.fmax_mhz == pytest.approx(233.3178, abs=1e-3)
    assert routing.cells == {"TRELLIS_COMB": 120, "TRELLIS_FF": 70}


def test_critical_path_is_short() -> None:
    path = nextpnr.parse(SAMPLE).critical_path
    kinds = [step.kind for step in path]
    assert kinds == ["clk-to-q", "routing", "logic", "routing", "carry", "routing", "setup"]
    assert path[1].at == "mix_q[2]"
    assert path[4].ns == pytest.approx(0.447 + 3 * 0.071 + 0.403, abs=1e-3)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"fmax": {"clk": 3}}'])
def test_what_is_no_report_is_refused(text: str) -> None:
    with pytest.raises(ToolFailed, match="nextpnr wrote a report that is not one"):
        nextpnr.parse(text)


def test_design_without_registers_has_no_fmax() -> None:
    report = {**json.loads(SAMPLE), "fmax": {}}
    with pytest.raises(ToolFailed, match="no path between registers"):
        nextpnr.parse(json.dumps(report))
