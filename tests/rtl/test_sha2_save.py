"""Runs ``sha2_save_tests.py`` in cocotb: messages that stop and continue."""

from __future__ import annotations

from pathlib import Path

import pytest
from cocotb_model import Model, run

from silicrypt.catalog import design_point
from silicrypt.catalog.closure import closure

TOP = "sil_sha2_save_stream"
#: Cycles from the first beat to the digest, without those of the blocks.
HEADER = 270


@pytest.mark.parametrize("name", ["SHA256", "SHA512"])
def test_messages_stop_and_continue(name: str, tmp_path: Path) -> None:
    entry = f'[config.x]\nunit = "sha2-save"\nparameters = {{ Alg = "{name}" }}\n'
    point = design_point.parse(entry)["x"]
    given = tuple(one for one in point.verilator_args() if one.startswith("-"))
    model = Model(TOP, tuple(closure(TOP, point.overrides())), given)
    extra = {"SILICRYPT_TEST_ALG": name, "SILICRYPT_TEST_HEADER": HEADER}
    run(model, "sha2_save_tests", tmp_path, settings=extra)
