"""The core file: what a user states about a core that is to be measured."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from silicrypt.measure.buses import Beats, Cocotb, Fixed, Registers, Stream
from silicrypt.measure.interface import Block, Commanded, Common, Count, Table, Words

__all__ = [
    "Beats",
    "Block",
    "Cocotb",
    "Commanded",
    "Common",
    "CoreFile",
    "Explore",
    "Fixed",
    "Registers",
    "Reset",
    "Stream",
    "Words",
]

Interface = Annotated[
    Block | Words | Registers | Stream | Beats | Fixed | Cocotb, Field(discriminator="kind")
]


#: The values of one parameter.
Values = Annotated[tuple[int | str, ...], Field(min_length=1)]


class Reset(Table):
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


class Explore(Table):
    """What `silicrypt explore` varies. Every combination of the values is a design point.

    Attributes:
        parameters: values of parameters of the top module.
        defines: values of macros.
    """

    parameters: dict[str, Values] = Field(default_factory=dict)
    defines: dict[str, Values] = Field(default_factory=dict)


class CoreFile(Table):
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
        explore: the parameters that an exploration varies.
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
    defines: dict[str, int | str] = Field(default_factory=dict)
    parameters: dict[str, int | str] = Field(default_factory=dict)
    language: Literal["auto", "verilog", "systemverilog", "vhdl"] = "auto"
    clock: str = "clk"
    reset: Reset | None = None
    tie: dict[str, Count] = Field(default_factory=dict)
    smallest: Count = 0
    explore: Explore = Field(default_factory=Explore)
    interface: Interface

    @property
    def title(self) -> str:
        """Its name in tables."""
        return self.name or self.top
