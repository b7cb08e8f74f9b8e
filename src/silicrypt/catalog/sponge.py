"""Sponge hashes: what they share, and SHAT-R, the reconstruction of the paper shat-2014."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from silicrypt.catalog.unit import Enum, Formulas, Hash, Level, Padding, Rule, Top, Unit
from silicrypt.models import shat


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


#: Padding of a one bit and zeros, without a length.
_BARE = Padding(0)

#: Words of the state of SHAT-R.
_WORDS = 5
#: SHAT-R by name, in the order of ``sil_shat_pkg::alg_e``.
SHAT: Mapping[str, Sponge] = {
    f"SHAT{size}": Sponge(f"SHAT-R-{size}", f"SHAT{size}", size // 4, size, _BARE, shat.STEPS)
    for size in shat.SIZES
}


def _rules(parameters: Mapping[str, Any], algorithm: Sponge) -> Iterator[Rule]:
    unroll = parameters["Unroll"]
    yield unroll > 0 and algorithm.rounds % unroll == 0, "Unroll must be a divisor of 48"
    yield parameters["Precompute"] in range(4), "Precompute must be 0, 1, 2 or 3"
    yield parameters["Fast"] in (0, 1), "Fast must be 0 or 1"
    yield not parameters["Fast"] or unroll == 1, "Fast = 1 needs Unroll = 1"
    yield parameters["ClockGate"] in (0, 1), "ClockGate must be 0 or 1"


@dataclass(frozen=True)
class ShatFormulas(SpongeFormulas):
    """Formulas of SHAT-R."""

    @property
    def hold_cycles(self) -> int:
        """Period at which a waiting state can absorb a word, in cycles.

        Without a clock gate the words of a waiting state rotate, and after this number of cycles
        they are in their original positions. With a clock gate the state holds, and the period is
        1.
        """
        if self.parameters["ClockGate"]:
            return 1
        return 7 if self.unroll % 3 == 0 else 21

    @property
    def clear_cycles(self) -> int:
        """Cycles in which the state is cleared: a word per STEP."""
        return -(-_WORDS // self.unroll)


@lru_cache(maxsize=1 << 14)
def _digest(algorithm: Sponge, data: bytes, _: bytes) -> bytes:
    return shat.digest(algorithm.digest_bits, data)


#: Padded words or message bytes in, digest out.
UNITS = (
    Unit(
        name="shat",
        interface="sponge",
        tops={
            "core": Top("sil_shat_core", result_beats=4, results_wait=False),
            "stream": Top("sil_shat_stream"),
        },
        algorithms=SHAT,
        parameters={"Alg": None, "Unroll": 1, "Precompute": 0, "Fast": 0, "ClockGate": 0},
        enums={"Alg": Enum("sil_shat_pkg", tuple(SHAT))},
        rules=_rules,
        formulas=ShatFormulas,
        reference=_digest,
        tagged=False,
        position=20,
    ),
)
