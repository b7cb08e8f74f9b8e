"""Runs ``mapped_tests.py`` in cocotb: memory-mapped units on AXI4-Lite and APB."""

from __future__ import annotations

from pathlib import Path

import pytest
from cocotb_model import ALL, Model, run

from silicrypt import catalog
from silicrypt.flow import registers
from silicrypt.paths import hw_root

_UNITS = (
    *("sha256-fast-axil", "sha256-fast-apb", "hmac-sha256-fast-axil"),
    *(pytest.param(f"{name}-apb", marks=pytest.mark.full) for name in ("hmac-sha256-fast",)),
    *(pytest.param(f"{name}-axil", marks=pytest.mark.full) for name in ("sha512-u2",)),
)


@pytest.mark.parametrize("name", _UNITS)
def test_unit(name: str, tmp_path: Path) -> None:
    config = catalog.get(name)
    top = config.top("stream")
    model = Model.of(top, config.sources("stream"), config.verilator_args(), ALL)
    settings = {
        "SILICRYPT_TEST_HASH": config.hash.hashlib,
        "SILICRYPT_TEST_KEYED": int(config.unit.keyed),
        "SILICRYPT_TEST_BUS": config.unit.interface,
    }
    run(model, "mapped_tests", tmp_path, settings=settings)


def test_generated_files_follow_from_the_descriptions() -> None:
    root = hw_root().parent
    stale = [
        name
        for name, text in registers.generate().items()
        if (root / name).read_text(encoding="utf-8") != text
    ]
    assert not stale, f"run 'silicrypt registers': {stale}"


@pytest.mark.parametrize(
    "name", ["aes128-par-axil", pytest.param("aes128-par-apb", marks=pytest.mark.full)]
)
def test_aes(name: str, tmp_path: Path) -> None:
    config = catalog.get(name)
    top = config.top("stream")
    model = Model.of(top, config.sources("stream"), config.verilator_args(), ALL)
    run(model, "mapped_aes_tests", tmp_path, settings={"SILICRYPT_TEST_BUS": config.unit.interface})
