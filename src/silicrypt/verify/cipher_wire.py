"""A block cipher as a program: formats of jobs and replies, the reference, and what checks examine.

``benches/cipher/bench.cpp`` has the other side of these formats. At the core keys and blocks come;
at the stream, keys and messages in a mode of operation.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.cipher import KEY_BEAT_BITS, CipherFormulas, formulas_of
from silicrypt.drivers.aes import Mode
from silicrypt.errors import ToolFailed
from silicrypt.tools import verilator
from silicrypt.verify import native
from silicrypt.verify.native import (
    DONE,
    DROPPED,
    NO_BEAT,
    Action,
    Judge,
    KeyedJob,
    Outcome,
    Subject,
)

#: Bytes of a block.
BLOCK = 16
#: The modes whose messages are complete blocks.
WHOLE = (Mode.ECB, Mode.CBC)
_BENCH = native.bench("benches/cipher/bench.cpp")
_ITEM = struct.Struct("<BBBHHIH16sI")
_OUTCOME = struct.Struct("<B?IIQQQI")


@dataclass(frozen=True)
class Item:
    """A key or a message for the hardware. At the core a message is a block.

    Attributes:
        data: 16, 24 or 32 bytes of a key; a block; any bytes of a message.
        key: whether it is a key. It is used for what is accepted after its first word.
        decrypt: whether a message is decrypted.
        action: an event after its first beat, or its start. Everything in flight is lost then,
            and the keys are sent again.
        after: the number of cycles before the event.
        tweak: whether a key is for tweaks.
        mode: mode of a message.
        initial: the first counter block, or the tweak, of a message.
        length: the length that a key states, in the hardware's code, if it is not the real one.
        legal: whether the hardware must accept a key.
        keep: ``tkeep`` of one beat of a message, if it is not the right one.
        keep_at: number of that beat.
        wait: the number of cycles after the last reset or wipe of the job before it is offered.
    """

    data: bytes
    key: bool = False
    decrypt: bool = False
    action: Action = Action.NOTHING
    after: int = 0
    tweak: bool = False
    mode: Mode = Mode.ECB
    initial: bytes = bytes(16)
    length: int | None = None
    legal: bool = True
    keep: int | None = None
    keep_at: int = 0
    wait: int = 0


@dataclass(frozen=True)
class CipherJob(KeyedJob[Item]):
    """Keys and messages, which at the core are blocks.

    Attributes:
        ordered: whether each item waits until all before it are accepted. Otherwise keys and
            blocks come independently, and only the reply says which key a block was used with.
    """

    ordered: bool = True


@dataclass(frozen=True)
class Chain:
    """The inner loop of the Monte Carlo test (AESAVS 6.4.1), run to its end inside the bench.

    Attributes:
        key: the key.
        block: the first block. Each further block is the previous result.
        steps: the number of blocks.
        decrypt: whether the blocks are decrypted.
    """

    key: bytes
    block: bytes
    steps: int
    decrypt: bool


def render(job: CipherJob | Chain) -> bytes:
    """Encodes a job."""
    if isinstance(job, Chain):
        head = struct.pack("<?IB", job.decrypt, job.steps, len(job.key))
        return b"c" + head + job.key + job.block
    head = struct.pack("<QHHH?BI", job.seed, *job.paces, job.ordered, job.action, len(job.items))
    return b"m" + head + b"".join(map(_render_item, job.items))


def render_long(items: Sequence[Item], pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Encodes keys and a message, which is the last item and whose data comes in pieces."""
    yield b"l" + bytes([len(items)]) + b"".join(map(_render_item, items))
    yield from native.render_pieces(pieces)


def kind(item: Item) -> int:
    """Returns the code of the kind of an item: key, tweak, direction and mode."""
    return item.key | item.tweak << 1 | item.decrypt << 2 | item.mode << 3


def _render_item(item: Item) -> bytes:
    length = 0
    if item.key:
        length = len(item.data) // 8 - 2 if item.length is None else item.length
        length |= 0 if item.legal else 0x80
    beat = (NO_BEAT, 0) if item.keep is None else (item.keep_at, item.keep)
    head = _ITEM.pack(
        kind(item), item.action, length, *beat, item.after, item.wait, item.initial, len(item.data)
    )
    return head + item.data


