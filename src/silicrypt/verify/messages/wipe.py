"""The keys and messages of the check of a wipe for HMAC, and the phases of its control unit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from silicrypt.catalog import Config
from silicrypt.tools import verilator
from silicrypt.verify import native
from silicrypt.verify.hash import model

_BENCH = native.bench("messages/wipe.cpp")
#: Cycles between trials.
STEP = 1
#: The states of the control unit by their codes in ``sil_hmac_control``.
PHASES = {
    code: name
    for code, name in enumerate(
        (
            *("Wipe", None, "Tag", "Text", "Ready", "Drop", "Refuse", "Skip"),
            *("Inner", "Outer", "Long", "Rest", "Collect", "Exact", "Digest", "Zero"),
        )
    )
    if name is not None
}
#: The states in which a key is loaded. Keys use the control unit of the first channel.
_LOADING = frozenset(name for code, name in PHASES.items() if code >= 8) | {"Skip"}
#: Bits of the kinds of keys and messages, besides the bit for SHA-1.
_KEY, _EMPTY_END, _NO_END = 1, 4, 8
_PHASE_BITS = 4


def build(config: Config, sources: tuple[Path, ...]) -> verilator.Build:
    """Returns the inputs of the bench with two runs."""
    return replace(model.build(config, "stream", sources), bench=_BENCH)


def scenario(config: Config, same_lengths: bool) -> Iterator[tuple[int, int, int]]:
    """Yields keys and messages: the kind, in the bench's code, and the length in either run.

    For each hash, there are a message without a key, keys longer and shorter than a block, and
    messages of different lengths on all channels. Then come a key of one block that ends with a
    null beat, and a key that a message interrupts, after which the next key is refused.
    """
    block = config.hash.block_bits // 8
    for kind in range(0, 2 * len(config.choices), 2):
        for key, length in ((0, 10), (1, block + 13), (0, block + 21), (1, 20), (0, 3)):
            for channel in range(1 if key else config.stages):
                size = length + 13 * channel
                yield kind | key, size, size if same_lengths else size + 2 + key
    yield from ((_KEY | _EMPTY_END, block, block), (0, 5, 5))
    yield from ((_KEY | _NO_END, 12, 12), (0, 20, 20), (_KEY, 30, 30), (0, 5, 5))


def phases(config: Config, state: int) -> tuple[str, ...]:
    """Returns the states of the control units, by channel."""
    return tuple(
        PHASES[state >> _PHASE_BITS * channel & 2**_PHASE_BITS - 1]
        for channel in range(config.stages)
    )


def missed(config: Config, hit: list[tuple[str, ...]]) -> Iterator[str]:
    """Yields the phases, of those in which trials should have taken place, that had none."""
    for channel in range(config.stages):
        due = set(PHASES.values()) - (_LOADING if channel else set())
        reached = {names[channel] for names in hit}
        yield from (f"in phase {name} of channel {channel}" for name in sorted(due - reached))
    if not any({"Text", "Tag"} >= set(names) for names in hit):
        yield "with a message in every channel"


def channels(config: Config) -> int:
    """Returns the number of channels whose phases the bench reports."""
    return config.stages
