"""SHAT-R, the reconstruction of the sponge hash SHAT of the paper shat-2014."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from silicrypt.catalog.algorithms import Padding
from silicrypt.catalog.sponge import Sponge, SpongeFormulas
from silicrypt.catalog.unit import Enum, Rule, Top, Unit
from silicrypt.models import shat

#: Padding of a one bit and zeros, without a length.
_BARE = Padding(0)

#: By name, in the order of ``sil_shat_pkg::alg_e``.
ALGORITHMS: Mapping[str, Sponge] = MappingProxyType(
    {
        algorithm.enum: algorithm
        for algorithm in (
            Sponge(f"SHAT-R-{size}", f"SHAT{size}", size // 4, size, _BARE, 48)
            for size in (128, 256, 384)
        )
    }
)


_WORDS = 5  # words of the state


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
UNIT = Unit(
    name="shat",
    interface="sponge",
    tops={
        "core": Top("sil_shat_core", result_beats=4, results_wait=False),
        "stream": Top("sil_shat_stream"),
    },
    algorithms=ALGORITHMS,
    parameters=MappingProxyType(
        {"Alg": None, "Unroll": 1, "Precompute": 0, "Fast": 0, "ClockGate": 0}
    ),
    enums=MappingProxyType({"Alg": Enum("sil_shat_pkg", tuple(ALGORITHMS))}),
    rules=_rules,
    formulas=ShatFormulas,
    reference=_digest,
    tagged=False,
)
