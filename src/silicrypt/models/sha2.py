"""The compression function of SHA-256 and SHA-512, as FIPS 180-4 6.2.2 and 6.4.2 state it.

The libraries of Python give no chaining value. The constants are computed from primes (4.2, 5.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count, islice
from math import isqrt

#: Rounds, and the rotations of big_sigma0, big_sigma1, small_sigma0 and small_sigma1 by the width
#: of a word. The last number of the small ones is a shift.
_ROUNDS = {32: 64, 64: 80}
_ROTATIONS = {
    32: ((2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10)),
    64: ((28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6)),
}


def _primes() -> Iterator[int]:
    return (n for n in count(2) if all(n % d for d in range(2, isqrt(n) + 1)))


def _cube_root(value: int) -> int:
    """Returns the integer part of a cube root."""
    low, high = 0, 1 << (value.bit_length() // 3 + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**3 <= value else (low, middle - 1)
    return low


@cache
def _constants(width: int) -> tuple[int, ...]:
    """Returns the first bits of the fractional parts of cube roots (4.2.2, 4.2.3)."""
    primes = islice(_primes(), _ROUNDS[width])
    return tuple(_cube_root(prime << 3 * width) % 2**width for prime in primes)


@cache
def initial(width: int) -> tuple[int, ...]:
    """Returns the initial hash value (5.3.3, 5.3.5) for words of 32 or 64 bits."""
    return tuple(isqrt(prime << 2 * width) % 2**width for prime in islice(_primes(), 8))


def compress(width: int, chaining: Sequence[int], block: bytes) -> tuple[int, ...]:
    """Returns the intermediate hash value after a block (6.2.2, 6.4.2).

    Args:
        width: bits of a word.
        chaining: the intermediate hash value before it, H0 first.
        block: the 16 words of the block.
    """
    mask, size = 2**width - 1, width // 8

    def turned(x: int, *by: int) -> int:
        found = 0
        for n in by:
            found ^= (x >> n | x << width - n) & mask
        return found

    big0, big1, small0, small1 = _ROTATIONS[width]
    w = [int.from_bytes(block[size * t : size * (t + 1)], "big") for t in range(16)]
    for t in range(16, _ROUNDS[width]):
        sigma1 = turned(w[t - 2], *small1[:2]) ^ w[t - 2] >> small1[2]
        sigma0 = turned(w[t - 15], *small0[:2]) ^ w[t - 15] >> small0[2]
        w.append((sigma1 + w[t - 7] + sigma0 + w[t - 16]) & mask)
    a, b, c, d, e, f, g, h = chaining
    for k, word in zip(_constants(width), w, strict=True):
        t1 = h + turned(e, *big1) + ((e & f) ^ (~e & mask & g)) + k + word
        t2 = turned(a, *big0) + ((a & b) ^ (a & c) ^ (b & c))
        a, b, c, d, e, f, g, h = (t1 + t2) & mask, a, b, c, (d + t1) & mask, e, f, g
    new = (a, b, c, d, e, f, g, h)
    return tuple((x + y) & mask for x, y in zip(chaining, new, strict=True))


def chained(width: int, chaining: bytes | None, blocks: bytes) -> bytes:
    """Returns the chaining value after complete blocks, in the byte order of a digest.

    Args:
        width: bits of a word.
        chaining: the chaining value before them; ``None`` for the initial hash value.
        blocks: the blocks.
    """
    size = width // 8
    words = initial(width)
    if chaining is not None:
        words = tuple(int.from_bytes(chaining[size * i : size * (i + 1)], "big") for i in range(8))
    for at in range(0, len(blocks), 16 * size):
        words = compress(width, words, blocks[at : at + 16 * size])
    return b"".join(word.to_bytes(size, "big") for word in words)
