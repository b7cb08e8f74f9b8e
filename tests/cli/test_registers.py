"""``registers`` and ``demo`` as a user calls them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from silicrypt.cli.console import command_line
from silicrypt.drivers import registers
from silicrypt_boards import soc


def invoke(*args: str) -> tuple[int, str, BaseException | None]:
    done = CliRunner().invoke(command_line(), args)
    return done.exit_code, done.output, done.exception


def test_registers_are_up_to_date() -> None:
    code, text, _ = invoke("registers", "--check", "--json")
    assert (code, json.loads(text)) == (0, {"stale": []})


def test_a_stale_file_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {**registers.generate(), "drivers/c/generated/sil_hash_regs.h": "old"}
    monkeypatch.setattr(registers, "generate", lambda: made)
    code, text, _ = invoke("registers", "--check")
    assert (code, text) == (1, "stale drivers/c/generated/sil_hash_regs.h\n")


def test_pages_need_a_new_folder(tmp_path: Path) -> None:
    _, _, error = invoke("registers", "--html", str(tmp_path))
    assert "name a folder that does not exist yet" in str(error)
    code, _, _ = invoke("registers", "--html", str(tmp_path / "pages"))
    assert code == 0
    assert (tmp_path / "pages" / "index.html").is_file()


def test_a_plot_has_a_known_ending(tmp_path: Path) -> None:
    _, _, error = invoke("demo", "soc", "--plot", str(tmp_path / "plot.txt"))
    assert "its ending must be one of .svg, .png, .html, .json" in str(error)
    assert invoke("demo", "car")[0] == 2


def test_a_missing_compiler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soc.shutil, "which", lambda _: None)
    _, _, error = invoke("demo", "soc")
    assert "apt-get install gcc-riscv64-unknown-elf" in str(error)


PRINTED = """\
vector SHA-256 pass
cycles SHA-256 0 200 100
cycles SHA-256 16 200 300
cycles SHA-256 64 200 900
end
simulated 5
"""


def test_what_the_firmware_prints_is_read() -> None:
    found = soc.parse(PRINTED)
    assert [one.speedup for one in found.cycles] == [0.5, 1.5, 4.5]
    assert found.faster_from("SHA-256") == 16
    assert found.simulated == 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PRINTED.replace("pass", "fail"), "SHA-256"),
        (PRINTED.replace("end\n", ""), "did not end"),
        (PRINTED + "error results differ\n", "results differ"),
        ("nonsense", "unknown form"),
    ],
)
def test_a_failed_run_is_an_error(text: str, message: str) -> None:
    with pytest.raises(soc.ToolFailed, match=message):
        soc.parse(text)


@pytest.mark.parametrize("verb", [("implement", "-t", "ecp5-85k"), ("hash",)])
def test_a_memory_mapped_unit_is_not_driven_as_a_stream(verb: tuple[str, ...]) -> None:
    _, _, error = invoke(verb[0], "sha256-fast-axil", *verb[1:])
    assert "take sha256-fast, the design point inside" in str(error)
