"""The block cipher AES, also with one function of FIPS 197 after the other (aes-2005)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from silicrypt.catalog.cipher import MODES, ChainedFormulas, CipherFormulas, encrypt
from silicrypt.catalog.unit import BlockCipher, Enum, Level, Parameters, Rule, Top, Unit

#: By ``KeyBits``; with 0 the length of each key selects the algorithm.
ALGORITHMS: Mapping[int, BlockCipher] = {
    **{bits: BlockCipher(f"AES-{bits}", str(bits), 128, (bits,)) for bits in (128, 192, 256)},
    0: BlockCipher("AES", "0", 128, (128, 192, 256)),
}

#: ``direction_e``, ``sbox_e`` and ``key_schedule_e`` of ``sil_aes_pkg``.
_ENUMS = {
    "Direction": Enum("sil_aes_pkg", ("ENCRYPT", "DECRYPT", "BOTH")),
    "Sbox": Enum("sil_aes_pkg", ("TABLE", "COMPOSITE", "FUNCTIONS")),
    "KeySchedule": Enum("sil_aes_pkg", ("STORED", "ON_THE_FLY")),
}
_DEFAULTS: Mapping[str, int | str] = {
    "KeyBits": 128,
    "Direction": "ENCRYPT",
    "Sbox": "FUNCTIONS",
    "KeySchedule": "STORED",
    "PipelineStages": 5,
    "Unroll": 1,
    "DataWidth": 128,
    "LowLatency": 0,
    "Modes": 7,
}


def _stepwise_rules(parameters: Mapping[str, Any], _: BlockCipher) -> Iterator[Rule]:
    for name, rule in (
        ("Direction", "ENCRYPT, DECRYPT or BOTH"),
        ("Sbox", "TABLE, COMPOSITE or FUNCTIONS"),
    ):
        yield parameters[name] in _ENUMS[name].names, f"{name} must be {rule}"


def _rules(parameters: Mapping[str, Any], algorithm: BlockCipher) -> Iterator[Rule]:
    yield from _stepwise_rules(parameters, algorithm)
    direction, width = parameters["Direction"], parameters["DataWidth"]
    unroll, stages = parameters["Unroll"], parameters["PipelineStages"]
    schedule = parameters["KeySchedule"]
    yield schedule in _ENUMS["KeySchedule"].names, "KeySchedule must be STORED or ON_THE_FLY"
    yield (
        schedule == "STORED"
        or (direction, parameters["KeyBits"], unroll, width) == ("ENCRYPT", 128, 1, 128),
        "KeySchedule = ON_THE_FLY needs ENCRYPT, KeyBits = 128, Unroll = 1, DataWidth = 128",
    )
    yield (
        unroll == 1
        or (
            direction != "BOTH"
            and len(algorithm.key_bits) == 1
            and unroll == algorithm.key_bits[0] // 32 + 6
        ),
        "Unroll must be 1 or, with one direction and one length of keys, the rounds",
    )
    yield width in (8, 32, 128), "DataWidth must be 8, 32 or 128"
    yield (
        width == 128 or (unroll == 1 and stages == 1),
        "DataWidth = 8 or 32 needs Unroll = 1 and PipelineStages = 1",
    )
    yield parameters["LowLatency"] in (0, 1), "LowLatency must be 0 or 1"
    free = {name: _DEFAULTS[name] for name in ("KeyBits", "LowLatency", "Modes")}
    alone = {**parameters, **free} == {**_DEFAULTS, "PipelineStages": 1}
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
class AesFormulas(CipherFormulas):
    """Formulas of the AES units. With keys of any length, they hold for the longest key."""

    @property
    def rounds(self) -> int:
        """The number of rounds (FIPS 197, 5)."""
        return max(self.chosen.key_bits) // 32 + 6

    @property
    def data_bits(self) -> int:
        """Width of a beat: a block, a column, or a byte."""
        return int(self.parameters["DataWidth"])

    @property
    def cycles_per_block(self) -> int:
        """One cycle for the first round key and one per round; 1 if all rounds are unrolled."""
        if self.data_bits < 128:
            return 19 * self.rounds + 21 if self.data_bits == 8 else 7 * self.rounds + 6
        return 1 if self.unroll > 1 else self.rounds + 1

    def block_interval(self, level: Level) -> int:
        """Returns the initiation interval. A stream of bytes fills a register before each block."""
        return self.cycles_per_block + 2 * (level == "stream" and self.data_bits == 8)

    @property
    def directions(self) -> tuple[bool, ...]:
        """The directions of the core; true stands for decryption."""
        named = {"ENCRYPT": (False,), "DECRYPT": (True,), "BOTH": (False, True)}
        return named[str(self.parameters["Direction"])]

    @property
    def core_cycles(self) -> int:
        """Cycles from an accepted block to its result, at the core."""
        wait = self.stages - 1 if self.parameters["Direction"] == "BOTH" else 0
        if self.data_bits < 128:
            return 19 * self.rounds + 3 if self.data_bits == 8 else 7 * self.rounds
        if self.unroll > 1:
            return self.stages + 2
        last = int(not self.parameters["LowLatency"]) if self.stages == 1 else 2 + wait
        return (self.rounds + 1) * self.stages + last

    def message_cycles(self, mode: str, message_bytes: int, *, decrypt: bool = False) -> int:
        """Returns the cycles from the start of a message to the last beat of its result."""
        full, rest = divmod(message_bytes, 16)
        blocks = full + (rest > 0 and mode == "ctr")
        begin = self.tweak_cycles if mode == "xts" else 1
        loop = self.unroll == 1
        if not blocks:  # in a pipeline, a beat without a block takes as long as a block
            return begin + 6 if loop else begin + 5 + self.block_cycles
        cycles = begin + 5 + self._issue(mode, blocks - 1) + self.block_cycles
        if mode == "xts" and rest:  # the last block waits for the one before it
            cycles += self.block_cycles + (5 if loop else 3) + decrypt * self._swap(blocks - 1)
        return cycles

    @property
    def tweak_cycles(self) -> int:
        """Cycles from an accepted tweak to the encrypted tweak, by a core with one S-box."""
        return 19 * self.rounds + 22

    @property
    def block_cycles(self) -> int:
        """Cycles from a block valid at the core to its result valid, with the beats of both."""
        return self.core_cycles + (19 if self.data_bits == 8 else 0)

    def _issue(self, mode: str, number: int) -> int:
        """Returns the cycles from the first block of a message to block ``number``, at the core."""
        if self.data_bits == 8:
            return number * self.block_interval("stream")
        if self.unroll > 1:
            return number
        group, slot = divmod(number, self.stages)
        # The next counter value takes four cycles, the next beat two. With an even number of
        # stages, the slot that arrives then is occupied, and the one after it is free.
        each = (4 if mode == "ctr" else 2) + (self.stages % 2 == 0)
        return group * self.stages * (self.rounds + 1) + slot * each

    def _swap(self, number: int) -> int:
        """Returns the delay in cycles of a block that is exchanged with the next one.

        Decryption with ciphertext stealing processes the last two blocks with exchanged tweaks
        (IEEE 1619). The delay is 0 where the block has to wait anyway, and two cycles where that
        slot is free. Otherwise the block waits until its own slot arrives again.
        """
        group, slot = divmod(number, self.stages)
        if slot == 0 and group:
            return 0
        return self.stages if slot == self.stages - 1 and number else 2

    def key_interval(self, key_bytes: int) -> int:
        """Returns the cycles from the last word of a key until the key can be used."""
        if self.parameters["KeySchedule"] == "ON_THE_FLY":
            return 1
        seen = 2 * (self.data_bits < 128)  # cycles from a block valid to its first beat accepted
        mixed = self.parameters["Direction"] == "DECRYPT"
        fetched = int(self.parameters["LowLatency"])  # reads the first round key
        ready = self.unroll > 1  # a register says that a block is taken
        return {16: 122, 24: 112, 32: 152}[key_bytes] + seen + mixed + fetched + ready


@dataclass(frozen=True)
class AesChainedFormulas(ChainedFormulas, AesFormulas):
    """Formulas of the unit for chained modes."""

    @property
    def linked(self) -> bool:
        """Whether the core takes a block in each cycle with a result and no other block."""
        return bool(self.parameters["LowLatency"])


@dataclass(frozen=True)
class StepwiseFormulas(AesFormulas):
    """Formulas of the unit with one function of FIPS 197 after the other, byte by byte."""

    @property
    def data_bits(self) -> int:
        """Width of a beat: a byte."""
        return 8

    @property
    def cycles_per_block(self) -> int:
        """Cycles of the functions of all rounds, and one in which the unit sees the block."""
        return 176 * self.rounds - 47

    @property
    def modes(self) -> tuple[str, ...]:
        """None: there is no stream."""
        return ()

    @property
    def core_cycles(self) -> int:
        """Cycles from the first byte of a block to the first byte of its result."""
        return 176 * self.rounds - 79

    def key_interval(self, key_bytes: int) -> int:
        """Returns the cycles from the last word of a key until the key can be used."""
        return {16: 122, 24: 112, 32: 152}[key_bytes] + 1


def _byte_rules(parameters: Mapping[str, Any], _: BlockCipher) -> Iterator[Rule]:
    yield parameters["Sbox"] in _ENUMS["Sbox"].names, "Sbox must be TABLE, COMPOSITE or FUNCTIONS"
    yield parameters["ClockGate"] in (0, 1), "ClockGate must be 0 or 1"


def _memory_rules(parameters: Mapping[str, Any], algorithm: BlockCipher) -> Iterator[Rule]:
    yield from _byte_rules(parameters, algorithm)
    yield parameters["Memory"] in (0, 1), "Memory must be 0 or 1"


@dataclass(frozen=True)
class ByteFormulas(StepwiseFormulas):
    """Formulas of the unit with state and round key in shift registers."""

    @property
    def cycles_per_block(self) -> int:
        """Cycles of the rounds, of which the last is the result, and of the key schedule back."""
        return self.core_cycles + 16 + self.wake_cycles

    @property
    def directions(self) -> tuple[bool, ...]:
        """Encryption only."""
        return (False,)

    @property
    def core_cycles(self) -> int:
        """Cycles from the first byte of a block to the first byte of its result."""
        return (16 if self.parameters["Memory"] else 20) * self.rounds

    @property
    def wake_cycles(self) -> int:
        """Cycles of the key schedule back, after a result."""
        return 16 * self.rounds

    def key_interval(self, key_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles of a key, without one for each word: a byte is taken per cycle."""
        return 9


