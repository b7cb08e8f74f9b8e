"""The cocotb tests of the wipe of HMAC; ``test_hmac_wipe.py`` runs them.

Edge 0 is the rising edge at which ``wipe_i`` is high, or the last one in a reset.
"""

from __future__ import annotations

import os
from typing import Any

import cocotb
from cocotb.triggers import FallingEdge, ReadOnly
from steps import started

EDGE = int(os.environ["SILICRYPT_TEST_EDGE"])


async def accepted(dut: Any) -> int:
    """Returns the edge at which the first beat is accepted; called after edge 0."""
    edge = 1
    await ReadOnly()
    while not dut.s_tready.value:
        assert edge < 2 * EDGE, "s_tready stays low"
        await FallingEdge(dut.clk_i)
        await ReadOnly()
        edge += 1
    await FallingEdge(dut.clk_i)
    return edge


@cocotb.test
async def after_a_reset_and_after_wipes(dut: Any) -> None:
    dut.s_tuser.value = 1  # a key, which never ends: a message is not accepted before one
    dut.s_tkeep.value = 2 ** len(dut.s_tkeep) - 1
    await started(dut, "m_tready", "wipe_i", "tag_i", "s_tlast", "s_tdata", "s_tvalid")
    dut.s_tvalid.value = 1
    found = [await accepted(dut)]
    for wait in (0, 1, 7):  # in the middle of a key; with 7 a second wipe follows the first
        for _ in range(wait):
            await FallingEdge(dut.clk_i)
        dut.wipe_i.value = 1
        await FallingEdge(dut.clk_i)
        dut.wipe_i.value = 0
        if wait == 7:
            await FallingEdge(dut.clk_i)
            dut.wipe_i.value = 1
            await FallingEdge(dut.clk_i)
            dut.wipe_i.value = 0
        found.append(await accepted(dut))
    assert found == [EDGE] * 4
