"""The datasheet of an export, in Markdown and HTML: the facts that its template shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from silicrypt.catalog.aes import AesFormulas
from silicrypt.export import pictures
from silicrypt.export.request import LANGUAGES, Port, Request, template
from silicrypt.report import columns
from silicrypt.results.result import Result
from silicrypt.verify.suites import Verification

#: Lengths of messages whose cycles are listed, in bytes.
_LENGTHS = (0, 3, 64, 1024)
_TIMES = re.compile(
    r"^/// ## Latency and throughput\n(.*?)^(?:/// ## |module |(?!///))", re.M | re.S
)
#: What a port means that has no comment, by its name.
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
    point, shown = request.point, columns.RESULTS[2:]
    alone = point.inside is None
    facts: dict[str, object] = {
        "results": results,
        "record": record,
        "checked": checked,
        "parameters": [[f"`{p}`" for p in one.split("=", 1)] for one in request.parameters],
        "block": pictures.block(request),
        "ports": [_port(port) for port in request.ports],
        "waveform": pictures.waveform(request, point.cycles(request.level, 3)) if alone else None,
        "cycles": list(_cycles(request)) if alone else [],
        "formulas": list(_formulas(request)),
        "headings": [c.heading + ("\t" if c.digits is not None else "") for c in shown],
        "figures": [[c.text(result) for c in shown] for result in results],
        "languages": LANGUAGES,
        "listed": lambda names: ", ".join(f"`{name}`" for name in names) or "none",
        "family": Path(*request.sources[-1].parts[-3:-1]).as_posix(),
        "escape": escape,
    }
    text = template("datasheet.j2", request, form="datasheet_md.j2", **facts)
    yield "datasheet.md", text.rstrip() + "\n"
    yield "datasheet.html", template("datasheet.j2", request, form="datasheet_html.j2", **facts)


def _port(port: Port) -> tuple[str, ...]:
    meaning = port.about or _KNOWN.get(port.name, "")
    return f"`{port.name}`", port.direction, str(port.width), meaning


def _cycles(request: Request) -> Iterator[tuple[str, str]]:
    """Yields the figures in cycles of a core that is no part of a machine."""
    point, level = request.point, request.level
    cipher = isinstance(point.formulas, AesFormulas)
    yield "cycles per block", str(point.block_interval(level))
    yield "messages or blocks in flight", str(point.stages)
    if cipher and level == "core":
        yield "cycles from a block to its result", str(point.cycles("core", 16))
        return
    for size in (16, 64, 1024) if cipher else _LENGTHS:
        yield f"cycles from first beat to result, {size} bytes", str(point.cycles(level, size))


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
