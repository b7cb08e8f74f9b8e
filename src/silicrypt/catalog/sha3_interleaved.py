"""SHA-3 and SHAKE (FIPS 202) with two messages in one datapath."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from silicrypt.catalog import sha3
from silicrypt.catalog.sha3 import Keccak, Sha3Formulas
from silicrypt.catalog.unit import Level, Rule, Top

_MESSAGES, _ROUNDS = 2, 24


@dataclass(frozen=True)
class InterleavedFormulas(Sha3Formulas):
    """Formulas of the stream of SHA-3 whose loop has the states of two messages."""

    @property
    def serial(self) -> bool:
        """Whether a cycle takes one lane."""
        return False

    @property
    def stages(self) -> int:
        """Messages in flight."""
        return _MESSAGES

    @property
    def cycles_per_block(self) -> int:
        """Cycles of a permutation, of which two run at the same time, or of moving a block."""
        return max(_ROUNDS, self.algorithm.block_bits // self.data_bits + 4)

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002 - one level
        """Returns the cycles of all blocks, and those of the first block.

        It is the minimum: a block waits for the cycle of its channel.
        """
        absorbed = self.algorithm.blocks(message_bytes) * _MESSAGES * _ROUNDS
        return absorbed + 2 * self.algorithm.block_bits // self.data_bits + 6

    def message_interval(self, message_bytes: int) -> int:
        """Returns the interval of one channel."""
        return self.algorithm.blocks(message_bytes) * _MESSAGES * _ROUNDS + 2


def _rules(_: Mapping[str, Any], __: Keccak) -> Iterator[Rule]:
    yield from ()


UNITS = (
    replace(
        sha3.UNITS[0],
        name="sha3-interleaved",
        tops={"stream": Top("sil_sha3_interleaved_stream")},
        parameters={"Alg": None},
        rules=_rules,
        formulas=InterleavedFormulas,
        tagged=True,
        position=28,
    ),
)
