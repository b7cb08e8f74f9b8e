"""The page about the architecture follows the code."""

from __future__ import annotations

import re

import architecture
from silicrypt.paths import hw_root

PAGE = (hw_root().parent / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_drawing_is_that_of_the_code() -> None:
    drawn = architecture.PICTURE.read_text(encoding="utf-8")
    assert drawn == architecture.drawn(), "run 'make pages'"


def test_every_package_is_drawn_once_and_described() -> None:
    imports = architecture.Imports.read()
    drawn = [name for row in architecture.layers(imports) for name in row]
    assert sorted(drawn) == sorted(imports.packages | {"cli"})
    modules = {"errors", "metrics", "paths"}
    described = re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?) \|", PAGE, re.M)))
    assert sorted(described) == sorted(set(drawn) - modules)


def test_a_package_imports_only_packages_below_it() -> None:
    imports = architecture.Imports.read()
    rows = architecture.layers(imports)
    row = {name: index for index, names in enumerate(rows) for name in names}
    upwards = {(a, b) for a, b in imports.edges if row[a] > row[b]}
    # A store of results stands below the results.
    assert not upwards - {("base", "results")}


def test_the_steps_are_those_of_the_drawing() -> None:
    steps = re.findall(r"^\| (\d) \| \[(\w+)/(\w+\.py)\]", PAGE, re.M)
    assert steps == [(str(n), *step) for n, step in enumerate(architecture.WAY, 1)]
