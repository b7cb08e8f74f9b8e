"""SHA-2 whose messages can stop at the end of a block, and continue from a chaining value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from silicrypt.catalog.merkle_damgard import SHA2, HashFormulas, MerkleDamgard, hash_unit
from silicrypt.catalog.unit import Level, Rule, Top

#: Cycles from the first beat of a message at an idle core to its first word in the datapath.
_START = 6


@dataclass(frozen=True)
class SaveFormulas(HashFormulas):
    """Formulas of a hash whose message starts with its first beat.

    They are those of messages that start from the initial hash value and are padded.
    """

    @property
    def filling(self) -> int:
        """Cycles from the selection of a message word to the chaining value.

        Behind registers the parameter `Precompute` is absent; it is 2.
        """
        return self.datapath.latency[2]

    def cycles(self, level: Level, message_bytes: int) -> int:
        """Returns the cycles of the blocks, and those before the first and after the last."""
        return super().cycles(level, message_bytes) + _START

    def message_interval(self, message_bytes: int) -> int:
        """Returns the interval in cycles."""
        return super().cycles("core", message_bytes) + self.feed_forward_cycles + 3


def _rules(parameters: Mapping[str, Any], algorithm: MerkleDamgard) -> Iterator[Rule]:
    yield algorithm.enum in ("SHA256", "SHA512"), "Alg must be SHA256 or SHA512"
    yield parameters["ClockGate"] in (0, 1), "ClockGate must be 0 or 1"
    yield parameters["Precompute"] == 2, "Precompute must be 2"


_UNIT = hash_unit("sha2", SHA2, _rules, position=41, named=True)

UNITS = (
    replace(
        _UNIT,
        name="sha2-save",
        tops={"stream": Top("sil_sha2_save_stream", without=frozenset({"Precompute"}))},
        parameters={"Alg": None, "ClockGate": 0, "Precompute": 2},
        enums={"Alg": _UNIT.enums["Alg"]},
        formulas=SaveFormulas,
        tagged=False,
    ),
)
