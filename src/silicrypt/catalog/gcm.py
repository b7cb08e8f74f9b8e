"""AES-GCM (NIST SP 800-38D), also at one block per cycle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from silicrypt.catalog import aead
from silicrypt.catalog.aead import Aead, AesAeadFormulas
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


_ALGORITHMS = aead.of_aes(
    "GCM",
    iv_bytes=(12, *range(1, 12), *range(13, 50), 60, 64, 128, 200),
    tag_bytes=(16, 15, 14, 13, 12, 8, 4),
    user_bits=6,
    user=_user,
    seal=seal,
)


def _rules(parameters: Mapping[str, Any], _: Aead) -> Iterator[Rule]:
    yield from aead.aes_rules(parameters)
    width, stages = parameters["DataWidth"], parameters["PipelineStages"]
    yield width == 128 or stages == 1, "DataWidth = 8 needs PipelineStages = 1"
    yield stages in range(1, 6), "PipelineStages must be 1 to 5"
    yield parameters["Digit"] in range(1, 65), "Digit must be 1 to 64"


def _pipe_rules(parameters: Mapping[str, Any], algorithm: Aead) -> Iterator[Rule]:
    yield from aead.aes_rules(parameters)
    rounds = algorithm.key_bits[0] // 32 + 6
    yield (
        parameters["PipelineStages"] in range(rounds, 4 * rounds + 1, rounds),
        "PipelineStages must be 1 to 4 times the rounds",
    )
    yield parameters["PipelineStages"] in range(10, 49), "Latency must be 11 to 49"


@dataclass(frozen=True)
class GcmFormulas(AesAeadFormulas):
    """Formulas of AES-GCM.

    With 2 to 4 stages, or where GHASH takes less than 8 cycles per block, a message can be some
    cycles shorter than stated if the first result of the cipher waits for associated data.
    """

    @property
    def hash_cycles(self) -> int:
        """Cycles per block of GHASH."""
        return -(-128 // int(self.parameters["Digit"])) + 2

    @property
    def cycles_per_block(self) -> int:
        """Cycles per block of text: as many as the cipher or GHASH takes."""
        return max(self.block_cycles, self.hash_cycles)

    @property
    def cipher_cycles(self) -> int:
        """Cycles from a block offered to the cipher to its result."""
        if self.bytewise:
            return self.block_cycles - 1
        return self.block_cycles * self.depth + (2 if self.depth > 1 else 1)

    def message_cycles(self, iv_bytes: int, data_bytes: int, text_bytes: int) -> int:
        """Returns the cycles from the accepted first beat of an IV to the last beat."""
        ivs, data, text = (-(-size // _BLOCK) for size in (iv_bytes, data_bytes, text_bytes))
        each, tail = self.hash_cycles, 2 * self.hash_cycles + 11
        begin = 0 if iv_bytes == _SHORT else (ivs + 1) * each + 6
        first = self.cipher_cycles + 3 * max(data, 1)  # the first result of the cipher
        ends = [(data + text + 1) * each + 13, first + 14]
        if text:
            # It waits for the associated data. Three cycles of that delay no later block.
            late = 3 if text > self.depth > 1 else 0
            result = max(first, (data - 1) * each + 6 - late)
            again = result if self.depth == 1 else first  # when the cipher takes further blocks
            ends += [result + self._issue(text - 1) + tail, again + self._issue(text) + 10]
        return begin + max(ends)

    def _issue(self, number: int) -> int:
        """Returns the cycles from the first block of text in GHASH to block ``number``."""
        group, slot = divmod(number, self.depth)
        return group * self.depth * self.cycles_per_block + slot * self.hash_cycles

    def key_interval(self, key_bytes: int) -> int:
        """Returns the cycles from the first word of a key to the start of a message."""
        expanded = {16: 114, 24: 104, 32: 144}[key_bytes] + (not self.bytewise)
        return expanded + key_bytes // 2 + 16 + self.cipher_cycles


@dataclass(frozen=True)
class GcmPipeFormulas(AesAeadFormulas):
    """Formulas of AES-GCM at one block per cycle."""

    @property
    def cycles_per_block(self) -> int:
        """One cycle per block."""
        return 1

    def message_cycles(self, iv_bytes: int, data_bytes: int, text_bytes: int) -> int:
        """Returns the cycles from the accepted first beat of an IV to the last beat."""
        ivs, data, text = (-(-size // _BLOCK) for size in (iv_bytes, data_bytes, text_bytes))
        begin = 0 if iv_bytes == _SHORT else ivs + self.depth + 12
        return begin + max(data, 1) + max(text, 1) + self.depth + 26

    def key_interval(self, key_bytes: int) -> int:
        """Returns the cycles from the first word of a key to the start of a message."""
        expanded = {16: 122, 24: 112, 32: 152}[key_bytes]
        return expanded + key_bytes // 2 + self.depth + 52


_GCM = Unit(
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
)

UNITS = (
    _GCM,
    replace(
        _GCM,
        name="aes-gcm-pipe",
        tops={"stream": Top("sil_aes_gcm_pipe")},
        algorithms={bits: one for bits, one in _ALGORITHMS.items() if bits},
        parameters={"KeyBits": 128, "Sbox": "FUNCTIONS", "PipelineStages": 30},
        rules=_pipe_rules,
        formulas=GcmPipeFormulas,
    ),
)
