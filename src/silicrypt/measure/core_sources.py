"""The files of a core that a core file names, with their hash and their commit.

GHDL makes Verilog of a core in VHDL, which the other tools read.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from silicrypt.base.sources import Source
from silicrypt.errors import BadInput, ToolFailed, ToolMissing
from silicrypt.measure.core_file import CocotbInterface, ParsedCoreFile
from silicrypt.tools import process

VHDL = (".vhd", ".vhdl")
#: Folder of included files and of files that ``$readmemh`` reads, below that of the tools.
_INCLUDES = "include"
_HEADERS = (".vh", ".svh", ".h")
_PACKAGE = re.compile(r"^\s*package\s+(?:automatic\s+)?(\w+)", re.MULTILINE)
_USED = re.compile(r"\b(\w+)::")
#: What GHDL accepts besides the standard because cores rely on it.
_GHDL = ("--std=08", "-frelaxed", "-fsynopsys", "-C")
_COMMENT = re.compile(r"--[^\n]*")
_ENTITY = re.compile(r"^\s*entity\s+(\w+)\s+is\b(.*?)\bend\b", re.M | re.S | re.I)
_INSTANCE = re.compile(r"\bcomponent\s+(\w+)|\bentity\s+\w+\.(\w+)", re.I)
_MISTAKE = re.compile(r":\d+:\d+:(?!\s*(warning|note))")


@dataclass(frozen=True)
class CoreSources:
    """The files of a core.

    Attributes:
        compiled: files to compile, packages before their users.
        includes: files that others include, by their path below an include folder.
        data: files that the hardware reads at elaboration.
        driver: the text of the cocotb driver, if the core file names one.
        repository: the address of the repository of the files; empty if there is no checkout.
        commit: the commit of the files; it ends with ``+`` if they were changed since.
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
    out = set(_matches(parsed, "exclude", core.exclude, required=False))
    paths = [p for p in _matches(parsed, "sources", core.sources) if p not in out]
    if not paths:
        raise parsed.mistake("sources", "all files that it names are excluded")
    vhdl = [p for p in paths if p.suffix in VHDL]
    headers, converted = [p for p in paths if p.suffix in _HEADERS], ""
    if core.language == "vhdl" or vhdl == paths:
        headers, (compiled, converted) = [], _converted(parsed, paths)
    elif vhdl:
        raise parsed.mistake("sources", f"{vhdl[0]} is VHDL; one core is of one language")
    else:
        compiled = [_read(p, folder) for p in paths if p not in headers]
    data = _matches(parsed, "data", core.data, required=False)
    repository, commit = _checkout(paths[0].parent)
    return CoreSources(
        compiled=tuple(_in_order(compiled)),
        includes=tuple(_includes(parsed, headers)),
        data=tuple(_renamed(_read(p, folder), p.name) for p in data),
        driver=_driver(parsed),
        repository=repository,
        commit=commit,
        converted=converted,
    )


def _matches(
    parsed: ParsedCoreFile, key: str, patterns: Sequence[str], *, required: bool = True
) -> list[Path]:
    """Returns the files of patterns, without duplicates, in the order of the patterns."""
    matches: dict[Path, None] = {}
    for pattern in patterns:
        base, rest = parsed.folder, pattern
        if Path(pattern).is_absolute():
            base, rest = Path(Path(pattern).anchor), str(Path(pattern).relative_to("/"))
        files = sorted(path for path in base.glob(rest) if path.is_file())
        if not files and required:
            raise parsed.mistake(key, f"no file matches {pattern} in {parsed.folder}")
        matches |= dict.fromkeys(files)
    return list(matches)


def _includes(parsed: ParsedCoreFile, headers: Sequence[Path]) -> Iterator[Source]:
    """Yields every file in the include folders, and the headers among the sources."""
    for path in headers:
        yield _renamed(_read(path, parsed.folder), f"{_INCLUDES}/{path.name}")
    for name in parsed.core.include:
        folder = parsed.folder / name
        if not folder.is_dir():
            raise parsed.mistake("include", f"there is no folder {folder}")
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix in (*_HEADERS, ".v", ".sv", ".inc"):
                relative = path.relative_to(folder).as_posix()
                yield _renamed(_read(path, folder), f"{_INCLUDES}/{relative}")


def _read(path: Path, folder: Path) -> Source:
    """Reads a file as it is."""
    try:
        text = path.read_bytes().decode("utf-8", errors="replace").replace("\r\n", "\n")
    except OSError as error:
        raise BadInput(f"cannot read the source {path}: {error.strerror}") from error
    name = path.relative_to(folder) if path.is_relative_to(folder) else Path(path.name)
    return _source(name.as_posix(), text)


def _source(name: str, text: str) -> Source:
    return Source(name, text, tuple(range(1, text.count("\n") + 2)))


def _renamed(source: Source, path: str) -> Source:
    return Source(path, source.text, source.lines)


def _in_order(files: Sequence[Source]) -> Iterator[Source]:
    """Yields files such that packages come before the files that use them."""
    declares = {name: file for file in files for name in _PACKAGE.findall(file.text)}
    done: set[str] = set()

    def visit(file: Source) -> Iterator[Source]:
        if file.path in done:
            return
        done.add(file.path)
        for name in _USED.findall(file.text):
            if name in declares:
                yield from visit(declares[name])
        yield file

    for file in files:
        yield from visit(file)


def _driver(parsed: ParsedCoreFile) -> str:
    """Returns the text of the cocotb driver; empty if there is none."""
    interface = parsed.core.interface
    if not isinstance(interface, CocotbInterface):
        return ""
    path = parsed.folder / interface.cocotb
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise parsed.mistake("interface.cocotb", f"cannot read {path}: {why}") from error


def _checkout(folder: Path) -> tuple[str, str]:
    """Returns the repository and the commit of a folder; empty strings without a checkout."""

    def git(*arguments: str) -> str:
        command = ["git", "-C", str(folder.resolve()), *arguments]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
        except (OSError, subprocess.TimeoutExpired):
            return ""
        return done.stdout.strip() if done.returncode == 0 else ""

    commit = git("rev-parse", "--short=10", "HEAD")
    if not commit:
        return "", ""
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".")
    return git("remote", "get-url", "origin"), commit + ("+" if changed else "")


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
