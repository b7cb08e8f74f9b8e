"""Hashes the code of this project that an outcome follows from, found from what that code names.

A figure follows from the sources, the tools, and the code here that prepares inputs and reads
reports. That code is therefore a part of the key of an outcome, like the version of a tool. It is
not listed anywhere: from the functions that a step calls, `code_key` follows every name to the
function, class or constant that it stands for, in whichever file that is, and on from there. An
annotation names a class, so the methods of an argument count. A string such as
``silicrypt.tools.gatesim.ecp5`` names a module, and one such as ``bench.cpp`` a file beside the
module; the headers that a C++ file includes count, too.

Comments, docstrings, layout, and definitions that nothing on the way names change no key. Neither
does moving a definition to another file. `code_key` itself is in no key: no figure follows from how
code is found.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

from silicrypt.base.sources import strip
from silicrypt.paths import cache_dir, kept

#: Where code begins.
Root: TypeAlias = object

_THIS = Path(__file__).resolve()
_PACKAGE = _THIS.parent.parent
_MODULE = re.compile(r"(\w+(?:\.\w+)+)(?::(\w+))?")
_FILE = re.compile(r"[\w/]+\.(?:cpp|h|c|py)")
_INCLUDE = re.compile(r'^\s*#include\s+"([^"]+)"', re.MULTILINE)
#: Everything in a module, in place of the name of a definition.
_ALL = "*"


@dataclass(frozen=True)
class _Part:
    """A definition or a statement of a module, without comments and docstrings.

    Attributes:
        text: the code that remains.
        names: the names in it, each with the attributes that follow: ``("sta", "analyse")``.
        strings: the strings in it.
    """

    text: str
    names: frozenset[tuple[str, ...]]
    strings: frozenset[str]


@dataclass(frozen=True)
class _Module:
    """A parsed module.

    Attributes:
        folders: the folders to which names of files in it may be relative.
        parts: functions, classes and constants by name; statements that always run by ``""``.
        imports: module, and name in it if one is imported, by the name that the module uses.
    """

    folders: tuple[Path, ...]
    parts: Mapping[str, tuple[_Part, ...]]
    imports: Mapping[str, tuple[str, str]]


@dataclass(frozen=True, order=True)
class _Definition:
    """A definition: a module, given by its file, and a name in it."""

    path: Path
    name: str


def code_key(*roots: Root, folders: tuple[Path, ...] = ()) -> str:
    """Returns a hash of the code that functions, classes or modules reach: 16 hex digits.

    Args:
        roots: where to begin: functions, classes, modules, or ``"module:name"`` of one that is not
            imported. A path stands for all definitions of its file, any other object for its class.
        folders: folders with further modules of the project, such as those of its tests.
    """
    return _key(frozenset(map(_definition, roots)), (_PACKAGE.parent, *folders))


def reached(*roots: Root) -> dict[Path, set[str]]:
    """Returns the names of the definitions that `code_key` covers, by file."""
    found: dict[Path, set[str]] = {}
    for definition in _closure(map(_definition, roots), (_PACKAGE.parent,)):
        found.setdefault(definition.path, set()).add(definition.name)
    return found


@kept
def code(path: Path) -> bytes:
    """Returns a file of Python or C++ without what does not run: comments, docstrings, layout."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return strip(path.name, text).text.encode()
    return ast.unparse(_undocumented(ast.parse(text))).encode()


def including(path: Path) -> tuple[Path, ...]:
    """Returns a C++ file, followed by the files of ours that it includes, directly or not."""
    found, left = dict.fromkeys([path.resolve()]), [path.resolve()]
    while left:
        file = left.pop(0)
        new = [one for one in _included(file) if one not in found]
        found |= dict.fromkeys(new)
        left += new
    return tuple(found)


def _included(file: Path) -> Iterator[Path]:
    """Yields the files that a C++ file includes; a name is relative to its folder or the next."""
    for name in _INCLUDE.findall(file.read_text(encoding="utf-8")):
        paths = [folder / name for folder in (file.parent, file.parent.parent)]
        yield from [path.resolve() for path in paths if path.is_file()][:1]


def clear() -> None:
    """Clears what this process knows of files, so that a change while it runs is noticed."""
    _key.cache_clear()
    _path.cache_clear()


