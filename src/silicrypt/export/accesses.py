"""The accesses of an exported testbench to the registers of a memory-mapped unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from silicrypt.catalog import Config
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
)
from silicrypt.drivers.programs import WORD
from silicrypt.export import cases
from silicrypt.export.cases import Case, CipherCase

#: Registers whose content the testbench reads, and an address without a register.
_NOWHERE = 0x18
#: Messages of AES that fit into the FIFO: they are written before the first result is read.
_FIFO_BYTES = 48
_MODE_BIT, _LENGTH_BIT = 5, 8


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


def accesses(config: Config) -> tuple[list[Access], int]:
    """Returns the accesses of the testbench of a memory-mapped unit, and its number of results.

    Args:
        config: the memory-mapped unit.
    """
    inside = config.inside
    assert inside is not None  # it is a memory-mapped unit
    if inside.unit.interface == "aes":
        chosen = [one for one in cases.message_cases(inside) if len(one.data) <= _FIFO_BYTES]
        return [*_refused(AesRegister.KEY), *_each(_cipher(one) for one in chosen)], len(chosen)
    found = cases.hash_cases(inside, "stream")
    if inside.unit.keyed:
        parts = [part for one in found for part in (_tag(one), _compared(one))]
        return [*_refused(HmacRegister.KEY), *_each(parts)], len(parts)
    return [*_refused(HashRegister.DATA), *_each(_digest(one) for one in found)], len(found)


def _each(parts: Iterator[list[Access]] | Sequence[list[Access]]) -> Iterator[Access]:
    for part in parts:
        yield from part


def _refused(window: int) -> Iterator[Access]:
    """Yields accesses that the unit refuses.

    They are those of an address without a register, and of a window that cannot be read.
    """
    yield Access("refused_write", _NOWHERE, about="accesses that the unit refuses")
    yield Access("refused_read", _NOWHERE)
    yield Access("refused_read", window)


def _writes(program: Program[None]) -> Iterator[Access]:
    """Yields the writes of a driver's program that reads nothing."""
    for one in program:
        match one:
            case Write():
                yield Access("write", one.address, one.value)
            case Read():
                raise AssertionError(f"the program reads {one.address:#x}")


def _message(data: bytes, start: int) -> Iterator[Access]:
    yield Access("write", HashRegister.CONTROL, start)
    yield from _writes(message.append(data))
    yield Access("write", HashRegister.CONTROL, HashControl.LAST)


def _words(register: int, data: bytes) -> Iterator[Access]:
    for offset in range(0, len(data), WORD):
        word = int.from_bytes(data[offset : offset + WORD], "little")
        yield Access("expect", register + offset, word)


def _done() -> Access:
    done = HashStatus.DONE | HashStatus.ERROR
    return Access("poll", HashRegister.STATUS, HashStatus.DONE, done)


def _named(about: str, found: Iterator[Access]) -> list[Access]:
    first, *rest = found
    return [Access(first.kind, first.address, first.value, first.mask, about), *rest]


def _digest(case: Case) -> list[Access]:
    def steps() -> Iterator[Access]:
        yield from _message(case.message, HashControl.START)
        yield _done()
        yield from _words(HashRegister.DIGEST, case.result)

    return _named(f"{len(case.message)} bytes, {case.source}", steps())


def _start(case: Case) -> int:
    """Returns the bits of CONTROL that begin a key or message of HMAC."""
    return HmacControl.START | (HmacControl.SHA1 if case.sha1 else 0)


def _key(case: Case) -> Iterator[Access]:
    yield Access("write", HmacRegister.CONTROL, _start(case) | HmacControl.KEY)
    yield from _writes(message.append(case.key, HmacRegister.KEY, HmacRegister.KEY_BYTE))
    yield Access("write", HmacRegister.CONTROL, HmacControl.LAST)
    loaded = HmacStatus.KEYED | HmacStatus.BUSY
    yield Access("poll", HmacRegister.STATUS, HmacStatus.KEYED, loaded)


def _tag(case: Case) -> list[Access]:
    def steps() -> Iterator[Access]:
        yield from _key(case)
        yield from _message(case.message, _start(case))
        yield _done()
        yield from _words(HmacRegister.DIGEST, case.result)

    about = f"{len(case.message)} bytes under a key of {len(case.key)} bytes, {case.source}"
    return _named(about, steps())


def _compared(case: Case) -> list[Access]:
    """Returns the accesses of a message whose tag the unit compares and does not give."""

    def steps() -> Iterator[Access]:
        yield from _writes(message.expect(case.result))
        yield from _message(case.message, _start(case) | HmacControl.COMPARE)
        yield _done()
        match = HmacStatus.MATCH
        yield Access("poll", HmacRegister.STATUS, match, match)
        yield Access("refused_read", HmacRegister.DIGEST)

    return _named("the tag of the same message is compared", steps())


def _cipher(case: CipherCase) -> list[Access]:
    mode = aes.Mode[case.mode.upper()]

    def key(data: bytes, tweak: int, loaded: int) -> Iterator[Access]:
        length = (len(data) // 8 - 2) << _LENGTH_BIT
        start = AesControl.START | AesControl.KEY | tweak | length
        yield Access("write", AesRegister.CONTROL, start)
        for offset in range(0, len(data), WORD):
            word = int.from_bytes(data[offset : offset + WORD], "little")
            yield Access("write", AesRegister.KEY, word)
        yield Access("poll", AesRegister.STATUS, loaded, loaded | AesStatus.BUSY)

    def steps() -> Iterator[Access]:
        yield from key(case.key, 0, AesStatus.KEYED)
        if case.tweak_key:
            yield from key(case.tweak_key, AesControl.TWEAK, AesStatus.TWEAK_KEYED)
        for offset in range(0, 4 * WORD, WORD):
            word = int.from_bytes(case.initial[offset : offset + WORD], "little")
            yield Access("write", AesRegister.IV + offset, word)
        direction = AesControl.DECRYPT if case.decrypt else 0
        start = AesControl.START | direction | mode << _MODE_BIT
        yield from _message(case.data, start)
        for offset in range(0, len(case.result), WORD):
            word = int.from_bytes(case.result[offset : offset + WORD], "little")
            available = AesStatus.AVAILABLE
            yield Access("poll", AesRegister.STATUS, available, available)
            yield Access("expect", AesRegister.RESULT, word)
        yield _done()

    verb = "decrypted" if case.decrypt else "encrypted"
    about = f"{len(case.data)} bytes {verb} in {case.mode.upper()}, {case.source}"
    return _named(about, steps())
