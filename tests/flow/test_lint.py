"""Both front ends read each design, and a complaint names its design."""

from __future__ import annotations

from pathlib import Path

from passed import Passed, lint_key
from silicrypt import catalog
from silicrypt.flow import lint

DESIGNS = ("sha256-u1", "md5-binary", "sha512-u1")


def test_a_complaint_of_one_design_leaves_the_others_to_be_read(hardware: Path) -> None:
    """MD5 is the second of three designs; the third one is still read."""
    (path,) = hardware.rglob("sil_md5_operations.sv")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("endmodule", "  logic wrong = nowhere;\nendmodule"))
    seen = list[tuple[int, int, str]]()
    complaints = lint.lint(
        [catalog.get(name) for name in DESIGNS], progress=lambda *step: seen.append(step)
    )
    assert [one.split(":")[:2] for one in complaints] == [
        ["md5-binary", " slang"],
        ["md5-binary", " slang"],
        ["md5-binary", " slang"],
        ["md5-binary", " verilator"],
        ["md5-binary", " yosys"],
    ]
    assert all("nowhere" in one for one in complaints)
    assert seen[-1] == (3 * len(DESIGNS), 3 * len(DESIGNS), "done")


def test_a_complaint_of_a_technologys_primitive_is_found(hardware: Path) -> None:
    path = hardware / "prim" / "ecp5" / "sil_add_three.sv"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("endmodule", "  logic wrong = nowhere;\nendmodule"))
    found = lint.lint([catalog.get("sha256-u1"), catalog.get("sha256-fast")])
    assert {tuple(one.split(":")[:2]) for one in found} == {("sha256-fast", " slang")}


def test_a_construct_without_hardware_is_found(hardware: Path) -> None:
    """slang and Verilator read an initial delay; only synthesis refuses it."""
    (path,) = hardware.rglob("sil_md5_operations.sv")
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("endmodule", "  logic x; initial begin #1 x = 1'b1; end\nendmodule")
    )
    found = lint.lint([catalog.get("md5-binary")])
    assert any(one.startswith("md5-binary: yosys") for one in found)


def test_no_design_has_a_complaint(passed: Passed) -> None:
    """Reads all designs, as ``silicrypt lint`` does, where they did not pass before."""
    key = lint_key()
    passed.skip_if_before(key)
    assert lint.lint(*lint.all_designs()) == []
    passed.note(key)
