"""The pictures of a datasheet: the block with its ports, and a message on the ports."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from silicrypt.export.request import Port, Request


@dataclass(frozen=True)
class Picture:
    """A picture: text with fixed width in Markdown, SVG in HTML."""

    text: str
    svg: str


_ROW, _WIDTH, _LEFT = 20, 280, 190


def block(request: Request) -> Picture:
    """Returns the picture of the exported top: a box with its inputs left and its outputs right."""
    left = [_label(port) for port in request.ports if not port.output]
    right = [_label(port) for port in request.ports if port.output]
    rows = max(len(left), len(right))
    left += [""] * (rows - len(left))
    right += [""] * (rows - len(right))
    wide = max(map(len, left))
    inner = max(len(request.module) + 2, 20)
    lines = [f"{'':{wide}}     ┌{'─' * inner}┐", f"{'':{wide}}     │{request.module:^{inner}}│"]
    for one, other in zip(left, right, strict=True):
        into = "──►" if one else "   "
        out = f"──► {other}" if other else ""
        lines.append(f"{one:>{wide}} {into} │{'':{inner}}│ {out}".rstrip())
    return Picture(
        "\n".join([*lines, f"{'':{wide}}     └{'─' * inner}┘"]), _svg(request, left, right)
    )


def _label(port: Port) -> str:
    return f"{port.name}{port.range}"


def _svg(request: Request, left: list[str], right: list[str]) -> str:
    height = _ROW * (len(left) + 2)
    total = 2 * _LEFT + _WIDTH
    text = '<text x="{}" y="{}" text-anchor="{}" font-family="monospace" font-size="12">{}</text>'
    line = '<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="black" marker-end="url(#arrow)"/>'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} {height + 10}" '
        f'width="{total}" role="img" aria-label="{escape(request.module)} and its ports">',
        '<defs><marker id="arrow" markerWidth="8" markerHeight="8" refX="7" refY="3" '
        'orient="auto"><path d="M0,0 L7,3 L0,6 z"/></marker></defs>',
        f'<rect x="{_LEFT}" y="5" width="{_WIDTH}" height="{height}" fill="none" stroke="black"/>',
        text.format(_LEFT + _WIDTH // 2, 22, "middle", escape(request.module)),
    ]
    for number, (one, other) in enumerate(zip(left, right, strict=True)):
        y = 5 + _ROW * (number + 2)
        if one:
            parts.append(text.format(_LEFT - 40, y, "end", escape(one)))
            parts.append(line.format(_LEFT - 35, y - 4, _LEFT, y - 4))
        if other:
            x = _LEFT + _WIDTH
            parts.append(text.format(x + 40, y, "start", escape(other)))
            parts.append(line.format(x, y - 4, x + 35, y - 4))
    return "\n".join([*parts, "</svg>"])


def waveform(request: Request, cycles: int) -> Picture | None:
    """Returns the waveform of a one-beat message and its result, or None without such ports.

    Args:
        request: the export.
        cycles: cycles from the beat accepted to the result valid.
    """
    names = {port.name for port in request.ports}
    if not {"s_tvalid", "m_tvalid", "m_tready"} <= names:
        return None
    waves: Mapping[str, str] = {
        "clk_i": "p..|...",
        "s_tvalid": "010|...",
        "s_tready": "1..|...",
        "s_tdata": "x=x|...",
        "s_tlast": "x1x|...",
        "m_tvalid": "0..|.10",
        "m_tready": "1..|...",
        "m_tdata": "x..|.=x",
    }
    shown = [name for name in waves if name in names]
    signals = [
        {"name": name, "wave": waves[name]}
        | ({"data": ["message" if name[0] == "s" else "result"]} if "tdata" in name else {})
        for name in shown
    ]
    foot = f"{cycles} cycles from the beat accepted to the result valid"
    text = "\n".join(f"{name:>9}  {_drawn(waves[name])}" for name in shown)
    return Picture(
        f"{text}\n           {foot}", _wavedrom({"signal": signals, "foot": {"text": foot}})
    )


def _drawn(wave: str) -> str:
    """Returns a wave drawn in characters."""
    shapes = {"0": "____", "1": "‾‾‾‾", "x": "xxxx", "=": "<==>", "p": "_|‾|", "|": " .. "}
    drawn, before = "", ""
    for symbol in wave:
        before = before if symbol in ".|" else symbol
        drawn += shapes["|"] if symbol == "|" else shapes[before]
    return drawn


def _wavedrom(document: Mapping[str, object]) -> str:
    import wavedrom

    return str(wavedrom.render(json.dumps(document)).tostring())
