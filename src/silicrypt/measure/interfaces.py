"""The interfaces of a core file: which ports carry what, and how an operation starts and ends."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

_SIGNAL = re.compile(r"(!?)([A-Za-z_][\w$]*)(?:\[(\d+)\])?")

#: Where the first byte is. ``big``: in the most significant bits. ``little``: in bits 7:0.
#: ``swapped-bytes``: the first word is in the most significant bits, and in each word the first
#: byte is in bits 7:0. ``swapped-words``: the first word is in the least significant bits, and in
#: each word the first byte is in the most significant bits.
Order = Literal["big", "little", "swapped-bytes", "swapped-words"]
#: What tells how much of the last beat is valid.
ValidUnit = Literal["bytes", "bytes-1", "bits", "unused-bytes", "unused-bits"]


@dataclass(frozen=True)
class Signal:
    """One bit of a port: ``"ready"``, ``"!busy"`` (active low), ``"status[3]"``.

    Attributes:
        port: the port.
        bit: its bit; None for a complete port.
        low: whether the signal is active when it is 0.
    """

    port: str
    bit: int | None = None
    low: bool = False

    @staticmethod
    def parse(text: object) -> Signal:
        """Reads ``"name"``, ``"!name"`` or ``"name[3]"``."""
        match = _SIGNAL.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise ValueError(
                f"a signal is a port name, as in ready, !busy or status[3], not {text!r}"
            )
        return Signal(match[2], int(match[3]) if match[3] else None, bool(match[1]))

    def __str__(self) -> str:
        """Returns the form of the core file."""
        bit = "" if self.bit is None else f"[{self.bit}]"
        return f"{'!' * self.low}{self.port}{bit}"


@dataclass(frozen=True)
class CoreCommand:
    """Values of ports that start an operation.

    Attributes:
        values: the value of each signal while the command is given.
    """

    values: tuple[tuple[Signal, int], ...]

    @staticmethod
    def parse(given: object) -> CoreCommand:
        """Reads one signal, or a table of signals and values."""
        if isinstance(given, Mapping):
            return CoreCommand(tuple((Signal.parse(k), _whole(k, v)) for k, v in given.items()))
        return CoreCommand(((Signal.parse(given), 1),))

    def __str__(self) -> str:
        """Returns the form of the core file."""
        if len(self.values) == 1 and self.values[0][1] == 1:
            return str(self.values[0][0])
        return "{ " + ", ".join(f"{signal} = {value}" for signal, value in self.values) + " }"

    def levels(self, *, on: bool) -> list[tuple[Signal, int]]:
        """Returns the value of each signal while the command is given, or otherwise."""
        idle = [(signal, int(signal.low)) for signal, _ in self.values]
        active = [(s, int(not value) if s.low else value) for s, value in self.values]
        return active if on else idle


def _whole(key: Any, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"the value of {key} is a whole number of 0 or above, not {value!r}")
    return value


def _names(given: Any) -> Any:
    return (given,) if isinstance(given, str) else () if given is None else given


Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
#: Cycles: no more than a simulation runs in minutes.
Cycles = Annotated[int, Field(ge=0, le=10_000_000)]
SomeCycles = Annotated[int, Field(ge=1, le=10_000_000)]
AnySignal = Annotated[Signal, BeforeValidator(Signal.parse)]
AnyCommand = Annotated[CoreCommand, BeforeValidator(CoreCommand.parse)]
#: One port or several; the first holds the first word.
Ports = Annotated[tuple[str, ...], BeforeValidator(_names)]
DigestPorts = Annotated[Ports, Field(validation_alias=AliasChoices("digest", "result"))]
DigestOrder = Annotated[Order, Field(validation_alias=AliasChoices("digest_order", "result_order"))]


class CoreFileTable(BaseModel):
    """A table of a core file. Unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class CoreInterface(CoreFileTable):
    """What all interfaces share.

    Attributes:
        limit: cycles after which an operation counts as hung.
        padding: who pads messages: the caller or the core.
        block_order: order of the bytes of a block or of message words.
        digest_order: order of the bytes of the result.
        key_order: order of the bytes of the key.
        key: port or ports of the key.
        encrypt: values of ports that select encryption.
        decrypt: values of ports that select decryption.
    """

    #: Keys of ports: those that carry data to the core, others that the caller drives, and those
    #: that it reads.
    DATA: ClassVar[tuple[str, ...]] = ()
    DRIVEN: ClassVar[tuple[str, ...]] = ("key",)
    READ: ClassVar[tuple[str, ...]] = ("digest",)

    limit: SomeCycles = 5000
    padding: Literal["caller", "core"] = "caller"
    block_order: Order = "big"
    digest_order: DigestOrder = "big"
    key_order: Order = "big"
    key: Ports = ()
    encrypt: AnyCommand | None = None
    decrypt: AnyCommand | None = None

    def signals(self) -> Iterator[tuple[str, Signal, int]]:
        """Yields key, signal and value of each signal that it names; 1 for one that is read."""
        for key, given in self:
            if isinstance(given, Signal):
                yield key, given, 1
            elif isinstance(given, CoreCommand):
                yield from ((key, signal, value) for signal, value in given.values)

    def ports(self) -> Iterator[tuple[str, str, bool]]:
        """Yields key and name of each port that it names, and whether it is an output."""
        for key, signal, _ in self.signals():
            read = isinstance(getattr(self, key), Signal) and key not in self.DRIVEN
            yield key, signal.port, read
        for key in (*self.DRIVEN, *self.DATA, *self.READ):
            if not isinstance(given := getattr(self, key, ()), Signal):
                yield from ((key, port, key in self.READ) for port in _names(given))

    def commands(self) -> Iterator[CoreCommand | Signal]:
        """Yields what the caller gives, without the commands that select the direction."""
        for key, given in self:
            kind = Signal if key in self.DRIVEN else CoreCommand
            if isinstance(given, kind) and key not in ("encrypt", "decrypt"):
                yield given

    def data_ports(self) -> list[str]:
        """Returns the ports that carry data to the core."""
        return [port for key in self.DATA for port in _names(getattr(self, key))]


