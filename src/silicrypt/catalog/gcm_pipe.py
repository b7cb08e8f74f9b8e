"""AES-GCM at one block per cycle (NIST SP 800-38D)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from silicrypt.catalog import aead
from silicrypt.catalog.aead import Aead, AeadFormulas
from silicrypt.catalog.gcm import _ALGORITHMS, _BLOCK, _SHORT
from silicrypt.catalog.unit import Enum, Rule, Top, Unit


def _rules(parameters: Mapping[str, Any], algorithm: Aead) -> Iterator[Rule]:
    sboxes = ("TABLE", "COMPOSITE", "FUNCTIONS")
    yield parameters["Sbox"] in sboxes, "Sbox must be TABLE, COMPOSITE or FUNCTIONS"
    rounds = algorithm.key_bits[0] // 32 + 6
    yield (
        parameters["PipelineStages"] in range(rounds, 4 * rounds + 1, rounds),
        "PipelineStages must be 1 to 4 times the rounds",
    )
    yield parameters["PipelineStages"] in range(10, 49), "Latency must be 11 to 49"


@dataclass(frozen=True)
class GcmPipeFormulas(AeadFormulas):
    """Formulas of AES-GCM at one block per cycle."""

    @property
    def stages(self) -> int:
        """Messages in flight: one, whose blocks of text fill the cipher's pipeline."""
        return 1

    @property
    def _depth(self) -> int:
        """Blocks in flight in the cipher."""
        return int(self.parameters["PipelineStages"])

    @property
    def cycles_per_block(self) -> int:
        """One cycle per block."""
        return 1

    def message_cycles(self, iv_bytes: int, data_bytes: int, text_bytes: int) -> int:
        """Returns the cycles from the accepted first beat of an IV to the last beat."""
        ivs, data, text = (-(-size // _BLOCK) for size in (iv_bytes, data_bytes, text_bytes))
        begin = 0 if iv_bytes == _SHORT else ivs + self._depth + 12
        return begin + max(data, 1) + max(text, 1) + self._depth + 26

    def key_interval(self, key_bytes: int) -> int:
        """Returns the cycles from the first word of a key to the start of a message."""
        expanded = {16: 122, 24: 112, 32: 152}[key_bytes]
        return expanded + key_bytes // 2 + self._depth + 52


UNITS = (
    Unit(
        name="aes-gcm-pipe",
        interface="aead",
        tops={"stream": Top("sil_aes_gcm_pipe")},
        algorithms={bits: one for bits, one in _ALGORITHMS.items() if bits},
        parameters={"KeyBits": 128, "Sbox": "FUNCTIONS", "PipelineStages": 30},
        enums={"Sbox": Enum("sil_aes_pkg", ("TABLE", "COMPOSITE", "FUNCTIONS"))},
        rules=_rules,
        formulas=GcmPipeFormulas,
        reference=aead.reference,
        named_by="KeyBits",
        keyed=True,
        position=33,
    ),
)
