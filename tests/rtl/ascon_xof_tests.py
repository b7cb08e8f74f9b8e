"""The cocotb tests of ``sil_ascon_xof``; ``test_ascon_xof.py`` runs them."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly

from silicrypt.models import ascon
from silicrypt.verify.vectors import counting, own_answers

CUSTOM = os.environ["SILICRYPT_TEST_XOF"] == "CXOF128"
BEAT = 8
#: A wrong value of a signal of beat n of the customisation string (c) or of the message (s).
Wrong = Mapping[tuple[str, str, int], int]


def expected(message: bytes, customization: bytes, size: int) -> bytes:
    return ascon.cxof(message, customization, size) if CUSTOM else ascon.xof(message, size)


async def start(dut: Any) -> None:
    for signal in (dut.c_tvalid, dut.s_tvalid, dut.m_tready, dut.more_i, dut.rst_ni):
        signal.value = 0
    Clock(dut.clk_i, 10, unit="ns").start()
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1


async def handshake(dut: Any, signal: Any) -> None:
    """Returns after the cycle in which a signal is high."""
    for _ in range(1000):
        await ReadOnly()
        if signal.value:
            return
        await FallingEdge(dut.clk_i)
    raise AssertionError("nothing is accepted and nothing is valid")


async def send(dut: Any, port: str, data: bytes, wrong: Wrong, gap: int = 0) -> None:
    """Sends a packet on a port, with a pause before each beat."""
    for at in range(0, len(data), BEAT) or [0]:
        part = data[at : at + BEAT]
        values = {"tdata": int.from_bytes(part, "little"), "tkeep": (1 << len(part)) - 1}
        values |= {"tlast": int(at + BEAT >= len(data)), "tvalid": 1}
        values |= {"tuser": len(data)} if port == "c" else {}
        for _ in range(gap):
            await FallingEdge(dut.clk_i)
        for name, value in values.items():
            getattr(dut, f"{port}_{name}").value = wrong.get((port, name, at // BEAT), value)
        await handshake(dut, getattr(dut, f"{port}_tready"))
        await FallingEdge(dut.clk_i)
        getattr(dut, f"{port}_tvalid").value = 0


async def output(
    dut: Any,
    message: bytes,
    size: int,
    customization: bytes = b"",
    wrong: Wrong | None = None,
    gap: int = 0,
) -> bytes | None:
    """Sends a message, and asks for beats until there are enough bytes; none if it is refused."""
    if CUSTOM:
        await send(dut, "c", customization, wrong or {}, gap)
    await send(dut, "s", message, wrong or {}, gap)
    found, refused = b"", False
    while len(found) < size:
        await handshake(dut, dut.m_tvalid)
        refused = bool(dut.m_tuser.value)
        found += int(dut.m_tdata.value).to_bytes(BEAT, "little")
        await FallingEdge(dut.clk_i)
        for _ in range(gap):
            await FallingEdge(dut.clk_i)
        dut.m_tready.value = 1
        dut.more_i.value = len(found) < size
        await FallingEdge(dut.clk_i)
        dut.m_tready.value = 0
        dut.more_i.value = 0
    return None if refused else found[:size]


@cocotb.test()
async def known_answers(dut: Any) -> None:
    """Compares 64 bytes of output with the known answers."""
    await start(dut)
    if CUSTOM:
        lines = (line.split() for line in own_answers("ascon/cxof128.txt"))
        cases = [(int(message), int(custom), answer) for message, custom, answer in lines][::3]
    else:
        answers = own_answers("ascon/xof128.txt")
        cases = [(size, 0, answer) for size, answer in enumerate(answers[:27])]
    assert len(cases) == 27
    for size, custom, answer in cases:
        found = await output(dut, counting(size), 64, counting(custom, 16))
        assert found == bytes.fromhex(answer), (size, custom)


@cocotb.test()
async def every_number_of_beats(dut: Any) -> None:
    """Asks for one to 40 beats, with pauses, and strings up to the longest one."""
    rng = random.Random(1)
    await start(dut)
    for beats, gap, custom in ((1, 0, 256), (2, 1, 255), (3, 0, 8), (40, 2, 0), (1, 20, 100)):
        message, string = rng.randbytes(rng.randrange(40)), rng.randbytes(custom)
        found = await output(dut, message, beats * BEAT, string, gap=gap)
        assert found == expected(message, string, beats * BEAT), (beats, gap)


@cocotb.test()
async def refused(dut: Any) -> None:
    """Breaks each rule; the message gives an error, and the next one its output."""
    rng = random.Random(2)
    await start(dut)
    cases: list[tuple[int, Wrong]] = [
        (0, {("s", "tkeep", 0): 0x7F}),
        (0, {("s", "tkeep", 2): 0b101}),
    ]
    if CUSTOM:
        cases += [(20, {("c", "tuser", 0): one}) for one in (0, 16, 19, 21, 24, 28, 256, 511)]
        cases += [(16, {("c", "tuser", 0): one}) for one in (0, 8, 15, 17, 24)]
        cases += [(20, {("c", "tkeep", 0): 0xFE}), (20, {("c", "tkeep", 2): 0b1001}), (257, {})]
    for custom, wrong in cases:
        message, string = rng.randbytes(20), rng.randbytes(custom)
        assert await output(dut, message, 16, string, wrong) is None, (custom, wrong)
        assert await output(dut, message, 8, b"x") == expected(message, b"x", 8), (custom, wrong)
