"""The Merkle-Damgard hashes: MD5, SHA-1, SHA-2."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from silicrypt.catalog.algorithms import Hash, Padding
from silicrypt.catalog.unit import COUNTER_CODE, Enum, Formulas, Level, Rule, Top, Unit


@dataclass(frozen=True)
class MerkleDamgard(Hash):
    """A member of the family.

    Attributes:
        word_bits: width of a word.
        rounds: operations a block.
        hashlib: its name in Python's ``hashlib``; nothing for two.
    """

    word_bits: int
    rounds: int
    hashlib: str

    @property
    def family(self) -> str:
        """What shares its operations: ``"MD5"``, ``"SHA-1"``, ``"SHA-2"``, ``"MD5/SHA-1"``."""
        return self.name if self.enum in ("MD5", "SHA1", "MD5_SHA1") else "SHA-2"

    @property
    def lane_words(self) -> int:
        """Words of a lane of the state: as many operations add the chaining value."""
        return 5 if self.enum in ("SHA1", "MD5_SHA1") else 4


#: Low byte first (RFC 1321 3.2), and of the two widths of a word (FIPS 180-4 5.1).
_LITTLE, _BIG, _WIDE = Padding(8, big_endian=False), Padding(8), Padding(16)

_MD5 = MerkleDamgard("MD5", "MD5", 512, 128, _LITTLE, 32, 64, "md5")
_SHA1 = MerkleDamgard("SHA-1", "SHA1", 512, 160, _BIG, 32, 80, "sha1")

#: In the order of ``sil_md_pkg::alg_e``, by its names.
ALGORITHMS: Mapping[str, MerkleDamgard] = MappingProxyType(
    {
        algorithm.enum: algorithm
        for algorithm in (
            _MD5,
            _SHA1,
            MerkleDamgard("SHA-224", "SHA224", 512, 224, _BIG, 32, 64, "sha224"),
            MerkleDamgard("SHA-256", "SHA256", 512, 256, _BIG, 32, 64, "sha256"),
            MerkleDamgard("SHA-384", "SHA384", 1024, 384, _WIDE, 64, 80, "sha384"),
            MerkleDamgard("SHA-512", "SHA512", 1024, 512, _WIDE, 64, 80, "sha512"),
            MerkleDamgard("SHA-512/224", "SHA512_224", 1024, 224, _WIDE, 64, 80, "sha512_224"),
            MerkleDamgard("SHA-512/256", "SHA512_256", 1024, 256, _WIDE, 64, 80, "sha512_256"),
            MerkleDamgard(
                "MD5/SHA-1", "MD5_SHA1", 512, 160, _BIG, 32, 80, "", either=(_MD5, _SHA1)
            ),
        )
    }
)

#: Cycles from the choice of a word to the lanes of the chaining value, by ``Precompute``.
_PIPELINE_CYCLES = {
    "MD5": (2, 3, 4),
    "SHA-1": (2, 3, 6),
    "SHA-2": (2, 3, 7),
    "MD5/SHA-1": (0, 0, 5),
}


#: What every unit has that is made of the core.
PARAMETERS: Mapping[str, int | str | None] = MappingProxyType(
    {
        "Alg": None,
        "Unroll": 1,
        "Precompute": 0,
        "PipelineStages": 1,
        "CounterCode": "BINARY",
        "ClockGate": 0,
    }
)
ENUMS: Mapping[str, Enum] = MappingProxyType(
    {"Alg": Enum("sil_md_pkg", tuple(ALGORITHMS)), "CounterCode": COUNTER_CODE}
)


def core_rules(parameters: Mapping[str, Any], algorithm: MerkleDamgard) -> Iterator[Rule]:
    """What must hold of the parameters of every unit that is made of the core."""
    unroll, precompute = parameters["Unroll"], parameters["Precompute"]
    stages, code = parameters["PipelineStages"], parameters["CounterCode"]
    yield unroll in (1, 2, 4), "Unroll must be 1, 2 or 4"
    yield precompute in (0, 1, 2), "Precompute must be 0, 1 or 2"
    yield precompute < 2 or unroll == 1, "Precompute = 2 needs Unroll = 1"
    yield stages in (1, 2, 4), "PipelineStages must be 1, 2 or 4"
    yield (
        stages != 2 or (precompute == 0 and unroll < 4),
        "PipelineStages = 2 needs Precompute = 0 and Unroll = 1 or 2",
    )
    yield (
        stages != 2 or algorithm.family == "SHA-2",
        "PipelineStages = 2 needs an algorithm of SHA-2",
    )
    yield stages != 4 or algorithm.enum in ("MD5", "SHA1"), "PipelineStages = 4 needs MD5 or SHA1"
    yield stages != 4 or precompute == 2, "PipelineStages = 4 needs Precompute = 2"
    yield code in COUNTER_CODE.names, "CounterCode must be BINARY or GRAY"
    cycles = algorithm.rounds // unroll + -(-algorithm.lane_words // unroll)
    yield (
        code != "GRAY" or (stages == 1 and cycles % 2 == 0),
        "CounterCode = GRAY needs an even number of cycles a block and PipelineStages = 1",
    )
    yield parameters["ClockGate"] in (0, 1), "ClockGate must be 0 or 1"


def _rules(parameters: Mapping[str, Any], algorithm: MerkleDamgard) -> Iterator[Rule]:
    yield from core_rules(parameters, algorithm)
    yield not algorithm.either, "Alg = MD5_SHA1 needs the HMAC unit"


@dataclass(frozen=True)
class HashFormulas(Formulas[MerkleDamgard]):
    """Of a hash."""

    @property
    def data_bits(self) -> int:
        """As many words as operations a cycle."""
        return self.unroll * self.algorithm.word_bits

    @property
    def operated(self) -> MerkleDamgard:
        """Whose operation block computes."""
        return self.chosen

    @property
    def feed_cycles(self) -> int:
        """Cycles of adding the chaining value (FIPS 180-4 6.2.2 step 4): whole ones."""
        return -(-self.operated.lane_words // self.unroll)

    @property
    def filling(self) -> int:
        """Cycles from the choice of a word to the chaining value."""
        return _PIPELINE_CYCLES[self.operated.family][int(self.parameters["Precompute"])]

    @property
    def cycles_per_block(self) -> int:
        """The operations, those of adding too; of several stages a share of them, and a move."""
        rounds = self.chosen.rounds // self.unroll
        if self.stages == 1:
            return rounds + self.feed_cycles
        return (rounds + self._feed_in_stages) // self.stages + 1

    @property
    def _feed_in_stages(self) -> int:
        """Cycles of it that are the last stage's; four stages have a unit of its own for it."""
        return 0 if self.stages == 4 else self.feed_cycles

    @property
    def block_cycles(self) -> int:
        """Cycles from a block to the next one of the same message."""
        return self.cycles_per_block * self.stages

    def cycles(self, level: Level, message_bytes: int) -> int:
        """The blocks, and what is before and behind them.

        With several messages in flight a stream's block waits for its slot: the figure is then the
        least there is, and the most is a slot more.
        """
        cycles = self.chosen.blocks(message_bytes) * self.block_cycles
        if self.stages > 1:
            leaving = 4 if self._feed_in_stages else self.feed_cycles + 3
            filling = 16 // self.unroll + 1 if level == "stream" else 0
            return cycles + leaving + filling
        return cycles + self.filling + (level == "stream")

    def message_interval(self, message_bytes: int) -> int:
        """With several messages in flight: to the next one of the same name."""
        if self.stages > 1:
            return self.chosen.blocks(message_bytes) * self.block_cycles
        return self.cycles("core", message_bytes) + self.feed_cycles + 3


def _digest(algorithm: MerkleDamgard, data: bytes, _: bytes) -> bytes:
    return hashlib.new(algorithm.hashlib, data, usedforsecurity=False).digest()


#: Padded blocks or message bytes in, digest out.
UNIT = Unit(
    name="hash",
    tops={
        "core": Top("sil_md_core"),
        "stream": Top("sil_md_stream"),
    },
    algorithms=ALGORITHMS,
    parameters=PARAMETERS,
    enums=ENUMS,
    rules=_rules,
    formulas=HashFormulas,
    reference=_digest,
)
