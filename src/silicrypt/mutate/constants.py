"""Mutants of the sources: a number in the declaration of a parameter is changed.

The declarations are those of tables, of other constants, and of the defaults of parameters. Such a
number is fixed before the simulation, so each mutant is compiled for itself.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pyslang.syntax import SyntaxKind

from silicrypt.base import slang, sources
from silicrypt.base.sources import Source
from silicrypt.mutate.netlist import ElaboratedPoint, Mutant, spread
from silicrypt.paths import hw_root
from silicrypt.tools import yosys

_NUMBERS = (SyntaxKind.IntegerLiteralExpression, SyntaxKind.IntegerVectorExpression)
_VERILOG = "elaborated.v"


def mutants(design: ElaboratedPoint, count: int, seed: int) -> list[tuple[Mutant, Path, str]]:
    """Returns changed numbers in the sources of a design, with the file and its changed text."""
    found = [
        one
        for path in design.point.sources(design.level)
        for one in _of_file(path, random.Random(f"{seed} {path.name}"))
    ]
    return spread(found, count, seed, lambda one: one[0].file)


def _of_file(path: Path, rng: random.Random) -> Iterator[tuple[Mutant, Path, str]]:
    text = path.read_text(encoding="utf-8")
    places = list[tuple[int, int]]()

    def number(node: Any) -> None:
        if node.kind in _NUMBERS:
            places.append((node.sourceRange.start.offset, node.sourceRange.end.offset))

    def declaration(node: Any) -> None:
        if node.kind == SyntaxKind.ParameterDeclaration:
            node.visit(number)

    slang.tree(path).root.visit(declaration)
    for begin, end in places:
        right, line = text[begin:end], text.count("\n", 0, begin) + 1
        wrong = _changed(right, rng)
        file = path.relative_to(hw_root()).as_posix()
        mutant = Mutant(file, line, f"{right} becomes {wrong}")
        yield mutant, path, text[:begin] + wrong + text[end:]


def _changed(number: str, rng: random.Random) -> str:
    """Returns a number with the lowest bit of a digit inverted, or one more in decimal."""
    *head, digits = re.split(r"(.*'s?[bodh])", number.replace("_", "").lower())
    if not head or head[1].endswith("d"):
        return f"{''.join(head)}{int(digits) + 1}"
    index = rng.randrange(len(digits))
    return f"{head[1]}{digits[:index]}{int(digits[index], 16) ^ 1:x}{digits[index + 1 :]}"


def elaborated(design: ElaboratedPoint, files: tuple[Source, ...], folder: Path) -> str:
    """Returns the elaborated netlist of sources as text, and leaves it in a folder.

    Raises:
        ToolFailed: Yosys refused the sources.
    """
    sources.write(files, folder)
    steps = design.steps([file.path for file in files])
    yosys.run("\n".join([*steps, f"write_verilog -noattr {_VERILOG}", ""]), folder)
    return (folder / _VERILOG).read_text(encoding="utf-8")
