"""The cocotb tests of the self-test; ``test_bist.py`` runs them.

They use only the pins of the board, except where they say otherwise.
"""

from __future__ import annotations

import itertools
import json
import os
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge

RESULTS = [bytes.fromhex(text) for text in json.loads(os.environ["SILICRYPT_TEST_RESULTS"])]
CHANNELS = int(os.environ["SILICRYPT_TEST_CHANNELS"])
KEYED = bool(int(os.environ["SILICRYPT_TEST_KEYED"]))
OUTPUTS: list[str] = json.loads(os.environ["SILICRYPT_TEST_OUTPUTS"])
LAMP, STROBE, FIRST = 7, 8, 9
RUN, FAIL = 0, 2  # of sil_bist
HALF_PERIOD = 2 ** int(os.environ["SILICRYPT_TEST_BLINK_BITS"]) // 2


class Board:
    """The board as its user sees it: buttons, switches, LEDs and a header."""

    def __init__(self, dut: Any) -> None:
        """Starts the clock; PWR is pressed."""
        self.dut = dut
        Clock(dut.clk_i, 40, "ns").start()
        dut.pwr_ni.value = 0
        dut.fire_i.value = 0
        dut.sw_i.value = 0

    async def start(self, wrong: int | None = None, interrupt: bool = False) -> None:
        """Presses and releases PWR; FIRE and the switches are set meanwhile."""
        self.dut.pwr_ni.value = 0
        self.dut.fire_i.value = (wrong is not None) | interrupt << 1
        self.dut.sw_i.value = wrong or 0
        await ClockCycles(self.dut.clk_i, 5)
        assert not self.lamp
        self.dut.pwr_ni.value = 1

    @property
    def lamp(self) -> int:
        return int(self.dut.led_o.value) >> LAMP

    @property
    def index(self) -> int:
        return int(self.dut.led_o.value) & 0x7F

    @property
    def machine(self) -> Any:
        """Returns the core and its test, which only a simulator can see."""
        return self.dut.gen_hmac.u_bist if KEYED else self.dut.gen_hash.u_bist

    async def lit(self) -> None:
        """Waits until the LED is on."""
        for _ in range(1000):
            await ClockCycles(self.dut.clk_i, HALF_PERIOD // 16)
            if self.lamp:
                return
        raise AssertionError("the lamp stays off")

    async def blinks(self) -> bool:
        """Returns whether the LED, which is on, goes off and on again within one period."""
        states = []
        for _ in range(40):
            await ClockCycles(self.dut.clk_i, HALF_PERIOD // 16)
            states.append(self.lamp)
        turns = sum(a != b for a, b in itertools.pairwise(states))
        assert turns in (0, 2, 3), f"{turns} turns in two and a half half periods"
        return turns > 0

    async def value(self) -> bytes:
        """Returns the bytes on the header from the first one, as a logic analyser records them."""
        taken = b""
        while True:
            pins = int(self.dut.gp_o.value)
            await RisingEdge(self.dut.clk_i)
            now = int(self.dut.gp_o.value)
            if now >> STROBE & 1 and not pins >> STROBE & 1:
                assert now & 0xFF == pins & 0xFF, "a byte changes with its strobe"
                if now >> FIRST & 1 and taken:
                    return taken
                if taken or now >> FIRST & 1:
                    taken += bytes([now & 0xFF])


def on_pins(result: bytes) -> bytes:
    """Returns a result, padded with zeros to the size of the longest result."""
    return result.ljust(max(map(len, RESULTS)), b"\0")


def last_results() -> list[bytes]:
    """Returns the results that can come last.

    They are the last ones of the channels; for HMAC with several channels, those of the last key.
    """
    if KEYED and CHANNELS > 1:
        return RESULTS[-3:]  # all of the last key
    return [RESULTS[(channel - 1) % len(RESULTS)] for channel in range(CHANNELS)]


def all_channels_hold(board: Board) -> bool:
    """Returns whether each channel of HMAC holds a message, and none is loading a key."""
    hmac = board.machine.gen_unit.u_hmac.u_engine
    return not int(hmac.idle.value) | int(hmac.loading.value)


async def demand_halt(board: Board) -> None:
    """Checks that the LED is steady and that no further beat goes to the core."""
    assert not await board.blinks()
    sequencer = board.machine.u_bist.u_sequencer
    for _ in range(500):
        await RisingEdge(board.dut.clk_i)
        assert not sequencer.read_o.value


@cocotb.test()
@cocotb.parametrize(interrupt=[False, True])
async def right_core_passes(dut: Any, interrupt: bool) -> None:
    """The LED blinks and the pins show the last result, also with an interrupted stream."""
    board = Board(dut)
    for _ in range(2):  # pressing PWR runs the test again
        await board.start(interrupt=interrupt)
        await board.lit()
        assert board.index == 0
        assert await board.blinks()
        assert await board.value() in map(on_pins, last_results())


@cocotb.test()
@cocotb.parametrize(interrupt=[False, True])
async def right_core_is_interrupted_only_when_asked(dut: Any, interrupt: bool) -> None:
    """If asked, the core waits for beats within messages, and its results wait to be accepted."""
    board = Board(dut)
    await board.start(interrupt=interrupt)
    test = board.machine.u_bist
    beats, gaps, waits, inside = 0, 0, 0, [False] * CHANNELS
    while not board.lamp:
        await RisingEdge(dut.clk_i)
        if test.m_tvalid.value and test.m_tready.value:
            inside[int(test.m_tid.value)] = not test.m_tlast.value
            beats += 1
        gaps += any(inside) and bool(test.m_tready.value and not test.m_tvalid.value)
        waits += bool(test.s_tvalid.value and not test.s_tready.value)
    dut._log.info("%d beats, %d gaps, results waited %d cycles", beats, gaps, waits)
    assert gaps > beats if interrupt else gaps == 0
    # Every result waits one cycle to be compared. The last one waits until the LED is on.
    results = CHANNELS * (len(RESULTS) + 1)
    assert waits >= HALF_PERIOD + results - 1 + interrupt * results // 4


@cocotb.test()
async def full_pipeline(dut: Any) -> None:
    """All stages hold a block for a large part of the time, and each channel gets every vector.

    HMAC spends much of the time on keys, and a channel waits for its inner digest before it starts
    the outer hash. For HMAC each channel therefore has to hold a message for that part of the time,
    and the stages are full for a smaller part. With long messages they are always full, which the
    check of the cycles per block covers.
    """
    board = Board(dut)
    await board.start()
    test = board.machine.u_bist
    unit = board.machine.gen_unit
    core = unit.u_hmac.u_core if KEYED else unit.u_hash.u_core
    cycles, full, held, results = 0, 0, 0, [0] * CHANNELS
    # A result of the trial comes before the results of each channel; the last one is not accepted.
    while sum(results) < CHANNELS * (len(RESULTS) + 1) - 1:
        await RisingEdge(dut.clk_i)
        busy = int(core.gen_pipeline.u_pipelined.u_slots.busy_q.value)
        cycles, full = cycles + 1, full + (busy == 2**CHANNELS - 1)
        held += KEYED and all_channels_hold(board)
        if test.s_tvalid.value and test.s_tready.value:
            results[int(test.s_tid.value)] += 1
        assert cycles < 100_000
    dut._log.info("all stages busy in %d of %d cycles, all channels in %d", full, cycles, held)
    assert (held if KEYED else full) > cycles / 3
    assert full > cycles / 20
    assert min(results) >= len(RESULTS)


@cocotb.test()
@cocotb.parametrize(interrupt=[False, True])
async def wrong_expected_value_is_caught(dut: Any, interrupt: bool) -> None:
    """A wrong value gives a steady LED, its number and the result; the next run passes."""
    board = Board(dut)
    for wrong, result in enumerate(RESULTS):
        await board.start(wrong, interrupt)
        await board.lit()
        assert board.index == wrong
        assert await board.value() == on_pins(result)
    await demand_halt(board)
    await board.start()
    await board.lit()
    assert await board.blinks()


def outputs(board: Board) -> dict[str, int]:
    """Returns the outputs of the unit under test that can change, with their widths in bits."""
    test = board.machine.u_bist
    absent = {"s_tid"} if CHANNELS == 1 else set()
    absent |= set() if KEYED else {"s_tmatch", "keyed_i"}
    return {name: len(getattr(test, name)) for name in OUTPUTS if name not in absent}


@cocotb.test()
async def every_output_has_both_values(dut: Any) -> None:
    """Each bit is seen at 0 and at 1 where the self-test uses it; a result counts when compared."""
    board = Board(dut)
    await board.start()
    test, names = board.machine.u_bist, outputs(board)
    ones, zeros = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    while not board.lamp:
        await RisingEdge(dut.clk_i)
        for name in names:
            # The result of a refused message is no digest: its bits do not count.
            if name == "s_tdata" and (not test.s_tvalid.value or test.s_tuser.value):
                continue
            if name in ("s_tuser", "s_tmatch", "s_tid") and not test.s_tvalid.value:
                continue
            value = int(getattr(test, name).value)
            ones[name] |= value
            zeros[name] |= ~value
    for name, width in names.items():
        every = 2**width - 1
        assert ones[name] == every, f"{name} has bits that are never 1: {every & ~ones[name]:x}"
        assert zeros[name] & every == every, f"{name} has bits that are never 0"


@cocotb.test()
async def stuck_output_is_caught(dut: Any) -> None:
    """The test fails with any output held at either value.

    Of a result these bits are held: those that only the added vectors show at both values, and
    every sixteenth one.
    """
    board = Board(dut)
    names = outputs(board)
    test, switch = board.machine.u_bist, board.machine
    count = 0
    for name, width in names.items():
        late = int(os.environ["SILICRYPT_TEST_LATE"], 16) if name == "s_tdata" else 0
        for bit in range(width):
            if name == "s_tdata" and bit % 16 and not late >> bit & 1:
                continue
            for value in (0, 1):
                switch.stuck_at.value = 1024 * OUTPUTS.index(name) + bit
                switch.stuck_value.value = value
                await board.start()
                while int(test.state_q.value) == RUN:
                    await ClockCycles(dut.clk_i, 64)
                assert int(test.state_q.value) == FAIL, f"{name}[{bit}] may be stuck at {value}"
                count += 1
    dut._log.info("%d stuck outputs, each is caught", count)


@cocotb.test()
async def broken_core_is_caught(dut: Any) -> None:
    """The reported vector is the first one that the mistake affects."""
    board = Board(dut)
    await board.start()
    await board.lit()
    await demand_halt(board)
    assert board.index == int(os.environ["SILICRYPT_TEST_FAILS"])
