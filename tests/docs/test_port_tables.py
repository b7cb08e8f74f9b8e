"""The tables of ports on the pages of ``hw/`` are those of the sources."""

from __future__ import annotations

from pathlib import Path

import pytest

import port_tables
from silicrypt.errors import BadInput
from silicrypt.paths import hw_root
from silicrypt.results.store import Store

PAGES = {str(page.relative_to(hw_root())): page for page in port_tables.pages(hw_root())}
SHA2 = PAGES["hash/sha2/README.md"]


def test_the_pages_of_the_tops_have_tables() -> None:
    found = {table.name for page in PAGES.values() for table in port_tables.tables(page)}
    assert found >= {
        "sha256-fast",
        "sha1-fast",
        "md5-fast",
        "shat128",
        "hmac-sha256-fast",
        "aes128-fast",
    }


@pytest.mark.parametrize("page", PAGES)
def test_tables_are_those_of_the_sources(page: str) -> None:
    for table in port_tables.tables(PAGES[page]):
        assert table.text == table.rendered(table.resets), "run `make pages`"


def test_widths_have_the_names_of_the_source() -> None:
    stream, core, *_ = port_tables.tables(SHA2)
    assert "| `s_tkeep` | in | `DataBits/8` = 4 |" in stream.rendered({})
    assert "s_tkeep" not in core.rendered({})


@pytest.mark.parametrize(
    "page", ["hash/sha2/README.md", *(pytest.param(p, marks=pytest.mark.full) for p in PAGES)]
)
def test_values_in_reset_are_those_of_the_netlist(page: str) -> None:
    for table in port_tables.tables(PAGES[page]):
        known = {port: value for port, value in table.resets.items() if value}
        assert known == table.reset_values(Store()), "run `make pages`"


def test_a_stale_table_is_written_again(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    text = SHA2.read_text(encoding="utf-8")
    page.write_text(text.replace("| `m_tvalid` | out | 1 | 0 |", "| `m_tvalid` | out | 2 | 1 |"))
    port_tables.update(page, Store())
    assert page.read_text(encoding="utf-8") == text


def test_a_table_of_an_unknown_level_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text("<!-- ports: hmac-sha1 core -->\n<!-- end of ports -->\n", encoding="utf-8")
    with pytest.raises(BadInput, match="hmac-sha1 has no level core"):
        list(port_tables.tables(page))


def test_a_port_needs_a_comment() -> None:
    with pytest.raises(BadInput, match="nothing about the port odd_i"):
        port_tables._meaning(port_tables.ModulePort("odd_i", output=False, width=1))
