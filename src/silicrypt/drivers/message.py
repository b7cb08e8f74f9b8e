"""Drivers of memory-mapped hashes and HMAC.

::

    with Memory(Path("/dev/uio0")) as registers:
        digest = run(hash_(b"abc"), registers)
"""

from __future__ import annotations

from silicrypt.drivers.maps import (
    HashControl,
    HashRegister,
    HashStatus,
    HmacControl,
    HmacRegister,
    HmacStatus,
)
from silicrypt.drivers.programs import HASH, HMAC, WORD, Program, Read, Write, begin, words
from silicrypt.errors import BadInput, UnitFailed

_DIGEST_WORDS, _ALGORITHM_BIT = 0x1F, 24
#: The code of HMAC with MD5 and SHA-1 in ``sil_message.rdl``, and the words of a digest of MD5.
_MD5_SHA1, _MD5_WORDS = 13, 4
_LOADED = HmacStatus.KEYED | HmacStatus.BUSY


def hash_(message: bytes, *, sha1: bool = False) -> Program[bytes]:
    """Returns the digest of a message, or its tag under the key that is loaded.

    Args:
        message: the message.
        sha1: in a unit with MD5 and SHA-1: whether the hash is SHA-1.

    Raises:
        UnitFailed: the unit is of another kind, is busy, has no key, or refused the message.
    """
    yield from begin(HASH, HMAC)
    yield Write(HashRegister.CONTROL, HashControl.START | _selected(sha1))
    yield from append(message)
    yield Write(HashRegister.CONTROL, HashControl.LAST)
    return (yield from digest(sha1=sha1))


def hmac(key: bytes, message: bytes, *, sha1: bool = False) -> Program[bytes]:
    """Returns the tag of a message; the key remains loaded.

    Args:
        key: the key.
        message: the message.
        sha1: as in `hash_`.

    Raises:
        UnitFailed: the unit is of another kind, is busy, or refused the message.
    """
    yield from load_key(key, sha1=sha1)
    return (yield from hash_(message, sha1=sha1))


def _selected(sha1: bool) -> int:
    return HmacControl.SHA1 if sha1 else 0


def verify(tag: bytes, message: bytes, *, sha1: bool = False) -> Program[bool]:
    """Returns whether a tag of HMAC is that of a message. The unit compares; it gives no tag.

    Args:
        tag: the complete tag.
        message: the message.
        sha1: as in `hash_`.

    Raises:
        BadInput: the tag is not complete.
        UnitFailed: the unit is of another kind, is busy, has no key, or refused the message.
    """
    yield from begin(HMAC)
    size = WORD * (yield from _words(sha1=sha1))
    if len(tag) != size:
        raise BadInput(f"a tag of the unit has {size} bytes, not {len(tag)}")
    yield from expect(tag)
    start = HmacControl.START | HmacControl.COMPARE
    yield Write(HmacRegister.CONTROL, start | _selected(sha1))
    yield from append(message)
    yield Write(HmacRegister.CONTROL, HmacControl.LAST)
    return bool((yield from processed()) & HmacStatus.MATCH)


def expect(tag: bytes) -> Program[None]:
    """Writes the tag that the messages with COMPARE are compared with."""
    for offset in range(0, len(tag), WORD):
        word = int.from_bytes(tag[offset : offset + WORD], "little")
        yield Write(HmacRegister.DIGEST + offset, word)


def load_key(key: bytes, *, sha1: bool = False) -> Program[None]:
    """Loads the key of HMAC for the messages that follow.

    Args:
        key: the key.
        sha1: as in `hash_`. A unit with MD5 and SHA-1 has a key for each.

    Raises:
        UnitFailed: the unit is of another kind, or is busy.
    """
    yield from begin(HMAC)
    start = HmacControl.START | HmacControl.KEY
    yield Write(HmacRegister.CONTROL, start | _selected(sha1))
    yield from append(key, HmacRegister.KEY, HmacRegister.KEY_BYTE)
    yield Write(HmacRegister.CONTROL, HmacControl.LAST)
    while (yield Read(HmacRegister.STATUS)) & _LOADED != HmacStatus.KEYED:
        pass


def append(
    data: bytes, window: int = HashRegister.DATA, single: int = HashRegister.DATA_BYTE
) -> Program[None]:
    """Appends bytes to the message or key that is open."""
    for word in words(data):
        yield Write(window, word)
    for byte in data[len(data) // WORD * WORD :]:
        yield Write(single, byte)


def processed() -> Program[int]:
    """Waits until the message was processed, and returns STATUS.

    Raises:
        UnitFailed: the unit refused the message.
    """
    while not (status := (yield Read(HashRegister.STATUS))) & HashStatus.DONE:
        pass
    if status & HashStatus.ERROR:
        raise UnitFailed("the unit refused the message: load a key, or check the stream's framing")
    return status


def digest(*, sha1: bool = False) -> Program[bytes]:
    """Waits for the digest or tag, and reads it.

    Args:
        sha1: as in `hash_`.

    Raises:
        UnitFailed: the unit refused the message.
    """
    yield from processed()
    words = yield from _words(sha1=sha1)
    found = bytearray()
    for number in range(words):
        word = yield Read(HashRegister.DIGEST + WORD * number)
        found += word.to_bytes(WORD, "little")
    return bytes(found)


def _words(*, sha1: bool) -> Program[int]:
    """Returns the words of a digest or tag."""
    point = yield Read(HashRegister.CONFIG)
    shorter = point >> _ALGORITHM_BIT == _MD5_SHA1 and not sha1
    return _MD5_WORDS if shorter else point & _DIGEST_WORDS


def wipe() -> Program[None]:
    """Overwrites all data of messages and keys."""
    yield Write(HashRegister.CONTROL, HashControl.WIPE)
    yield from idle()


def idle() -> Program[None]:
    """Waits until nothing is in progress."""
    while (yield Read(HashRegister.STATUS)) & HashStatus.BUSY:
        pass
