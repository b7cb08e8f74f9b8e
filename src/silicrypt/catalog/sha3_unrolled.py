"""SHA-3 and SHAKE (FIPS 202) with several rounds per cycle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from silicrypt.catalog import sha3
from silicrypt.catalog.sha3 import Keccak, Sha3Formulas
from silicrypt.catalog.unit import Level, Rule, Top

_ROUNDS = 24


@dataclass(frozen=True)
class UnrolledFormulas(Sha3Formulas):
    """Formulas of the stream of SHA-3 with several rounds per cycle."""

    @property
    def serial(self) -> bool:
        """Whether a cycle takes one lane."""
        return False

    @property
    def _words(self) -> int:
        return self.algorithm.block_bits // self.data_bits

    @property
    def _permutation(self) -> int:
        return _ROUNDS // self.unroll

    @property
    def cycles_per_block(self) -> int:
        """Cycles of a permutation, or of the words of a block and the cycle in which it is full."""
        return max(self._permutation, self._words + 1)

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002 - one level
        """Returns the cycles of the first words, of the other blocks and of the last rounds."""
        others = self.algorithm.blocks(message_bytes) - 1
        return others * self.cycles_per_block + self._words + 2 + self._permutation

    def message_interval(self, message_bytes: int) -> int:
        """Returns the interval. The state is cleared after the digest."""
        others = self.algorithm.blocks(message_bytes) - 1
        return others * self.cycles_per_block + max(self._permutation + 3, self._words + 1)


def _rules(parameters: Mapping[str, Any], _: Keccak) -> Iterator[Rule]:
    yield parameters["Unroll"] in (2, 3), "Unroll must be 2 or 3"


UNITS = (
    replace(
        sha3.UNITS[0],
        name="sha3-unrolled",
        tops={"stream": Top("sil_sha3_unrolled_stream")},
        parameters={"Alg": None, "Unroll": 2},
        rules=_rules,
        formulas=UnrolledFormulas,
        position=27,
    ),
)
