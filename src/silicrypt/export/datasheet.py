"""The datasheet of an export, in Markdown and HTML: its facts, and pictures of block and waves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from silicrypt.catalog import BUSES, DesignPoint
from silicrypt.catalog.cipher import CipherFormulas
from silicrypt.catalog.kdf import KdfFormulas
from silicrypt.catalog.machines import stream_of
from silicrypt.errors import BadInput
from silicrypt.export.request import LANGUAGES, ExportRequest, template
from silicrypt.report import columns
from silicrypt.results.result import Result
from silicrypt.verify.checks import sections_of
from silicrypt.verify.suites import Verification

#: Lengths of messages whose cycles are listed, in bytes.
_LENGTHS = (0, 3, 64, 1024)
_TIMES = re.compile(
    r"^/// ## Latency and throughput\n(.*?)^(?:/// ## |module |(?!///))", re.M | re.S
)
#: The table of a page that says what happens when a rule of the input is broken.
_RULES = re.compile(r"^## (?:Rules, and what|Refused requests).*?\n(\|.*?\n)(?!\|)", re.M | re.S)
_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
#: What a port means that has no comment, by its name.
_KNOWN = {
    "clk_i": "Clock, rising edge.",
    "s_tdata": "Bytes of the message, the first in the low bits.",
    "s_tlast": "The last beat of the message.",
    "m_tvalid": "The result is valid.",
    "m_tready": "The result is taken at the rising edge at which both are high.",
    "m_tdata": "The result, the first byte in the low bits.",
    "m_tlast": "The last beat of the result.",
    "m_tuser": "With `m_tlast`: the message was refused.",
    # The word-wise MD5.
    "load_i": "The word `message_i` is valid. The first cycle in which it is low ends the message.",
    "message_i": "A word of the message, its first byte in the low bits.",
    "ready_o": "The word is accepted at the rising edge at which `load_i` is also high.",
    "hash_o": "The hash, its first byte in the low bits.",
    "valid_o": "`hash_o` is valid.",
    # The self-test.
    "wrong_index_i": "Number of the vector for `wrong_i`.",
    "interrupt_i": "Pause at random between beats, and before a result is taken.",
    "led_o": "Off: the test runs. Blinking: all results were right. On: one was wrong or missing.",
    "value_o": "Result that the core offers.",
    "index_o": "Number of the vector with the wrong or missing result.",
}
#: The same of a signal of a bus, by the kind of the bus and the name of the standard.
_SIGNALS = {
    "axis": {
        "tdata": "The data of a beat, the first byte in the low bits.",
        "tkeep": "Valid bytes of the beat, from byte 0 on.",
        "tlast": "The last beat of the packet.",
        "tvalid": "A beat is valid.",
        "tready": "The beat is accepted at the rising edge at which both are high.",
    },
    "axil": {
        "awaddr": "Address of a write, in bytes.",
        "awprot": "Protection of the write.",
        "awvalid": "The address of a write is valid.",
        "awready": "The address of a write is accepted.",
        "wdata": "Data of a write.",
        "wstrb": "Bytes of `s_wdata` that are written.",
        "wvalid": "The data of a write are valid.",
        "wready": "The data of a write are accepted.",
        "bresp": "Response to a write: 0 OKAY, 2 SLVERR.",
        "bvalid": "The response to a write is valid.",
        "bready": "The response to a write is accepted.",
        "araddr": "Address of a read, in bytes.",
        "arprot": "Protection of the read.",
        "arvalid": "The address of a read is valid.",
        "arready": "The address of a read is accepted.",
        "rdata": "Data of a read.",
        "rresp": "Response to a read: 0 OKAY, 2 SLVERR.",
        "rvalid": "The data of a read are valid.",
        "rready": "The data of a read are accepted.",
    },
    "apb": {
        "psel": "The unit is selected.",
        "penable": "The access phase of a transfer.",
        "pwrite": "The transfer is a write.",
        "paddr": "Address of the transfer, in bytes.",
        "pwdata": "Data of a write.",
        "prdata": "Data of a read.",
        "pready": "The transfer is complete.",
        "pslverr": "The transfer is refused; valid with `s_pready`.",
    },
}
#: The standards of the buses.
_STANDARDS = {"axis": "AXI4-Stream", "axil": "AXI4-Lite", "apb": "APB"}


def render(
    request: ExportRequest,
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
    beats = alone and not isinstance(point.formulas, KdfFormulas)  # a message of beats alone
    meanings = _meanings(request)
    facts: dict[str, object] = {
        "results": results,
        "measurable": _is_measurable(point),
        "verified": point if alone or point.unit.interface in BUSES else point.inside,
        "record": record,
        "checked": checked,
        "parameters": [[f"`{p}`" for p in one.split("=", 1)] for one in request.parameters],
        "registers": {"axil": "driver", "apb": "driver", "storage": "header"}.get(
            point.unit.interface
        ),
        "block": _block(request),
        "ports": [
            (f"`{p.name}`", p.direction, str(p.width), meanings[p.name]) for p in request.ports
        ],
        "buses": [
            (standard, sorted({bus.prefix for bus in request.interfaces if bus.kind == kind}))
            for kind, standard in _STANDARDS.items()
            if any(bus.kind == kind for bus in request.interfaces)
        ],
        "rules": _rules(request) if alone and request.level == "stream" else [],
        "waveform": _waveform(request, point.cycles(request.level, 3)) if beats else None,
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


def _is_measurable(point: DesignPoint) -> bool:
    """Returns whether ``silicrypt implement`` can simulate its netlist."""
    try:
        sections_of(stream_of(point.name))
    except BadInput:
        return False
    return True


def _meanings(request: ExportRequest) -> dict[str, str]:
    """Returns what each port means: its comment, or what its name says."""
    known = dict(_KNOWN)
    if (request.point.inside or request.point).unit.interface == "aead":
        known["m_tuser"] = "With `m_tlast`: the message was refused, or its tag is wrong."
    of_buses = {
        port.name: _SIGNALS[bus.kind].get(signal, "")
        for bus in request.interfaces
        for signal, port in bus.signals.items()
    }
    return {
        port.name: port.about or known.get(port.name) or of_buses.get(port.name, "")
        for port in request.ports
    }


def _rules(request: ExportRequest) -> list[list[str]]:
    """Returns the table of broken rules of the page of the top: the headings, then the rows.

    It is empty where the page has none. Links are left out.
    """
    page = request.sources[-1].parent / "README.md"
    found = _RULES.search(page.read_text(encoding="utf-8")) if page.is_file() else None
    if found is None:
        return []
    headings, _, *rows = (
        [cell.strip() for cell in _LINK.sub(r"\1", line).strip().strip("|").split("|")]
        for line in found[1].splitlines()
    )
    return [headings, *rows]


def _cycles(request: ExportRequest) -> Iterator[tuple[str, str]]:
    """Yields the figures in cycles of a core that is no part of a machine."""
    point, level = request.point, request.level
    cipher = isinstance(point.formulas, CipherFormulas)
    yield "cycles per block", str(point.block_interval(level))
    yield "messages or blocks in flight", str(point.stages)
    if cipher and level == "core":
        yield "cycles from a block to its result", str(point.cycles("core", 16))
        return
    if isinstance(point.formulas, KdfFormulas):
        for size in (16, 64, 1024):
            what = f"cycles from a request with empty packets to its last beat, {size} bytes"
            yield what, str(point.cycles(level, size))
        return
    for size in (16, 64, 1024) if cipher else _LENGTHS:
        yield f"cycles from first beat to result, {size} bytes", str(point.cycles(level, size))


def _formulas(request: ExportRequest) -> Iterator[tuple[str, str]]:
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


class Picture(NamedTuple):
    """A picture: text with fixed width in Markdown, SVG in HTML."""

    text: str
    svg: str


_ROW, _WIDTH, _LEFT = 20, 280, 190
#: A message of one beat and its result, as WaveDrom writes waves, and the symbols in characters.
_WAVES = {
    "clk_i": "p..|...",
    "s_tvalid": "010|...",
    "s_tready": "1..|...",
    "s_tdata": "x=x|...",
    "s_tlast": "x1x|...",
    "m_tvalid": "0..|.10",
    "m_tready": "1..|...",
    "m_tdata": "x..|.=x",
}
_SHAPES = {"0": "____", "1": "‾‾‾‾", "x": "xxxx", "=": "<==>", "p": "_|‾|", "|": " .. "}


def _block(request: ExportRequest) -> Picture:
    """Returns the picture of the exported top: a box with its inputs left and its outputs right."""
    ends = [(port.output, f"{port.name}{port.range}") for port in request.ports]
    sides = ([label for output, label in ends if output is right] for right in (False, True))
    rows = list(zip_longest(*sides, fillvalue=""))
    wide = max(len(left) for left, _ in rows)
    inner = max(len(request.module) + 2, 20)
    lines = [f"{'':{wide}}     ┌{'─' * inner}┐", f"{'':{wide}}     │{request.module:^{inner}}│"]
    for left, right in rows:
        into = "──►" if left else "   "
        out = f"──► {right}" if right else ""
        lines.append(f"{left:>{wide}} {into} │{'':{inner}}│ {out}".rstrip())
    lines.append(f"{'':{wide}}     └{'─' * inner}┘")
    return Picture("\n".join(lines), _svg(request.module, rows))


def _svg(module: str, rows: Sequence[tuple[str, ...]]) -> str:
    height = _ROW * (len(rows) + 2)
    total = 2 * _LEFT + _WIDTH
    text = '<text x="{}" y="{}" text-anchor="{}" font-family="monospace" font-size="12">{}</text>'
    line = '<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="black" marker-end="url(#arrow)"/>'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} {height + 10}" '
        f'width="{total}" role="img" aria-label="{escape(module)} and its ports">',
        '<defs><marker id="arrow" markerWidth="8" markerHeight="8" refX="7" refY="3" '
        'orient="auto"><path d="M0,0 L7,3 L0,6 z"/></marker></defs>',
        f'<rect x="{_LEFT}" y="5" width="{_WIDTH}" height="{height}" fill="none" stroke="black"/>',
        text.format(_LEFT + _WIDTH // 2, 22, "middle", escape(module)),
    ]
    for number, (left, right) in enumerate(rows):
        y = 5 + _ROW * (number + 2)
        if left:
            parts.append(text.format(_LEFT - 40, y, "end", escape(left)))
            parts.append(line.format(_LEFT - 35, y - 4, _LEFT, y - 4))
        if right:
            x = _LEFT + _WIDTH
            parts.append(text.format(x + 40, y, "start", escape(right)))
            parts.append(line.format(x, y - 4, x + 35, y - 4))
    return "\n".join([*parts, "</svg>"])


def _waveform(request: ExportRequest, cycles: int) -> Picture | None:
    """Returns the waveform of a one-beat message and its result, or None without such ports.

    Args:
        request: the export.
        cycles: cycles from the beat accepted to the result valid.
    """
    import wavedrom

    names = {port.name for port in request.ports}
    if not {"s_tvalid", "m_tvalid", "m_tready"} <= names:
        return None
    waves = {name: wave for name, wave in _WAVES.items() if name in names}
    signals = [
        {"name": name, "wave": wave}
        | ({"data": ["message" if name[0] == "s" else "result"]} if "tdata" in name else {})
        for name, wave in waves.items()
    ]
    foot = f"{cycles} cycles from the beat accepted to the result valid"
    lines = [f"{name:>9}  {_drawn(wave)}" for name, wave in waves.items()]
    document = json.dumps({"signal": signals, "foot": {"text": foot}})
    drawing = wavedrom.render(document).tostring()
    return Picture("\n".join([*lines, f"           {foot}"]), str(drawing))


def _drawn(wave: str) -> str:
    """Returns a wave drawn in characters."""
    drawn, before = "", ""
    for symbol in wave:
        before = before if symbol in ".|" else symbol
        drawn += _SHAPES["|" if symbol == "|" else before]
    return drawn
