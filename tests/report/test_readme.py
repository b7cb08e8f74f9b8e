"""The pages of the repository that are made from results."""

from __future__ import annotations

from pathlib import Path

import pytest

from silicrypt.errors import BadInput
from silicrypt.papers import Reproduction
from silicrypt.papers.model import VERDICTS
from silicrypt.report import readme, source
from silicrypt.report.rows import ResultRow


@pytest.fixture
def root(
    tmp_path: Path,
    rows: list[ResultRow],
    reproduction: Reproduction,
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    """Returns a repository with both pages and the sample results."""
    monkeypatch.setattr(source, "results", lambda: rows)
    monkeypatch.setattr(readme, "reproduce", lambda *_, **__: reproduction)
    (tmp_path / "docs").mkdir()
    for page in (readme.README, readme.ALL):
        (tmp_path / page).write_text(f"before\n{readme.BEGIN}\nold\n{readme.END}\nafter\n")
    begin, end = readme.VERDICTS
    with (tmp_path / readme.README).open("a") as first:
        first.write(f"{begin}\nold\n{end}\nafter\n")
    return tmp_path


def tables(page: Path) -> list[list[list[str]]]:
    """Returns the cells of each table of a page."""
    found: list[list[list[str]]] = [[]]
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("|"):
            found[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        elif found[-1]:
            found.append([])
    return [table for table in found if table]


def test_the_first_page_has_a_row_for_each_family_with_peers(root: Path) -> None:
    readme.update(root)
    table, verdicts = tables(root / readme.README)
    assert verdicts[0][:3] == ["paper", "claims", "reproduced"]
    row = dict(zip(verdicts[0], verdicts[2], strict=True))
    counts = [int(row[verdict]) for verdict in VERDICTS]
    assert int(row["claims"]) == sum(counts) > 0
    assert int(row["of these not measured yet"]) <= int(row["not measurable here"])
    assert [row[0] for row in table[2:]][:4] == ["SHA-512", "SHA-256", "SHA-1", "MD5"]
    assert {len(row) for row in table} == {len(table[0])}
    assert (root / readme.PICTURE).read_text(encoding="utf-8").startswith("<svg")


def test_the_other_page_has_every_result(root: Path, rows: list[ResultRow]) -> None:
    readme.update(root)
    routed, mapped, family = tables(root / readme.ALL)
    for table, target in ((routed, "ecp5-85k"), (mapped, "nangate45"), (family, "virtex-e")):
        shown = [(r.config, r.level) for r in rows if r.target == target]
        assert [tuple(row[:2]) for row in table[2:]] == shown
    assert "BRAM" in routed[0] and "BRAM" not in mapped[0]
    assert "LUT4" in routed[2][4] and "GE" in mapped[2][4]


def test_what_is_written_by_hand_stays_and_a_second_time_changes_nothing(root: Path) -> None:
    readme.update(root)
    once = (root / readme.README).read_text(encoding="utf-8")
    assert once.startswith("before\n") and once.endswith("\nafter\n") and "\nold\n" not in once
    readme.update(root)
    assert (root / readme.README).read_text(encoding="utf-8") == once


def test_a_page_without_its_markers_is_named(root: Path) -> None:
    (root / readme.ALL).write_text("nothing here", encoding="utf-8")
    with pytest.raises(BadInput, match=r"results\.md"):
        readme.update(root)
