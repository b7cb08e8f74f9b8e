"""Ascon (NIST SP 800-232) in Python: hash, extendable-output functions, authenticated encryption.

The state is five words of 64 bits. The first byte of a word is in its low bits (appendix A).
"""

from __future__ import annotations

from collections.abc import Iterator

ROUNDS, ROUNDS_DATA = 12, 8
HASH256, XOF128, CXOF128 = 0x0000080100CC0002, 0x0000080000CC0003, 0x0000080000CC0004
AEAD128 = 0x00001000808C0001
#: Rotations of the words to the right (3.4).
ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))
#: Longest customisation string, in bytes (5.3).
LONGEST_CUSTOMIZATION = 256

_WORD = (1 << 64) - 1

State = tuple[int, ...]


def permute(state: State, rounds: int = ROUNDS) -> State:
    """Returns the state after a number of last rounds of the permutation."""
    for number in range(ROUNDS - rounds, ROUNDS):
        state = step(state, number)
    return state


def step(state: State, number: int) -> State:
    """Returns the state after the round with a number from 0 to 11: p_C, p_S, p_L."""
    x0, x1, x2, x3, x4 = state
    x2 ^= (15 - number) << 4 | number
    x0, x2, x4 = x0 ^ x4, x2 ^ x1, x4 ^ x3
    x = [x0 ^ ~x1 & x2, x1 ^ ~x2 & x3, x2 ^ ~x3 & x4, x3 ^ ~x4 & x0, x4 ^ ~x0 & x1]
    after = (x[0] ^ x[4], x[1] ^ x[0], ~x[2], x[3] ^ x[2], x[4])
    pairs = zip(after, ROTATIONS, strict=True)
    return tuple(_diffuse(y & _WORD, *bits) for y, bits in pairs)


def digest(message: bytes) -> bytes:
    """Returns the digest of Ascon-Hash256 (5.1)."""
    return _squeeze(_absorb(permute((HASH256, 0, 0, 0, 0)), message), 32)


def xof(message: bytes, size: int) -> bytes:
    """Returns ``size`` bytes of Ascon-XOF128 (5.2)."""
    return _squeeze(_absorb(permute((XOF128, 0, 0, 0, 0)), message), size)


def cxof(message: bytes, customization: bytes, size: int) -> bytes:
    """Returns ``size`` bytes of Ascon-CXOF128 (5.3).

    Raises:
        ValueError: the customisation string is longer than `LONGEST_CUSTOMIZATION`.
    """
    if len(customization) > LONGEST_CUSTOMIZATION:
        raise ValueError(f"a customization string has up to {LONGEST_CUSTOMIZATION} bytes")
    first, *others = permute((CXOF128, 0, 0, 0, 0))
    state = permute((first ^ 8 * len(customization), *others))
    return _squeeze(_absorb(_absorb(state, customization), message), size)


def encrypt(key: bytes, nonce: bytes, data: bytes, plaintext: bytes) -> tuple[bytes, bytes]:
    """Returns ciphertext and tag of Ascon-AEAD128 (4.1); ``data`` is the associated data."""
    state, text = _process(key, nonce, data, plaintext, decrypt=False)
    return text, _finish(key, state)


def decrypt(key: bytes, nonce: bytes, data: bytes, ciphertext: bytes) -> tuple[bytes, bytes]:
    """Returns the plaintext, and the tag to which a received one must be equal."""
    state, text = _process(key, nonce, data, ciphertext, decrypt=True)
    return text, _finish(key, state)


def _process(
    key: bytes, nonce: bytes, data: bytes, text: bytes, *, decrypt: bool
) -> tuple[State, bytes]:
    (k0, k1), (n0, n1) = _words(key), _words(nonce)
    s0, s1, s2, s3, s4 = permute((AEAD128, k0, k1, n0, n1))
    state: State = (s0, s1, s2, s3 ^ k0, s4 ^ k1)
    if data:
        for a0, a1 in _pairs(_pad(data, 16)):
            state = permute((state[0] ^ a0, state[1] ^ a1, *state[2:]), ROUNDS_DATA)
    state = (*state[:4], state[4] ^ 1 << 63)
    result = b""
    for at in range(0, len(text) + 1, 16):
        part = text[at : at + 16]
        stream = state[0].to_bytes(8, "little") + state[1].to_bytes(8, "little")
        output = bytes(a ^ b for a, b in zip(part, stream, strict=False))
        result += output
        ((p0, p1),) = _pairs(_pad(output if decrypt else part, 16)[:16])
        state = (state[0] ^ p0, state[1] ^ p1, *state[2:])
        if len(part) == 16:
            state = permute(state, ROUNDS_DATA)
    return state, result


def _finish(key: bytes, state: State) -> bytes:
    k0, k1 = _words(key)
    state = permute((*state[:2], state[2] ^ k0, state[3] ^ k1, state[4]))
    return b"".join(word.to_bytes(8, "little") for word in (state[3] ^ k0, state[4] ^ k1))


def _absorb(state: State, text: bytes) -> State:
    for word in _words(_pad(text, 8)):
        state = permute((state[0] ^ word, *state[1:]))
    return state


def _squeeze(state: State, size: int) -> bytes:
    output = b""
    while len(output) < size:
        output += state[0].to_bytes(8, "little")
        state = permute(state)
    return output[:size]


def _pad(text: bytes, size: int) -> bytes:
    return text + b"\x01" + bytes(-(len(text) + 1) % size)


def _words(text: bytes) -> list[int]:
    return [int.from_bytes(text[at : at + 8], "little") for at in range(0, len(text), 8)]


def _pairs(text: bytes) -> Iterator[tuple[int, int]]:
    words = iter(_words(text))
    return zip(words, words, strict=True)


def _diffuse(word: int, first: int, second: int) -> int:
    """Returns a word XORed with itself rotated to the right by each of two numbers of bits."""
    twice = word << 64 | word
    return (word ^ twice >> first ^ twice >> second) & _WORD
