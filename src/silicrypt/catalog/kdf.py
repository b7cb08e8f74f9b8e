"""Derivation with HMAC: PBKDF2 (RFC 8018), HKDF (RFC 5869) and HMAC_DRBG (SP 800-90A)."""

from __future__ import annotations

import hashlib
import hmac as library
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from silicrypt.catalog import hmac
from silicrypt.catalog.hmac import HmacFormulas
from silicrypt.catalog.merkle_damgard import MerkleDamgard
from silicrypt.catalog.unit import Algorithm, Enum, Formulas, Level, Rule, Top, Unit
from silicrypt.models.hmac_drbg import HmacDrbg

#: ``sil_kdf_pkg::function_e``.
FUNCTIONS = ("PBKDF2", "HKDF", "HMAC_DRBG")
#: Beats of a block that the hash core takes one cycle after another, without a pause of the padder.
_EARLY = 6


@dataclass(frozen=True)
class Kdf(Algorithm):
    """HMAC with a hash. A block of the result is one tag.

    Attributes:
        inner: the hash.
    """

    inner: MerkleDamgard


@dataclass(frozen=True)
class KdfFormulas(Formulas[Kdf]):
    """What the formulas of all functions share: the cycles of keys and messages of HMAC."""

    @property
    def hmac(self) -> HmacFormulas:
        """The formulas of the HMAC unit inside."""
        return HmacFormulas(self.parameters, self.algorithm.inner, self.algorithm.inner)

    @property
    def data_bits(self) -> int:
        """Width of a beat."""
        return self.hmac.data_bits

    @property
    def tag_bytes(self) -> int:
        """Bytes of a tag."""
        return self.algorithm.block_bits // 8

    @property
    def cycles_per_block(self) -> int:
        """Cycles from one block of a result to the next, after the first two."""
        few, more = (self.cycles("stream", blocks * self.tag_bytes) for blocks in (2, 3))
        return more - few

    def beats(self, size: int) -> int:
        """Returns the beats of that many bytes."""
        return -(-8 * size // self.data_bits)

    def late(self, *parts: int) -> int:
        """Returns the cycles by which what follows these parts is late: 0 or 1.

        Where the parts end within a beat, or the last one is empty, the hash core waits a cycle,
        except in the first beats of a block.

        Args:
            parts: bytes of the parts of a message.
        """
        full, rest = divmod(8 * sum(parts), self.data_bits)
        waits = rest > 0 or not parts[-1]
        return int(waits and full % (16 // self.unroll) >= _EARLY)

    def message_cycles(self, *parts: int) -> int:
        """Returns the cycles from the first beat of a message to its tag valid.

        Args:
            parts: bytes of its parts; the last one is a constant after a packet.
        """
        return self.hmac.cycles("stream", sum(parts)) + self.late(*parts[:-1])

    @abstractmethod
    def request_cycles(self, packets: Sequence[int], number: int, size: int) -> int:
        """Returns the cycles from a request to the last beat of its answer valid.

        HMAC is idle, and there are no stalls.

        Args:
            packets: bytes of its packets.
            number: the iteration count of PBKDF2, the operation of the others.
            size: bytes of the result.
        """

    def message_interval(self, message_bytes: int) -> int:
        """Returns the cycles of a request."""
        return self.cycles("stream", message_bytes)


@dataclass(frozen=True)
class Pbkdf2Formulas(KdfFormulas):
    """Formulas of PBKDF2."""

    @property
    def cycles_per_block(self) -> int:
        """Cycles of an iteration: HMAC of a tag, from one to the next."""
        return self.hmac.message_interval(self.tag_bytes) + 1

    def request_cycles(self, packets: Sequence[int], number: int, size: int) -> int:
        """Returns the cycles from a request to the last beat of its answer valid."""
        password, salt = packets
        blocks, tag = -(-size // self.tag_bytes), self.beats(self.tag_bytes)
        each = self.message_cycles(salt, 4) + (number - 1) * self.cycles_per_block + 1
        # The next block begins when this one is given out. A short salt waits for INT(i).
        between = tag + 3 + (8 * salt < self.data_bits)
        last = self.beats(size) - (blocks - 1) * tag - 1
        begin = 3 + self.hmac.key_interval(password)
        return begin + blocks * each + (blocks - 1) * between + last

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles of one iteration for so many bytes, without password and salt."""
        return self.request_cycles((0, 0), 1, max(1, message_bytes))


@dataclass(frozen=True)
class HkdfFormulas(KdfFormulas):
    """Formulas of HKDF."""

    def request_cycles(self, packets: Sequence[int], number: int, size: int) -> int:
        """Returns the cycles from a request to the last beat of its answer valid."""
        cycles = 3 + self.hmac.key_interval(packets[0])
        if number == 1:
            return cycles + self.hmac.cycles("stream", packets[1]) + self.beats(size)
        if number == 0:
            cycles += self.hmac.message_interval(packets[1]) + 1
            cycles += self.hmac.key_interval(self.tag_bytes)
        info, tag = packets[-1], self.beats(self.tag_bytes)
        blocks = -(-size // self.tag_bytes)
        first, others = self.message_cycles(info, 1), self.message_cycles(self.tag_bytes, info, 1)
        cycles += first + (blocks - 1) * (1 + tag + 3 + others)
        return cycles + self.beats(size) - (blocks - 1) * tag

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles to expand an empty key to so many bytes, without info."""
        return self.request_cycles((0, 0), 2, max(1, message_bytes))


@dataclass(frozen=True)
class DrbgFormulas(KdfFormulas):
    """Formulas of HMAC_DRBG."""

    def request_cycles(self, packets: Sequence[int], number: int, size: int) -> int:
        """Returns the cycles from a request to the last beat of its answer valid."""
        (data,), tag = packets, self.beats(self.tag_bytes)
        key, value = (
            self.hmac.key_interval(self.tag_bytes),
            self.hmac.cycles("stream", self.tag_bytes),
        )
        mixed = self.hmac.cycles("stream", self.tag_bytes + 1 + data)
        mixed += self.late(self.tag_bytes, 1) if data else 0  # the byte waits for the packet
        half = mixed + 3 + key + value + tag + 4
        begin = max(1, self.beats(data)) + 5
        if number == 1:
            begin += key - 1
        if number:
            return begin + 2 * half - 3
        blocks = -(-size // self.tag_bytes)
        begin += 2 * half if data else 0
        last = self.beats(size) - (blocks - 1) * tag - 1
        return begin + blocks * (value + 1) + (blocks - 1) * (tag + 3) + last

    def cycles(self, level: Level, message_bytes: int) -> int:  # noqa: ARG002
        """Returns the cycles to generate so many bytes without additional input."""
        return self.request_cycles((0,), 0, max(1, message_bytes))


def _pbkdf2(algorithm: Kdf, data: bytes, key: bytes) -> bytes:
    return hashlib.pbkdf2_hmac(algorithm.inner.hashlib, key, data, 1)


def expand(algorithm: Kdf, info: bytes, prk: bytes, size: int) -> bytes:
    """Returns the output key material (RFC 5869 2.3)."""
    found = last = b""
    for number in range(1, 1 - (-size // (algorithm.block_bits // 8))):
        last = library.digest(prk, last + info + bytes([number % 256]), algorithm.inner.hashlib)
        found += last
    return found[:size]


def _hkdf(algorithm: Kdf, data: bytes, key: bytes) -> bytes:
    return expand(algorithm, data, key, algorithm.block_bits // 8)


def _drbg(algorithm: Kdf, data: bytes, key: bytes) -> bytes:
    drbg = HmacDrbg(algorithm.inner.hashlib)
    drbg.instantiate(key + data)
    return drbg.generate(algorithm.block_bits // 8)


def _around(core: Unit[MerkleDamgard], position: int) -> Iterator[Unit[Kdf]]:
    """Yields the units of all functions around HMAC with one message in flight."""
    algorithms = {
        enum: Kdf(f"HMAC-{one.name}", enum, one.digest_bits, one)
        for enum, one in core.algorithms.items()
    }
    name = core.name.removeprefix("hmac-")
    kept = {key: v for key, v in core.parameters.items() if key != "PipelineStages"}

    def rules(only: str, parameters: Mapping[str, Any], algorithm: Kdf) -> Iterator[Rule]:
        yield parameters["Function"] == only, f"Function must be {only}"
        yield from core.rules({**parameters, "PipelineStages": 1}, algorithm.inner)
        width, size = parameters["Unroll"] * algorithm.inner.word_bits, parameters["BufferBytes"]
        yield algorithm.block_bits % width == 0, "a digest must be a multiple of a beat"
        yield (
            size.bit_count() == 1 and width // 4 <= size <= 4 * width,
            "BufferBytes must be a power of two from 2 to 32 beats",
        )
        yield parameters.get("ReseedBits", 48) in range(1, 49), "ReseedBits must be 1 to 48"

    for number, (function, title, formulas, reference) in enumerate(
        (
            ("PBKDF2", "PBKDF2-{}", Pbkdf2Formulas, _pbkdf2),
            ("HKDF", "HKDF with {}", HkdfFormulas, _hkdf),
            ("HMAC_DRBG", "HMAC_DRBG with {}", DrbgFormulas, _drbg),
        )
    ):
        drbg = function == "HMAC_DRBG"
        yield Unit(
            name=f"{function.lower().replace('_', '-')}-{name}",
            interface="kdf",
            tops={"stream": Top(f"sil_kdf_{name}")},
            algorithms=algorithms,
            parameters={
                **kept,
                "Function": None,
                "BufferBytes": 64,
                **({"ReseedBits": 48} if drbg else {}),
            },
            enums={**core.enums, "Function": Enum("sil_kdf_pkg", FUNCTIONS)},
            rules=partial(rules, function),
            formulas=formulas,
            reference=reference,
            named_by=core.named_by,
            title=title,
            tagged=False,
            position=position + number,
        )


UNITS = (*_around(hmac.UNITS[1], 60), *_around(hmac.UNITS[2], 63))
