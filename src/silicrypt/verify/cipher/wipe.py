"""The keys and messages of the check of a wipe for a block cipher, in each of its modes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from silicrypt.catalog import Config
from silicrypt.catalog.aes import KEY_BEAT_BITS, formulas_of
from silicrypt.tools import verilator
from silicrypt.verify import native
from silicrypt.verify.cipher.reference import BLOCK
from silicrypt.verify.cipher_wire import Item, Mode, kind

_BENCH = native.bench("cipher/wipe.cpp")
#: Cycles between trials: all rounds are alike, and the trials cover every cycle of a round.
STEP = 7


def build(config: Config, sources: tuple[Path, ...]) -> verilator.Build:
    """Returns the inputs of the bench with two runs."""
    tweaks = "xts" in formulas_of(config).modes
    constants = {"KEY_BYTES": KEY_BEAT_BITS // 8, "DATA_BYTES": BLOCK, "TWEAKS": int(tweaks)}
    plain = native.compiled(config, "stream", sources, _BENCH, constants)
    return replace(plain, optimized=False)


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
        size = 3 * BLOCK + 5 * (mode != Mode.ECB)
        for decrypt in formulas.directions if mode != Mode.CTR else (False,):
            yield (
                kind(Item(b"", decrypt=decrypt, mode=mode)),
                size,
                size if same_lengths else size + BLOCK,
            )
    yield kind(Item(b"", key=True)), long, short
    yield kind(Item(b"", mode=Mode.ECB)), BLOCK, BLOCK


def phases(config: Config, state: int) -> tuple[str, ...]:
    """Returns the name of the scenario's item that was begun last."""
    return (_names(config)[state],)


def missed(config: Config, hit: list[tuple[str, ...]]) -> Iterator[str]:
    """Yields the items of the scenario after which no trial took place."""
    reached = {name for (name,) in hit}
    yield from (f"after {name}" for name in _names(config) if name not in reached)


def channels(config: Config) -> int:  # noqa: ARG001 (as `wipe.Interface` has it)
    """Returns the number of channels whose phases the bench reports."""
    return 1


def _names(config: Config) -> list[str]:
    items = scenario(config, same_lengths=True)
    return ["nothing", *(f"item {number}" for number, _ in enumerate(items))]
