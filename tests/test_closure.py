"""The sources of a design are those that its top reaches, and none of another family."""

from __future__ import annotations

from pathlib import Path

import pytest

from silicrypt import catalog
from silicrypt.catalog.design_point import closure
from silicrypt.errors import BadInput
from silicrypt.paths import hw_root


def names(top: str, *parameters: str, primitives: tuple[str, ...] = ()) -> list[str]:
    return [path.stem for path in closure(top, parameters, primitives)]


def test_a_file_needs_only_files_before_it() -> None:
    found = names("sil_aes_stream", "KeyBits=128")
    assert found[-1] == "sil_aes_stream"
    assert found.index("sil_aes_pkg") < found.index("sil_aes_round") < found.index("sil_aes_loop")


def test_a_parameter_decides_what_is_reached() -> None:
    serial = names("sil_aes_core", "KeyBits=128", "DataWidth=8")
    parallel = names("sil_aes_core", "KeyBits=128", "DataWidth=128")
    assert "sil_aes_bytes" in serial and "sil_aes_bytes" not in parallel
    assert "sil_aes_loop" in parallel and "sil_aes_loop" not in serial


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("sha512-fast", {"md5", "sha1", "md5_sha1"}),
        ("sha512-pipe2", {"md5", "sha1", "md5_sha1"}),
        ("sha1-pipe4", {"md5", "sha2", "md5_sha1"}),
        ("md5-pipe4", {"sha1", "sha2", "md5_sha1"}),
        ("hmac-sha512-fast", {"md5", "sha1", "md5_sha1"}),
        ("hmac-md5-sha1-perf", {"sha2"}),
    ],
)
def test_a_family_depends_on_no_other(name: str, others: set[str]) -> None:
    point = catalog.get(name)
    assert others.isdisjoint(path.parent.name for path in point.sources(point.complete_level))


def test_a_primitive_of_the_technology_stands_for_the_one_of_any() -> None:
    point = catalog.get("sha256-fast")
    shared = hw_root() / "prim" / "sil_add_three.sv"
    own = hw_root() / "prim" / "ecp5" / "sil_add_three.sv"
    assert shared in point.sources("core") and own not in point.sources("core")
    ecp5 = point.sources("core", ("ecp5", "fpga"))
    assert own in ecp5 and shared not in ecp5


def test_a_module_in_a_comment_is_not_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "prim").mkdir()
    (tmp_path / "a.sv").write_text("// b::X\nmodule a; c u_c (); endmodule\n")
    (tmp_path / "b.sv").write_text("package b; endpackage\n")
    (tmp_path / "c.sv").write_text("module c; localparam int unsigned Y = d::Z; endmodule\n")
    (tmp_path / "d.sv").write_text("package d; localparam int unsigned Z = 1; endpackage\n")
    monkeypatch.setattr("silicrypt.catalog.design_point.hw_root", lambda: tmp_path)
    assert names("a") == ["d", "c", "a"]


def test_a_top_that_nobody_declares_is_named() -> None:
    with pytest.raises(BadInput, match="sil_nothing"):
        closure("sil_nothing")
