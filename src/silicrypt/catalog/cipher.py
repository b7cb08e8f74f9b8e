"""What block ciphers share: modes of operation, keys, formulas, and the reference."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from silicrypt.catalog.unit import BlockCipher, Formulas, Level
from silicrypt.errors import BadInput

if TYPE_CHECKING:
    from silicrypt.catalog.design_point import DesignPoint

#: The modes of operation of messages, each with its bit of ``Modes``.
MODES: Mapping[str, int] = {"ecb": 1, "ctr": 2, "xts": 4}

#: The modes of operation of messages in the units for chained blocks.
CHAINED_MODES = ("cbc", "cfb", "cmac")

#: Bytes of a block.
_BLOCK = 16
#: Bits of one beat of a key.
KEY_BEAT_BITS = 32


@dataclass(frozen=True)
class CipherFormulas(Formulas[BlockCipher]):
    """Formulas of a unit with a block cipher. Derive from it for each cipher."""

    #: The mode whose messages give the latency of the stream.
    TIMED: ClassVar[str] = "ecb"

    @property
    @abstractmethod
    def rounds(self) -> int:
        """The number of rounds of the cipher."""

    @property
    def key_bytes(self) -> tuple[int, ...]:
        """The lengths of its keys, in bytes."""
        return tuple(bits // 8 for bits in self.algorithm.key_bits)

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of operation that a message can select."""
        return tuple(mode for mode, bit in MODES.items() if int(self.parameters["Modes"]) & bit)

    @property
    def directions(self) -> tuple[bool, ...]:
        """The directions of the core; true stands for decryption."""
        return False, True

    @property
    def all_modes(self) -> tuple[str, ...]:
        """The modes that a message can ask for; the unit may lack some of them."""
        return tuple(MODES)

    def decrypts(self, mode: str) -> bool:
        """Returns whether a message in a mode may ask for decryption."""
        return mode == "ctr" or True in self.directions

    def mode_interval(self, mode: str, *, decrypt: bool) -> int:  # noqa: ARG002
        """Returns the initiation interval of the blocks of a message in a mode and direction."""
        return self.block_interval("stream")

    @abstractmethod
    def message_cycles(self, mode: str, message_bytes: int, *, decrypt: bool = False) -> int:
        """Returns the cycles from the start of a message to the last beat of its result.

        The start is the accepted beat with mode, direction, and initial counter or tweak. No other
        message is in flight, and there are no stalls.

        Args:
            mode: the mode of operation, a key of `MODES`.
            message_bytes: length of the message.
            decrypt: whether the message is decrypted.
        """

    @property
    @abstractmethod
    def core_cycles(self) -> int:
        """Cycles from an accepted block to its result, at the core; of narrow beats, to the first.

        The core takes one block, whatever the length of a message is.
        """

    @property
    def block_cycles(self) -> int:
        """Cycles from a block valid at the core to its result valid."""
        return self.core_cycles

    def cycles(self, level: Level, message_bytes: int) -> int:
        """Returns the cycles from a block to its result; at the stream, those of a message.

        Every mode processes a message of one block, so a shorter message counts as one block.
        """
        if level == "stream":
            return self.message_cycles(self.TIMED, max(_BLOCK, message_bytes))
        return self.core_cycles

    def entered(self, number: int, apart: int) -> int:
        """Returns the cycles from the first block of a message to block ``number``, at the core.

        A block comes ``apart`` cycles after the one before it, and waits for a free slot.
        """
        free, cycle = [0] * self.stages, -apart
        for _ in range(number + 1):
            cycle += apart
            while free[cycle % self.stages] > cycle:
                cycle += 1
            free[cycle % self.stages] = cycle + self.stages * self.cycles_per_block
        return cycle

    @property
    def tweak_cycles(self) -> int:
        """Cycles from an accepted tweak to the encrypted tweak; 0 without a core for tweaks."""
        return 0

    def message_interval(self, message_bytes: int) -> int:
        """Returns the cycles that the blocks of a message take."""
        return -(-message_bytes // 16) * self.cycles_per_block

    @property
    def key_lengths(self) -> Sequence[int]:
        """The key lengths that the core takes, in bytes."""
        return self.key_bytes

    def values(self, levels: Iterable[Level]) -> dict[str, object]:
        """Returns every figure, with the cycles of messages in every mode and direction."""
        levels, lengths = tuple(levels), range(16 * self.algorithm.block_bits // 8 + 1)
        messages = {
            f"{mode} {'decrypt' if decrypt else 'encrypt'}": [
                self.message_cycles(mode, length, decrypt=decrypt) for length in lengths
            ]
            for mode in self.modes
            for decrypt in (False, True)
        }
        return super().values(levels) | {"message_cycles": messages if "stream" in levels else {}}


@dataclass(frozen=True)
class ChainedFormulas(CipherFormulas):
    """Formulas of a unit for chained modes; derive from it and from those of the core.

    The first beat of data is accepted in an earlier cycle than the start of its message.
    """

    TIMED: ClassVar[str] = "cmac"

    @property
    @abstractmethod
    def linked(self) -> bool:
        """Whether the core takes a block in each cycle with a result and no other block."""

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of operation that a message can select."""
        return CHAINED_MODES

    @property
    def all_modes(self) -> tuple[str, ...]:
        """The modes that a message can ask for, with the number that is no mode."""
        return (*CHAINED_MODES, "none")

    def decrypts(self, mode: str) -> bool:
        """Returns whether a message may ask for decryption; CMAC ignores it."""
        return mode != "cbc" or True in self.directions

    def mode_interval(self, mode: str, *, decrypt: bool) -> int:
        """Returns the initiation interval: without a chain, that of the core."""
        if decrypt and mode != "cmac":
            return self.cycles_per_block
        return self.block_cycles + (0 if self.linked else 3)

    def block_interval(self, level: Level) -> int:  # noqa: ARG002
        """Returns the initiation interval of encryption, or of decryption with several blocks."""
        return self.mode_interval("cbc", decrypt=self.stages > 1)

    def message_cycles(self, mode: str, message_bytes: int, *, decrypt: bool = False) -> int:
        """Returns the cycles from the start of a message to the last beat of its result."""
        blocks = -(-message_bytes // 16) if mode != "cmac" else max(1, -(-message_bytes // 16))
        if not blocks:
            return 5
        entered = (blocks - 1) * self.mode_interval(mode, decrypt=False)
        if decrypt and mode != "cmac":
            entered = self.entered(blocks - 1, 3)  # a block is ready at most every three cycles
        return 4 + entered + self.block_cycles


def formulas_of(point: DesignPoint) -> CipherFormulas:
    """Returns the formulas of a block cipher, or of a unit that contains one.

    Raises:
        BadInput: the unit contains no block cipher.
    """
    if not isinstance(point.formulas, CipherFormulas):
        raise BadInput(f"{point.name} enciphers nothing: it computes {point.computes}")
    return point.formulas


def encrypt(algorithm: BlockCipher, data: bytes, key: bytes) -> bytes:
    """Returns blocks encrypted with a key, each by itself (ECB)."""
    # The library is larger than all others together, so it is imported only where it is used.
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    cipher = getattr(algorithms, algorithm.library)
    return Cipher(cipher(key), modes.ECB()).encryptor().update(data)
