"""Every top of the library has a protocol checker at each of its ports."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from silicrypt import catalog, targets
from silicrypt.catalog.design_point import closure
from silicrypt.paths import hw_root
from silicrypt.verify import checkers

#: The ports that no checker watches, by top, and why.
_LINE = "a serial line and a display"
WITHOUT = {
    "sil_md5_station": _LINE,
    "sil_sha1_station": _LINE,
    "sil_sha2_station": _LINE,
    "sil_shat_station": _LINE,
    "sil_bist_ulx3s": "buttons and LEDs; the stream inside has checkers",
    "sil_station_ulx3s": "a serial line, LEDs and a display; the stream inside has checkers",
    "sil_storage_ulx3s": "a serial line and LEDs; the storage unit inside has checkers",
    "sil_md5_words": "the ports load and valid of the paper md5-2015",
    "sil_soc_system": "the memory port of PicoRV32; the units inside have checkers",
}
#: The handshakes of a port: a stream, an AXI4-Lite channel, APB.
_HANDSHAKE = re.compile(r"(\w+_)?(\w*valid|psel|penable)(_[io])?")


def tops() -> Iterator[str]:
    """Yields the top of every design point at every level, of every machine, and of the board."""
    for point in catalog.load().values():
        yield from (point.top(level) for level in point.levels)
    yield from catalog.wrappers()
    yield from (board.top for board in targets.BOARDS.values())


@pytest.mark.parametrize("top", sorted(set(tops())))
def test_every_port_of_a_top_is_watched(top: str) -> None:
    (path,) = hw_root().rglob(f"{top}.sv")
    text = path.read_text(encoding="utf-8")
    (module,) = checkers.modules([text])
    bound = checkers.render(top, [text])
    handshakes = [port for port in module.inputs if _HANDSHAKE.fullmatch(port)]
    # The digest of the core of a sponge does not wait: it has no m_tready.
    streams = [p for p in handshakes if p != "m_tvalid" or "m_tready" in module.inputs]
    if top in WITHOUT:
        assert not bound, f"{top} has checkers now: take it from the list"
    else:
        assert streams, f"{top} has no handshake that this test knows"
        assert [port for port in streams if f"({port})" not in bound] == []


@pytest.mark.parametrize(
    ("module", "checker"),
    [
        ("sil_aes_stream", "sil_aes_checker"),
        ("sil_hmac_sha2", "sil_hmac_checker"),
        ("sil_sha2_stream", "sil_axis_reply_checker"),
        ("sil_aes_axil", "sil_axil_checker"),
    ],
)
def test_units_inside_a_system_are_watched(module: str, checker: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in closure("sil_soc_system")]
    assert f"bind {module} {checker} " in checkers.render("sil_soc_system", texts)
