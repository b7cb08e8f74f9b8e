"""Driver of memory-mapped AES."""

from __future__ import annotations

from enum import IntEnum

from silicrypt.drivers.maps import AesControl, AesRegister, AesStatus
from silicrypt.drivers.programs import WORD, Program, Read, Write
from silicrypt.errors import BadInput, UnitFailed

_LENGTHS = {16: 0, 24: 1, 32: 2}
_MODE_BIT, _LENGTH_BIT = 5, 8
_MODES_BIT = 4  # of CONFIG


class Mode(IntEnum):
    """Modes of operation."""

    ECB = 0
    CTR = 1
    XTS = 2


def load_key(key: bytes, *, tweak: bool = False) -> Program[None]:
    """Loads a key for the messages that follow.

    Args:
        key: 16, 24 or 32 bytes.
        tweak: whether it is the key for tweaks (key 2 of XTS).

    Raises:
        BadInput: a key of that length does not exist.
        UnitFailed: the key is for tweaks, and the unit does not have XTS.
    """
    if len(key) not in _LENGTHS:
        raise BadInput(f"a key of AES has 16, 24 or 32 bytes, not {len(key)}")
    if tweak and not (yield Read(AesRegister.CONFIG)) >> _MODES_BIT >> Mode.XTS & 1:
        raise UnitFailed("the unit has no XTS, and no key for tweaks")
    command = AesControl.START | AesControl.KEY | (AesControl.TWEAK if tweak else 0)
    yield Write(AesRegister.CONTROL, command | _LENGTHS[len(key)] << _LENGTH_BIT)
    for word in _words(key):
        yield Write(AesRegister.KEY, word)
    loaded = AesStatus.TWEAK_KEYED if tweak else AesStatus.KEYED
    while (yield Read(AesRegister.STATUS)) & (loaded | AesStatus.BUSY) != loaded:
        pass


def crypt(
    mode: Mode, data: bytes, iv: bytes = bytes(16), *, decrypt: bool = False
) -> Program[bytes]:
    """Encrypts or decrypts a message.

    Args:
        mode: the mode of operation.
        data: the message.
        iv: the initial counter block or the tweak, 16 bytes; ECB does not use it.
        decrypt: whether to decrypt.

    Raises:
        BadInput: the IV does not have 16 bytes.
        UnitFailed: the unit refused the message.
    """
    if len(iv) != 4 * WORD:
        raise BadInput(f"an IV of AES has 16 bytes, not {len(iv)}")
    for index, word in enumerate(_words(iv)):
        yield Write(AesRegister.IV + WORD * index, word)
    command = AesControl.START | (AesControl.DECRYPT if decrypt else 0)
    yield Write(AesRegister.CONTROL, command | mode << _MODE_BIT)
    writes = [Write(AesRegister.DATA, word) for word in _words(data)]
    writes += [Write(AesRegister.DATA_BYTE, byte) for byte in data[len(data) // WORD * WORD :]]
    writes += [Write(AesRegister.CONTROL, AesControl.LAST)]
    found, sent = bytearray(), 0
    while not (status := (yield Read(AesRegister.STATUS))) & AesStatus.DONE:
        if status & AesStatus.AVAILABLE:
            word = yield Read(AesRegister.RESULT)
            found += word.to_bytes(WORD, "little")
        elif status & AesStatus.SPACE and sent < len(writes):
            yield writes[sent]
            sent += 1
    if status & AesStatus.ERROR:
        raise UnitFailed("the unit refused the message: its mode, direction, length or keys")
    return bytes(found[: len(data)])


def _words(data: bytes) -> list[int]:
    """Returns the complete words of data, the first byte in the low bits."""
    return [
        int.from_bytes(data[offset : offset + WORD], "little")
        for offset in range(0, len(data) // WORD * WORD, WORD)
    ]
