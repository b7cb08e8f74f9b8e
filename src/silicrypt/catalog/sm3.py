"""SM3 (GB/T 32905-2016)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from silicrypt.catalog.merkle_damgard import (
    Datapath,
    HashFormulas,
    InterleavedFormulas,
    MerkleDamgard,
    hash_unit,
    registers,
)
from silicrypt.catalog.unit import Level, Padding, Rule, Top

ALGORITHM = MerkleDamgard("SM3", "SM3", 512, 256, Padding(8), 32, 64, "sm3", Datapath(4, (1, 0, 1)))

#: A round reads W(j) and W(j+4), which the message schedule forms four words later.
_WORDS_AHEAD = 4


@dataclass(frozen=True)
class SM3Formulas(HashFormulas):
    """Formulas of a hash whose rounds follow its message schedule by four words."""

    @property
    def filling(self) -> int:
        """Cycles from the selection of a message word to the chaining value."""
        return super().filling + _WORDS_AHEAD // self.unroll


def _rules(parameters: Mapping[str, Any], _: MerkleDamgard) -> Iterator[Rule]:
    unroll, precompute = parameters["Unroll"], parameters["Precompute"]
    yield unroll in (1, 2, 4), "Unroll must be 1, 2 or 4"
    yield precompute in (0, 2), "Precompute must be 0 or 2"
    yield precompute == 0 or unroll == 1, "Precompute = 2 needs Unroll = 1"
    yield parameters["PipelineStages"] == 1, "PipelineStages must be 1"
    yield from registers(parameters)
    # A block takes 68, 34 or 17 cycles, and a Gray code needs an even number of values.
    yield (
        parameters["CounterCode"] == "BINARY" or unroll in (1, 2),
        "CounterCode = GRAY needs Unroll = 1 or 2",
    )


@dataclass(frozen=True)
class SM3InterleavedFormulas(InterleavedFormulas):
    """Formulas of three interleaved messages."""

    @property
    def stages(self) -> int:
        """Messages in flight."""
        return 3

    def cycles(self, level: Level, message_bytes: int) -> int:
        """Returns the cycles of the blocks, and those of the block buffer and the pipeline."""
        before = self._before_core(message_bytes) if level == "stream" else 0
        return self.chosen.blocks(message_bytes) * self.block_cycles + 34 + before


def _no_rules(_: Mapping[str, Any], __: MerkleDamgard) -> Iterator[Rule]:
    yield from ()


UNITS = (
    replace(hash_unit("sm3", (ALGORITHM,), _rules, position=4), formulas=SM3Formulas),
    replace(
        hash_unit("sm3", (ALGORITHM,), _no_rules, position=42),
        name="sm3-interleaved",
        tops={
            "core": Top("sil_sm3_interleaved_core"),
            "stream": Top("sil_sm3_interleaved_stream"),
        },
        parameters={},
        enums={},
        formulas=SM3InterleavedFormulas,
    ),
)
