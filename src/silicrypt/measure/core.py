"""The core file: what a user states about a core that is to be measured."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, model_validator

from silicrypt.measure.layout import Order
from silicrypt.measure.signals import AnyCommand, AnySignal, Command, Ports, Signal

Count = Annotated[int, Field(ge=0)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Reset(_Table):
    """The reset.

    Attributes:
        port: its port.
        active: the level that resets.
        cycles: the number of cycles for which it is active.
        each_message: whether the core is reset before every message.
    """

    port: str
    active: Literal["low", "high"]
    cycles: Annotated[int, Field(ge=1)] = 4
    each_message: bool = False


class Common(_Table):
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

    #: Keys of ports that the caller drives, and of ports that it reads.
    DRIVEN: ClassVar[tuple[str, ...]] = ("key",)
    READ: ClassVar[tuple[str, ...]] = ("digest",)

    limit: Annotated[int, Field(ge=1)] = 20000
    padding: Literal["caller", "core"] = "caller"
    block_order: Order = "big"
    digest_order: Order = Field(
        "big", validation_alias=AliasChoices("digest_order", "result_order")
    )
    key_order: Order = "big"
    key: Ports = ()
    encrypt: AnyCommand | None = None
    decrypt: AnyCommand | None = None

    def ports(self) -> Iterator[tuple[str, str, bool]]:
        """Yields key and name of each port that it names, and whether it is an output."""
        for key in type(self).model_fields:
            value = getattr(self, key)
            if isinstance(value, Command):
                yield from ((key, port, False) for port in value.ports)
            elif isinstance(value, Signal):
                yield key, value.port, key not in self.DRIVEN
            elif key in (*self.DRIVEN, *self.READ):
                names = (value,) if isinstance(value, str) else value or ()
                yield from ((key, port, key in self.READ) for port in names)


class Commanded(Common):
    """How an operation is started and how its end is seen.

    Attributes:
        begin: given before the first block of a message, for one cycle.
        first: starts the first block of a message.
        next: starts a further block; like ``first`` by default.
        last: starts the last block of several.
        only: starts the only block of a message.
        load_key: loads the key.
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
    key_cycles: Count | None = None
    held: bool = False
    ready: AnySignal | None = None
    valid: AnySignal | None = Field(None, validation_alias=AliasChoices("valid", "done"))
    cycles: Annotated[int, Field(ge=1)] | None = None
    settle: Annotated[int, Field(ge=1)] = 1
    delay: Count = 0
    gap: Count = 0

    @model_validator(mode="after")
    def _ends(self) -> Commanded:
        if self.ready is None and self.valid is None and self.cycles is None:
            raise ValueError("nothing says when it is done: name ready, valid or cycles")
        return self

    def command(self, number: int, blocks: int) -> Command | None:
        """Returns the command for a block of a message."""
        if blocks == 1 and self.only:
            return self.only
        if number == 0:
            return self.first or self.next
        return (self.last if number == blocks - 1 else None) or self.next or self.first


class Block(Commanded):
    """A complete block on one port, commands of one cycle, and a parallel result.

    Attributes:
        block: port or ports of the block.
        digest: port or ports of the result.
        hold: cycles for which the block must be valid, or ``"done"`` for the complete operation.
    """

    DRIVEN: ClassVar[tuple[str, ...]] = ("key", "block")

    kind: Literal["block"]
    block: Ports
    digest: Ports = Field(validation_alias=AliasChoices("digest", "result"))
    hold: Annotated[int, Field(ge=1)] | Literal["done"] = "done"


class Words(Commanded):
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

    DRIVEN: ClassVar[tuple[str, ...]] = ("key", "data")

    kind: Literal["words"]
    data: str
    write: AnyCommand | None = None
    offset: Count = 0
    accept: AnySignal | None = None
    start_with: Literal["first", "last"] = "first"
    digest: Ports = Field(validation_alias=AliasChoices("digest", "result"))
    read: AnyCommand | None = None
    read_once: bool = True
    read_offset: Count = 0


class Access(_Table):
    """A write to a register.

    Attributes:
        address: the address.
        value: the value.
    """

    address: Count
    value: Count


class Poll(_Table):
    """A register that is read until bits have a value.

    Attributes:
        address: the address.
        mask: the bits that are compared.
        value: their value at the end of the operation.
    """

    address: Count
    mask: Count
    value: Count


