"""Tests of ``sil_mapped_bytes`` in cocotb: what follows a reset is the next message alone."""

from __future__ import annotations

from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

#: Words before a reset. Some are in the FIFO, and some in the registers after it.
WORDS = (1, 2, 3, 5, 8)


async def push(dut: Any, word: int, count: int) -> None:
    """Offers a word until it is taken; with `count` 0 it is the end of the message."""
    dut.word_i.value, dut.count_i.value, dut.valid_i.value = word, count, 1
    while not dut.ready_o.value:
        await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.valid_i.value = 0


async def received(dut: Any) -> bytes:
    """Takes beats up to the last one, and returns their bytes."""
    found = b""
    dut.m_tready.value = 1
    for _ in range(200):
        await FallingEdge(dut.clk_i)
        if dut.m_tvalid.value:
            count = int(dut.m_tkeep.value).bit_count()
            found += int(dut.m_tdata.value).to_bytes(4, "little")[:count]
            if dut.m_tlast.value:
                dut.m_tready.value = 0
                return found
    raise AssertionError("no last beat")


@cocotb.test()
async def a_reset_without_a_clock_edge(dut: Any) -> None:
    """A reset shorter than half a period drops every word that waits."""
    for name in ("clear_i", "valid_i", "from_stream_i", "s_tvalid", "m_tready", "rst_ni"):
        getattr(dut, name).value = 0
    for name in ("word_i", "count_i", "s_tdata", "s_tkeep", "s_tlast"):
        getattr(dut, name).value = 0
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await FallingEdge(dut.clk_i)
    for words in WORDS:
        for _ in range(words):
            await push(dut, 0xDEADBEEF, 4)
        dut.rst_ni.value = 0
        await Timer(1, "ns")
        dut.rst_ni.value = 1
        await FallingEdge(dut.clk_i)
        sender = cocotb.start_soon(message(dut))
        assert await received(dut) == b"abcdefg", f"after {words} words and a reset"
        await sender


async def message(dut: Any) -> None:
    """Sends seven bytes and the end."""
    await push(dut, int.from_bytes(b"abcd", "little"), 4)
    await push(dut, int.from_bytes(b"efg", "little"), 3)
    await push(dut, 0, 0)
