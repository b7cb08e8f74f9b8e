"""Sources without comments, and positions in them translated back to the files."""

from __future__ import annotations

from pathlib import Path

import pytest

from silicrypt import catalog
from silicrypt.base import sources
from silicrypt.flow.synth import design_of

TEXT = """\
// header

module m;  // a module
  /* two
     lines */ logic a;
  initial $display("// no comment", "/* nor this */");
endmodule
"""


def test_comments_and_empty_lines_go_and_strings_stay() -> None:
    source = sources.strip("m.sv", TEXT)
    assert source.text == (
        'module m;\n logic a;\n  initial $display("// no comment", "/* nor this */");\nendmodule\n'
    )
    assert source.lines == (3, 5, 6, 7)


def test_places_are_told_as_in_the_file() -> None:
    source = sources.strip("hash/m.sv", TEXT)
    assert sources.original("hash/m.sv:10002", [source]) == "hash/m.sv:5"
    assert sources.original("hash/m.sv:10099", [source]) == "hash/m.sv:10099"
    assert sources.original("other.sv:10002", [source]) == "other.sv:10002"
    assert sources.original("", [source]) == ""


def test_division_is_no_comment() -> None:
    assert sources.strip("m.sv", "assign a = b / c;\n").text == "assign a = b / c;\n"


def test_written_sources_are_read_back(tmp_path: Path) -> None:
    source = sources.strip("hash/m.sv", TEXT)
    sources.write([source], tmp_path)
    text = (tmp_path / "hash" / "m.sv").read_text(encoding="utf-8")
    assert text.lstrip("\n") == source.text
    assert text.splitlines()[10000] == source.text.splitlines()[0]


@pytest.mark.parametrize("name", ["sha512-fast", "hmac-md5-sha1-area", "shat128", "aes128-small"])
def test_levels_have_sources_of_their_own(name: str) -> None:
    point = catalog.get(name)
    inner, *outer = (design_of(point, "ecp5-85k", level) for level in point.levels)
    for design in outer:
        assert {source.path for source in inner.sources} <= {one.path for one in design.sources}
        assert inner.source_hash != design.source_hash
    assert inner.source_hash == design_of(point, "ecp5-25k", inner.level).source_hash
    assert inner.source_hash != design_of(point, "nangate45", inner.level).source_hash


def test_an_edit_of_one_hash_leaves_the_others_as_they_were(hardware: Path) -> None:
    names = ["sha512-fast", "sha256-u1", "sha1-fast", "aes128-fast", "shat128", "md5-fast"]

    def hashes() -> dict[str, str]:
        designs = {name: design_of(catalog.get(name), "ecp5-85k", "core") for name in names}
        return {name: design.source_hash for name, design in designs.items()}

    before = hashes()
    edited = hardware / "hash" / "md5" / "sil_md5_operations.sv"
    text = edited.read_text(encoding="utf-8")
    edited.write_text(text.replace("endmodule", "  localparam bit Edited = 1;\nendmodule"))
    after = hashes()
    assert [name for name in names if before[name] != after[name]] == ["md5-fast"]
