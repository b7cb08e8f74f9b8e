"""Storage units with mistakes, which a test of the unit must notice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from silicrypt.verify import storage


@dataclass(frozen=True)
class Mistake:
    """An expression of a source file, its context, and its replacement."""

    file: str
    right: str
    wrong: str
    before: str = ""


def plant(
    folder: Path, cache: Path, parameters: Mapping[str, int], mistakes: Mapping[str, Mistake]
) -> Iterator[None]:
    """Builds a unit with all mistakes, once for all processes, and lets sessions run it.

    The argument ``+mistake=N`` of a session makes mistake N active, counted from 1.
    """
    right = storage.build(parameters)
    texts = {path: path.read_text(encoding="utf-8") for path in right.sources if path.is_file()}
    named = {path.name: path for path in texts}
    for number, mistake in enumerate(mistakes.values(), 1):
        path, found = named[mistake.file], mistake.before + mistake.right
        assert texts[path].count(found) == 1, f"{path} no longer has '{found}': adapt this test"
        choice = f"(mistake_pkg::made == {number} ? ({mistake.wrong}) : ({mistake.right}))"
        texts[path] = texts[path].replace(found, mistake.before + choice)
    top = named[f"{right.top}.sv"]
    asked = """  initial void'($value$plusargs("mistake=%d", mistake_pkg::made));\nendmodule"""
    texts[top] = texts[top].replace("endmodule", asked)
    package = folder / "mistake_pkg.sv"
    package.write_text("package mistake_pkg; int made = 0; endpackage\n", encoding="utf-8")
    sources = [package]
    for path, text in texts.items():
        sources.append(folder / path.name)
        sources[-1].write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SILICRYPT_CACHE", str(cache))
        built = replace(right, sources=tuple(sources))
        patch.setattr(storage, "build", lambda _: built)
        yield
