"""Driver of memory-mapped AES-GCM."""

from __future__ import annotations

from silicrypt.drivers.maps import GcmConfig, GcmControl, GcmRegister, GcmStatus
from silicrypt.drivers.programs import GCM, WORD, Program, Read, Write, begin
from silicrypt.errors import BadInput, UnitFailed

_LENGTHS = {16: 0, 24: 1, 32: 2}
_HAS = (GcmConfig.KEY_128, GcmConfig.KEY_192, GcmConfig.KEY_256)
_LENGTH_BIT, _TAG_BIT = 8, 16
#: The lengths that a tag may have (NIST SP 800-38D 5.2.1.2).
TAG_BYTES = (4, 8, 12, 13, 14, 15, 16)


def load_key(key: bytes) -> Program[None]:
    """Loads a key for the messages that follow.

    Args:
        key: 16, 24 or 32 bytes.

    Raises:
        BadInput: a key of that length does not exist.
        UnitFailed: the unit is of another kind, is busy, or does not have keys of that length.
    """
    if len(key) not in _LENGTHS:
        raise BadInput(f"a key of AES has 16, 24 or 32 bytes, not {len(key)}")
    yield from begin(GCM)
    code = _LENGTHS[len(key)]
    if not (yield Read(GcmRegister.CONFIG)) & _HAS[code]:
        raise UnitFailed(f"the unit has no keys of {8 * len(key)} bits")
    command = GcmControl.START | GcmControl.KEY
    yield Write(GcmRegister.CONTROL, command | code << _LENGTH_BIT)
    for word in _words(key):
        yield Write(GcmRegister.KEY, word)
    while (yield Read(GcmRegister.STATUS)) & (GcmStatus.KEYED | GcmStatus.BUSY) != GcmStatus.KEYED:
        pass


def seal(iv: bytes, data: bytes, text: bytes, tag_bytes: int = 16) -> Program[bytes]:
    """Encrypts a message; returns the ciphertext, and the tag after it.

    Args:
        iv: the IV, which must never be used twice with a key.
        data: the associated data.
        text: the plaintext.
        tag_bytes: bytes of the tag.

    Raises:
        BadInput: the IV is empty, or the tag has another length than 4, 8 or 12 to 16 bytes.
        UnitFailed: the unit is of another kind, is busy, has no key, or refused the message.
    """
    yield from _begin(iv, tag_bytes)
    yield from start(0, tag_bytes)
    status, found = yield from transfer(packets(iv, data, text), len(text))
    if status & GcmStatus.ERROR:
        raise UnitFailed("the unit refused the message")
    return found + (yield from tag(tag_bytes))


def unseal(iv: bytes, data: bytes, text: bytes, expected: bytes) -> Program[bytes | None]:
    """Decrypts a message; returns the plaintext, or None if the tag is wrong.

    Args:
        iv: the IV.
        data: the associated data.
        text: the ciphertext.
        expected: the tag.

    Raises:
        BadInput: the IV is empty, or the tag has another length than 4, 8 or 12 to 16 bytes.
        UnitFailed: the unit is of another kind, is busy, or has no key.
    """
    yield from _begin(iv, len(expected))
    yield from expect(expected)
    yield from start(GcmControl.DECRYPT, len(expected))
    status, found = yield from transfer(packets(iv, data, text), len(text))
    return found if status & GcmStatus.VERIFIED else None


def expect(expected: bytes) -> Program[None]:
    """Writes the tag that the next decryption is compared with."""
    for index, word in enumerate(_words(expected + bytes(-len(expected) % WORD))):
        yield Write(GcmRegister.TAG + WORD * index, word)


def start(control: int, tag_bytes: int) -> Program[None]:
    """Begins a message; ``control`` has further bits of CONTROL."""
    yield Write(GcmRegister.CONTROL, GcmControl.START | control | tag_bytes << _TAG_BIT)


def tag(size: int) -> Program[bytes]:
    """Reads the tag of an encryption that is done."""
    found = bytearray()
    for offset in range(0, size, WORD):
        found += (yield Read(GcmRegister.TAG + offset)).to_bytes(WORD, "little")
    return bytes(found[:size])


def packets(*parts: bytes) -> list[Write]:
    """Returns the writes of IV, associated data and text, or the first ones of them."""
    writes = list[Write]()
    for part in parts:
        writes += [Write(GcmRegister.DATA, word) for word in _words(part)]
        rest = part[len(part) // WORD * WORD :]
        writes += [Write(GcmRegister.DATA_BYTE, byte) for byte in rest]
        writes += [Write(GcmRegister.CONTROL, GcmControl.LAST)]
    return writes


def _begin(iv: bytes, tag_bytes: int) -> Program[None]:
    if not iv:
        raise BadInput("an IV has at least one byte")
    if tag_bytes not in TAG_BYTES:
        raise BadInput(f"a tag has 4, 8 or 12 to 16 bytes, not {tag_bytes}")
    yield from begin(GCM)
    if not (yield Read(GcmRegister.STATUS)) & GcmStatus.KEYED:
        raise UnitFailed("no key is loaded")


def append(writes: list[Write]) -> Program[None]:
    """Makes writes of a message whose result is not read meanwhile."""
    for write in writes:
        while not (yield Read(GcmRegister.STATUS)) & GcmStatus.SPACE:
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
    while not (status := (yield Read(GcmRegister.STATUS))) & GcmStatus.DONE:
        if status & GcmStatus.AVAILABLE:
            found += (yield Read(GcmRegister.RESULT)).to_bytes(WORD, "little")
            if len(found) >= size + WORD:
                raise UnitFailed("the unit gives more bytes than the message has")
        elif status & GcmStatus.SPACE and sent < len(writes):
            yield writes[sent]
            sent += 1
    if not status & GcmStatus.ERROR and len(found) < size:
        raise UnitFailed(f"the unit gives {len(found)} bytes for a message of {size}")
    return status, bytes(found[:size])


def _words(data: bytes) -> list[int]:
    """Returns the complete words of data, the first byte in the low bits."""
    return [
        int.from_bytes(data[offset : offset + WORD], "little")
        for offset in range(0, len(data) // WORD * WORD, WORD)
    ]
