"""The files that a core file names: their texts, their hash, and the commit that they are from."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from silicrypt.base.sources import Source, strip
from silicrypt.errors import BadInput, ToolFailed, ToolMissing
from silicrypt.measure import vhdl
from silicrypt.measure.core_file import ParsedCoreFile
from silicrypt.measure.hdl_modules import HEADERS, VerilogFiles
from silicrypt.measure.interfaces import CocotbInterface

#: Folder of included files and of files that ``$readmemh`` reads, below that of the tools.
_INCLUDES = "include"
#: The folders in which the tools look for included files.
FOLDERS = (_INCLUDES, ".")
#: Folders of a build that have a meaning; see `_place`.
_RESERVED = re.compile(rf"({_INCLUDES}|root|up\d+)/")
#: Code between such comments is for simulation alone. Yosys skips it and Verilator does not, so it
#: is removed for both.
_PRAGMA = r"(?://|/\*)\s*(?:synopsys|synthesis|pragma)\s+translate_"
_OFF = re.compile(
    rf'(?P<off>{_PRAGMA}off\b.*?(?:{_PRAGMA}on\b(?:[^\n]*?\*/|[^\n]*)|\Z))|"(?:\\.|[^"\\\n])*"'
    r"|//[^\n]*|/\*.*?\*/",
    re.DOTALL,
)
#: What leads out of a simulation, to commands of the computer and to functions in C.
_COMMANDS = re.compile(r'\$system\b|\b(?:import|export)\s*"DPI(?:-C)?"|\$c[0-9]*(?=\s*\()')
#: Parts of a path that lead out of the folder that it is relative to.
_PARENT = {"/", ".."}
_INCLUDED = re.compile(r'^\s*`include\s+"([^"]+)"', re.M)


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
    in_vhdl = [p for p in paths if p.suffix in vhdl.SUFFIXES]
    headers, converted = [p for p in paths if p.suffix in HEADERS], ""
    beside, read = dict[str, Path](), set[str]()
    if core.language == "vhdl" or in_vhdl == paths:
        headers, (compiled, converted) = [], _converted(parsed, paths)
    elif in_vhdl:
        raise parsed.mistake("sources", f"{in_vhdl[0]} is VHDL; one core is of one language")
    else:
        folders = [*(p.parent for p in headers), *(folder / name for name in core.include)]
        verilog = [p for p in paths if p not in headers]
        defines = [f"{name}={value}" for name, value in core.defines.items()]
        files = VerilogFiles(verilog, folders, defines)
        read = {name for path in verilog for name in files.used(path)[1]}
        compiled = [_read_code(p, _place(p, folder)) for p in files.in_order()]
        beside = _beside(verilog, folder)
    includes, data = {**_includes(parsed, headers), **beside}, _data(parsed, sorted(read))
    own, driver = _driver(parsed)
    repository, commit = _checkout([*paths, *includes.values(), *data.values(), *own])
    included = tuple(_read_code(path, name) for name, path in includes.items())
    _require_no_commands(parsed, (*compiled, *included))
    return CoreSources(
        compiled=tuple(compiled),
        includes=included,
        data=tuple(_read(path, name) for name, path in data.items()),
        driver=driver,
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
            if path.is_file() and path.suffix in (*HEADERS, ".v", ".sv", ".inc"):
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


def _data(parsed: ParsedCoreFile, read: Iterable[str]) -> dict[str, Path]:
    """Returns the files that ``$readmemh`` reads, by the path that the sources have for them."""
    found = dict[str, Path]()
    for path in _matches(parsed, "data", parsed.core.data, required=False):
        named = [one for one in read if Path(one).name == path.name]
        inside = [one for one in named if _PARENT.isdisjoint(Path(one).parts)]
        fits = [one for one in inside if path.as_posix().endswith(f"/{Path(one).as_posix()}")]
        if named and not inside:
            what = f"the sources read {named[0]}, which is outside of the folder of a build"
            raise parsed.mistake("data", what)
        for place in fits or inside or [path.name]:
            if (other := found.setdefault(Path(place).as_posix(), path)) != path:
                what = f"{other} and {path} have the same name; name one of them alone"
                raise parsed.mistake("data", what)
    return found


def _read(path: Path, name: str) -> Source:
    """Reads a file as it is; the name is its path in a build."""
    try:
        text = path.read_bytes().decode("utf-8", errors="replace").replace("\r\n", "\n")
    except OSError as error:
        raise BadInput(f"cannot read the source {path}: {error.strerror}") from error
    return _source(name, text)


def _read_code(path: Path, name: str) -> Source:
    """Reads a Verilog file without the regions that are for simulation alone; its lines remain."""
    source = _read(path, name)

    def without(match: re.Match[str]) -> str:
        return "\n" * match[0].count("\n") if match["off"] else match[0]

    return replace(source, text=_OFF.sub(without, source.text))


def _require_no_commands(parsed: ParsedCoreFile, sources: Iterable[Source]) -> None:
    """Refuses sources whose simulation would run a command of the computer or a function in C."""
    for source in sources:
        if found := _COMMANDS.search(strip(source.path, source.text).text):
            what = f"{source.path} has {found[0]}, which leads out of the simulation; remove it"
            raise parsed.mistake("sources", what)


def _place(path: Path, folder: Path) -> str:
    """Returns the path of a source in a build: relative, without ``..``, and of no other file.

    A source below the folder of the core file keeps its path there. ``up2/rtl/a.v`` is
    ``../../rtl/a.v``, and ``root/ip/a.v`` is ``/ip/a.v`` if the core file names it so.
    """
    inside = path.relative_to(folder) if path.is_relative_to(folder) else None
    if inside is None or ".." in inside.parts:
        real, home = _real(path), folder.resolve()
        if inside is None and not real.is_relative_to(home):
            return "root" + _plain(real.as_posix())
        inside = Path(os.path.relpath(real, home))
    ups = inside.parts.count("..")
    name = _plain(Path(*inside.parts[ups:]).as_posix())
    return f"up{ups}/{name}" if ups or _RESERVED.match(name) else name


def _plain(name: str) -> str:
    """Returns a path without the characters that have a meaning in a script of Yosys."""
    return re.sub(r"""[\s;"'#\\]""", lambda found: f"_x{ord(found[0]):02x}_", name)


def _source(name: str, text: str) -> Source:
    return Source(name, text, tuple(range(1, text.count("\n") + 2)))


def _driver(parsed: ParsedCoreFile) -> tuple[list[Path], str]:
    """Returns the file of the cocotb driver and its text, if there is one."""
    if not isinstance(interface := parsed.core.interface, CocotbInterface):
        return [], ""
    path = parsed.folder / interface.cocotb
    try:
        return [path], path.read_text(encoding="utf-8")
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
        text = vhdl.to_verilog(core.top, paths, core.parameters)
        return [_source(f"{core.top}.v", text)], vhdl.ghdl()
    except ToolMissing as error:
        raise parsed.mistake("sources", f"VHDL is not read: {error} of it") from error
    except ToolFailed as error:
        raise parsed.mistake("sources", str(error)) from error
