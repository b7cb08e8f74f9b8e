"""Steps of cocotb tests that drive a unit cycle by cycle. Inputs change at falling edges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, ReadOnly, RisingEdge


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


async def beats(dut: Any, size: int, cycles: int, gap: int = 0) -> tuple[bytes, list[bool]]:
    """Asks for beats until there are enough bytes, with a pause before it accepts each one.

    Returns:
        The bytes, and the error flag of each beat.
    """
    found, flags = b"", list[bool]()
    while len(found) < size:
        await handshake(dut, dut.m_tvalid, cycles)
        flags.append(bool(dut.m_tuser.value))
        found += int(dut.m_tdata.value).to_bytes(len(dut.m_tdata) // 8, "little")
        for _ in range(1 + gap):
            await FallingEdge(dut.clk_i)
        dut.m_tready.value = 1
        dut.more_i.value = len(found) < size
        await FallingEdge(dut.clk_i)
        dut.m_tready.value = 0
        dut.more_i.value = 0
    return found[:size], flags


async def reset_at_any_time(dut: Any, drop: Callable[[], None] = lambda: None) -> None:
    """Asserts reset for four cycles, not aligned to an edge, and releases it between two edges.

    Args:
        dut: the unit.
        drop: drops what was received before; called during the reset.
    """
    dut.rst_ni.value = 0
    await ClockCycles(dut.clk_i, 4)
    drop()
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await RisingEdge(dut.clk_i)
