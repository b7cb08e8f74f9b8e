"""What the two runs of `wipe` are of a block cipher: keys, and messages in every mode it has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from silicrypt.catalog import Config
from silicrypt.catalog.aes import KEY_BEAT_BITS, formulas_of
from silicrypt.verify.cipher_wire import Item, Mode, kind

_HERE = Path(__file__).parent
#: The bench, its headers behind it.
BENCH = tuple(_HERE / name for name in ("cipher_wipe.cpp", "twin.h", "pipe.h", "ports.h"))
_BLOCK = 16


def defines(config: Config) -> dict[str, int]:
    """The constants that the bench asks for."""
    tweaks = "xts" in formulas_of(config).modes
    return {"KEY_BYTES": KEY_BEAT_BITS // 8, "DATA_BYTES": _BLOCK, "TWEAKS": int(tweaks)}


def scenario(config: Config, same_lengths: bool) -> Iterator[tuple[int, int, int]]:
    """Kind (as the bench has it) and length, in either run, of keys and messages.

    Each mode in each direction, with a stolen end where there is one, then a key again.
    """
    formulas = formulas_of(config)
    sizes = formulas.key_bytes
    short, long = sizes[0], sizes[0] if same_lengths else sizes[-1]
    yield kind(Item(b"", key=True)), short, long
    if "xts" in formulas.modes:
        yield kind(Item(b"", key=True, tweak=True)), short, long
    for name in formulas.modes:
        mode = Mode[name.upper()]
        size = 3 * _BLOCK + 5 * (mode != Mode.ECB)
        for decrypt in formulas.directions if mode != Mode.CTR else (False,):
            yield (
                kind(Item(b"", decrypt=decrypt, mode=mode)),
                size,
                size if same_lengths else size + _BLOCK,
            )
    yield kind(Item(b"", key=True)), long, short
    yield kind(Item(b"", mode=Mode.ECB)), _BLOCK, _BLOCK


def phases(config: Config) -> tuple[str, ...]:
    """What was begun last, by its number in the scenario."""
    items = scenario(config, same_lengths=True)
    return ("nothing", *(f"item {number}" for number, _ in enumerate(items)))
