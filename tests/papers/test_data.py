"""What papers print: rows, arithmetic on their cells, and formulas; open peers and limits."""

from __future__ import annotations

import pytest

from silicrypt.errors import BadInput
from silicrypt.papers import PAPERS, data
from silicrypt.papers.claims import load

NUMBERS = (
    "area",
    "area2",
    "clk_constraint_ns",
    "slack_ns",
    "fmax_mhz",
    "throughput_mbps",
    "time_us",
)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_printed_row_is_there(paper: str) -> None:
    rows = data.published(paper)
    assert len({row.key for row in rows}) == len(rows) == load(paper).printed_rows
    for row in rows:
        assert all(row.number(column) is None or row.slack(column) > 0 for column in NUMBERS)


def test_slack_is_half_the_last_printed_digit() -> None:
    proposed = next(r for r in data.published("sha512-2005") if r.is_proposed and r.table == "I")
    assert proposed.slack("fmax_mhz") == pytest.approx(0.05)
    assert proposed.slack("throughput_mbps") == pytest.approx(0.5)


@pytest.mark.parametrize("peer", data.peers(), ids=lambda peer: peer.name)
def test_a_peer_follows_from_its_own_clock(peer: data.Peer) -> None:
    rate = data.throughput(peer.block_bits, peer.fmax_mhz, peer.cycles_per_block)
    assert peer.throughput_mbps == pytest.approx(rate, rel=2e-3)
    assert peer.mbps_per_lut == pytest.approx(rate / peer.lut4, rel=2e-3, abs=1e-4)
    assert "/" in peer.repository and peer.commit


# Arithmetic on the cells of a row

TABLE = {row.row: row for row in data.published("sha512-2005") if row.table == "I"}


def printed(
    fmax: str, rate: str, block_bits: int | None = 1024, constraint: str = "", slack: str = ""
) -> data.Published:
    cells = {
        "fmax_mhz": fmax,
        "throughput_mbps": rate,
        "clk_constraint_ns": constraint,
        "slack_ns": slack,
    }
    return data.Published("paper", "I", "row", "SHA-512", False, "", block_bits, cells)


@pytest.mark.parametrize(
    ("name", "cycles", "rate"),
    [("Proposed", 40, 1484.8), ("[8] ALMA Tech", 81, 859.65), ("[9] Helion", 65, 606.52)],
)
def test_a_row_follows_from_its_own_clock(name: str, cycles: int, rate: float) -> None:
    recomputed, slip = data.recompute(TABLE[name])
    assert recomputed is not None
    assert recomputed.cycles_per_block == cycles
    assert recomputed.throughput_mbps == pytest.approx(rate, abs=0.01)
    assert slip is None


def test_a_row_that_no_number_of_cycles_explains_is_a_slip() -> None:
    recomputed, slip = data.recompute(TABLE["[7] Grembowski 2002"])
    assert recomputed is not None and recomputed.cycles_per_block == 85
    assert slip is not None and "84 cycles give 676.6 and 85 cycles give 668.6" in slip


def test_rounding_of_the_printed_digits_is_no_slip() -> None:
    assert data.recompute(printed("100", "1264"))[1] is None  # 81 cycles give 1264.2
    assert data.recompute(printed("100.0", "1264.9"))[1] is not None


@pytest.mark.parametrize("row", [printed("", "5"), printed("5", ""), printed("5", "5", None)])
def test_a_row_without_both_figures_says_nothing(row: data.Published) -> None:
    assert data.recompute(row) == (None, None)


def test_a_clock_follows_from_constraint_and_slack() -> None:
    recomputed, slip = data.recompute(printed("145.94", "", None, "7", "0.148"))
    assert recomputed is not None and recomputed.fmax_mhz == pytest.approx(145.94, abs=0.01)
    assert slip is None
    _, slip = data.recompute(printed("148.0", "", None, "7", "0.148"))
    assert slip == "7 ns with 0.148 ns to spare are 145.94 MHz, not 148.0 MHz."


# Formulas

CELLS = {"2/Cipher:time_us": 0.5, "2/Key:time_us": 8.0}


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("1 + 2 * 3 ** 2", 19),
        ("'2/Key:time_us' / '2/Cipher:time_us'", 16),
        ("max(half, abs(-3), round(1.6))", 3),
        ("bits(3 ^ 4) + (14 ^ 14 >> 1)", 12),
        ("(2 > 1) + (2 < 1) + (1 == 1) + (1 != 1)", 2),
    ],
)
def test_a_formula_has_numbers_names_cells_and_functions(formula: str, value: float) -> None:
    assert data.value_of(formula, {"half": 0.5}, CELLS.__getitem__) == value


def test_a_name_may_use_those_before_it() -> None:
    known = data.let({"key": "'2/Key:time_us'", "both": "2 * key", "n": 3}, CELLS.__getitem__)
    assert known == {"key": 8, "both": 16, "n": 3}


@pytest.mark.parametrize(
    "formula", ["1 +", "unknown", "open('x')", "[1]", "half.real", "1 < 2 < 3", "max(1, key=2)"]
)
def test_another_construct_is_refused(formula: str) -> None:
    with pytest.raises(BadInput, match="is no formula"):
        data.value_of(formula, {"half": 0.5}, CELLS.__getitem__)


def test_a_cell_that_is_not_printed_is_named() -> None:
    assert data.cell("aes-2005", "2/Cipher PAR:time_us") == 0.7
    for key in ("2/Cipher:time_us", "2/Cipher PAR:area"):
        with pytest.raises(BadInput, match=rf"aes-2005\.csv prints no cell '{key}'"):
            data.cell("aes-2005", key)


def test_a_name_without_a_value_gives_none() -> None:
    assert data.value_of("half + late", {"half": 0.5, "late": None}, CELLS.__getitem__) is None
    assert data.value_of("half", {"half": 0.5, "late": None}, CELLS.__getitem__) == 0.5
