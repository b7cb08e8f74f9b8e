"""Drives the byte stream of a hash with the AXI4-Stream models of ``cocotbext-axi``."""

from __future__ import annotations

import itertools
import logging
import random
from collections.abc import Iterator
from typing import Any

from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

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
        self.source.set_pause_generator(_pauses(input_probability, seed))
        self.sink.set_pause_generator(_pauses(output_probability, seed + 1))

    async def send(self, message: bytes, lane: int = 0) -> None:
        """Queues a message; an empty message is a null beat."""
        keep = [1] * len(message) or [0]
        await self.source.send(AxiStreamFrame(message or b"\0", tkeep=keep, tid=lane))

    async def receive(self) -> tuple[int, bytes]:
        """Returns the channel and the bytes of the next digest."""
        frame = await with_timeout(self.sink.recv(compact=False), _TIMEOUT_US, "us")
        lane = frame.tid if isinstance(frame.tid, int) else frame.tid[0]
        return lane, bytes(frame.tdata)


def _pauses(probability: float, seed: int) -> Iterator[bool]:
    rng = random.Random(seed)
    return (rng.random() < probability for _ in itertools.count())
