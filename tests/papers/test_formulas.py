"""Formulas on printed cells."""

from __future__ import annotations

import pytest

from silicrypt.errors import BadInput
from silicrypt.papers import data

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