@dataclass(frozen=True)
class BitFormulas(ByteFormulas):
    """Formulas of the unit that shifts state and round key by a bit per cycle."""

    #: Cycles of a step of a byte: SubBytes and its bits.
    _STEP: ClassVar[int] = 1 + 8
    #: Cycles of a pass of 16 bytes, with MixColumns and the key schedule, or the latter alone.
    _FORWARD: ClassVar[int] = 16 * _STEP + 7 * 8
    _BACK: ClassVar[int] = 16 * _STEP + 4 * 8

    @property
    def cycles_per_block(self) -> int:
        """Cycles of all passes: a block enters in the first one, its result leaves in the last."""
        return self.core_cycles + self._FORWARD + self.wake_cycles

    @property
    def core_cycles(self) -> int:
        """Cycles from the first byte of a block to the first byte of its result."""
        return self._FORWARD * self.rounds

    @property
    def wake_cycles(self) -> int:
        """Cycles of the key schedule back, after a result."""
        return self._BACK * (self.rounds + 1)

    def key_interval(self, key_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles of a key, without one for each word: a byte takes a step."""
        return 145


def _two_rules(parameters: Mapping[str, Any], _: BlockCipher) -> Iterator[Rule]:
    yield parameters["ClockGate"] in (0, 1), "ClockGate must be 0 or 1"


@dataclass(frozen=True)
class TwoFormulas(StepwiseFormulas):
    """Formulas of the unit with two blocks in a loop with two registers."""

    @property
    def stages(self) -> int:
        """Blocks in flight."""
        return 2

    @property
    def data_bits(self) -> int:
        """Width of a beat: a block."""
        return 128

    @property
    def cycles_per_block(self) -> int:
        """One per round: the first AddRoundKey of a block happens in the last round of another."""
        return self.rounds

    @property
    def directions(self) -> tuple[bool, ...]:
        """Encryption only."""
        return (False,)

    @property
    def core_cycles(self) -> int:
        """Cycles from an accepted block to its result."""
        return self.stages * self.rounds

    def key_interval(self, key_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles from the last word of a key until the key can be used."""
        return 1


def _one_rules(parameters: Mapping[str, Any], algorithm: BlockCipher) -> Iterator[Rule]:
    yield from _byte_rules(parameters, algorithm)
    yield parameters["FaultDetection"] in (0, 1), "FaultDetection must be 0 or 1"


@dataclass(frozen=True)
class OneFormulas(TwoFormulas):
    """Formulas of the unit with one block and a round per cycle."""

    @property
    def stages(self) -> int:
        """Blocks in flight."""
        return 1

    def key_interval(self, key_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles from the last word of a key until the key can be used."""
        return 0


#: AES: keys and blocks in, blocks out; at the stream level, messages in and out.
_AES = Unit(
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
    parameters=_DEFAULTS,
    enums=_ENUMS,
    rules=_rules,
    formulas=AesFormulas,
    reference=encrypt,
    named_by="KeyBits",
    keyed=True,
    position=30,
)

_CHAINED = ("KeyBits", "Direction", "Sbox", "KeySchedule", "PipelineStages", "LowLatency")


def _chained_rules(parameters: Mapping[str, Any], algorithm: BlockCipher) -> Iterator[Rule]:
    yield from _rules({**_DEFAULTS, "Modes": 1, **parameters}, algorithm)
    yield parameters["Direction"] != "DECRYPT", "Messages need Direction ENCRYPT or BOTH"


def _chained_formulas(
    parameters: Parameters, algorithm: BlockCipher, chosen: BlockCipher
) -> AesChainedFormulas:
    return AesChainedFormulas({**_DEFAULTS, **parameters}, algorithm, chosen)


UNITS = (
    _AES,
    replace(
        _AES,
        name="aes-chained",
        tops={"stream": Top("sil_aes_chained")},
        parameters={
            **{name: _DEFAULTS[name] for name in _CHAINED},
            "PipelineStages": 1,
            "LowLatency": 1,
        },
        rules=_chained_rules,
        formulas=_chained_formulas,
        position=33,
    ),
    replace(
        _AES,
        name="aes-stepwise",
        tops={"core": Top("sil_aes_stepwise")},
        parameters={name: _DEFAULTS[name] for name in ("KeyBits", "Direction", "Sbox")},
        enums={name: _ENUMS[name] for name in ("Direction", "Sbox")},
        rules=_stepwise_rules,
        formulas=StepwiseFormulas,
        position=31,
    ),
    replace(
        _AES,
        name="aes-byte",
        tops={"core": Top("sil_aes_byte")},
        algorithms={128: ALGORITHMS[128]},
        parameters={"Sbox": "FUNCTIONS", "ClockGate": 0, "Memory": 0},
        enums={"Sbox": _ENUMS["Sbox"]},
        rules=_memory_rules,
        formulas=ByteFormulas,
        named_by=None,
        position=32,
    ),
    replace(
        _AES,
        name="aes-bit",
        tops={"core": Top("sil_aes_bit")},
        algorithms={128: ALGORITHMS[128]},
        parameters={"Sbox": "COMPOSITE", "ClockGate": 0},
        enums={"Sbox": _ENUMS["Sbox"]},
        rules=_byte_rules,
        formulas=BitFormulas,
        named_by=None,
        position=36,
    ),
    replace(
        _AES,
        name="aes-two",
        tops={"core": Top("sil_aes_two")},
        algorithms={128: ALGORITHMS[128]},
        parameters={"ClockGate": 0},
        enums={},
        rules=_two_rules,
        formulas=TwoFormulas,
        named_by=None,
        position=34,
    ),
    replace(
        _AES,
        name="aes-one",
        tops={"core": Top("sil_aes_one")},
        algorithms={128: ALGORITHMS[128]},
        parameters={"Sbox": "TABLE", "ClockGate": 0, "FaultDetection": 0},
        enums={"Sbox": _ENUMS["Sbox"]},
        rules=_one_rules,
        formulas=OneFormulas,
        named_by=None,
        position=35,
    ),
)
