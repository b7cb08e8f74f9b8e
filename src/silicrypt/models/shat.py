"""SHAT-R in Python: the reconstruction of the hash SHAT of the paper shat-2014.

The stored text of the paper has lost its parameters, S-box, diffusion layer, STEP, constants,
initial value and padding. SHAT-R keeps what the text still has: a sponge of 48 STEPs, 4-bit S-boxes
and a diffusion layer on words, a permutation before the first block, rates and path lengths. It
fills in the rest. SHAT-R is not SHAT bit for bit, which nobody can know from that text, and
nothing is said of its security.

A digest of n bits has words of w = n / 4 bits, and the state is five words S0 to S4. The model is
written without the hardware.
"""

from __future__ import annotations

from collections.abc import Sequence

#: Bits of the digests.
SIZES = (128, 256, 384)
#: STEPs of a permutation.
STEPS = 48
#: The S-box of the values 0 to 15.
S_BOX = (12, 5, 6, 11, 9, 0, 10, 13, 3, 14, 15, 8, 4, 7, 1, 2)
#: The diffusion layer XORs the word with itself rotated left by each of these numbers of bits.
ROTATIONS = (9, 22)

_SQUEEZES = 4
_TWO_BOXES = bytes(S_BOX[byte >> 4] << 4 | S_BOX[byte & 15] for byte in range(256))

State = tuple[int, ...]


def digest(size: int, message: bytes) -> bytes:
    """Returns the digest of a message.

    Args:
        size: bits of the digest, one of `SIZES`.
        message: the message, of any length.

    Raises:
        ValueError: the size is not one of `SIZES`.
    """
    if size not in SIZES:
        raise ValueError(f"SHAT-R has digests of {SIZES} bits, not {size}")
    width = size // 4
    state = permute(width, (size, 0, 0, 0, 0))
    for word in words(width, pad(width, message)):
        state = permute(width, (state[0] ^ word, *state[1:]))
    given = [state[0]]
    while len(given) < _SQUEEZES:
        state = permute(width, state)
        given.append(state[0])
    return b"".join(word.to_bytes(width // 8, "big") for word in given)


def pad(width: int, message: bytes) -> bytes:
    """Returns the message, 0x80, and zeros to the end of a word of ``width`` bits."""
    marked = message + b"\x80"
    return marked + bytes(-len(marked) % (width // 8))


def words(width: int, padded: bytes) -> list[int]:
    """Returns a padded message as words of ``width`` bits, most significant byte first."""
    size = width // 8
    return [int.from_bytes(padded[i : i + size], "big") for i in range(0, len(padded), size)]


def permute(width: int, state: Sequence[int]) -> State:
    """Returns the state after Perm: all STEPs, from number 0. A word has ``width`` bits."""
    after = tuple(state)
    for number in range(STEPS):
        after = step(width, after, number)
    return after


def step(width: int, state: Sequence[int], number: int) -> State:
    """Returns the state after one STEP, which is given by its number."""
    s0, s1, s2, s3, s4 = state
    s3 ^= g(width, s1 ^ s4 ^ number)
    s2 ^= s3
    return s1, s2, s3, s4, s0


def g(width: int, word: int) -> int:
    """Returns G of a word: the S-box on each group of four bits, then the diffusion layer."""
    s = int.from_bytes(word.to_bytes(width // 8, "big").translate(_TWO_BOXES), "big")
    return s ^ _rotl(width, s, ROTATIONS[0]) ^ _rotl(width, s, ROTATIONS[1])


def _rotl(width: int, word: int, amount: int) -> int:
    return (word << amount | word >> (width - amount)) & ((1 << width) - 1)
