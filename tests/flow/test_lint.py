"""Both front ends read each design, and a complaint names its design."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from silicrypt import catalog
from silicrypt.flow import lint
from silicrypt.paths import hw_root

DESIGNS = ("sha256-u1", "md5-binary", "sha512-u1")


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns a modifiable copy of the sources, in a folder whose name has a space."""
    folder = tmp_path / "a folder" / "hw"
    shutil.copytree(hw_root(), folder)
    for module in ("flow.lint", "catalog.closure", "catalog.config"):
        monkeypatch.setattr(f"silicrypt.{module}.hw_root", lambda: folder)
    return folder


def test_a_complaint_of_one_design_leaves_the_others_to_be_read(sources: Path) -> None:
    """MD5 is the second of three designs. Slang stops there; the third one is still read."""
    (path,) = sources.rglob("sil_md5_operations.sv")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("endmodule", "  logic wrong = nowhere;\nendmodule"))
    seen = list[tuple[int, int, str]]()
    complaints = lint.lint(
        [catalog.get(name) for name in DESIGNS], progress=lambda *step: seen.append(step)
    )
    assert [one.split(":")[:2] for one in complaints] == [
        ["md5-binary", " slang"],
        ["md5-binary", " verilator"],
    ]
    assert all("nowhere" in one for one in complaints)
    assert seen[-1] == (2 * len(DESIGNS), 2 * len(DESIGNS), "done")
