"""The cocotb tests of a hash's byte stream; ``test_units.py`` runs them.

They share no code with silicrypt's own bench.
"""

from __future__ import annotations

import hashlib
import logging
import os
import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource
from mapped_bench import stall

ALGORITHM = os.environ["SILICRYPT_TEST_HASH"]
CHANNELS = int(os.environ["SILICRYPT_TEST_CHANNELS"])
STALLS = [(0.0, 0.0), (0.9, 0.0), (0.0, 0.95), (0.4, 0.6)]


_TIMEOUT_US = 500


class HashStream:
    """A hash with an AXI4-Stream input for message bytes and an AXI4-Stream output for digests."""

    def __init__(self, dut: Any) -> None:
        """Starts the clock; the hardware is not yet reset."""
        self.dut = dut
        Clock(dut.clk_i, 10, "ns").start()
        reset = (dut.clk_i, dut.rst_ni, False)
        self.source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s"), *reset)
        self.sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m"), *reset)
        for side in (self.source, self.sink):
            side.log.setLevel(logging.WARNING)

    @property
    def beat_bytes(self) -> int:
        """Number of bytes per beat."""
        return len(self.dut.s_tkeep)

    async def reset(self) -> None:
        """Drops all queued beats, asserts reset between two edges, releases it after an edge."""
        self.dut.rst_ni.value = 0
        await ClockCycles(self.dut.clk_i, 3)
        self.dut.rst_ni.value = 1
        await RisingEdge(self.dut.clk_i)

    def stall(self, input_probability: float, output_probability: float, seed: int) -> None:
        """Pauses both streams at random from now on."""
        stall([self.source], seed, input_probability)
        stall([self.sink], seed + 1, output_probability)

    async def send(self, message: bytes, lane: int = 0) -> None:
        """Queues a message; an empty message is a null beat."""
        keep = [1] * len(message) or [0]
        await self.source.send(AxiStreamFrame(message or b"\0", tkeep=keep, tid=lane))

    async def receive(self) -> tuple[int, bytes]:
        """Returns the channel and the bytes of the next digest."""
        frame = await with_timeout(self.sink.recv(compact=False), _TIMEOUT_US, "us")
        lane = frame.tid if isinstance(frame.tid, int) else frame.tid[0]
        return lane, bytes(frame.tdata)


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
