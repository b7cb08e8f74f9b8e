"""HMAC over a Merkle-Damgard hash, or over MD5 or SHA-1 by message."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from silicrypt.catalog.merkle_damgard import (
    ALGORITHMS,
    ENUMS,
    PARAMETERS,
    HashFormulas,
    MerkleDamgard,
    core_rules,
)
from silicrypt.catalog.unit import Level, Rule, Top, Unit


def _rules(parameters: Mapping[str, Any], algorithm: MerkleDamgard) -> Iterator[Rule]:
    yield from core_rules(parameters, algorithm)
    yield parameters["PipelineStages"] != 2, "HMAC needs PipelineStages = 1 or 4"
    yield parameters["Shared"] in (0, 1), "Shared must be 0 or 1"
    if algorithm.either:
        yield parameters["Unroll"] == 1, "Alg = MD5_SHA1 needs Unroll = 1"
        yield (
            not parameters["Shared"]
            or (parameters["Precompute"] == 2 and parameters["CounterCode"] == "BINARY"),
            "Alg = MD5_SHA1 needs Unroll = 1, Precompute = 2 and CounterCode = BINARY",
        )


@dataclass(frozen=True)
class HmacFormulas(HashFormulas):
    """Of a hash with a key, by those of the hash."""

    @property
    def operated(self) -> MerkleDamgard:
        """One operation block computes either of two hashes, or each has its own."""
        return self.algorithm if self.parameters["Shared"] else self.chosen

    @property
    def _around(self) -> int:
        """Cycles of a hash inside the unit besides those of its blocks."""
        if self.stages > 1:
            return self.feed_cycles + 16 // self.unroll + 5
        return self.feed_cycles + 2 + self.filling

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002
        """With a key loaded: the message behind a block of key, then its digest behind another."""
        block = self.chosen.block_bits // 8
        blocks = self.chosen.blocks(block + message_bytes) - 1 + 1
        return blocks * self.block_cycles + 2 * self._around + 1

    def message_interval(self, message_bytes: int) -> int:
        """Where no other message is in flight."""
        return self.cycles("stream", message_bytes) + 2

    def key_interval(self, key_bytes: int) -> int:
        """It is collected and its two blocks hashed; one longer than a block is hashed before."""
        collected = 16 // self.unroll + 1
        cycles = collected + 2 * (self.block_cycles + self._around + 1)
        if key_bytes * 8 > self.chosen.block_bits:
            blocks = self.chosen.blocks(key_bytes)
            cycles += collected + blocks * self.block_cycles + self._around
        return cycles


def _tag(algorithm: MerkleDamgard, data: bytes, key: bytes) -> bytes:
    return hmac.digest(key, data, algorithm.hashlib)


#: Message bytes and keys in, tag out.
UNIT = Unit(
    name="hmac",
    tops={"stream": Top("sil_hmac")},
    algorithms=ALGORITHMS,
    parameters={**PARAMETERS, "Shared": 1},
    enums=ENUMS,
    rules=_rules,
    formulas=HmacFormulas,
    reference=_tag,
    title="HMAC-{}",
    keyed=True,
)
