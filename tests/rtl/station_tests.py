"""The cocotb tests of the complete hash station; ``test_station.py`` runs them.

They use only the pins, except where they say otherwise.
"""

from __future__ import annotations

import json
import logging
import os
import random
from pathlib import Path
from typing import Any

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge, Timer
from cocotbext.axi import AxiStreamBus, AxiStreamSink, AxiStreamSource
from display import Times
from station import CLOCK_NS, Station

from silicrypt import catalog

SETTINGS = json.loads(os.environ["SILICRYPT_TEST_STATION"])
DESIGN = catalog.get(SETTINGS["design"])
ROWS, COLUMNS = SETTINGS["rows"], SETTINGS["columns"]
RAM_BYTES = SETTINGS["ram_bytes"]
RECEIVE, HASH, SHOW = range(3)
#: Time from the end of a message to the end of its text: the hash and the display's instructions.
SHOWN_US = SETTINGS["shown_us"]


def digest(message: bytes) -> bytes:
    return DESIGN.reference(message)


def pages(message: bytes) -> list[list[str]]:
    """Returns the rows of each page, as the README describes them."""
    value = digest(message)
    if len(value) * 2 <= ROWS * COLUMNS:
        text = value.hex().ljust(ROWS * COLUMNS)
        return [[text[at : at + COLUMNS] for at in range(0, len(text), COLUMNS)]]
    size = (COLUMNS - 4) // 2
    rows = [f"{at:02x}: {value[at : at + size].hex()}" for at in range(0, len(value), size)]
    return [rows[at : at + ROWS] for at in range(0, len(rows), ROWS)]


class SlowHash:
    """The hash of a station that has none. Its delay is chosen by the test."""

    def __init__(self, dut: Any) -> None:
        self.dut, self.delay = dut, 0
        reset = (dut.clk_i, dut.rst_ni, False)
        self.beats = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m"), *reset)
        self.digests = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s"), *reset)
        for side in (self.beats, self.digests):
            side.log.setLevel(logging.WARNING)
        self._task = cocotb.start_soon(self._run())

    def reset(self) -> None:
        """Drops its state and clears its streams."""
        self._task.cancel()
        self.beats.clear()
        self.digests.clear()
        self._task = cocotb.start_soon(self._run())

    async def _run(self) -> None:
        while True:
            message = bytes((await self.beats.recv()).tdata)
            await ClockCycles(self.dut.clk_i, self.delay + 1)
            await self.digests.send(digest(message))


async def started(dut: Any) -> Station:
    station = Station(dut, SETTINGS["baud"], ROWS, COLUMNS, Times(**SETTINGS["times"]))
    if SETTINGS["top"] == "sil_station":
        station.hash = SlowHash(dut)
    await station.start()
    return station


async def check(station: Station, message: bytes, end: bytes = b"\r", off: float = 0.0) -> None:
    """Sends a message and checks that only its digest appears on the display."""
    before = len(station.display.history)
    await station.line.send(message + end, off)
    right = [station.display.full(page) for page in pages(message)]
    for page in right:
        await station.shows_anew(page, before, within_us=SHOWN_US)
    assert all(text in right for text in station.display.history[before:])
    assert not station.dut.error_o.value
    assert int(station.dut.phase_o.value) == SHOW


async def refused(station: Station) -> None:
    await station.shows("ERROR", within_us=SHOWN_US)
    await Timer(60, "us")  # the spaces after it
    assert station.display.read() == station.display.full(["ERROR"])
    assert station.dut.error_o.value


def letters(rng: random.Random, size: int) -> bytes:
    """Returns random characters without line ends."""
    return bytes(rng.choice([c for c in range(256) if c not in b"\r\n"]) for _ in range(size))


@cocotb.test()
async def text_messages_of_many_lengths(dut: Any) -> None:
    """Sends empty messages, and messages around a beat, around the memory, and much longer."""
    rng = random.Random(1)
    station = await started(dut)
    for size in (0, 1, 2, 3, 4, 5, 28, 0, 55, 56, RAM_BYTES, RAM_BYTES + 1, 3 * RAM_BYTES + 5):
        await check(station, letters(rng, size))
    await check(station, b"abc")


