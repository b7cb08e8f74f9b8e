"""An exported folder is complete, or it is not there."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sys
from importlib import metadata
from pathlib import Path

import pytest

from exports import MACHINES, ONE_OF_EACH_UNIT, exported, run
from silicrypt import catalog
from silicrypt.catalog import Level
from silicrypt.errors import BadInput, StoreError, ToolFailed, UnknownName
from silicrypt.export import datasheet, folder, request, verilog, write
from silicrypt.export.verilog import complete, merged
from silicrypt.paths import hw_root

MANIFEST = b'{"config": "sha256-fast", "computes": "SHA-256"}'


def summed(files: dict[str, bytes]) -> dict[str, bytes]:
    return {**files, "SHA256SUMS": folder.sums(files)}


FILES = summed({"manifest.json": MANIFEST, "rtl/a.v": b"module a; endmodule\n"})


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
    earlier = {"manifest.json": b"[" + MANIFEST + b"]", "old.tar.gz": b""}
    write(summed(earlier), tmp_path / "ip")
    write(FILES, tmp_path / "ip", force=True)
    assert not (tmp_path / "ip" / "old.tar.gz").exists()


def test_folders_around_the_working_directory_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "a" / "b")
    for where in ("..", "../.."):
        with pytest.raises(BadInput, match="no export made it"):
            write(FILES, Path(where), force=True)
    write(FILES, Path())  # it is empty
    write(FILES, Path(), force=True)
    assert Path("rtl/a.v").is_file()


def test_an_empty_folder_is_filled_and_not_replaced(tmp_path: Path) -> None:
    """It can be a mount point, which nothing can replace."""
    out = tmp_path / "ip"
    out.mkdir()
    before = out.stat().st_ino
    write(FILES, out)
    assert out.stat().st_ino == before
    assert sorted(path.name for path in out.iterdir()) == ["SHA256SUMS", "manifest.json", "rtl"]


def test_force_replaces_what_the_manifest_lists_and_keeps_the_rest(tmp_path: Path) -> None:
    out = tmp_path / "ip"
    write(summed({**FILES, "gone/old.v": b"old"}), out)
    (out / "notes.md").write_text("mine")
    (out / "rtl" / "mine.v").write_text("mine")
    with pytest.raises(BadInput, match="--force"):
        write(FILES, out)
    new = summed({"manifest.json": MANIFEST, "rtl/a.v": b"new"})
    write(new, out, force=True)
    kept = {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*.*")}
    assert kept.pop("notes.md") == kept.pop("rtl/mine.v") == b"mine"
    assert kept == {path: text for path, text in new.items() if path != "SHA256SUMS"}
    assert not (out / "gone").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["ip"]


def test_force_names_edited_files_and_stops(tmp_path: Path) -> None:
    out = tmp_path / "ip"
    write(FILES, out)
    (out / "rtl" / "a.v").write_text("edited")
    with pytest.raises(BadInput, match=r"edited: rtl/a\.v"):
        write(FILES, out, force=True)
    assert (out / "rtl" / "a.v").read_text() == "edited"
    (out / "rtl" / "a.v").unlink()
    (out / "rtl" / "b.v").write_text("mine")
    with pytest.raises(BadInput, match=r"rtl/b\.v would replace yours"):
        write({**FILES, "rtl/b.v": b""}, out, force=True)
    assert (out / "rtl" / "b.v").read_text() == "mine"


def test_hashes_of_an_earlier_version_are_in_its_manifest(tmp_path: Path) -> None:
    known = {"config": "a", "computes": "b", "sha256": {"a.v": hashlib.sha256(b"a").hexdigest()}}
    write({"manifest.json": json.dumps(known).encode(), "a.v": b"a"}, tmp_path / "ip")
    (tmp_path / "ip" / "a.v").write_text("edited")
    with pytest.raises(BadInput, match=r"edited: a\.v"):
        write(FILES, tmp_path / "ip", force=True)


@pytest.mark.parametrize("ending", ["tar.gz", "tgz", "zip"])
def test_an_archive_has_a_folder_of_its_name(ending: str, tmp_path: Path) -> None:
    out = tmp_path / "a" / f"ip-1.0.{ending}"
    write(FILES, out)
    shutil.unpack_archive(out, tmp_path / "to", format="zip" if ending == "zip" else "gztar")
    (inside,) = (tmp_path / "to").iterdir()
    assert inside.name == "ip-1.0"
    files = {
        p.relative_to(inside).as_posix(): p.read_bytes() for p in inside.rglob("*") if p.is_file()
    }
    assert files == FILES
    before = out.read_bytes()
    with pytest.raises(BadInput, match="it exists"):
        write(FILES, out)
    write(FILES, out, force=True)
    assert out.read_bytes() == before
    out.write_bytes(b"not one")
    with pytest.raises(BadInput, match="no export made it"):
        write(FILES, out, force=True)
    assert [path.name for path in out.parent.iterdir()] == [out.name]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("SHA256SUMS", b"  ", b" *"),
        ("SHA256SUMS", b"\n", b"\n\n"),
        ("SHA256SUMS", b"rtl/a.v", b"../mine"),
        ("manifest.json", b"}", b', "sha256": null}'),
        ("manifest.json", b"}", b', "sha256": {"a": 1}}'),
    ],
)
def test_a_list_of_files_that_was_changed_is_named(
    name: str, old: bytes, new: bytes, tmp_path: Path
) -> None:
    (tmp_path / "mine").write_bytes(FILES["rtl/a.v"])
    write(FILES, tmp_path / "ip")
    listing = tmp_path / "ip" / name
    listing.write_bytes(listing.read_bytes().replace(old, new))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.*")}
    with pytest.raises(BadInput, match=f"ip/{name} was changed, so it does not tell"):
        write(FILES, tmp_path / "ip", force=True)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.*")} == before
    assert (tmp_path / "mine").is_file()


@pytest.mark.parametrize("name", ["ip.tar.gz", "ip.tgz", "ip.zip"])
@pytest.mark.parametrize("end", [b"", bytes(99)], ids=["cut", "overwritten"])
def test_an_archive_that_cannot_be_read_is_kept(name: str, end: bytes, tmp_path: Path) -> None:
    out = tmp_path / name
    write(FILES, out)
    damaged = out.read_bytes()[:99] + end
    out.write_bytes(damaged)
    with pytest.raises(BadInput, match=rf"--force does not replace .*{name}"):
        write(FILES, out, force=True)
    assert out.read_bytes() == damaged


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
        (("sha256-fast", None, "sv", "lattice"), "did you mean ice40.*known: .*ecp5"),
    ],
)
def test_unknown_names_are_refused(args: tuple[str, ...], said: str) -> None:
    with pytest.raises(UnknownName, match=said):
        request(*args)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("aes128-gcm-pipe-axil", "aes128-gcm-pipe has no registers: there is no top"),
        ("hmac-sm3-fast-axil", "hmac-sm3-fast has no registers: there is no top"),
        ("shake128-fast-axil", "shake128-fast has no registers: they hold a digest of at most 512"),
        ("md5-pipe4-apb", "md5-pipe4 has no registers: several messages are in flight"),
    ],
)
def test_a_point_that_cannot_have_registers_says_why(name: str, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        request(name)


def test_the_manifest_has_the_hash_of_every_file() -> None:
    files = exported("sha256-fast")
    manifest = json.loads(files["manifest.json"])
    assert manifest["sha256"] == {
        path: hashlib.sha256(content).hexdigest()
        for path, content in files.items()
        if path not in ("manifest.json", "SHA256SUMS")
    }
    assert files["SHA256SUMS"] == folder.sums(
        {path: content for path, content in files.items() if path != "SHA256SUMS"}
    )


@pytest.mark.parametrize("name", ["md5-fast", "sha256-fast-axil"])
@pytest.mark.parametrize("language", ["verilog", "sv"])
def test_each_file_names_its_version_sources_and_licence(name: str, language: str) -> None:
    one = request(name, None, language, xeda=True)
    files = exported(name, None, language)
    stamp = f"{one.module} of silicrypt {metadata.version('silicrypt')}, sources {one.source_hash}"
    for path, content in files.items():
        if path not in ("LICENSE", "SHA256SUMS", "manifest.json"):
            head = content.decode().splitlines()[:5]
            assert any(stamp in line for line in head), path
            assert any("SPDX-License-Identifier: Apache-2.0" in line for line in head), path
    manifest = json.loads(files["manifest.json"])
    assert manifest["source_hash"] == one.source_hash
    assert manifest["licence"] == "Apache-2.0"


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


def test_the_checkers_of_a_cipher_know_its_parameters(tmp_path: Path) -> None:
    """The exported top has no parameters, so the file that binds the checkers has their values."""
    write(exported("aes128-small"), tmp_path / "ip")
    out = tmp_path / "ip" / "check"
    (bound,) = out.glob("*_bind.sv")
    text = bound.read_text()
    assert "bind sil_aes128_small_stream sil_aes_checker #(.Bits(128), .Select(7)) " in text
    named = set(re.findall(r"^bind \w+ (\w+)", text, re.M))
    assert named == {path.stem for path in out.iterdir()} - {bound.stem}


def pages(name: str, level: Level | None = None) -> dict[str, str]:
    """Returns the datasheet of an export, by file."""
    return dict(datasheet.render(request(name, level), [], None, checked=False))


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("sha256-fast", "| `s_tlast` ends each message | It cannot be detected:"),
        ("hmac-sha256-fast", "| a message without a key | It is refused at its end. |"),
        ("aes128-fast", "| `i_` | a mode or a direction that the stream does not have | refuses"),
        ("aes128-ccm", "| A nonce has 7 to 13 bytes, in one beat | The message is refused."),
        ("kmac256-fast", "| a beat breaks a rule of `s_tkeep` | those of the operation |"),
    ],
)
def test_the_datasheet_has_the_rules_of_a_stream(name: str, rule: str) -> None:
    text = pages(name, "stream")
    section = text["datasheet.md"].partition("## Rules, and what happens")[2].partition("\n## ")[0]
    assert rule in section
    assert "](" not in section
    assert "Rules, and what happens" in text["datasheet.html"]


@pytest.mark.parametrize(("name", "level"), [("aes128-fast", "core"), ("sha256-fast-axil", None)])
def test_the_datasheet_of_other_ports_has_no_rules_of_a_stream(
    name: str, level: Level | None
) -> None:
    text = pages(name, level)
    assert "Rules, and what happens" not in text["datasheet.md"]


@pytest.mark.parametrize("name", [*ONE_OF_EACH_UNIT, *MACHINES])
def test_the_datasheet_says_what_each_port_means(name: str) -> None:
    for level in catalog.get(name).levels:
        text = pages(name, level)["datasheet.md"]
        rows = re.findall(r"^\| `(\w+)` \| (?:in|out)put \| \d+ \| (.*) \|$", text, re.M)
        assert [port for port, _ in rows] == [port.name for port in request(name, level).ports]
        assert [port for port, meaning in rows if not meaning.strip()] == []


@pytest.mark.parametrize(
    ("name", "buses"),
    [
        ("sha256-fast", ["AXI4-Stream"]),
        ("sha256-fast-axil", ["AXI4-Stream", "AXI4-Lite"]),
        ("hmac-sha1-apb", ["AXI4-Stream", "APB"]),
    ],
)
def test_the_datasheet_names_the_buses(name: str, buses: list[str]) -> None:
    text = pages(name)["datasheet.md"]
    assert re.findall(r"^(AXI4-\w+|APB): the ports with", text, re.M) == buses


def test_the_datasheet_names_no_command_that_refuses() -> None:
    def sheet(name: str) -> str:
        return " ".join(pages(name, "stream")["datasheet.md"].split())

    assert "`silicrypt implement sha256-short -t ecp5-85k" in sheet("sha256-short")
    registers, test = sheet("aes128-gcm-axil"), sheet("bist-hmac-sha1")
    for text in (registers, test):
        assert "`silicrypt implement` does not measure it" in text
    assert "the message was refused, or its tag is wrong" in registers
    assert "`silicrypt verify aes128-gcm-axil --suite full`" in registers
    assert "core inside: `silicrypt verify hmac-sha1 --suite full`" in test
