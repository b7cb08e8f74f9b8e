"""Other forms of HMAC: hashes that follow each other without a wait, and messages that can stop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from silicrypt.catalog import hmac
from silicrypt.catalog.merkle_damgard import MerkleDamgard
from silicrypt.catalog.unit import Level, Rule, Top


@dataclass(frozen=True)
class ShortHmacFormulas(hmac.HmacFormulas):
    """Formulas of HMAC whose blocks of the unit's own do not pass the padder."""

    def _blocks(self, message_bytes: int) -> int:
        """Blocks of the message after the key block, and that of the outer hash."""
        return self.chosen.blocks(self.chosen.block_bits // 8 + message_bytes)

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002 - one level
        """Returns the cycles of a message with a key loaded."""
        return self._blocks(message_bytes) * self.block_cycles + 16

    def message_interval(self, message_bytes: int) -> int:
        """Returns the interval in cycles. The next message starts while the tag leaves."""
        return self._blocks(message_bytes) * self.block_cycles + 11

    def key_interval(self, key_bytes: int) -> int:
        """Returns the cycles of a key."""
        cycles = 17 + 2 * (self.block_cycles + 5)
        if key_bytes * 8 > self.chosen.block_bits:
            cycles += self.chosen.blocks(key_bytes) * self.block_cycles + 6
        return cycles


@dataclass(frozen=True)
class MdShortHmacFormulas(ShortHmacFormulas):
    """Formulas of the same with MD5 or SHA-1, whose next hash starts one cycle earlier."""

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002 - one level
        """Returns the cycles of a message with a key loaded."""
        return self.message_interval(message_bytes) + 5

    def message_interval(self, message_bytes: int) -> int:
        """Returns the interval in cycles. The next message starts while the tag leaves."""
        return self._blocks(message_bytes) * self.block_cycles + 2 * self.feed_forward_cycles + 1

    def key_interval(self, key_bytes: int) -> int:
        """Returns the cycles of a key."""
        cycles = 17 + 2 * (self.block_cycles + self.feed_forward_cycles)
        if key_bytes * 8 > self.chosen.block_bits:
            cycles += self.chosen.blocks(key_bytes) * self.block_cycles
            cycles += self.feed_forward_cycles + 1
        return cycles


def _rules(_: Mapping[str, Any], algorithm: MerkleDamgard) -> Iterator[Rule]:
    yield algorithm.enum in ("SHA256", "SHA512"), "Alg must be SHA256 or SHA512"


def _no_rules(_: Mapping[str, Any], __: MerkleDamgard) -> Iterator[Rule]:
    yield from ()


_HMAC = next(unit for unit in hmac.UNITS if unit.name == "hmac-sha2")


def _save_rules(parameters: Mapping[str, Any], algorithm: MerkleDamgard) -> Iterator[Rule]:
    yield algorithm.enum in ("SHA256", "SHA512"), "Alg must be SHA256 or SHA512"
    yield parameters["ClockGate"] in (0, 1), "ClockGate must be 0 or 1"
    yield parameters["Precompute"] == 2, "Precompute must be 2"


UNITS = (
    replace(
        _HMAC,
        name="hmac-sha2-short",
        tops={"stream": Top("sil_hmac_sha2_short")},
        parameters={"Alg": None},
        enums={"Alg": _HMAC.enums["Alg"]},
        rules=_rules,
        formulas=ShortHmacFormulas,
        position=43,
    ),
    replace(
        next(unit for unit in hmac.UNITS if unit.name == "hmac-pipe4"),
        name="hmac-md-short",
        tops={"stream": Top("sil_hmac_md_short")},
        parameters={"Sha1": None},
        rules=_no_rules,
        formulas=MdShortHmacFormulas,
        tagged=False,
        position=44,
    ),
    replace(
        _HMAC,
        name="hmac-sha2-save",
        tops={"stream": Top("sil_hmac_sha2_save", without=frozenset({"Precompute"}))},
        parameters={"Alg": None, "ClockGate": 0, "Precompute": 2},
        enums={"Alg": _HMAC.enums["Alg"]},
        rules=_save_rules,
        position=42,
    ),
)
