"""The order of bytes in a port."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

#: Where the first byte is. ``big``: in the most significant bits. ``little``: in bits 7:0.
#: ``swapped-bytes``: the first word is in the most significant bits, and in each word the first
#: byte is in bits 7:0. ``swapped-words``: the first word is in the least significant bits, and in
#: each word the first byte is in the most significant bits.
Order = Literal["big", "little", "swapped-bytes", "swapped-words"]

ORDERS: tuple[Order, ...] = ("big", "little", "swapped-bytes", "swapped-words")


def encode(data: bytes, width: int, order: Order, word_bytes: int) -> int:
    """Returns the value of a port that holds some bytes.

    Shorter data is aligned where the first byte is: at the top for ``big`` and ``swapped-bytes``.

    Args:
        data: the bytes.
        width: bits of the port.
        order: the order of bytes.
        word_bytes: bytes of a word of the algorithm.
    """
    high_first = order in ("big", "swapped-bytes")
    big_words = order in ("big", "swapped-words")
    words = list(_words(data, word_bytes))
    value = 0
    for word in words if high_first else reversed(words):
        value = value << 8 * len(word) | int.from_bytes(word, "big" if big_words else "little")
    return value << width - 8 * len(data) if high_first else value


def decode(value: int, size: int, width: int, order: Order, word_bytes: int) -> bytes:
    """Returns the first bytes that a port holds; the inverse of `encode`.

    Args:
        value: the value of the port.
        size: the number of bytes.
        width: bits of the port.
        order: the order of bytes.
        word_bytes: bytes of a word of the algorithm.
    """
    high_first = order in ("big", "swapped-bytes")
    raw = (value >> width - 8 * size if high_first else value & (1 << 8 * size) - 1).to_bytes(
        size, "big" if high_first else "little"
    )
    if order in ("big", "little"):
        return raw
    return b"".join(word[::-1] for word in _words(raw, word_bytes))


def _words(data: bytes, size: int) -> Iterator[bytes]:
    for at in range(0, len(data), size):
        yield data[at : at + size]
