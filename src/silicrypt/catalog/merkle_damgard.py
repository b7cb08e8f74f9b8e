"""The Merkle-Damgard hashes MD5, SHA-1 and SHA-2 in all forms, and what they share with others.

`hash_unit` makes the unit of a family. A further hash is a file of its own, such as
`silicrypt.catalog.sm3`. `silicrypt.catalog.hmac` makes the units of HMAC.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from silicrypt.catalog.unit import (
    COUNTER_CODE,
    Enum,
    Formulas,
    Hash,
    Level,
    Padding,
    Rule,
    Top,
    Unit,
)


@dataclass(frozen=True)
class Datapath:
    """Timing of the datapath of an algorithm.

    Attributes:
        feed_forward: feed-forward additions per block; a cycle performs ``Unroll`` of them.
        latency: cycles from the selection of a message word to the chaining value, by
            ``Precompute``.
    """

    feed_forward: int
    latency: tuple[int, int, int]


@dataclass(frozen=True)
class MerkleDamgard(Hash):
    """A Merkle-Damgard hash.

    Attributes:
        word_bits: width of a word.
        rounds: rounds (steps of MD5) per block.
        hashlib: its name in Python's ``hashlib``; empty where the hardware has two hashes.
        datapath: timing of the datapath.
    """

    word_bits: int
    rounds: int
    hashlib: str
    datapath: Datapath


#: A function from the parameters and the algorithm of a unit to its rules.
Rules = Callable[[Mapping[str, Any], MerkleDamgard], Iterable[Rule]]

#: The parameters of a core besides the algorithm, with the default values of its top.
PARAMETERS: Mapping[str, int | str | None] = {
    "Unroll": 1,
    "Precompute": 2,
    "PipelineStages": 1,
    "CounterCode": "BINARY",
    "ClockGate": 0,
}


def unrolled(parameters: Mapping[str, Any]) -> Iterator[Rule]:
    """Yields the rules of ``Unroll`` and ``Precompute``."""
    unroll, precompute = parameters["Unroll"], parameters["Precompute"]
    yield unroll in (1, 2, 4), "Unroll must be 1, 2 or 4"
    yield precompute in (0, 1, 2), "Precompute must be 0, 1 or 2"
    yield precompute < 2 or unroll == 1, "Precompute = 2 needs Unroll = 1"


def four_stages(parameters: Mapping[str, Any]) -> Iterator[Rule]:
    """Yields the rules of four pipeline stages, each of which computes a quarter of the rounds."""
    stages = parameters["PipelineStages"]
    yield stages in (1, 4), "PipelineStages must be 1 or 4"
    yield stages == 1 or parameters["Precompute"] == 2, "PipelineStages = 4 needs Precompute = 2"


def registers(parameters: Mapping[str, Any]) -> Iterator[Rule]:
    """Yields the rules of the counter's code and of the clock gate."""
    code = parameters["CounterCode"]
    yield code in COUNTER_CODE.names, "CounterCode must be BINARY or GRAY"
    yield parameters["ClockGate"] in (0, 1), "ClockGate must be 0 or 1"


