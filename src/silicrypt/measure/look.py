"""Looks at a folder of Verilog: its modules with their ports, and the files that each needs."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from silicrypt.errors import BadInput, ToolFailed
from silicrypt.measure.core_sources import VHDL, vhdl_to_verilog, vhdl_tops
from silicrypt.measure.device import CorePort

_VERILOG = (".v", ".sv")
_HEADERS = (".vh", ".svh", ".h", *_VERILOG)
_HIDDEN = re.compile(r"(^|/)\.")
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
class HdlModule:
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
    ports: tuple[CorePort, ...]
    files: tuple[Path, ...] = ()
    includes: tuple[Path, ...] = ()
    data: tuple[Path, ...] = ()
    inside: frozenset[str] = frozenset()
    text: str = ""
    comments: str = ""


def modules(folder: Path) -> list[HdlModule]:
    """Returns the modules of a folder that have ports.

    Raises:
        BadInput: there are no Verilog or VHDL files, or far too many.
        ToolMissing: the files are VHDL, and GHDL is not installed.
    """
    visible = [p for p in sorted(folder.rglob("*")) if not _HIDDEN.search(_name(p, folder))]
    verilog = _designs(folder, visible, _VERILOG)
    if not verilog:
        if vhdl := _designs(folder, visible, VHDL):
            return list(_of_vhdl(folder, vhdl))
        raise BadInput(f"there is no Verilog file in {folder}, and no VHDL file")
    if len(verilog) > _MOST_FILES:
        raise BadInput(
            f"{folder} has {len(verilog)} Verilog files; name the folder of the core alone"
        )
    return list(_VerilogFolder(folder, visible, verilog).modules())


def _name(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def _designs(folder: Path, paths: Iterable[Path], suffixes: Sequence[str]) -> list[Path]:
    """Returns the files of a language; those of test benches only if there are no others."""
    designs = [p for p in paths if p.suffix in suffixes and p.is_file()]
    return [p for p in designs if not _TESTS.search(_name(p, folder))] or designs


def _of_vhdl(folder: Path, paths: Sequence[Path]) -> Iterator[HdlModule]:
    """Yields the top entities of VHDL files, as GHDL converts them."""
    files, failures = tuple(path.relative_to(folder) for path in paths), list[ToolFailed]()
    names = vhdl_tops(paths)[:_MOST_ENTITIES]
    for name in names:
        try:
            text = vhdl_to_verilog(name, paths, {})
        except ToolFailed as error:
            failures.append(error)
            continue
        with tempfile.TemporaryDirectory(prefix="silicrypt-look-") as temporary:
            written = Path(temporary) / f"{name}.v"
            written.write_text(text, encoding="utf-8")
            ports, inside = _elaborated([name], [written], [])[name]
        yield HdlModule(name, ports, files, inside=inside, text=text)
    if len(failures) == len(names):
        raise failures[0] if failures else BadInput(f"there is no entity with ports in {folder}")


class _VerilogFolder:
    """The Verilog files of a folder, with what they declare and include."""

    def __init__(self, folder: Path, visible: Sequence[Path], files: Sequence[Path]) -> None:
        self.folder, self.visible, self.files = folder, visible, files
        self.code = {path: _code(path) for path in files}
        #: Files that declare a module or a package; several designs may use the same names.
        self.declaring: dict[str, list[Path]] = {}
        self.names = list[str]()
        for path, text in self.code.items():
            for kind, name in _DECLARED.findall(text):
                self.declaring.setdefault(name, []).append(path)
                self.names += [name] if kind == "module" else []
        self.headers = {p.name: p.parent for p in visible if p.suffix in _HEADERS}

    def modules(self) -> Iterator[HdlModule]:
        """Yields the modules that have ports."""
        chosen = {_nearest(paths, self.folder) for paths in self.declaring.values()}
        read = [p for p in self.files if p in chosen or not _DECLARED.search(self.code[p])]
        elaborated = _elaborated(self.names, read, sorted({*self.headers.values()}))
        for name in dict.fromkeys(self.names):
            ports, inside = elaborated.get(name, ((), frozenset()))
            if ports:
                yield self._module(name, ports, inside)

    def _module(self, name: str, ports: tuple[CorePort, ...], inside: frozenset[str]) -> HdlModule:
        own = _nearest(self.declaring[name], self.folder)
        declares = {n: _nearest(paths, own.parent) for n, paths in self.declaring.items()}
        declares[name] = own
        wanted: dict[Path, None] = {}

        def need(path: Path | None, seen: set[Path]) -> None:
            """Notes a file after the packages that it uses."""
            if path is not None and path not in seen:
                seen.add(path)
                for package in _PACKAGE.findall(self.code[path]):
                    need(declares.get(package), seen)
                wanted[path] = None

        for module in (name, *sorted(inside)):
            need(declares.get(module), set())
        included = {Path(file).name for path in wanted for file in self._included(path)}
        directly = {Path(f).name for path in wanted for f in _INCLUDED.findall(self.code[path])}
        read = {Path(file).name for path in wanted for file in _READ.findall(self.code[path])}
        folders = sorted({self.headers[file] for file in included if file in self.headers})
        return HdlModule(
            name,
            ports,
            files=self._relative(p for p in sorted(wanted) if p.name not in directly),
            includes=self._relative(folders),
            data=self._relative(p for p in self.visible if p.name in read),
            inside=inside,
            text=self.code[own],
            comments=_text(own),
        )

    def _relative(self, paths: Iterable[Path]) -> tuple[Path, ...]:
        return tuple(path.relative_to(self.folder) for path in paths)

    def _included(self, path: Path) -> Iterator[str]:
        """Yields the files that a file includes, and those that they include."""
        for name in _INCLUDED.findall(self.code[path]):
            yield name
            header = self.headers.get(Path(name).name, path) / Path(name).name
            if header.is_file():
                yield from _INCLUDED.findall(_code(header))


def _nearest(paths: Sequence[Path], to: Path) -> Path:
    """Returns the file that is nearest to a folder, of several that declare the same module."""

    def distance(path: Path) -> tuple[int, int]:
        shared = len(os.path.commonpath([path.parent, to]))
        return -shared, len(path.parts)

    return min(paths, key=distance)


def _code(path: Path) -> str:
    return _COMMENT.sub(lambda match: match[0] if match[0].startswith('"') else " ", _text(path))


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="replace")


def _elaborated(
    names: Sequence[str], paths: Sequence[Path], includes: Sequence[Path]
) -> dict[str, tuple[tuple[CorePort, ...], frozenset[str]]]:
    """Returns ports and instantiated modules of each module, as slang elaborates them."""
    from pyslang import SourceManager
    from pyslang.syntax import SyntaxTree

    from silicrypt.base import slang

    manager = SourceManager()
    for folder in includes:
        manager.addUserDirectories(str(folder))
    trees = (SyntaxTree.fromFile(str(path), manager) for path in paths)
    tops = slang.compilation(names, trees).getRoot().topInstances
    return {top.name: (tuple(_ports(top)), _inside(top)) for top in tops}


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


def _ports(instance: Any) -> Iterator[CorePort]:
    from pyslang.ast import ArgumentDirection, PortSymbol

    for port in instance.body.portList:
        if isinstance(port, PortSymbol) and port.direction != ArgumentDirection.InOut:
            output = port.direction == ArgumentDirection.Out
            yield CorePort(port.name, output, max(int(port.type.bitWidth), 1))
