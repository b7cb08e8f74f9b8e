"""AES with one function of FIPS 197 after the other: the sequential form of the paper aes-2005."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from silicrypt.catalog.aes import ALGORITHMS, DIRECTIONS, SBOXES, AesFormulas, encrypt
from silicrypt.catalog.algorithms import BlockCipher
from silicrypt.catalog.unit import Level, Rule, Top, Unit


@dataclass(frozen=True)
class StepwiseFormulas(AesFormulas):
    """Formulas of the unit with one function of FIPS 197 after the other, byte by byte."""

    @property
    def data_bits(self) -> int:
        """Width of a beat: a byte."""
        return 8

    @property
    def cycles_per_block(self) -> int:
        """Cycles of the functions of all rounds, and one in which the unit sees the block."""
        return 176 * self.rounds - 47

    @property
    def modes(self) -> tuple[str, ...]:
        """None: there is no stream."""
        return ()

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles from the first byte of a block to the first byte of its result."""
        return 176 * self.rounds - 79

    def key_interval(self, key_bytes: int) -> int:
        """Returns the cycles from the last word of a key until the key can be used."""
        return {16: 122, 24: 112, 32: 152}[key_bytes] + 1


def _rules(parameters: Mapping[str, Any], _: BlockCipher) -> Iterator[Rule]:
    direction, sbox = parameters["Direction"], parameters["Sbox"]
    yield direction in DIRECTIONS.names, "Direction must be ENCRYPT, DECRYPT or BOTH"
    yield sbox in SBOXES.names, "Sbox must be TABLE, COMPOSITE or FUNCTIONS"


#: AES with one function after the other, as the sequential form of the paper aes-2005.
UNIT = Unit(
    name="aes-stepwise",
    interface="aes",
    tops={"core": Top("sil_aes_stepwise")},
    algorithms=ALGORITHMS,
    parameters={"KeyBits": 128, "Direction": "ENCRYPT", "Sbox": "FUNCTIONS"},
    enums={"Direction": DIRECTIONS, "Sbox": SBOXES},
    rules=_rules,
    formulas=StepwiseFormulas,
    reference=encrypt,
    named_by="KeyBits",
    keyed=True,
)
