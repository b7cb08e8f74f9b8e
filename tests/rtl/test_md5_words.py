"""Runs ``md5_words_tests.py`` in cocotb: the top level of the paper md5-2015."""

from __future__ import annotations

from pathlib import Path

import pytest
from cocotb_model import Model, run

from silicrypt import catalog

#: Parameters of the top level. The other parameters belong to the hash.
OWN = ("-GPrecompute", "-GCounterCode", "-GClockGate")


@pytest.mark.parametrize("name", ["md5-binary", "md5-gray-gated", "md5-fast"])
def test_words(name: str, tmp_path: Path) -> None:
    point = catalog.get(name)
    wrapper = catalog.wrappers()["sil_md5_words"]
    given = point.verilator_args()
    arguments = [arg for arg in given if not arg.startswith("-") or arg.startswith(OWN)]
    model = Model.of(wrapper.top, wrapper.sources(point), arguments)
    run(model, "md5_words_tests", tmp_path)
