"""Argument lists that nobody would write on purpose: never a traceback, and never a hang."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import pytest
import typer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from silicrypt.cli.console import command_line
from silicrypt.errors import SilicryptError, ToolFailed
from silicrypt.paths import reference_results
from silicrypt.tools import process

#: Commands that take long whatever the user gives, or write files of the project.
PLAIN = {"lint", "report", "doctor", "registers", "results"}
ALL: dict[str, Any] = typer.main.get_command(command_line()).commands  # type: ignore[attr-defined]
COMMANDS = {name: one for name, one in ALL.items() if name not in PLAIN}
#: Seconds after which an argument list counts as a hang: many times what the longest one takes.
LIMIT = 600
NAMES = (
    *("sha256-fast", "aes128-par", "hmac-sha1", "shat128", "storage-128", "sha256-fast-axil"),
    *("sha3-256-small", "sha1-pipe4", "aes128-byte", "station-shat128", "shake128-fast"),
)
FILES = ("none", ".", "empty", "bytes", "a.toml", "a.json", "core.toml", "/dev/null", "folder", "-")
TARGETS = ("ecp5-85k", "nangate45", "virtex-e", "sky130hd", "ecp5-85k@nowidelut", "nangate45@800ps")
#: Values that the parameters of these names take.
FITTING: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("point", "points", "name", "names"), NAMES),
    **dict.fromkeys(("file", "core", "out", "output", "out_file", "results", "init"), FILES),
    **dict.fromkeys(("export", "plot"), FILES),
    **dict.fromkeys(("jobs", "seed", "runs", "sample", "count"), ("1", "2", "0")),
    **dict.fromkeys(("key_hex", "iv_hex", "hex_"), ("00" * 16, "00" * 32, "01", "")),
    **dict.fromkeys(("at_most", "at_least"), ("lut=900", "fmax=100", "ge=1")),
    **dict.fromkeys(("secret", "result", "public"), ("s_tdata", "m_tdata", "*")),
    "target": TARGETS,
    "level": ("core", "stream"),
    "seeds": ("1", "1,2,3"),
    "suite": ("quick", "full"),
    "mode": ("ecb", "ctr", "xts"),
    "what": ("sha256", "aes128", "sha256-fast"),
    "objective": ("lut", "throughput", "latency"),
    "pick": ("throughput", "lut<=900"),
    "budget": ("1s", "2m"),
    "unused_for": ("30d", "4w"),
    "size": ("1B", "500MB"),
    "frequency": ("100MHz",),
    "scenario": ("idle", "saturated"),
    "board": ("ulx3s-85f",),
    "system": ("soc", "station"),
    "language": ("sv", "verilog"),
    "primitives": ("ecp5-85k", "ecp5"),
    "only": ("aes128*", "sha1-fast"),
    "paper": ("sha512-2005", "aes-2011"),
    "algorithm": ("SHA-256", "MD5"),
    "top": ("sil_sha2_core",),
    "recipe": ("nowidelut",),
}
WORDS = (
    *("", " ", "-", "--", "0", "-1", "1e999", "nan", "inf", "9" * 30, "1,2,", "a=b=c", "lut<", "="),
    *("nangate45@", "ecp5-85k@nowidelut,", "@", "*", "[", "\\", "1 parsec", "-5m", "lut<=1e9"),
    *("0g", "../..", "é", "sha256", "tcp:", "/", "💥", "%s{}", "sil_sha2_core", "sha256-fast"),
)
CORE = """
title = "a core"
algorithm = "SHA-256"
top = "core"
sources = ["core.v"]
clock = "clk"
[interface]
kind = "block"
"""


def texts() -> st.SearchStrategy[str]:
    """Values that fit nowhere."""
    free = st.characters(exclude_characters="\0", exclude_categories=("Cs",))
    return st.one_of(*map(st.sampled_from, (FILES, WORDS)), st.text(free, max_size=9))


@st.composite
def argument_lists(draw: st.DrawFn) -> list[str]:
    """Draws a command with options that it has. Most values fit."""
    name = draw(st.sampled_from(sorted(COMMANDS)))
    words = [name]
    for parameter in COMMANDS[name].params:
        optional = parameter.param_type_name == "option"
        needed = parameter.required and draw(st.integers(0, 19))
        if parameter.name == "help" or not (needed or draw(st.integers(0, 2)) == 0):
            continue
        if optional:
            words.append(draw(st.sampled_from(parameter.opts)))
            if getattr(parameter, "is_flag", False):
                continue
        fitting = st.sampled_from(FITTING.get(parameter.name or "", WORDS))
        value = st.one_of(fitting, fitting, fitting, fitting, texts())
        words += draw(st.lists(value, min_size=1, max_size=3 if parameter.nargs < 0 else 1))
    return words


def committed() -> dict[Path, int]:
    """Returns when each file of committed results was written."""
    return {path: path.stat().st_mtime_ns for path in reference_results().rglob("*")}


def refuse(tool: str, *_: Any, **__: Any) -> NoReturn:
    raise ToolFailed(f"{tool} is not run by this test")


def too_long(*_: int | FrameType | None) -> NoReturn:
    raise AssertionError(f"more than {LIMIT} s")


@pytest.fixture
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder with some files, in which no tool is run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SILICRYPT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(process, "_wait", refuse)
    Path("empty").touch()
    Path("bytes").write_bytes(bytes(range(256)))
    Path("a.toml").write_text("top = 1\n[interface]\nkind = []\n")
    Path("a.json").write_text("[{}]")
    Path("core.toml").write_text(CORE)
    Path("core.v").write_text("module core (input clk, output reg q); endmodule\n")
    Path("folder").mkdir()
    before, files = signal.signal(signal.SIGALRM, too_long), committed()
    yield
    signal.signal(signal.SIGALRM, before)
    assert committed() == files


@pytest.mark.parametrize("count", [40, pytest.param(10_000, marks=pytest.mark.full)])
def test_no_argument_list_ends_in_a_traceback(somewhere: None, count: int) -> None:
    @settings(
        max_examples=count,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(words=argument_lists())
    def check(words: list[str]) -> None:
        signal.alarm(LIMIT)
        try:
            command_line()(words)
        except SilicryptError as error:
            assert str(error)
            assert error.exit_code in (1, 2)
        except SystemExit as ending:
            assert ending.code in (0, 1, 2)
        finally:
            signal.alarm(0)

    check()
