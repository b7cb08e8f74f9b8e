"""The hash station as its user sees it: a serial line and a character display."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, Event, First, RisingEdge, Timer, with_timeout
from cocotb.utils import get_sim_time
from cocotbext.uart import UartSource
from display import Display, Pins, Times

CLOCK_NS = 10


class Line:
    """The serial line from a computer."""

    def __init__(self, pin: Any, baud: int) -> None:
        """Sets the line idle."""
        self.pin, self.baud = pin, baud
        self._sources: dict[int, UartSource] = {}
        pin.value = 1

    @property
    def bit_ns(self) -> int:
        """Duration of a bit."""
        return round(1e9 / self.baud)

    async def send(self, data: bytes, off: float = 0.0) -> None:
        """Sends characters without a pause; `off` is the relative error of the baud rate."""
        baud = round(self.baud * (1 + off))
        if baud not in self._sources:
            self._sources[baud] = UartSource(self.pin, baud=baud)
            self._sources[baud].log.setLevel(logging.WARNING)
            await Timer(1, "ns")
        source = self._sources[baud]
        await source.write(data)
        await source.wait()

    def clear(self) -> None:
        """Sends nothing after the current character."""
        for source in self._sources.values():
            source.clear()

    async def levels(self, bits: str) -> None:
        """Sends raw bits, the first one first; the line holds the last level."""
        for bit in bits:
            self.pin.value = int(bit)
            await Timer(self.bit_ns, "ns")

    async def broken(self, char: int) -> None:
        """Sends a character whose stop bit is low, and then a stop bit."""
        await self.levels("0" + f"{char:08b}"[::-1] + "01")

    async def pulse(self, ns: float, level: int = 0) -> None:
        """Sends a pulse of this level and duration."""
        before = int(self.pin.value)
        self.pin.value = level
        await Timer(round(ns), "ns")
        self.pin.value = before

    async def idle(self, bits: float = 11) -> None:
        """Leaves the line unchanged."""
        await Timer(round(bits * self.bit_ns), "ns")


class Station:
    """A station with its reset, its line and its display."""

    def __init__(self, dut: Any, baud: int, rows: int, columns: int, times: Times) -> None:
        """Starts the clock. Reset is not yet pressed, and registers have unknown values."""
        self.dut = dut
        self.line = Line(dut.rx_i, baud)
        self.display = Display(rows, columns, times, get_sim_time("ns"))
        #: The hash, if the test takes its role.
        self.hash: Any = None
        self._written = Event()
        dut.rst_ni.value = 1
        Clock(dut.clk_i, CLOCK_NS, "ns").start()
        cocotb.start_soon(self._watch())

    @property
    def _pins(self) -> Pins:
        dut = self.dut
        pins = (dut.lcd_rs_o, dut.lcd_rw_o, dut.lcd_e_o, dut.lcd_data_o)
        return Pins(*(int(pin.value) for pin in pins))

    async def _watch(self) -> None:
        dut = self.dut
        while True:
            pins = (dut.lcd_rs_o, dut.lcd_rw_o, dut.lcd_e_o, dut.lcd_data_o)
            await First(*(pin.value_change for pin in pins))
            now = get_sim_time("ns")
            await Timer(1, "ns")  # all changes at this time are complete
            if not dut.rst_ni.value:
                self.display.interrupted(self._pins)
            elif self.display.change(now, self._pins):
                self._written.set()

    async def reset(self) -> None:
        """Presses and releases reset."""
        self.dut.rst_ni.value = 0
        await ClockCycles(self.dut.clk_i, 3)
        if self.hash:
            self.hash.reset()
        self.display.interrupted(self._pins)
        self.dut.rst_ni.value = 1
        await RisingEdge(self.dut.clk_i)

    async def start(self) -> None:
        """Resets, and waits until the first character may come."""
        await RisingEdge(self.dut.clk_i)  # reset must have an edge: a stopped clock has none
        await self.reset()
        await self.line.idle(12)

    async def shows(self, *rows: str, within_us: float = 1000) -> None:
        """Waits until these rows, padded with spaces, are on the display."""
        await self._until(self.display.full(rows), 0, within_us)

    async def shows_anew(self, rows: Sequence[str], after: int, within_us: float) -> None:
        """Waits until these rows have been written after this position in the history."""
        await self._until(self.display.full(rows), after + 1, within_us)

    async def _until(self, wanted: list[str], length: int, within_us: float) -> None:
        async def wait() -> None:
            while self.display.read() != wanted or len(self.display.history) < length:
                self._written.clear()
                await self._written.wait()

        try:
            await with_timeout(cocotb.start_soon(wait()), round(within_us), "us")
        except TimeoutError as error:
            raise AssertionError(f"{self.display.read()} instead of {wanted}") from error

    async def quiet(self, us: float) -> None:
        """Checks that nothing is written to the display for this time."""
        self._written.clear()
        timer = Timer(round(us), "us")
        assert await First(self._written.wait(), timer) is timer, "the display changes"
