"""A release: the version is the same in each file that states it, and says whether it is one."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass

import pytest

from test_links import ROOT

_FILES = {name: (ROOT / name).read_text("utf-8") for name in ("pyproject.toml", "CITATION.cff")}
_CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")


@dataclass(frozen=True)
class Stated:
    """What the files state: each version, the first heading of the changelog, and the date."""

    package: str
    citation: str
    heading: str
    date: str


def stated(package: str, citation: str, changelog: str) -> Stated:
    cited, dated = (
        re.search(rf'^{key}: "?([^"\n]+)', citation, re.M) for key in ("version", "date-released")
    )
    first = re.search(r"^## (.*)$", changelog, re.M)
    return Stated(
        tomllib.loads(package)["project"]["version"],
        cited[1] if cited else "",
        first[1] if first else "",
        dated[1] if dated else "",
    )


def contradictions(found: Stated) -> list[str]:
    """Returns what does not fit: a version in development is not released, any other has a date."""
    base, _, development = found.package.partition(".dev")
    date = "not released yet" if development else found.date
    wanted = {"citation": found.package, "heading": f"{base} ({date or 'no date'})"}
    wrong = [
        f"{key}: {getattr(found, key)}" for key, v in wanted.items() if getattr(found, key) != v
    ]
    return [*wrong, *([f"date: {found.date}"] if development and found.date else [])]


def test_all_files_state_the_same_version() -> None:
    assert not contradictions(stated(*_FILES.values(), _CHANGELOG))


@pytest.mark.parametrize(
    ("package", "citation", "heading", "wrong"),
    [
        ("1.0.0", 'version: 1.0.0\ndate-released: "2027-01-02"', "1.0.0 (2027-01-02)", 0),
        ("1.0.0", 'version: 1.0.0\ndate-released: "2027-01-02"', "1.0.0 (not released yet)", 1),
        ("1.0.0", "version: 1.0.0", "1.0.0 (not released yet)", 1),
        ("1.0.0.dev0", "version: 1.0.0.dev0", "1.0.0 (not released yet)", 0),
        ("1.0.0.dev0", "version: 1.0.0", "Unreleased", 2),
        ("1.0.0.dev0", 'version: 1.0.0.dev0\ndate-released: "2027-01-02"', "1.0.0 (2027-01-02)", 2),
    ],
)
def test_files_that_disagree_are_found(
    package: str, citation: str, heading: str, wrong: int
) -> None:
    found = stated(f'[project]\nversion = "{package}"', citation, f"# Changelog\n\n## {heading}\n")
    assert len(contradictions(found)) == wrong