class ParallelInterface(CoreInterface):
    """Complete operands and results on ports.

    Attributes:
        block: port or ports of the block.
        digest: port or ports of the result.
        chain_in: port or ports of the chaining value, which the caller keeps for the complete
            operation. The result is the next chaining value.
        chain_order: order of the bytes of the chaining value.
    """

    DATA: ClassVar[tuple[str, ...]] = ("block", "chain_in")

    block: Annotated[Ports, Field(min_length=1)]
    digest: Annotated[DigestPorts, Field(min_length=1)]
    chain_in: Ports = ()
    chain_order: Order = "big"


class CommandInterface(CoreInterface):
    """How an operation is started and how its end is seen.

    Attributes:
        begin: given before the first block of a message, for one cycle.
        first: starts the first block of a message.
        next: starts a further block; like ``first`` by default.
        last: starts the last block of several.
        only: starts the only block of a message.
        load_key: loads the key.
        key_ready: the key is loaded; ``ready`` or ``valid`` by default.
        key_cycles: cycles from ``load_key`` to the next operation, where no signal reports its end.
        held: whether a command is given until the operation ends, not for one cycle.
        ready: the core takes a command.
        valid: the result is valid.
        cycles: the fixed number of cycles of an operation, where no signal reports its end.
        settle: cycles after a command before ``ready`` and ``valid`` tell its end.
        delay: cycles from the end of the operation to the valid result.
        gap: cycles from the end of an operation to the next command.
    """

    begin: AnyCommand | None = None
    first: AnyCommand | None = Field(None, validation_alias=AliasChoices("first", "start", "init"))
    next: AnyCommand | None = None
    last: AnyCommand | None = None
    only: AnyCommand | None = None
    load_key: AnyCommand | None = None
    key_ready: AnySignal | None = None
    key_cycles: Cycles | None = None
    held: bool = False
    ready: AnySignal | None = None
    valid: AnySignal | None = Field(None, validation_alias=AliasChoices("valid", "done"))
    cycles: SomeCycles | None = None
    settle: SomeCycles = 1
    delay: Cycles = 0
    gap: Cycles = 0

    @model_validator(mode="after")
    def _ends(self) -> CommandInterface:
        if self.ready is None and self.valid is None and self.cycles is None:
            raise ValueError("nothing says when it is done: name ready, valid or cycles")
        return self

    def command(self, number: int, blocks: int) -> CoreCommand | None:
        """Returns the command for a block of a message."""
        if blocks == 1 and self.only:
            return self.only
        if number == 0:
            return self.first or self.next
        return (self.last if number == blocks - 1 else None) or self.next or self.first


