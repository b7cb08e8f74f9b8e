"""The links of the pages: each leads to a file that exists, and to a heading of it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from silicrypt.paths import hw_root

ROOT = hw_root().parent
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_FENCED = re.compile(r"^```.*?^```$", re.M | re.S)
#: A path in backticks, and where it is looked for. Pages about what is added name files to write,
#: and those about decisions and changes also files of the past.
_PATH = re.compile(r"`((?:docs|drivers|examples|hw|results|src|tests)/[\w./-]+)`")
_PLACES = (ROOT, ROOT / "src" / "silicrypt")
_OTHERS = re.compile(r"CHANGELOG|adding-a|adr/")
_FOLDERS = ("docs", "hw", "examples", "drivers")


def pages() -> list[Path]:
    """Returns the pages that people read."""
    below = [page for folder in _FOLDERS for page in sorted((ROOT / folder).rglob("*.md"))]
    return [*sorted(ROOT.glob("*.md")), *below]


@cache
def anchors(page: Path) -> frozenset[str]:
    """Returns the anchors that GitHub gives to the headings of a page."""
    text = _FENCED.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.*)$", text, re.M)
    shown = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower() for heading in headings]
    return frozenset(re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in shown)


def broken(page: Path, text: str) -> list[str]:
    """Returns the links in the text of a page that lead nowhere."""
    found = []
    for link in _LINK.findall(text):
        if re.match(r"\w+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        page_of = target / "README.md" if target.is_dir() else target
        if not target.exists() or (anchor and anchor not in anchors(page_of)):
            found.append(f"{page.relative_to(ROOT)}: {link}")
    return found


def test_each_link_leads_to_a_file_and_a_heading() -> None:
    assert [link for page in pages() for link in broken(page, page.read_text("utf-8"))] == []


def test_a_link_without_a_target_is_found() -> None:
    page = ROOT / "README.md"
    text = "[a](docs/figures.md#power) [b](docs/none.md) [c](docs/figures.md#none) [d](https://x)"
    assert broken(page, text) == ["README.md: docs/none.md", "README.md: docs/figures.md#none"]


def missing(page: Path, text: str) -> list[str]:
    """Returns the paths in backticks in the text of a page at which there is nothing."""
    return [
        f"{page.relative_to(ROOT)}: {path}"
        for path in _PATH.findall(text)
        if "PAPER" not in path and not any((place / path).exists() for place in _PLACES)
    ]


def test_each_path_on_a_page_exists() -> None:
    read = [page for page in pages() if not _OTHERS.search(page.as_posix())]
    assert [one for page in read for one in missing(page, page.read_text("utf-8"))] == []


def test_a_path_of_nothing_is_found() -> None:
    text = "`tests/drivers/test_files.py` `tests/test_links.py` `results/result.py`"
    assert missing(ROOT / "README.md", text) == ["README.md: tests/drivers/test_files.py"]
