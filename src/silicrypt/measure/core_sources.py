"""The files of a core: those that a core file names, and the modules of a folder.

A core file names files, which have a hash and a commit. A folder without a core file is searched
for modules, with their ports and the files that each of them needs.

GHDL makes Verilog of a core in VHDL, which the other tools read.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from silicrypt.base.sources import Source, strip
from silicrypt.errors import BadInput, ToolFailed, ToolMissing
from silicrypt.measure.core_file import CocotbInterface, ParsedCoreFile
from silicrypt.measure.device import CorePort
from silicrypt.tools import process

VHDL = (".vhd", ".vhdl")
#: Folder of included files and of files that ``$readmemh`` reads, below that of the tools.
_INCLUDES = "include"
#: Folders of a build that have a meaning; see `_place`.
_RESERVED = re.compile(rf"({_INCLUDES}|root|up\d+)/")
_HEADERS = (".vh", ".svh", ".h")
#: What GHDL accepts besides the standard because cores rely on it.
_GHDL = ("--std=08", "-frelaxed", "-fsynopsys", "-C")
_INCLUDED = re.compile(r'^\s*`include\s+"([^"]+)"', re.M)
_COMMENT = re.compile(r"--[^\n]*")
_ENTITY = re.compile(r"^\s*entity\s+(\w+)\s+is\b(.*?)\bend\b", re.M | re.S | re.I)
_INSTANCE = re.compile(r"\bcomponent\s+(\w+)|\bentity\s+\w+\.(\w+)", re.I)
_MISTAKE = re.compile(r":\d+:\d+:(?!\s*(warning|note))")
_VERILOG = (".v", ".sv")
_INCLUDED_SUFFIXES = (*_HEADERS, *_VERILOG)
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
class CoreSources:
    """The files of a core.

    Attributes:
        compiled: files to compile, packages before their users.
        includes: files that others include, by their path below an include folder.
        data: files that the hardware reads at elaboration.
        driver: the text of the cocotb driver, if the core file names one.
        repository: the address of the repository of the files; empty if there is no checkout.
        commit: the commit of the first file; it ends with ``+`` if it does not have all files as
            they are: one was changed, is not tracked, or is of another checkout.
        converted: the tool that made the compiled file of VHDL; empty if the core is no VHDL.
    """

    compiled: tuple[Source, ...]
    includes: tuple[Source, ...]
    data: tuple[Source, ...]
    driver: str = ""
    repository: str = ""
    commit: str = ""
    converted: str = ""

    @cached_property
    def all(self) -> tuple[Source, ...]:
        """All files."""
        return (*self.compiled, *self.includes, *self.data)

    @cached_property
    def sha256(self) -> str:
        """A hash of all files; their order does not matter."""
        parts = sorted(f"{s.path} {hashlib.sha256(s.text.encode()).hexdigest()}" for s in self.all)
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    @cached_property
    def folders(self) -> tuple[str, ...]:
        """The folders in which the tools look for included files."""
        return (_INCLUDES, ".")


def resolve(parsed: ParsedCoreFile) -> CoreSources:
    """Returns the files that a core file names.

    Raises:
        BadInput: a pattern matches no file, a file cannot be read, or VHDL is not converted.
    """
    core, folder = parsed.core, parsed.folder
    out = {_real(p) for p in _matches(parsed, "exclude", core.exclude, required=False)}
    paths = [p for p in _matches(parsed, "sources", core.sources) if _real(p) not in out]
    if not paths:
        raise parsed.mistake("sources", "all files that it names are excluded")
    vhdl = [p for p in paths if p.suffix in VHDL]
    headers, converted = [p for p in paths if p.suffix in _HEADERS], ""
    beside = dict[str, Path]()
    if core.language == "vhdl" or vhdl == paths:
        headers, (compiled, converted) = [], _converted(parsed, paths)
    elif vhdl:
        raise parsed.mistake("sources", f"{vhdl[0]} is VHDL; one core is of one language")
    else:
        folders = [*(p.parent for p in headers), *(folder / name for name in core.include)]
        verilog = [p for p in paths if p not in headers]
        defines = [f"{name}={value}" for name, value in core.defines.items()]
        files = VerilogFiles(verilog, folders, defines).in_order()
        compiled = [_read(p, _place(p, folder)) for p in files]
        beside = _beside(verilog, folder)
    includes, data = {**_includes(parsed, headers), **beside}, _data(parsed)
    own = [driver] if (driver := _driver_file(parsed)) else []
    repository, commit = _checkout([*paths, *includes.values(), *data.values(), *own])
    return CoreSources(
        compiled=tuple(compiled),
        includes=tuple(_read(path, name) for name, path in includes.items()),
        data=tuple(_read(path, name) for name, path in data.items()),
        driver=_driver(parsed),
        repository=repository,
        commit=commit,
        converted=converted,
    )


def _matches(
    parsed: ParsedCoreFile, key: str, patterns: Sequence[str], *, required: bool = True
) -> list[Path]:
    """Returns the files of patterns, each once, in the order of the patterns."""
    matches: dict[Path, Path] = {}
    for pattern in patterns:
        try:
            files = _glob(parsed.folder, pattern)
        except (ValueError, IndexError) as error:  # what pathlib raises for patterns
            what = f"'{pattern}' is no pattern of files, such as rtl/*.v or rtl/**/*.v"
            raise parsed.mistake(key, what) from error
        except OSError as error:
            raise parsed.mistake(key, f"cannot look for {pattern}: {error.strerror}") from error
        if not files and required:
            raise parsed.mistake(key, f"no file matches {pattern} in {parsed.folder}")
        for path in files:
            matches.setdefault(_real(path), path)
    return list(matches.values())


def _glob(folder: Path, pattern: str) -> list[Path]:
    """Returns the files that match a pattern, which is relative to a folder or absolute."""
    if (path := Path(pattern)).is_absolute():
        folder, pattern = Path(path.anchor), str(path.relative_to(path.anchor))
    return sorted(path for path in folder.glob(pattern) if path.is_file())


def _real(path: Path) -> Path:
    """Returns a path without links to folders, and without ``..``."""
    return path.parent.resolve() / path.name


def _includes(parsed: ParsedCoreFile, headers: Sequence[Path]) -> dict[str, Path]:
    """Returns the headers among the sources and every file in the include folders.

    The key is the path in a build. Of several files with the same path, the first counts, as
    tools take it.
    """
    found = dict[str, Path]()
    for path in headers:
        found.setdefault(f"{_INCLUDES}/{path.name}", path)
    for name in parsed.core.include:
        folder = parsed.folder / name
        if not folder.is_dir():
            raise parsed.mistake("include", f"there is no folder {folder}")
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix in (*_HEADERS, ".v", ".sv", ".inc"):
                relative = path.relative_to(folder).as_posix()
                found.setdefault(f"{_INCLUDES}/{relative}", path)
    return found


def _beside(paths: Iterable[Path], folder: Path) -> dict[str, Path]:
    """Returns the files that sources include by a path from their own folder, directly or not.

    The key is the path in a build, in which they stand as in the folder of the core.
    """
    found, left = dict[str, Path](), list(paths)
    while left:
        path = left.pop()
        text = _read(path, path.name).text
        for name in _INCLUDED.findall(strip(path.name, text).text):
            file = Path(os.path.normpath(path.parent / name))
            if file.is_file() and (place := _place(file, folder)) not in found:
                found[place] = file
                left.append(file)
    return found


def _data(parsed: ParsedCoreFile) -> dict[str, Path]:
    """Returns the files that ``$readmemh`` reads, by the name that it has for them."""
    found = dict[str, Path]()
    for path in _matches(parsed, "data", parsed.core.data, required=False):
        if (other := found.setdefault(path.name, path)) != path:
            what = f"{other} and {path} have the same name; name one of them alone"
            raise parsed.mistake("data", what)
    return found


def _read(path: Path, name: str) -> Source:
    """Reads a file as it is; the name is its path in a build."""
    try:
        text = _text(path).replace("\r\n", "\n")
    except OSError as error:
        raise BadInput(f"cannot read the source {path}: {error.strerror}") from error
    return _source(name, text)


def _place(path: Path, folder: Path) -> str:
    """Returns the path of a source in a build: relative, without ``..``, and of no other file.

    A source below the folder of the core file keeps its path there. ``up2/rtl/a.v`` is
    ``../../rtl/a.v``, and ``root/ip/a.v`` is ``/ip/a.v`` if the core file names it so.
    """
    inside = path.relative_to(folder) if path.is_relative_to(folder) else None
    if inside is None or ".." in inside.parts:
        real, home = _real(path), folder.resolve()
        if inside is None and not real.is_relative_to(home):
            return "root" + real.as_posix()
        inside = Path(os.path.relpath(real, home))
    ups = inside.parts.count("..")
    name = Path(*inside.parts[ups:]).as_posix()
    return f"up{ups}/{name}" if ups or _RESERVED.match(name) else name


def _source(name: str, text: str) -> Source:
    return Source(name, text, tuple(range(1, text.count("\n") + 2)))


def _driver_file(parsed: ParsedCoreFile) -> Path | None:
    """Returns the file of the cocotb driver, if there is one."""
    interface = parsed.core.interface
    return parsed.folder / interface.cocotb if isinstance(interface, CocotbInterface) else None


def _driver(parsed: ParsedCoreFile) -> str:
    """Returns the text of the cocotb driver; empty if there is none."""
    if (path := _driver_file(parsed)) is None:
        return ""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise parsed.mistake("interface.cocotb", f"cannot read {path}: {why}") from error


def _checkout(paths: Sequence[Path]) -> tuple[str, str]:
    """Returns the repository and the commit of files; empty strings without a checkout.

    The checkout is that of the first file. The commit ends with ``+`` if it does not have all files
    as they are.
    """
    folder = paths[0].parent
    commit = _git(folder, "rev-parse", "--short=10", "HEAD")
    if not commit:
        return "", ""
    files = [path.resolve() for path in paths]
    checkouts = {
        _git(parent, "rev-parse", "--show-toplevel") for parent in {path.parent for path in files}
    }
    more = ("--untracked-files=all", "--ignored", "--", *map(str, files))
    clean = len(checkouts) == 1 and _git(folder, "status", "--porcelain", *more) == ""
    repository = _git(folder, "remote", "get-url", "origin") or ""
    return without_credentials(repository), commit if clean else f"{commit}+"


def _git(folder: Path, *arguments: str) -> str | None:
    """Returns the output of git in a folder; None if git fails or is not installed."""
    options = ("--no-optional-locks", "--literal-pathspecs", "-C", str(folder.resolve()))
    command = ["git", *options, *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def without_credentials(address: str) -> str:
    """Returns the address of a repository without password and, except for SSH, without user."""
    address = re.sub(r"^(ssh://[^/:@]*):[^/]*@", r"\1@", address)
    return re.sub(r"^((?!ssh:)[\w+.-]+://)[^/]*@", r"\1", address)


def _converted(parsed: ParsedCoreFile, paths: Sequence[Path]) -> tuple[list[Source], str]:
    """Returns the Verilog that GHDL makes of a VHDL core, and the name of GHDL."""
    core = parsed.core
    try:
        text = vhdl_to_verilog(core.top, paths, core.parameters)
        return [_source(f"{core.top}.v", text)], ghdl()
    except ToolMissing as error:
        raise parsed.mistake("sources", f"VHDL is not read: {error} of it") from error
    except ToolFailed as error:
        raise parsed.mistake("sources", str(error)) from error


def ghdl() -> str:
    """Returns the name and version of GHDL.

    Raises:
        ToolMissing: it is not installed.
    """
    if shutil.which("ghdl") is None:
        raise ToolMissing("GHDL is not installed ('apt-get install ghdl'), which makes Verilog")
    text = process.run(["ghdl", "--version"]).stdout.decode()
    return " ".join(text.split()[:2])


def vhdl_tops(paths: Sequence[Path]) -> list[str]:
    """Returns the entities with ports that no other file instantiates."""
    texts = [_COMMENT.sub("", path.read_text("utf-8", errors="replace")) for path in paths]
    entities = {n: body for text in texts for n, body in _ENTITY.findall(text)}
    used = {(one or other).lower() for text in texts for one, other in _INSTANCE.findall(text)}
    ported = [name for name, body in entities.items() if re.search(r"\bport\b", body, re.I)]
    return [name for name in ported if name.lower() not in used] or ported


def vhdl_to_verilog(top: str, paths: Sequence[Path], generics: Mapping[str, int | str]) -> str:
    """Returns a VHDL core as Verilog.

    Args:
        top: the top entity.
        paths: the files, in any order.
        generics: the generics of the top entity.

    Raises:
        ToolMissing: GHDL is not installed.
        ToolFailed: GHDL refuses the core.
    """
    ghdl()
    with tempfile.TemporaryDirectory(prefix="silicrypt-ghdl-") as folder:
        common = [*_GHDL, f"--workdir={folder}"]
        chosen = [f"-g{name}={value}" for name, value in generics.items()]
        commands = (
            ["-i", *common, *(str(path.resolve()) for path in paths)],
            ["-m", *common, top],  # it analyses; the elaboration after that may fail
            ["--synth", *common, *chosen, "--out=verilog", top],
        )
        log = ""
        for command in commands:
            done = process.run(["ghdl", *command])
            log += done.stderr.decode(errors="replace")
    if done.returncode or not done.stdout:
        lines = [line for line in log.splitlines() if _MISTAKE.search(line)] or log.splitlines()
        told = "\n".join(f"  {line}" for line in lines[:6])
        raise ToolFailed(f"GHDL cannot make Verilog of {top}:\n{told}")
    text = done.stdout.decode("utf-8", errors="replace")
    # VHDL has no upper and lower case; the name of the core file counts.
    return re.sub(rf"^module\s+{re.escape(top)}\b", f"module {top}", text, flags=re.M | re.I)


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
        from pyslang import Bag, SourceManager
        from pyslang.parsing import PreprocessorOptions
        from pyslang.syntax import SyntaxTree

        manager, options, bag = SourceManager(), PreprocessorOptions(), Bag()
        for folder in includes:
            manager.addUserDirectories(str(folder))
        options.predefines = list(defines)
        bag.preprocessorOptions = options
        self.trees = {path: SyntaxTree.fromFile(str(path), manager, bag) for path in paths}
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
        """Returns the packages that a file names, and the names of the files that it reads."""
        from pyslang.syntax import (
            InvocationExpressionSyntax,
            PackageImportItemSyntax,
            ScopedNameSyntax,
        )

        packages, data = dict[str, None](), set[str]()

        def visit(node: Any) -> None:
            if isinstance(node, PackageImportItemSyntax):
                packages[node.package.valueText] = None
            elif isinstance(node, ScopedNameSyntax) and node.separator.valueText == "::":
                packages[node.getFirstToken().valueText] = None
            elif isinstance(node, InvocationExpressionSyntax):
                given = list(node.arguments.parameters)[:1] if node.arguments else []
                if node.getFirstToken().valueText in ("$readmemh", "$readmemb"):
                    data.update(Path(one.getFirstToken().valueText).name for one in given)

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
    headers = {p.name: p.parent for p in visible if p.suffix in _INCLUDED_SUFFIXES}
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
        data = {file for path in wanted for file in files.used(path)[1]}
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
    from silicrypt.base import slang

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
