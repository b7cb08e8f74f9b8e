"""The cocotb tests of ``sil_ascon_xof``; ``test_ascon_xof.py`` runs them."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from typing import Any

import cocotb
from cocotb.triggers import FallingEdge
from steps import beats, handshake, started

from silicrypt.models import ascon
from silicrypt.verify.vectors import counting, own_answers

CUSTOM = os.environ["SILICRYPT_TEST_XOF"] == "CXOF128"
BEAT = 8
IDLE = ("c_tvalid", "s_tvalid", "m_tready", "more_i")
#: The most cycles until a beat is accepted or valid.
LIMIT = 1000
#: A wrong value of a signal of beat n of the customisation string (c) or of the message (s).
Wrong = Mapping[tuple[str, str, int], int]


def expected(message: bytes, customization: bytes, size: int) -> bytes:
    return ascon.cxof(message, customization, size) if CUSTOM else ascon.xof(message, size)


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
        await handshake(dut, getattr(dut, f"{port}_tready"), LIMIT)
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
    found, refused = await beats(dut, size, LIMIT, gap)
    return None if refused[-1] else found


@cocotb.test()
async def known_answers(dut: Any) -> None:
    """Compares 64 bytes of output with the known answers."""
    await started(dut, *IDLE)
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
    await started(dut, *IDLE)
    for count, gap, custom in ((1, 0, 256), (2, 1, 255), (3, 0, 8), (40, 2, 0), (1, 20, 100)):
        message, string = rng.randbytes(rng.randrange(40)), rng.randbytes(custom)
        found = await output(dut, message, count * BEAT, string, gap=gap)
        assert found == expected(message, string, count * BEAT), (count, gap)


@cocotb.test()
async def refused(dut: Any) -> None:
    """Breaks each rule; the message gives an error, and the next one its output."""
    rng = random.Random(2)
    await started(dut, *IDLE)
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
