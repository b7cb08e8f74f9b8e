"""The core file: what a user states about a core that is to be measured.

A mistake in a core file gives a sentence with the file, the line and the key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationError

from silicrypt.errors import BadInput
from silicrypt.measure.interfaces import KINDS, AnyInterface, CoreFileTable, Count, SomeCycles

_TABLE = re.compile(r"\s*\[+\s*([\w.\"-]+)\s*\]+")
_KEY = re.compile(r"\s*([\w\"-]+(?:\.[\w\"-]+)*)\s*=")


def _word(given: object) -> object:
    """Refuses what cannot be written in a command of the tools."""
    if isinstance(given, str) and re.search(r"[\s;]", given):
        raise ValueError(f"the tools take no value with a space or a semicolon, as {given!r} has")
    if isinstance(given, int) and not -(1 << 31) <= given < 1 << 31:
        raise ValueError(
            "a whole number is -2147483648 to 2147483647, because tools extend others in different "
            f'ways; write {given} with its width, as in "64\'h1f"'
        )
    return given


def _name(given: object) -> object:
    if not (isinstance(given, str) and re.fullmatch(r"[A-Za-z_][\w$]*", given)):
        raise ValueError(f"{given!r} is no identifier of Verilog")
    return given


#: The name and the value of a parameter or of a macro.
Name = Annotated[str, BeforeValidator(_name)]
ToolValue = Annotated[int | str, BeforeValidator(_word)]
#: The values of one parameter.
Values = Annotated[tuple[ToolValue, ...], Field(min_length=1)]


class Reset(CoreFileTable):
    """The reset.

    Attributes:
        port: its port.
        active: the level that resets.
        cycles: the number of cycles for which it is active.
        each_message: whether the core is reset before every message.
    """

    port: str
    active: Literal["low", "high"]
    cycles: SomeCycles = 4
    each_message: bool = False


class Explore(CoreFileTable):
    """What `silicrypt explore` varies. Every combination of the values is a design point.

    Attributes:
        parameters: values of parameters of the top module.
        defines: values of macros.
    """

    parameters: dict[Name, Values] = Field(default_factory=dict)
    defines: dict[Name, Values] = Field(default_factory=dict)


class CoreFile(CoreFileTable):
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
    defines: dict[Name, ToolValue] = Field(default_factory=dict)
    parameters: dict[Name, ToolValue] = Field(default_factory=dict)
    language: Literal["auto", "verilog", "systemverilog", "vhdl"] = "auto"
    clock: str = "clk"
    reset: Reset | None = None
    tie: dict[str, Count] = Field(default_factory=dict)
    smallest: Annotated[int, Field(ge=0, le=65_536)] = 0
    explore: Explore = Field(default_factory=Explore)
    interface: Annotated[AnyInterface, Field(discriminator="kind")]

    @property
    def title(self) -> str:
        """Its name in tables."""
        return self.name or self.top

    def ports(self) -> Iterator[tuple[str, str, bool]]:
        """Yields key and name of each port that it names, and whether it is an output."""
        yield "clock", self.clock, False
        if self.reset:
            yield "reset.port", self.reset.port, False
        yield from ((f"tie.{name}", name, False) for name in self.tie)
        yield from ((f"interface.{key}", port, out) for key, port, out in self.interface.ports())


@dataclass(frozen=True)
class ParsedCoreFile:
    """A core file: its path, its text and its content."""

    path: Path
    text: str
    core: CoreFile

    @property
    def folder(self) -> Path:
        """The folder that paths in the file are relative to."""
        return self.path.parent

    def mistake(self, key: str, what: str) -> BadInput:
        """Returns the error for a value that cannot be used.

        Args:
            key: the key with its table, as in ``"interface.ready"``.
            what: what is wrong.
        """
        return BadInput(_where(self.path, self.text, key.split(".")) + what)


def load(path: Path) -> ParsedCoreFile:
    """Reads a core file.

    Raises:
        BadInput: the file is missing, not TOML, or has a key or value that cannot be used.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        hint = f"; it is a folder: 'silicrypt measure --init {path}' writes a core file for it"
        hint = hint if path.is_dir() else ""
        raise BadInput(f"cannot read the core file {path}: {why}{hint}") from error
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}: not valid TOML: {error}") from error
    interface = document.get("interface")
    if isinstance(interface, dict) and "cocotb" in interface:
        interface.setdefault("kind", "cocotb")
    try:
        return ParsedCoreFile(path, text, CoreFile.model_validate(document))
    except ValidationError as error:
        mistakes = error.errors(include_url=False)
        told = [_where(path, text, _keys(m)) + _what(m) for m in mistakes[:3]]
        more = [f"and {len(mistakes) - 3} more mistakes"] if len(mistakes) > 3 else []
        raise BadInput("\n".join(told + more)) from error


def _keys(mistake: Any) -> list[str]:
    """Returns the key of a mistake, and the tables that it is in."""
    keys = [str(part) for part in mistake["loc"] if not isinstance(part, int)]
    if mistake["type"].startswith("union_tag"):
        return [*keys, "kind"]
    if len(keys) > 1 and keys[0] == "interface" and keys[1] in KINDS:
        del keys[1]
    return [key for key in keys if "(" not in key and "[" not in key]


def _what(mistake: Any) -> str:
    match mistake["type"]:
        case "extra_forbidden":
            return "there is no such key"
        case "missing":
            return "the key is missing"
        case "too_short":
            return "the list is empty"
        case "union_tag_not_found":
            return f"the key is missing; it is one of {', '.join(KINDS)}"
        case "union_tag_invalid":
            return f"the value must be one of {', '.join(KINDS)}"
    text = str(mistake["msg"]).removeprefix("Value error, ")
    return text.replace("Input should be", "the value must be")


def _where(path: Path, text: str, keys: Sequence[str]) -> str:
    """Returns ``"file, line 3, key a.b: "``; the line of the table if the key is not there."""
    name = ".".join(keys)
    line = _line(text, keys) or _line(text, keys[:-1])
    where = f", line {line}" if line else ""
    return f"{path}{where}, key {name}: " if name else f"{path}: "


def _line(text: str, keys: Sequence[str]) -> int | None:
    """Returns the line of a key or of a table."""
    wanted, table = [key.lower() for key in keys], list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("#")[0]
        if match := _TABLE.match(code):
            table = match[1].replace('"', "").lower().split(".")
            if table == wanted:
                return number
        elif match := _KEY.match(code):
            key = [*table, *match[1].replace('"', "").lower().split(".")]
            if key == wanted[: len(key)] and len(key) > len(table) and len(wanted) - len(key) <= 1:
                return number
    return None
