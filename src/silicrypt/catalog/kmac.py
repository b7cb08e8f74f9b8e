"""KMAC, KMACXOF and cSHAKE (NIST SP 800-185 3 and 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from silicrypt.catalog.kdf import KdfFormulas
from silicrypt.catalog.unit import Algorithm, Level, Rule, Top, Unit
from silicrypt.models import kmac

_LANES, _LANE_BYTES = 25, 8
#: Cycles of a permutation with a round per cycle. With a lane per cycle, those of a pass over the
#: state, the passes of a permutation, and the steps of a row with and without a lane.
_ROUNDS, _PASS, _STEPS, _ROW = 24, 42, 6, 5
#: Bytes of encode_string("KMAC") and of encode_string(""), and bytes of left_encode of the rate.
_NAME, _NO_NAME, _RATE = 6, 2, 2


class Operation(IntEnum):
    """The operation of a request."""

    KMAC, KMACXOF, CSHAKE = range(3)


@dataclass(frozen=True)
class Kmac(Algorithm):
    """KMAC with a security strength. A block is what the state absorbs before one permutation.

    Attributes:
        strength: the strength, in bits.
    """

    strength: int


def encoded(size: int) -> int:
    """Returns the bytes of left_encode and of right_encode of the bits of a string of bytes."""
    return len(kmac.left_encode(8 * size))


@dataclass(frozen=True)
class KmacFormulas(KdfFormulas):
    """Formulas of KMAC. They have the requests of `KdfFormulas`, and no HMAC."""

    @property
    def data_bits(self) -> int:
        """Width of a beat: a lane."""
        return 8 * _LANE_BYTES

    @property
    def serial(self) -> bool:
        """Whether a cycle takes one lane."""
        return self.parameters["Lanes"] == 1

    @property
    def words(self) -> int:
        """Words of a block."""
        return self.algorithm.block_bits // self.data_bits

    @property
    def cycles_per_block(self) -> int:
        """Cycles of a permutation. With one lane per cycle, a pass over the state absorbs first."""
        return (_ROUNDS + 1) * _PASS if self.serial else _ROUNDS

    def blocks(self, packets: Sequence[int], operation: int, size: int) -> int:
        """Returns the blocks of a request, as those of its packets."""
        first, *others, text = packets
        found = list[int]()
        if operation != Operation.CSHAKE:
            found = [_RATE + _NAME + encoded(first) + first]
            found += [_RATE + encoded(key) + key for key in others]
            text += encoded(0 if operation == Operation.KMACXOF else size)
        elif first:
            found = [_RATE + _NO_NAME + encoded(first) + first]
        return sum(-(-part // self.tag_bytes) for part in (*found, text + 1))

    def waits(self, packets: Sequence[int], operation: int) -> int:
        """Returns the cycles by which pieces that fill no word delay the blocks.

        With a round per cycle, only the first block can be late.
        """
        first, text = packets[0], packets[-1]
        rest = text % _LANE_BYTES > 0 or not text
        at = text // _LANE_BYTES  # the number of the word after the message
        shake = operation == Operation.CSHAKE and not first
        found = 1 + (operation == Operation.CSHAKE and 0 < first < 2**13)
        if not self.serial:
            return found + (shake and rest and at < self.words)
        return found + (rest and (at % self.words % _ROW > 0 or (shake and not at)))

    def request_cycles(self, packets: Sequence[int], number: int, size: int) -> int:
        """Returns the cycles from a request to the last beat of its answer valid."""
        cycles = self.blocks(packets, number, size) * self.cycles_per_block
        cycles += self.waits(packets, number)
        more, last = divmod(self.beats(size) - 1, self.words)
        if self.serial:
            rows, lanes = divmod(self.words - 1, _ROW)
            output = _STEPS * rows + lanes + 5
            return cycles + output + 2 + more * (self.words + _ROUNDS * _PASS + output) + last
        return cycles + self.words + 4 + more * (self.words + _ROUNDS) + last

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles of KMAC with an empty key, to a tag of one byte."""
        return self.request_cycles((0, 0, message_bytes), Operation.KMAC, 1)


def _algorithm(strength: int) -> Kmac:
    name = f"KMAC{strength}"
    return Kmac(name, name, 8 * kmac.rate(strength), strength)


def _rules(parameters: Mapping[str, Any], _: Kmac) -> Iterator[Rule]:
    lanes, gate = parameters["Lanes"], parameters["ClockGate"]
    yield parameters["Function"] == "KMAC", "Function must be KMAC"
    yield parameters["Strength"] in (128, 256), "Strength must be 128 or 256"
    yield lanes in (1, _LANES), "Lanes must be 1 or 25"
    yield gate in (0, 1), "ClockGate must be 0 or 1"
    yield not gate or lanes == _LANES, "ClockGate = 1 needs Lanes = 25"


def _tag(algorithm: Kmac, data: bytes, key: bytes) -> bytes:
    return kmac.kmac(algorithm.strength, key, data, algorithm.strength // 4)


#: Its formulas are those of a unit with requests, whose algorithm is declared as that of HMAC.
_UNIT: Unit[Any] = Unit(
    name="kmac",
    interface="kdf",
    tops={"stream": Top("sil_kmac", without=frozenset({"Function"}))},
    algorithms={strength: _algorithm(strength) for strength in (128, 256)},
    parameters={"Strength": None, "Lanes": _LANES, "ClockGate": 0, "Function": "KMAC"},
    enums={},
    rules=_rules,
    formulas=KmacFormulas,
    reference=_tag,
    named_by="Strength",
    tagged=False,
    position=70,
)

UNITS = (_UNIT,)
