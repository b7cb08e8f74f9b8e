"""What our own modules contribute to a number: their code without comments and docstrings.

A figure follows from the tools, the sources, and the code here that reads what tools report. That
code belongs to the key of a result like a tool's version does. Prose does not: a comment or a
docstring changes no figure.
"""

from __future__ import annotations

import ast
import hashlib
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def code_hash(*modules: str) -> str:
    """Stands for the code of modules: 16 hexadecimal digits.

    Args:
        modules: files of this package, as in ``"tools/sta.py"``; a folder stands for the files in
            it. Those that are not Python count as they are.
    """
    digest = hashlib.sha256()
    for path in sorted(path for module in modules for path in _files(_PACKAGE / module)):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode())
        digest.update(code(path) if path.suffix == ".py" else path.read_bytes())
    return digest.hexdigest()[:16]


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return [file for file in path.rglob("*") if file.suffix in (".py", ".cpp", ".h", ".c")]


def code(path: Path) -> bytes:
    """A Python module without what does not run: comments, docstrings, layout."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [part for part in node.body if not _is_text(part)] or [ast.Pass()]
    return ast.unparse(tree).encode()


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
