"""The other interfaces of core files: registers, streams, pipelines, and drivers of the user."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import AliasChoices, Field

from silicrypt.measure.interface import Common, Count, Table
from silicrypt.measure.layout import Order
from silicrypt.measure.signals import AnyCommand, AnySignal, Ports

#: What tells how much of the last beat is valid.
Counted = Literal["bytes", "bytes-1", "bits", "unused-bytes", "unused-bits"]


class Access(Table):
    """A write to a register.

    Attributes:
        address: the address.
        value: the value.
    """

    address: Count
    value: Count


class Poll(Table):
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


class Beats(Common):
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

    DRIVEN: ClassVar[tuple[str, ...]] = ("key", "data", "keep", "count")

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
    counts: Counted = "bytes"
    digest: Ports = Field(validation_alias=AliasChoices("digest", "result"))
    done: AnySignal
    settle: Annotated[int, Field(ge=1)] = 1
    delay: Count = 0
    gap: Count = 0


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
