"""The accesses of an exported testbench to a memory-mapped unit, or to a storage unit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from silicrypt.catalog import DesignPoint
from silicrypt.drivers import Program, Read, Write, aes, message
from silicrypt.drivers.maps import (
    AesControl,
    AesRegister,
    AesStatus,
    HashControl,
    HashRegister,
    HashStatus,
    HmacControl,
    HmacRegister,
    HmacStatus,
    StorageRegister,
    StorageStatus,
)
from silicrypt.drivers.programs import WORD
from silicrypt.export import cases
from silicrypt.export.cases import Case, CipherCase
from silicrypt.verify.storage_host import Function

#: An address without a register.
_NOWHERE = 0x18
#: Messages of AES that fit into the FIFO: they are written before the first result is read.
_FIFO_BYTES = 48
_MODE_BIT, _LENGTH_BIT = 5, 8
#: Banks of a storage unit for the source and the results, and the value of OWNERS that gives both
#: to the cores.
_SOURCE, _RESULT, _OWNERS = 0, 1, 3
#: The function of each core of a storage unit, to encrypt and to decrypt.
_CIPHERS = (
    (Function.CIPHER_SEQ, Function.INV_CIPHER_SEQ),
    (Function.CIPHER_PAR, Function.INV_CIPHER_PAR),
)


@dataclass(frozen=True)
class Access:
    """An access, or a loop of reads.

    Attributes:
        kind: ``"write"``, ``"expect"`` (a read with its value), ``"poll"`` (reads until the bits of
            the mask have the value), ``"refused_write"`` or ``"refused_read"``.
        address: the address.
        value: the value.
        mask: the mask of ``"poll"``.
        about: what begins here.
    """

    kind: str
    address: int
    value: int = 0
    mask: int = 0
    about: str = ""


def of_registers(point: DesignPoint) -> tuple[list[Access], int]:
    """Returns the accesses of the testbench of a memory-mapped unit, and its number of results.

    Args:
        point: the memory-mapped unit.
    """
    inside = point.inside
    assert inside is not None  # it is a memory-mapped unit
    if inside.unit.interface == "aes":
        chosen = [one for one in cases.message_cases(inside) if len(one.data) <= _FIFO_BYTES]
        parts, window = [_cipher(one) for one in chosen], AesRegister.KEY.value
    elif inside.unit.keyed:
        found = cases.hash_cases(inside, "stream")
        parts = [part for one in found for part in (_tag(one), _compared(one))]
        window = HmacRegister.KEY.value
    else:
        parts = [_digest(one) for one in cases.hash_cases(inside, "stream")]
        window = HashRegister.DATA.value
    return [*_refused(window), *chain.from_iterable(parts)], len(parts)


def of_storage(point: DesignPoint, address_bits: int) -> tuple[list[Access], int]:
    """Returns the accesses of the testbench of a storage unit, and its number of results.

    Args:
        point: the storage unit.
        address_bits: width of an address. The registers are in the upper half of the addresses.
    """
    assert point.inside is not None  # it is a machine
    registers = 1 << address_bits - 1
    bank_bytes = WORD * int(point.parameters["BankWords"])
    parts = [
        _stored_block(case, functions[case.decrypt], registers, bank_bytes)
        for case in cases.block_cases(point.inside)
        for functions in _CIPHERS
    ]
    key = Access("refused_read", registers + StorageRegister.KEY, about="a key is not read")
    return [key, *chain.from_iterable(parts)], len(parts)


def _refused(window: int) -> Iterator[Access]:
    """Yields accesses that the unit refuses.

    They are those of an address without a register, and of a window that cannot be read.
    """
    yield Access("refused_write", _NOWHERE, about="accesses that the unit refuses")
    yield Access("refused_read", _NOWHERE)
    yield Access("refused_read", window)


def _writes(program: Program[None], about: str = "") -> Iterator[Access]:
    """Yields the writes of a driver's program that reads nothing."""
    for one in program:
        match one:
            case Write():
                yield Access("write", one.address, one.value, about=about)
                about = ""
            case Read():
                raise AssertionError(f"the program reads {one.address:#x}")


def _words(data: bytes) -> Iterator[tuple[int, int]]:
    """Yields the words of data with their offsets in bytes."""
    for offset in range(0, len(data), WORD):
        yield offset, int.from_bytes(data[offset : offset + WORD], "little")


def _each_word(kind: str, address: int, data: bytes) -> Iterator[Access]:
    yield from (Access(kind, address + offset, word) for offset, word in _words(data))


def _message(data: bytes, start: int, about: str = "") -> Iterator[Access]:
    yield Access("write", HashRegister.CONTROL, start, about=about)
    yield from _writes(message.append(data))
    yield Access("write", HashRegister.CONTROL, HashControl.LAST)