@cache
def _key(roots: frozenset[_Definition], folders: tuple[Path, ...]) -> str:
    """Returns the key of roots. The cache keeps it while the files that it covers stay."""
    asked = json.dumps([*((str(one.path), one.name) for one in sorted(roots)), *map(str, folders)])
    memory = cache_dir() / "code" / f"{hashlib.sha256(asked.encode()).hexdigest()[:16]}.json"
    with suppress(OSError, ValueError, KeyError, TypeError):
        known = json.loads(memory.read_text(encoding="utf-8"))
        if all(_stamp(path) == stamp for path, stamp in known["files"].items()):
            return str(known["key"])
    found = _closure(roots, folders)
    texts = {part.text for one in found for part in _parts(one)}
    key = hashlib.sha256("\0".join(sorted(texts)).encode()).hexdigest()[:16]
    files = {str(path): _stamp(str(path)) for path in {*(one.path for one in found), _THIS}}
    with suppress(OSError):  # a cache that cannot be written costs time, nothing else
        memory.parent.mkdir(parents=True, exist_ok=True)
        unfinished = memory.with_name(f".{memory.name}.{os.getpid()}")
        unfinished.write_text(json.dumps({"key": key, "files": files}), encoding="utf-8")
        unfinished.rename(memory)
    return key


def _stamp(path: str) -> list[int]:
    """Returns time and size of a file, which change when the file does."""
    status = Path(path).stat()
    return [status.st_mtime_ns, status.st_size]


def _definition(root: Root) -> _Definition:
    if isinstance(root, Path):
        return _Definition(root.resolve(), _ALL)
    if isinstance(root, str):
        module, _, name = root.partition(":")
        path = _path(module, (_PACKAGE.parent,))
        assert path is not None, f"there is no module {module}"
        return _Definition(path, name or _ALL)
    if isinstance(root, ModuleType):
        return _Definition(Path(str(root.__file__)).resolve(), _ALL)
    while isinstance(root, partial):
        given = (*root.args, *root.keywords.values())
        assert not any(map(callable, given)), "functions that a partial is given have no key"
        root = root.func
    function = inspect.unwrap(root) if callable(root) else root
    named = function if hasattr(function, "__qualname__") else type(function)
    path = Path(inspect.getfile(named)).resolve()  # type: ignore[arg-type]
    return _Definition(path, str(named.__qualname__).partition(".")[0])


def _closure(roots: Iterable[_Definition], folders: tuple[Path, ...]) -> set[_Definition]:
    found, left = set[_Definition](), list(roots)
    while left:
        one = left.pop()
        if one not in found and one != _Definition(_THIS, code_key.__name__):
            found.add(one)
            left += _named(one, folders)
    return found


def _parts(definition: _Definition) -> Sequence[_Part]:
    if definition.path.suffix != ".py":
        return (_Part(code(definition.path).decode(), frozenset(), frozenset()),)
    parts = _parse(definition.path).parts
    if definition.name == _ALL:
        return [part for some in parts.values() for part in some]
    return parts.get(definition.name, ())


def _named(definition: _Definition, folders: tuple[Path, ...]) -> Iterator[_Definition]:
    """Yields what a definition names, and the statements of its module that always run."""
    path = definition.path
    if path.suffix != ".py":
        yield from (_Definition(file, _ALL) for file in _included(path))
        return
    module = _parse(path)
    if definition.name:
        yield _Definition(path, "")
    for part in _parts(definition):
        for chain in part.names:
            if chain[0] in module.parts:
                yield _Definition(path, chain[0])
            elif chain[0] in module.imports:
                origin, name = module.imports[chain[0]]
                yield from _resolve(origin, [*([name] if name else []), *chain[1:]], folders)
        for text in part.strings:
            if found := _MODULE.fullmatch(text):
                yield from _resolve(found[1], [found[2]] if found[2] else [], folders)
            if _FILE.fullmatch(text):
                yield from _beside(text, module.folders)


def _beside(name: str, folders: Iterable[Path]) -> Iterator[_Definition]:
    paths = [path for folder in folders if (path := folder / name).is_file()]
    for path in paths[:1]:
        yield _Definition(path.resolve(), _ALL)


