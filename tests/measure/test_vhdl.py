"""Cores in VHDL, of which GHDL makes Verilog."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from silicrypt.errors import BadInput, ToolFailed, ToolMissing
from silicrypt.measure import core_file, core_sources
from silicrypt.measure.guess import init
from silicrypt.results.store import Store

from .conftest import CORES, design

FILES = [CORES / "mixer.vhd", CORES / "mixer_types.vhd"]  # the package comes after its user
needs_ghdl = pytest.mark.skipif(
    shutil.which("ghdl") is None, reason="GHDL is absent: apt-get install ghdl"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path in FILES:
        shutil.copy(path, tmp_path)
    return tmp_path


@needs_ghdl
def test_a_folder_of_vhdl_is_recognised_and_read(folder):
    path, _ = init(folder)
    parsed = core_file.load(path)
    i = parsed.core.interface
    assert (parsed.core.top, parsed.core.sources) == ("Aes_Mixer", tuple(p.name for p in FILES))
    assert (i.block, i.key, i.digest) == (("block_in",), ("key",), ("result",))
    assert (str(i.first), str(i.valid)) == ("start", "done")
    path.write_text(path.read_text() + "\n[parameters]\nROUNDS = 7\n")
    read_again = design(path).with_front(Store())
    assert read_again.own.converted.startswith("GHDL")
    widths = {port.name: port.width for port in read_again.ports(Store())}
    assert (widths["count"], widths["key"]) == (7, 128)


@needs_ghdl
def test_a_mistake_in_vhdl_is_located(folder):
    parsed = core_file.load(init(folder)[0])
    (folder / "mixer.vhd").write_text(
        (folder / "mixer.vhd").read_text().replace("done <=", "dne <=")
    )
    with pytest.raises(BadInput, match=r"key sources: GHDL cannot(.|\n)*mixer\.vhd:\d+:\d+.*dne"):
        core_sources.resolve(parsed)


def test_ghdl_that_is_absent_is_told(folder, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(ToolMissing, match="apt-get install ghdl"):
        core_sources.modules(folder)


def test_ghdl_has_the_time_limit_of_the_user(folder, tmp_path, monkeypatch):
    ghdl = tmp_path / "ghdl"
    ghdl.write_text("#!/bin/sh\nexec tail -f /dev/null\n")
    ghdl.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("SILICRYPT_TIMEOUT", "0.2")
    with pytest.raises(ToolFailed, match=r"within 0\.2 s"):
        core_sources.vhdl_to_verilog("mixer", FILES, {})


def test_entities_that_others_instantiate_are_no_tops(tmp_path):
    inner = "entity part is port (a : in bit); end entity;\n"
    outer = "entity whole is port (a : in bit); end;\nu : entity work.part port map (a => a);\n"
    paths = [tmp_path / "inner.vhd", tmp_path / "outer.vhd"]
    for path, text in zip(paths, (inner, outer + "entity bench is end;\n"), strict=True):
        path.write_text(text)
    assert core_sources.vhdl_tops(paths) == ["whole"]
