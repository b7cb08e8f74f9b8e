"""SHA-3 and SHAKE (FIPS 202), with one or several rounds per cycle."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from silicrypt.catalog.unit import Enum, Formulas, Hash, Level, Padding, Rule, Top, Unit

_ROUNDS = 24
_LANES, _LANE_BITS = 25, 64
#: Lanes of a row, and cycles of a pass over the state with one lane per cycle.
_ROW, _PASS = 5, 42


@dataclass(frozen=True)
class Keccak(Hash):
    """A function of FIPS 202. A block is what the state absorbs before one permutation (the rate).

    Attributes:
        suffix: the byte after a message: the suffix of the function, and the first bit of pad10*1.
        hashlib: its name in Python's hashlib.
    """

    suffix: int
    hashlib: str

    @property
    def extendable(self) -> bool:
        """Whether the output has any length. Then a beat of output is a block."""
        return self.digest_bits == self.block_bits

    def padded(self, message: bytes) -> bytes:
        """Returns the message with its suffix and the padding pad10*1 (FIPS 202 B.2)."""
        size = self.blocks(len(message)) * self.block_bits // 8
        body = bytearray((message + bytes([self.suffix])).ljust(size, b"\0"))
        body[-1] |= 0x80
        return bytes(body)


def _hash(bits: int) -> Keccak:
    rate, name = _LANES * _LANE_BITS - 2 * bits, f"SHA3-{bits}"
    return Keccak(name, f"SHA3_{bits}", rate, bits, Padding(0), 0x06, f"sha3_{bits}")


def _shake(strength: int) -> Keccak:
    rate, name = _LANES * _LANE_BITS - 2 * strength, f"SHAKE{strength}"
    return Keccak(name, name, rate, rate, Padding(0), 0x1F, f"shake_{strength}")


#: All functions by name, in the order of ``sil_sha3_pkg::alg_e``.
SHA3: Mapping[str, Keccak] = {
    one.enum: one for one in (*map(_hash, (224, 256, 384, 512)), *map(_shake, (128, 256)))
}


@dataclass(frozen=True)
class Sha3Formulas(Formulas[Keccak]):
    """Formulas of the stream of SHA-3."""

    @property
    def data_bits(self) -> int:
        """Width of a beat: a lane."""
        return _LANE_BITS

    @property
    def serial(self) -> bool:
        """Whether a cycle takes one lane."""
        return self.parameters["Lanes"] == 1

    @property
    def cycles_per_block(self) -> int:
        """Cycles of a permutation. With one lane per cycle, a pass over the state absorbs first."""
        return (_ROUNDS + 1) * _PASS if self.serial else _ROUNDS

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002 - one level
        """Returns the cycles of all blocks, and those of the first block or of the output."""
        absorbed = self.algorithm.blocks(message_bytes) * self.cycles_per_block
        if self.serial:
            rows, lanes = divmod(-(-self.algorithm.digest_bits // _LANE_BITS) - 1, _ROW)
            return absorbed + (_ROW + 1) * rows + lanes + 5
        return absorbed + self.algorithm.block_bits // _LANE_BITS + 2

    def message_interval(self, message_bytes: int) -> int:
        """Returns the interval. Without a memory, the state is cleared after the digest."""
        if self.serial:
            return self.cycles("stream", message_bytes) + 1
        return self.algorithm.blocks(message_bytes) * self.cycles_per_block + 3


def _rules(parameters: Mapping[str, Any], _: Keccak) -> Iterator[Rule]:
    lanes, gate = parameters["Lanes"], parameters["ClockGate"]
    yield lanes in (1, _LANES), "Lanes must be 1 or 25"
    yield gate in (0, 1), "ClockGate must be 0 or 1"
    yield not gate or lanes == _LANES, "ClockGate = 1 needs Lanes = 25"


def _digest(algorithm: Keccak, data: bytes, _: bytes) -> bytes:
    size = (algorithm.digest_bits // 8,) if algorithm.extendable else ()
    digest: bytes = hashlib.new(algorithm.hashlib, data).digest(*size)
    return digest


@dataclass(frozen=True)
class UnrolledFormulas(Sha3Formulas):
    """Formulas of the stream of SHA-3 with several rounds per cycle."""

    @property
    def serial(self) -> bool:
        """Whether a cycle takes one lane."""
        return False

    @property
    def _words(self) -> int:
        return self.algorithm.block_bits // self.data_bits

    @property
    def _permutation(self) -> int:
        return _ROUNDS // self.unroll

    @property
    def cycles_per_block(self) -> int:
        """Cycles of a permutation, or of the words of a block and the cycle in which it is full."""
        return max(self._permutation, self._words + 1)

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002 - one level
        """Returns the cycles of the first words, of the other blocks and of the last rounds."""
        others = self.algorithm.blocks(message_bytes) - 1
        return others * self.cycles_per_block + self._words + 2 + self._permutation

    def message_interval(self, message_bytes: int) -> int:
        """Returns the interval. The state is cleared after the digest."""
        others = self.algorithm.blocks(message_bytes) - 1
        return others * self.cycles_per_block + max(self._permutation + 3, self._words + 1)


def _unrolled_rules(parameters: Mapping[str, Any], _: Keccak) -> Iterator[Rule]:
    yield parameters["Unroll"] in (2, 3), "Unroll must be 2 or 3"


_SHA3 = Unit(
    name="sha3",
    interface="sponge",
    tops={"stream": Top("sil_sha3_stream")},
    algorithms=SHA3,
    parameters={"Alg": None, "Lanes": _LANES, "ClockGate": 0},
    enums={"Alg": Enum("sil_sha3_pkg", tuple(SHA3))},
    rules=_rules,
    formulas=Sha3Formulas,
    reference=_digest,
    tagged=False,
    position=25,
)

UNITS = (
    _SHA3,
    replace(
        _SHA3,
        name="sha3-unrolled",
        tops={"stream": Top("sil_sha3_unrolled_stream")},
        parameters={"Alg": None, "Unroll": 2},
        rules=_unrolled_rules,
        formulas=UnrolledFormulas,
        position=27,
    ),
)
