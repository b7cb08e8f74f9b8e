"""Runs ``sha3_xof_tests.py`` in cocotb: output of SHAKE that is longer than a beat."""

from __future__ import annotations

from pathlib import Path

import pytest
from cocotb_model import Model, run_once

from passed import Passed
from silicrypt.catalog import design_point
from silicrypt.catalog.design_point import closure

TOP = "sil_sha3_xof"


@pytest.mark.parametrize(
    ("name", "lanes"),
    [("SHAKE128", 25), ("SHAKE256", 25), pytest.param("SHAKE256", 1, marks=pytest.mark.full)],
)
def test_output_of_any_length(name: str, lanes: int, tmp_path: Path, passed: Passed) -> None:
    entry = f'[config.x]\nunit = "sha3"\nparameters = {{ Alg = "{name}", Lanes = {lanes} }}\n'
    point = design_point.parse(entry)["x"]
    # The checker of replies, which Model.of adds, allows one beat for each message.
    given = tuple(one for one in point.verilator_args() if one.startswith("-"))
    model = Model(TOP, tuple(closure(TOP, point.overrides())), given)
    checkpoints = {25: 2, 1: 1}[lanes]
    extra = {"SILICRYPT_TEST_XOF": name, "SILICRYPT_TEST_CHECKPOINTS": checkpoints}
    run_once(passed, model, "sha3_xof_tests", tmp_path, extra)
