"""The sources of a design: the files that elaboration reaches from its top module.

slang elaborates the top with its parameters. The design consists of the files of the modules that
the top instantiates, and of the packages that those files name. They are given in compile order.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from pyslang.ast import (
    GenerateBlockArraySymbol,
    GenerateBlockSymbol,
    InstanceArraySymbol,
    InstanceSymbol,
)

from silicrypt.base import slang
from silicrypt.base.files import kept
from silicrypt.errors import BadInput
from silicrypt.paths import hw_root

#: A reference to a package in code.
_PACKAGE = re.compile(r"\b([A-Za-z_]\w*)::")
_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_DECLARED = re.compile(
    r"^\s*(?:\(\*.*?\*\)\s*)?(module|package|interface)\s+(?:automatic\s+)?(\w+)", re.M
)
_PRIMITIVES = "prim"
#: What holds instances.
_PARTS = (InstanceSymbol, InstanceArraySymbol, GenerateBlockSymbol, GenerateBlockArraySymbol)


@dataclass(frozen=True, eq=False)
class _File:
    """A source file.

    Attributes:
        path: where it is.
        tree: what slang parsed.
        declares: the modules and packages that it declares.
        names: the packages that it refers to.
    """

    path: Path
    tree: Any
    declares: frozenset[str]
    names: frozenset[str]


def closure(top: str, parameters: Sequence[str] = (), primitives: Sequence[str] = ()) -> list[Path]:
    """Returns the files of a design, in compile order: each file needs only files before it.

    Args:
        top: its top module.
        parameters: ``NAME=VALUE``, as slang takes them.
        primitives: folders in ``hw/prim`` whose primitives replace those for any technology, the
            most specific first.

    Raises:
        BadInput: no file declares the top, or a file cannot be read.
    """
    files = tuple(map(_parse, _visible(hw_root(), primitives)))
    return list(_closure(top, tuple(parameters), files))


def visible(primitives: Sequence[str]) -> Mapping[str, Path]:
    """Returns every source file below ``hw/`` that these primitives leave in use, by name."""
    return {path.name: path for path in _visible(hw_root(), primitives)}


def _visible(root: Path, primitives: Sequence[str]) -> list[Path]:
    shared = root / _PRIMITIVES
    special = {
        path.name: path
        for folder in reversed(primitives)
        for path in sorted((shared / folder).glob("*.sv"))
    }
    # This runs for every design. Paths are compared as text, which is much faster.
    everywhere = sorted(
        os.path.join(folder, name)  # noqa: PTH118
        for folder, _, names in os.walk(root)
        if os.path.dirname(folder) != str(shared)  # noqa: PTH120
        for name in names
        if name.endswith(".sv") and name not in special
    )
    return [*map(_path, everywhere), *special.values()]


@lru_cache(maxsize=2048)
def _path(name: str) -> Path:
    return Path(name)


@lru_cache(maxsize=512)
def _closure(top: str, parameters: tuple[str, ...], files: tuple[_File, ...]) -> tuple[Path, ...]:
    declared = {name: file for file in files for name in file.declares}
    if top not in declared:
        raise BadInput(f"no file below {hw_root()} declares the module {top}")
    reached: dict[Path, _File] = {}
    for name in _modules(top, parameters, files):
        for file in _with_packages(declared[name], declared, ()):
            reached.setdefault(file.path, file)
    return tuple(reached)


@kept
def _parse(path: Path) -> _File:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read the source {path}: {error}") from error
    code = _COMMENT.sub(lambda found: found[0] if found[0].startswith('"') else " ", text)
    return _File(
        path,
        slang.tree(path),
        frozenset(name for _, name in _DECLARED.findall(code)),
        frozenset(_PACKAGE.findall(code)),
    )


def _modules(top: str, parameters: Sequence[str], files: Iterable[_File]) -> list[str]:
    """Returns the modules that the top instantiates, the innermost first and the top last."""
    compilation = slang.compilation([top], (file.tree for file in files), parameters)
    tops = [one for one in compilation.getRoot().topInstances if one.name == top]
    entered = [name for instance in tops for name in _entered(instance)]
    # Elaboration visits an instance before its contents, so the last visit of a module comes after
    # the first visit of every module that uses it; the reversed list starts with the leaves.
    return list(dict.fromkeys(reversed(entered)))


def _entered(symbol: Any) -> Iterator[str]:
    """Yields the modules of the instances in a part of a design, each before its contents."""
    if isinstance(symbol, InstanceSymbol):
        yield symbol.definition.name
        symbol = symbol.body
    for member in symbol:
        if isinstance(member, _PARTS):
            yield from _entered(member)


def _with_packages(
    file: _File, declared: Mapping[str, _File], above: tuple[Path, ...]
) -> Iterator[_File]:
    """Yields a file, after the packages that it refers to."""
    for name in sorted(file.names):
        package = declared.get(name)
        if package is not None and package.path not in (*above, file.path):
            yield from _with_packages(package, declared, (*above, file.path))
    yield file