def _done() -> Access:
    done = HashStatus.DONE | HashStatus.ERROR
    return Access("poll", HashRegister.STATUS, HashStatus.DONE, done)


def _digest(case: Case) -> Iterator[Access]:
    about = f"{len(case.message)} bytes, {case.source}"
    yield from _message(case.message, HashControl.START, about)
    yield _done()
    yield from _each_word("expect", HashRegister.DIGEST, case.result)


def _start(case: Case) -> int:
    """Returns the bits of CONTROL that begin a key or message of HMAC."""
    return HmacControl.START | (HmacControl.SHA1 if case.sha1 else 0)


def _tag(case: Case) -> Iterator[Access]:
    about = f"{len(case.message)} bytes under a key of {len(case.key)} bytes, {case.source}"
    yield Access("write", HmacRegister.CONTROL, _start(case) | HmacControl.KEY, about=about)
    yield from _writes(message.append(case.key, HmacRegister.KEY, HmacRegister.KEY_BYTE))
    yield Access("write", HmacRegister.CONTROL, HmacControl.LAST)
    loaded = HmacStatus.KEYED | HmacStatus.BUSY
    yield Access("poll", HmacRegister.STATUS, HmacStatus.KEYED, loaded)
    yield from _message(case.message, _start(case))
    yield _done()
    yield from _each_word("expect", HmacRegister.DIGEST, case.result)


def _compared(case: Case) -> Iterator[Access]:
    """Yields the accesses of a message whose tag the unit compares and does not give."""
    yield from _writes(message.expect(case.result), "the tag of the same message is compared")
    yield from _message(case.message, _start(case) | HmacControl.COMPARE)
    yield _done()
    yield Access("poll", HmacRegister.STATUS, HmacStatus.MATCH, HmacStatus.MATCH)
    yield Access("refused_read", HmacRegister.DIGEST)


def _aes_key(data: bytes, tweak: int, loaded: int, about: str = "") -> Iterator[Access]:
    start = AesControl.START | AesControl.KEY | tweak | (len(data) // 8 - 2) << _LENGTH_BIT
    yield Access("write", AesRegister.CONTROL, start, about=about)
    yield from (Access("write", AesRegister.KEY, word) for _, word in _words(data))
    yield Access("poll", AesRegister.STATUS, loaded, loaded | AesStatus.BUSY)


def _cipher(case: CipherCase) -> Iterator[Access]:
    verb = "decrypted" if case.decrypt else "encrypted"
    about = f"{len(case.data)} bytes {verb} in {case.mode.upper()}, {case.source}"
    yield from _aes_key(case.key, 0, AesStatus.KEYED, about)
    if case.tweak_key:
        yield from _aes_key(case.tweak_key, AesControl.TWEAK, AesStatus.TWEAK_KEYED)
    yield from _each_word("write", AesRegister.IV, case.initial)
    direction = AesControl.DECRYPT if case.decrypt else 0
    mode = aes.Mode[case.mode.upper()]
    yield from _message(case.data, AesControl.START | direction | mode << _MODE_BIT)
    for _, word in _words(case.result):
        yield Access("poll", AesRegister.STATUS, AesStatus.AVAILABLE, AesStatus.AVAILABLE)
        yield Access("expect", AesRegister.RESULT, word)
    yield _done()


def _stored_block(
    case: CipherCase, function: Function, registers: int, bank_bytes: int
) -> Iterator[Access]:
    """Yields the accesses of a block under a key, from the first bank to the second."""

    def write(register: StorageRegister, value: int) -> Access:
        return Access("write", registers + register, value)

    def until(mask: int, value: int, about: str = "") -> Access:
        return Access("poll", registers + StorageRegister.STATUS, value, mask, about)

    source, result = _SOURCE * bank_bytes, _RESULT * bank_bytes
    about = f"{function.name} of a block, {case.source}"
    yield until(StorageStatus.WIPING | StorageStatus.BUSY, 0, about)
    yield write(StorageRegister.KEY_LENGTH, len(case.key) // 8 - 2)
    yield from _each_word("write", registers + StorageRegister.KEY, case.key)
    yield write(StorageRegister.COMMAND, Function.KEY_EXPANSION)
    yield until(StorageStatus.KEYED | StorageStatus.BUSY, StorageStatus.KEYED)
    yield from _each_word("write", source, case.data)
    yield write(StorageRegister.OWNERS, _OWNERS)
    yield write(StorageRegister.SOURCE, source)
    yield write(StorageRegister.DESTINATION, result)
    yield write(StorageRegister.BLOCKS, 1)
    yield write(StorageRegister.COMMAND, function)
    yield until(StorageStatus.BUSY, 0)
    yield write(StorageRegister.OWNERS, 0)
    yield from _each_word("expect", result, case.result)