def sizes(answer: BinaryIO) -> Iterator[int]:
    """Yields the lengths of the pieces of a long message's result. Each piece follows its length.

    Raises:
        ToolFailed: the output of the bench is not complete.
    """
    while True:
        head = answer.read(4)
        if len(head) < 4:
            raise ToolFailed("the simulation stopped in the middle of a result")
        (size,) = struct.unpack("<I", head)
        if not size:
            return
        yield size


def apply(
    key: bytes,
    data: bytes,
    decrypt: bool,
    mode: Mode = Mode.ECB,
    initial: bytes = bytes(BLOCK),
    tweak_key: bytes = b"",
    library: str = "AES",
) -> bytes:
    """Returns the expected result of a message, computed by Python's library.

    Args:
        key: the key for data.
        data: the message.
        decrypt: whether it is decrypted.
        mode: its mode of operation.
        initial: the first counter block, or the tweak.
        tweak_key: the key for tweaks, in XTS.
        library: the name of the cipher in the library.
    """
    from cryptography.hazmat.decrepit.ciphers.modes import CFB
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    from cryptography.hazmat.primitives.cmac import CMAC

    if mode == Mode.CMAC:
        tag = CMAC(getattr(algorithms, library)(key))
        tag.update(data)
        return tag.finalize()
    how: modes.ECB | modes.CTR | modes.XTS | modes.CBC | CFB = modes.ECB()
    if mode == Mode.CTR:
        how = modes.CTR(initial)
    elif mode == Mode.CBC:
        how = modes.CBC(initial)
    elif mode == Mode.CFB:
        how = CFB(initial)
    elif mode == Mode.XTS:
        key, how = key + tweak_key, modes.XTS(initial)
    cipher = Cipher(getattr(algorithms, library)(key), how)
    return (cipher.decryptor() if decrypt else cipher.encryptor()).update(data)


def _fit(key: bytes, tweak_key: bytes) -> bool:
    """Returns whether the two keys are a valid pair for XTS (IEEE 1619 5.1, NIST SP 800-38E)."""
    return key != tweak_key and len(key) == len(tweak_key) and len(key) in (16, 32)


def model(point: DesignPoint, level: Level) -> CipherSubject:
    """Returns a compiled level of a configuration.

    It is built in seconds, and kept until a source changes.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: one of them refuses the sources.
    """
    made = build(point, level, tuple(point.sources(level)))
    return CipherSubject(point, level, verilator.executable(made))


