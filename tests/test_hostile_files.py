"""Damaged files of each kind that people write: a message that names what is wrong, or a value."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from silicrypt.catalog import design_point
from silicrypt.errors import SilicryptError
from silicrypt.measure import core_file
from silicrypt.paths import hw_root, reference_results
from silicrypt.results import result
from silicrypt.tools import liberty, nextpnr, yosys
from silicrypt.verify import vectors

ROOT = Path(__file__).parent
SAMPLES = ROOT / "tools" / "samples"
POINTS = "".join((hw_root() / "configs.toml").read_text().partition("[config.sha384")[:1])
RESULT = (reference_results() / "ecp5-85k" / "sha1-fast.core.json").read_text()
VECTORS = "Len = 8\nMsg = 61\nMD = 00ff\n\nLen = 0\nMsg = 00\nMD = 1234\n"
MONTE = "Seed = 00ff\n\nCOUNT = 0\nMD = 00ff\n\nCOUNT = 1\nMD = ff00\n"
CELLS = ("DFF", "INV")

#: For each kind of file, examples and its reader, which takes the text and a file that has it.
KINDS: dict[str, tuple[list[str], Callable[[str, Path], Any]]] = {
    "core file": (
        [file.read_text() for file in sorted((ROOT / "measure" / "cores").glob("*.toml"))],
        lambda _, path: core_file.load(path),
    ),
    "design points": ([POINTS], lambda text, _: design_point.parse(text)),
    "result": ([RESULT], result.parse),
    "vectors": ([VECTORS], lambda text, _: vectors.parse_messages(text)),
    "monte": ([MONTE], lambda text, _: vectors.parse_monte(text)),
    "library": (
        [(SAMPLES / "mini.lib").read_text()],
        lambda text, _: liberty.timing(text, CELLS),
    ),
    "route": ([(SAMPLES / "nextpnr_report.json").read_text()], lambda text, _: nextpnr.parse(text)),
    "stat": ([(SAMPLES / "yosys_stat_cells.json").read_text()], lambda t, _: yosys.parse_stat(t)),
}
JUNK = (
    "",
    "\0",
    "0",
    "-1",
    "9" * 40,
    "nan",
    "[",
    "]]",
    '"',
    "'''",
    "{",
    "=",
    "\n",
    "é",
    "1e999",
    "true",
)


@st.composite
def damaged(draw: st.DrawFn, examples: list[str]) -> str:
    """Draws a text with up to three spans that are missing, doubled or other text."""
    text = draw(st.sampled_from(examples))
    for _ in range(draw(st.integers(1, 3))):
        lines = text.splitlines(keepends=True)
        whole = draw(st.booleans()) and lines
        if whole:
            index = draw(st.integers(0, len(lines) - 1))
            start = sum(map(len, lines[:index]))
            stop = start + len(lines[index])
        else:
            start = draw(st.integers(0, len(text)))
            stop = min(len(text), start + draw(st.integers(0, 12)))
        junk = draw(st.sampled_from((*JUNK, text[start:stop] * 2)))
        text = text[:start] + junk + text[stop:]
        if not draw(st.integers(0, 9)):
            text = text[: draw(st.integers(0, len(text)))]
    return text


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_file_is_refused_with_a_message(kind: str, tmp_path: Path) -> None:
    examples, read = KINDS[kind]
    path = tmp_path / "file"

    @settings(
        max_examples=int(os.environ.get("HOSTILE", "60")),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(text=damaged(examples))
    def check(text: str) -> None:
        path.write_text(text, encoding="utf-8")
        try:
            read(text, path)
        except SilicryptError as error:
            assert str(error)

    check()
