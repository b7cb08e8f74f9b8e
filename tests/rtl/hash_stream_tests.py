"""The cocotb tests of a hash's byte stream; ``test_hash_stream.py`` runs them."""

from __future__ import annotations

import hashlib
import os
import random
from typing import Any

import cocotb
from cocotb.triggers import ClockCycles
from hash_stream import HashStream

ALGORITHM = os.environ["SILICRYPT_TEST_HASH"]
CHANNELS = int(os.environ["SILICRYPT_TEST_CHANNELS"])
STALLS = [(0.0, 0.0), (0.9, 0.0), (0.0, 0.95), (0.4, 0.6)]


def reference(message: bytes) -> bytes:
    return hashlib.new(ALGORITHM, message).digest()


async def ready(dut: Any) -> HashStream:
    bench = HashStream(dut)
    await bench.reset()
    return bench


async def check(bench: HashStream, messages: list[bytes]) -> None:
    """Sends messages round-robin over the channels; each channel gives its digests in order."""
    for i, message in enumerate(messages):
        await bench.send(message, i % CHANNELS)
    expected = [[reference(m) for m in messages[channel::CHANNELS]] for channel in range(CHANNELS)]
    for _ in messages:
        channel, digest = await bench.receive()
        assert digest == expected[channel].pop(0)


@cocotb.test()
@cocotb.parametrize(stalls=STALLS)
async def every_ending_of_a_beat(dut: Any, stalls: tuple[float, float]) -> None:
    """Sends messages back to back: 0 bytes, 1 byte, ..., a full last beat, around a block."""
    bench = await ready(dut)
    bench.stall(*stalls, seed=1)
    rng = random.Random(1)
    sizes = [*range(2 * bench.beat_bytes + 1), 111, 112, 127, 128, 129]
    await check(bench, [rng.randbytes(size) for size in sizes])


@cocotb.test()
@cocotb.parametrize(seed=[2, 3])
async def random_messages(dut: Any, seed: int) -> None:
    """Sends messages with random lengths, stalls and bytes."""
    rng = random.Random(seed)
    bench = await ready(dut)
    bench.stall(rng.random() * 0.8, rng.random() * 0.8, seed)
    await check(bench, [rng.randbytes(rng.randrange(400)) for _ in range(20)])


@cocotb.test()
@cocotb.parametrize(cycles=[1, 7, 18, 30, 84, 100, 170])
async def reset_in_the_middle(dut: Any, cycles: int) -> None:
    """Resets within a message. Only the digest of the next message is output, and it is correct."""
    bench = await ready(dut)
    await bench.send(bytes(range(240)))
    await ClockCycles(dut.clk_i, cycles)
    bench.source.clear()
    await bench.reset()
    bench.sink.clear()
    await check(bench, [b"after the reset", b"", b"and again"])
    await ClockCycles(dut.clk_i, 400)
    assert bench.sink.empty()
