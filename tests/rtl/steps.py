"""Steps of cocotb tests that drive a unit cycle by cycle. Inputs change at falling edges."""

from __future__ import annotations

from typing import Any

from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly


async def started(dut: Any, *idle: str) -> None:
    """Starts the clock and resets the unit, with these inputs at 0."""
    Clock(dut.clk_i, 10, unit="ns").start()
    await reset(dut, *idle)


async def reset(dut: Any, *idle: str) -> None:
    """Resets the unit for two cycles, with these inputs at 0."""
    for name in (*idle, "rst_ni"):
        getattr(dut, name).value = 0
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1


async def handshake(dut: Any, signal: Any, cycles: int) -> None:
    """Returns in the first cycle in which a signal is high, where signals can only be read."""
    for _ in range(cycles):
        await ReadOnly()
        if signal.value:
            return
        await FallingEdge(dut.clk_i)
    raise AssertionError(f"{signal._name} stays low")
