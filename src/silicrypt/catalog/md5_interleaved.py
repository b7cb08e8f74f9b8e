"""MD5 for four messages in one datapath (C-slow retiming)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from silicrypt.catalog.merkle_damgard import (
    MD5,
    InterleavedFormulas,
    MerkleDamgard,
    hash_unit,
)
from silicrypt.catalog.unit import Level, Rule, Top


@dataclass(frozen=True)
class Md5InterleavedFormulas(InterleavedFormulas):
    """Formulas of four interleaved messages."""

    @property
    def stages(self) -> int:
        """Messages in flight."""
        return 4

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles of the blocks, and those of the block buffer and the pipeline."""
        return self.chosen.blocks(message_bytes) * self.block_cycles + 24


def _rules(_: Mapping[str, Any], __: MerkleDamgard) -> Iterator[Rule]:
    yield from ()


UNITS = (
    replace(
        hash_unit("md5", (MD5,), _rules, position=41),
        name="md5-interleaved",
        tops={"core": Top("sil_md5_interleaved_core")},
        parameters={},
        enums={},
        formulas=Md5InterleavedFormulas,
    ),
)
