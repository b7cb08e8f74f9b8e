"""An export simulates its sources before they are written, and refuses wrong ones."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from exports import exported
from silicrypt import export
from silicrypt.base.scope import silent
from silicrypt.errors import ToolFailed
from silicrypt.export import LANGUAGES, ExportRequest

TOP = "rtl/sil_md5_fast_core.v"


def said(_: str) -> None:
    raise AssertionError("a tool is missing")


VERIFY = export.verifier(silent, said)


def test_wrong_systemverilog_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """They lint and synthesise: only a simulation finds the fault."""
    read = Path.read_text

    def broken(path: Path, *args: str, **named: str) -> str:
        return read(path, *args, **named).replace("zero: c ^ d}", "zero: c & d}")

    monkeypatch.setattr(Path, "read_text", broken)
    with pytest.raises(ToolFailed, match="SystemVerilog of sil_md5_fast_core is wrong"):
        export.render(export.request("md5-fast", "core", "sv", "ecp5"), VERIFY)


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_suite_passes_and_is_recorded(language: str) -> None:
    request = export.request("md5-fast", "core", language, "ecp5")

    def once(one: ExportRequest, simulated: Mapping[str, str]) -> object:
        found.append(VERIFY(one, simulated))
        return found[0]

    found: list[object] = []
    files = export.render(request, once)  # type: ignore[arg-type]
    manifest = json.loads(files["manifest.json"])
    assert manifest["verified"]["suite"] == "quick"
    assert manifest["verified"]["cases"] > 100
    assert b"of this folder passed the suite `quick`" in files["datasheet.md"]


@pytest.mark.full
def test_wrong_verilog_is_refused() -> None:
    request, right = export.request("md5-fast", "core"), exported("md5-fast", "core")[TOP].decode()
    wrong = right.replace("assign sum_o = ", "assign sum_o = 32'd1 ^ ", 1)
    assert wrong != right
    with pytest.raises(ToolFailed, match="the exported Verilog of sil_md5_fast_core is wrong"):
        VERIFY(request, {TOP: wrong})


def test_without_a_verification_the_manifest_says_so() -> None:
    assert json.loads(exported("md5-fast", "core")["manifest.json"])["verified"] is None
