"""The host of a storage unit in cocotb: executes programs of ``machine.host`` on its buses."""

from __future__ import annotations

import logging
from typing import Any, TypeVar

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge, with_timeout
from cocotb.utils import get_sim_time
from cocotbext.axi import (
    AxiLiteBus,
    AxiLiteMaster,
    AxiStreamBus,
    AxiStreamFrame,
    AxiStreamSink,
    AxiStreamSource,
)
from mapped_bench import channels, stall
from steps import reset_at_any_time

from silicrypt.verify.storage_host import (
    WORD,
    Answer,
    Host,
    Interrupt,
    Operation,
    Program,
    Read,
    Receive,
    Response,
    Send,
    Write,
)

CLOCK_NS = 10

_T = TypeVar("_T")


class Bench:
    """A unit with a host on its buses, after a reset."""

    def __init__(self, dut: Any, host: Host) -> None:
        """Starts the clock; reset is asserted."""
        self.dut, self.host = dut, host
        dut.rst_ni.value = 0
        Clock(dut.clk_i, CLOCK_NS, "ns").start()
        logging.getLogger("cocotb").setLevel(logging.WARNING)
        self._received = b""
        self.attach()

    def attach(self) -> None:
        """Attaches new bus models, because the old ones may hang after a reset."""
        dut = self.dut
        reset = (dut.clk_i, dut.rst_ni)
        self.bus = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s"), *reset, False)
        self.to = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s"), *reset, False)
        self.back = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m"), *reset, False)

    @property
    def unit(self) -> Any:
        """The unit, without SRAMs outside."""
        return getattr(self.dut, "u_unit", self.dut)

    @property
    def now(self) -> int:
        """Number of clock edges until now."""
        return int(get_sim_time("ns")) // CLOCK_NS

    async def reset(self) -> None:
        """Asserts reset for some cycles, not aligned to an edge, and waits until it is ready."""
        await reset_at_any_time(self.dut, self._drop)
        await self.run(self.host.ready())

    def _drop(self) -> None:
        self._received = b""
        self.back.clear()

    def stall(self, seed: int, rate: float) -> None:
        """Stalls every channel at random."""
        stall([*channels(self.bus), self.to, self.back], seed, rate)

    async def run(self, program: Program[_T]) -> _T:
        """Executes a program and returns its result."""
        try:
            operation = next(program)
            while True:
                operation = program.send(await self.answer(operation))
        except StopIteration as stop:
            result: _T = stop.value
            return result

    async def answer(self, operation: Operation) -> Answer:
        """Executes one operation."""
        begin, value, data, response = self.now, 0, b"", Response.OKAY
        task = cocotb.start_soon(self._carry_out(operation))
        value, data, response = await with_timeout(task, 4_000_000, "ns")
        return Answer(self.now - begin, value, data, response)

    async def _carry_out(self, operation: Operation) -> tuple[int, bytes, Response]:
        match operation:
            case Write(address, data, strobe):
                offset = (strobe & -strobe).bit_length() - 1
                word = data.to_bytes(WORD, "little")[offset : strobe.bit_length()]
                answer = await self.bus.write(address + offset, word)
                return 0, b"", Response(int(answer.resp))
            case Read(address):
                answer = await self.bus.read(address, WORD)
                return int.from_bytes(answer.data, "little"), b"", Response(int(answer.resp))
            case Send(data, last):
                assert last, "a frame has an end"
                await self.to.send(AxiStreamFrame(data))
            case Receive(count):
                while len(self._received) < count:
                    self._received += bytes((await self.back.recv()).tdata)
                found, self._received = self._received[:count], self._received[count:]
                return 0, found, Response.OKAY
            case Interrupt():
                while not self.dut.irq_o.value:
                    await RisingEdge(self.dut.clk_i)
        return 0, b"", Response.OKAY
