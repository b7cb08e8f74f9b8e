"""The protocol checkers of ``hw/bus``, bound to the exported top."""

from __future__ import annotations

import re
from pathlib import Path

from silicrypt.export.request import Request
from silicrypt.export.templating import render as template
from silicrypt.paths import hw_root
from silicrypt.verify import checkers


def render(request: Request) -> dict[str, str]:
    """Returns the checkers and a file that binds them, by their names; empty where none fits."""
    source = next(path for path in request.sources if path.stem == request.source_top)
    # The exported top has the ports of the source, and its parameters as numbers.
    bound = checkers.render(request.source_top, [source.read_text(encoding="utf-8")])
    if not bound:
        return {}
    text = bound.replace(f"bind {request.source_top} ", f"bind {request.module} ")
    config = request.config
    values = config.unit.numbers(config.parameters) | {"PipelineStages": config.stages}
    for name in checkers.PARAMETERS:
        text = re.sub(rf"\b{name}\b", str(values.get(name, name)), text)
    files = {
        Path(name).name: (hw_root() / name).read_text(encoding="utf-8")
        for name in checkers.FILES
        if f" {Path(name).stem} " in text
    }
    return {**files, f"{request.module}_bind.sv": template("bind.sv.j2", request, binds=text)}
