"""The key under which a test counts as passed changes with what can change its outcome."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import passed
from passed import Passed, bench_key, export_key, files_key, lint_key, netlist_key, proof_key
from silicrypt import catalog
from silicrypt.base import code
from silicrypt.flow import lint
from silicrypt.verify import proofs
from silicrypt.verify.proofs import Proof

pytest_plugins = "pytester"


@pytest.fixture
def hardware(tmp_path: Path) -> Path:
    (tmp_path / "bench").mkdir()
    (tmp_path / "core.sv").write_text("module core; endmodule\n", encoding="utf-8")
    tests = "from helper import X\n\nassert X < 2  # why\n"
    (tmp_path / "bench" / "tests.py").write_text(tests, encoding="utf-8")
    (tmp_path / "bench" / "helper.py").write_text("X = 1\n", encoding="utf-8")
    return tmp_path


def key(folder: Path, *arguments: str) -> str:
    return bench_key("core", [folder / "core.sv"], arguments, folder / "bench" / "tests.py")


@pytest.mark.parametrize(
    ("file", "text", "same"),
    [
        ("core.sv", "module core; wire a; endmodule\n", False),
        ("core.sv", "module core; endmodule // a comment\n", True),
        ("bench/tests.py", "from helper import X\n\nassert X < 3\n", False),
        ("bench/tests.py", "from helper import X\n\nassert X < 2  # another comment\n", True),
        ("bench/helper.py", "X = 2\n", False),
        ("bench/more.py", "assert 1 < 2\n", True),
    ],
)
def test_a_bench_runs_again_after_a_change(
    hardware: Path, file: str, text: str, same: bool
) -> None:
    before = key(hardware)
    (hardware / file).write_text(text, encoding="utf-8")
    code.clear()
    assert (key(hardware) == before) == same


@pytest.mark.parametrize(
    ("path", "same"),
    [
        ("src/one.py", False),
        ("src/new.py", False),
        ("requirements.lock", False),
        ("docs/a.md", True),
    ],
)
def test_a_copy_of_files_is_tried_again_after_a_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, same: bool
) -> None:
    monkeypatch.setattr(passed, "hw_root", lambda: tmp_path / "hw")
    for name in ("src/one.py", "docs/a.md", "requirements.lock"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("first", encoding="utf-8")
    before = files_key(tmp_path / "src")
    (tmp_path / path).write_text("second", encoding="utf-8")
    assert (files_key(tmp_path / "src") == before) == same


@pytest.mark.parametrize(
    ("path", "same"), [("rtl/core.v", False), ("Makefile", False), ("datasheet.md", True)]
)
def test_an_export_runs_again_after_a_change(path: str, same: bool) -> None:
    files = {"rtl/core.v": b"module core;", "Makefile": b"sim:", "datasheet.md": b"100 MHz"}
    assert (export_key({**files, path: b"another"}) == export_key(files)) == same


def test_an_export_runs_again_with_another_program() -> None:
    assert export_key({}, "Icarus Verilog 11") != export_key({}, "Icarus Verilog 12")


def test_tests_of_one_name_in_two_files_have_two_records(passed: Passed) -> None:
    assert passed.test.startswith("tests/tools/test_passed.py::test_tests_of_one_name")


def test_what_fails_is_not_noted() -> None:
    new: dict[str, str] = {}
    one = Passed("test_it", "code", {}, new)
    with pytest.raises(LookupError), one.once("key"):
        raise LookupError
    assert not new
    with one.once("key"):
        pass
    with (
        pytest.raises(pytest.skip.Exception, match="recorded"),
        replace(one, known=new).once("key"),
    ):
        pytest.fail("it ran")


def test_parameters_and_tools_are_in_the_key(
    hardware: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = key(hardware)
    assert key(hardware, "-GUnroll=2") != before
    monkeypatch.setattr(passed, "version", lambda _: "another")
    assert key(hardware) != before


def test_designs_are_read_again_after_a_change(
    hardware: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passed, "hw_root", lambda: hardware)
    before = lint_key()
    source = hardware / "core.sv"
    source.write_text("module core; endmodule // a comment\n", encoding="utf-8")
    assert lint_key() == before
    source.write_text("module core; wire a; endmodule\n", encoding="utf-8")
    changed = lint_key()
    assert changed != before
    monkeypatch.setattr(lint, "all_designs", lambda: ([], []))
    assert lint_key() != changed


def test_the_code_that_a_test_reaches_is_in_its_key(hardware: Path) -> None:
    path, tool = hardware / "bench" / "test_it.py", hardware / "bench" / "tool.py"
    path.write_text("from tool import used\n\ndef test_it(): used()\n", encoding="utf-8")
    tool.write_text("def used(): return 1\n\ndef unused(): return 2\n", encoding="utf-8")
    before = passed.code_of(path)
    tool.write_text("def used(): return 1\n\ndef unused(): return 33\n", encoding="utf-8")
    code.clear()
    assert passed.code_of(path) == before
    tool.write_text("def used(): return 22\n\ndef unused(): return 33\n", encoding="utf-8")
    code.clear()
    assert passed.code_of(path) != before


def test_a_proof_of_other_sources_runs_again(monkeypatch: pytest.MonkeyPatch) -> None:
    proof = proofs.get("skid-stream")
    before, (first, *others) = proof_key(proof), proof.sources()
    changed = (replace(first, text=f"{first.text}// wire\nwire a;\n"), *others)
    monkeypatch.setattr(Proof, "sources", lambda _: changed)
    assert proof_key(proof) != before


def test_a_netlist_of_another_level_or_target_is_another() -> None:
    point = catalog.get("sha256-u1")
    keys = {
        netlist_key(point, "core", "ecp5-85k"),
        netlist_key(point, "stream", "ecp5-85k"),
        netlist_key(point, "core", "nangate45"),
    }
    assert len(keys) == 3


def test_a_changed_test_runs_again() -> None:
    new: dict[str, str] = {}
    Passed("test_it", "code", {}, new).note("key")
    assert Passed("test_it", "code", new, {}).before("key")
    assert not Passed("test_it", "code", new, {}).before("another key")
    assert not Passed("test_it", "another code", new, {}).before("key")
    assert not Passed("test_other", "code", new, {}).before("key")


def test_a_recorded_test_is_skipped_with_this_word() -> None:
    new: dict[str, str] = {}
    Passed("test_it", "code", {}, new).note("key")
    with pytest.raises(pytest.skip.Exception, match="recorded"):
        Passed("test_it", "code", new, {}).skip_if_before("key")
    Passed("test_it", "code", new, {}).skip_if_before("another key")


#: A test that passes, one that fails, and one without the mark.
MARKED = """
import pytest

