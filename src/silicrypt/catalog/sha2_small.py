"""SHA-224 and SHA-256 in the least area (FIPS 180-4)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from silicrypt.catalog.merkle_damgard import SHA2, MerkleDamgard
from silicrypt.catalog.unit import Enum, Formulas, Level, Rule, Top, Unit

_WORD_BITS, _DIGEST_WORDS = 32, 8
#: Steps of a round with a word of the message, and with one of the message schedule.
_GIVEN, _FORMED = 8, 11
#: Steps that load the initial hash value.
_LOAD = 8
_SHORT = {one.enum: one for one in SHA2 if one.word_bits == _WORD_BITS}


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
        words = self.algorithm.digest_bits // _WORD_BITS
        return words if self.parameters["Memory"] else 4 * words

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


def _unit(bits: int) -> Unit[MerkleDamgard]:
    """Returns the unit of an algorithm. The number of beats of a digest depends on it."""
    one = _SHORT[f"SHA{bits}"]
    return Unit(
        name=f"sha{bits}-small",
        interface="sponge",
        tops={"core": Top("sil_sha2_small_core", result_beats=bits // _WORD_BITS)},
        algorithms={one.enum: one},
        parameters={"Alg": one.enum, "Memory": 1, "ClockGate": 0},
        enums={"Alg": Enum("sil_sha2_pkg", tuple(algorithm.enum for algorithm in SHA2))},
        rules=_rules,
        formulas=SmallFormulas,
        reference=_digest,
        tagged=False,
        position=41,
    )


UNITS = (_unit(256),)
