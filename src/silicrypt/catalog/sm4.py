"""The block cipher SM4 (GB/T 32907-2016)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from silicrypt.catalog.cipher import ChainedFormulas, CipherFormulas, encrypt
from silicrypt.catalog.unit import BlockCipher, Rule, Top, Unit

ALGORITHM = BlockCipher("SM4", "SM4", 128, (128,), library="SM4")


def rules(parameters: Mapping[str, Any], _: BlockCipher) -> Iterator[Rule]:
    """Yields the rules of the parameters of core and stream."""
    unroll, stages = parameters["Unroll"], parameters["PipelineStages"]
    yield parameters["Serial"] in (0, 1), "Serial must be 0 or 1"
    yield unroll in (1, 2, 4), "Unroll must be 1, 2 or 4"
    yield (
        stages in (1, unroll, 2 * unroll),
        "PipelineStages must be 1, Unroll or 2 times Unroll",
    )
    yield (
        not parameters["Serial"] or (unroll, stages) == (1, 1),
        "Serial = 1 needs Unroll = 1 and PipelineStages = 1",
    )
    yield parameters["Modes"] in (1, 2, 3), "Modes must be 1 to 3: the sum of 1 for ECB, 2 for CTR"


@dataclass(frozen=True)
class Sm4Formulas(CipherFormulas):
    """Formulas of the SM4 unit."""

    @property
    def rounds(self) -> int:
        """The number of rounds (GB/T 32907-2016 5)."""
        return 32

    @property
    def data_bits(self) -> int:
        """Width of a beat: a block."""
        return 128

    @property
    def cycles_per_block(self) -> int:
        """The cycles of the rounds; with one S-box five per round, and those that load a block."""
        return 180 if self.parameters["Serial"] else self.rounds // self.unroll

    @property
    def core_cycles(self) -> int:
        """Cycles from an accepted block to its result, at the core."""
        return 165 if self.parameters["Serial"] else self.cycles_per_block * self.stages + 1

    def message_cycles(self, mode: str, message_bytes: int, *, decrypt: bool = False) -> int:  # noqa: ARG002
        """Returns the cycles from the start of a message to the last beat of its result."""
        blocks = -(-message_bytes // 16) if mode == "ctr" else message_bytes // 16
        if not blocks:
            return 7
        return 6 + self.entered(blocks - 1, 4 if mode == "ctr" else 2) + self.block_cycles

    @property
    def block_cycles(self) -> int:
        """Cycles from a block valid at the core to its result valid."""
        return self.core_cycles + (15 if self.parameters["Serial"] else 0)

    def key_interval(self, key_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles of a key, without one for each of its words."""
        return 191 if self.parameters["Serial"] else 176


@dataclass(frozen=True)
class Sm4ChainedFormulas(ChainedFormulas, Sm4Formulas):
    """Formulas of the unit for chained modes."""

    @property
    def linked(self) -> bool:
        """Whether the core takes a block in each cycle with a result and no other block."""
        return not self.parameters["Serial"]


def _chained_rules(parameters: Mapping[str, Any], algorithm: BlockCipher) -> Iterator[Rule]:
    yield from rules({**parameters, "Modes": 3}, algorithm)


_SM4 = Unit(
    name="sm4",
    interface="aes",
    tops={
        "core": Top("sil_sm4_core", frozenset({"Modes"})),
        "stream": Top("sil_sm4_stream"),
    },
    algorithms={0: ALGORITHM},
    parameters={"Serial": 0, "PipelineStages": 2, "Unroll": 1, "Modes": 3},
    enums={},
    rules=rules,
    formulas=Sm4Formulas,
    reference=encrypt,
    named_by=None,
    keyed=True,
    position=40,
)

UNITS = (
    _SM4,
    replace(
        _SM4,
        name="sm4-chained",
        tops={"stream": Top("sil_sm4_chained")},
        parameters={"Serial": 0, "PipelineStages": 1, "Unroll": 1},
        rules=_chained_rules,
        formulas=Sm4ChainedFormulas,
        position=41,
    ),
)
