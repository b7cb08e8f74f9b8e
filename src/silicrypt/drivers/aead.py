"""Driver of memory-mapped AES-GCM and AES-CCM."""

from __future__ import annotations

from enum import IntEnum

from silicrypt.drivers.maps import AeadConfig, AeadControl, AeadRegister, AeadStatus
from silicrypt.drivers.programs import AEAD, WORD, Program, Read, Write, begin, words
from silicrypt.errors import BadInput, UnitFailed


class Mode(IntEnum):
    """The mode of a unit, as a bit of CONFIG: Galois/Counter Mode, or Counter with CBC-MAC."""

    GCM = 0
    CCM = AeadConfig.CCM


_LENGTHS = {16: 0, 24: 1, 32: 2}
_HAS = (AeadConfig.KEY_128, AeadConfig.KEY_192, AeadConfig.KEY_256)
_LENGTH_BIT, _TAG_BIT = 8, 16
#: The lengths that a tag may have (NIST SP 800-38D 5.2.1.2, SP 800-38C A.1).
TAG_BYTES = {Mode.GCM: (4, 8, 12, 13, 14, 15, 16), Mode.CCM: (4, 6, 8, 10, 12, 14, 16)}
#: The lengths of a nonce of CCM, and bounds of the lengths of associated data and text in the unit.
_NONCE_BYTES, _AAD_LIMIT, _TEXT_LIMIT = range(7, 14), 1 << 32, 1 << 26
#: Bytes of the first block of CCM that a nonce and the length of the text have.
_SHARED_BYTES = 15


def mode_of(algorithm: str) -> Mode:
    """Returns the mode of an algorithm, such as ``"AES-128-CCM"``."""
    return Mode[algorithm.rpartition("-")[2]]


def load_key(key: bytes, *, mode: Mode = Mode.GCM) -> Program[None]:
    """Loads a key for the messages that follow.

    Args:
        key: 16, 24 or 32 bytes.
        mode: the mode of the unit.

    Raises:
        BadInput: a key of that length does not exist.
        UnitFailed: the unit is of another kind or mode, is busy, or has no keys of that length.
    """
    if len(key) not in _LENGTHS:
        raise BadInput(f"a key of AES has 16, 24 or 32 bytes, not {len(key)}")
    config = yield from _config(mode)
    code = _LENGTHS[len(key)]
    if not config & _HAS[code]:
        raise UnitFailed(f"the unit has no keys of {8 * len(key)} bits")
    command = AeadControl.START | AeadControl.KEY
    yield Write(AeadRegister.CONTROL, command | code << _LENGTH_BIT)
    for word in words(key):
        yield Write(AeadRegister.KEY, word)
    while (yield Read(AeadRegister.STATUS)) & (
        AeadStatus.KEYED | AeadStatus.BUSY
    ) != AeadStatus.KEYED:
        pass


def seal(
    iv: bytes, data: bytes, text: bytes, tag_bytes: int = 16, *, mode: Mode = Mode.GCM
) -> Program[bytes]:
    """Encrypts a message; returns the ciphertext, and the tag after it.

    Args:
        iv: the IV, or the nonce of CCM, which must never be used twice with a key.
        data: the associated data.
        text: the plaintext.
        tag_bytes: bytes of the tag.
        mode: the mode of the unit.

    Raises:
        BadInput: the mode has no IV or no tag of that length, or no text of its length with that
            nonce.
        UnitFailed: the unit is of another kind or mode, is busy, has no key, or refused the
            message.
    """
    yield from _begin(iv, data, text, tag_bytes, mode)
    yield from start(0, tag_bytes)
    status, found = yield from transfer(packets(iv, data, text), len(text))
    if status & AeadStatus.ERROR:
        raise UnitFailed("the unit refused the message")
    return found + (yield from tag(tag_bytes))


def unseal(
    iv: bytes, data: bytes, text: bytes, expected: bytes, *, mode: Mode = Mode.GCM
) -> Program[bytes | None]:
    """Decrypts a message; returns the plaintext, or None if the tag is wrong.

    Args:
        iv: the IV, or the nonce of CCM.
        data: the associated data.
        text: the ciphertext.
        expected: the tag.
        mode: the mode of the unit.

    Raises:
        BadInput: as `seal`.
        UnitFailed: the unit is of another kind or mode, is busy, or has no key.
    """
    yield from _begin(iv, data, text, len(expected), mode)
    yield from expect(expected)
    yield from start(AeadControl.DECRYPT, len(expected))
    status, found = yield from transfer(packets(iv, data, text), len(text))
    return found if status & AeadStatus.VERIFIED else None


