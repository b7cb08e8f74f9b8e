"""Reads a core file. A mistake gives a sentence with the file, the line and the key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from silicrypt.errors import BadInput
from silicrypt.measure.core import CoreFile

_TABLE = re.compile(r"\s*\[+\s*([\w.\"-]+)\s*\]+")
_KEY = re.compile(r"\s*([\w\"-]+(?:\.[\w\"-]+)*)\s*=")
#: Tags that pydantic adds to the location of an error inside the interface.
_TAGS = ("block", "words", "registers", "axi-stream", "stream", "fixed", "cocotb")


@dataclass(frozen=True)
class Located:
    """A core file and its text.

    Attributes:
        path: the file.
        text: its text.
        core: its content.
    """

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
        return BadInput(locate(self.path, self.text, key.split(".")) + what)


def load(path: Path) -> Located:
    """Reads a core file.

    Raises:
        BadInput: the file is missing, not TOML, or has a key or value that cannot be used.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        hint = ""
        if path.is_dir():
            hint = f"; it is a folder: 'silicrypt measure --init {path}' writes a core file for it"
        raise BadInput(f"cannot read the core file {path}: {why}{hint}") from error
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}: not valid TOML: {error}") from error
    interface = document.get("interface")
    if isinstance(interface, dict) and "cocotb" in interface:
        interface.setdefault("kind", "cocotb")
    try:
        return Located(path, text, CoreFile.model_validate(document))
    except ValidationError as error:
        raise BadInput(_explain(path, text, error)) from error


def _explain(path: Path, text: str, error: ValidationError) -> str:
    """Returns one sentence per mistake, the first three of them."""
    mistakes = error.errors(include_url=False)
    told = [locate(path, text, _keys(m)) + _what(m) for m in mistakes[:3]]
    more = len(mistakes) - len(told)
    return "\n".join([*told, *([f"and {more} more mistakes"] if more > 0 else [])])


def _keys(mistake: Any) -> list[str]:
    """Returns the key of a mistake, and the tables that it is in."""
    keys = [str(part) for part in mistake["loc"] if not isinstance(part, int)]
    if mistake["type"].startswith("union_tag"):
        return [*keys, "kind"]
    if len(keys) > 1 and keys[0] == "interface" and keys[1] in _TAGS:
        del keys[1]
    return [key for key in keys if "(" not in key and "[" not in key]


def _what(mistake: Any) -> str:
    kind, said = mistake["type"], mistake["msg"]
    if kind == "extra_forbidden":
        return "there is no such key"
    if kind == "missing":
        return "the key is missing"
    if kind == "union_tag_not_found":
        return f"the key is missing; it is one of {', '.join(_TAGS)}"
    if kind == "union_tag_invalid":
        return f"the value must be one of {', '.join(_TAGS)}"
    return str(said).removeprefix("Value error, ").replace("Input should be", "the value must be")


def locate(path: Path, text: str, keys: Sequence[str]) -> str:
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
        if found := _TABLE.match(code):
            table = found[1].replace('"', "").lower().split(".")
            if table == wanted:
                return number
        elif found := _KEY.match(code):
            key = [*table, *found[1].replace('"', "").lower().split(".")]
            if key == wanted[: len(key)] and len(key) > len(table) and len(wanted) - len(key) <= 1:
                return number
    return None
