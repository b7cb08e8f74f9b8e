"""The accesses of an exported testbench to the registers and banks of a storage unit."""

from __future__ import annotations

from collections.abc import Iterator

from silicrypt.catalog import Config
from silicrypt.drivers.maps import StorageRegister, StorageStatus
from silicrypt.drivers.programs import WORD
from silicrypt.export import cases
from silicrypt.export.accesses import Access
from silicrypt.export.cases import CipherCase
from silicrypt.verify.machine.operations import Function

#: Banks of the source and of the results, and the value of OWNERS that gives both to the cores.
_SOURCE, _RESULT, _OWNERS = 0, 1, 3
#: The function of each core, to encrypt and to decrypt.
_CIPHERS = (
    (Function.CIPHER_SEQ, Function.INV_CIPHER_SEQ),
    (Function.CIPHER_PAR, Function.INV_CIPHER_PAR),
)


def accesses(config: Config, address_bits: int) -> tuple[list[Access], int]:
    """Returns the accesses of the testbench of a storage unit, and its number of results.

    Args:
        config: the storage unit.
        address_bits: width of an address. The registers are in the upper half of the addresses.
    """
    assert config.inside is not None  # it is a machine
    chosen, unit = cases.block_cases(config.inside), _Unit(config, 1 << address_bits - 1)
    found = [Access("refused_read", unit.register(StorageRegister.KEY), about="a key is not read")]
    for case in chosen:
        for functions in _CIPHERS:
            found += unit.block(case, functions[case.decrypt])
    return found, len(_CIPHERS) * len(chosen)


class _Unit:
    """A storage unit of this library, as its host sees it."""

    def __init__(self, config: Config, registers: int) -> None:
        self._registers = registers
        self._bank_bytes = WORD * int(config.parameters["BankWords"])

    def register(self, register: StorageRegister) -> int:
        """Returns the byte address of a register."""
        return self._registers + register

    def block(self, case: CipherCase, function: Function) -> list[Access]:
        """Returns the accesses of a block under a key, from the first bank to the second."""
        first, *rest = self._steps(case, function)
        about = f"{function.name} of a block, {case.source}"
        return [Access(first.kind, first.address, first.value, first.mask, about), *rest]

    def _steps(self, case: CipherCase, function: Function) -> Iterator[Access]:
        source, result = _SOURCE * self._bank_bytes, _RESULT * self._bank_bytes
        yield self._until(StorageStatus.WIPING | StorageStatus.BUSY, 0)
        yield self._set(StorageRegister.KEY_LENGTH, len(case.key) // 8 - 2)
        yield from _words("write", self.register(StorageRegister.KEY), case.key)
        yield self._set(StorageRegister.COMMAND, Function.KEY_EXPANSION)
        yield self._until(StorageStatus.KEYED | StorageStatus.BUSY, StorageStatus.KEYED)
        yield from _words("write", source, case.data)
        yield self._set(StorageRegister.OWNERS, _OWNERS)
        yield self._set(StorageRegister.SOURCE, source)
        yield self._set(StorageRegister.DESTINATION, result)
        yield self._set(StorageRegister.BLOCKS, 1)
        yield self._set(StorageRegister.COMMAND, function)
        yield self._until(StorageStatus.BUSY, 0)
        yield self._set(StorageRegister.OWNERS, 0)
        yield from _words("expect", result, case.result)

    def _set(self, register: StorageRegister, value: int) -> Access:
        return Access("write", self.register(register), value)

    def _until(self, mask: int, value: int) -> Access:
        return Access("poll", self.register(StorageRegister.STATUS), value, mask)


def _words(kind: str, address: int, data: bytes) -> Iterator[Access]:
    for offset in range(0, len(data), WORD):
        word = int.from_bytes(data[offset : offset + WORD], "little")
        yield Access(kind, address + offset, word)