class Registers(Common):
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
        first: writes that start the first block.
        next: writes that start a further block; like ``first`` by default.
        load_key: writes that load the key.
        encrypting: writes that select encryption.
        decrypting: writes that select decryption.
        done: the register that reports the end.
        wait: cycles after a start before the register is read.
    """

    DRIVEN: ClassVar[tuple[str, ...]] = (
        *("key", "select", "write", "enable"),
        *("address", "write_data"),
    )
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
    read_delay: Count = 0
    block_at: Count
    digest_at: Count = Field(validation_alias=AliasChoices("digest_at", "result_at"))
    key_at: Count | None = None
    stride: Annotated[int, Field(ge=1)] = 1
    setup: tuple[Access, ...] = ()
    first: tuple[Access, ...]
    next: tuple[Access, ...] = ()
    load_key: tuple[Access, ...] = ()
    encrypting: tuple[Access, ...] = ()
    decrypting: tuple[Access, ...] = ()
    done: Poll
    wait: Count = 2


class Stream(Common):
    """AXI4-Stream in and out; ``s`` and ``m`` are the prefixes of the ports.

    Attributes:
        s: prefix of the ports of the input, as in ``s_axis_``.
        m: prefix of the ports of the output.
        key_valid: given for one cycle when the key changes.
    """

    kind: Literal["axi-stream"]
    padding: Literal["caller", "core"] = "core"
    block_order: Order = "little"
    digest_order: Order = Field(
        "little", validation_alias=AliasChoices("digest_order", "result_order")
    )
    s: str = "s_axis_"
    m: str = "m_axis_"
    key_valid: AnyCommand | None = None

    def ports(self) -> Iterator[tuple[str, str, bool]]:
        """Yields key and name of each port that it names, and whether it is an output."""
        yield from super().ports()
        yield from (("s", f"{self.s}{name}", False) for name in ("tvalid", "tdata"))
        yield "s", f"{self.s}tready", True
        yield from (("m", f"{self.m}{name}", True) for name in ("tvalid", "tdata"))


class Fixed(Common):
    """A pipeline: operands in, and the result a fixed number of cycles later.

    Attributes:
        block: port or ports of the block.
        digest: port or ports of the result.
        cycles: cycles from the block to the result.
        interval: cycles from one block to the next.
        start: given with each block.
        chain_in: port or ports of the chaining value, which the caller keeps.
        chain_order: order of the bytes of the chaining value.
        hold: cycles for which the operands must be valid.
    """

    DRIVEN: ClassVar[tuple[str, ...]] = ("key", "block", "chain_in")

    kind: Literal["fixed"]
    block: Ports
    digest: Ports = Field(validation_alias=AliasChoices("digest", "result"))
    cycles: Annotated[int, Field(ge=1)]
    interval: Annotated[int, Field(ge=1)] = 1
    start: AnyCommand | None = None
    chain_in: Ports = ()
    chain_order: Order = "big"
    hold: Annotated[int, Field(ge=1)] = 1


class Cocotb(Common):
    """Any other interface, operated by a cocotb driver of the user.

    Attributes:
        cocotb: the Python file of the driver, relative to the core file.
        block_bits: bits of a block, for an algorithm that is not in the catalogue.
    """

    kind: Literal["cocotb"] = "cocotb"
    cocotb: str
    block_bits: Annotated[int, Field(ge=1)] | None = None


Interface = Annotated[
    Block | Words | Registers | Stream | Fixed | Cocotb, Field(discriminator="kind")
]


class CoreFile(_Table):
    """A core file.

    Attributes:
        name: the name in tables; that of the top module by default.
        about: one line that says what it is.
        algorithm: the algorithm, as in ``sha256``, ``hmac-sha1``, ``aes128``.
        top: the top module.
        sources: patterns of source files, relative to the core file.
        exclude: patterns of files that are left out.
        include: folders of included files.
        data: patterns of files that ``$readmemh`` reads.
        defines: macros.
        parameters: parameters of the top module.
        language: ``auto``, ``verilog``, ``systemverilog`` or ``vhdl``.
        clock: the port of the clock; it rises.
        reset: the reset; none if the core has none.
        tie: constant values of inputs.
        smallest: bytes of the shortest message that the core takes.
        interface: the interface.
    """

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][\w.+-]*$")] | None = None
    about: str = ""
    algorithm: str
    top: str
    sources: Annotated[tuple[str, ...], Field(min_length=1)]
    exclude: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    defines: dict[str, int | str] = {}
    parameters: dict[str, int | str] = {}
    language: Literal["auto", "verilog", "systemverilog", "vhdl"] = "auto"
    clock: str = "clk"
    reset: Reset | None = None
    tie: dict[str, Count] = {}
    smallest: Count = 0
    interface: Interface

    @property
    def title(self) -> str:
        """Its name in tables."""
        return self.name or self.top
