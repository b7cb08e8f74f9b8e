"""Runs ``ascon_xof_tests.py`` in cocotb: output of any length, and customisation strings."""

from __future__ import annotations

from pathlib import Path

import pytest
from cocotb_model import Model, run

from silicrypt.catalog.closure import closure

TOP = "sil_ascon_xof"
#: ``sil_ascon_pkg::alg_e``.
NUMBERS = {"XOF128": 1, "CXOF128": 2}


@pytest.mark.parametrize(
    ("name", "unroll"),
    [("XOF128", 1), ("CXOF128", 2), pytest.param("CXOF128", 4, marks=pytest.mark.full)],
)
def test_output_of_any_length(name: str, unroll: int, tmp_path: Path) -> None:
    overrides = (f"Alg=sil_ascon_pkg::ASCON_{name}", f"Unroll={unroll}")
    # The checker of replies, which Model.of adds, allows one beat for each message.
    arguments = (f"-GAlg={NUMBERS[name]}", f"-GUnroll={unroll}")
    model = Model(TOP, tuple(closure(TOP, overrides)), arguments)
    run(model, "ascon_xof_tests", tmp_path, settings={"SILICRYPT_TEST_XOF": name})
