"""Driver of memory-mapped AES-GCM."""

from __future__ import annotations

from collections.abc import Iterator

from silicrypt.drivers.maps import GcmConfig, GcmControl, GcmRegister, GcmStatus
from silicrypt.drivers.programs import GCM, WORD, Program, Read, Write, begin
from silicrypt.errors import BadInput, UnitFailed

_LENGTHS = {16: 0, 24: 1, 32: 2}
_HAS = (GcmConfig.KEY_128, GcmConfig.KEY_192, GcmConfig.KEY_256)
#: The lowest bits of CONTROL.LENGTH, CONTROL.TAG_BYTES and CONFIG.BUFFER.
_LENGTH_BIT, _TAG_BIT, _BUFFER_BIT = 8, 16, 16
_BLOCK = 16
#: The lengths of a tag in bytes (NIST SP 800-38D, 5.2.1.2).
TAG_BYTES = (4, 8, *range(12, 17))


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
    if not (yield Read(GcmRegister.CONFIG)) & _HAS[_LENGTHS[len(key)]]:
        raise UnitFailed(f"the unit has no keys of {8 * len(key)} bits")
    command = GcmControl.START | GcmControl.KEY
    yield Write(GcmRegister.CONTROL, command | _LENGTHS[len(key)] << _LENGTH_BIT)
    for at in range(0, len(key), WORD):
        yield Write(GcmRegister.KEY, int.from_bytes(key[at : at + WORD], "little"))
    while (yield Read(GcmRegister.STATUS)) & (GcmStatus.KEYED | GcmStatus.BUSY) != GcmStatus.KEYED:
        pass


def encrypt(iv: bytes, data: bytes, text: bytes, tag_bytes: int = _BLOCK) -> Program[bytes]:
    """Encrypts and authenticates a message; returns the ciphertext and then the tag.

    Args:
        iv: the IV, which must never be used twice with a key; take 12 bytes.
        data: the associated data.
        text: the plaintext.
        tag_bytes: length of the tag.

    Raises:
        BadInput: the IV has no bytes, or the tag has another length than 4, 8 or 12 to 16.
        UnitFailed: the unit is of another kind, is busy, has no key, or refused the message.
    """
    found, status = yield from _message(iv, data, text, None, tag_bytes)
    if status & GcmStatus.ERROR:
        raise UnitFailed("the unit refused the message")
    return found + (yield from read_tag(tag_bytes))


def decrypt(iv: bytes, data: bytes, text: bytes, tag: bytes) -> Program[bytes | None]:
    """Decrypts a message; returns the plaintext, or None if the tag is wrong.

    Args:
        iv: the IV.
        data: the associated data.
        text: the ciphertext.
        tag: the tag. The unit compares it.

    Raises:
        BadInput: as `encrypt`; also where the text is longer than the unit holds.
        UnitFailed: the unit is of another kind, is busy, or has no key.
    """
    found, status = yield from _message(iv, data, text, tag, len(tag))
    return found if status & GcmStatus.VERIFIED and not status & GcmStatus.ERROR else None


def _message(
    iv: bytes, data: bytes, text: bytes, tag: bytes | None, tag_bytes: int
) -> Program[tuple[bytes, int]]:
    """Sends a message, and returns its text and STATUS after it.

    Args:
        iv: the IV.
        data: the associated data.
        text: the text.
        tag: the expected tag of a decryption.
        tag_bytes: length of the tag.
    """
    if tag_bytes not in TAG_BYTES:
        raise BadInput(f"a tag of GCM has 4, 8 or 12 to 16 bytes, not {tag_bytes}")
    if not iv:
        raise BadInput("an IV of GCM has at least one byte")
    yield from begin(GCM)
    held = (yield Read(GcmRegister.CONFIG)) >> _BUFFER_BIT
    if tag is not None and held and len(text) > _BLOCK * held:
        raise BadInput(f"the unit holds {_BLOCK * held} bytes of plaintext, not {len(text)}")
    if not (yield Read(GcmRegister.STATUS)) & GcmStatus.KEYED:
        raise UnitFailed("a key is missing")
    yield from head(iv, data, tag_bytes, decrypt=tag is not None)
    if tag is not None:
        yield from expect(tag)
    writes = [*section(text)]
    found, sent = bytearray(), 0
    while not (status := (yield Read(GcmRegister.STATUS))) & GcmStatus.DONE:
        if status & GcmStatus.AVAILABLE:
            found += (yield Read(GcmRegister.RESULT)).to_bytes(WORD, "little")
            if len(found) >= len(text) + WORD:
                raise UnitFailed("the unit gives more bytes than the text has")
        elif status & GcmStatus.SPACE and sent < len(writes):
            yield writes[sent]
            sent += 1
    if not status & GcmStatus.ERROR and len(found) < len(text):
        raise UnitFailed(f"the unit gives {len(found)} bytes for a text of {len(text)}")
    return bytes(found[: len(text)]), status


def head(
    iv: bytes, data: bytes, tag_bytes: int = _BLOCK, *, decrypt: bool = False, dma: bool = False
) -> Program[None]:
    """Begins a message, and sends its IV and its associated data.

    Args:
        iv: the IV.
        data: the associated data.
        tag_bytes: length of the tag.
        decrypt: whether it is a decryption.
        dma: whether its text comes on the stream.
    """
    command = GcmControl.START | GcmControl.DECRYPT * decrypt | GcmControl.DMA * dma
    yield Write(GcmRegister.CONTROL, command | tag_bytes << _TAG_BIT)
    for write in (*section(iv), *section(data)):
        while not (yield Read(GcmRegister.STATUS)) & GcmStatus.SPACE:
            pass
        yield write


def section(data: bytes) -> Iterator[Write]:
    """Yields the writes of a section: its words, its other bytes, and its end."""
    full = len(data) // WORD * WORD
    for at in range(0, full, WORD):
        yield Write(GcmRegister.DATA, int.from_bytes(data[at : at + WORD], "little"))
    for byte in data[full:]:
        yield Write(GcmRegister.DATA_BYTE, byte)
    yield Write(GcmRegister.CONTROL, GcmControl.LAST)


def processed() -> Program[int]:
    """Waits until the message was processed, and returns STATUS."""
    while not (status := (yield Read(GcmRegister.STATUS))) & GcmStatus.DONE:
        pass
    return status


def expect(tag: bytes) -> Program[None]:
    """Writes the tag that a decryption is compared with."""
    for at in range(0, len(tag), WORD):
        yield Write(GcmRegister.TAG + at, int.from_bytes(tag[at : at + WORD], "little"))


def read_tag(tag_bytes: int = _BLOCK) -> Program[bytes]:
    """Returns the tag of an encryption that was processed."""
    found = bytearray()
    for at in range(0, tag_bytes, WORD):
        found += (yield Read(GcmRegister.TAG + at)).to_bytes(WORD, "little")
    return bytes(found[:tag_bytes])
