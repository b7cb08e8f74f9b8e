"""The registers of the storage unit, and a host's programs for it, independent of what runs them.

A program is a generator: it yields operations and receives their answers. The same program
therefore runs on a compiled model (`storage`), on a netlist, and in a test bench.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

from silicrypt.drivers.maps import StorageRegister
from silicrypt.errors import UnitFailed

#: Bytes of a block and of a word.
BLOCK, WORD = 16, 4
BANKS = 4


#: Register offsets in the upper half of the addresses.
Register = StorageRegister


class Function(IntEnum):
    """Functions of the unit, each with a cycle counter."""

    MESSAGES = 0
    LOAD = 1
    KEY_EXPANSION = 2
    CIPHER_SEQ = 3
    CIPHER_PAR = 4
    INV_CIPHER_SEQ = 5
    INV_CIPHER_PAR = 6
    DMA_IN = 7
    DMA_OUT = 8


class End(IntEnum):
    """How a function ended."""

    DONE = 0
    NOT_OWNER = 1
    OUTSIDE = 2
    OVERLAP = 3
    NO_KEY = 4
    LENGTH = 5
    STOPPED = 6


class Event(IntEnum):
    """Bits of EVENTS and INTERRUPTS."""

    CORE = 0
    DMA = 1
    REFUSED = 2


class Status(IntEnum):
    """Bits of STATUS. The bits above them say how the last command and the last transfer ended."""

    BUSY = 0
    DMA_BUSY = 1
    INTERRUPT = 2
    KEY_COMPLETE = 3
    KEYED = 4
    WIPING = 5


class Control(IntEnum):
    """Bits of CONTROL."""

    WIPE = 0
    STOP_DMA = 1


class Response(IntEnum):
    """Responses of AXI4-Lite."""

    OKAY = 0
    SLVERR = 2
    DECERR = 3


@dataclass(frozen=True)
class Write:
    """Writes a word, or the bytes of it that `strobe` selects, to a byte address."""

    address: int
    data: int
    strobe: int = 0xF


@dataclass(frozen=True)
class Read:
    """Reads the word at a byte address."""

    address: int


@dataclass(frozen=True)
class Send:
    """Offers words for a transfer into the banks. They are sent as the unit accepts them."""

    data: bytes
    last: bool = True


@dataclass(frozen=True)
class Receive:
    """Waits for that number of bytes from transfers out of the banks."""

    count: int


@dataclass(frozen=True)
class Interrupt:
    """Waits for the unit's interrupt."""


Operation = Write | Read | Send | Receive | Interrupt


@dataclass(frozen=True)
class Answer:
    """The answer to an operation.

    Attributes:
        cycles: clock edges from the start of the operation to its end.
        value: the value of a read.
        data: the received data.
        response: the response to a read or a write.
    """

    cycles: int
    value: int = 0
    data: bytes = b""
    response: Response = Response.OKAY


_T = TypeVar("_T")
Program = Generator[Operation, Answer, _T]


