"""Transposes numbers of single simulation lanes to 64-lane words, and back."""

from __future__ import annotations

from collections.abc import Sequence

#: Simulation lanes of a word: independent messages that run side by side.
LANES = 64


def spread(bit: int) -> int:
    """Returns the word in which every lane has the same bit."""
    return (1 << LANES) - 1 if bit else 0


def pack(values: Sequence[int], width: int) -> list[int]:
    """Turns one number per lane into one word per bit.

    Args:
        values: 1 to 64 numbers. Further lanes repeat the numbers from the first.
        width: bits of each number.

    Returns:
        ``width`` words, least significant bit first.
    """
    repeated = (list(values) * -(-LANES // len(values)))[:LANES]
    rows = "".join(f"{value:0{width}b}" for value in reversed(repeated))
    return [int(rows[width - 1 - bit :: width], 2) for bit in range(width)]


def unpack(words: Sequence[int], lanes: int = LANES) -> list[int]:
    """Turns one word per bit into one number per lane, for the first ``lanes`` lanes."""
    columns = "".join(f"{word:0{LANES}b}" for word in reversed(words))
    return [int(columns[LANES - 1 - lane :: LANES], 2) for lane in range(lanes)]
