"""Hashes with several messages interleaved in one datapath (C-slow retiming)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from silicrypt.catalog.merkle_damgard import SHA2, HashFormulas, MerkleDamgard, hash_unit
from silicrypt.catalog.unit import Level, Rule, Top


@dataclass(frozen=True)
class InterleavedFormulas(HashFormulas):
    """Formulas of a hash whose datapath has a message in each register of its loops."""

    @property
    def stages(self) -> int:
        """Messages in flight."""
        return int(self.parameters["Messages"])

    @property
    def cycles_per_block(self) -> int:
        """Cycles of the rounds and of the feed-forward."""
        return self.chosen.rounds + self.feed_forward_cycles

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles of the blocks, and those of the block buffer and the pipeline."""
        return (
            self.chosen.blocks(message_bytes) * self.block_cycles
            + 25
            + int(self.parameters["Pieces"])
        )


def _rules(parameters: Mapping[str, Any], _: MerkleDamgard) -> Iterator[Rule]:
    messages = parameters["Messages"]
    yield messages in (2, 3, 4), "Messages must be 2, 3 or 4"
    yield 1 <= parameters["Pieces"] < messages, "Pieces must be 1 to Messages - 1"


_SHA2 = hash_unit("sha2", SHA2, _rules, position=40, named=True)

UNITS = (
    replace(
        _SHA2,
        name="sha2-interleaved",
        tops={"core": Top("sil_sha2_interleaved_core")},
        parameters={"Alg": None, "Messages": 2, "Pieces": 1},
        enums={"Alg": _SHA2.enums["Alg"]},
        formulas=InterleavedFormulas,
    ),
)