@dataclass
class Host:
    """The host of a unit.

    Attributes:
        bank_words: words in a bank.
        interrupts: whether to wait for the unit's interrupt before polling.
        transfers: whether to move data by transfers; otherwise single accesses move it.
        messages: cycles of all register accesses.
        accesses: number of register accesses.
    """

    bank_words: int = 1024
    interrupts: bool = False
    transfers: bool = True
    messages: int = 0
    accesses: int = 0

    @property
    def bank_bytes(self) -> int:
        """Bytes of a bank; bank b begins at address b times this number."""
        return WORD * self.bank_words

    def address(self, register: int) -> int:
        """Returns the byte address of a register."""
        return BANKS * self.bank_bytes + register

    def _done(self, operation: Operation, answer: Answer) -> Answer:
        self.messages += answer.cycles
        self.accesses += 1
        if answer.response != Response.OKAY:
            raise UnitFailed(f"the storage unit refused {operation}: {answer.response.name}")
        return answer

    def write(self, register: int, value: int) -> Program[None]:
        """Writes a register.

        Raises:
            UnitFailed: the unit refused the access.
        """
        operation = Write(self.address(register), value)
        self._done(operation, (yield operation))

    def read(self, register: int) -> Program[int]:
        """Reads a register.

        Raises:
            UnitFailed: the unit refused the access.
        """
        operation = Read(self.address(register))
        return self._done(operation, (yield operation)).value

    def cycles(self, function: Function) -> Program[int]:
        """Reads the unit's cycle count: of the last run of a function, or of all messages."""
        return (yield from self.read(Register.CYCLES + WORD * function))

    def ready(self) -> Program[None]:
        """Waits for the end of a reset or a wipe."""
        while (yield from self.read(Register.STATUS)) & 1 << Status.WIPING:
            pass

    def wipe(self) -> Program[None]:
        """Zeroises the key and all values derived from it. The banks hold their contents."""
        yield from self.write(Register.CONTROL, 1 << Control.WIPE)
        yield from self.ready()

    def grant(self, banks: int) -> Program[None]:
        """Gives the core the banks of a bit mask, takes the others, and waits for the change."""
        yield from self.write(Register.OWNERS, banks)
        while (yield from self.read(Register.OWNERS)) & 0xFF != banks:
            pass

    def _expect(self, event: Event) -> Program[None]:
        """Enables the interrupt of an event, after clearing the event."""
        if self.interrupts:
            yield from self.write(Register.EVENTS, 1 << event)
            yield from self.write(Register.INTERRUPTS, 1 << event)

    def start(
        self, function: Function, source: int = 0, destination: int = 0, blocks: int = 0
    ) -> Program[None]:
        """Writes a command, with its addresses and its number of blocks."""
        if function not in (Function.LOAD, Function.KEY_EXPANSION):
            yield from self.write(Register.DESTINATION, destination)
            yield from self.write(Register.BLOCKS, blocks)
        if function != Function.KEY_EXPANSION:
            yield from self.write(Register.SOURCE, source)
        yield from self._expect(Event.CORE)
        yield from self.write(Register.COMMAND, function)

    def finish(self) -> Program[End]:
        """Waits for the end of the command, and returns how it ended."""
        if self.interrupts:
            yield Interrupt()
        while (status := (yield from self.read(Register.STATUS))) & 1 << Status.BUSY:
            pass
        return End(status >> 12 & 7)

    def run(
        self, function: Function, source: int = 0, destination: int = 0, blocks: int = 0
    ) -> Program[None]:
        """Runs a function to its end.

        Raises:
            UnitFailed: the function reported an error.
        """
        yield from self.start(function, source, destination, blocks)
        if (end := (yield from self.finish())) != End.DONE:
            raise _failed(function, end)

    def _transfer(self, function: Function, address: int, count: int) -> Program[None]:
        yield from self.write(Register.DMA_ADDRESS, address)
        yield from self.write(Register.DMA_WORDS, count // WORD)
        yield from self._expect(Event.DMA)
        yield from self.write(Register.DMA_COMMAND, function)

    def _transferred(self, function: Function) -> Program[None]:
        if self.interrupts:
            yield Interrupt()
        while (status := (yield from self.read(Register.STATUS))) & 1 << Status.DMA_BUSY:
            pass
        if (end := End(status >> 20 & 7)) != End.DONE:
            raise _failed(function, end)

    def put(self, address: int, data: bytes) -> Program[None]:
        """Writes data, in words, to banks that the host owns."""
        if self.transfers and data:
            yield from self._transfer(Function.DMA_IN, address, len(data))
            yield Send(data)
            yield from self._transferred(Function.DMA_IN)
            return
        for at in range(0, len(data), WORD):
            word = int.from_bytes(data[at : at + WORD], "little")
            operation = Write(address + at, word)
            if (yield operation).response != Response.OKAY:
                raise UnitFailed(f"the storage unit refused {operation}")

    def get(self, address: int, count: int) -> Program[bytes]:
        """Reads data, in words, from banks that the host owns."""
        if self.transfers and count:
            yield from self._transfer(Function.DMA_OUT, address, count)
            data = (yield Receive(count)).data
            yield from self._transferred(Function.DMA_OUT)
            return data
        found = b""
        for at in range(0, count, WORD):
            answer = yield Read(address + at)
            if answer.response != Response.OKAY:
                raise UnitFailed(f"the storage unit refused {Read(address + at)}")
            found += answer.value.to_bytes(WORD, "little")
        return found

    def key(self, key: bytes, bank: int | None = 3) -> Program[None]:
        """Loads and expands a key, from a bank, which is then cleared, or from the key register.

        Args:
            key: 16, 24 or 32 bytes.
            bank: the bank whose first words hold the key; ``None`` for the key register.
        """
        yield from self.ready()
        yield from self.write(Register.KEY_LENGTH, len(key) // 8 - 2)
        if bank is None:
            for at in range(0, len(key), WORD):
                word = int.from_bytes(key[at : at + WORD], "little")
                yield from self.write(Register.KEY + at, word)
        else:
            yield from self.grant(0)
            yield from self.put(bank * self.bank_bytes, key)
            yield from self.grant(1 << bank)
            yield from self.run(Function.LOAD, bank * self.bank_bytes)
            yield from self.grant(0)
            yield from self.put(bank * self.bank_bytes, bytes(len(key)))
        yield from self.run(Function.KEY_EXPANSION)

    def apply(self, function: Function, data: bytes) -> Program[bytes]:
        """Applies a function to blocks, one bank at a time: from bank 0 to bank 1.

        These are the steps 3 to 6 of the paper aes-2005 (section 2.1).
        """
        result = b""
        for part in pieces(data, self.bank_bytes):
            yield from self.grant(0)
            yield from self.put(0, part)
            yield from self.grant(0b0011)
            yield from self.run(function, 0, self.bank_bytes, len(part) // BLOCK)
            yield from self.grant(0)
            result += yield from self.get(self.bank_bytes, len(part))
        return result


def _failed(function: Function, end: End) -> UnitFailed:
    return UnitFailed(f"the storage unit's {function.name} ended with {end.name}")


def pieces(data: bytes, size: int) -> Iterator[bytes]:
    """Splits data into pieces of that size; the last one may be shorter."""
    return (data[at : at + size] for at in range(0, len(data), size))


def padded(data: bytes) -> bytes:
    """Returns data padded to complete blocks: 0x80 and zeros (ISO/IEC 9797-1, method 2)."""
    return data + b"\x80" + bytes(-(len(data) + 1) % BLOCK)
