"""Hashes the code of silicrypt's own modules without comments and docstrings.

A figure follows from the tools, the sources, and the code of this package that reads the reports
of the tools. That code is therefore part of the key of a result, like the version of a tool.
Comments and docstrings change no figure and are left out.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from silicrypt.base.files import kept
from silicrypt.base.sources import strip

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def code_hash(*modules: str) -> str:
    """Returns a hash of the code of modules: 16 hexadecimal digits.

    Args:
        modules: files of this package, such as ``"tools/sta.py"``. A folder stands for the files
            in it. A file that is not Python is hashed as it is.
    """
    digest = hashlib.sha256()
    for path in sorted(path for module in modules for path in _files(_PACKAGE / module)):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode())
        digest.update(code(path))
    return digest.hexdigest()[:16]


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return [file for file in path.rglob("*") if file.suffix in (".py", ".cpp", ".h", ".c")]


@kept
def code(path: Path) -> bytes:
    """Returns a module of Python or C++ without what does not run: comments, docstrings, layout."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return strip(path.name, text).text.encode()
    tree = ast.parse(text)
    for node in _statements(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [part for part in node.body if not _is_text(part)] or [ast.Pass()]
    return ast.unparse(tree).encode()


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yields a node and the statements inside it. Expressions hold no docstrings."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield from _statements(child)


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
