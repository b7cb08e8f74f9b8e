"""SHA-256 in the least area (FIPS 180-4)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from silicrypt.catalog.merkle_damgard import SHA2, MerkleDamgard
from silicrypt.catalog.unit import Formulas, Level, Rule, Top, Unit

_WORD_BITS, _DIGEST_WORDS = 32, 8
#: Steps of a round with a word of the message, and with one of the message schedule.
_GIVEN, _FORMED = 8, 11
#: Steps that load the initial hash value.
_LOAD = 8


@dataclass(frozen=True)
class SmallFormulas(Formulas[MerkleDamgard]):
    """Formulas of the word-serial core: an addition per cycle."""

    @property
    def data_bits(self) -> int:
        """Width of a beat: a word."""
        return _WORD_BITS

    @property
    def cycles_per_block(self) -> int:
        """Cycles of the rounds, and of two additions for each word of the feed-forward."""
        return 16 * _GIVEN + 48 * _FORMED + 2 * 8

    @property
    def digest_cycles(self) -> int:
        """Cycles in which the words of the digest leave."""
        return _DIGEST_WORDS if self.parameters["Memory"] else 4 * _DIGEST_WORDS

    def cycles(self, level: Level, message_bytes: int) -> int:
        """Returns the cycles to the last word of the digest."""
        blocks = self.algorithm.blocks(message_bytes)
        return blocks * self.cycles_per_block + self.digest_cycles - 1 + (level == "stream")

    def message_interval(self, message_bytes: int) -> int:
        """Returns the interval in cycles."""
        return self.cycles("core", message_bytes) + 1 + _LOAD

    @property
    def wake_cycles(self) -> int:
        """Cycles in which the initial hash value is loaded, and that of the address."""
        return 1 + _LOAD + int(self.parameters["Memory"])


def _rules(parameters: Mapping[str, Any], _: MerkleDamgard) -> Iterator[Rule]:
    memory, gate = parameters["Memory"], parameters["ClockGate"]
    yield memory in (0, 1), "Memory must be 0 or 1"
    yield gate in (0, 1), "ClockGate must be 0 or 1"
    yield not (memory and gate), "ClockGate = 1 needs Memory = 0"


def _digest(algorithm: MerkleDamgard, data: bytes, _: bytes) -> bytes:
    return hashlib.new(algorithm.hashlib, data).digest()


UNITS = (
    Unit(
        name="sha256-small",
        interface="sponge",
        tops={"core": Top("sil_sha2_small_core", result_beats=_DIGEST_WORDS)},
        algorithms={one.enum: one for one in SHA2 if one.enum == "SHA256"},
        named_by=None,
        parameters={"Memory": 1, "ClockGate": 0},
        enums={},
        rules=_rules,
        formulas=SmallFormulas,
        reference=_digest,
        tagged=False,
        position=41,
    ),
)
