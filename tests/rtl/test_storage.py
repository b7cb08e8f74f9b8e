"""Runs ``storage_tests.py`` in cocotb: the storage unit, whole, as its host has it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from cocotb_tools.runner import VerilatorControlFile, get_runner
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from silicrypt import catalog
from silicrypt.paths import hw_root
from silicrypt.verify import storage, storage_host
from silicrypt.verify.storage_host import Control, End, Event, Function, Host, Register

TOP = "sil_storage_unit"
ROOT = Path(__file__).parents[2]


def build(folder: Path, parameters: dict[str, int], broken: Path | None = None) -> None:
    """Compiles the unit for cocotb."""
    wrapper = catalog.WRAPPERS[TOP]
    design = catalog.get(wrapper.design)
    args = design.verilator_args()
    waivers = [VerilatorControlFile(Path(arg)) for arg in args if not arg.startswith("-")]
    sources = [*design.sources(design.whole), *wrapper.sources]
    if broken is not None:
        sources = [broken if path.name == broken.name else path for path in sources]
    get_runner("verilator").build(
        sources=[*waivers, *sources],
        hdl_toplevel=TOP,
        build_args=[*(f"-G{name}={value}" for name, value in parameters.items()), "-Wno-fatal"],
        build_dir=folder / "build",
        timescale=("1ns", "1ps"),
    )


def run(folder: Path, parameters: dict[str, int], cases: str, patch: pytest.MonkeyPatch) -> None:
    """Runs the tests whose names begin so on what was built."""
    patch.setenv("SILICRYPT_TEST_BANK_WORDS", str(parameters["BankWords"]))
    patch.setenv("COCOTB_RANDOM_SEED", "1")
    patch.setenv("COCOTB_TEST_FILTER", cases)
    get_runner("verilator").test(
        test_module="storage_tests",
        hdl_toplevel=TOP,
        build_dir=folder / "build",
        test_dir=Path(__file__).parent,
        results_xml=str(folder / "results.xml"),
    )


@pytest.mark.usefixtures("verilator_on_path")
def test_unit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parameters = {"BankWords": 64}
    build(tmp_path, parameters)
    run(tmp_path, parameters, "", monkeypatch)