def expect(expected: bytes) -> Program[None]:
    """Writes the tag that the next decryption is compared with."""
    for index, word in enumerate(words(expected + bytes(-len(expected) % WORD))):
        yield Write(AeadRegister.TAG + WORD * index, word)


def lengths(data_bytes: int, text_bytes: int) -> Program[None]:
    """Writes the lengths of the next message in CCM."""
    yield Write(AeadRegister.AAD_BYTES, data_bytes)
    yield Write(AeadRegister.TEXT_BYTES, text_bytes)


def start(control: int, tag_bytes: int) -> Program[None]:
    """Begins a message; ``control`` has further bits of CONTROL."""
    yield Write(AeadRegister.CONTROL, AeadControl.START | control | tag_bytes << _TAG_BIT)


def tag(size: int) -> Program[bytes]:
    """Reads the tag of an encryption that is done."""
    found = bytearray()
    for offset in range(0, size, WORD):
        found += (yield Read(AeadRegister.TAG + offset)).to_bytes(WORD, "little")
    return bytes(found[:size])


def packets(*parts: bytes) -> list[Write]:
    """Returns the writes of IV, associated data and text, or the first ones of them."""
    writes = list[Write]()
    for part in parts:
        writes += [Write(AeadRegister.DATA, word) for word in words(part)]
        rest = part[len(part) // WORD * WORD :]
        writes += [Write(AeadRegister.DATA_BYTE, byte) for byte in rest]
        writes += [Write(AeadRegister.CONTROL, AeadControl.LAST)]
    return writes


def _config(mode: Mode) -> Program[int]:
    """Checks that a key or a message may begin in a unit of that mode; returns CONFIG."""
    yield from begin(AEAD)
    config = yield Read(AeadRegister.CONFIG)
    if (config & AeadConfig.CCM) != int(mode):
        raise UnitFailed(f"the unit has not AES-{mode.name}")
    return config


def _begin(iv: bytes, data: bytes, text: bytes, tag_bytes: int, mode: Mode) -> Program[None]:
    """Checks that a message may begin, and in CCM writes its lengths."""
    if mode is Mode.GCM and not iv:
        raise BadInput("an IV has at least one byte")
    if tag_bytes not in TAG_BYTES[mode]:
        known = ", ".join(map(str, TAG_BYTES[mode]))
        raise BadInput(f"a tag of {mode.name} has {known} bytes, not {tag_bytes}")
    if mode is Mode.CCM:
        if len(iv) not in _NONCE_BYTES:
            raise BadInput(f"a nonce has 7 to 13 bytes, not {len(iv)}")
        limit = min(_TEXT_LIMIT, 1 << 8 * (_SHARED_BYTES - len(iv)))
        if len(text) >= limit:
            raise BadInput(f"a text has less than {limit} bytes with a nonce of {len(iv)}")
        if len(data) >= _AAD_LIMIT:
            raise BadInput(f"associated data has less than {_AAD_LIMIT} bytes")
    yield from _config(mode)
    if not (yield Read(AeadRegister.STATUS)) & AeadStatus.KEYED:
        raise UnitFailed("no key is loaded")
    if mode is Mode.CCM:
        yield from lengths(len(data), len(text))


def append(writes: list[Write]) -> Program[None]:
    """Makes writes of a message whose result is not read meanwhile."""
    for write in writes:
        while not (yield Read(AeadRegister.STATUS)) & AeadStatus.SPACE:
            pass
        yield write


def transfer(writes: list[Write], size: int) -> Program[tuple[int, bytes]]:
    """Makes the writes of a message; returns STATUS after it, and the text of the result.

    Args:
        writes: what is left of the message.
        size: bytes of the text.

    Raises:
        UnitFailed: the result has another length than the text, and is not refused.
    """
    found, sent = bytearray(), 0
    while not (status := (yield Read(AeadRegister.STATUS))) & AeadStatus.DONE:
        if status & AeadStatus.AVAILABLE:
            found += (yield Read(AeadRegister.RESULT)).to_bytes(WORD, "little")
            if len(found) >= size + WORD:
                raise UnitFailed("the unit gives more bytes than the message has")
        elif status & AeadStatus.SPACE and sent < len(writes):
            yield writes[sent]
            sent += 1
    if not status & AeadStatus.ERROR and len(found) < size:
        raise UnitFailed(f"the unit gives {len(found)} bytes for a message of {size}")
    return status, bytes(found[:size])
