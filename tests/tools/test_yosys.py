"""The scripts for Yosys, its cell counts, and its errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from silicrypt import targets
from silicrypt.errors import ToolFailed
from silicrypt.targets import StandardCells
from silicrypt.tools import yosys
from silicrypt.tools.process import telling_lines

SAMPLES = Path(__file__).parent / "samples"


def test_elaboration_reads_the_sources_and_writes_words() -> None:
    script = yosys.render_elaboration("top", ["-G", "A=1"], ["a.sv", "b.sv"]).splitlines()
    assert script[0] == "read_rtlil numbering.il"
    assert script[1] == "read_slang --top top -G A=1 a.sv b.sv"
    assert script[-1] == f"write_json {yosys.ELABORATED}"


@pytest.mark.parametrize("name", targets.TARGETS)
def test_every_mapping_reads_the_words_first_and_writes_a_netlist_last(name: str) -> None:
    script = yosys.render(targets.get(name), "top").splitlines()
    assert script[0] == "read_rtlil numbering.il"
    assert script[1] == f"read_json {yosys.ELABORATED}"
    assert script[-1].startswith("write_json") and script[-1].endswith(yosys.MAPPED)


def test_stat_of_standard_cells() -> None:
    stat = yosys.parse_stat((SAMPLES / "yosys_stat_cells.json").read_text(encoding="utf-8"))
    assert stat.area_um2 == pytest.approx(9871.26)
    assert stat.count(r"DFFR?_X\d") == 775
    assert stat.count("NO_SUCH_CELL") == 0


@pytest.mark.parametrize("text", ["", "{}", '{"design": {}}', "[1]"])
def test_what_is_no_stat_report_is_refused(text: str) -> None:
    with pytest.raises(ToolFailed, match="not one"):
        yosys.parse_stat(text)


def test_telling_lines_of_a_log_are_its_errors() -> None:
    log = (SAMPLES / "yosys_error.log").read_text(encoding="utf-8")
    assert telling_lines(log).splitlines()[0].strip() == (
        "ERROR: 'nope' is not a valid top-level module"
    )


def test_latch_rules_name_the_cells() -> None:
    target = targets.get("nangate45")
    assert isinstance(target, StandardCells)
    text = yosys.render_latches(target)
    assert "DLH_X1 _TECHMAP_REPLACE_ (.D(D), .G(E), .Q(Q));" in text
    assert "DLL_X1 _TECHMAP_REPLACE_ (.D(D), .GN(E), .Q(Q));" in text


def test_a_refused_script_fails_with_what_yosys_said(tmp_path: Path) -> None:
    with pytest.raises(ToolFailed, match="No such command: synth_nothing"):
        yosys.run("synth_nothing\n", tmp_path)
