"""The keys and messages of `wipe` for a block cipher, in every mode that it has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from silicrypt.catalog import Config
from silicrypt.catalog.aes import KEY_BEAT_BITS, formulas_of
from silicrypt.verify.cipher_wire import Item, Mode, kind

_HERE = Path(__file__).parent
#: The bench, followed by its headers.
BENCH = tuple(_HERE / name for name in ("cipher_wipe.cpp", "twin.h", "pipe.h", "ports.h"))
_BLOCK = 16


def defines(config: Config) -> dict[str, int]:
    """The constants of the bench."""
    tweaks = "xts" in formulas_of(config).modes
    return {"KEY_BYTES": KEY_BEAT_BITS // 8, "DATA_BYTES": _BLOCK, "TWEAKS": int(tweaks)}


def scenario(config: Config, same_lengths: bool) -> Iterator[tuple[int, int, int]]:
    """Yields keys and messages: the kind, in the bench's code, and the length in either run.

    The messages cover each mode in each direction, with ciphertext stealing in XTS. A key and a
    message in ECB follow.
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
    """The names of the phases: the number, in the scenario, of the item that was begun last."""
    items = scenario(config, same_lengths=True)
    return ("nothing", *(f"item {number}" for number, _ in enumerate(items)))