def _resolve(module: str, chain: Sequence[str], folders: tuple[Path, ...]) -> Iterator[_Definition]:
    """Yields the definition that a name of a module stands for, or the complete module."""
    path = _path(module, folders)
    if path is None:
        return
    if not chain:
        yield _Definition(path, _ALL)
        return
    known = _parse(path)
    if chain[0] in known.parts:
        yield _Definition(path, chain[0])
    elif _path(f"{module}.{chain[0]}", folders) is not None:
        yield from _resolve(f"{module}.{chain[0]}", chain[1:], folders)
    elif chain[0] in known.imports:
        origin, name = known.imports[chain[0]]
        yield from _resolve(origin, [*([name] if name else []), *chain[1:]], folders)


@cache
def _path(module: str, folders: tuple[Path, ...]) -> Path | None:
    """Returns the file of a module below one of the folders; None for any other module.

    Beside the installed package stand packages of others, which are no code of this project.
    """
    for folder in folders:
        if folder == _PACKAGE.parent and not module.startswith(_PACKAGE.name):
            continue
        path = folder.joinpath(*module.split("."))
        for file in (path / "__init__.py", path.with_suffix(".py")):
            if file.is_file():
                return file
    return None


@kept
def _parse(path: Path) -> _Module:
    tree = _undocumented(ast.parse(path.read_text(encoding="utf-8")))
    parts: dict[str, list[_Part]] = {"": []}
    for statement in tree.body:
        if not isinstance(statement, ast.Import | ast.ImportFrom):
            for name in _defines(statement):
                parts.setdefault(name, []).append(_part(statement))
    inside = path.is_relative_to(_PACKAGE)
    above = [folder for folder in path.parents if folder.is_relative_to(_PACKAGE)]
    return _Module(
        tuple(above) if inside else (path.parent,),
        {name: tuple(some) for name, some in parts.items()},
        dict(_imports(tree)),
    )


def _undocumented(tree: ast.Module) -> ast.Module:
    """Returns a module without its docstrings and the strings below its attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [part for part in node.body if not _is_text(part)] or [ast.Pass()]
    return tree


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _defines(statement: ast.stmt) -> list[str]:
    """Returns the names that a statement of a module defines; ``""`` if it does something else."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.Assign(targets=targets):
            ends = [end for target in targets for end in _ends(target)]
            return [end.id for end in ends if isinstance(end, ast.Name)] or [""]
    return [""]


def _ends(target: ast.expr) -> list[ast.expr]:
    return list(target.elts) if isinstance(target, ast.Tuple | ast.List) else [target]


def _part(statement: ast.stmt) -> _Part:
    strings = {
        node.value
        for node in ast.walk(statement)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return _Part(
        ast.unparse(statement), frozenset(_names(statement, frozenset())), frozenset(strings)
    )


def _names(node: ast.AST, local: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """Yields the names of a module that a node uses, each with the attributes that follow.

    Args:
        node: the node.
        local: the names that the functions around it bind.
    """
    chain: list[str] = []
    end = node
    while isinstance(end, ast.Attribute):
        chain.insert(0, end.attr)
        end = end.value
    if isinstance(end, ast.Name):
        if end.id not in local:
            yield (end.id, *chain)
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        body = node.body if isinstance(node.body, list) else [node.body]
        inside = local | _bound(node)
        for child in ast.iter_child_nodes(node):  # decorators, defaults and annotations are outside
            yield from _names(child, inside if child in body else local)
        return
    for child in ast.iter_child_nodes(node):
        yield from _names(child, local)


def _bound(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> frozenset[str]:
    """Returns the names that a function binds: its parameters, and what it assigns."""
    nodes = list(ast.walk(function))
    taken = {node.arg for node in nodes if isinstance(node, ast.arg)}
    taken |= {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return frozenset(taken - {name for n in nodes if isinstance(n, ast.Global) for name in n.names})


def _imports(tree: ast.Module) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yields the imports of a module, wherever they stand in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for one in node.names:
                yield one.asname or one.name, (str(node.module), one.name)
        elif isinstance(node, ast.Import):
            for one in node.names:
                whole = one.name if one.asname else one.name.partition(".")[0]
                yield one.asname or whole, (whole, "")
