"""Runs ``hash_stream_tests.py`` in cocotb: a bench that shares no code with silicrypt's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from cocotb_tools.runner import VerilatorControlFile, get_runner

from silicrypt import catalog
from silicrypt.catalog.merkle_damgard import ALGORITHMS


@pytest.mark.usefixtures("verilator_on_path")
@pytest.mark.parametrize("name", ["sha256-u1", "sha512-fast", "sha512-pipe2"])
def test_stream(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = catalog.get(name)
    args = config.verilator_args()
    waivers = [VerilatorControlFile(Path(arg)) for arg in args if not arg.startswith("-")]
    monkeypatch.setenv("SILICRYPT_TEST_HASH", ALGORITHMS[config.algorithm.enum].hashlib)
    monkeypatch.setenv("SILICRYPT_TEST_LANES", str(config.stages))
    monkeypatch.setenv("COCOTB_RANDOM_SEED", "1")
    runner = get_runner("verilator")
    runner.build(
        sources=[*waivers, *config.sources("stream")],
        hdl_toplevel=config.top("stream"),
        build_args=[*(arg for arg in args if arg.startswith("-")), "-Wno-fatal"],
        build_dir=tmp_path / "build",
        timescale=("1ns", "1ps"),
    )
    runner.test(
        test_module="hash_stream_tests",
        hdl_toplevel=config.top("stream"),
        build_dir=tmp_path / "build",
        test_dir=Path(__file__).parent,
        results_xml=str(tmp_path / "results.xml"),
    )
