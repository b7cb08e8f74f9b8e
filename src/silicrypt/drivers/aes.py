"""Driver of memory-mapped AES and SM4."""

from __future__ import annotations

from enum import IntEnum

from silicrypt.drivers.maps import AesConfig, AesControl, AesRegister, AesStatus
from silicrypt.drivers.programs import AES, WORD, Program, Read, Write, begin, words
from silicrypt.errors import BadInput, UnitFailed

_LENGTHS = {16: 0, 24: 1, 32: 2}
_HAS = (AesConfig.KEY_128, AesConfig.KEY_192, AesConfig.KEY_256)
_MODE_BIT, _LENGTH_BIT = 5, 8
_MODES_BIT, _CIPHER_BIT, _CIPHER_MASK = 4, 16, 15  # of CONFIG


class Mode(IntEnum):
    """The modes of operation. The hardware's number is in the two low bits.

    A unit with registers has none of the chained modes, which begin with CBC. No unit has the last
    one.
    """

    ECB = 0
    CTR = 1
    XTS = 2
    CBC = 4
    CFB = 5
    CMAC = 6
    NONE = 7


class Cipher(IntEnum):
    """The block ciphers that a unit can have, by CONFIG.CIPHER."""

    AES = 0
    SM4 = 1


def load_key(key: bytes, *, tweak: bool = False, cipher: Cipher = Cipher.AES) -> Program[None]:
    """Loads a key for the messages that follow.

    Args:
        key: 16, 24 or 32 bytes; 16 of SM4.
        tweak: whether it is the key for tweaks (key 2 of XTS).
        cipher: the cipher that the unit must have.

    Raises:
        BadInput: a key of that length does not exist.
        UnitFailed: the unit is of another kind, is busy, or does not have keys of that length; or
            the key is for tweaks, and the unit does not have XTS.
    """
    if len(key) not in _LENGTHS:
        raise BadInput(f"a key of AES has 16, 24 or 32 bytes, not {len(key)}")
    yield from begin(AES)
    point = yield Read(AesRegister.CONFIG)
    if point >> _CIPHER_BIT & _CIPHER_MASK != cipher:
        raise UnitFailed(f"the unit has no {cipher.name}")
    if not point & _HAS[_LENGTHS[len(key)]]:
        raise UnitFailed(f"the unit has no keys of {8 * len(key)} bits")
    if tweak and not point >> _MODES_BIT >> Mode.XTS & 1:
        raise UnitFailed("the unit has no XTS, and no key for tweaks")
    command = AesControl.START | AesControl.KEY | (AesControl.TWEAK if tweak else 0)
    yield Write(AesRegister.CONTROL, command | _LENGTHS[len(key)] << _LENGTH_BIT)
    for word in words(key):
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
        UnitFailed: the unit is of another kind, is busy, lacks the mode, the direction or a key, or
            refused the message.
    """
    if len(iv) != 4 * WORD:
        raise BadInput(f"an IV of AES has 16 bytes, not {len(iv)}")
    yield from begin(AES)
    point = yield Read(AesRegister.CONFIG)
    if mode >= Mode.CBC or not point >> _MODES_BIT >> mode & 1:
        raise UnitFailed(f"the unit has no {mode.name}")
    if decrypt and mode != Mode.CTR and not point & AesConfig.DECRYPT:
        raise UnitFailed(f"the unit does not decrypt in {mode.name}")
    keys = AesStatus.KEYED | (AesStatus.TWEAK_KEYED if mode == Mode.XTS else 0)
    if (yield Read(AesRegister.STATUS)) & keys != keys:
        raise UnitFailed(f"a key for {mode.name} is missing")
    for index, word in enumerate(words(iv)):
        yield Write(AesRegister.IV + WORD * index, word)
    command = AesControl.START | (AesControl.DECRYPT if decrypt else 0)
    yield Write(AesRegister.CONTROL, command | mode << _MODE_BIT)
    writes = [Write(AesRegister.DATA, word) for word in words(data)]
    writes += [Write(AesRegister.DATA_BYTE, byte) for byte in data[len(data) // WORD * WORD :]]
    writes += [Write(AesRegister.CONTROL, AesControl.LAST)]
    found, sent = bytearray(), 0
    while not (status := (yield Read(AesRegister.STATUS))) & AesStatus.DONE:
        if status & AesStatus.AVAILABLE:
            word = yield Read(AesRegister.RESULT)
            found += word.to_bytes(WORD, "little")
            if len(found) >= len(data) + WORD:
                raise UnitFailed("the unit gives more bytes than the message has")
        elif status & AesStatus.SPACE and sent < len(writes):
            yield writes[sent]
            sent += 1
    if status & AesStatus.ERROR:
        raise UnitFailed("the unit refused the message: its mode, direction, length or keys")
    if len(found) < len(data):
        raise UnitFailed(f"the unit gives {len(found)} bytes for a message of {len(data)}")
    return bytes(found[: len(data)])
