"""The datasheet of an export, in Markdown and HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from silicrypt.catalog.aes import AesFormulas
from silicrypt.export import pictures
from silicrypt.export.pictures import Picture
from silicrypt.export.request import LANGUAGES, Request, template
from silicrypt.report import columns
from silicrypt.results.result import Result
from silicrypt.verify.suites import Verification


@dataclass(frozen=True)
class Table:
    """A table of text; a column whose heading ends with a tab is aligned to the right."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Code:
    """Text with fixed width."""

    text: str


#: A part of a section. Text between backticks is code.
Part = str | Table | Code | Picture

#: Lengths of messages whose cycles are listed, in bytes.
_LENGTHS = (0, 3, 64, 1024)
_TIMES = re.compile(
    r"^/// ## Latency and throughput\n(.*?)^(?:/// ## |module |(?!///))", re.M | re.S
)


def render(
    request: Request,
    results: Sequence[Result],
    record: Verification | None,
    *,
    checked: bool,
) -> Iterator[tuple[str, str]]:
    """Yields the two files by their paths.

    Args:
        request: the export.
        results: the measured results of the design.
        record: the verification of the exported files.
        checked: whether the export has protocol checkers.
    """
    parts = {
        "What it is": _about(request),
        "Ports": _ports(request),
        "Cycles": _cycles(request),
        "Measured": _measured(request, results),
        "Verification": _verified(request, results, record),
        "Integrate": _integrate(request, checked=checked),
        "Limits": _limits(request, results),
    }
    shown = {
        "title": f"{request.module}: {request.config.computes}",
        "sections": [(heading, list(found)) for heading, found in parts.items()],
    }
    yield "datasheet.md", template("datasheet.md.j2", request, **shown).rstrip() + "\n"
    yield "datasheet.html", template("datasheet.html.j2", request, **shown, escape=escape)


def _about(request: Request) -> Iterator[Part]:
    config = request.config
    yield (
        f"{config.computes}: {config.about}. This is the design point `{config.name}` of "
        f"silicrypt, level `{request.level}`. The top module has no parameters; it contains "
        f"`{request.source_top}` with these:"
    )
    yield Table(
        ("parameter", "value"),
        [tuple(f"`{p}`" for p in one.split("=", 1)) for one in request.parameters],
    )
    yield pictures.block(request)


def _ports(request: Request) -> Iterator[Part]:
    yield Table(
        ("port", "direction", "width\t", "meaning"),
        [
            (
                f"`{port.name}`",
                port.direction,
                str(port.width),
                port.about or _KNOWN.get(port.name, ""),
            )
            for port in request.ports
        ],
    )
    yield (
        "Ports with the prefixes `s_` and `m_` follow the rules of AXI4-Stream or AXI4-Lite. The "
        "first byte of a message, a key or a result is in the low bits of its first beat."
    )
    if request.config.inside is None:
        wave = pictures.waveform(request, request.config.cycles(request.level, 3))
        if wave:
            yield wave


_KNOWN = {
    "clk_i": "Clock, rising edge.",
    "s_tdata": "Bytes of the message, the first in the low bits.",
    "s_tvalid": "A beat is valid.",
    "s_tready": "The beat is accepted at the rising edge at which both are high.",
    "m_tvalid": "The result is valid.",
    "m_tready": "The result is taken at the rising edge at which both are high.",
    "s_tlast": "The last beat of the message.",
    "m_tdata": "The result, the first byte in the low bits.",
}


def _cycles(request: Request) -> Iterator[Part]:
    config = request.config
    if config.inside is None:
        facts = [("cycles per block", str(config.block_interval(request.level)))]
        facts += [("messages or blocks in flight", str(config.stages))]
        lengths = _LENGTHS if not isinstance(config.formulas, AesFormulas) else (16, 64, 1024)
        if request.level == "core" and isinstance(config.formulas, AesFormulas):
            facts += [("cycles from a block to its result", str(config.cycles("core", 16)))]
        else:
            facts += [
                (
                    f"cycles from first beat to result, {size} bytes",
                    str(config.cycles(request.level, size)),
                )
                for size in lengths
            ]
        yield Table(("figure", "value\t"), facts)
    for name, formulas in _formulas(request):
        yield f"The header of `{name}.sv` says:"
        yield Code(formulas)
    yield "The number of cycles does not depend on the content of messages or keys."


