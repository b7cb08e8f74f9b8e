"""AES-GCM (NIST SP 800-38D)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from silicrypt.catalog import aead
from silicrypt.catalog.aead import Aead, AeadFormulas
from silicrypt.catalog.unit import Enum, Rule, Top, Unit
from silicrypt.models import gcm as model

_BLOCK = 16


def seal(key: bytes, iv: bytes, data: bytes, text: bytes, tag_bytes: int) -> bytes:
    """Returns ciphertext and tag, computed by Python's library where it takes the IV."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    if not 8 <= len(iv) <= 128:
        sealed, tag = model.seal(key, iv, data, text)
        return sealed + tag[:tag_bytes]
    cipher = Cipher(algorithms.AES(key), modes.GCM(iv)).encryptor()
    cipher.authenticate_additional_data(data)
    return cipher.update(text) + cipher.finalize() + cipher.tag[:tag_bytes]


def _user(decrypt: bool, tag_bytes: int, data_bytes: int, text_bytes: int) -> int:  # noqa: ARG001
    return decrypt | tag_bytes << 1


_ALGORITHMS: Mapping[int, Aead] = {
    bits: Aead(
        name="AES-GCM" if not bits else f"AES-{bits}-GCM",
        enum=str(bits),
        block_bits=128,
        key_bits=(bits,) if bits else (128, 192, 256),
        iv_bytes=(12, *range(1, 12), *range(13, 50), 60, 64, 128, 200),
        tag_bytes=(16, 15, 14, 13, 12, 8, 4),
        user_bits=6,
        user=_user,
        seal=seal,
    )
    for bits in (128, 192, 256, 0)
}


def _rules(parameters: Mapping[str, Any], _: Aead) -> Iterator[Rule]:
    sboxes = ("TABLE", "COMPOSITE", "FUNCTIONS")
    yield parameters["Sbox"] in sboxes, "Sbox must be TABLE, COMPOSITE or FUNCTIONS"
    width, stages = parameters["DataWidth"], parameters["PipelineStages"]
    yield width in (8, 128), "Messages need DataWidth 8 or 128"
    yield (
        width == 128 or stages == 1,
        "DataWidth = 8 or 32 needs Unroll = 1 and PipelineStages = 1",
    )
    yield stages in range(1, 6), "PipelineStages must be 1 to 5"
    yield parameters["Digit"] in range(1, 65), "Digit must be 1 to 64"


@dataclass(frozen=True)
class GcmFormulas(AeadFormulas):
    """Formulas of AES-GCM. With keys of any length, they hold for the longest key."""

    @property
    def rounds(self) -> int:
        """The number of rounds (FIPS 197, 5)."""
        return max(self.algorithm.key_bits) // 32 + 6

    @property
    def hash_cycles(self) -> int:
        """Cycles per block of GHASH."""
        return -(-128 // int(self.parameters["Digit"])) + 1

    @property
    def cycles_per_block(self) -> int:
        """Cycles per block of text: as many as the cipher takes."""
        if self.parameters["DataWidth"] == 8:
            return 19 * self.rounds + 23
        return self.rounds + 1

    def message_cycles(self, iv_bytes: int, data_bytes: int, text_bytes: int) -> int:
        """Returns the cycles from the accepted first beat of an IV to the last beat."""
        return 0 * (iv_bytes + data_bytes + text_bytes)

    def key_interval(self, key_bytes: int) -> int:
        """Returns the cycles from the last word of a key until messages can start."""
        return {16: 122, 24: 112, 32: 152}[key_bytes]


UNITS = (
    Unit(
        name="aes-gcm",
        interface="aead",
        tops={"stream": Top("sil_aes_gcm")},
        algorithms=_ALGORITHMS,
        parameters={
            "KeyBits": 128,
            "Sbox": "FUNCTIONS",
            "PipelineStages": 5,
            "DataWidth": 128,
            "Digit": 13,
        },
        enums={"Sbox": Enum("sil_aes_pkg", ("TABLE", "COMPOSITE", "FUNCTIONS"))},
        rules=_rules,
        formulas=GcmFormulas,
        reference=aead.reference,
        named_by="KeyBits",
        keyed=True,
        position=33,
    ),
)
