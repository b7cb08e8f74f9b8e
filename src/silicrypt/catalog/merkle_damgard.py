"""What the Merkle-Damgard hashes share: rules of parameters, and formulas.

Each family has a file of its own: `silicrypt.catalog.md5`, `silicrypt.catalog.sha1`,
`silicrypt.catalog.sha2` and `silicrypt.catalog.sm3`. `hash_unit` makes their units.
`silicrypt.catalog.hmac` makes the units of HMAC with MD5, SHA-1 and SHA-2.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from silicrypt.catalog.algorithms import Hash
from silicrypt.catalog.unit import COUNTER_CODE, Enum, Formulas, Level, Rule, Top, Unit


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
PARAMETERS: Mapping[str, int | str | None] = MappingProxyType(
    {
        "Unroll": 1,
        "Precompute": 0,
        "PipelineStages": 1,
        "CounterCode": "BINARY",
        "ClockGate": 0,
    }
)


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
    named: bool = False,
) -> Unit[MerkleDamgard]:
    """Returns the unit of a family: padded blocks or message bytes in, digest out.

    Args:
        name: the name of the unit, which is also part of the names of its modules.
        algorithms: the algorithms, in the order of ``alg_e`` in the package of the unit.
        rules: the rules of its parameters.
        named: whether a parameter selects the algorithm.
    """
    found = MappingProxyType({one.enum: one for one in algorithms})
    return Unit(
        name=name,
        interface="hash",
        tops={"core": Top(f"sil_{name}_core"), "stream": Top(f"sil_{name}_stream")},
        algorithms=found,
        parameters=MappingProxyType({**({"Alg": None} if named else {}), **PARAMETERS}),
        enums=MappingProxyType(
            {
                **({"Alg": Enum(f"sil_{name}_pkg", tuple(found))} if named else {}),
                "CounterCode": COUNTER_CODE,
            }
        ),
        rules=rules,
        formulas=HashFormulas,
        reference=_digest,
        named_by="Alg" if named else None,
    )
