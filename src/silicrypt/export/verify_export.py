"""Simulates the exported sources on the suite of its design point before it is written."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from silicrypt.base.progress import Progress
from silicrypt.errors import ToolFailed, ToolMissing
from silicrypt.export.request import Request
from silicrypt.verify import suites
from silicrypt.verify.suites import ExportedSources, Verification

_SUITE = "quick"


def verifier(
    progress: Progress, missing: Callable[[str], None]
) -> Callable[[Request, Mapping[str, str]], Verification | None]:
    """Returns the function that verifies the files of an export.

    Args:
        progress: called as (done, total, label).
        missing: called with a sentence if the files cannot be verified on this machine.
    """

    def verify(request: Request, simulated: Mapping[str, str]) -> Verification | None:
        if not request.verified:
            return None
        with tempfile.TemporaryDirectory() as name:
            files = tuple(Path(name) / Path(path).name for path in simulated)
            for file, text in zip(files, simulated.values(), strict=True):
                file.write_text(text, encoding="utf-8")
            written = ExportedSources(request.level, request.module, files)
            try:
                found = suites.verify(request.point, _SUITE, progress, written)
            except ToolMissing as error:
                missing(f"the exported sources were not simulated: {error}")
                return None
        if not found.passed:
            language = "Verilog" if request.language == "verilog" else "SystemVerilog"
            wrong = next(check for check in found.checks if not check.passed)
            raise ToolFailed(
                f"the exported {language} of {request.module} is wrong: "
                f"{wrong.name}: {wrong.detail}"
            )
        return found

    return verify
