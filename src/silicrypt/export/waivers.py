"""The lint waivers of an export in SystemVerilog: those that concern its files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from silicrypt.export.request import Request
from silicrypt.paths import hw_root

_ABOUT = re.compile(r'-(?:file "\*|module ")(\w+)')


def render(request: Request) -> str:
    """Returns the file of waivers, each with the comment that gives its reason."""
    text = (hw_root() / "lint" / "verilator.vlt").read_text(encoding="utf-8")
    names = {path.stem for path in request.sources}
    return "\n".join(["`verilator_config", *_kept(text.splitlines()[1:], names), ""])


def _kept(lines: list[str], names: set[str]) -> Iterator[str]:
    comment, complete = list[str](), False
    for line in lines:
        if line.startswith("//"):
            comment = [line] if complete else [*comment, line]
            complete = False
            continue
        complete = True
        about = _ABOUT.search(line)
        if about and about[1] in names:
            yield from comment
            yield line
            comment = []
