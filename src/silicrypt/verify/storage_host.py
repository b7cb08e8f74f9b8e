"""A host's program for the storage unit: what it writes, reads and moves, whoever carries it out.

A program is a generator: it yields operations and is sent their answers. So the same program runs
against a compiled model (`storage`) and in a test bench.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

from silicrypt.errors import UnitFailed

#: Bytes of a block, of a word.
BLOCK, WORD = 16, 4
BANKS = 4


class Register(IntEnum):
    """Offsets in the upper half of the addresses, as ``sil_storage_pkg`` has them."""

    INFO = 0x00
    CONTROL = 0x04
    STATUS = 0x08
    EVENTS = 0x0C
    INTERRUPTS = 0x10
    REFUSED = 0x14
    OWNERS = 0x18
    COMMAND = 0x1C
    SOURCE = 0x20
    DESTINATION = 0x24
    BLOCKS = 0x28
    KEY_LENGTH = 0x2C
    DMA_ADDRESS = 0x30
    DMA_WORDS = 0x34
    DMA_COMMAND = 0x38
    DMA_MOVED = 0x3C
    KEY = 0x40
    CYCLES = 0x60


class Function(IntEnum):
    """What the unit does, and counts the cycles of."""

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
    """Bits of STATUS; above them how the last command and the last transfer ended."""

    BUSY = 0
    DMA_BUSY = 1
    INTERRUPT = 2
    KEY_WHOLE = 3
    KEYED = 4
    WIPING = 5


class Control(IntEnum):
    """Bits of CONTROL."""

    WIPE = 0
    STOP_DMA = 1


class Response(IntEnum):
    """What an access is answered with."""

    OKAY = 0
    SLVERR = 2
    DECERR = 3


@dataclass(frozen=True)
class Write:
    """A word, or the bytes of it that `strobe` names, to a byte address."""

    address: int
    data: int
    strobe: int = 0xF


@dataclass(frozen=True)
class Read:
    """The word at a byte address."""

    address: int


@dataclass(frozen=True)
class Send:
    """Whole words for a transfer into the banks; they go whenever they are taken."""

    data: bytes
    last: bool = True


@dataclass(frozen=True)
class Receive:
    """So many bytes of transfers out of the banks: waits until they have come."""

    count: int


@dataclass(frozen=True)
class Interrupt:
    """Waits until the unit asks for attention."""


Operation = Write | Read | Send | Receive | Interrupt


@dataclass(frozen=True)
class Answer:
    """What became of an operation.

    Attributes:
        cycles: clock edges from when it was there to when it was done.
        value: of a read.
        data: of what was received.
        response: of a read, of a write.
    """

    cycles: int
    value: int = 0
    data: bytes = b""
    response: Response = Response.OKAY


_T = TypeVar("_T")
Program = Generator[Operation, Answer, _T]


@dataclass
class Host:
    """The host's side of a unit.

    Attributes:
        bank_words: words in a bank.
        interrupts: wait for the unit's interrupt, and do not poll.
        transfers: move data by transfers, and not through the window.
        messages: cycles of all accesses to registers.
        accesses: how many they were.
    """

    bank_words: int = 1024
    interrupts: bool = False
    transfers: bool = True
    messages: int = 0
    accesses: int = 0

    @property
    def bank_bytes(self) -> int:
        """Bytes of a bank: bank b is at b times as much."""
        return WORD * self.bank_words

    def address(self, register: int) -> int:
        """Byte address of a register."""
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
            UnitFailed: the unit refuses it.
        """
        operation = Write(self.address(register), value)
        self._done(operation, (yield operation))

    def read(self, register: int) -> Program[int]:
        """Reads a register.

        Raises:
            UnitFailed: the unit refuses it.
        """
        operation = Read(self.address(register))
        return self._done(operation, (yield operation)).value

    def cycles(self, function: Function) -> Program[int]:
        """The unit's count of the last run of a function; of all messages since it was cleared."""
        return (yield from self.read(Register.CYCLES + WORD * function))

    def ready(self) -> Program[None]:
        """Waits until a reset or a wipe is over."""
        while (yield from self.read(Register.STATUS)) & 1 << Status.WIPING:
            pass

    def wipe(self) -> Program[None]:
        """Has the unit forget the key and all that depends on it. Banks stay as they are."""
        yield from self.write(Register.CONTROL, 1 << Control.WIPE)
        yield from self.ready()

    def grant(self, banks: int) -> Program[None]:
        """Gives the core these banks, one a bit, takes the others, and waits until all is so."""
        yield from self.write(Register.OWNERS, banks)
        while (yield from self.read(Register.OWNERS)) & 0xFF != banks:
            pass

    def _expect(self, event: Event) -> Program[None]:
        """Asks for an interrupt by an event, not by one that is over."""
        if self.interrupts:
            yield from self.write(Register.EVENTS, 1 << event)
            yield from self.write(Register.INTERRUPTS, 1 << event)

    def start(
        self, function: Function, source: int = 0, destination: int = 0, blocks: int = 0
    ) -> Program[None]:
        """Sends an event command."""
        if function not in (Function.LOAD, Function.KEY_EXPANSION):
            yield from self.write(Register.DESTINATION, destination)
            yield from self.write(Register.BLOCKS, blocks)
        if function != Function.KEY_EXPANSION:
            yield from self.write(Register.SOURCE, source)
        yield from self._expect(Event.CORE)
        yield from self.write(Register.COMMAND, function)

    def finish(self) -> Program[End]:
        """Waits until the command has ended; how."""
        if self.interrupts:
            yield Interrupt()
        while (status := (yield from self.read(Register.STATUS))) & 1 << Status.BUSY:
            pass
        return End(status >> 12 & 7)

    def run(
        self, function: Function, source: int = 0, destination: int = 0, blocks: int = 0
    ) -> Program[None]:
        """Has a function done.

        Raises:
            UnitFailed: it ended otherwise than well.
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
        """Data, whole words, into banks that are the host's."""
        if self.transfers and data:
            yield from self._transfer(Function.DMA_IN, address, len(data))
            yield Send(data)
            yield from self._transferred(Function.DMA_IN)
            return
        for place in range(0, len(data), WORD):
            word = int.from_bytes(data[place : place + WORD], "little")
            operation = Write(address + place, word)
            if (yield operation).response != Response.OKAY:
                raise UnitFailed(f"the storage unit refused {operation}")

    def get(self, address: int, count: int) -> Program[bytes]:
        """Data, whole words, out of banks that are the host's."""
        if self.transfers and count:
            yield from self._transfer(Function.DMA_OUT, address, count)
            data = (yield Receive(count)).data
            yield from self._transferred(Function.DMA_OUT)
            return data
        found = b""
        for place in range(0, count, WORD):
            answer = yield Read(address + place)
            if answer.response != Response.OKAY:
                raise UnitFailed(f"the storage unit refused {Read(address + place)}")
            found += answer.value.to_bytes(WORD, "little")
        return found

    def key(self, key: bytes, bank: int | None = 3) -> Program[None]:
        """Loads a key by way of a bank, which is cleared, or into the register; and expands it.

        Args:
            key: 16, 24 or 32 bytes.
            bank: the one whose first words it comes by; ``None`` for the key register.
        """
        yield from self.ready()
        yield from self.write(Register.KEY_LENGTH, len(key) // 8 - 2)
        if bank is None:
            for place in range(0, len(key), WORD):
                word = int.from_bytes(key[place : place + WORD], "little")
                yield from self.write(Register.KEY + place, word)
        else:
            yield from self.grant(0)
            yield from self.put(bank * self.bank_bytes, key)
            yield from self.grant(1 << bank)
            yield from self.run(Function.LOAD, bank * self.bank_bytes)
            yield from self.grant(0)
            yield from self.put(bank * self.bank_bytes, bytes(len(key)))
        yield from self.run(Function.KEY_EXPANSION)

    def apply(self, function: Function, data: bytes) -> Program[bytes]:
        """Blocks through a function, a bank at a time: from bank 0, by way of bank 1.

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
    """Data in pieces of a size, the last one as long as it is."""
    return (data[place : place + size] for place in range(0, len(data), size))


def padded(data: bytes) -> bytes:
    """Whole blocks: a byte 0x80 and zeros behind the data (ISO/IEC 9797-1, method 2)."""
    return data + b"\x80" + bytes(-(len(data) + 1) % BLOCK)


def unpadded(data: bytes) -> bytes:
    """What `padded` was given."""
    return data[: data.rindex(b"\x80")]