@cocotb.test()
async def text_the_display_initialises_while_data_arrive(dut: Any) -> None:
    """The digest is ready before the display is initialised, and waits."""
    station = await started(dut)
    await station.line.send(b"\r")
    await station.line.idle(1)
    while int(dut.phase_o.value) != SHOW:
        await RisingEdge(dut.clk_i)
    assert not station.display.written
    await station.shows(*pages(b"")[0], within_us=SHOWN_US + station.display.times.power_on)
    codes = [data for _, rs, data in station.display.written if not rs]
    function = 0x30 if ROWS == 1 else 0x38
    assert codes[:8] == [*[function] * 4, 0x08, 0x01, 0x06, 0x0C]


@cocotb.test()
@cocotb.parametrize(end=[b"\r", b"\n", b"\r\n"])
async def text_ends_of_a_line(dut: Any, end: bytes) -> None:
    """Each line end ends one message; no empty message follows."""
    station = await started(dut)
    for message in (b"abc", b"", b"", b"abcd"):
        await check(station, message, end)
        await station.quiet(100)


@cocotb.test()
async def text_lines_without_a_pause(dut: Any) -> None:
    """The last digest remains; every earlier one is replaced by the next message."""
    station = await started(dut)
    await check(station, b"ready")
    lines = [b"abc", b"", b"message digest", b"x" * (RAM_BYTES + 3), b"", b"the last one"]
    await station.line.send(b"\r\n".join(lines[:-1]) + b"\r\n")
    await check(station, lines[-1])


@cocotb.test()
async def text_a_digest_is_wiped(dut: Any) -> None:
    """A digest is shown until the next message begins, and no longer."""
    station = await started(dut)
    await check(station, b"abc")
    before = list(station.display.read())
    await station.quiet(200)
    await station.line.levels("011000010")  # a "C" without its stop bit
    assert station.display.read() == before
    await station.line.levels("1")
    await station.shows(within_us=SHOWN_US)
    await station.line.send(b"bc\r")
    await station.shows(*pages(b"Cbc")[0], within_us=SHOWN_US)


@cocotb.test()
@cocotb.parametrize(where=["first", "middle", "end"])
async def text_a_broken_character(dut: Any, where: str) -> None:
    """The display shows ERROR for the complete message; the next message is correct."""
    station = await started(dut)
    await check(station, b"before")
    before = len(station.display.history)
    if where != "first":
        await station.line.send(b"abcde" * 5)
    await station.line.broken(0x0D if where == "end" else 0x61)
    await refused(station)
    await station.line.send(b"the rest of it, which would be a message\r")
    await station.line.idle(15)
    await refused(station)
    await station.quiet(200)
    assert all("ERROR" in text[0] for text in station.display.history[before:])
    await check(station, b"after")


@cocotb.test()
async def text_a_refused_line_ends_where_the_line_is_idle(dut: Any) -> None:
    """A misaligned burst may look like line ends; no part of it becomes a message."""
    station = await started(dut)
    before = len(station.display.history)
    await station.line.send(b"abc")
    await station.line.broken(0x00)
    await station.line.send(b"de\rfgh\rijk")
    await station.line.idle(15)
    await station.line.send(b"lm\r")
    await station.line.idle(15)
    await refused(station)
    assert all("ERROR" in text[0] for text in station.display.history[before:])
    await check(station, b"abc")


@cocotb.test()
async def text_a_break(dut: Any) -> None:
    """A long low level is one error; an empty line then ends the message that it began."""
    station = await started(dut)
    await station.line.levels("0" * 40 + "1" * 15)
    await refused(station)
    await station.quiet(100)
    await station.line.send(b"\r")
    await station.line.idle(15)
    await refused(station)
    await check(station, b"abc")


