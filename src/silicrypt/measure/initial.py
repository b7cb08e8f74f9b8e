"""The initial hash values of Merkle-Damgard hashes, for cores whose caller keeps the state."""

from __future__ import annotations

from itertools import count, islice
from math import isqrt

from silicrypt.errors import BadInput
from silicrypt.measure.functions import Function

#: The first words of RFC 1321, 3.3, as bytes in order; SHA-1 has one more (FIPS 180-4, 5.3.1).
_MD5 = bytes.fromhex("0123456789abcdeffedcba9876543210")
_SHA1 = bytes.fromhex("67452301efcdab8998badcfe10325476c3d2e1f0")
#: GB/T 32905, 4.1.
_SM3 = bytes.fromhex("7380166f4914b2b9172442d7da8a0600a96f30bc163138aae38dee4db0fb0e4e")


def initial_value(function: Function) -> bytes:
    """Returns the initial hash value as bytes in the order of a digest.

    Raises:
        BadInput: the function has none that is known here.
    """
    match function.name:
        case "MD5":
            return _MD5
        case "SHA-1":
            return _SHA1
        case "SM3":
            return _SM3
        case "SHA-256":
            return _roots(0, 32)
        case "SHA-512":
            return _roots(0, 64)
        case "SHA-384":
            return _roots(8, 64)
        case "SHA-224":
            # The second 32 bits of the fractional parts (FIPS 180-4, 5.3.2).
            wide = _roots(8, 64)
            return b"".join(wide[at + 4 : at + 8] for at in range(0, len(wide), 8))
    raise BadInput(f"{function.name}: chain_in is not known for this algorithm")


def _roots(first: int, bits: int) -> bytes:
    """Returns the fractions of the square roots of eight primes (FIPS 180-4, 5.3.3 to 5.3.5)."""
    primes = (n for n in count(2) if all(n % d for d in range(2, isqrt(n) + 1)))
    words = (
        isqrt(prime << 2 * bits) & (1 << bits) - 1 for prime in islice(primes, first, first + 8)
    )
    return b"".join(word.to_bytes(bits // 8, "big") for word in words)