@pytest.mark.recorded
def test_passes(): pass

@pytest.mark.recorded
def test_fails(): assert False

def test_runs_every_time(): pass
"""


def test_a_marked_test_is_repeated_after_a_change_of_a_source(
    pytester: pytest.Pytester, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooks = request.config.pluginmanager.get_plugin(str(Path(__file__).parents[1] / "conftest.py"))
    folder = pytester.mkdir("project")
    for name in ("hw/core.sv", "src/one.py", "drivers/one.c", "requirements.lock", "passed.json"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("{}", encoding="utf-8")
    for module in (passed, hooks):
        monkeypatch.setattr(module, "hw_root", lambda: folder / "hw")
    monkeypatch.setattr(passed, "PATH", folder / "passed.json")
    pytester.makepyfile(MARKED)

    def outcomes(*options: str) -> dict[str, int]:
        hooks._project_key.cache_clear()
        ran = pytester.inline_run(*options, plugins=[hooks])
        return dict(zip(("passed", "skipped", "failed"), ran.countoutcomes(), strict=True))

    assert outcomes("--record") == {"passed": 1, "skipped": 0, "failed": 1}
    assert outcomes() == {"passed": 1, "skipped": 1, "failed": 1}
    assert outcomes("--again") == {"passed": 2, "skipped": 0, "failed": 1}
    (folder / "hw/core.sv").write_text("module core;", encoding="utf-8")
    assert outcomes() == {"passed": 2, "skipped": 0, "failed": 1}
