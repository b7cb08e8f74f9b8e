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
#: Bytes of an IV that is not hashed.
_SHORT = 12


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
    yield width == 128 or stages == 1, "DataWidth = 8 needs PipelineStages = 1"
    yield stages in range(1, 6), "PipelineStages must be 1 to 5"
    yield parameters["Digit"] in range(1, 65), "Digit must be 1 to 64"
    beats = parameters["Buffer"]
    yield (
        beats == 0 or (beats in range(2, 1025) and not beats & (beats - 1)),
        "Buffer must be 0 or a power of two from 2 to 1024",
    )


@dataclass(frozen=True)
class GcmFormulas(AeadFormulas):
    """Formulas of AES-GCM. With keys of any length, they hold for the longest key.

    With 2 to 4 stages, or where GHASH takes less than 8 cycles per block, a message can be some
    cycles shorter than stated if the first result of the
    cipher waits for associated data.
    """

    @property
    def stages(self) -> int:
        """Messages in flight: one, whose blocks of text fill the cipher's pipeline."""
        return 1

    @property
    def _depth(self) -> int:
        """Blocks in flight in the cipher."""
        return int(self.parameters["PipelineStages"])

    @property
    def rounds(self) -> int:
        """The number of rounds (FIPS 197, 5)."""
        return max(self.algorithm.key_bits) // 32 + 6

    @property
    def held_beats(self) -> int:
        """Beats of plaintext that a decryption holds."""
        return int(self.parameters["Buffer"])

    @property
    def hash_cycles(self) -> int:
        """Cycles per block of GHASH."""
        return -(-128 // int(self.parameters["Digit"])) + 2

    @property
    def cycles_per_block(self) -> int:
        """Cycles per block of text: as many as the cipher or GHASH takes."""
        return max(self._block_cycles, self.hash_cycles)

    @property
    def _block_cycles(self) -> int:
        if self.parameters["DataWidth"] == 8:
            return 19 * self.rounds + 23
        return self.rounds + 1

    @property
    def cipher_cycles(self) -> int:
        """Cycles from a block offered to the cipher to its result."""
        if self.parameters["DataWidth"] == 8:
            return 19 * self.rounds + 22
        return (self.rounds + 1) * self._depth + (2 if self._depth > 1 else 1)

    def message_cycles(self, iv_bytes: int, data_bytes: int, text_bytes: int) -> int:
        """Returns the cycles from the accepted first beat of an IV to the last beat."""
        ivs, data, text = (-(-size // _BLOCK) for size in (iv_bytes, data_bytes, text_bytes))
        each, tail = self.hash_cycles, 2 * self.hash_cycles + 11
        begin = 0 if iv_bytes == _SHORT else (ivs + 1) * each + 6
        first = self.cipher_cycles + 3 * max(data, 1)  # the first result of the cipher
        ends = [(data + text + 1) * each + 13, first + 14]
        if text:
            # It waits for the associated data. Three cycles of that delay no later block.
            late = 3 if text > self._depth > 1 else 0
            result = max(first, (data - 1) * each + 6 - late)
            again = result if self._depth == 1 else first  # when the cipher takes further blocks
            ends += [result + self._issue(text - 1) + tail, again + self._issue(text) + 10]
        return begin + max(ends)

    def _issue(self, number: int) -> int:
        """Returns the cycles from the first block of text in GHASH to block ``number``."""
        group, slot = divmod(number, self._depth)
        return group * self._depth * self.cycles_per_block + slot * self.hash_cycles

    def key_interval(self, key_bytes: int) -> int:
        """Returns the cycles from the first word of a key to the start of a message."""
        expanded = {16: 114, 24: 104, 32: 144}[key_bytes] + (self.parameters["DataWidth"] != 8)
        return expanded + key_bytes // 2 + 16 + self.cipher_cycles


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
            "Digit": 15,
            "Buffer": 0,
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
