"""slang in this process: parses source files and elaborates designs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pyslang import Bag
from pyslang.ast import Compilation, CompilationOptions
from pyslang.syntax import SyntaxTree

from silicrypt.paths import kept


@kept
def tree(path: Path) -> Any:
    """Returns the syntax tree of a source file."""
    return SyntaxTree.fromFile(str(path))


def compilation(
    tops: Iterable[str], trees: Iterable[Any], parameters: Sequence[str] = ()
) -> Compilation:
    """Returns the elaboration of a design.

    Args:
        tops: its top modules.
        trees: the syntax trees of its files.
        parameters: the parameters of the tops, ``NAME=VALUE``.
    """
    options, bag = CompilationOptions(), Bag()
    options.topModules = set(tops)
    options.paramOverrides = list(parameters)
    bag.compilationOptions = options
    found = Compilation(bag)
    for one in trees:
        found.addSyntaxTree(one)
    return found
