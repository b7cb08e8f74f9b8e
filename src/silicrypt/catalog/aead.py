"""What algorithms of authenticated encryption state, whatever the family."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from silicrypt.catalog.unit import Algorithm, Formulas, Level, Rule
from silicrypt.errors import BadInput

if TYPE_CHECKING:
    from silicrypt.catalog.design_point import DesignPoint


@dataclass(frozen=True)
class Aead(Algorithm):
    """An algorithm of authenticated encryption with associated data.

    Attributes:
        key_bits: the key lengths, in bits.
        iv_bytes: the lengths of an IV or nonce that tests use, all of them legal.
        tag_bytes: the legal lengths of a tag.
        user_bits: width of ``i_tuser``.
        user: ``i_tuser`` of a message, from its direction (true: decrypt) and the lengths of its
            tag, its associated data and its text, in bytes.
        seal: ciphertext and tag in one, from key, IV, associated data, plaintext, and the length
            of the tag in bytes.
    """

    key_bits: tuple[int, ...]
    iv_bytes: Sequence[int]
    tag_bytes: Sequence[int]
    user_bits: int
    user: Callable[[bool, int, int, int], int]
    seal: Callable[[bytes, bytes, bytes, bytes, int], bytes]


@dataclass(frozen=True)
class AeadFormulas(Formulas[Aead]):
    """Formulas of the units of authenticated encryption."""

    @property
    def stages(self) -> int:
        """Messages in flight: one, whose blocks of text may fill the pipeline of a cipher."""
        return 1

    @property
    def data_bits(self) -> int:
        """Width of a beat: 128 bits."""
        return 128

    @property
    def key_bytes(self) -> tuple[int, ...]:
        """The lengths of its keys, in bytes."""
        return tuple(bits // 8 for bits in self.algorithm.key_bits)

    @property
    def key_lengths(self) -> Sequence[int]:
        """The same."""
        return self.key_bytes

    @property
    def held_beats(self) -> int:
        """Beats of plaintext that a decryption holds until its tag has been compared.

        A longer text is refused. With 0, plaintext leaves at once. Held beats leave before the last
        beat of the result, one per cycle.
        """
        return int(self.parameters.get("Buffer", 0))

    @abstractmethod
    def message_cycles(self, iv_bytes: int, data_bytes: int, text_bytes: int) -> int:
        """Returns the cycles from the accepted first beat of an IV to the last beat of the result.

        No other message is in flight, and there are no stalls. Beats that were held take a cycle
        each in addition.

        Args:
            iv_bytes: length of the IV.
            data_bytes: length of the associated data.
            text_bytes: length of the text.
        """

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles of a message without associated data, with the first length of IV."""
        return self.message_cycles(self.algorithm.iv_bytes[0], 0, message_bytes)

    def message_interval(self, message_bytes: int) -> int:
        """Returns the cycles that the blocks of a text take."""
        return -(-message_bytes * 8 // self.algorithm.block_bits) * self.cycles_per_block


@dataclass(frozen=True)
class AesAeadFormulas(AeadFormulas):
    """Formulas of a mode of AES. With keys of any length, they hold for the longest key."""

    @property
    def rounds(self) -> int:
        """The number of rounds (FIPS 197, 5)."""
        return max(self.algorithm.key_bits) // 32 + 6

    @property
    def bytewise(self) -> bool:
        """Whether the cipher processes a byte per cycle."""
        return int(self.parameters.get("DataWidth", 128)) == 8

    @property
    def depth(self) -> int:
        """Blocks in flight in the cipher."""
        return int(self.parameters.get("PipelineStages", 1))

    @property
    def block_cycles(self) -> int:
        """Cycles from a block that the cipher takes to the next one."""
        return 19 * self.rounds + 23 if self.bytewise else self.rounds + 1


def of_aes(mode: str, **others: Any) -> Mapping[int, Aead]:
    """Returns the algorithms of a mode of AES by ``KeyBits``; with 0, keys have any length.

    Args:
        mode: its name.
        others: the other attributes of `Aead`.
    """
    return {
        bits: Aead(
            name=f"AES-{mode}" if not bits else f"AES-{bits}-{mode}",
            enum=str(bits),
            block_bits=128,
            key_bits=(bits,) if bits else (128, 192, 256),
            **others,
        )
        for bits in (128, 192, 256, 0)
    }


def aes_rules(parameters: Mapping[str, Any]) -> Iterator[Rule]:
    """Yields the rules of parameters that modes of AES share."""
    sboxes = ("TABLE", "COMPOSITE", "FUNCTIONS")
    if "Sbox" in parameters:
        yield parameters["Sbox"] in sboxes, "Sbox must be TABLE, COMPOSITE or FUNCTIONS"
    if "DataWidth" in parameters:
        yield parameters["DataWidth"] in (8, 128), "Messages need DataWidth 8 or 128"
    beats = parameters.get("Buffer", 0)
    yield (
        beats == 0 or (beats in range(2, 1025) and not beats & (beats - 1)),
        "Buffer must be 0 or a power of two from 2 to 1024",
    )


def formulas_of(point: DesignPoint) -> AeadFormulas:
    """Returns the formulas of a unit of authenticated encryption.

    Raises:
        BadInput: the unit is another one.
    """
    if not isinstance(point.formulas, AeadFormulas):
        raise BadInput(f"{point.name} authenticates no messages: it computes {point.computes}")
    return point.formulas


def reference(algorithm: Aead, data: bytes, key: bytes) -> bytes:
    """Returns a message without associated data and its longest tag, under an IV of zeros."""
    iv = bytes(algorithm.iv_bytes[0])
    return algorithm.seal(key, iv, b"", data, max(algorithm.tag_bytes))
