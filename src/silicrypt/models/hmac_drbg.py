"""HMAC_DRBG (NIST SP 800-90A revision 1, 10.1.2), as the standard's steps."""

from __future__ import annotations

import hmac
from dataclasses import dataclass


@dataclass
class HmacDrbg:
    """The internal state, and the functions that change it.

    Attributes:
        hash: the name of the hash in Python's ``hashlib``.
        key: Key.
        value: V.
        count: the reseed counter. It is 0 before `instantiate`.
    """

    hash: str
    key: bytes = b""
    value: bytes = b""
    count: int = 0

    def update(self, data: bytes) -> None:
        """Changes Key and V by the provided data (10.1.2.2)."""
        for separator in (b"\0", b"\1")[: 1 + bool(data)]:
            self.key = self._hmac(self.value + separator + data)
            self.value = self._hmac(self.value)

    def instantiate(self, seed_material: bytes) -> None:
        """Begins with entropy input, nonce and personalization string (10.1.2.3)."""
        size = len(hmac.digest(b"", b"", self.hash))
        self.key, self.value = bytes(size), b"\1" * size
        self.reseed(seed_material)

    def reseed(self, seed_material: bytes) -> None:
        """Adds entropy input and additional input (10.1.2.4)."""
        self.update(seed_material)
        self.count = 1

    def generate(self, size: int, additional: bytes = b"") -> bytes:
        """Returns that many pseudorandom bytes (10.1.2.5)."""
        if additional:
            self.update(additional)
        found = b""
        while len(found) < size:
            self.value = self._hmac(self.value)
            found += self.value
        self.update(additional)
        self.count += 1
        return found[:size]

    def _hmac(self, data: bytes) -> bytes:
        return hmac.digest(self.key, data, self.hash)