@cocotb.test()
async def text_glitches(dut: Any) -> None:
    """A pulse shorter than half a bit begins no character; a pulse of one sample changes none."""
    station = await started(dut)
    await check(station, b"abc")
    bit = station.line.bit_ns
    for part in (0.02, 0.1, 0.3, 0.45):
        await station.line.pulse(part * bit)
        await station.line.idle(1)
    await station.quiet(100)
    for char in b"glitch\r":
        for value in f"0{f'{char:08b}'[::-1]}1":
            station.line.pin.value = int(value)
            await Timer(round(bit * 0.48), "ns")
            await station.line.pulse(bit / 20, 1 - int(value))
            await Timer(bit - round(bit * 0.48) - round(bit / 20), "ns")
    await station.shows(*pages(b"glitch")[0], within_us=SHOWN_US)


@cocotb.test()
@cocotb.parametrize(off=[-0.048, -0.02, 0.02, 0.036])
async def text_a_sender_that_is_off(dut: Any, off: float) -> None:
    """The baud rate of the sender is wrong, almost to the limits; it sends without a pause."""
    station = await started(dut)
    await check(station, bytes(range(32, 127)), off=off)
    await check(station, b"\x00\xff" * 10, off=off)


async def reach(station: Station, where: str) -> None:
    """Brings the station into the state in which it will be reset."""
    dut, line = station.dut, station.line
    if where == "initialising":
        await Timer(round(station.display.times.power_on * 1.05), "us")
        return
    await check(station, b"before")
    if where == "character":
        await line.send(b"ab")
        await line.levels("01101")
        line.pin.value = 1
    elif where == "message":
        await line.send(b"abcdef")
    elif where == "refused":
        await line.broken(0x61)
        await line.idle(2)
    else:
        if station.hash:
            station.hash.delay = 100
        await line.send(b"abcdef" * 10)
        cocotb.start_soon(line.send(b"\r"))
        wanted = {"hash": HASH, "show": SHOW}[where]
        while int(dut.phase_o.value) != wanted:
            await RisingEdge(dut.clk_i)
        await ClockCycles(dut.clk_i, 20 if where == "hash" else 1500)
        assert int(dut.phase_o.value) == wanted


@cocotb.test()
async def text_a_line_feed_after_a_reset(dut: Any) -> None:
    """A line feed after a reset is the rest of a line end and no message; the next one is."""
    station = await started(dut)
    await check(station, b"before")
    await station.start()
    await station.line.send(b"\n")
    await station.line.idle(15)
    await Timer(SHOWN_US, "us")
    assert int(dut.phase_o.value) == RECEIVE
    assert not dut.error_o.value
    await check(station, b"", b"\n")


@cocotb.test()
@cocotb.parametrize(where=["initialising", "character", "message", "refused", "hash", "show"])
async def text_a_reset(dut: Any, where: str) -> None:
    """A reset at any time initialises the display again, and the next message is correct."""
    station = await started(dut)
    await reach(station, where)
    await station.start()
    assert int(dut.phase_o.value) == RECEIVE
    assert not dut.error_o.value
    await check(station, b"after the reset")


@cocotb.test()
async def text_a_reset_while_somebody_sends(dut: Any) -> None:
    """The rest of the current line gives no message; the next line does."""
    station = await started(dut)
    await check(station, b"before")
    before = len(station.display.history)
    sending = cocotb.start_soon(station.line.send(bytes(range(97, 120)) * 2 + b"\rone more\r"))
    await station.line.idle(47.3)
    await station.reset()
    await sending
    await station.line.idle(15)
    await Timer(SHOWN_US, "us")
    assert station.display.history[before:] == []
    await check(station, b"after")


@cocotb.test()
async def gated_blocks_sleep(dut: Any) -> None:
    """Looks at internal clocks: the clock of an idle block does not toggle."""
    station = await started(dut)
    box = dut.u_station
    clocks = {
        "receiver": box.u_receiver.clk,
        "memory": box.u_ram.clk,
        "hash": box.hash_clk_o,
        "display": box.u_lcd.clk,
    }

    async def edges(wait: Any) -> dict[str, int]:
        counts = dict.fromkeys(clocks, 0)

        async def count(name: str) -> None:
            while True:
                await clocks[name].rising_edge
                counts[name] += 1

        tasks = [cocotb.start_soon(count(name)) for name in clocks]
        await wait
        for task in tasks:
            task.cancel()
        return counts

    await check(station, b"abc")
    await Timer(100, "us")
    assert set((await edges(Timer(200, "us"))).values()) == {0}
    received = await edges(station.line.send(b"abcdefgh"))
    assert received["receiver"] > 8 * 9 * station.line.bit_ns / CLOCK_NS
    assert received["memory"] == 8
    assert received["hash"] == 1  # the previous digest is accepted
    await Timer(100, "us")
    assert set((await edges(Timer(200, "us"))).values()) == {0}


