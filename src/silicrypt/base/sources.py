"""Prepares the sources for the tools so that only a change of the code changes a result.

Yosys derives names from line numbers and sorts by these names. The tools therefore read the code
without comments and empty lines, below a block of empty lines that gives all line numbers the same
number of digits. Lines that are added or removed elsewhere in a file then do not change the order.
Positions that the tools report are translated back to the original file.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from silicrypt.errors import BadInput
from silicrypt.paths import hw_root, kept
from silicrypt.results.store import fingerprint

_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
#: Number of empty lines above the code.
_ABOVE = 10_000
_POSITION = re.compile(r"^(.+?):(\d+)")


@dataclass(frozen=True)
class Source:
    """A source file without its comments and empty lines.

    Attributes:
        path: relative to ``hw/``.
        text: the remaining code.
        lines: the original line number of each remaining line.
    """

    path: str
    text: str
    lines: tuple[int, ...]

    @cached_property
    def sha256(self) -> str:
        """Hash of the remaining code."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def digest(sources: Sequence[Source], parameters: Sequence[str]) -> str:
    """Returns a hash of code and parameters; names and order of the files do not matter.

    Args:
        sources: the sources.
        parameters: the parameters in the syntax of slang.
    """
    files = sorted(source.sha256 for source in sources)
    return fingerprint({"sources": files, "parameters": list(parameters)})


def read(path: Path) -> Source:
    """Returns a source file without comments and empty lines.

    Raises:
        BadInput: the file cannot be read.
    """
    try:
        stripped = _stripped(path)
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read the source {path}: {error}") from error
    below = path.is_relative_to(hw_root())
    return replace(stripped, path=path.relative_to(hw_root()).as_posix() if below else path.name)


@kept
def _stripped(path: Path) -> Source:
    return strip(path.name, path.read_text(encoding="utf-8"))


def strip(path: str, text: str) -> Source:
    """Returns a source without comments and empty lines."""
    code = _COMMENT.sub(_keep_strings, text).splitlines()
    kept = [(number, line.rstrip()) for number, line in enumerate(code, 1) if line.strip()]
    return Source(path, "".join(f"{line}\n" for _, line in kept), tuple(n for n, _ in kept))


def _keep_strings(match: re.Match[str]) -> str:
    found = match.group()
    return found if found.startswith('"') else "\n" * found.count("\n") or " "


def write(sources: Sequence[Source], folder: Path) -> None:
    """Writes the sources for a tool below a folder."""
    for source in sources:
        path = folder / source.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n" * _ABOVE + source.text, encoding="utf-8")


def original(position: str, sources: Sequence[Source]) -> str:
    """Translates a position ``file:line`` that a tool reported to the original file."""
    found = _POSITION.match(position)
    source = next((s for s in sources if found and s.path == found[1]), None)
    line = int(found[2]) - _ABOVE if found else 0
    if source is None or not 0 < line <= len(source.lines):
        return position
    return f"{source.path}:{source.lines[line - 1]}"
