"""The waveforms on the pages of ``hw/``, recorded in a simulation and drawn by WaveDrom.

``python docs/tools/waveforms.py`` records and draws all of them. The recording of a waveform is
kept beside its page as WaveDrom's JSON, and the picture is drawn from it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import wavedrom

from recording import Beat, Driver, after, receive, record, send
from silicrypt import catalog
from silicrypt.catalog import Level
from silicrypt.paths import hw_root

#: A longer run of cycles in which no shown signal changes is drawn as a gap.
_GAP = 3
#: Values of more digits are shortened.
_DIGITS = 10


@dataclass(frozen=True)
class Wave:
    """A waveform of a page.

    Attributes:
        path: its file below ``hw/``, without the ending.
        name: the design point.
        level: its level.
        title: what it shows.
        groups: the signals, by group; a group has the name of its handshake, or none.
        drivers: makes the drivers of a new recording.
        minor: signals whose changes alone draw no cycle.
    """

    path: str
    name: str
    level: Level
    title: str
    groups: Sequence[tuple[str, ...]]
    drivers: Callable[[], Sequence[Driver]]
    minor: tuple[str, ...] = ()

    def recorded(self) -> str:
        """Records it, and returns it as WaveDrom's JSON."""
        found = record(catalog.get(self.name), self.level, self.drivers())
        cells = {
            signal: [_cell(signal, group, row, found.widths[signal]) for row in found.rows]
            for group in self.groups
            for signal in group
        }
        major = [values for signal, values in cells.items() if signal not in self.minor]
        shown = list(_shown(list(zip(*major, strict=True))))
        # Cycle 0 is the first one with inputs; the one before it has no number.
        clock = "".join("|" if at is None else "p" for at in shown)
        cycle = _values(
            "cycle", [None if at is None else str(at - 1) if at else "x" for at in shown]
        )
        lines: list[object] = [_bits("clk_i", clock), cycle]
        for group in self.groups:
            lines.append({})
            for signal in group:
                picked = [None if at is None else cells[signal][at] for at in shown]
                wide = found.widths[signal] > 1 or signal.endswith("tid")
                bits = "".join(cell or "|" for cell in picked) if not wide else ""
                lines.append(_values(signal, picked) if wide else _bits(signal, bits))
        document = {"signal": lines, "head": {"text": self.title}, "config": {"hscale": 2}}
        return json.dumps(document, indent=1) + "\n"


def drawn(text: str) -> str:
    """Returns the picture of WaveDrom's JSON as SVG, on white, so that it is seen on any page."""
    picture = wavedrom.render(text)
    picture.elements.insert(1, picture.rect(size=("100%", "100%"), fill="white"))
    return f"{picture.tostring()}\n"


def _shown(rows: Sequence[tuple[str, ...]]) -> Iterator[int | None]:
    """Yields the cycles that are drawn; None is a gap."""
    changes = [0, *(at for at, (a, b) in enumerate(pairwise(rows), 1) if a != b), len(rows)]
    for start, end in pairwise(changes):
        if end - start <= _GAP:
            yield from range(start, end)
        else:
            yield from (start, None, end - 1)


def _cell(signal: str, group: tuple[str, ...], row: Mapping[str, int], width: int) -> str:
    """Returns the value of a signal in a cycle; ``"x"`` while its stream is not valid."""
    valid = next((name for name in group if name.endswith("_tvalid")), "")
    if valid and not signal.endswith(("_tvalid", "_tready")) and not row[valid]:
        return "x"
    digits = f"{row[signal]:0{(width + 3) // 4}x}"
    return digits if len(digits) <= _DIGITS else f"{digits[:4]}..{digits[-4:]}"


def _bits(name: str, cells: str) -> dict[str, object]:
    """Returns a line of a signal of one bit. A dot continues a value."""
    wave, before = "", ""
    for cell in cells:
        wave += "." if cell == before else cell
        before = before if cell == "|" else cell
    return {"name": name, "wave": wave}


