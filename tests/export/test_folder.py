"""An exported folder is complete, or it is not there."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from exports import exported, run
from silicrypt.errors import BadInput, StoreError, ToolFailed, UnknownName
from silicrypt.export import request, verilog, write
from silicrypt.export.verilog import complete, merged
from silicrypt.paths import hw_root

MANIFEST = b'{"config": "sha256-fast", "computes": "SHA-256"}'
FILES = {"manifest.json": MANIFEST, "rtl/a.v": b"module a; endmodule\n"}


def test_a_folder_is_written_with_its_parents(tmp_path: Path) -> None:
    write(FILES, tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b" / "rtl" / "a.v").read_bytes() == FILES["rtl/a.v"]
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["b"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("mine", b""),
        *(("manifest.json", b) for b in (b"", b"[]", b"{}", b'{"name": "an app", "config": {}}')),
    ],
)
def test_a_folder_of_others_is_kept(name: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / "ip").mkdir()
    (tmp_path / "ip" / name).write_bytes(content)
    for force, said in ((False, "not empty"), (True, "no export made it")):
        with pytest.raises(BadInput, match=said):
            write(FILES, tmp_path / "ip", force=force)
    assert [path.read_bytes() for path in (tmp_path / "ip").iterdir()] == [content]


def test_force_replaces_the_archives_of_an_earlier_export(tmp_path: Path) -> None:
    write({"manifest.json": b"[" + MANIFEST + b"]", "old.tar.gz": b""}, tmp_path / "ip")
    write(FILES, tmp_path / "ip", force=True)
    assert not (tmp_path / "ip" / "old.tar.gz").exists()


@pytest.mark.parametrize("where", [".", "..", "../.."])
def test_the_working_directory_is_kept(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "a" / "b")
    with pytest.raises(BadInput, match="working directory"):
        write(FILES, Path(where), force=True)
    assert (tmp_path / "a" / "b").is_dir()


def test_force_replaces_an_earlier_export(tmp_path: Path) -> None:
    write({**FILES, "old": b""}, tmp_path / "ip")
    with pytest.raises(BadInput, match="--force"):
        write(FILES, tmp_path / "ip")
    write(FILES, tmp_path / "ip", force=True)
    assert sorted(path.name for path in (tmp_path / "ip").iterdir()) == ["manifest.json", "rtl"]
    assert [path.name for path in tmp_path.iterdir()] == ["ip"]


def test_a_file_is_not_a_folder(tmp_path: Path) -> None:
    (tmp_path / "ip").touch()
    with pytest.raises(BadInput, match="it is a file"):
        write(FILES, tmp_path / "ip")


@pytest.mark.parametrize(
    ("raised", "seen"),
    [
        (OSError(28, "No space left on device"), StoreError),
        (KeyboardInterrupt(), KeyboardInterrupt),
    ],
)
@pytest.mark.parametrize("failing", ["write_bytes", "replace"])
def test_a_failed_attempt_leaves_nothing(
    failing: str,
    raised: BaseException,
    seen: type[BaseException],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    original = getattr(Path, failing)

    def stop(path: Path, given: object) -> object:
        if path.name == "a.v" or path.name.endswith(".partial"):
            raise raised
        return original(path, given)

    write(FILES, tmp_path / "old")
    monkeypatch.setattr(Path, failing, stop)
    with pytest.raises(seen):
        write(FILES, tmp_path / "a" / "ip")
    with pytest.raises(seen):
        write(FILES, tmp_path / "old", force=True)
    assert [path.name for path in tmp_path.iterdir()] == ["old"]
    assert (tmp_path / "old" / "rtl" / "a.v").read_bytes() == FILES["rtl/a.v"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("sha256-fst",), "did you mean sha256-fast"),
        (("sha256-fast", "bus"), "unknown level of sha256-fast 'bus': known: core, stream"),
        (("hmac-sha1", "core"), "known: stream"),
        (("sha256-fast", None, "vhdl"), "unknown language 'vhdl': known: verilog, sv"),
        (("sha256-fast", None, "sv", "ecp6"), "did you mean ecp5"),
    ],
)
def test_unknown_names_are_refused(args: tuple[str, ...], said: str) -> None:
    with pytest.raises(UnknownName, match=said):
        request(*args)


def test_the_manifest_has_the_hash_of_every_file() -> None:
    files = exported("sha256-fast")
    manifest = json.loads(files["manifest.json"])
    assert manifest["sha256"] == {
        path: hashlib.sha256(content).hexdigest()
        for path, content in files.items()
        if path != "manifest.json"
    }


def test_the_verilog_is_the_same_in_every_checkout(tmp_path: Path) -> None:
    """Yosys sorts by names that it makes of the paths of sources."""
    shutil.copytree(hw_root(), tmp_path / "a" / "longer" / "path" / "hw")
    shutil.copytree(hw_root().parent / "src", tmp_path / "a" / "longer" / "path" / "src")
    script = (
        "from silicrypt import export; from silicrypt.export import verilog; "
        "print(verilog.render(export.request('shat128-u2')), end='')"
    )
    there = {"PYTHONPATH": str(tmp_path / "a/longer/path/src"), "TMPDIR": str(tmp_path / "a")}
    said = run(sys.executable, "-c", script, cwd=tmp_path, **there)
    assert said.returncode == 0, said.stderr
    assert said.stdout == verilog.render(request("shat128-u2"))


@pytest.mark.parametrize("kind", ["sdc", "xdc"])
def test_the_page_of_the_hardware_has_the_constraints(kind: str) -> None:
    (shown,) = re.findall(r"```tcl\n(.*?)```", (hw_root() / "README.md").read_text("utf-8"), re.S)
    lines = exported("sha256-fast")[f"constraints/sil_sha256_fast_stream.{kind}"].decode()
    assert shown.splitlines() == [x for x in lines.splitlines() if x and not x.startswith("#")]


@pytest.mark.parametrize("end", [0, 1, 20, -1, -9])
def test_a_part_of_what_yosys_wrote_is_refused(end: int) -> None:
    written = "module t();\nendmodule\n\nmodule u();\nendmodule\n"
    assert complete(written) == written
    with pytest.raises(ToolFailed, match="is there space"):
        complete(written[:end])


def test_equal_modules_are_merged_and_the_top_is_last() -> None:
    def module(name: str, body: str) -> str:
        return f"module {name}(a);\n  input a;\n{body}endmodule\n\n"

    def instances(*named: tuple[str, str]) -> str:
        return "".join(f"  \\{of}  {name} (\n    .a(a)\n  );\n" for of, name in named)

    written = [
        module("\\x$t.u_a ", "  assign b = a;\n"),
        module("\\x$t.u_b ", "  assign b = a;\n"),
        module("\\x$t.u_c ", "  assign b = ~a;\n"),
        module("\\y$t.u_y ", instances(("x$t.u_b", "u_x"))),
        module("t", instances(("x$t.u_a", "u_a"), ("x$t.u_c", "u_c"), ("y$t.u_y", "u_y"))),
    ]
    modules = list(merged("".join(written), "t"))
    names = ["module t__x", "module t__x_2", "module t__y", "module t"]
    assert [text.split("(")[0] for text in modules] == names
    assert "  t__x  u_x (" in modules[2]
    assert "  t__x  u_a (" in modules[3]
    assert "  t__x_2  u_c (" in modules[3]


def test_the_checkers_of_a_cipher_know_its_parameters(folder: Callable[..., Path]) -> None:
    """The exported top has no parameters, so the file that binds the checkers has their values."""
    out = folder("aes128-small") / "check"
    (bound,) = out.glob("*_bind.sv")
    text = bound.read_text()
    assert "bind sil_aes128_small_stream sil_aes_checker #(.Bits(128), .Select(7)) " in text
    named = set(re.findall(r"^bind \w+ (\w+)", text, re.M))
    assert named == {path.stem for path in out.iterdir()} - {bound.stem}