def _formulas(request: Request) -> Iterator[tuple[str, str]]:
    """Yields what the header of the top says of its cycles, and the headers that it refers to."""
    paths = {path.stem: path for path in request.sources}
    left, seen = [request.source_top], set[str]()
    while left:
        name = left.pop(0)
        if name in seen or name not in paths:
            continue
        seen.add(name)
        if found := _TIMES.search(paths[name].read_text(encoding="utf-8")):
            text = "\n".join(line[4:] for line in found[1].splitlines()).strip()
            yield name, text
            left += re.findall(r"\bsil_\w+", text)


def _measured(request: Request, results: Sequence[Result]) -> Iterator[Part]:
    if not results:
        yield (
            "The reference results of silicrypt have no figure of this design point. "
            f"Measure it: `silicrypt implement {request.config.name} -t ecp5-85k --level "
            f"{request.level}`."
        )
        return
    shown = columns.RESULTS[2:]
    yield Table(
        [c.heading + ("\t" if c.digits is not None else "") for c in shown],
        [[c.text(row) for c in shown] for row in results],
    )
    yield (
        "The figures are those of the SystemVerilog sources with the primitives of the target. "
        "Clock frequencies are medians over the seeds of the placement."
    )


def _verified(
    request: Request, results: Sequence[Result], of_files: Verification | None
) -> Iterator[Part]:
    if of_files:
        yield (
            f"The files in `rtl/` of this folder passed the suite `{of_files.suite}`: "
            f"{sum(one.cases for one in of_files.checks)} cases in {len(of_files.checks)} checks."
        )
    elif request.language == "verilog":
        yield "The files in `rtl/` of this folder were not simulated when they were made."
    for record in dict.fromkeys(result.verification for result in results):
        yield (
            f"The sources passed the suite `{record.suite}`: {record.cases} cases in "
            f"{record.checks} checks (source hash `{record.source_hash}`). The mapped netlist "
            f"passed {record.netlist_cases} cases."
        )
    if not results:
        yield f"Verify the sources: `silicrypt verify {request.config.name} --suite full`."
    if request.config.unit.interface == "station":
        yield (
            "`make sim` simulates the testbench of this folder: messages on the serial line, and "
            "their digests on the display."
        )
        return
    if request.config.unit.interface == "self-test":
        yield (
            "`make sim` simulates the testbench of this folder: the self-test with right results, "
            "and with a wrong expected result of each vector."
        )
        return
    counted = "" if request.config.inside else ", and the number of cycles of each"
    yield (
        "`make sim` simulates the testbench of this folder: published test vectors, each with "
        f"and without pauses at input and output{counted}."
    )


def _integrate(request: Request, *, checked: bool) -> Iterator[Part]:
    yield f"Sources: {LANGUAGES[request.language]}."
    yield f"`{request.module}.f` lists them in compile order."
    yield (
        "Clock: one, `clk_i`. Reset: `rst_ni`, active low; assert it at any time and release it "
        "synchronously to the clock. `constraints/` has a template for SDC and XDC."
    )
    special = ", ".join(f"`{name}`" for name in request.special) or "none"
    plain = ", ".join(f"`{name}`" for name in request.plain) or "none"
    yield (
        f"Primitives for {request.primitives}: version for the technology of {special}; generic "
        f"version of {plain}."
    )
    yield (
        "The folder also has a FuseSoC core file, a VHDL component with an example instance, a "
        "Vivado script, a component for Amaranth and a module for LiteX."
    )
    if checked:
        yield (
            "Protocol checkers are in `check/`. Compile the files there with the design in a "
            "simulator for SystemVerilog; the last one binds them. `make check` does this in "
            "Verilator."
        )


def _limits(request: Request, results: Sequence[Result]) -> Iterator[Part]:
    yield "The core has no countermeasure against power analysis or fault injection."
    yield "A message is a number of complete bytes."
    for caveat in dict.fromkeys(caveat for result in results for caveat in result.caveats):
        yield f"Figures: {caveat}."
    if request.language == "verilog":
        yield (
            "The Verilog is made for this design point alone: for other parameters, export again."
        )
    readme = Path(*request.sources[-1].parts[-3:-1]).as_posix()
    yield f"The page of the family is `{readme}/README.md` in the folder `hw` of silicrypt."
