"""Runs ``uart_axil_tests.py`` in cocotb: a host on a serial line and a memory on AXI4-Lite."""

from __future__ import annotations

from pathlib import Path

from cocotb_model import Model, run

from silicrypt.catalog.closure import closure
from silicrypt.paths import hw_root

PARAMETERS = ("AddressBits=8", "Divider=1", "Samples=8", "IdleBits=20")


def test_serial_requests_become_accesses_on_the_bus(tmp_path: Path) -> None:
    waivers = str(hw_root() / "lint" / "verilator.vlt")
    arguments = [waivers, *(f"-G{one}" for one in PARAMETERS)]
    model = Model.of("sil_uart_axil", closure("sil_uart_axil", PARAMETERS), arguments)
    run(model, "uart_axil_tests", tmp_path)
