"""All files of an export, as text, before anything is written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from importlib import metadata, resources
from itertools import product
from pathlib import Path

from silicrypt import targets
from silicrypt.errors import ToolMissing
from silicrypt.export import datasheet, integration, testbench, verilog
from silicrypt.export.folder import MANIFEST
from silicrypt.export.request import Request, template
from silicrypt.flow.implement import holds
from silicrypt.flow.synth import design_of
from silicrypt.paths import hw_root, reference_path
from silicrypt.results.result import Result, load_if_sound
from silicrypt.verify.suites import Verification

#: Declarations of vendor cells for slang. Simulators take models instead.
_DECLARATIONS = "sil_ecp5_cells.sv"
_MODELS = "ecp5_cells.v"
_WAIVERS = "lint/verilator.vlt"


def render(request: Request, verify: Verify | None = None) -> dict[str, bytes]:
    """Returns the files of an export by their paths. The manifest lists the others.

    Args:
        request: the export.
        verify: verifies what a simulator compiles and returns the record; None for no verification.

    Raises:
        ToolFailed: slang or Yosys refused the sources.
    """
    sources = dict(_sources(request))
    record = verify(request, _simulated(sources)) if verify else None
    files = {path: text.encode() for path, text in _texts(request, sources, record)}
    files["LICENSE"] = _licence()
    files[MANIFEST] = _manifest(request, files, record).encode()
    return dict(sorted(files.items()))


#: Takes the export and what a simulator compiles, by its paths, and verifies it.
Verify = Callable[[Request, Mapping[str, str]], Verification | None]


def _sources(request: Request) -> Iterator[tuple[str, str]]:
    """Yields waivers, sources in compile order, and models of cells, by their paths."""
    if request.language == "sv":
        yield _WAIVERS, integration.waivers(request)
    for name, text in _rtl(request):
        yield f"rtl/{name}", text
    if request.primitives == "ecp5":
        text = resources.files(__package__).joinpath(f"cells/{_MODELS}").read_text()
        yield f"sim/{_MODELS}", text


def _rtl(request: Request) -> Iterator[tuple[str, str]]:
    """Yields the files for synthesis in compile order."""
    name = request.module
    if request.language == "verilog":
        yield f"{name}.v", template("header.v.j2", request) + verilog.render(request)
        return
    for path in request.sources:
        yield path.name, path.read_text(encoding="utf-8")
    yield f"{name}.sv", template("top.sv.j2", request)


def _simulated(sources: Mapping[str, str]) -> dict[str, str]:
    """Returns what a simulator compiles: models of cells instead of their declarations."""
    return {path: text for path, text in sources.items() if Path(path).name != _DECLARATIONS}


def _texts(
    request: Request, sources: Mapping[str, str], record: Verification | None
) -> Iterator[tuple[str, str]]:
    name = request.module
    yield from sources.items()
    yield f"sim/{name}_tb.v", testbench.render(request)
    checks = integration.protocol_checkers(request)
    for path, text in checks.items():
        yield f"check/{path}", text
    lists = {
        "rtl": [path for path in sources if path.startswith("rtl/")],
        "simulated": [path for path in _simulated(sources) if path != _WAIVERS],
        "bench": [f"sim/{name}_tb.v"],
        "models": [path for path in sources if path.startswith("sim/")],
        "checks": [f"check/{path}" for path in checks],
    }
    results = measured(request)
    yield from integration.render(request, lists, results)
    yield from datasheet.render(request, results, record, checked=bool(checks))


def _licence() -> bytes:
    """Returns the text of the licence: in a checkout beside ``hw/``, in a wheel in its metadata."""
    path = hw_root().parent / "LICENSE"
    if path.is_file():
        return path.read_bytes()
    for file in metadata.files("silicrypt") or ():
        if file.name == "LICENSE":
            return Path(str(file.locate())).read_bytes()
    raise ToolMissing("the licence of silicrypt is not installed: install the package again")


def measured(request: Request) -> list[Result]:
    """Returns the reference results of the design point: those at its level come first.

    Results in the user's cache are left out, so that an export is the same on every machine.
    """
    point = request.point
    levels = sorted(point.levels, key=lambda level: level != request.level)
    found = list[Result]()
    for level, target in product(levels, targets.TARGETS.values()):
        result = load_if_sound(Result, reference_path(target.name, point.name, level))
        if result is not None and holds(result, design_of(point, target, level)):
            found.append(result)
    return found


def _manifest(request: Request, files: Mapping[str, bytes], record: Verification | None) -> str:
    """Returns the manifest as JSON: what the export is, what made it, and a hash of each file."""
    point = request.point
    document = {
        "name": request.module,
        "config": point.name,
        "computes": point.computes,
        "level": request.level,
        "language": request.language,
        "source_top": request.source_top,
        "parameters": dict(one.split("=", 1) for one in request.parameters),
        "primitives": {
            "technology": request.primitives,
            "own_form": list(request.special),
            "generic_form": list(request.plain),
        },
        "source_hash": request.source_hash,
        "verified": record
        and {
            "suite": record.suite,
            "checks": len(record.checks),
            "cases": sum(check.cases for check in record.checks),
        },
        "made_by": {name: metadata.version(name) for name in ("silicrypt", "pyosys", "pyslang")},
        "licence": "Apache-2.0",
        "sha256": {path: hashlib.sha256(content).hexdigest() for path, content in files.items()},
    }
    return json.dumps(document, indent=1) + "\n"