@dataclass(frozen=True)
class HashFormulas(Formulas[MerkleDamgard]):
    """Formulas of a hash."""

    @property
    def data_bits(self) -> int:
        """Width of a beat: one word for each round of a cycle."""
        return self.unroll * self.algorithm.word_bits

    @property
    def datapath(self) -> Datapath:
        """The datapath of the hash that is considered."""
        return self.chosen.datapath

    @property
    def feed_forward_cycles(self) -> int:
        """Cycles of the feed-forward (FIPS 180-4, 6.2.2 step 4), rounded up."""
        return -(-self.datapath.feed_forward // self.unroll)

    @property
    def filling(self) -> int:
        """Cycles from the selection of a message word to the chaining value."""
        return self.datapath.latency[int(self.parameters["Precompute"])]

    @property
    def cycles_per_block(self) -> int:
        """Cycles of the rounds and of the feed-forward.

        With several stages, it is one stage's share of them, and a cycle in which messages move to
        the next stage.
        """
        rounds = self.chosen.rounds // self.unroll
        if self.stages == 1:
            return rounds + self.feed_forward_cycles
        return (rounds + self._feed_forward_in_stages) // self.stages + 1

    @property
    def _feed_forward_in_stages(self) -> int:
        """Cycles of the feed-forward in the last stage. Four stages use a separate adder."""
        return 0 if self.stages == 4 else self.feed_forward_cycles

    @property
    def block_cycles(self) -> int:
        """Cycles from one block of a message to the next."""
        return self.cycles_per_block * self.stages

    def cycles(self, level: Level, message_bytes: int) -> int:
        """Returns the cycles of the blocks, and those before the first and after the last.

        With several messages in flight, a block of a stream waits for its time slot. The figure is
        then the minimum; the maximum is one time slot more.
        """
        cycles = self.chosen.blocks(message_bytes) * self.block_cycles
        if self.stages > 1:
            leaving = 4 if self._feed_forward_in_stages else self.feed_forward_cycles + 3
            filling = 16 // self.unroll + 1 if level == "stream" else 0
            return cycles + leaving + filling
        return cycles + self.filling + (level == "stream")

    def message_interval(self, message_bytes: int) -> int:
        """Returns the interval in cycles; with several messages in flight, that of one channel."""
        if self.stages > 1:
            return self.chosen.blocks(message_bytes) * self.block_cycles
        return self.cycles("core", message_bytes) + self.feed_forward_cycles + 3


def _digest(algorithm: MerkleDamgard, data: bytes, _: bytes) -> bytes:
    return hashlib.new(algorithm.hashlib, data, usedforsecurity=False).digest()


def hash_unit(
    name: str,
    algorithms: Iterable[MerkleDamgard],
    rules: Rules,
    *,
    position: int,
    named: bool = False,
) -> Unit[MerkleDamgard]:
    """Returns the unit of a family: padded blocks or message bytes in, digest out.

    Args:
        name: the name of the unit, which is also part of the names of its modules.
        algorithms: the algorithms, in the order of ``alg_e`` in the package of the unit.
        rules: the rules of its parameters.
        position: its position in the list of units: the number after that of the last hash.
        named: whether a parameter selects the algorithm.
    """
    found = {one.enum: one for one in algorithms}
    own = {"Alg": Enum(f"sil_{name}_pkg", tuple(found))} if named else {}
    return Unit(
        name=name,
        interface="hash",
        tops={"core": Top(f"sil_{name}_core"), "stream": Top(f"sil_{name}_stream")},
        algorithms=found,
        parameters={**dict.fromkeys(own), **PARAMETERS},
        enums={**own, "CounterCode": COUNTER_CODE},
        rules=rules,
        formulas=HashFormulas,
        reference=_digest,
        named_by="Alg" if named else None,
        position=position,
    )


#: MD5 (RFC 1321). The low byte of the length comes first (3.2).
MD5 = MerkleDamgard(
    "MD5", "MD5", 512, 128, Padding(8, big_endian=False), 32, 64, "md5", Datapath(4, (2, 3, 4))
)
#: SHA-1 (FIPS 180-4 6.1).
SHA1 = MerkleDamgard("SHA-1", "SHA1", 512, 160, Padding(8), 32, 80, "sha1", Datapath(5, (2, 3, 6)))


def _sha2(size: str, digest_bits: int, word_bits: int) -> MerkleDamgard:
    """Returns a hash of SHA-2, which has 16 words per block (FIPS 180-4 6.2 to 6.7)."""
    enum, rounds = size.replace("/", "_"), 64 if word_bits == 32 else 80
    return MerkleDamgard(
        *(f"SHA-{size}", f"SHA{enum}", 16 * word_bits, digest_bits, Padding(word_bits // 4)),
        *(word_bits, rounds, f"sha{enum}", Datapath(4, (2, 3, 7))),
    )


#: SHA-2, in the order of ``sil_sha2_pkg::alg_e``.
SHA2 = (
    *(_sha2("224", 224, 32), _sha2("256", 256, 32)),
    *(_sha2("384", 384, 64), _sha2("512", 512, 64)),
    *(_sha2("512/224", 224, 64), _sha2("512/256", 256, 64)),
)


def _md5_rules(parameters: Mapping[str, Any], _: MerkleDamgard) -> Iterator[Rule]:
    yield from unrolled(parameters)
    yield from four_stages(parameters)
    yield from registers(parameters)
    yield (
        parameters["CounterCode"] == "BINARY"
        or (parameters["Unroll"] < 4 and parameters["PipelineStages"] == 1),
        "CounterCode = GRAY needs Unroll = 1 or 2 and PipelineStages = 1",
    )


def _sha1_rules(parameters: Mapping[str, Any], _: MerkleDamgard) -> Iterator[Rule]:
    yield from unrolled(parameters)
    yield from four_stages(parameters)
    yield from registers(parameters)
    # A block takes 85, 43 or 22 cycles, and a Gray code needs an even number of values.
    yield (
        parameters["CounterCode"] == "BINARY" or parameters["Unroll"] == 4,
        "CounterCode = GRAY needs Unroll = 4",
    )


def _sha2_rules(parameters: Mapping[str, Any], _: MerkleDamgard) -> Iterator[Rule]:
    yield from unrolled(parameters)
    stages, unroll = parameters["PipelineStages"], parameters["Unroll"]
    yield stages in (1, 2), "PipelineStages must be 1 or 2"
    yield (
        stages == 1 or (parameters["Precompute"] == 0 and unroll < 4),
        "PipelineStages = 2 needs Precompute = 0 and Unroll = 1 or 2",
    )
    yield from registers(parameters)
    yield (
        parameters["CounterCode"] == "BINARY" or (unroll < 4 and stages == 1),
        "CounterCode = GRAY needs Unroll = 1 or 2 and PipelineStages = 1",
    )


@dataclass(frozen=True)
class InterleavedFormulas(HashFormulas):
    """Formulas of a hash whose datapath has a message in each register of its loops (C-slow)."""

    @property
    def stages(self) -> int:
        """Messages in flight."""
        return int(self.parameters["Messages"])

    @property
    def cycles_per_block(self) -> int:
        """Cycles of the rounds and of the feed-forward."""
        return self.chosen.rounds + self.feed_forward_cycles

    def cycles(self, level: Level, message_bytes: int) -> int:
        """Returns the cycles of the blocks, and those of the block buffer and the pipeline."""
        return (
            self.chosen.blocks(message_bytes) * self.block_cycles
            + 25
            + int(self.parameters["Pieces"])
            + (self._before_core(message_bytes) if level == "stream" else 0)
        )

    def _before_core(self, message_bytes: int) -> int:
        """Returns the cycles from the first beat of a stream to that at the core.

        They include those that the core waits for words, which come in every second cycle.
        """
        beats = min(max(-(-8 * message_bytes // self.data_bits), 1), 16)
        pass_cycles = self.datapath.feed_forward * self.stages
        return 21 - (16 - beats) // pass_cycles * pass_cycles - -15 // pass_cycles * pass_cycles


def _interleaved_rules(parameters: Mapping[str, Any], _: MerkleDamgard) -> Iterator[Rule]:
    messages = parameters["Messages"]
    yield messages in (2, 3, 4), "Messages must be 2, 3 or 4"
    yield 1 <= parameters["Pieces"] < messages, "Pieces must be 1 to Messages - 1"


_INTERLEAVED = hash_unit("sha2", SHA2, _interleaved_rules, position=40, named=True)


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


def _save_rules(parameters: Mapping[str, Any], algorithm: MerkleDamgard) -> Iterator[Rule]:
    yield algorithm.enum in ("SHA256", "SHA512"), "Alg must be SHA256 or SHA512"
    yield parameters["ClockGate"] in (0, 1), "ClockGate must be 0 or 1"
    yield parameters["Precompute"] == 2, "Precompute must be 2"


_SAVE = hash_unit("sha2", SHA2, _save_rules, position=41, named=True)


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


def _no_rules(_: Mapping[str, Any], __: MerkleDamgard) -> Iterator[Rule]:
    yield from ()


_SHORT = hash_unit("sha2", SHA2, _no_rules, position=42, named=True)


@dataclass(frozen=True)
class Md5InterleavedFormulas(InterleavedFormulas):
    """Formulas of four interleaved messages."""

    @property
    def stages(self) -> int:
        """Messages in flight."""
        return 4

    def cycles(self, level: Level, message_bytes: int) -> int:
        """Returns the cycles of the blocks, and those of the block buffer and the pipeline."""
        before = self._before_core(message_bytes) if level == "stream" else 0
        return self.chosen.blocks(message_bytes) * self.block_cycles + 24 + before


UNITS = (
    hash_unit("md5", (MD5,), _md5_rules, position=1),
    hash_unit("sha1", (SHA1,), _sha1_rules, position=2),
    hash_unit("sha2", SHA2, _sha2_rules, position=3, named=True),
    replace(
        _INTERLEAVED,
        name="sha2-interleaved",
        tops={
            "core": Top("sil_sha2_interleaved_core"),
            "stream": Top("sil_sha2_interleaved_stream"),
        },
        parameters={"Alg": None, "Messages": 2, "Pieces": 1},
        enums={"Alg": _INTERLEAVED.enums["Alg"]},
        formulas=InterleavedFormulas,
    ),
    replace(
        _SAVE,
        name="sha2-save",
        tops={"stream": Top("sil_sha2_save_stream", without=frozenset({"Precompute"}))},
        parameters={"Alg": None, "ClockGate": 0, "Precompute": 2},
        enums={"Alg": _SAVE.enums["Alg"]},
        formulas=SaveFormulas,
        tagged=False,
    ),
    replace(
        _SHORT,
        name="sha2-short",
        tops={
            "core": Top("sil_sha2_short_core"),
            "stream": Top("sil_sha2_short_stream"),
        },
        parameters={"Alg": None},
        enums={"Alg": _SHORT.enums["Alg"]},
        formulas=ShortFormulas,
        tagged=False,
    ),
    replace(
        hash_unit("md5", (MD5,), _no_rules, position=41),
        name="md5-interleaved",
        tops={
            "core": Top("sil_md5_interleaved_core"),
            "stream": Top("sil_md5_interleaved_stream"),
        },
        parameters={},
        enums={},
        formulas=Md5InterleavedFormulas,
    ),
)
