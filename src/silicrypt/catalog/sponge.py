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
    """A sponge hash; a block is what it absorbs at once.

    Attributes:
        rounds: of its permutation.
    """

    rounds: int

    @property
    def squeezes(self) -> int:
        """Words of a digest."""
        return self.digest_bits // self.block_bits


#: A one bit and zeros alone.
_BARE = Padding(0)

#: In the order of ``sil_sponge_pkg::alg_e``, by its names.
ALGORITHMS: Mapping[str, Sponge] = MappingProxyType(
    {
        algorithm.enum: algorithm
        for algorithm in (
            Sponge(f"SHAT-R-{size}", f"SHAT{size}", size // 4, size, _BARE, 48)
            for size in (128, 256, 384)
        )
    }
)


_WORDS = 5  # of a state of SHAT-R


def _rules(parameters: Mapping[str, Any], algorithm: Sponge) -> Iterator[Rule]:
    unroll = parameters["Unroll"]
    yield unroll > 0 and algorithm.rounds % unroll == 0, "Unroll must be a divisor of 48"
    yield parameters["Precompute"] in (0, 1, 2), "Precompute must be 0, 1 or 2"
    yield parameters["ClockGate"] in (0, 1), "ClockGate must be 0 or 1"


@dataclass(frozen=True)
class SpongeFormulas(Formulas[Sponge]):
    """Of a sponge hash."""

    @property
    def data_bits(self) -> int:
        """What is absorbed at once."""
        return self.algorithm.block_bits

    @property
    def cycles_per_block(self) -> int:
        """A permutation."""
        return self.algorithm.rounds // self.unroll

    @property
    def still_cycles(self) -> int:
        """Cycles after which a state that waits can take a word again, clock gate or none."""
        if self.parameters["ClockGate"]:
            return 1
        return 7 if self.unroll % 3 == 0 else 21

    @property
    def apart_cycles(self) -> int:
        """Cycles in which the state is cleared between two messages."""
        return max(-(-_WORDS // self.unroll), self.still_cycles - 1)

    def cycles(self, level: Level, message_bytes: int) -> int:
        """A permutation for each block and for each word of the digest but the first."""
        words = self.algorithm.blocks(message_bytes) + self.algorithm.squeezes - 1
        return words * self.cycles_per_block + (level == "stream")

    def message_interval(self, message_bytes: int) -> int:
        """Behind the digest the state is cleared, and permuted."""
        return self.cycles("core", message_bytes) + 1 + self.wake_cycles

    @property
    def wake_cycles(self) -> int:
        """The state is cleared, and permuted with its initial word."""
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
