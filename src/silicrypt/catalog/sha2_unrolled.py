"""SHA-2 with all rounds as a pipeline, which takes a block in every cycle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from silicrypt.catalog.merkle_damgard import SHA2, HashFormulas, MerkleDamgard, hash_unit
from silicrypt.catalog.unit import Level, Rule, Top

_BLOCK_WORDS = 16


@dataclass(frozen=True)
class UnrolledFormulas(HashFormulas):
    """Formulas of a hash whose pipeline has a block of another message in each stage."""

    @property
    def data_bits(self) -> int:
        """Width of a beat: a block."""
        return _BLOCK_WORDS * self.algorithm.word_bits

    @property
    def stages(self) -> int:
        """Messages in flight: each round takes two cycles."""
        return 2 * self.algorithm.rounds + 8

    @property
    def cycles_per_block(self) -> int:
        """A block enters in every cycle."""
        return 1

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles of the blocks, and those of the queue of digests."""
        return self.chosen.blocks(message_bytes) * self.block_cycles + 2


def _no_rules(_: Mapping[str, Any], __: MerkleDamgard) -> Iterator[Rule]:
    return iter(())


_SHA2 = hash_unit("sha2", SHA2, _no_rules, position=41, named=True)

UNITS = (
    replace(
        _SHA2,
        name="sha2-unrolled",
        tops={"core": Top("sil_sha2_unrolled_core")},
        parameters={"Alg": None},
        enums={"Alg": _SHA2.enums["Alg"]},
        formulas=UnrolledFormulas,
    ),
)
