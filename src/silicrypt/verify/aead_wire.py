"""Authenticated encryption as a program: formats of jobs and replies, and what checks examine.

``benches/aead/bench.cpp`` has the other side of these formats.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.aead import Aead, AeadFormulas, formulas_of
from silicrypt.tools import verilator
from silicrypt.verify import native
from silicrypt.verify.native import DONE, DROPPED, Action, Judge, KeyedJob, Outcome, Subject

#: Bytes of a beat of data.
BEAT = 16
_BENCH = native.bench("benches/aead/bench.cpp")
_ITEM = struct.Struct("<?BBIHQBHH")
_OUTCOME = struct.Struct("<B?IQQQI")


class Port(IntEnum):
    """An input port with ``tkeep``."""

    IV, DATA, TEXT, NONE = 1, 2, 3, 5


@dataclass(frozen=True, kw_only=True)
class Item:
    """What a job sends.

    Attributes:
        action: an event after its first beat. Everything in flight is lost then, and the key is
            sent again.
        after: the number of cycles before the event.
        wait: the number of cycles after the last reset or wipe of the job before it is offered.
    """

    action: Action = Action.NOTHING
    after: int = 0
    wait: int = 0


@dataclass(frozen=True)
class Key(Item):
    """A key, which is used for the messages that are accepted after its first word.

    Attributes:
        key: its bytes.
        length: the length that it states in ``k_tuser``, if it is not the real one.
        legal: whether the hardware must accept it.
    """

    key: bytes
    length: int | None = None
    legal: bool = True


@dataclass(frozen=True)
class Message(Item):
    """A message to encrypt, or to decrypt and verify.

    Attributes:
        iv: IV or nonce.
        data: associated data.
        text: plaintext or ciphertext.
        tag: with decryption, the tag to compare with; it may be shorter than a beat.
        decrypt: the direction.
        tag_bytes: length of the tag.
        user: ``i_tuser``, if it is not the right one.
        port: the port of a beat with a wrong ``tkeep``.
        keep: that ``tkeep``.
        keep_at: the number of that beat.
    """

    iv: bytes
    data: bytes
    text: bytes
    tag: bytes = b""
    decrypt: bool = False
    tag_bytes: int = BEAT
    user: int | None = None
    port: Port = Port.NONE
    keep: int = 0
    keep_at: int = 0


#: A key, a message, and the bytes of the published result; nothing where it must be refused.
AeadVector = tuple[Key, Message, bytes | None]


AeadJob = KeyedJob[Key | Message]


def render(job: AeadJob, algorithm: Aead) -> bytes:
    """Encodes a job."""
    head = struct.pack("<QHHHBI", job.seed, *job.paces, job.action, len(job.items))
    return head + b"".join(_render_item(item, algorithm) for item in job.items)


def _render_item(item: Key | Message, algorithm: Aead) -> bytes:
    if isinstance(item, Key):
        user = len(item.key) // 8 - 2 if item.length is None else item.length
        wrong, parts = (Port.NONE, 0, 0), [item.key]
        key, refused = True, not item.legal
    else:
        user = user_of(item, algorithm)
        wrong, parts = (item.port, item.keep_at, item.keep), [item.iv, item.data, item.text]
        key, refused = False, False
        if user & 1:
            parts.append(item.tag.ljust(BEAT, b"\xa5"))
    head = _ITEM.pack(key, refused, item.action, item.after, item.wait, user, *wrong)
    return head + b"".join(struct.pack("<I", len(part)) + part for part in parts)


def user_of(item: Message, algorithm: Aead) -> int:
    """Returns ``i_tuser`` of a message."""
    if item.user is not None:
        return item.user
    return algorithm.user(item.decrypt, item.tag_bytes, len(item.data), len(item.text))


def model(point: DesignPoint, level: Level = "stream") -> AeadSubject:
    """Returns a compiled level of a configuration.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: one of them refuses the sources.
    """
    made = build(point, level, tuple(point.sources(level)))
    return AeadSubject(point, level, verilator.executable(made))


def build(point: DesignPoint, level: Level, sources: tuple[Path, ...]) -> verilator.Build:
    """Returns the inputs of the model of a configuration with these sources."""
    constants = {"USER_BITS": formulas_of(point).algorithm.user_bits}
    return native.compiled(point, level, sources, _BENCH, constants)


@dataclass(frozen=True)
class AeadSubject(Subject[AeadJob]):
    """A compiled level of a configuration, which the checks examine."""

    def render(self, job: AeadJob) -> bytes:
        """Encodes a job for the bench."""
        return render(job, self.algorithm)

    def decode(self, data: bytes, at: int) -> tuple[Outcome, int]:
        """Decodes an outcome at a position, and returns it with the position after it."""
        state, refused, under, first, valid, last, length = _OUTCOME.unpack_from(data, at)
        at += _OUTCOME.size
        result = data[at : at + length] if state == DONE else None
        lost = state == DROPPED
        return Outcome(result, first, valid, lost, refused, last, under), at + length

    def judge(self) -> Judge:
        """Returns a judge of outcomes, which does not depend on those before."""
        return self._wrong

    @property
    def formulas(self) -> AeadFormulas:
        """The formulas of the configuration."""
        return formulas_of(self.point)

    @property
    def algorithm(self) -> Aead:
        """The algorithm."""
        return self.formulas.algorithm

    def legal(self, item: Message) -> bool:
        """Returns whether the hardware must accept a message."""
        lengths = item.tag_bytes in self.algorithm.tag_bytes and bool(item.iv)
        if item.decrypt and (most := self.formulas.held_beats):
            lengths &= len(item.text) <= BEAT * most
        return lengths and item.user is None and item.port == Port.NONE

    def expected(self, item: Message, key: bytes) -> bytes | None:
        """Returns the bytes of the result: text and, after an encryption, the tag.

        After a decryption, nothing if the tag is wrong.
        """
        if not item.decrypt:
            return self.algorithm.seal(key, item.iv, item.data, item.text, item.tag_bytes)
        # All these ciphers are streams: the other direction gives the plaintext of any text.
        text = self.opened(item, key)
        sealed = self.algorithm.seal(key, item.iv, item.data, text, item.tag_bytes)
        return text if sealed == item.text + item.tag[: item.tag_bytes] else None

    def opened(self, item: Message, key: bytes) -> bytes:
        """Returns the plaintext of a ciphertext, whatever its tag."""
        text, step = bytes(len(item.text)), BEAT
        for at in range(0, len(text), step):
            sealed = self.algorithm.seal(key, item.iv, item.data, text, item.tag_bytes)
            change = bytes(a ^ b for a, b in zip(sealed, item.text, strict=False))
            text = bytes(a ^ b for a, b in zip(text, change, strict=True))
            if not any(change[at:]):
                break
        return text

    def _wrong(self, job: AeadJob, item: Key | Message, outcome: Outcome) -> str:
        """Returns what is wrong with an outcome; nothing if it is right."""
        if isinstance(item, Key) or outcome.lost:
            return ""
        if outcome.refused and outcome.result and item.decrypt and self.formulas.held_beats:
            return "refused, but plaintext left"
        if not self.legal(item):
            return "" if outcome.refused else "illegal, but not refused"
        key = job.items[outcome.under]
        assert isinstance(key, Key)
        expected = self.expected(item, key.key)
        if expected is None:
            return "" if outcome.refused else "a wrong tag, but not refused"
        if outcome.result == expected and not outcome.refused:
            return ""
        found = outcome.result.hex() if outcome.result else "nothing"
        return f"{'refused' if outcome.refused else found} instead of {expected.hex()}"

    def sealed(self, key: bytes, message: Message) -> Message:
        """Returns the message that decrypts what `message` encrypts to."""
        whole = self.algorithm.seal(key, message.iv, message.data, message.text, message.tag_bytes)
        size = len(message.text)
        return Message(
            message.iv, message.data, whole[:size], whole[size:], True, message.tag_bytes
        )