class BlockInterface(CommandInterface, ParallelInterface):
    """A complete block on one port, commands of one cycle, and a parallel result.

    Attributes:
        hold: cycles for which the block must be valid, or ``"done"`` for the complete operation.
    """

    kind: Literal["block"]
    hold: SomeCycles | Literal["done"] = "done"


class WordInterface(CommandInterface):
    """A block as consecutive words on a narrow port.

    Attributes:
        data: the port of the words.
        write: given with each word.
        offset: cycles from the command of a block to its first word.
        accept: the core takes a word; without it, it takes one in each cycle.
        start_with: whether the command comes with the first word or with the last word.
        digest: port or ports of a parallel result, or the narrow port of its words.
        read: reads the result; given with each word, or once before the words.
        read_once: whether ``read`` is given in one cycle only.
        read_offset: cycles from ``read`` to the first word of the result.
    """

    DATA: ClassVar[tuple[str, ...]] = ("data",)

    kind: Literal["words"]
    data: str
    write: AnyCommand | None = None
    offset: Cycles = 0
    accept: AnySignal | None = None
    start_with: Literal["first", "last"] = "first"
    digest: Annotated[DigestPorts, Field(min_length=1)]
    read: AnyCommand | None = None
    read_once: bool = True
    read_offset: Cycles = 0


class PipelineInterface(ParallelInterface):
    """A pipeline: operands in, and the result a fixed number of cycles later.

    Attributes:
        cycles: cycles from the block to the result.
        interval: cycles from one block to the next.
        start: given with each block.
        hold: cycles for which the operands must be valid.
    """

    kind: Literal["fixed"]
    cycles: SomeCycles
    interval: SomeCycles = 1
    start: AnyCommand | None = None
    hold: SomeCycles = 1


class RegisterWrite(CoreFileTable):
    """A write to a register."""

    address: Count
    value: Count


class Poll(CoreFileTable):
    """A register that is read until the bits under a mask have a value."""

    address: Count
    mask: Count
    value: Count


class RegisterInterface(CoreInterface):
    """Registers that are written and read.

    Attributes:
        bus: ``plain`` (select, write enable, address, data; no wait), ``apb`` or ``wishbone``.
        select: selects the core (``PSEL``, ``STB``).
        write: write enable (``PWRITE``, ``WE``).
        address: the port of the address (``PADDR``, ``ADR``).
        write_data: the port of data to write (``PWDATA``, ``DAT_I``).
        read_data: the port of data that is read (``PRDATA``, ``DAT_O``).
        enable: ``PENABLE`` or ``CYC``.
        acknowledge: ``PREADY`` or ``ACK``.
        read_delay: cycles from the address to the data of a ``plain`` bus.
        block_at: address of the first word of the block.
        digest_at: address of the first word of the result.
        key_at: address of the first word of the key.
        stride: difference of consecutive addresses.
        setup: writes after the reset.
        first: writes that start the first block.
        next: writes that start a further block; like ``first`` by default.
        load_key: writes that load the key.
        encrypting: writes that select encryption.
        decrypting: writes that select decryption.
        done: the register that reports the end.
        wait: cycles after a start before the register is read.
    """

    DATA: ClassVar[tuple[str, ...]] = ("write_data",)
    DRIVEN: ClassVar[tuple[str, ...]] = ("key", "select", "write", "enable", "address")
    READ: ClassVar[tuple[str, ...]] = ("read_data",)

    kind: Literal["registers"]
    bus: Literal["plain", "apb", "wishbone"] = "plain"
    select: AnySignal | None = None
    write: AnySignal
    address: str
    write_data: str
    read_data: str
    enable: AnySignal | None = None
    acknowledge: AnySignal | None = None
    read_delay: Cycles = 0
    block_at: Count
    digest_at: Count = Field(validation_alias=AliasChoices("digest_at", "result_at"))
    key_at: Count | None = None
    stride: Positive = 1
    setup: tuple[RegisterWrite, ...] = ()
    first: tuple[RegisterWrite, ...]
    next: tuple[RegisterWrite, ...] = ()
    load_key: tuple[RegisterWrite, ...] = ()
    encrypting: tuple[RegisterWrite, ...] = ()
    decrypting: tuple[RegisterWrite, ...] = ()
    done: Poll
    wait: Cycles = 2

    def accesses(self) -> Iterator[tuple[str, str, int]]:
        """Yields key, port and value of all addresses, and of what is written to them."""
        for key, given in self:
            if key.endswith("_at") and given is not None:
                yield key, self.address, given
            for one in given if isinstance(given, tuple) else (given,):
                if isinstance(one, RegisterWrite | Poll):
                    yield key, self.address, one.address
                if isinstance(one, RegisterWrite):
                    yield key, self.write_data, one.value


