"""All files of an export, as text, before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import metadata, resources
from pathlib import Path

from silicrypt.errors import ToolMissing
from silicrypt.export import checks as checking
from silicrypt.export import datasheet, integration, manifest, measured, testbench, verilog, waivers
from silicrypt.export.request import Request
from silicrypt.export.templating import render as template
from silicrypt.paths import hw_root
from silicrypt.verify.suites import Verification

#: Declarations of vendor cells for slang. Simulators take models instead.
_DECLARATIONS = "sil_ecp5_cells.sv"
_MODELS = "ecp5_cells.v"


def render(request: Request, verify: Verify | None = None) -> dict[str, bytes]:
    """Returns the files of an export by their paths; the manifest, which lists them, is last.

    Args:
        request: the export.
        verify: verifies the files of the RTL and returns the record; None for no verification.

    Raises:
        ToolFailed: slang or Yosys refused the sources.
    """
    simulated = dict(_simulated(request))
    record = verify(request, simulated) if verify else None
    files = {path: text.encode() for path, text in _texts(request, simulated, record)}
    files["LICENSE"] = _licence()
    files["manifest.json"] = manifest.render(request, files, record).encode()
    return dict(sorted(files.items()))


#: Takes the export and the files of its RTL by their paths, and verifies them.
Verify = Callable[[Request, Mapping[str, str]], Verification | None]


def _simulated(request: Request) -> Iterator[tuple[str, str]]:
    """Yields what a simulator compiles, by its path: the sources, then models of cells."""
    for path, text in _sources(request):
        yield f"rtl/{path}", text
    if request.primitives == "ecp5":
        text = resources.files(__package__).joinpath(f"cells/{_MODELS}").read_text()
        yield f"sim/{_MODELS}", text


def _texts(
    request: Request, simulated: Mapping[str, str], record: Verification | None
) -> Iterator[tuple[str, str]]:
    name = request.module
    yield from simulated.items()
    rtl = [path for path in simulated if path.startswith("rtl/")]
    models = [path for path in simulated if path not in rtl]
    bench = testbench.render(request)
    yield f"sim/{name}_tb.v", bench
    checks = checking.render(request)
    for path, text in checks.items():
        yield f"check/{path}", text
    if request.language == "sv":
        yield "lint/verilator.vlt", waivers.render(request)
    lists = {
        "rtl": rtl,
        "simulated": [path for path in rtl if Path(path).name != _DECLARATIONS] + models,
        "bench": [f"sim/{name}_tb.v"],
        "models": models,
        "checks": [f"check/{path}" for path in checks],
    }
    results = measured.results(request)
    yield from integration.render(request, lists, results)
    yield from datasheet.render(request, results, record)


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
    """Returns the text of the licence: in a checkout beside ``hw/``, in a wheel in its metadata."""
    path = hw_root().parent / "LICENSE"
    if path.is_file():
        return path.read_bytes()
    for file in metadata.files("silicrypt") or ():
        if file.name == "LICENSE":
            return Path(str(file.locate())).read_bytes()
    raise ToolMissing("the licence of silicrypt is not installed: install the package again")
