"""What the Merkle-Damgard hashes share: rules and formulas.

Each family has a file of its own: `silicrypt.catalog.md5`, `silicrypt.catalog.sha1` and
`silicrypt.catalog.sha2`. `hash_unit` makes their units; `silicrypt.catalog.hmac` puts HMAC around
each.
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
    """What our datapath of an algorithm takes.

    Attributes:
        feed: operations per block that add the chaining value.
        latency: cycles from the choice of a message word to the chaining value, by ``Precompute``.
    """

    feed: int
    latency: tuple[int, int, int]


@dataclass(frozen=True)
class MerkleDamgard(Hash):
    """A hash of this kind.

    Attributes:
        word_bits: width of a word.
        rounds: operations per block.
        hashlib: its name in Python's ``hashlib``; empty where the hardware has two hashes.
        datapath: what our datapath of it takes.
    """

    word_bits: int
    rounds: int
    hashlib: str
    datapath: Datapath


#: What the rules of a unit are made of: its parameters and what it computes give rules.
Rules = Callable[[Mapping[str, Any], MerkleDamgard], Iterable[Rule]]

#: The parameters of a core besides the algorithm, as its top has them where they are not given.
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
    """What must hold of the operations per cycle, and of what is formed ahead of them."""
    unroll, precompute = parameters["Unroll"], parameters["Precompute"]
    yield unroll in (1, 2, 4), "Unroll must be 1, 2 or 4"
    yield precompute in (0, 1, 2), "Precompute must be 0, 1 or 2"
    yield precompute < 2 or unroll == 1, "Precompute = 2 needs Unroll = 1"


def four_stages(parameters: Mapping[str, Any]) -> Iterator[Rule]:
    """What must hold of stages that have a quarter of the operations each."""
    stages = parameters["PipelineStages"]
    yield stages in (1, 4), "PipelineStages must be 1 or 4"
    yield stages == 1 or parameters["Precompute"] == 2, "PipelineStages = 4 needs Precompute = 2"


def registers(parameters: Mapping[str, Any]) -> Iterator[Rule]:
    """What must hold of the code of the counter and of the clock gate."""
    code = parameters["CounterCode"]
    yield code in COUNTER_CODE.names, "CounterCode must be BINARY or GRAY"
    yield parameters["ClockGate"] in (0, 1), "ClockGate must be 0 or 1"


@dataclass(frozen=True)
class HashFormulas(Formulas[MerkleDamgard]):
    """Of a hash."""

    @property
    def data_bits(self) -> int:
        """As many words as operations a cycle."""
        return self.unroll * self.algorithm.word_bits

    @property
    def datapath(self) -> Datapath:
        """That of the hash that is looked at."""
        return self.chosen.datapath

    @property
    def feed_cycles(self) -> int:
        """Cycles of adding the chaining value (FIPS 180-4 6.2.2 step 4): whole ones."""
        return -(-self.datapath.feed // self.unroll)

    @property
    def filling(self) -> int:
        """Cycles from the choice of a word to the chaining value."""
        return self.datapath.latency[int(self.parameters["Precompute"])]

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


def hash_unit(
    name: str,
    algorithms: Iterable[MerkleDamgard],
    rules: Rules,
    *,
    named: bool = False,
) -> Unit[MerkleDamgard]:
    """The unit of a family: padded blocks or message bytes in, digest out.

    Args:
        name: of the unit, and in the names of its modules.
        algorithms: what it computes, in the order of its package's ``alg_e``.
        rules: what must hold of its parameters.
        named: whether a parameter names the algorithm.
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
