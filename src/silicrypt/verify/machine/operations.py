"""The registers of the storage unit, and the operations of a program that a host runs on it."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

#: Bytes of a block and of a word.
BLOCK, WORD = 16, 4
BANKS = 4


class Register(IntEnum):
    """Register offsets in the upper half of the addresses, as in ``sil_storage_pkg``."""

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
    FUNCTION_CYCLES = 0x64


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
