"""The host of a memory-mapped unit in cocotb, on AXI4-Lite or APB."""

from __future__ import annotations

import logging
import random
from collections.abc import Coroutine, Iterator, Sequence, Set
from typing import Any, TypeVar

import cocotb
from cocotb.clock import Clock
from cocotb.handle import (
    ArrayObject,
    HierarchyArrayObject,
    HierarchyObject,
    LogicArrayObject,
    PackedObject,
)
from cocotb.triggers import FallingEdge, RisingEdge, with_timeout
from cocotbext.apb import Apb3Bus, ApbMaster
from cocotbext.axi import (
    AxiLiteBus,
    AxiLiteMaster,
    AxiResp,
    AxiStreamBus,
    AxiStreamFrame,
    AxiStreamSource,
)
from steps import reset_at_any_time

from silicrypt.drivers import Program, run_in_bench

_LIMIT_NS = 200_000
_T = TypeVar("_T")


class Refused(Exception):
    """The unit answered an access with an error."""


class Bench:
    """A unit after its reset, with a host on its bus."""

    def __init__(self, dut: Any) -> None:
        """Starts the clock; reset is asserted."""
        self.dut = dut
        dut.rst_ni.value = 0
        Clock(dut.clk_i, 10, "ns").start()
        logging.getLogger("cocotb").setLevel(logging.WARNING)
        reset = (dut.clk_i, dut.rst_ni, False)
        self.axil = None
        if hasattr(dut, "s_awvalid"):
            self.axil = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s"), *reset)
        else:
            self.apb = ApbMaster(Apb3Bus.from_prefix(dut, "s"), dut.clk_i)
        self.stream = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s"), *reset)

    async def reset(self) -> None:
        """Asserts reset for some cycles, and releases it between two edges."""
        await reset_at_any_time(self.dut)

    def stall(self, seed: int, rate: float) -> None:
        """Stalls every channel at random."""
        stall([self.stream, *(channels(self.axil) if self.axil else ())], seed, rate)

    async def run(self, program: Program[_T]) -> _T:
        """Runs a driver's program."""
        return await run_in_bench(program, self)

    async def read(self, address: int) -> int:
        """Reads a word.

        Raises:
            Refused: the unit answered with an error, and with 0 as data.
        """
        if self.axil:
            answer = await with_timeout(self.axil.read(address, 4), _LIMIT_NS, "ns")
            data, good = answer.data, answer.resp == AxiResp.OKAY
        else:
            data, good = await self._apb(self.apb.read(address))
        if not good:
            assert not any(data), f"a refused read at {address:#x} has data"
            raise Refused
        return int.from_bytes(data, "little")

    async def write(self, address: int, value: int, strobe: int = 15) -> None:
        """Writes the bytes of a word that the strobe marks, which are contiguous.

        Raises:
            Refused: the unit answered with an error.
        """
        if self.axil:
            low = (strobe & -strobe).bit_length() - 1
            data = value.to_bytes(4, "little")[low : low + strobe.bit_count()]
            answer = await with_timeout(self.axil.write(address + low, data), _LIMIT_NS, "ns")
            good = answer.resp == AxiResp.OKAY
        else:
            _, good = await self._apb(self.apb.write(address, value.to_bytes(4, "little")))
        if not good:
            raise Refused

    async def _apb(self, access: Coroutine[Any, Any, Any]) -> tuple[bytes, bool]:
        """Data and success of an access. The model of the bus does not report errors."""
        refused = False

        async def watch() -> None:
            nonlocal refused
            while True:
                await FallingEdge(self.dut.clk_i)
                if self.dut.s_penable.value and self.dut.s_pready.value:
                    refused = bool(self.dut.s_pslverr.value)

        watcher = cocotb.start_soon(watch())
        data = await with_timeout(cocotb.start_soon(access), _LIMIT_NS, "ns")
        watcher.cancel()
        await RisingEdge(self.dut.clk_i)  # the model returns before the edge of the transfer
        await FallingEdge(self.dut.clk_i)
        return data or b"", not refused

    async def refuses_read(self, address: int) -> bool:
        """Whether the unit refuses a read."""
        try:
            await self.read(address)
        except Refused:
            return True
        return False

    async def refuses_write(self, address: int, value: int = 0, strobe: int = 15) -> bool:
        """Whether the unit refuses a write."""
        try:
            await self.write(address, value, strobe)
        except Refused:
            return True
        return False

    async def send(self, message: bytes) -> None:
        """Queues a message on the stream port; an empty message is a null beat."""
        keep = [1] * len(message) or [0]
        await self.stream.send(AxiStreamFrame(message or b"\0", tkeep=keep))


def channels(bus: Any) -> list[Any]:
    """The channels of an AXI4-Lite model."""
    write, read = bus.write_if, bus.read_if
    return [write.aw_channel, write.w_channel, write.b_channel, read.ar_channel, read.r_channel]


def stall(sides: Sequence[Any], seed: int, rate: float) -> None:
    """Stalls channels and streams at random from now on, each with a seed of its own."""
    for number, side in enumerate(sides):
        side.set_pause_generator(_stalls(random.Random(seed + number), rate))


def _stalls(rng: random.Random, rate: float) -> Iterator[bool]:
    while True:
        yield rng.random() < rate


def signals(handle: Any) -> Iterator[tuple[str, int]]:
    """Name and value of every signal below a handle."""
    for child in handle:
        if isinstance(child, HierarchyObject | HierarchyArrayObject | ArrayObject):
            if child._name != handle._name and not child._name.startswith("sil_check_"):
                yield from signals(child)
        elif isinstance(child, PackedObject | LogicArrayObject):
            yield child._path, child.value.to_unsigned()


def parts_of(*secrets: bytes) -> set[bytes]:
    """Every four bytes in a row, in both byte orders."""
    four = {one[i : i + 4] for one in secrets for i in range(len(one) - 3)}
    return four | {part[::-1] for part in four}


def held(value: int, parts: Set[bytes]) -> list[str]:
    """The parts that the value of a signal has."""
    data = value.to_bytes((value.bit_length() + 7) // 8, "little")
    return [part.hex() for part in parts if part in data]


def assert_gone(dut: Any, parts: Set[bytes], without: str | None = None) -> None:
    """Checks that no signal has one of the parts.

    Args:
        dut: the unit.
        parts: parts of secrets, from `parts_of`.
        without: the end of the names of signals that are not compared.
    """
    seen = 0
    for name, value in signals(dut):
        seen += 1
        if without is None or not name.endswith(without):
            found = held(value, parts)
            assert not found, f"{name} still has {found}"
    assert seen > 100