def build(point: DesignPoint, level: Level, sources: tuple[Path, ...]) -> verilator.Build:
    """Returns the inputs of the model of a configuration with these sources."""
    stream = level == "stream"
    beat = BLOCK if stream else point.data_bits // 8
    constants = {"STREAM": int(stream), "KEY_BYTES": KEY_BEAT_BITS // 8, "DATA_BYTES": beat}
    return native.compiled(point, level, sources, _BENCH, constants)


@dataclass(frozen=True)
class CipherSubject(Subject[CipherJob | Chain]):
    """A compiled level of a configuration, which the checks of ciphers examine."""

    def render(self, job: CipherJob | Chain) -> bytes:
        """Encodes a job for the bench."""
        return render(job)

    def decode(self, data: bytes, at: int) -> tuple[Outcome, int]:
        """Decodes an outcome at a position, and returns it with the position after it."""
        state, refused, under, tweak, first, valid, last, length = _OUTCOME.unpack_from(data, at)
        at += _OUTCOME.size
        result, lost = data[at : at + length] if state == DONE else None, state == DROPPED
        return Outcome(result, first, valid, lost, refused, last, under, tweak), at + length

    def judge(self) -> Judge:
        """Returns a judge of outcomes, which does not depend on those before."""
        return self._wrong

    @contextmanager
    def crypt(
        self, items: Sequence[Item], pieces: Iterable[bytes]
    ) -> Iterator[tuple[Outcome, Iterator[bytes]]]:
        """Yields the outcome of a message of any length, and its result piece by piece.

        Args:
            items: the keys, then the message without its data.
            pieces: the data of the message.

        Raises:
            ToolFailed: the simulation stopped with an error, or the hardware broke its contract.
        """
        with native.answer(self.program, render_long(items, pieces)) as answer:
            for size in sizes(answer):
                answer.seek(size, os.SEEK_CUR)
            (reply,) = native.parse(answer.read(), self.decode)
            native.demand_contract(reply)
            answer.seek(0)
            yield reply.outcomes[-1], (answer.read(size) for size in sizes(answer))

    @property
    def formulas(self) -> CipherFormulas:
        """The formulas of the configuration."""
        return formulas_of(self.point)

    @property
    def library(self) -> str:
        """The name of the cipher in Python's library."""
        return self.formulas.algorithm.library

    @property
    def directions(self) -> tuple[bool, ...]:
        """The directions of the core; true stands for decryption."""
        return self.formulas.directions

    @property
    def key_bytes(self) -> tuple[int, ...]:
        """The key lengths, in bytes."""
        return self.formulas.key_bytes

    @property
    def modes(self) -> tuple[Mode, ...]:
        """The modes of operation."""
        return modes_of(self.point)

    @property
    def all_modes(self) -> tuple[Mode, ...]:
        """The modes that a message can ask for."""
        return tuple(Mode[name.upper()] for name in self.formulas.all_modes)

    def possible(self, item: Item) -> bool:
        """Returns whether the hardware must accept a message.

        It must accept messages in its modes and directions, with lengths that the mode allows.
        """
        if item.keep is not None or item.mode not in self.modes:
            return False
        if item.decrypt and not self.formulas.decrypts(item.mode.name.lower()):
            return False
        size = len(item.data)
        if item.mode in WHOLE:
            return size % BLOCK == 0
        return item.mode != Mode.XTS or size >= BLOCK

    def _wrong(self, job: CipherJob, item: Item, outcome: Outcome) -> str:
        """Returns what is wrong with an outcome; nothing if it is right."""
        if item.key or outcome.lost:
            return ""
        if self.level == "stream" and not self.possible(item):
            return "" if outcome.refused else "illegal mode or length, but not refused"
        key = job.items[outcome.under].data
        tweak_key = job.items[outcome.tweak_under].data if item.mode == Mode.XTS else b""
        if item.mode == Mode.XTS and not _fit(key, tweak_key):
            return "" if outcome.refused else "keys that XTS forbids, but not refused"
        own = (item.decrypt, item.mode, item.initial, tweak_key, self.library)
        expected = apply(key, item.data, *own)
        if outcome.result == expected and not outcome.refused:
            return ""
        found = outcome.result.hex() if outcome.result else "nothing"
        return f"{'refused' if outcome.refused else found} instead of {expected.hex()}"


def modes_of(point: DesignPoint) -> tuple[Mode, ...]:
    """Returns the modes of a design point."""
    return tuple(Mode[name.upper()] for name in formulas_of(point).modes)


def vectors_of(library: str) -> ModuleType:
    """Returns the module with the vectors of a cipher: ``aes_vectors`` for ``"AES"``.

    It has functions of the key lengths in bytes and the directions: in ``CORE`` those that return
    vectors of blocks, by the name of their check; ``few``, which returns some of them with their
    publisher; and ``messages_of``, which returns those of a mode and the number of those left out.
    ``PUBLISHED`` names the publisher of the latter by mode.

    Args:
        library: the name of the cipher in Python's library.
    """
    return import_module(f"{__package__}.{library.lower()}_vectors")


def usable_key_bytes(point: DesignPoint) -> list[int]:
    """Returns the key lengths in bytes that all modes of a design point can use.

    24 is not among them with XTS, because IEEE 1619 has no keys of 192 bits.
    """
    return [n for n in formulas_of(point).key_bytes if n != 24 or Mode.XTS not in modes_of(point)]


def blocks(data: bytes, **others: Any) -> Iterator[Item]:
    """Splits data into blocks."""
    for at in range(0, len(data), BLOCK):
        yield Item(data[at : at + BLOCK], **others)
