"""The cocotb tests of ``sil_sha3_xof``; ``test_sha3_xof.py`` runs them."""

from __future__ import annotations

import hashlib
import os
import random
import re
from collections.abc import Iterator
from typing import Any

import cocotb
from cocotb.triggers import FallingEdge
from steps import beats, handshake, started

from silicrypt.verify import vectors

NAME = os.environ["SILICRYPT_TEST_XOF"]
STRENGTH = int(NAME.removeprefix("SHAKE"))
XOF = {128: hashlib.shake_128, 256: hashlib.shake_256}[STRENGTH]
#: Bytes of the shortest and the longest output of the chain, and the number of checkpoints here.
LEAST, MOST = {128: (16, 140), 256: (2, 250)}[STRENGTH]
CHECKPOINTS = int(os.environ["SILICRYPT_TEST_CHECKPOINTS"])
#: The most cycles until a beat is accepted or valid.
LIMIT = 100_000


def published(kind: str) -> Iterator[dict[str, str]]:
    """Yields the groups of lines of a file of NIST; each ends with its output."""
    path = vectors.folder() / "hashes" / "SHAKE" / f"{NAME}{kind}.rsp"
    group = dict[str, str]()
    for name, value in re.findall(r"^(\w+) = (\w+)", path.read_text("ascii"), re.M):
        group[name] = value
        if name == "Output":
            yield group
            group = {}


async def output(dut: Any, message: bytes, size: int) -> bytes:
    """Sends a message, and asks for beats until there are enough bytes."""
    for at in range(0, len(message), 8) or [0]:
        part = message[at : at + 8]
        dut.s_tvalid.value = 1
        dut.s_tdata.value = int.from_bytes(part, "little")
        dut.s_tkeep.value = (1 << len(part)) - 1
        dut.s_tlast.value = at + 8 >= len(message)
        await handshake(dut, dut.s_tready, LIMIT)
        await FallingEdge(dut.clk_i)
    dut.s_tvalid.value = 0
    found, refused = await beats(dut, size, LIMIT)
    assert not any(refused)
    return found


@cocotb.test()
async def every_number_of_beats(dut: Any) -> None:
    """Asks for one to five beats, with messages of one and more blocks between them."""
    rng = random.Random(1)
    await started(dut, "s_tvalid", "m_tready", "more_i")
    beat = len(dut.m_tdata) // 8
    for count in (1, 2, 3, 5, 1, 2):
        message = rng.randbytes(rng.randrange(2 * beat))
        size = count * beat
        assert await output(dut, message, size) == XOF(message).digest(size), count


@cocotb.test()
async def variable_output(dut: Any) -> None:
    """Compares outputs of every published length with those of NIST (SHA3VS 6.3.3)."""
    await started(dut, "s_tvalid", "m_tready", "more_i")
    known = {len(group["Output"]): group for group in published("VariableOut")}
    assert len(known) > 100
    for group in known.values():
        expected = bytes.fromhex(group["Output"])
        found = await output(dut, bytes.fromhex(group["Msg"]), len(expected))
        assert found == expected, group["COUNT"]


@cocotb.test()
async def monte_carlo(dut: Any) -> None:
    """Runs the first checkpoints of the chain, whose outputs give their lengths (SHA3VS 6.3.4).

    hashlib computes the chain; the hardware computes the first and last outputs of a checkpoint.
    """
    await started(dut, "s_tvalid", "m_tready", "more_i")
    groups = list(published("Monte"))[:CHECKPOINTS]
    last, size = bytes.fromhex(groups[0]["Msg"]), MOST
    for group in groups:
        for number in range(1000):
            message = last[:16].ljust(16, b"\0")
            last = XOF(message).digest(size)
            if number in (0, 500, 999):
                assert await output(dut, message, size) == last, number
            size = LEAST + int.from_bytes(last[-2:], "big") % (MOST - LEAST + 1)
        assert last == bytes.fromhex(group["Output"]), group["COUNT"]
