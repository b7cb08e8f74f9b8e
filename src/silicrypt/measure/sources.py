"""The files of a core that a core file names, with their hash and their commit."""

from __future__ import annotations

import hashlib
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from silicrypt.base.sources import Source
from silicrypt.errors import BadInput, ToolFailed, ToolMissing
from silicrypt.measure import vhdl
from silicrypt.measure.core import Cocotb
from silicrypt.measure.read import Located

#: Folder of included files and of files that ``$readmemh`` reads, below that of the tools.
_INCLUDES = "include"
_HEADERS = (".vh", ".svh", ".h")
_PACKAGE = re.compile(r"^\s*package\s+(?:automatic\s+)?(\w+)", re.MULTILINE)
_USED = re.compile(r"\b(\w+)::")


@dataclass(frozen=True)
class Files:
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


def find(located: Located) -> Files:
    """Returns the files that a core file names.

    Raises:
        BadInput: a pattern matches no file, a file cannot be read, or VHDL is not converted.
    """
    core, folder = located.core, located.folder
    out = set(_matches(located, "exclude", core.exclude, required=False))
    paths = [p for p in _matches(located, "sources", core.sources) if p not in out]
    if not paths:
        raise located.mistake("sources", "all files that it names are excluded")
    if core.language == "vhdl" or all(p.suffix in vhdl.SUFFIXES for p in paths):
        compiled, headers, converted = _converted(located, paths), [], vhdl.installed()
    elif found := next((p for p in paths if p.suffix in vhdl.SUFFIXES), None):
        raise located.mistake("sources", f"{found} is VHDL; one core is of one language")
    else:
        headers, converted = [p for p in paths if p.suffix in _HEADERS], ""
        compiled = [_read(p, folder) for p in paths if p not in headers]
    repository, commit = _checkout(paths[0].parent)
    return Files(
        compiled=tuple(_in_order(compiled)),
        includes=tuple(_includes(located, headers)),
        data=tuple(
            _renamed(_read(p, folder), p.name)
            for p in _matches(located, "data", core.data, required=False)
        ),
        driver=_driver(located),
        repository=repository,
        commit=commit,
        converted=converted,
    )


def _converted(located: Located, paths: Sequence[Path]) -> list[Source]:
    """Returns the Verilog that GHDL makes of a VHDL core."""
    core = located.core
    try:
        text = vhdl.verilog(core.top, paths, core.parameters)
    except ToolMissing as error:
        raise located.mistake("sources", f"VHDL is not read: {error} of it") from error
    except ToolFailed as error:
        raise located.mistake("sources", str(error)) from error
    return [Source(f"{core.top}.v", text, tuple(range(1, text.count("\n") + 2)))]


def _checkout(folder: Path) -> tuple[str, str]:
    """Returns the repository and the commit of a folder; empty strings without a checkout."""
    commit = _git(folder, "rev-parse", "--short=10", "HEAD")
    if not commit:
        return "", ""
    changed = _git(folder, "status", "--porcelain", "--untracked-files=no", "--", ".")
    return _git(folder, "remote", "get-url", "origin"), commit + ("+" if changed else "")


def _driver(located: Located) -> str:
    """Returns the text of the cocotb driver; empty if there is none."""
    interface = located.core.interface
    if not isinstance(interface, Cocotb):
        return ""
    path = located.folder / interface.cocotb
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise located.mistake("interface.cocotb", f"cannot read {path}: {why}") from error


def _matches(
    located: Located, key: str, patterns: Sequence[str], *, required: bool = True
) -> list[Path]:
    """Returns the files of patterns, without duplicates, in the order of the patterns."""
    found: dict[Path, None] = {}
    for pattern in patterns:
        base, rest = located.folder, pattern
        if Path(pattern).is_absolute():
            base, rest = Path(Path(pattern).anchor), str(Path(pattern).relative_to("/"))
        files = sorted(path for path in base.glob(rest) if path.is_file())
        if not files and required:
            raise located.mistake(key, f"no file matches {pattern} in {located.folder}")
        found |= dict.fromkeys(files)
    return list(found)


def _includes(located: Located, headers: Sequence[Path]) -> Iterator[Source]:
    """Yields every file in the include folders, and the headers among the sources."""
    for path in headers:
        yield _renamed(_read(path, located.folder), f"{_INCLUDES}/{path.name}")
    for name in located.core.include:
        folder = located.folder / name
        if not folder.is_dir():
            raise located.mistake("include", f"there is no folder {folder}")
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
    return Source(name.as_posix(), text, tuple(range(1, text.count("\n") + 2)))


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


def _git(folder: Path, *arguments: str) -> str:
    """Returns the output of git, or an empty string."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder.resolve()), *arguments],  # noqa: S607 - the user's own git
            capture_output=True,
            text=True,
            check=False,
            timeout=20,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