@cocotb.test()
async def same_on_the_bus(dut: Any) -> None:
    """Records the writes to the display, for the comparison with another station."""
    rng = random.Random(2)
    station = await started(dut)
    for size in (0, 3, 4, 28, RAM_BYTES + 9):
        await check(station, letters(rng, size))
    await station.line.broken(1)
    await refused(station)
    await station.line.send(b"\r")
    await station.line.idle(15)
    await check(station, b"the end")
    start = station.display.written[0][0]
    lines = [f"{time - start:.0f} {rs} {data:02x}" for time, rs, data in station.display.written]
    Path(SETTINGS["bus"]).write_text("\n".join(lines), encoding="utf-8")


@cocotb.test()
async def bytes_end_with_silence(dut: Any) -> None:
    """Every byte belongs to the message, line ends too; silence ends a message or an error."""
    rng = random.Random(3)
    station = await started(dut)
    silence = SETTINGS["end_bits"]
    await station.line.idle(silence)
    for message in (b"a", b"\r", b"\r\n", rng.randbytes(28), rng.randbytes(2 * RAM_BYTES)):
        await station.line.send(message)
        await station.line.idle(silence - 2)
        assert int(dut.phase_o.value) == RECEIVE
        await station.shows(*pages(message)[0], within_us=SHOWN_US)
    await station.line.send(b"abc")
    await station.line.broken(1)
    await station.line.send(b"def")
    await refused(station)
    await station.line.idle(silence + 2)
    await station.line.send(b"abc")
    await station.shows(*pages(b"abc")[0], within_us=SHOWN_US + silence * station.line.bit_ns / 1e3)


@cocotb.test()
async def slow_hash_and_an_early_message(dut: Any) -> None:
    """A message arrives before the previous one is hashed: neither digest nor a mix is shown."""
    station = await started(dut)
    await check(station, b"before")
    before = len(station.display.history)
    station.hash.delay = 2000
    await station.line.send(b"abc\rdefg\r")
    await refused(station)
    await station.quiet(100)
    await check(station, b"after")
    assert station.display.history[before] == station.display.full(["ERROR"])


@cocotb.test()
async def slow_hash_and_an_error(dut: Any) -> None:
    """A broken character arrives while a message is hashed: the later digest is not shown."""
    station = await started(dut)
    station.hash.delay = 4000
    await station.line.send(b"abc\r")
    await station.line.broken(0x61)
    assert int(dut.phase_o.value) == HASH
    await refused(station)
    await station.quiet(100)
    assert int(dut.phase_o.value) == RECEIVE
    await station.line.send(b"\r")
    await station.line.idle(15)
    await check(station, b"after")


@cocotb.test()
async def slow_hash_and_a_full_memory(dut: Any) -> None:
    """A byte without room in the memory refuses its message; the end of it then waits for room."""
    station = await started(dut)
    await check(station, bytes(range(64, 64 + 4 * RAM_BYTES)))
    station.hash.beats.pause = True
    await station.line.send(b"x" * RAM_BYTES + b"1234")
    assert not dut.error_o.value
    await station.line.send(b"5")
    await refused(station)
    await station.line.send(b"678\r")
    await station.line.idle(15)
    assert int(dut.phase_o.value) == HASH
    await station.line.send(b"a")  # too early
    station.hash.beats.pause = False
    await station.line.send(b"bc\r")
    await station.line.idle(15)
    await refused(station)
    await check(station, b"after")


@cocotb.test()
async def paged(dut: Any) -> None:
    """All pages appear in order, repeatedly, until the next message."""
    station = await started(dut)
    for message in (b"abc", b""):
        await check(station, message)
        for page in pages(message) * 2:
            await station.shows(*page, within_us=SHOWN_US)
