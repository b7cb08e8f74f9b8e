"""cSHAKE, KMAC and TupleHash (NIST SP 800-185), on the permutation of SHA-3 (FIPS 202)."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable
from functools import cache

_LANE = (1 << 64) - 1
_ROUNDS = 24
#: The byte after a message: the suffix 00 of cSHAKE, and the first bit of pad10*1.
_SUFFIX = 0x04

#: Lane (x, y) is number x + 5 * y.
State = tuple[int, ...]


def rate(strength: int) -> int:
    """Returns the bytes of a block."""
    return 200 - strength // 4


def left_encode(number: int) -> bytes:
    """Returns the number of bytes, and the bytes (2.3.1)."""
    data = _bytes(number)
    return bytes([len(data)]) + data


def right_encode(number: int) -> bytes:
    """Returns the bytes, and the number of bytes (2.3.1)."""
    data = _bytes(number)
    return data + bytes([len(data)])


def _bytes(number: int) -> bytes:
    return number.to_bytes(max(1, -(-number.bit_length() // 8)), "big")


def encode_string(text: bytes) -> bytes:
    """Returns a string after its length in bits (2.3.2)."""
    return left_encode(8 * len(text)) + text


def bytepad(text: bytes, size: int) -> bytes:
    """Returns a string after the size of a block, with zeros up to a multiple of it (2.3.3)."""
    text = left_encode(size) + text
    return text + bytes(-len(text) % size)


def cshake(
    strength: int, message: bytes, size: int, name: bytes = b"", customisation: bytes = b""
) -> bytes:
    """Returns ``size`` bytes of cSHAKE (3.3).

    Args:
        strength: 128 or 256.
        message: the message.
        size: bytes of the output.
        name: the function name N.
        customisation: the customisation string S.
    """
    if not name and not customisation:
        return hashlib.new(f"shake_{strength}", message).digest(size)  # type: ignore[call-arg]
    head = bytepad(encode_string(name) + encode_string(customisation), rate(strength))
    return sponge(head + message, rate(strength), _SUFFIX, size)


def kmac(
    strength: int,
    key: bytes,
    message: bytes,
    size: int,
    customisation: bytes = b"",
    *,
    xof: bool = False,
) -> bytes:
    """Returns ``size`` bytes of KMAC, or of KMACXOF (4.3).

    Args:
        strength: 128 or 256.
        key: the key K.
        message: the message X.
        size: bytes of the output.
        customisation: the customisation string S.
        xof: whether it is KMACXOF, whose bytes do not depend on ``size``.
    """
    text = bytepad(encode_string(key), rate(strength)) + message
    text += right_encode(0 if xof else 8 * size)
    return cshake(strength, text, size, b"KMAC", customisation)


def sponge(message: bytes, block: int, suffix: int, size: int) -> bytes:
    """Returns ``size`` bytes of the sponge with Keccak-f[1600] and pad10*1 (FIPS 202 4 and 5.1)."""
    padded = bytearray(message + bytes([suffix]))
    padded += bytes(-len(padded) % block)
    padded[-1] |= 0x80
    state: State = (0,) * 25
    for at in range(0, len(padded), block):
        words = _lanes(bytes(padded[at : at + block]))
        added = (a ^ b for a, b in zip(state, words, strict=False))
        state = permute((*added, *state[len(words) :]))
    found = _bytes_of(state)[:block]
    while len(found) < size:
        state = permute(state)
        found += _bytes_of(state)[:block]
    return found[:size]


def _lanes(data: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(data) // 8}Q", data)


def _bytes_of(state: State) -> bytes:
    return struct.pack("<25Q", *state)


def permute(state: State) -> State:
    """Returns the state after Keccak-f[1600] (FIPS 202 3.3)."""
    for constant in _constants():
        state = step(state, constant)
    return state


def step(state: State, constant: int) -> State:
    """Returns the state after a round: theta, rho and pi, chi, iota (FIPS 202 3.2)."""
    parity = [
        state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20] for x in range(5)
    ]
    add = [parity[x - 1] ^ _rotate(parity[x - 4], 1) for x in range(5)]
    b = [_rotate(state[source] ^ add[source % 5], offset) for source, offset in _moves()]
    first, *others = (
        b[y + x] ^ ~b[y + (x + 1) % 5] & b[y + (x + 2) % 5]
        for y in range(0, 25, 5)
        for x in range(5)
    )
    return (first ^ constant, *others)


def _rotate(lane: int, offset: int) -> int:
    return (lane << offset | lane >> (64 - offset)) & _LANE


@cache
def _moves() -> tuple[tuple[int, int], ...]:
    """Returns for each lane after pi the lane before it and the offset of rho (3.2.2, 3.2.3)."""
    found = {0: (0, 0)}
    x, y = 1, 0
    for t in range(24):
        source, offset = x + 5 * y, (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
        found[x + 5 * y] = (source, offset)
    return tuple(found[at] for at in range(25))


@cache
def _constants() -> tuple[int, ...]:
    """Returns the constants of iota (FIPS 202 3.2.5), from its shift register."""
    register, found = 1, []
    for _ in range(_ROUNDS):
        constant = 0
        for j in range(7):
            constant |= (register & 1) << (2**j - 1)
            register <<= 1
            register ^= 0x171 * (register >> 8)
        found.append(constant)
    return tuple(found)


def tuplehash(
    strength: int,
    elements: Iterable[bytes],
    size: int,
    customisation: bytes = b"",
    *,
    xof: bool = False,
) -> bytes:
    """Returns ``size`` bytes of TupleHash, or of TupleHashXOF (5.3).

    Args:
        strength: 128 or 256.
        elements: the strings of the tuple X.
        size: bytes of the output.
        customisation: the customisation string S.
        xof: whether it is TupleHashXOF, whose bytes do not depend on ``size``.
    """
    text = b"".join(map(encode_string, elements)) + right_encode(0 if xof else 8 * size)
    return cshake(strength, text, size, b"TupleHash", customisation)
