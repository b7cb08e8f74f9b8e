"""HMAC with MD5, SHA-1, SHA-2 or SM3, and with a pair: each message selects MD5 or SHA-1."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from silicrypt.catalog import merkle_damgard, sm3
from silicrypt.catalog.merkle_damgard import (
    MD5,
    SHA1,
    Datapath,
    HashFormulas,
    MerkleDamgard,
    Rules,
)
from silicrypt.catalog.unit import Level, Parameters, Rule, Top, Unit

#: The pair of hashes that a message selects from. The digest is as wide as the longer one.
EITHER = MerkleDamgard(
    *("MD5/SHA-1", "MD5_SHA1", 512, 160, SHA1.padding, 32, 80, ""),
    Datapath(5, (0, 3, 5)),
    either=(MD5, SHA1),
)


def _either_rules(parameters: Mapping[str, Any], _: MerkleDamgard) -> Iterator[Rule]:
    precompute, shared = parameters["Precompute"], parameters["Shared"]
    yield shared in (0, 1), "Shared must be 0 or 1"
    yield not shared or precompute in (1, 2), "Shared = 1 needs Precompute = 1 or 2"
    yield precompute in (0, 1, 2), "Precompute must be 0, 1 or 2"
    yield parameters["ClockGate"] in (0, 1), "ClockGate must be 0 or 1"


@dataclass(frozen=True)
class HmacFormulas(HashFormulas):
    """Formulas of HMAC, derived from those of the hash."""

    @property
    def datapath(self) -> Datapath:
        """The shared datapath of the two hashes, or the chosen hash's own."""
        shared = self.algorithm if self.parameters.get("Shared") else self.chosen
        return shared.datapath

    @property
    def _around(self) -> int:
        """Cycles of one hash inside the unit besides those of its blocks."""
        if self.stages > 1:
            return self.feed_forward_cycles + 16 // self.unroll + 5
        return self.feed_forward_cycles + 2 + self.filling

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles of a message with a key loaded.

        The inner hash has the key block and the message; the outer hash has the key block and the
        inner digest (FIPS 198-1, 4). The midstates after both key blocks are saved with the key.
        """
        block = self.chosen.block_bits // 8
        blocks = self.chosen.blocks(block + message_bytes) - 1 + 1
        return blocks * self.block_cycles + 2 * self._around + 1

    def message_interval(self, message_bytes: int) -> int:
        """Returns the interval in cycles while no other message is in flight."""
        return self.cycles("stream", message_bytes) + 2

    def key_interval(self, key_bytes: int) -> int:
        """Returns the cycles of a key: it is collected, and the blocks of ipad and opad are hashed.

        A key longer than a block is hashed first (FIPS 198-1, 4, step 2).
        """
        collected = 16 // self.unroll + 1
        cycles = collected + 2 * (self.block_cycles + self._around + 1)
        if key_bytes * 8 > self.chosen.block_bits:
            blocks = self.chosen.blocks(key_bytes)
            cycles += collected + blocks * self.block_cycles + self._around
        return cycles


def _tag(algorithm: MerkleDamgard, data: bytes, key: bytes) -> bytes:
    return hmac.digest(key, data, algorithm.hashlib)


def _around(core: Unit[MerkleDamgard], rules: Rules | None = None) -> Unit[MerkleDamgard]:
    """Returns the unit of HMAC around the core of a hash: message bytes and keys in, tags out.

    Args:
        core: the unit of the hash.
        rules: the rules of the parameters of a unit with one stage; by default, the rules of the
            hash, with its pipeline stages.
    """
    kept = {key: v for key, v in core.parameters.items() if not (rules and key == "PipelineStages")}
    return replace(
        core,
        name=f"hmac-{core.name}",
        interface="hmac",
        tops={"stream": Top(f"sil_hmac_{core.name}")},
        parameters=kept,
        rules=rules or core.rules,
        formulas=HmacFormulas,
        reference=_tag,
        title="HMAC-{}",
        keyed=True,
        tagged="PipelineStages" in kept,
        position=core.position + 10,
    )


_MD5, _SHA1, _SHA2, *_ = merkle_damgard.UNITS


def _one_stage(
    core: Unit[MerkleDamgard], parameters: Mapping[str, Any], algorithm: MerkleDamgard
) -> Iterator[Rule]:
    """Yields the rules of a core without pipeline stages, with one message in flight."""
    yield from core.rules({**parameters, "PipelineStages": 1}, algorithm)


class _SM3(HmacFormulas, sm3.SM3Formulas):
    """Formulas of HMAC with SM3, whose rounds follow its message schedule by four words."""


_MD5_SHA1 = Unit(
    name="hmac-md5-sha1",
    interface="hmac",
    tops={"stream": Top("sil_hmac_md5_sha1")},
    algorithms={EITHER.enum: EITHER},
    parameters={"Precompute": 2, "ClockGate": 0, "Shared": 1},
    enums={},
    rules=_either_rules,
    formulas=HmacFormulas,
    reference=_tag,
    named_by=None,
    title="HMAC-{}",
    keyed=True,
    tagged=False,
    position=14,
)


@dataclass(frozen=True)
class SharedSlots(HmacFormulas):
    """Formulas of a pipeline of two hashes: a message of either one takes the longer time slots."""

    @property
    def cycles_per_block(self) -> int:
        """A stage's share of the rounds of the longer hash, and a cycle in which messages move."""
        return self.algorithm.rounds // self.stages + 1


def _pipe4_rules(parameters: Mapping[str, Any], _: MerkleDamgard) -> Iterator[Rule]:
    yield parameters["ClockGate"] in (0, 1), "ClockGate must be 0 or 1"
    yield parameters.get("Shared", 0) in (0, 1), "Shared must be 0 or 1"


def _pipe4_formulas(
    parameters: Parameters, algorithm: MerkleDamgard, chosen: MerkleDamgard
) -> HmacFormulas:
    """Returns the formulas of four stages with the pre-computation of the paper hmac-2005."""
    fixed = {"Precompute": 1, "PipelineStages": 4}
    of = SharedSlots if parameters.get("Shared") else HmacFormulas
    return of({**parameters, **fixed}, algorithm, chosen)


#: Four pipeline stages with either hash, selected per message.
_MD5_SHA1_PIPE4 = replace(
    _MD5_SHA1,
    name="hmac-md5-sha1-pipe4",
    tops={"stream": Top("sil_hmac_md5_sha1_pipe4")},
    parameters={"ClockGate": 0, "Shared": 1},
    rules=_pipe4_rules,
    formulas=_pipe4_formulas,
    tagged=True,
    position=16,
)
#: The same with one hash, which a parameter selects.
_PIPE4 = replace(
    _MD5_SHA1_PIPE4,
    name="hmac-pipe4",
    tops={"stream": Top("sil_hmac_pipe4")},
    algorithms={0: MD5, 1: SHA1},
    parameters={"Sha1": None, "ClockGate": 0},
    named_by="Sha1",
    position=15,
)

UNITS = (
    *(_around(_MD5), _around(_SHA1), _around(_SHA2, partial(_one_stage, _SHA2))),
    *(_MD5_SHA1, _PIPE4, _MD5_SHA1_PIPE4),
    replace(_around(sm3.UNITS[0], partial(_one_stage, sm3.UNITS[0])), formulas=_SM3, position=17),
)
