"""SHA-2 whose messages follow each other without a pause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from silicrypt.catalog.merkle_damgard import SHA2, HashFormulas, MerkleDamgard, hash_unit
from silicrypt.catalog.unit import Rule, Top


@dataclass(frozen=True)
class ShortFormulas(HashFormulas):
    """Formulas of a hash whose digest waits while the next message is computed."""

    @property
    def filling(self) -> int:
        """Cycles from the selection of a message word to the chaining value."""
        return 5

    def message_interval(self, message_bytes: int) -> int:
        """Returns the interval in cycles: those of its blocks."""
        return self.chosen.blocks(message_bytes) * self.block_cycles


def _rules(_: Mapping[str, Any], __: MerkleDamgard) -> Iterator[Rule]:
    yield from ()


_UNIT = hash_unit("sha2", SHA2, _rules, position=42, named=True)

UNITS = (
    replace(
        _UNIT,
        name="sha2-short",
        tops={
            "core": Top("sil_sha2_short_core"),
            "stream": Top("sil_sha2_short_stream"),
        },
        parameters={"Alg": None},
        enums={"Alg": _UNIT.enums["Alg"]},
        formulas=ShortFormulas,
        tagged=False,
    ),
)
