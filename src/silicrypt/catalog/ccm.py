"""AES-CCM (NIST SP 800-38C)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from silicrypt.catalog import aead
from silicrypt.catalog.aead import Aead, AesAeadFormulas
from silicrypt.catalog.unit import Rule, Top, Unit

_BLOCK = 16
#: Bytes of associated data from which its length takes six bytes, not two.
LONG = (1 << 16) - (1 << 8)


def seal(key: bytes, nonce: bytes, data: bytes, text: bytes, tag_bytes: int) -> bytes:
    """Returns ciphertext and tag, computed by Python's library."""
    from cryptography.hazmat.primitives.ciphers.aead import AESCCM

    return AESCCM(key, tag_bytes).encrypt(nonce, text, data)


def user(decrypt: bool, tag_bytes: int, data_bytes: int, text_bytes: int) -> int:
    """Returns `i_tuser` of a message."""
    return decrypt | tag_bytes << 1 | text_bytes << 6 | data_bytes << 32


_ALGORITHMS = aead.of_aes(
    "CCM",
    iv_bytes=(13, 12, 11, 10, 9, 8, 7),
    tag_bytes=(16, 14, 12, 10, 8, 6, 4),
    user_bits=64,
    user=user,
    seal=seal,
)


def _rules(parameters: Mapping[str, Any], _: Aead) -> Iterator[Rule]:
    yield from aead.aes_rules(parameters)


@dataclass(frozen=True)
class CcmFormulas(AesAeadFormulas):
    """Formulas of AES-CCM."""

    @property
    def cycles_per_block(self) -> int:
        """Cycles per block of text: two blocks of the cipher."""
        return 2 * self.block_cycles

    def message_cycles(self, iv_bytes: int, data_bytes: int, text_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles from the accepted nonce to the last beat.

        There are a block of CBC-MAC for the nonce, one for each block of associated data and of
        text, and a counter block for each block of text and for the tag.
        """
        prefix = 0 if not data_bytes else 2 if data_bytes < LONG else 6
        data, text = (-(-size // _BLOCK) for size in (prefix + data_bytes, text_bytes))
        # A block of associated data waits for the result before it, except where a counter block
        # is between them.
        waits = 7 if self.bytewise else 8 + max(data - 1, 0)
        return (2 + data + 2 * text) * self.block_cycles + waits

    def key_interval(self, key_bytes: int) -> int:
        """Returns the cycles from the first word of a key to the start of a message."""
        expanded = {16: 114, 24: 104, 32: 144}[key_bytes]
        return expanded + key_bytes // 2 + 10


UNITS = (
    Unit(
        name="aes-ccm",
        interface="aead",
        tops={"stream": Top("sil_aes_ccm")},
        algorithms=_ALGORITHMS,
        parameters={"KeyBits": 128, "DataWidth": 128, "Buffer": 0},
        enums={},
        rules=_rules,
        formulas=CcmFormulas,
        reference=aead.reference,
        named_by="KeyBits",
        keyed=True,
        position=35,
    ),
)