class StreamInterface(CoreInterface):
    """Beats of a message with a handshake, on ports of any names. The core pads by default.

    Attributes:
        data: the port of the beats.
        valid: given with each beat.
        ready: the core takes a beat; without it, it takes one in each cycle.
        begin: given for one cycle before the first beat of a message.
        first: given with the first beat of a message.
        last: given with the last beat of a message.
        keep: port with one bit for each valid byte of a beat.
        count: port of a number that tells how much of a beat is valid.
        counts: what this number counts.
        digest: port or ports of a parallel result, or the narrow port of its words.
        done: the result, or a word of it, is valid.
        settle: cycles after the last beat before ``done`` tells the end of this message.
        delay: cycles from ``done`` to the valid result.
        gap: cycles from the result to the next message.
    """

    DATA: ClassVar[tuple[str, ...]] = ("data", "keep", "count")

    kind: Literal["stream"]
    padding: Literal["caller", "core"] = "core"
    data: str
    valid: AnyCommand
    ready: AnySignal | None = None
    begin: AnyCommand | None = None
    first: AnyCommand | None = None
    last: AnyCommand | None = None
    keep: str | None = None
    count: str | None = None
    counts: ValidUnit = "bytes"
    digest: Annotated[DigestPorts, Field(min_length=1)]
    done: AnySignal
    settle: SomeCycles = 1
    delay: Cycles = 0
    gap: Cycles = 0


class AxiStreamInterface(CoreInterface):
    """AXI4-Stream in and out; ``s`` and ``m`` are the prefixes of the ports.

    Attributes:
        s: prefix of the ports of the input, as in ``s_axis_``.
        m: prefix of the ports of the output.
        key_valid: given for one cycle when the key changes.
    """

    kind: Literal["axi-stream"]
    padding: Literal["caller", "core"] = "core"
    block_order: Order = "little"
    digest_order: DigestOrder = "little"
    s: str = "s_axis_"
    m: str = "m_axis_"
    key_valid: AnyCommand | None = None

    def ports(self) -> Iterator[tuple[str, str, bool]]:
        """Yields key and name of each port that it names, and whether it is an output."""
        yield from super().ports()
        yield from (("s", f"{self.s}{name}", False) for name in ("tvalid", "tdata"))
        yield "s", f"{self.s}tready", True
        yield from (("m", f"{self.m}{name}", True) for name in ("tvalid", "tdata"))

    def as_stream(self, ports: Container[str]) -> StreamInterface:
        """Returns the same interface with the names of its ports, as far as these exist."""
        names = {key: f"{self.s}t{key}" for key in ("data", "valid", "ready", "last", "keep")}
        optional = ("last", "keep")
        names = {k: name for k, name in names.items() if k not in optional or name in ports}
        names |= {"digest": f"{self.m}tdata", "done": f"{self.m}tvalid"}
        shared = {key: getattr(self, key) for key in CoreInterface.model_fields}
        stream = StreamInterface.model_validate({"kind": "stream", **names})
        return stream.model_copy(update=shared)


class CocotbInterface(CoreInterface):
    """Any other interface, operated by a cocotb driver of the user.

    Attributes:
        cocotb: the Python file of the driver, relative to the core file.
        block_bits: bits of a block, for an algorithm that is not in the catalogue.
    """

    kind: Literal["cocotb"] = "cocotb"
    cocotb: str
    block_bits: Positive | None = None


AnyInterface = (
    BlockInterface
    | WordInterface
    | RegisterInterface
    | AxiStreamInterface
    | StreamInterface
    | PipelineInterface
    | CocotbInterface
)
#: The kinds of interfaces. pydantic adds them to the location of an error inside the interface.
KINDS = ("block", "words", "registers", "axi-stream", "stream", "fixed", "cocotb")
