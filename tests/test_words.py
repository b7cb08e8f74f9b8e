"""The words of the project: no file uses one that the glossary has replaced."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from silicrypt.paths import hw_root

ROOT = hw_root().parent
#: Files that name the replaced words: they tell what was renamed.
_TELL = ("CHANGELOG.md", "CONTRIBUTING.md", "tests/test_words.py")
_SUFFIXES = {".sv", ".svh", ".v", ".py", ".md", ".toml", ".rdl", ".c", ".cpp", ".h", ".j2", ".js"}
_COUNTED = "rounds?|steps?|operations?|blocks?|beats?|bytes?|bits|words|edges|Mbit/s|throughput"
_PER = "cycle|second|LUT4?"
#: A replaced word alone or as a part of an identifier, and the folders where it is searched.
REPLACED = {
    "campaign|fate|foreign|forget|gather|standing|twin": ("",),
    "house": ("hw", "src", "docs"),
    # The gate-level simulator and Keccak (FIPS 202) have lanes; other hardware has channels and
    # registers.
    "lane": (
        *("hw/bus", "hw/cipher", "hw/hash/merkle_damgard", "hw/prim", "hw/system"),
        *("hw/mac/ghash", "hw/mac/hmac", "hw/mac/kdf"),
    ),
    # The addition of the chaining value; a line feed is a character.
    r"(?<!line )feed(?![-_ ]?forward)": ("hw/hash", "hw/mac"),
    "letter": ("hw/hash", "hw/mac", "hw/cipher"),
}


def files(folder: str) -> Iterator[Path]:
    """Yields the sources, tests and pages below a folder that people write."""
    roots = [ROOT / folder] if folder else [ROOT / name for name in ("hw", "src", "tests", "docs")]
    found = [path for root in roots for path in sorted(root.rglob("*"))]
    for path in [*found, *([] if folder else ROOT.glob("*.md"))]:
        name = path.relative_to(ROOT).as_posix()
        made = any(part in ("generated", "samples", "__pycache__") for part in path.parts)
        if path.suffix in _SUFFIXES and name not in _TELL and not made:
            yield path


def lines(pattern: re.Pattern[str], folder: str) -> list[str]:
    """Returns the lines that contain a pattern, as FILE:LINE: TEXT."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in files(folder)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]


def replaced(words: str) -> re.Pattern[str]:
    """Returns the pattern of words, as words or as parts of an identifier, in any case."""
    return re.compile(rf"(?i:(?<![a-z])(?:{words})s?(?![a-z]))")


def rate() -> re.Pattern[str]:
    """Returns the pattern of a rate that is written without 'per'."""
    return re.compile(rf"\b(?:one|two|four|\d+) (?:{_COUNTED}) an? (?:{_PER})\b(?! earlier)")


@pytest.mark.parametrize(
    ("words", "folder"),
    [(words, folder) for words, folders in REPLACED.items() for folder in folders],
)
def test_no_file_uses_a_replaced_word(words: str, folder: str) -> None:
    assert lines(replaced(words), folder) == []


def test_a_rate_says_per() -> None:
    assert lines(rate(), "") == []


@pytest.mark.parametrize(
    ("words", "text", "found"),
    [
        ("twin", "the twin of a run", True),
        ("twin", "u_twins", True),
        ("twin", "between, twine", False),
        ("standing", "STANDINGS: Sequence", True),
        ("standing", "outstanding accesses, -ffreestanding", False),
        (list(REPLACED)[3], "logic feed_q;", True),
        (list(REPLACED)[3], "the feed-forward, feed_forward_i, a line feed", False),
    ],
)
def test_a_word_is_found_in_prose_and_in_identifiers(words: str, text: str, found: bool) -> None:
    assert bool(replaced(words).search(text)) is found


def test_a_rate_is_found_and_a_time_is_not() -> None:
    assert rate().search("one operation a cycle")
    assert rate().search("20 rounds a second")
    assert not rate().search("formed of four words a cycle earlier; the round takes a cycle")
