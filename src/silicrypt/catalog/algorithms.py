"""The algorithms, independent of the hardware that computes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Algorithm:
    """An algorithm that processes blocks.

    Attributes:
        name: the standard's name, ``"SHA-512/256"``.
        enum: its name in the hardware.
        block_bits: bits of a block.
        either: the two algorithms that a message selects from, where the hardware has both.
    """

    name: str
    enum: str
    block_bits: int
    either: tuple[Algorithm, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True)
class Padding:
    """The padding of a message: a one bit, zeros to the end of a block, and the length in bits.

    Attributes:
        length_bytes: bytes of the length field; 0 where there is none.
        big_endian: whether the most significant byte of the length comes first.
    """

    length_bytes: int
    big_endian: bool = True


@dataclass(frozen=True)
class Hash(Algorithm):
    """A hash of messages of any number of bytes.

    Attributes:
        digest_bits: bits of the digest.
        padding: the padding of a message.
    """

    digest_bits: int
    padding: Padding

    def blocks(self, message_bytes: int) -> int:
        """Returns the number of blocks of a message of that length, after padding."""
        return -(-(message_bytes + 1 + self.padding.length_bytes) * 8 // self.block_bits)

    def padded(self, message: bytes) -> bytes:
        """Returns the message with its padding."""
        size, length_bytes = (
            self.blocks(len(message)) * self.block_bits // 8,
            self.padding.length_bytes,
        )
        body = (message + b"\x80").ljust(size - length_bytes, b"\0")
        if not length_bytes:
            return body
        order: Literal["big", "little"] = "big" if self.padding.big_endian else "little"
        return body + (8 * len(message)).to_bytes(length_bytes, order)


@dataclass(frozen=True)
class BlockCipher(Algorithm):
    """A block cipher.

    Attributes:
        key_bits: the key lengths, in bits.
    """

    key_bits: tuple[int, ...]
