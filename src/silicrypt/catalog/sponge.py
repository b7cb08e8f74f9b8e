"""Sponge hashes: what they have in common. Each has a file of its own with its rules: `shat`."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from silicrypt.catalog.algorithms import Hash
from silicrypt.catalog.unit import Formulas, Level


@dataclass(frozen=True)
class Sponge(Hash):
    """A sponge hash. A block is what it absorbs before one permutation (the rate).

    Attributes:
        rounds: rounds of the permutation.
    """

    rounds: int

    @property
    def squeezes(self) -> int:
        """The number of blocks that are squeezed for one digest."""
        return self.digest_bits // self.block_bits


@dataclass(frozen=True)
class SpongeFormulas(Formulas[Sponge]):
    """Formulas of a sponge hash."""

    @property
    def data_bits(self) -> int:
        """Width of a beat: the rate."""
        return self.algorithm.block_bits

    @property
    def cycles_per_block(self) -> int:
        """Cycles of a permutation."""
        return self.algorithm.rounds // self.unroll

    @property
    @abstractmethod
    def hold_cycles(self) -> int:
        """Period at which a waiting state can absorb a word, in cycles."""

    @property
    @abstractmethod
    def clear_cycles(self) -> int:
        """Cycles in which the datapath clears its state."""

    @property
    def gap_cycles(self) -> int:
        """Cycles in which the state is cleared between two messages."""
        return max(self.clear_cycles, self.hold_cycles - 1)

    def cycles(self, level: Level, message_bytes: int) -> int:
        """Returns the cycles of a permutation per message block and per further digest block."""
        words = self.algorithm.blocks(message_bytes) + self.algorithm.squeezes - 1
        return words * self.cycles_per_block + (level == "stream")

    def message_interval(self, message_bytes: int) -> int:
        """Returns the interval in cycles. After the digest, the state is cleared and permuted."""
        return self.cycles("core", message_bytes) + 1 + self.wake_cycles

    @property
    def wake_cycles(self) -> int:
        """Cycles in which the state is cleared, and permuted with its initial word."""
        return self.gap_cycles + self.cycles_per_block
