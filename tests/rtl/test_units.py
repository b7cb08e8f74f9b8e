"""Runs cocotb tests of single units: ``hash_stream_tests.py`` and others of that kind of name."""

from __future__ import annotations

from pathlib import Path

import pytest
from cocotb_model import Model, run

from silicrypt import catalog
from silicrypt.catalog.design_point import closure
from silicrypt.catalog.merkle_damgard import MerkleDamgard
from silicrypt.paths import hw_root


@pytest.mark.parametrize("name", ["sha256-u1", "sha512-fast", "sha512-pipe2"])
def test_stream_of_a_hash(name: str, tmp_path: Path) -> None:
    point = catalog.get(name)
    assert isinstance(point.algorithm, MerkleDamgard)
    model = Model.of(point.top("stream"), point.sources("stream"), point.verilator_args())
    settings = {
        "SILICRYPT_TEST_HASH": point.algorithm.hashlib,
        "SILICRYPT_TEST_CHANNELS": point.stages,
    }
    run(model, "hash_stream_tests", tmp_path, settings=settings)


def test_serial_requests_become_accesses_on_the_bus(tmp_path: Path) -> None:
    parameters = ("AddressBits=8", "Divider=1", "Samples=8", "IdleBits=20")
    waivers = str(hw_root() / "lint" / "verilator.vlt")
    arguments = [waivers, *(f"-G{one}" for one in parameters)]
    model = Model.of("sil_uart_axil", closure("sil_uart_axil", parameters), arguments)
    run(model, "uart_axil_tests", tmp_path)


def test_a_short_reset_drops_what_waits_in_a_mapped_unit(tmp_path: Path) -> None:
    sources = [hw_root() / "prim" / "sil_mux.sv", hw_root() / "bus/mapped/sil_mapped_bytes.sv"]
    model = Model.of("sil_mapped_bytes", sources, ("-GDataBits=32", "-GFifoWords=16"))
    run(model, "mapped_bytes_tests", tmp_path)
