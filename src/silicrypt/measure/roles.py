"""The roles of ports, by the names that cores have for them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from silicrypt.measure.device import Port

_NAMES = {
    "clock": r"(aclk|.*clk|.*clock|ck)",
    "reset": r".*(rst|reset|arst).*",
    "first": (
        r"(init|initial|first|start|begin|go|ld|load|new|drdy|en_cipher|strobe|(?:msg|hash|enc)_?start)"
        r"(_?(cmd|block|hash|msg|message|enc|encrypt|i))?"
    ),
    "block_strobe": (
        r"(din|data|block|blk|text|msg|input|in)_?(en|valid|vld|rdy|ready)|en(able)?|(s_)?t?valid|vld|run"
    ),
    "next": r"(next|cont|continue|resume|update|further)(_?(cmd|block|blk|b))?",
    "load_key": r"(kld|key_?(load|ld|init|valid|start|rdy|en)|load_?key|krdy|init_key|en_key)",
    "key_ready": r".*key.*(ready|rdy|ok|done|valid|vld)",
    "ready": r".*(ready|rdy|idle)|(ready|rdy)_.*",
    "busy": r".*(busy|bsy)",
    "valid": r".*(valid|vld|done|complete|finish(ed)?|dvld|dout_en|en_o)",
    "direction": r"(encdec|enc_?dec|encrypt|enc|mode_?enc|en_?de(crypt)?)",
    "inverse": r"(decdec|dec|decrypt|inv(erse)?)",
    "key": r"(?!.*round).*key.*|kin",
    "chain_in": (
        r"v_?in|iv|chain(ing)?_?(in|value|val)?|(h|hash|digest|state|prev(ious)?)_?in"
        r"|prev(ious)?_?(h|hash|digest|state)"
        r"|init_?(h|val|value|hash)|rx_state"
    ),
    "block": r".*(block|blk|text|dat|msg|message|state|din|plain|chunk|input).*|x|m",
    "digest": r".*(digest|hash|sha\d*|result|out|cipher|tag|state|dat|dout|res|md|text).*|y|h",
    "last": r".*(last|lst|final|tlast|eo[fmt]|(_|msg|message|block|data)_?end).*",
    "beat": r".*(valid|vld|wr|write|we|push|strobe|_en|enable).*",
    "bytes": r".*(byte|keep|strb|size|len|invalid|unused|bits).*",
    "accepts": r".*(ready|rdy)|(ready|rdy)_.*",
    "enable": r"(clk_?|clock_?|core_?|chip_?|sys_?)?(en|ena|enable|cen|ce)",
    "select": r"(cs|sel|select|psel|stb|ce)",
    "write": r"(we|wr|write|pwrite|wen|wr_en)",
    "address": r"(addr|address|paddr|adr)",
    "write_data": r"(write_?data|wdata|pwdata|din|data_?in|dat|dat_?w)",
    "read_data": r"(read_?data|rdata|prdata|dout|data_?out|dat)",
    "word_strobe": r".*(load|ld|valid|vld|wr|write|en|we|push|strobe).*",
}
_PATTERNS = {role: re.compile(pattern) for role, pattern in _NAMES.items()}
#: A prefix in mixed case, as in ``iValid``.
_MIXED = re.compile(r"^[io](?=[A-Z])")
_AFFIX = re.compile(r"^(i|o|in|out|io)_|_(i|o|in|out|ni|no)$")


def find(
    ports: Iterable[Port], role: str, *, output: bool, width: int | None = None
) -> Port | None:
    """Returns the port of a role; of several, the one with the shortest name."""
    fit = [p for p in ports if p.output == output and (width is None or p.width == width)]
    fit = [p for p in fit if is_role(p, role)]
    return min(fit, key=lambda p: len(p.name), default=None)


def take(ports: list[Port], role: str, *, output: bool, width: int | None = None) -> Port | None:
    """Returns the port of a role as `find` does, and removes it from the list."""
    if port := find(ports, role, output=output, width=width):
        ports.remove(port)
    return port


def is_role(port: Port, role: str) -> bool:
    """Returns whether the name of a port is one that cores have for a role."""
    return bool(
        _PATTERNS[role].fullmatch(_plain(port.name)) or _PATTERNS[role].fullmatch(port.name.lower())
    )


def _plain(name: str) -> str:
    return _AFFIX.sub("", _AFFIX.sub("", _MIXED.sub("", name).lower()))
