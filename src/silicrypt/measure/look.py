"""Looks at a folder of Verilog: its modules with their ports, and the files that each needs."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from silicrypt.errors import BadInput, ToolFailed
from silicrypt.measure import vhdl
from silicrypt.measure.device import Port

_SUFFIXES = (".v", ".sv")
#: Folders and files of test benches, simulations and models.
_TESTS = re.compile(
    r"(^|[_/])(tb|tbs|test|tests|testbench|bench|sim|verif|dv|formal)([_/.]|$)", re.I
)
_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_DECLARED = re.compile(
    r"^\s*(?:\(\*.*?\*\)\s*)?(module|package|interface)\s+(?:automatic\s+)?(\w+)", re.M
)
_INCLUDED = re.compile(r'^\s*`include\s+"([^"]+)"', re.M)
_READ = re.compile(r'\$readmem[hb]\s*\(\s*"([^"]+)"')
_PACKAGE = re.compile(r"\b(\w+)::")
#: More files than a core has; a folder of a complete system is refused.
_MOST_FILES = 400
#: The most entities of a folder that GHDL converts.
_MOST_ENTITIES = 6


@dataclass(frozen=True)
class Module:
    """A module of a folder.

    Attributes:
        name: its name.
        ports: its ports, with the widths that default parameters give.
        files: the files that it needs, relative to the folder.
        includes: the folders of the files that those include, relative to the folder.
        data: the files that ``$readmemh`` and ``$readmemb`` read, relative to the folder.
        inside: the modules that it instantiates, directly or not.
        text: the code of its file, without comments.
        comments: the text of its file, with comments.
    """

    name: str
    ports: tuple[Port, ...]
    files: tuple[Path, ...]
    includes: tuple[Path, ...]
    data: tuple[Path, ...]
    inside: frozenset[str]
    text: str
    comments: str = ""


def modules(folder: Path) -> list[Module]:
    """Returns the modules of a folder that have ports.

    Raises:
        BadInput: there are no Verilog or VHDL files, or far too many.
        ToolMissing: the files are VHDL, and GHDL is not installed.
    """
    found = _designs(folder, _SUFFIXES)
    if not found:
        if other := _designs(folder, vhdl.SUFFIXES):
            return list(_of_vhdl(folder, other))
        raise BadInput(f"there is no Verilog file in {folder}, and no VHDL file")
    if len(found) > _MOST_FILES:
        raise BadInput(
            f"{folder} has {len(found)} Verilog files; name the folder of the core alone"
        )
    texts = {path: _code(path) for path in found}
    declares: dict[str, list[Path]] = {}
    for path in texts:
        for _, name in _DECLARED.findall(texts[path]):
            declares.setdefault(name, []).append(path)
    names = [
        name
        for text in texts.values()
        for kind, name in _DECLARED.findall(text)
        if kind == "module"
    ]
    headers = {
        p.name: p.parent for p in _visible(folder) if p.suffix in (".vh", ".svh", ".h", *_SUFFIXES)
    }
    chosen = {_nearest(one, folder) for one in declares.values()}
    read = [path for path in found if path in chosen or not _DECLARED.search(texts[path])]
    elaborated = _elaborated(names, read, sorted({*headers.values()}))
    return [
        _module(folder, name, *elaborated[name], texts, declares, headers)
        for name in dict.fromkeys(names)
        if name in elaborated and elaborated[name][0]
    ]


def _designs(folder: Path, suffixes: Sequence[str]) -> list[Path]:
    """Returns the files of a language; those of test benches only if there are no others."""
    paths = [p for p in _visible(folder) if p.suffix in suffixes and p.is_file()]
    return [p for p in paths if not _TESTS.search(p.relative_to(folder).as_posix())] or paths


def _of_vhdl(folder: Path, paths: Sequence[Path]) -> Iterator[Module]:
    """Yields the top entities of VHDL files, as GHDL converts them."""
    files, failures = tuple(path.relative_to(folder) for path in paths), list[ToolFailed]()
    names = vhdl.tops(paths)[:_MOST_ENTITIES]
    for name in names:
        try:
            text = vhdl.verilog(name, paths, {})
        except ToolFailed as error:
            failures.append(error)
            continue
        with tempfile.TemporaryDirectory(prefix="silicrypt-look-") as temporary:
            written = Path(temporary) / f"{name}.v"
            written.write_text(text, encoding="utf-8")
            ports, inside = _elaborated([name], [written], [])[name]
        yield Module(name, ports, files, (), (), inside, text)
    if len(failures) == len(names):
        raise failures[0] if failures else BadInput(f"there is no entity with ports in {folder}")


def _nearest(paths: Sequence[Path], to: Path) -> Path:
    """Returns the file that is nearest to a folder, of several that declare the same module."""

    def distance(path: Path) -> tuple[int, int]:
        shared = len(os.path.commonpath([path.parent, to]))
        return -shared, len(path.parts)

    return min(paths, key=distance)


def _visible(folder: Path) -> list[Path]:
    """Returns what a folder contains, without hidden files and folders."""
    hidden = re.compile(r"(^|/)\.")
    return [p for p in sorted(folder.rglob("*")) if not hidden.search(str(p.relative_to(folder)))]


def _module(
    folder: Path,
    name: str,
    ports: tuple[Port, ...],
    inside: frozenset[str],
    texts: Mapping[Path, str],
    several: Mapping[str, Sequence[Path]],
    headers: Mapping[str, Path],
) -> Module:
    own = _nearest(several[name], folder)
    declares = {one: _nearest(paths, own.parent) for one, paths in several.items()}
    declares[name] = own
    wanted: dict[Path, None] = {}
    for one in (name, *sorted(inside)):
        for path in _with_packages(declares.get(one), texts, declares, set()):
            wanted[path] = None
    included = {
        headers[Path(file).name]
        for path in wanted
        for file in _all_included(path, texts, headers)
        if Path(file).name in headers
    }
    skipped = {path for path in wanted if path.name in _names_included(wanted, texts)}
    files = tuple(path.relative_to(folder) for path in sorted(wanted) if path not in skipped)
    includes = tuple(path.relative_to(folder) for path in sorted(included))
    read = {Path(file).name for path in wanted for file in _READ.findall(texts[path])}
    data = tuple(p.relative_to(folder) for p in _visible(folder) if p.name in read)
    return Module(name, ports, files, includes, data, inside, texts[own], _text(own))


def _all_included(path: Path, texts: Mapping[Path, str], headers: Mapping[str, Path]) -> list[str]:
    text = texts.get(path) or _code(path)
    direct = _INCLUDED.findall(text)
    return direct + [
        more
        for name in direct
        if (home := headers.get(Path(name).name)) and (home / Path(name).name).is_file()
        for more in _INCLUDED.findall(_code(home / Path(name).name))
    ]


def _names_included(paths: Mapping[Path, None], texts: Mapping[Path, str]) -> set[str]:
    return {Path(name).name for path in paths for name in _INCLUDED.findall(texts[path])}


def _with_packages(
    path: Path | None, texts: Mapping[Path, str], declares: Mapping[str, Path], seen: set[Path]
) -> Iterator[Path]:
    if path is None or path in seen:
        return
    seen.add(path)
    for name in _PACKAGE.findall(texts[path]):
        yield from _with_packages(declares.get(name), texts, declares, seen)
    yield path


def _code(path: Path) -> str:
    return _COMMENT.sub(lambda found: found[0] if found[0].startswith('"') else " ", _text(path))


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="replace")


def _elaborated(
    names: Sequence[str], paths: Sequence[Path], includes: Sequence[Path]
) -> dict[str, tuple[tuple[Port, ...], frozenset[str]]]:
    """Returns ports and instantiated modules of each module, as slang elaborates them."""
    from silicrypt.base import slang

    compilation = slang.compilation(names, _trees(paths, includes))
    return {
        top.name: (tuple(_ports(top)), _inside(top)) for top in compilation.getRoot().topInstances
    }


def _inside(top: Any) -> frozenset[str]:
    """Returns the modules that a module instantiates, directly or not.

    A module with the same parameters is entered once. Otherwise files of several designs, whose
    modules have the same names, could form a tree without end.
    """
    from pyslang.ast import InstanceSymbol, VisitAction

    entered = set[tuple[str, ...]]()

    def enter(symbol: Any) -> Any:
        if not isinstance(symbol, InstanceSymbol):
            return VisitAction.Advance
        parameters = (f"{one.name}={one.value}" for one in symbol.body.parameters)
        key = (symbol.definition.name, *parameters)
        if key in entered:
            return VisitAction.Skip
        entered.add(key)
        return VisitAction.Advance

    top.body.visit(enter)
    return frozenset(name for name, *_ in entered) - {top.name}


def _trees(paths: Sequence[Path], includes: Sequence[Path]) -> Iterator[Any]:
    from pyslang import SourceManager
    from pyslang.syntax import SyntaxTree

    manager = SourceManager()
    for folder in includes:
        manager.addUserDirectories(str(folder))
    for path in paths:
        yield SyntaxTree.fromFile(str(path), manager)


def _ports(instance: Any) -> Iterator[Port]:
    from pyslang.ast import ArgumentDirection, PortSymbol

    for port in instance.body.portList:
        if isinstance(port, PortSymbol) and port.direction != ArgumentDirection.InOut:
            width = int(port.type.bitWidth)
            yield Port(port.name, port.direction == ArgumentDirection.Out, max(width, 1))
