"""GCM for an IV of any length (NIST SP 800-38D), around AES in counter mode of a library.

The library takes an IV of 8 to 128 bytes. `J0` and GHASH for all others are computed here.
"""

from __future__ import annotations

_BLOCK = 16
#: The reduction polynomial x^128 + x^7 + x^2 + x + 1. The first bit of a block is that of x^0.
_R = 0xE1 << 120


def multiply(left: int, right: int) -> int:
    """Returns the product of two blocks in GF(2^128) (6.3)."""
    product = 0
    for bit in range(127, -1, -1):
        if left >> bit & 1:
            product ^= right
        right = right >> 1 ^ (_R if right & 1 else 0)
    return product


def ghash(subkey: bytes, blocks: bytes) -> bytes:
    """Returns the hash of complete blocks under a hash subkey (6.4)."""
    value, factor = 0, int.from_bytes(subkey, "big")
    for at in range(0, len(blocks), _BLOCK):
        value = multiply(value ^ int.from_bytes(blocks[at : at + _BLOCK], "big"), factor)
    return value.to_bytes(_BLOCK, "big")


def hashed(first: bytes, second: bytes) -> bytes:
    """Returns two strings, each padded with zeros to full blocks, and then their lengths."""
    both = first, second
    padded = b"".join(part + bytes(-len(part) % _BLOCK) for part in both)
    return padded + b"".join((8 * len(part)).to_bytes(8, "big") for part in both)


def encrypt(key: bytes, block: bytes) -> bytes:
    """Returns a block under AES."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    return Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(block)


def first_counter(key: bytes, iv: bytes) -> bytes:
    """Returns the counter block J0 of an IV (7.1, step 2)."""
    if len(iv) == 12:
        return iv + b"\0\0\0\1"
    return ghash(encrypt(key, bytes(_BLOCK)), hashed(b"", iv))


def seal(key: bytes, iv: bytes, data: bytes, text: bytes) -> tuple[bytes, bytes]:
    """Returns ciphertext and tag under AES (7.1)."""
    subkey, first = encrypt(key, bytes(_BLOCK)), first_counter(key, iv)
    number, sealed = int.from_bytes(first[12:], "big"), bytearray()
    for at in range(0, len(text), _BLOCK):
        number = (number + 1) % (1 << 32)
        stream = encrypt(key, first[:12] + number.to_bytes(4, "big"))
        sealed += bytes(a ^ b for a, b in zip(text[at : at + _BLOCK], stream, strict=False))
    mask, value = encrypt(key, first), ghash(subkey, hashed(data, bytes(sealed)))
    return bytes(sealed), bytes(a ^ b for a, b in zip(mask, value, strict=True))
