"""MD5, SHA-1, SHA-224, SHA-256 and SM3 word by word, in the least area."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from silicrypt.catalog import sm3
from silicrypt.catalog.merkle_damgard import MD5, SHA1, SHA2, MerkleDamgard
from silicrypt.catalog.unit import Enum, Formulas, Level, Rule, Top, Unit

if TYPE_CHECKING:
    from silicrypt.catalog.design_point import DesignPoint

_WORD_BITS = 32
#: By the number of adders: steps of a round with a word of the message, of one with a word of the
#: message schedule, and of a word of the feed-forward.
_STEPS = {1: (8, 11, 2), 2: (7, 9, 1)}
#: The same with shift registers.
_SHIFTS = (7, 10, 1)
_SHORT = {one.enum: one for one in SHA2 if one.word_bits == _WORD_BITS}


@dataclass(frozen=True)
class SmallFormulas(Formulas[MerkleDamgard]):
    """Formulas of the word-serial core: an operand per cycle."""

    @property
    def data_bits(self) -> int:
        """Width of a beat: a word."""
        return _WORD_BITS

    @property
    def cycles_per_block(self) -> int:
        """Cycles of the rounds and of the feed-forward."""
        memory, adders = self.parameters["Memory"], int(self.parameters["Adders"])
        given, formed, forward = _STEPS[adders] if memory else _SHIFTS
        return 16 * given + 48 * formed + forward * 8

    @property
    def digest_cycles(self) -> int:
        """Cycles in which the words of the digest leave."""
        words = self.algorithm.digest_bits // _WORD_BITS
        return words if self.parameters.get("Memory", 1) else 4 * words

    @property
    def load_cycles(self) -> int:
        """Cycles in which the initial hash value is loaded."""
        return 8

    def cycles(self, level: Level, message_bytes: int) -> int:
        """Returns the cycles to the last word of the digest."""
        blocks = self.algorithm.blocks(message_bytes)
        return blocks * self.cycles_per_block + self.digest_cycles - 1 + (level == "stream")

    def message_interval(self, message_bytes: int) -> int:
        """Returns the interval in cycles."""
        return self.cycles("core", message_bytes) + 1 + self.load_cycles

    @property
    def wake_cycles(self) -> int:
        """Cycles in which the initial hash value is loaded, and that of the address."""
        return self.load_cycles + int(self.parameters.get("Memory", 1))


@dataclass(frozen=True)
class SHA1SmallFormulas(SmallFormulas):
    """The same for SHA-1."""

    @property
    def cycles_per_block(self) -> int:
        """Cycles of the rounds, with a word of the message or of the schedule, and of the end."""
        return 16 * 5 + 64 * 6 + 16


@dataclass(frozen=True)
class SHA1CellsFormulas(SmallFormulas):
    """The same for SHA-1 with shift registers."""

    @property
    def cycles_per_block(self) -> int:
        """Cycles of the rounds, and of the feed-forward."""
        return 80 * 4 + 80

    @property
    def digest_cycles(self) -> int:
        """Cycles to the last word of the digest: four for each one before it, and its own."""
        return 4 * 4 + 1

    @property
    def load_cycles(self) -> int:
        """Cycles in which the initial hash value is loaded, and added to zero."""
        return 20 + 80

    @property
    def wake_cycles(self) -> int:
        """Cycles in which the initial hash value is loaded."""
        return self.load_cycles

    def message_interval(self, message_bytes: int) -> int:
        """Returns the interval in cycles, with three after the last word of the digest."""
        return super().message_interval(message_bytes) + 3


@dataclass(frozen=True)
class MD5SmallFormulas(SmallFormulas):
    """The same for MD5."""

    @property
    def cycles_per_block(self) -> int:
        """Cycles of the steps, of their rotations, and of the feed-forward."""
        return 64 * 8 + 208 + 4 * 2

    @property
    def load_cycles(self) -> int:
        """Cycles in which the initial value is loaded."""
        return 4


@dataclass(frozen=True)
class MD5ShiftFormulas(SmallFormulas):
    """The same for MD5 with shift registers."""

    @property
    def cycles_per_block(self) -> int:
        """Cycles of the steps, of their rotations, and of the feed-forward."""
        return 64 * 4 + 284 + 4

    @property
    def digest_cycles(self) -> int:
        """Cycles in which the words of the digest leave: three between two words."""
        return 13

    @property
    def load_cycles(self) -> int:
        """Cycles in which the initial value is loaded, and one that clears the accumulator."""
        return 5

    @property
    def wake_cycles(self) -> int:
        """Cycles in which the initial value is loaded."""
        return self.load_cycles


@dataclass(frozen=True)
class SM3SmallFormulas(SmallFormulas):
    """The same for SM3."""

    @property
    def cycles_per_block(self) -> int:
        """Cycles of the message words, of E before round 0, of the rounds, and of the end."""
        return 16 + 1 + 64 * 13 + 8

    def cycles(self, level: Level, message_bytes: int) -> int:
        """Returns the cycles to the last word of the digest, which passes one more register."""
        return super().cycles(level, message_bytes) + 1

    def message_interval(self, message_bytes: int) -> int:
        """Returns the interval in cycles."""
        return self.cycles("core", message_bytes) + self.load_cycles


def _rules(parameters: Mapping[str, Any], _: MerkleDamgard) -> Iterator[Rule]:
    memory, gate, adders = (parameters[name] for name in ("Memory", "ClockGate", "Adders"))
    yield memory in (0, 1), "Memory must be 0 or 1"
    yield gate in (0, 1), "ClockGate must be 0 or 1"
    yield not (memory and gate), "ClockGate = 1 needs Memory = 0"
    yield adders == 1 or (adders == 2 and memory), "Adders must be 1, or 2 with Memory = 1"


def _gate(parameters: Mapping[str, Any], _: MerkleDamgard) -> Iterator[Rule]:
    yield parameters["ClockGate"] in (0, 1), "ClockGate must be 0 or 1"


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
        parameters={"Alg": one.enum, "Memory": 1, "ClockGate": 0, "Adders": 1},
        enums={"Alg": Enum("sil_sha2_pkg", tuple(algorithm.enum for algorithm in SHA2))},
        rules=_rules,
        formulas=SmallFormulas,
        reference=_digest,
        tagged=False,
        position=41,
    )


def _alone(one: MerkleDamgard, formulas: type[SmallFormulas], position: int) -> Unit[MerkleDamgard]:
    """Returns the unit of an algorithm with one form."""
    name = one.enum.lower()
    return Unit(
        name=f"{name}-small",
        interface="sponge",
        tops={"core": Top(f"sil_{name}_serial_core", result_beats=one.digest_bits // _WORD_BITS)},
        algorithms={one.enum: one},
        parameters={},
        enums={},
        rules=lambda _, __: iter(()),
        formulas=formulas,
        reference=_digest,
        named_by=None,
        tagged=False,
        position=position,
    )


def _cells(one: MerkleDamgard, formulas: type[SmallFormulas], position: int) -> Unit[MerkleDamgard]:
    """Returns the unit of an algorithm whose words are in shift registers."""
    name = one.enum.lower()
    return Unit(
        name=f"{name}-small-cells",
        interface="sponge",
        tops={"core": Top(f"sil_{name}_shift_core", result_beats=one.digest_bits // _WORD_BITS)},
        algorithms={one.enum: one},
        parameters={"ClockGate": 0},
        enums={},
        rules=_gate,
        formulas=formulas,
        reference=_digest,
        named_by=None,
        tagged=False,
        position=position,
    )


UNITS = (
    _unit(256),
    _alone(SHA1, SHA1SmallFormulas, 42),
    _cells(SHA1, SHA1CellsFormulas, 42),
    _alone(MD5, MD5SmallFormulas, 43),
    _alone(sm3.ALGORITHM, SM3SmallFormulas, 44),
    _cells(MD5, MD5ShiftFormulas, 46),
)


def preset(point: DesignPoint) -> bool:
    """Returns whether a design point has a memory with contents at power-up."""
    alone = isinstance(point.formulas, SmallFormulas) and "ClockGate" not in point.parameters
    return bool(point.parameters.get("Memory", alone))
