"""Programs of register accesses, independent of the bus that runs them.

A program is a generator: it yields accesses and receives the words that were read. The same
program runs in a cocotb bench (`run_in_bench`) and on registers in the memory of a machine (`run`,
with `Memory`).
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Awaitable, Generator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, TypeVar

from silicrypt.drivers.maps import HashRegister, HashStatus
from silicrypt.errors import BadInput, UnitFailed

WORD = 4


@dataclass(frozen=True)
class Write:
    """Writes a word to a byte address."""

    address: int
    value: int


@dataclass(frozen=True)
class Read:
    """Reads the word at a byte address."""

    address: int


_T = TypeVar("_T")
#: Yields accesses, receives the words that were read (0 after a write), and returns a result.
Program = Generator[Read | Write, int, _T]


class Bus(Protocol):
    """What runs accesses one after another."""

    def read(self, address: int) -> int:
        """Reads a word."""

    def write(self, address: int, value: int) -> None:
        """Writes a word."""


class AsyncBus(Protocol):
    """The same in a bench, in which an access takes simulated time."""

    def read(self, address: int) -> Awaitable[int]:
        """Reads a word."""

    def write(self, address: int, value: int) -> Awaitable[None]:
        """Writes a word."""


#: VERSION.KIND of each unit, and VERSION.MAJOR of the register maps that the drivers know.
HASH, HMAC, AES, AEAD, KMAC = 1, 2, 3, 4, 5
_KIND_BIT, _MAJOR_BIT, _MAJOR = 24, 16, 1


def words(data: bytes) -> list[int]:
    """Returns the complete words of data, the first byte in the low bits."""
    complete = range(0, len(data) // WORD * WORD, WORD)
    return [int.from_bytes(data[at : at + WORD], "little") for at in complete]


def begin(*kinds: int) -> Program[None]:
    """Checks that a key or a message may begin.

    Args:
        kinds: the kinds of units that the program is for.

    Raises:
        UnitFailed: the unit is of another kind, or something is in progress.
    """
    version = yield Read(HashRegister.VERSION)
    if version >> _MAJOR_BIT not in {kind << _KIND_BIT - _MAJOR_BIT | _MAJOR for kind in kinds}:
        raise UnitFailed(f"VERSION is {version:#010x}: these are not the registers of the driver")
    if (yield Read(HashRegister.STATUS)) & HashStatus.BUSY:
        raise UnitFailed("a message or a key is in progress: end it, or wipe the unit")


#: How often a program may read one register in a row, unless the caller says otherwise.
POLLS = 1_000_000


def run(program: Program[_T], bus: Bus, polls: int = POLLS) -> _T:
    """Runs a program on a bus and returns its result.

    Args:
        program: the program.
        bus: the bus.
        polls: the bound of each wait, in reads of one register.

    Raises:
        UnitFailed: the unit did not answer within the bound.
    """
    try:
        run_in_bench(program, _Immediate(bus), polls).send(None)
    except StopIteration as stop:
        result: _T = stop.value
        return result
    raise AssertionError("an access that takes no simulated time was awaited")


@dataclass(frozen=True)
class _Immediate:
    """A bus as a bench sees it, whose accesses end at once."""

    bus: Bus

    async def read(self, address: int) -> int:
        return self.bus.read(address)

    async def write(self, address: int, value: int) -> None:
        self.bus.write(address, value)


async def run_in_bench(program: Program[_T], bus: AsyncBus, polls: int = POLLS) -> _T:
    """Runs a program in a bench and returns its result.

    Args:
        program: the program.
        bus: the bus.
        polls: as in `run`.

    Raises:
        UnitFailed: as `run`.
    """
    value: int | None = None
    address, reads = -1, 0
    while True:
        try:
            access = next(program) if value is None else program.send(value)
        except StopIteration as stop:
            result: _T = stop.value
            return result
        if isinstance(access, Write):
            address, value = -1, 0
            await bus.write(access.address, access.value)
            continue
        reads = reads + 1 if access.address == address else 1
        address = access.address
        if reads > polls:
            raise UnitFailed(
                f"the unit does not answer: register {address:#04x} was read {polls} times"
            )
        value = await bus.read(address)


class Memory:
    """Registers in a file that can be mapped into memory, such as ``/dev/uio0`` or ``/dev/mem``."""

    def __init__(self, path: Path, offset: int = 0, length: int = mmap.PAGESIZE) -> None:
        """Maps the registers.

        Args:
            path: the file.
            offset: where the registers begin in it, a multiple of the page size.
            length: bytes to map.

        Raises:
            BadInput: the file cannot be mapped.
        """
        try:
            file = os.open(path, os.O_RDWR | os.O_SYNC)
            try:
                self._map = mmap.mmap(file, length, offset=offset)
            finally:
                os.close(file)
        except (OSError, ValueError) as error:
            raise BadInput(f"cannot map the registers in {path}: {error}") from error
        # An access through a view of words is one load or store of a word.
        self._words = memoryview(self._map).cast("I")

    def read(self, address: int) -> int:
        """Reads a word."""
        return self._words[address // WORD]

    def write(self, address: int, value: int) -> None:
        """Writes a word."""
        self._words[address // WORD] = value

    def close(self) -> None:
        """Unmaps the registers."""
        self._words.release()
        self._map.close()

    def __enter__(self) -> Self:
        """Returns the registers."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Unmaps the registers."""
        self.close()
