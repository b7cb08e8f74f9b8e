"""The cocotb tests of ``sil_md5_words``; ``test_md5_words.py`` runs them."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import cocotb
from cocotb.triggers import FallingEdge, ReadOnly
from steps import handshake, started


async def load(dut: Any, message: bytes) -> None:
    """Sends one word per cycle while there is room, then leaves one cycle without a word."""
    words = [message[at : at + 4] for at in range(0, len(message), 4)] or [b""]
    for word in words:
        dut.load_i.value = 1
        dut.message_i.value = int.from_bytes(word, "little")
        dut.keep_i.value = (1 << len(word)) - 1
        await ReadOnly()
        while not dut.ready_o.value:
            await FallingEdge(dut.clk_i)
            await ReadOnly()
        await FallingEdge(dut.clk_i)
    dut.load_i.value = 0
    await FallingEdge(dut.clk_i)


async def digest(dut: Any) -> bytes:
    await handshake(dut, dut.valid_o, 100_000)
    return int(dut.hash_o.value).to_bytes(16, "little")


@cocotb.test()
async def every_length(dut: Any) -> None:
    """Hashes messages of 0 to 130 bytes and some long messages, one after the other."""
    rng = random.Random(1)
    await started(dut, "load_i")
    for size in [*range(131), 500, 1000]:
        message = rng.randbytes(size)
        await load(dut, message)
        assert await digest(dut) == hashlib.md5(message).digest(), size
        await FallingEdge(dut.clk_i)


@cocotb.test()
async def a_hash_stays(dut: Any) -> None:
    await started(dut, "load_i")
    await load(dut, b"abc")
    first = await digest(dut)
    for _ in range(200):
        await FallingEdge(dut.clk_i)
        assert dut.valid_o.value
        assert int(dut.hash_o.value).to_bytes(16, "little") == first == hashlib.md5(b"abc").digest()
