"""Sponge hashes: SHAT-R, the reconstruction of the hash SHAT of the paper shat-2014."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from silicrypt.catalog.algorithms import Hash, Padding
from silicrypt.catalog.unit import Enum, Formulas, Level, Rule, Top, Unit
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


#: Padding of a one bit and zeros, without a length.
_BARE = Padding(0)

#: By name, in the order of ``sil_sponge_pkg::alg_e``.
ALGORITHMS: Mapping[str, Sponge] = MappingProxyType(
    {
        algorithm.enum: algorithm
        for algorithm in (
            Sponge(f"SHAT-R-{size}", f"SHAT{size}", size // 4, size, _BARE, 48)
            for size in (128, 256, 384)
        )
    }
)


_WORDS = 5  # words of the state of SHAT-R


def _rules(parameters: Mapping[str, Any], algorithm: Sponge) -> Iterator[Rule]:
    unroll = parameters["Unroll"]
    yield unroll > 0 and algorithm.rounds % unroll == 0, "Unroll must be a divisor of 48"
    yield parameters["Precompute"] in (0, 1, 2), "Precompute must be 0, 1 or 2"
    yield parameters["ClockGate"] in (0, 1), "ClockGate must be 0 or 1"


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
    def still_cycles(self) -> int:
        """Period at which a waiting state can absorb a word, in cycles.

        Without a clock gate the words of a waiting state rotate, and after this number of cycles
        they are in their original positions. With a clock gate the state holds, and the period is
        1.
        """
        if self.parameters["ClockGate"]:
            return 1
        return 7 if self.unroll % 3 == 0 else 21

    @property
    def apart_cycles(self) -> int:
        """Cycles in which the state is cleared between two messages."""
        return max(-(-_WORDS // self.unroll), self.still_cycles - 1)

    def cycles(self, level: Level, message_bytes: int) -> int:
        """Cycles of one permutation per message block and per digest block but the first."""
        words = self.algorithm.blocks(message_bytes) + self.algorithm.squeezes - 1
        return words * self.cycles_per_block + (level == "stream")

    def message_interval(self, message_bytes: int) -> int:
        """The interval. After the digest, the state is cleared and permuted."""
        return self.cycles("core", message_bytes) + 1 + self.wake_cycles

    @property
    def wake_cycles(self) -> int:
        """Cycles in which the state is cleared, and permuted with its initial word."""
        return self.apart_cycles + self.cycles_per_block


@lru_cache(maxsize=1 << 14)
def _digest(algorithm: Sponge, data: bytes, _: bytes) -> bytes:
    return shat.digest(algorithm.digest_bits, data)


#: Padded words or message bytes in, digest out.
UNIT = Unit(
    name="sponge",
    interface="sponge",
    tops={
        "core": Top("sil_sponge_core", result_beats=4, results_wait=False),
        "stream": Top("sil_sponge_stream"),
    },
    algorithms=ALGORITHMS,
    parameters=MappingProxyType({"Alg": None, "Unroll": 1, "Precompute": 0, "ClockGate": 0}),
    enums=MappingProxyType({"Alg": Enum("sil_sponge_pkg", tuple(ALGORITHMS))}),
    rules=_rules,
    formulas=SpongeFormulas,
    reference=_digest,
    tagged=False,
)
