"""Key derivation with HMAC: PBKDF2 (RFC 8018 5.2)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from silicrypt.catalog import hmac
from silicrypt.catalog.hmac import HmacFormulas
from silicrypt.catalog.merkle_damgard import MerkleDamgard
from silicrypt.catalog.unit import Algorithm, Enum, Formulas, Level, Rule, Top, Unit

#: ``sil_kdf_pkg::function_e``.
FUNCTION = Enum("sil_kdf_pkg", ("PBKDF2", "HKDF", "HMAC_DRBG"))


@dataclass(frozen=True)
class Kdf(Algorithm):
    """A derivation with HMAC. A block is one digest of the result.

    Attributes:
        inner: the hash.
    """

    inner: MerkleDamgard


@dataclass(frozen=True)
class KdfFormulas(Formulas[Kdf]):
    """What the formulas of all functions share."""

    @property
    def hmac(self) -> HmacFormulas:
        """The formulas of the HMAC unit inside."""
        return HmacFormulas(self.parameters, self.algorithm.inner, self.algorithm.inner)

    @property
    def data_bits(self) -> int:
        """Width of a beat."""
        return self.hmac.data_bits

    @property
    def words(self) -> int:
        """Beats of the buffer."""
        return 8 * int(self.parameters["BufferBytes"]) // self.data_bits

    @property
    def digest_beats(self) -> int:
        """Beats of a tag."""
        return self.algorithm.block_bits // self.data_bits

    def beats(self, size: int) -> int:
        """Returns the beats of a packet of that many bytes."""
        return max(1, -(-8 * size // self.data_bits))

    def tag_cycles(self, size: int) -> int:
        """Returns the cycles from the first beat of a message to the first one that its tag makes.

        Args:
            size: bytes of the message.
        """
        return self.hmac.message_interval(size)

    def message_interval(self, message_bytes: int) -> int:
        """Returns the cycles of a request."""
        return self.cycles("stream", message_bytes)


@dataclass(frozen=True)
class Pbkdf2Formulas(KdfFormulas):
    """Formulas of PBKDF2."""

    @property
    def cycles_per_block(self) -> int:
        """The cycles of an iteration."""
        return self.tag_cycles(self.algorithm.block_bits // 8)

    def request_cycles(self, packets: Sequence[int], iterations: int, size: int) -> int:
        """Returns the cycles from a request to the last beat of its result valid.

        Args:
            packets: bytes of the password and of the salt.
            iterations: the iteration count.
            size: bytes of the result.
        """
        raise NotImplementedError

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles of one iteration with an empty password and an empty salt."""
        return self.request_cycles((0, 0), 1, max(1, message_bytes))


def _rules(parameters: Mapping[str, Any], algorithm: Kdf) -> Iterator[Rule]:
    yield from hmac.UNITS[2].rules(parameters, algorithm.inner)
    width = parameters["Unroll"] * algorithm.inner.word_bits
    yield algorithm.block_bits % width == 0, "a digest must be a multiple of the width of a beat"
    size = parameters["BufferBytes"]
    yield (
        size.bit_count() == 1 and size >= width // 4,
        "BufferBytes must be a power of two, and at least two beats",
    )


def _pbkdf2(algorithm: Kdf, data: bytes, key: bytes) -> bytes:
    return hashlib.pbkdf2_hmac(algorithm.inner.hashlib, key, data, 1)


_HMAC = hmac.UNITS[2]
_ALGORITHMS = {
    enum: Kdf(f"HMAC-{one.name}", enum, one.digest_bits, one)
    for enum, one in _HMAC.algorithms.items()
}

UNITS = (
    Unit(
        name="pbkdf2-sha2",
        interface="kdf",
        tops={"stream": Top("sil_kdf_sha2")},
        algorithms=_ALGORITHMS,
        parameters={**_HMAC.parameters, "Function": "PBKDF2", "BufferBytes": 64},
        enums={**_HMAC.enums, "Function": FUNCTION},
        rules=_rules,
        formulas=Pbkdf2Formulas,
        reference=_pbkdf2,
        title="PBKDF2-{}",
        tagged=False,
        position=60,
    ),
)
