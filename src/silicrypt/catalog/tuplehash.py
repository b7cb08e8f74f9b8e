"""TupleHash and TupleHashXOF (NIST SP 800-185 5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from silicrypt.catalog.kmac import Kmac, KmacFormulas, encoded
from silicrypt.catalog.unit import Level, Rule, Top, Unit
from silicrypt.models import kmac
from silicrypt.models.kmac import tuplehash

_LANES = 25
#: Bytes of the header of a packet: a beat.
HEADER = 8
#: Bytes of left_encode of the rate and of encode_string("TupleHash"), which are two pieces.
_BEGIN = (8, 5)
#: Cycles of a permutation with a round per cycle.
_ROUNDS = 24
#: With a lane per cycle: cycles of a pass over the state, and steps and lanes of a row.
_PASS, _STEPS, _ROW = 42, 6, 5


class Operation(IntEnum):
    """The operation of a request."""

    TUPLEHASH, TUPLEHASHXOF = range(2)


@dataclass(frozen=True)
class TupleHash(Kmac):
    """TupleHash with a security strength."""


@dataclass
class _Input:
    """The pieces of a request on their way to the sponge.

    Attributes:
        serial: whether the sponge takes one lane per cycle.
        words: words of a block.
        at: the cycle of the next piece.
        waiting: bytes that wait to fill a word.
        number: the number of the next word in its block.
        slot: the first cycle in which the sponge can take the next word.
        next_block: the first cycle in which the sponge can begin with another block.
        taken: the cycle in which it begins with the last complete block.
    """

    serial: bool
    words: int
    at: int = 1
    waiting: int = 0
    number: int = 0
    slot: int = 0
    next_block: int = 0
    taken: int = 0

    def send(self, *sizes: int) -> None:
        """Sends pieces of up to a word, which do not end a section."""
        for size in sizes:
            full, self.waiting = divmod(self.waiting + size, HEADER)
            if full:
                self._word()
            else:
                self.at += 1

    def end(self, size: int) -> None:
        """Sends the last piece of a section, and zeros up to the end of a block."""
        for _ in range(-(-(self.waiting + size) // HEADER)):
            self._word()
        while self.number:
            self._word()
        self.waiting = 0

    def _word(self) -> None:
        """Sends a piece, or zeros, that complete a word. The word waits for the sponge."""
        self.at = max(self.at + 1, self.slot)
        self.number += 1
        if self.serial:
            self.slot = self.at + 1 + (self.number % _ROW == 0)
        if self.number == self.words:
            self.number = 0
            self._block()

    def _block(self) -> None:
        """Ends a block, whose last word the sponge takes in this cycle.

        With a lane per cycle, the pass of this block and those of the permutation follow. With a
        round per cycle, the block waits for the end of the permutation before it.
        """
        if self.serial:
            rows, lanes = divmod(self.words - 1, _ROW)
            self.taken = self.at - _STEPS * rows - lanes
            self.slot = self.taken + (1 + _ROUNDS) * _PASS
        else:
            self.taken = self.slot = max(self.at + 2, self.next_block)
            self.next_block = self.taken + _ROUNDS


@dataclass(frozen=True)
class TupleFormulas(KmacFormulas):
    """Formulas of TupleHash. They have the requests of KMAC."""

    @property
    def _output(self) -> int:
        """With a lane per cycle: cycles in which the words of a block of output are read."""
        rows, lanes = divmod(self.words - 1, _ROW)
        return _STEPS * rows + lanes + 5

    def _first(self, packets: Sequence[int], last: int) -> int:
        """Returns the cycles from a request to the first beat of its answer valid.

        Args:
            packets: bytes of its packets, with their headers. An empty one is an empty string.
            last: bytes of the last piece.
        """
        pieces = _Input(self.serial, self.words)
        pieces.send(*_BEGIN)
        for number, packet in enumerate(packets):
            string = max(0, packet - HEADER)
            full, rest = divmod(string, HEADER)
            sizes = [encoded(string), *[HEADER] * full, *[rest] * (rest > 0)]
            pieces.send(*sizes[: -1 if number == 0 else None])
            if number == 0:
                pieces.end(sizes[-1])
        pieces.end(last)
        if self.serial:
            return pieces.taken + (1 + _ROUNDS) * _PASS + self._output
        return pieces.taken + _ROUNDS + 1

    def request_cycles(self, packets: Sequence[int], number: int, size: int) -> int:
        """Returns the cycles from a request to the last beat of its answer valid.

        Args:
            packets: bytes of its packets, with their headers. An empty one is an empty string.
            number: the operation.
            size: bytes of the result.
        """
        more, last = divmod(self.beats(size) - 1, self.words)
        between = self.words + (_ROUNDS * _PASS + self._output if self.serial else _ROUNDS)
        stated = 0 if number == Operation.TUPLEHASHXOF else size
        return self._first(packets, encoded(stated) + 1) + more * between + last

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles of a tuple of one string, to a result of one byte."""
        return self.request_cycles((HEADER, HEADER + message_bytes), Operation.TUPLEHASH, 1)


def _algorithm(strength: int) -> TupleHash:
    name = f"TupleHash{strength}"
    return TupleHash(name, name.upper(), 8 * kmac.rate(strength), strength)


def _rules(parameters: Mapping[str, Any], _: TupleHash) -> Iterator[Rule]:
    lanes, gate = parameters["Lanes"], parameters["ClockGate"]
    yield parameters["Function"] == "TUPLEHASH", "Function must be TUPLEHASH"
    yield parameters["Strength"] in (128, 256), "Strength must be 128 or 256"
    yield lanes in (1, _LANES), "Lanes must be 1 or 25"
    yield gate in (0, 1), "ClockGate must be 0 or 1"
    yield not gate or lanes == _LANES, "ClockGate = 1 needs Lanes = 25"


def _digest(algorithm: TupleHash, data: bytes, _: bytes) -> bytes:
    return tuplehash(algorithm.strength, (data,), algorithm.strength // 4)


#: Its formulas are those of a unit with requests, whose algorithm is declared as that of HMAC.
_UNIT: Unit[Any] = Unit(
    name="tuplehash",
    interface="kdf",
    tops={"stream": Top("sil_tuplehash", without=frozenset({"Function"}))},
    algorithms={strength: _algorithm(strength) for strength in (128, 256)},
    parameters={"Strength": None, "Lanes": _LANES, "ClockGate": 0, "Function": "TUPLEHASH"},
    enums={},
    rules=_rules,
    formulas=TupleFormulas,
    reference=_digest,
    named_by="Strength",
    tagged=False,
    position=71,
)

UNITS = (_UNIT,)
