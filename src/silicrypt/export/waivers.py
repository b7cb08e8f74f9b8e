"""The lint waivers of an export in SystemVerilog: those that concern its files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path

from silicrypt.export.request import Request
from silicrypt.paths import hw_root

#: The files of waivers in ``hw/lint``.
_FILES = ("verilator.vlt", "verilator-5.006.vlt")
#: The earlier name of ``ASCRANGE``. Every Verilator 5 knows it.
_ASCENDING = "LITENDIAN"
_FILE = re.compile(r'-file "([^"]*)"')
_MODULE = re.compile(r'-module "([^"]*)"')


def render(request: Request) -> str:
    """Returns the file of waivers, each with the comment that gives its reason."""
    lines = ["`verilator_config"]
    for file in _FILES:
        text = (hw_root() / "lint" / file).read_text(encoding="utf-8")
        lines += _kept(text.splitlines()[1:], request.sources)
    return "\n".join([*lines, ""]).replace("-rule ASCRANGE", f"-rule {_ASCENDING}")


def _kept(lines: Sequence[str], sources: Sequence[Path]) -> Iterator[str]:
    comment, complete = list[str](), False
    for line in lines:
        if line.startswith("//"):
            comment = [line] if complete else [*comment, line]
            complete = False
            continue
        complete = True
        if about := list(_about(line, sources)):
            yield from comment
            yield from about
            comment = []


def _about(line: str, sources: Sequence[Path]) -> Iterator[str]:
    """Yields the waiver for each source that it concerns; an export has them in one folder."""
    if module := _MODULE.search(line):
        if module[1] in {path.stem for path in sources}:
            yield line
    elif file := _FILE.search(line):
        for path in sources:
            if fnmatch(path.as_posix(), file[1]):
                yield line.replace(file[0], f'-file "*{path.name}"')
