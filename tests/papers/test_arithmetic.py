from __future__ import annotations

import pytest

from silicrypt.papers.data import Published, published, recompute

TABLE = {row.row: row for row in published("sha512-2005") if row.table == "I"}


def printed(
    fmax: str, rate: str, block_bits: int | None = 1024, constraint: str = "", slack: str = ""
) -> Published:
    cells = {
        "fmax_mhz": fmax,
        "throughput_mbps": rate,
        "clk_constraint_ns": constraint,
        "slack_ns": slack,
    }
    return Published("I", "row", "SHA-512", False, "", block_bits, cells)


@pytest.mark.parametrize(
    ("name", "cycles", "rate"),
    [("Proposed", 40, 1484.8), ("[8] ALMA Tech", 81, 859.65), ("[9] Helion", 65, 606.52)],
)
def test_a_row_follows_from_its_own_clock(name: str, cycles: int, rate: float) -> None:
    recomputed, slip = recompute(TABLE[name])
    assert recomputed is not None
    assert recomputed.cycles_per_block == cycles
    assert recomputed.throughput_mbps == pytest.approx(rate, abs=0.01)
    assert slip is None


def test_a_row_that_no_number_of_cycles_explains_is_a_slip() -> None:
    recomputed, slip = recompute(TABLE["[7] Grembowski 2002"])
    assert recomputed is not None and recomputed.cycles_per_block == 85
    assert slip is not None and "84 cycles give 676.6 and 85 cycles give 668.6" in slip


def test_rounding_of_the_printed_digits_is_no_slip() -> None:
    assert recompute(printed("100", "1264"))[1] is None  # 81 cycles give 1264.2
    assert recompute(printed("100.0", "1264.9"))[1] is not None


@pytest.mark.parametrize("row", [printed("", "5"), printed("5", ""), printed("5", "5", None)])
def test_a_row_without_both_figures_says_nothing(row: Published) -> None:
    assert recompute(row) == (None, None)


def test_a_clock_follows_from_constraint_and_slack() -> None:
    recomputed, slip = recompute(printed("145.94", "", None, "7", "0.148"))
    assert recomputed is not None and recomputed.fmax_mhz == pytest.approx(145.94, abs=0.01)
    assert slip is None
    _, slip = recompute(printed("148.0", "", None, "7", "0.148"))
    assert slip == "7 ns with 0.148 ns to spare are 145.94 MHz, not 148.0 MHz."
