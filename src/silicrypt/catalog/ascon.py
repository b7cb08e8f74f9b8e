"""Ascon (NIST SP 800-232)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from silicrypt.catalog import aead
from silicrypt.catalog.aead import Aead, AeadFormulas
from silicrypt.catalog.unit import Enum, Formulas, Hash, Level, Padding, Rule, Top, Unit
from silicrypt.models import ascon

_RATE, _DIGEST = 64, 256


@dataclass(frozen=True)
class AsconHash(Hash):
    """A hash or an extendable-output function. A block is a word of the state (the rate)."""

    def padded(self, message: bytes) -> bytes:
        """Returns the message with a one bit and zeros (SP 800-232 2.1)."""
        size = self.blocks(len(message)) * self.block_bits // 8
        return (message + b"\x01").ljust(size, b"\0")


#: Functions by name, in the order of ``sil_ascon_pkg::alg_e``; ``sil_ascon_xof`` has the third one.
ASCON: Mapping[str, AsconHash] = {
    enum: AsconHash(name, enum, _RATE, _DIGEST, Padding(0))
    for enum, name in (("ASCON_HASH256", "Ascon-Hash256"), ("ASCON_XOF128", "Ascon-XOF128"))
}


@dataclass(frozen=True)
class AsconFormulas(Formulas[AsconHash]):
    """Formulas of the stream of Ascon-Hash256 and Ascon-XOF128."""

    @property
    def data_bits(self) -> int:
        """Width of a beat: the rate."""
        return _RATE

    @property
    def cycles_per_block(self) -> int:
        """Cycles of a permutation."""
        return ascon.ROUNDS // self.unroll

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002 - one level
        """Returns the cycles: a permutation per word of the message and further word of output."""
        words = self.algorithm.blocks(message_bytes) + _DIGEST // _RATE - 1
        return words * self.cycles_per_block + 3

    def message_interval(self, message_bytes: int) -> int:
        """Returns the interval in cycles. The next message begins with the last word of output."""
        return self.cycles("stream", message_bytes) - 1


def _rules(parameters: Mapping[str, Any], _: Hash) -> Iterator[Rule]:
    yield parameters["Unroll"] in range(1, 5), "Unroll must be 1, 2, 3 or 4"
    yield parameters["ClockGate"] in (0, 1), "ClockGate must be 0 or 1"


def _seal(key: bytes, nonce: bytes, data: bytes, text: bytes, _: int) -> bytes:
    return b"".join(ascon.encrypt(key, nonce, data, text))


def _user(decrypt: bool, *_: int) -> int:
    return int(decrypt)


AEAD = Aead(
    name="Ascon-AEAD128",
    enum="ASCON_AEAD128",
    block_bits=128,
    key_bits=(128,),
    iv_bytes=(16,),
    tag_bytes=(16,),
    user_bits=1,
    user=_user,
    seal=_seal,
)


@dataclass(frozen=True)
class AsconAeadFormulas(AeadFormulas):
    """Formulas of Ascon-AEAD128."""

    @property
    def cycles_per_block(self) -> int:
        """Cycles of the permutation between blocks."""
        return ascon.ROUNDS_DATA // self.unroll

    def message_cycles(self, iv_bytes: int, data_bytes: int, text_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles of all permutations, and those before, between and after them."""
        data_blocks = data_bytes // 16 + 1 if data_bytes else 0
        between = data_blocks + text_bytes // 16
        rounds = 2 * ascon.ROUNDS + between * ascon.ROUNDS_DATA
        return rounds // self.unroll + 3 + (not data_blocks)

    def key_interval(self, key_bytes: int) -> int:
        """Returns one cycle per word of a key."""
        return key_bytes // 4


def _aead_rules(parameters: Mapping[str, Any], _: Aead) -> Iterator[Rule]:
    yield parameters["Unroll"] in (1, 2, 4), "Unroll must be 1, 2 or 4"


@lru_cache(maxsize=1 << 14)
def _digest(algorithm: Hash, data: bytes, _: bytes) -> bytes:
    return ascon.digest(data) if "HASH" in algorithm.enum else ascon.xof(data, _DIGEST // 8)


UNITS = (
    Unit(
        name="ascon",
        interface="sponge",
        tops={"stream": Top("sil_ascon_stream")},
        algorithms=ASCON,
        parameters={"Alg": None, "Unroll": 1, "ClockGate": 0},
        enums={"Alg": Enum("sil_ascon_pkg", tuple(ASCON))},
        rules=_rules,
        formulas=AsconFormulas,
        reference=_digest,
        tagged=False,
        position=26,
    ),
    Unit(
        name="ascon-aead",
        interface="aead",
        tops={"stream": Top("sil_ascon_aead")},
        algorithms={None: AEAD},
        parameters={"Unroll": 1},
        enums={},
        rules=_aead_rules,
        formulas=AsconAeadFormulas,
        reference=aead.reference,
        named_by=None,
        keyed=True,
        position=34,
    ),
)
