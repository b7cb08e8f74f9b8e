"""The block cipher AES."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from silicrypt.catalog.algorithms import BlockCipher
from silicrypt.catalog.unit import DesignPoint, Enum, Formulas, Level, Rule, Top, Unit
from silicrypt.errors import BadInput

#: By ``KeyBits``; 0: a key's length says which.
ALGORITHMS: Mapping[int, BlockCipher] = MappingProxyType(
    {
        128: BlockCipher("AES-128", "128", 128, (128,)),
        192: BlockCipher("AES-192", "192", 128, (192,)),
        256: BlockCipher("AES-256", "256", 128, (256,)),
        0: BlockCipher("AES", "0", 128, (128, 192, 256)),
    }
)


#: The modes of messages, each with its bit of ``Modes``.
MODES: Mapping[str, int] = MappingProxyType({"ecb": 1, "ctr": 2, "xts": 4})

#: Bits of a beat of a key.
KEY_BEAT_BITS = 32


def _rules(parameters: Mapping[str, Any], algorithm: BlockCipher) -> Iterator[Rule]:
    yield (
        parameters["Direction"] in ("ENCRYPT", "DECRYPT", "BOTH"),
        "Direction must be ENCRYPT, DECRYPT or BOTH",
    )
    yield (
        parameters["Sbox"] in ("TABLE", "COMPOSITE", "FUNCTIONS"),
        "Sbox must be TABLE, COMPOSITE or FUNCTIONS",
    )
    unroll, stages = parameters["Unroll"], parameters["PipelineStages"]
    yield (
        parameters["KeySchedule"] in ("STORED", "ON_THE_FLY"),
        "KeySchedule must be STORED or ON_THE_FLY",
    )
    yield (
        parameters["KeySchedule"] == "STORED"
        or (parameters["Direction"], parameters["KeyBits"], unroll, parameters["DataWidth"])
        == ("ENCRYPT", 128, 1, 128),
        "KeySchedule = ON_THE_FLY needs ENCRYPT, KeyBits = 128, Unroll = 1, DataWidth = 128",
    )
    yield (
        unroll == 1
        or (
            parameters["Direction"] != "BOTH"
            and len(algorithm.key_bits) == 1
            and unroll == algorithm.key_bits[0] // 32 + 6
        ),
        "Unroll must be 1 or, with one direction and one length of keys, the rounds",
    )
    yield parameters["DataWidth"] in (8, 32, 128), "DataWidth must be 8, 32 or 128"
    yield (
        parameters["DataWidth"] == 128 or (unroll == 1 and stages == 1),
        "DataWidth = 8 or 32 needs Unroll = 1 and PipelineStages = 1",
    )
    yield parameters["LowLatency"] in (0, 1), "LowLatency must be 0 or 1"
    alone = {**parameters, "KeyBits": 128, "LowLatency": 0, "Modes": 7} == UNIT.parameters
    yield (
        not parameters["LowLatency"] or alone,
        "LowLatency = 1 needs ENCRYPT, FUNCTIONS, STORED, Unroll = 1, PipelineStages = 1 "
        "and DataWidth = 128",
    )
    if unroll == 1:
        yield stages in range(1, 6), "PipelineStages must be 1 to 5"
    else:
        yield (
            stages % unroll == 0 and stages // unroll in range(1, 5),
            "PipelineStages must be 1 to 4 times the rounds where Unroll is the rounds",
        )
    yield (
        parameters["Modes"] in range(1, 8),
        "Modes must be 1 to 7: the sum of 1 for ECB, 2 for CTR, 4 for XTS",
    )
    yield (
        not parameters["Modes"] & MODES["xts"] or parameters["KeyBits"] != 192,
        "XTS has keys of 128 or 256 bits",
    )


@dataclass(frozen=True)
class AesFormulas(Formulas[BlockCipher]):
    """Of blocks around one round; with keys of any length, of the longest."""

    @property
    def rounds(self) -> int:
        """FIPS 197 5."""
        return max(self.chosen.key_bits) // 32 + 6

    @property
    def data_bits(self) -> int:
        """A whole block, a column, or a byte."""
        return int(self.parameters["DataWidth"])

    @property
    def cycles_per_block(self) -> int:
        """A turn for its first round key, one for each round; where all are in line, one."""
        if self.data_bits < 128:
            return 19 * self.rounds + 21 if self.data_bits == 8 else 7 * self.rounds + 6
        return 1 if self.unroll > 1 else self.rounds + 1

    @property
    def key_bytes(self) -> tuple[int, ...]:
        """The lengths of its keys."""
        return tuple(bits // 8 for bits in self.algorithm.key_bits)

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes that messages choose from."""
        return tuple(mode for mode, bit in MODES.items() if int(self.parameters["Modes"]) & bit)

    @property
    def directions(self) -> tuple[bool, ...]:
        """Whether it decrypts, for each direction that its core has."""
        named = {"ENCRYPT": (False,), "DECRYPT": (True,), "BOTH": (False, True)}
        return named[str(self.parameters["Direction"])]

    def cycles(self, level: Level, message_bytes: int) -> int:
        """At the core from a block to its result; else of a message in ECB."""
        if level == "stream":
            return self.message_cycles("ecb", message_bytes)
        wait = self.stages - 1 if self.parameters["Direction"] == "BOTH" else 0
        if self.data_bits < 128:
            return 19 * self.rounds + 3 if self.data_bits == 8 else 7 * self.rounds
        if self.unroll > 1:
            return self.stages + 2
        last = int(not self.parameters["LowLatency"]) if self.stages == 1 else 2 + wait
        return (self.rounds + 1) * self.stages + last

    def message_cycles(self, mode: str, message_bytes: int, *, decrypt: bool = False) -> int:
        """From an order taken to the last beat of the result valid, alone and without stalls."""
        whole, rest = divmod(message_bytes, 16)
        blocks = whole + (rest > 0 and mode == "ctr")
        order = self.tweak_cycles if mode == "xts" else 1
        if not blocks:
            return order + 4
        cycles = order + 3 + self._issue(mode, blocks - 1) + self._block_cycles
        if mode == "xts" and rest:  # the last block waits for the one before it
            cycles += self._block_cycles + 2 + decrypt * self._swap(blocks - 1)
        return cycles

    @property
    def tweak_cycles(self) -> int:
        """From an order with a tweak to the tweak encrypted, by a core of one S-box."""
        return 19 * self.rounds + 22

    @property
    def _block_cycles(self) -> int:
        """From a block in front of the core to its result valid behind it."""
        return self.cycles("core", 16) + (19 if self.data_bits == 8 else 0)

    def _issue(self, mode: str, number: int) -> int:
        """From a message's first block taken by the core to another."""
        if self.data_bits == 8:
            return number * (self.cycles_per_block + 2)
        if self.unroll > 1:
            return number
        turn, place = divmod(number, self.stages)
        # A counter goes on in four cycles; of an even number of places the one that comes round
        # then is taken, and the next is free.
        each = 4 + (self.stages % 2 == 0) if mode == "ctr" else 1
        return turn * self.stages * (self.rounds + 1) + place * each

    def _swap(self, number: int) -> int:
        """How much later a block enters whose tweak is that of the next: in place of the next one.

        Nothing where it has to wait anyway; where the next place is not free, until its own is.
        """
        turn, place = divmod(number, self.stages)
        if place == 0 and turn:
            return 0
        return self.stages if place == self.stages - 1 and number else 1

    def message_interval(self, message_bytes: int) -> int:
        """Of a message of blocks."""
        return -(-message_bytes // 16) * self.cycles_per_block

    def key_interval(self, key_bytes: int) -> int:
        """From a key's last word until it can be used."""
        if self.parameters["KeySchedule"] == "ON_THE_FLY":
            return 1
        seen = 2 * (self.data_bits < 128)  # cycles from a block to its first beat taken
        mixed = self.parameters["Direction"] == "DECRYPT"
        fetched = int(self.parameters["LowLatency"])  # its first round key
        return {16: 122, 24: 112, 32: 152}[key_bytes] + seen + mixed + fetched

    @property
    def key_lengths(self) -> Sequence[int]:
        """Those of the standard that it takes."""
        return self.key_bytes

    def values(self, levels: Iterable[Level]) -> dict[str, object]:
        """Those of messages in every mode and direction too."""
        levels, lengths = tuple(levels), range(16 * self.algorithm.block_bits // 8 + 1)
        messages = {
            f"{mode} {'decrypt' if decrypt else 'encrypt'}": [
                self.message_cycles(mode, length, decrypt=decrypt) for length in lengths
            ]
            for mode in self.modes
            for decrypt in (False, True)
        }
        return super().values(levels) | {"message_cycles": messages if "stream" in levels else {}}


def formulas_of(config: DesignPoint) -> AesFormulas:
    """What follows from the parameters of an AES core, or of what is around one.

    Raises:
        BadInput: it is something else.
    """
    if not isinstance(config.formulas, AesFormulas):
        raise BadInput(f"{config.name} enciphers nothing: it computes {config.computes}")
    return config.formulas


def _encrypt(algorithm: BlockCipher, data: bytes, key: bytes) -> bytes:  # noqa: ARG001
    # The library is as large as all others together: it is loaded where it is used.
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    return Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(data)


#: Keys and blocks in, blocks out; and messages.
UNIT = Unit(
    name="aes",
    interface="aes",
    tops={
        "core": Top("sil_aes_core", frozenset({"Modes"})),
        "stream": Top(
            "sil_aes_stream",
            only={"Direction": frozenset({"ENCRYPT", "BOTH"}), "DataWidth": frozenset({8, 128})},
        ),
    },
    algorithms=ALGORITHMS,
    parameters={
        "KeyBits": 128,
        "Direction": "ENCRYPT",
        "Sbox": "FUNCTIONS",
        "KeySchedule": "STORED",
        "PipelineStages": 1,
        "Unroll": 1,
        "DataWidth": 128,
        "LowLatency": 0,
        "Modes": 7,
    },
    enums={
        "Direction": Enum("sil_aes_pkg", ("ENCRYPT", "DECRYPT", "BOTH")),
        "Sbox": Enum("sil_aes_pkg", ("TABLE", "COMPOSITE", "FUNCTIONS")),
        "KeySchedule": Enum("sil_aes_pkg", ("STORED", "ON_THE_FLY")),
    },
    rules=_rules,
    formulas=AesFormulas,
    reference=_encrypt,
    named_by="KeyBits",
    keyed=True,
)
