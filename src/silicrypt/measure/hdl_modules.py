"""The modules of a folder, with their ports and the files that each of them needs."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyslang import Bag, SourceManager, ast, syntax
from pyslang.parsing import PreprocessorOptions

from silicrypt.base import slang
from silicrypt.base.sources import strip
from silicrypt.errors import BadInput, ToolFailed
from silicrypt.measure import vhdl
from silicrypt.measure.device import CorePort

_VERILOG = (".v", ".sv")
HEADERS = (".vh", ".svh", ".h")
#: Suffixes of files that others include.
_INCLUDED = (*HEADERS, *_VERILOG)
#: The macro that Yosys defines. Every tool that reads a core has it, so that all read the same.
SYNTHESIS = "SYNTHESIS=1"
_HIDDEN = re.compile(r"(^|/)\.")
#: Folders and files of test benches, simulations and models.
_TESTS = re.compile(
    r"(^|[_/])(tb|tbs|test|tests|testbench|bench|sim|verif|dv|formal)([_/.]|$)", re.I
)
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
        if in_vhdl := _designs(folder, visible, vhdl.SUFFIXES):
            return list(_of_vhdl(folder, in_vhdl))
        raise BadInput(f"there is no Verilog file in {folder}, and no VHDL file")
    if len(verilog) > _MOST_FILES:
        raise BadInput(
            f"{folder} has {len(verilog)} Verilog files; name the folder of the core alone"
        )
    return list(_verilog_modules(folder, visible, verilog))


def _name(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def _designs(folder: Path, paths: Iterable[Path], suffixes: Sequence[str]) -> list[Path]:
    """Returns the files of a language; those of test benches only if there are no others."""
    designs = [p for p in paths if p.suffix in suffixes and p.is_file()]
    return [p for p in designs if not _TESTS.search(_name(p, folder))] or designs


def _of_vhdl(folder: Path, paths: Sequence[Path]) -> Iterator[HdlModule]:
    """Yields the top entities of VHDL files, as GHDL converts them."""
    files, failures = tuple(path.relative_to(folder) for path in paths), list[ToolFailed]()
    names = vhdl.tops(paths)[:_MOST_ENTITIES]
    for name in names:
        try:
            text = vhdl.to_verilog(name, paths, {})
        except ToolFailed as error:
            failures.append(error)
            continue
        with tempfile.TemporaryDirectory(prefix="silicrypt-look-") as temporary:
            written = Path(temporary) / f"{name}.v"
            written.write_text(text, encoding="utf-8")
            ports, inside = _elaborated([name], VerilogFiles([written], []).trees.values())[name]
        yield HdlModule(name, ports, files, inside=inside, text=text)
    if len(failures) == len(names):
        raise failures[0] if failures else BadInput(f"there is no entity with ports in {folder}")


class VerilogFiles:
    """Verilog files as slang reads them: what they declare, and what they need.

    Attributes:
        trees: the syntax tree of each file.
        declares: the files that declare a module, a package or an interface.
    """

    def __init__(
        self, paths: Iterable[Path], includes: Iterable[Path], defines: Sequence[str] = ()
    ) -> None:
        """Parses files, with the folders of those that they include, and with macros."""
        manager, options, bag = SourceManager(), PreprocessorOptions(), Bag()
        for folder in includes:
            manager.addUserDirectories(str(folder))
        options.predefines = [SYNTHESIS, *defines]
        bag.preprocessorOptions = options
        self.trees = {path: syntax.SyntaxTree.fromFile(str(path), manager, bag) for path in paths}
        self.declares: dict[str, list[Path]] = {}
        for path in self.trees:
            for name in self.declared(path):
                self.declares.setdefault(name, []).append(path)

    def declared(self, path: Path, kinds: str = "Module|Package|Interface") -> list[str]:
        """Returns the names of the modules, packages and interfaces that a file declares."""
        members = getattr(self.trees[path].root, "members", ())
        wanted = re.compile(f"({kinds})Declaration")
        return [one.header.name.valueText for one in members if wanted.fullmatch(one.kind.name)]

    def included(self, path: Path) -> set[str]:
        """Returns the names of the files that a file includes, directly or not."""
        return {Path(one.path).name for one in self.trees[path].getIncludeDirectives()}

    def used(self, path: Path) -> tuple[list[str], set[str]]:
        """Returns the packages that a file names, and the paths of the files that it reads."""
        packages, data = dict[str, None](), set[str]()

        def visit(node: Any) -> None:
            if isinstance(node, syntax.PackageImportItemSyntax):
                packages[node.package.valueText] = None
            elif isinstance(node, syntax.ScopedNameSyntax) and node.separator.valueText == "::":
                packages[node.getFirstToken().valueText] = None
            elif isinstance(node, syntax.InvocationExpressionSyntax):
                given = list(node.arguments.parameters)[:1] if node.arguments else []
                if node.getFirstToken().valueText in ("$readmemh", "$readmemb"):
                    data.update(one.getFirstToken().valueText for one in given)

        self.trees[path].root.visit(visit)
        return list(packages), data

    def in_order(self) -> list[Path]:
        """Returns the files, packages before the files that use them."""
        if not any(self.declared(path, "Package") for path in self.trees):
            return list(self.trees)
        return self.with_packages(self.trees, {n: paths[-1] for n, paths in self.declares.items()})

    def with_packages(self, paths: Iterable[Path], declares: Mapping[str, Path]) -> list[Path]:
        """Returns files, each after those that declare the packages that it uses."""
        found, entered = dict[Path, None](), set[Path]()

        def need(path: Path) -> None:
            if path not in entered:
                entered.add(path)
                for name in self.used(path)[0]:
                    if name in declares:
                        need(declares[name])
                found[path] = None

        for path in paths:
            need(path)
        return list(found)


def _verilog_modules(
    folder: Path, visible: Sequence[Path], paths: Sequence[Path]
) -> Iterator[HdlModule]:
    """Yields the modules of a folder that have ports."""
    headers = {p.name: p.parent for p in visible if p.suffix in _INCLUDED}
    files = VerilogFiles(paths, sorted({*headers.values()}))
    # Several designs may use the same names.
    chosen = {_nearest(declaring, folder) for declaring in files.declares.values()}
    read = [
        tree for path, tree in files.trees.items() if path in chosen or not files.declared(path)
    ]
    names = [name for path in paths for name in files.declared(path, "Module")]
    elaborated = _elaborated(names, read)

    def relative(some: Iterable[Path]) -> tuple[Path, ...]:
        return tuple(path.relative_to(folder) for path in some)

    for name in dict.fromkeys(names):
        ports, inside = elaborated.get(name, ((), frozenset()))
        if not ports:
            continue
        own = _nearest(files.declares[name], folder)
        declares = {n: _nearest(some, own.parent) for n, some in files.declares.items()}
        declares[name] = own
        wanted = files.with_packages(
            [declares[one] for one in (name, *sorted(inside)) if one in declares], declares
        )
        included = {file for path in wanted for file in files.included(path)}
        data = {Path(file).name for path in wanted for file in files.used(path)[1]}
        yield HdlModule(
            name,
            ports,
            files=relative(path for path in sorted(wanted) if path.name not in included),
            includes=relative(sorted({headers[file] for file in included if file in headers})),
            data=relative(path for path in visible if path.name in data),
            inside=inside,
            text=strip(own.name, _text(own)).text,
            comments=_text(own),
        )


def _nearest(paths: Sequence[Path], to: Path) -> Path:
    """Returns the file that is nearest to a folder, of several that declare the same module."""

    def distance(path: Path) -> tuple[int, int]:
        shared = len(os.path.commonpath([path.parent, to]))
        return -shared, len(path.parts)

    return min(paths, key=distance)


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="replace")


def _elaborated(
    names: Sequence[str], trees: Iterable[Any]
) -> dict[str, tuple[tuple[CorePort, ...], frozenset[str]]]:
    """Returns ports and instantiated modules of each module, as slang elaborates them."""
    tops = slang.compilation(names, trees).getRoot().topInstances
    return {top.name: (tuple(_ports(top)), _inside(top)) for top in tops}


def _inside(top: Any) -> frozenset[str]:
    """Returns the modules that a module instantiates, directly or not.

    A module with the same parameters is entered once. Otherwise files of several designs, whose
    modules have the same names, could form a tree without end.
    """
    entered = set[tuple[str, ...]]()

    def value(parameter: Any) -> str:
        is_type = isinstance(parameter, ast.TypeParameterSymbol)
        return f"{parameter.name}={parameter.targetType.type if is_type else parameter.value}"

    def enter(symbol: Any) -> Any:
        if not isinstance(symbol, ast.InstanceSymbol):
            return ast.VisitAction.Advance
        values = map(value, symbol.body.parameters)
        key = (symbol.definition.name, *values)
        if key in entered:
            return ast.VisitAction.Skip
        entered.add(key)
        return ast.VisitAction.Advance

    top.body.visit(enter)
    return frozenset(name for name, *_ in entered) - {top.name}


def _ports(instance: Any) -> Iterator[CorePort]:
    for port in instance.body.portList:
        if isinstance(port, ast.PortSymbol) and port.direction != ast.ArgumentDirection.InOut:
            output = port.direction == ast.ArgumentDirection.Out
            yield CorePort(port.name, output, max(int(port.type.bitstreamWidth), 1))
