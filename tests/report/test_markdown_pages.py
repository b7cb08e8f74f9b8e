"""The pages of the repository that are made from results."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from invented import powered

from silicrypt import catalog, metrics
from silicrypt.errors import BadInput
from silicrypt.metrics import area
from silicrypt.papers import PAPERS, Reproduction, data, reference
from silicrypt.papers.model import VERDICTS
from silicrypt.report import markdown_pages, records
from silicrypt.report.tables import grouped
from silicrypt.results.result import Range, Result
from silicrypt.results.store import Store
from test_links import broken

#: A page with a table whose figures are filled in, and one whose are not.
BY_HAND = """text
<!-- figures: ecp5-85k core -->
| you want | take | LUT4 | MHz |
|---|---|--:|--:|
| speed | `sha512-fast`, `nobody` | old | old |

| take | LUT4 |
|---|--:|
| `sha512-fast` | kept |

<!-- figures: nangate45 core -->
| take | target | level | LUT4 | Mbit/s |
|---|---|---|--:|--:|
| `sha512-fast` | ecp5-85k | core | | |
| 3 x `sha512-fast` | ecp5-85k | core | | |
| `sha512-fast` | ecp5-85k | stream | | |
"""
#: Two pages with such tables.
FILLED = (markdown_pages.README, Path("docs", "choosing.md"))


@pytest.fixture
def root(
    tmp_path: Path,
    samples: list[Result],
    reproduction: Reproduction,
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    """Returns a repository with all pages, and puts the sample results in place of the stored."""
    return pages(tmp_path, monkeypatch, samples, reproduction)


def pages(
    root: Path, patch: pytest.MonkeyPatch, samples: list[Result], reproduction: Reproduction
) -> Path:
    patch.setattr(records, "results", lambda *_: samples)
    shown_power = [powered("sha256-fast", name) for name in ("idle", "saturated")]
    patch.setattr(records, "powers", lambda *_: [(one, one.at(100.0)) for one in shown_power])
    patch.setattr(markdown_pages, "reproduce", lambda *_, **__: reproduction)
    first, last, claims = markdown_pages.README, markdown_pages.ALL, markdown_pages.CLAIMS
    made = {
        first: ("results", "verdicts"),
        last: ("contents", "best", "results", "power", "peers", "without"),
        claims: ("claims",),
        markdown_pages.NUMBERS: ("noise",),
        markdown_pages.VERIFIED: ("points",),
        markdown_pages.LOOPS: ("limits",),
    }
    for page, parts in made.items():
        (root / page).parent.mkdir(parents=True, exist_ok=True)
        marks = map(markdown_pages.markers, parts)
        text = [f"before\n{begin}\nold\n{end}\nafter\n" for begin, end in marks]
        (root / page).write_text("".join(text))
    for page in FILLED:
        (root / page).parent.mkdir(parents=True, exist_ok=True)
        with (root / page).open("a") as file:
            file.write(BY_HAND)
    return root


@pytest.fixture(scope="module")
def written(
    tmp_path_factory: pytest.TempPathFactory, samples: list[Result], reproduction: Reproduction
) -> Path:
    """Returns a repository whose pages are written once, for tests that read them."""
    with pytest.MonkeyPatch.context() as patch:
        root = pages(tmp_path_factory.mktemp("written"), patch, samples, reproduction)
        markdown_pages.update(root)
    return root


def tables(page: Path) -> list[list[list[str]]]:
    """Returns the cells of each table of a page."""
    found: list[list[list[str]]] = [[]]
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("|"):
            found[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        elif found[-1]:
            found.append([])
    return [table for table in found if table]


def test_the_first_page_has_a_row_for_each_family_with_peers(written: Path) -> None:
    table, judged, *_ = tables(written / markdown_pages.README)
    assert judged[0][:3] == ["paper", "claims", "reproduced"]
    row = dict(zip(judged[0], judged[2], strict=True))
    counts = [int(row[verdict]) for verdict in VERDICTS]
    assert int(row["claims"]) == sum(counts) > 0
    assert int(row["of these not measured yet"]) <= int(row["not measurable here"])
    families = list(dict.fromkeys(row[0] for row in table[2:]))
    assert families[:4] == ["SHA-512", "SHA-256", "SHA-1", "MD5"]
    assert {len(row) for row in table} == {len(table[0])}
    assert (written / markdown_pages.PICTURE).read_text(encoding="utf-8").startswith("<svg")


def test_the_other_page_has_every_result(written: Path, samples: list[Result]) -> None:
    contents, _, *shown, power, peers, ratios, without = tables(written / markdown_pages.ALL)
    targets = "ecp5-85k", "nangate45", "virtex-e"
    for table, (target, paper) in zip(shown, product(targets, (False, True)), strict=True):
        wanted = [
            (r.config, r.level)
            for r in samples
            if r.target == target and bool(catalog.get(r.config).paper) == paper
        ]
        assert wanted and [tuple(row[:2]) for row in table[2:]] == wanted
    routed, _, mapped, *_ = shown
    assert [row[0].split("]")[0] for row in contents[2:]] == [f"[{name}" for name in targets]
    assert all("SM3 5" in row[3] for row in contents[2:])
    assert [row[0] for row in power[2:]] == ["sha256-fast"]  # under load alone
    assert "BRAM" in routed[0] and "BRAM" not in mapped[0]
    assert "LUT4" in routed[2][4] and "GE" in mapped[2][4]
    assert "slices" in routed[0] and "slices" not in mapped[0]
    assert [row[0] for row in peers[2:]] == [peer.name for peer in data.peers()]
    assert [(row[0].strip("`"), row[1]) for row in without[2:]] == [*reference.WITHOUT]
    compared = tables(written / markdown_pages.README)[0]
    assert [row[0] for row in ratios[2:]] == [row[1] for row in compared[2:]]


def test_the_contents_lead_to_the_tables(written: Path) -> None:
    page = written / markdown_pages.ALL
    assert not broken(page, page.read_text(encoding="utf-8"))


def test_the_other_page_names_the_fastest_and_the_smallest(
    written: Path, samples: list[Result]
) -> None:
    _, best, *_ = tables(written / markdown_pages.ALL)
    rows = {tuple(row[:3]): row[3:] for row in best[2:]}
    assert "virtex-e" not in {target for _, target, _ in rows}  # it has no clock
    alike = [r for r in samples if (r.target, r.level) == ("ecp5-85k", "core")]
    alike = [r for r in alike if catalog.get(r.config).computes == "SHA-512"]
    fastest = max(alike, key=lambda r: r.throughput_one_message_mbps or 0)
    smallest = min(alike, key=lambda r: r.lut or 0)
    assert rows["SHA-512", "ecp5-85k", "core"] == [
        f"`{fastest.config}`",
        grouped(fastest.throughput_one_message_mbps or 0),
        f"`{smallest.config}`",
        f"{grouped(smallest.lut or 0)} LUT4",
    ]


def test_the_other_page_says_how_far_the_seeds_move_the_clocks(
    root: Path, samples: list[Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("sha512-fast", "sha512-u1", "sha512-u2")
    routed = [next(r for r in samples if (r.config, r.target) == (n, "ecp5-85k")) for n in names]
    highest = (101.0, 120.0, 104.0)
    clocks = [
        replace(row, fmax_mhz=Range(100.0, 100.0, high))
        for row, high in zip(routed, highest, strict=True)
    ]
    monkeypatch.setattr(records, "results", lambda *_: clocks)
    markdown_pages.update(root)
    text = (root / markdown_pages.ALL).read_text(encoding="utf-8")
    assert "by 4.0 % in the median of 3 rows, and by 20.0 % at most (`sha512-u1`)" in text
    one_seed = [replace(row, seeds=(1,)) for row in clocks]
    monkeypatch.setattr(records, "results", lambda *_: one_seed)
    markdown_pages.update(root)
    assert "of the seeds" not in (root / markdown_pages.ALL).read_text(encoding="utf-8")


def test_a_table_by_hand_has_the_figures_of_its_design_points(
    written: Path, samples: list[Result]
) -> None:
    first, second, _ = tables(written / FILLED[1])
    one = next(r for r in samples if (r.config, r.target) == ("sha512-fast", "ecp5-85k"))
    assert first[2][:2] == ["speed", "`sha512-fast`, `nobody`"]
    assert [float(cell.split(", ")[0].replace("\u202f", "")) for cell in first[2][2:]] == [
        area(one),
        round(one.fmax_mhz.median, 1) if one.fmax_mhz else 0,
    ]
    assert all(cell.endswith(", \N{EN DASH}") for cell in first[2][2:])
    assert second[2] == ["`sha512-fast`", "kept"]


def test_a_table_by_hand_multiplies_instances_and_takes_target_and_level_of_a_row(
    written: Path, samples: list[Result]
) -> None:
    *_, table = tables(written / FILLED[1])
    designs = {r.level: r for r in samples if (r.config, r.target) == ("sha512-fast", "ecp5-85k")}
    shown = [[cell.replace("\u202f", "") for cell in row[3:]] for row in table[2:]]
    wanted = [(1, designs["core"]), (3, designs["core"]), (1, designs["stream"])]
    assert shown == [
        [f"{number * (area(row) or 0):.0f}", f"{number * (row.throughput_mbps or 0):.0f}"]
        for number, row in wanted
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nothing", "figures: TARGET LEVEL"),
        ("<!-- figures: a b -->\n| take | x |\n|---|---|\n| `c` | |\n", "line 2: no column"),
        ("<!-- figures: a b -->\n| take | MHz |\n|---|---|\n| c | |\n", "line 4: no cell"),
    ],
)
def test_a_table_that_cannot_be_filled_is_named(tmp_path: Path, text: str, message: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(text)
    with pytest.raises(BadInput, match=message):
        markdown_pages.fill(page, [])
    assert page.read_text() == text


def test_the_page_of_figures_has_the_limits_of_noise_that_verdicts_use(written: Path) -> None:
    ((_, _, *rows),) = tables(written / markdown_pages.NUMBERS)
    assert [row[0] for row in rows] == [one.what for one in metrics.NOISES]
    assert ("power", f"up to a factor of {metrics.POWER.factor}") in {tuple(row) for row in rows}


def test_each_claim_that_is_not_reproduced_is_listed(
    written: Path, reproduction: Reproduction
) -> None:
    listed = [row[1] for table in tables(written / markdown_pages.CLAIMS) for row in table[2:]]
    papers = len(PAPERS)
    wanted = [c.claim for c in reproduction.claims if c.verdict in markdown_pages.LISTED]
    assert wanted and sorted(listed) == sorted(wanted * papers)


def test_what_is_written_by_hand_stays_and_a_second_time_changes_nothing(root: Path) -> None:
    markdown_pages.update(root)
    once = (root / markdown_pages.README).read_text(encoding="utf-8")
    assert once.startswith("before\n") and "\nafter\ntext\n" in once and "\nold\n" not in once
    markdown_pages.update(root)
    assert (root / markdown_pages.README).read_text(encoding="utf-8") == once


def test_the_pages_show_no_result_of_the_cache(
    root: Path, samples: list[Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result that nobody committed would be on the pages of one machine alone."""
    asked = list[Store | None]()

    def results(store: Store | None = None) -> list[Result]:
        asked.append(store)
        return samples

    monkeypatch.setattr(records, "results", results)
    markdown_pages.update(root)
    assert asked and all(store and store.root != Store().root for store in asked)


def test_a_page_without_its_markers_is_named(root: Path) -> None:
    (root / markdown_pages.ALL).write_text("nothing here", encoding="utf-8")
    with pytest.raises(BadInput, match=r"results\.md"):
        markdown_pages.update(root)
