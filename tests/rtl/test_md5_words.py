"""Runs ``md5_words_tests.py`` in cocotb: the top level of the paper md5-2015."""

from __future__ import annotations

from pathlib import Path

import pytest
from cocotb_tools.runner import VerilatorControlFile, get_runner

from silicrypt import catalog


@pytest.mark.usefixtures("verilator_on_path")
@pytest.mark.parametrize("name", ["md5-binary", "md5-gray-gated", "md5-fast"])
def test_words(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = catalog.get(name)
    args = config.verilator_args()
    waivers = [VerilatorControlFile(Path(arg)) for arg in args if not arg.startswith("-")]
    own = ("-GPrecompute", "-GCounterCode", "-GClockGate")
    wrapper = catalog.WRAPPERS["sil_md5_words"]
    monkeypatch.setenv("COCOTB_RANDOM_SEED", "1")
    runner = get_runner("verilator")
    runner.build(
        sources=[*waivers, *wrapper.sources(config)],
        hdl_toplevel=wrapper.top,
        build_args=[*(arg for arg in args if arg.startswith(own)), "-Wno-fatal"],
        build_dir=tmp_path / "build",
        timescale=("1ns", "1ps"),
    )
    runner.test(
        test_module="md5_words_tests",
        hdl_toplevel=wrapper.top,
        build_dir=tmp_path / "build",
        test_dir=Path(__file__).parent,
        results_xml=str(tmp_path / "results.xml"),
    )
