"""Driver of memory-mapped KMAC and cSHAKE."""

from __future__ import annotations

from enum import IntEnum

from silicrypt.drivers.maps import KmacControl, KmacRegister, KmacStatus
from silicrypt.drivers.programs import KMAC, WORD, Program, Read, Write, begin, words
from silicrypt.errors import BadInput, UnitFailed

_OPERATION_BIT, _KEY_BIT = 5, 16
#: Bounds of the lengths of a string, and of the result of KMAC and of the other operations.
_STRING_LIMIT, _KMAC_LIMIT, _XOF_LIMIT = 1 << 16, 1 << 16, 1 << 32


class Operation(IntEnum):
    """The operation of a request, as in CONTROL.OPERATION."""

    KMAC, KMACXOF, CSHAKE = range(3)


def kmac(
    key: bytes, data: bytes, size: int, customisation: bytes = b"", *, xof: bool = False
) -> Program[bytes]:
    """Returns the tag of a message with KMAC, or the output of KMACXOF.

    Args:
        key: the key, less than 65536 bytes.
        data: the message.
        size: bytes of the result.
        customisation: the customisation string, less than 65536 bytes.
        xof: whether it is KMACXOF.

    Raises:
        BadInput: the unit has no lengths like these.
        UnitFailed: the unit is of another kind, is busy, or refused the request.
    """
    operation = Operation.KMACXOF if xof else Operation.KMAC
    return (yield from _request(operation, (customisation, key, data), size))


def cshake(data: bytes, size: int, customisation: bytes = b"") -> Program[bytes]:
    """Returns the output of cSHAKE without a function name; without customisation it is SHAKE.

    Args:
        data: the message.
        size: bytes of the result.
        customisation: the customisation string, less than 65536 bytes.

    Raises:
        BadInput: the unit has no lengths like these.
        UnitFailed: the unit is of another kind, is busy, or refused the request.
    """
    return (yield from _request(Operation.CSHAKE, (customisation, data), size))


def _request(operation: Operation, packets: tuple[bytes, ...], size: int) -> Program[bytes]:
    for string in packets[:-1]:
        if len(string) >= _STRING_LIMIT:
            raise BadInput(f"a key and a customisation string have less than {_STRING_LIMIT} bytes")
    limit = _KMAC_LIMIT if operation is Operation.KMAC else _XOF_LIMIT
    if not 0 < size < limit:
        raise BadInput(f"a result of {operation.name} has 1 to {limit - 1} bytes, not {size}")
    yield from begin(KMAC)
    key_bytes = len(packets[1]) if operation is not Operation.CSHAKE else 0
    yield from lengths(len(packets[0]) | key_bytes << _KEY_BIT, size)
    yield from start(operation)
    for packet in packets:
        yield from append(packet)
        yield Write(KmacRegister.CONTROL, KmacControl.LAST)
    return (yield from result(size))


def lengths(strings: int, size: int) -> Program[None]:
    """Writes the lengths of the strings, as in STRING_BYTES, and that of the result."""
    yield Write(KmacRegister.STRING_BYTES, strings)
    yield Write(KmacRegister.RESULT_BYTES, size)


def start(operation: int, control: int = 0) -> Program[None]:
    """Begins a request; ``control`` has further bits of CONTROL."""
    command = KmacControl.START | control | operation << _OPERATION_BIT
    yield Write(KmacRegister.CONTROL, command)


def append(data: bytes) -> Program[None]:
    """Appends bytes to the packet that is open."""
    for word in words(data):
        yield Write(KmacRegister.DATA, word)
    for byte in data[len(data) // WORD * WORD :]:
        yield Write(KmacRegister.DATA_BYTE, byte)


def result(size: int) -> Program[bytes]:
    """Reads the result of a request whose packets are complete.

    Args:
        size: its bytes.

    Raises:
        UnitFailed: the unit refused the request, or gives another number of bytes.
    """
    found = bytearray()
    while not (status := (yield Read(KmacRegister.STATUS))) & KmacStatus.DONE:
        if status & KmacStatus.AVAILABLE:
            found += (yield Read(KmacRegister.RESULT)).to_bytes(WORD, "little")
            if len(found) >= size + WORD:
                raise UnitFailed("the unit gives more bytes than the result has")
    if status & KmacStatus.ERROR:
        raise UnitFailed("the unit refused the request")
    if len(found) < size:
        raise UnitFailed(f"the unit gives {len(found)} bytes for a result of {size}")
    return bytes(found[:size])