def _values(name: str, cells: Sequence[str | None]) -> dict[str, object]:
    """Returns a line of values."""
    wave, before = "", ""
    data: list[str] = []
    for cell in cells:
        if cell is None or cell == before:
            wave += "|" if cell is None else "."
            continue
        wave += "x" if cell == "x" else "="
        data += [] if cell == "x" else [cell]
        before = cell
    return {"name": name, "wave": wave, "data": data}


def _bytes(data: bytes, width: int, **others: int) -> Iterator[Beat]:
    """Yields the beats of a message."""
    for at in range(0, len(data), width):
        part = data[at : at + width]
        last = int(at + width >= len(data))
        values = {"tdata": int.from_bytes(part, "little"), "tkeep": (1 << len(part)) - 1}
        yield Beat({**values, "tlast": last, **others})


def _pulse(signal: str) -> Driver:
    yield {signal: 1}
    yield {signal: 0}
    yield {}


def _sha2_stalls() -> Sequence[Driver]:
    first, last = _bytes(b"abcdef", 4)
    return send("s", [first, Beat(last.values, wait=2)]), receive("m", 1, hold=3)


def _sha2_channels() -> Sequence[Driver]:
    texts = (b"message 0", b"message 1")
    both = [_bytes(text, 8, tid=channel) for channel, text in enumerate(texts)]
    return send("s", [beat for pair in zip(*both, strict=True) for beat in pair]), receive("m", 2)


def _hmac_key() -> Sequence[Driver]:
    key = [Beat({**beat.values, "tuser": 1}) for beat in _bytes(b"Jefe", 4)]
    message = [Beat({**beat.values, "tuser": 0}) for beat in _bytes(b"what do ya", 4)]
    wipe = after("m_tvalid", _pulse("wipe_i"))
    return send("s", [*key, *message]), receive("m", 1), wipe


def _aes_key() -> Sequence[Driver]:
    words = [int.from_bytes(bytes(range(at, at + 4)), "little") for at in range(0, 16, 4)]
    block = int.from_bytes(bytes(17 * i for i in range(16)), "little")
    data = send("s", [Beat({"tdata": block})])
    wipe = after("m_tvalid", _pulse("wipe_i"))
    return send("k", [Beat({"tdata": word}) for word in words]), data, receive("m", 1), wipe


_S = ("s_tvalid", "s_tready", "s_tdata", "s_tkeep", "s_tlast")
_M = ("m_tvalid", "m_tready", "m_tdata")

WAVES = (
    Wave(
        "hash/sha2/wave-stalls", "sha256-fast", "stream",
        "sha256-fast: a message of 6 bytes; the sender pauses, the receiver stalls",
        (_S, _M), _sha2_stalls,
    ),
    Wave(
        "hash/sha2/wave-channels", "sha512-pipe2", "stream",
        "sha512-pipe2: two messages, beat by beat, on two channels",
        ((*_S, "s_tid"), (*_M, "m_tid")), _sha2_channels,
    ),
    Wave(
        "mac/hmac/wave-key", "hmac-sha256-fast", "stream",
        "hmac-sha256-fast: a key, a message, its tag, and a wipe",
        ((*_S, "s_tuser"), ("keyed_o", "wipe_i"), _M), _hmac_key,
    ),
    Wave(
        "cipher/aes/wave-key", "aes128-fast", "core",
        "aes128-fast: a key of four words, a block (FIPS 197, C.1), and a wipe",
        (
            ("k_tvalid", "k_tready", "k_tdata"), ("keyed_o", "wipe_i"),
            ("s_tvalid", "s_tready", "s_tdata"), _M,
        ),
        _aes_key, ("s_tready",),
    ),
)  # fmt: skip


def main() -> None:
    """Records and draws all waveforms."""
    for wave in WAVES:
        sys.stderr.write(f"{wave.path}\n")
        file = hw_root() / wave.path
        text = wave.recorded()
        file.with_suffix(".json").write_text(text, encoding="utf-8")
        file.with_suffix(".svg").write_text(drawn(text), encoding="utf-8")


if __name__ == "__main__":
    main()
