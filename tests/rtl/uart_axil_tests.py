"""The cocotb tests of ``sil_uart_axil``; ``test_units.py`` runs them."""

from __future__ import annotations

import logging
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, with_timeout
from cocotbext.axi import AxiLiteBus, AxiLiteRam
from mapped_bench import channels, stall

#: Clock cycles per bit, and bit times of an idle line, as in ``test_units.py``.
BIT, IDLE = 8, 20
SIZE = 256


async def start(dut: Any) -> AxiLiteRam:
    dut.rx_i.value = 1
    dut.rst_ni.value = 0
    Clock(dut.clk_i, 10, unit="ns").start()
    logging.getLogger(f"cocotb.{dut._name}.m").setLevel(logging.WARNING)
    ram = AxiLiteRam(
        AxiLiteBus.from_prefix(dut, "m"), dut.clk_i, dut.rst_ni, reset_active_level=False, size=SIZE
    )
    await ClockCycles(dut.clk_i, 4)
    dut.rst_ni.value = 1
    await ClockCycles(dut.clk_i, 4)
    return ram


async def send(dut: Any, data: bytes, stop: int = 1) -> None:
    for byte in data:
        for level in (0, *(byte >> bit & 1 for bit in range(8)), stop):
            dut.rx_i.value = level
            await ClockCycles(dut.clk_i, BIT)
        dut.rx_i.value = 1


async def receive(dut: Any, count: int) -> bytes:
    found = bytearray()
    for _ in range(count):
        await with_timeout(FallingEdge(dut.tx_o), 1000 * BIT, "ns")
        await ClockCycles(dut.clk_i, BIT // 2)
        byte = 0
        for bit in range(8):
            await ClockCycles(dut.clk_i, BIT)
            byte |= int(dut.tx_o.value) << bit
        await ClockCycles(dut.clk_i, BIT)
        assert int(dut.tx_o.value) == 1
        found.append(byte)
    return bytes(found)


async def ask(dut: Any, data: bytes, count: int) -> bytes:
    """Sends a request while its answer is received, and waits until the line is quiet."""
    answer = cocotb.start_soon(receive(dut, count))
    await send(dut, data)
    found = bytes(await answer)
    await ClockCycles(dut.clk_i, 2 * BIT)
    return found


def write(address: int, value: int) -> bytes:
    return b"W" + address.to_bytes(4, "little") + value.to_bytes(4, "little")


def read(address: int) -> bytes:
    return b"R" + address.to_bytes(4, "little")


async def quiet(dut: Any, bits: int) -> None:
    """Checks that the unit sends nothing."""
    for _ in range(bits * BIT):
        await FallingEdge(dut.clk_i)
        assert int(dut.tx_o.value) == 1


@cocotb.test()
async def words(dut: Any) -> None:
    """Writes and reads words at the first and the last address, with stalls on the bus."""
    ram = await start(dut)
    stall(channels(ram), 1, 0.66)
    values = {0: 0x01234567, 0x80: 0xFFFF0000, SIZE - 4: 0x89ABCDEF}
    for address, value in values.items():
        assert await ask(dut, write(address, value), 1) == b"\0"
    for address, value in values.items():
        assert ram.read(address, 4) == value.to_bytes(4, "little")
        assert await ask(dut, read(address), 5) == b"\0" + value.to_bytes(4, "little")


@cocotb.test()
async def wrong_requests(dut: Any) -> None:
    """Another command, an address that is too wide, and a word after each of them."""
    ram = await start(dut)
    for request, answer in (
        (b"x", b"\xff"),
        (write(SIZE, 1), b"\1"),
        (read(1 << 31), b"\1" + bytes(4)),
    ):
        assert await ask(dut, request, len(answer)) == answer
        assert await ask(dut, write(4, 77), 1) == b"\0"
    assert ram.read(0, 4) == bytes(4)


@cocotb.test()
async def requests_that_are_cut_off(dut: Any) -> None:
    """A part of a request has no answer after a pause or a broken character; the next one has."""
    ram = await start(dut)
    whole = write(8, 5)
    for size in (1, 4, 5, 8):
        await send(dut, whole[:size])
        await quiet(dut, IDLE + 12)
        assert await ask(dut, write(12, size), 1) == b"\0"
        assert ram.read(12, 4) == size.to_bytes(4, "little")
    await send(dut, whole[:3])
    await send(dut, b"\0", stop=0)
    await quiet(dut, 12)
    assert await ask(dut, read(12), 5) == b"\0" + (8).to_bytes(4, "little")
    assert ram.read(8, 4) == bytes(4)


@cocotb.test()
async def a_reset_in_an_answer(dut: Any) -> None:
    ram = await start(dut)
    ram.write(16, b"abcd")
    await send(dut, read(16))
    await ClockCycles(dut.clk_i, 15 * BIT)
    dut.rst_ni.value = 0
    await ClockCycles(dut.clk_i, 2)
    assert int(dut.tx_o.value) == 1
    dut.rst_ni.value = 1
    await quiet(dut, 12)
    assert await ask(dut, read(16), 5) == b"\0abcd"
