"""All files of an export, as text, before anything is written."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata, resources
from pathlib import Path

from silicrypt.errors import ToolMissing
from silicrypt.export import manifest, testbench, verilog
from silicrypt.export.request import Request
from silicrypt.export.templating import render as template
from silicrypt.paths import hw_root

#: Declarations of vendor cells for slang. Simulators take models instead.
_DECLARATIONS = "sil_ecp5_cells.sv"
_MODELS = "ecp5_cells.v"


def render(request: Request) -> dict[str, bytes]:
    """Returns the files of an export by their paths; the manifest, which lists them, is last.

    Raises:
        ToolFailed: slang or Yosys refused the sources.
    """
    files = {path: text.encode() for path, text in _texts(request)}
    files["LICENSE"] = _licence()
    files["manifest.json"] = manifest.render(request, files).encode()
    return dict(sorted(files.items()))


def _texts(request: Request) -> Iterator[tuple[str, str]]:
    name = request.module
    sources = dict(_sources(request))
    for path, text in sources.items():
        yield f"rtl/{path}", text
    models = [f"sim/{_MODELS}"] if request.primitives == "ecp5" else []
    if models:
        yield models[0], resources.files(__package__).joinpath(f"cells/{_MODELS}").read_text()
    bench = testbench.render(request)
    if bench:
        yield f"sim/{name}_tb.v", bench
    rtl = [f"rtl/{path}" for path in sources]
    simulated = [path for path in rtl if Path(path).name != _DECLARATIONS] + models
    lists = {"rtl": rtl, "simulated": simulated, "bench": [f"sim/{name}_tb.v"] if bench else []}
    if request.language == "sv":
        yield "lint/verilator.vlt", (hw_root() / "lint" / "verilator.vlt").read_text("utf-8")
    yield f"{name}.f", template("files.f.j2", request, **lists)
    yield "Makefile", template("makefile.j2", request, **lists)


def _sources(request: Request) -> Iterator[tuple[str, str]]:
    """Yields the sources in compile order."""
    name = request.module
    if request.language == "verilog":
        yield f"{name}.v", template("header.v.j2", request) + verilog.render(request)
        return
    for path in request.sources:
        yield path.name, path.read_text(encoding="utf-8")
    yield f"{name}.sv", template("top.sv.j2", request)


def _licence() -> bytes:
    """The text of the licence: in a checkout beside ``hw/``, in a wheel among its metadata."""
    path = hw_root().parent / "LICENSE"
    if path.is_file():
        return path.read_bytes()
    for file in metadata.files("silicrypt") or ():
        if file.name == "LICENSE":
            return Path(str(file.locate())).read_bytes()
    raise ToolMissing("the licence of silicrypt is not installed: install the package again")
