"""The interfaces of core files that are operated by commands: blocks and words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, model_validator

from silicrypt.measure.layout import Order
from silicrypt.measure.signals import AnyCommand, AnySignal, Command, Ports, Signal

Count = Annotated[int, Field(ge=0)]


class Table(BaseModel):
    """A table of a core file. Unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Common(Table):
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

    limit: Annotated[int, Field(ge=1)] = 5000
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
        chain_in: port or ports of the chaining value, which the caller keeps for the complete
            operation. The result is the next chaining value.
        chain_order: order of the bytes of the chaining value.
    """

    DRIVEN: ClassVar[tuple[str, ...]] = ("key", "block", "chain_in")

    kind: Literal["block"]
    block: Ports
    digest: Ports = Field(validation_alias=AliasChoices("digest", "result"))
    hold: Annotated[int, Field(ge=1)] | Literal["done"] = "done"
    chain_in: Ports = ()
    chain_order: Order = "big"


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
