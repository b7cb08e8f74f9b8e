"""The pages: numbers are written alike, and tables of parameters have the defaults of the RTL."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from test_links import ROOT, pages

#: The character that separates thousands, as in the tables that are made from results.
THIN = "\N{NARROW NO-BREAK SPACE}"
#: Code, and addresses of links: there a number is what a program reads or prints.
_CODE = re.compile(r"^```.*?^```$|`[^`]*`|\]\([^)]*\)", re.M | re.S)
_SEPARATED = re.compile(r"(?<![\w.,-])\d{1,3}(?:[, ]\d{3})+(?!\w|,\d)")


def separated(text: str) -> list[str]:
    """Returns the numbers outside of code whose thousands are separated by another character."""
    return _SEPARATED.findall(_CODE.sub(lambda code: "\n" * code[0].count("\n"), text))


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_thousands_are_separated_alike(page: Path) -> None:
    found = separated(page.read_text(encoding="utf-8"))
    assert not found, "put U+202F between the thousands, as the tables made from results have it"


def test_a_number_with_another_separator_is_found() -> None:
    assert separated("1 003 LUT4, 12,500, then") == ["1 003", "12,500"]
    assert separated(f"1{THIN}003 LUT4, `1,003`, seeds 1,2,3, 128, 192, in 2005 100 runs") == []


#: The modules whose parameters a page lists, by the folder of the page.
MODULES = {
    "cipher/ascon": ("sil_ascon_aead",),
    "hash/ascon": ("sil_ascon_core", "sil_ascon_stream", "sil_ascon_xof"),
    "cipher/aes": ("sil_aes_core", "sil_aes_stream", "sil_aes_chained"),
    "cipher/gcm": ("sil_aes_gcm", "sil_aes_gcm_pipe"),
    "cipher/ccm": ("sil_aes_ccm",),
    "cipher/modes": ("sil_modes_stream", "sil_modes_chained"),
    "cipher/sm4": ("sil_sm4_core", "sil_sm4_stream", "sil_sm4_chained"),
    "hash/md5": ("sil_md5_core", "sil_md5_stream"),
    "hash/md5_sha1": ("sil_hmac_md5_sha1",),
    "hash/sha1": ("sil_sha1_core", "sil_sha1_stream"),
    "hash/sha2": ("sil_sha2_core", "sil_sha2_stream"),
    "hash/sha3": (
        *("sil_sha3_core", "sil_sha3_stream", "sil_sha3_xof"),
        *("sil_sha3_unrolled_stream", "sil_sha3_interleaved_stream"),
    ),
    "hash/shat": ("sil_shat_core", "sil_shat_stream"),
    "hash/sm3": ("sil_sm3_core", "sil_sm3_stream"),
    "mac/hmac": (
        *("sil_hmac_md5", "sil_hmac_md5_sha1", "sil_hmac_md5_sha1_pipe4", "sil_hmac_pipe4"),
        *("sil_hmac_md_short", "sil_hmac_sha2", "sil_hmac_sha2_short", "sil_hmac_sm3"),
    ),
    "mac/kdf": ("sil_kdf_sha1", "sil_kdf_sha2"),
    "mac/kmac": ("sil_kmac",),
    "mac/tuplehash": ("sil_tuplehash",),
    "system/storage_unit": ("sil_storage_sram", "sil_storage_unit"),
}
_DECLARED = re.compile(r"^\s+parameter\b.*?(\w+) = (?:\w+::)?([\w']+)", re.M)


def declared(folder: str) -> dict[str, set[str]]:
    """Returns the defaults of each parameter of the modules of a page, as literals."""
    found: dict[str, set[str]] = {}
    for module in MODULES[folder]:
        (path,) = (ROOT / "hw").rglob(f"{module}.sv")
        for name, default in _DECLARED.findall(path.read_text(encoding="utf-8")):
            found.setdefault(name, set()).add(default.removeprefix("1'b"))
    return found


def listed(text: str) -> dict[str, set[str]]:
    """Returns the defaults of each parameter in the tables of a page."""
    found: dict[str, set[str]] = {}
    names: list[str] = []
    for line, cells in _tables(text):
        if "default" in line and len(cells) == len(line):
            names = re.findall(r"`(\w+)`", cells[0]) or names  # a row without a name continues
            defaults = re.findall(r"[\w']+", cells[line.index("default")].split(":")[0])
            for name, default in zip(names, defaults, strict=bool(defaults)):
                found.setdefault(name, set()).add(default)
    return found


def _tables(text: str) -> Iterator[tuple[list[str], list[str]]]:
    """Yields the heading and the cells of each row of each table of parameters."""
    heading: list[str] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line[1:-1].split("|")] if line.startswith("|") else []
        if not cells or cells[0] == "parameter":
            heading = cells
        elif heading and not cells[0].startswith("---"):
            yield heading, cells


@pytest.mark.parametrize("folder", MODULES)
def test_a_page_has_the_defaults_of_its_parameters(folder: str) -> None:
    known, shown = declared(folder), listed((ROOT / "hw" / folder / "README.md").read_text("utf-8"))
    assert shown == {name: known[name] for name in shown}
    assert not set(known) - set(shown) - {"Midstates"}


@pytest.mark.parametrize(
    "page",
    [page for page in pages() if "ndefined" in page.read_text("utf-8") and page.parts[-4] == "hw"],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_a_page_of_hardware_links_to_what_undefined_means(page: Path) -> None:
    assert "/docs/streams.md" in page.read_text(encoding="utf-8")


_PYTHON = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)


@pytest.mark.parametrize(
    "page",
    [page for page in pages() if _PYTHON.search(page.read_text(encoding="utf-8"))],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_python_on_a_page_is_python(page: Path) -> None:
    """The formatter passes over a snippet that is none."""
    for snippet in _PYTHON.findall(page.read_text(encoding="utf-8")):
        ast.parse(snippet)
