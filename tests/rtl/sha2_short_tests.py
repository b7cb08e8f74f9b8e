"""The cocotb tests of ``sil_sha2_short_core``; ``test_sha2_short.py`` runs them.

Cycle 0 of a message is the one in which its first beat is accepted.
"""

from __future__ import annotations

import hashlib
import os
import random
from typing import Any

import cocotb
from cocotb.triggers import FallingEdge, ReadOnly
from steps import started

from silicrypt.catalog.merkle_damgard import SHA2

ALG = next(one for one in SHA2 if one.enum == os.environ["SILICRYPT_TEST_ALG"])
BEAT = ALG.word_bits // 8
#: Cycles of a block, and cycles from the first beat of a message to its digest.
CYCLES = ALG.rounds + 4
LATENCY = CYCLES + 5
#: Cycles that a digest may wait and costs nothing.
FREE = CYCLES - 11


def message(rng: random.Random) -> bytes:
    """Returns a message of one block."""
    return rng.randbytes(rng.randrange(ALG.block_bits // 8 - ALG.padding.length_bytes))


class Unit:
    """The core, driven cycle by cycle."""

    def __init__(self, dut: Any, gaps: dict[int, int] | None = None) -> None:
        """Makes a driver.

        Args:
            dut: the top module.
            gaps: cycles without a beat before the beat of that number, counted over all messages.
        """
        self.dut, self.gaps = dut, gaps or {}
        self.beats: list[tuple[bytes, bool]] = []
        self.sent, self.now, self.wait = 0, 0, 0
        self.firsts: list[int] = []  # the cycle of the first beat of each message
        self.valid: list[int] = []  # the first cycle of each digest
        self.digests: list[bytes] = []
        self.pending = 0  # cycles in which the digest has waited

    def add(self, data: bytes) -> None:
        """Adds a message to those that are sent."""
        padded = ALG.padded(data)
        last = len(padded) - BEAT
        self.beats += [(padded[at : at + BEAT], at == last) for at in range(0, len(padded), BEAT)]

    async def start(self) -> None:
        """Resets the core and leaves it idle for some cycles."""
        await started(self.dut, "s_tvalid", "m_tready")
        await self.run(10)

    async def run(self, cycles: int, waits: int = 0) -> None:
        """Runs cycles. A digest is accepted after that many cycles in which it waits."""
        for _ in range(cycles):
            await self._cycle(waits)

    async def _cycle(self, waits: int) -> None:
        dut, first = self.dut, self.sent % 16 == 0
        offers = self.sent < len(self.beats) and self.wait >= self.gaps.get(self.sent, 0)
        dut.s_tvalid.value = offers
        if offers:
            data, last = self.beats[self.sent]
            dut.s_tdata.value = int.from_bytes(data, "little")
            dut.s_tlast.value = last
        dut.m_tready.value = self.pending >= waits
        await ReadOnly()
        if offers and dut.s_tready.value:
            self.firsts += [self.now] * first
            self.sent, self.wait = self.sent + 1, 0
        else:
            self.wait += 1
        if dut.m_tvalid.value:
            if self.pending == 0:
                self.valid.append(self.now)
            self.pending += 1
            if dut.m_tready.value:
                digest = int(dut.m_tdata.value).to_bytes(ALG.digest_bits // 8, "little")
                self.digests.append(digest)
                self.pending = 0
        self.now += 1
        await FallingEdge(dut.clk_i)

    def check(self, messages: list[bytes]) -> None:
        """Checks that the digests are those of the messages."""
        assert self.digests == [hashlib.new(ALG.hashlib, one).digest() for one in messages]


@cocotb.test()
async def a_digest_does_not_wait_for_the_next_message(dut: Any) -> None:
    """The next message stops at each of its beats until the digest is out."""
    for beat in range(16):
        rng = random.Random(beat)
        unit = Unit(dut, {16 + beat: 3 * CYCLES})
        messages = [message(rng) for _ in range(3)]
        for one in messages:
            unit.add(one)
        await unit.start()
        await unit.run(10 * CYCLES)
        unit.check(messages)
        assert unit.valid[0] - unit.firsts[0] == LATENCY, beat
        # Its other beats follow each other directly.
        late = LATENCY + 3 * CYCLES * (beat > 0)
        assert unit.valid[1] - unit.firsts[1] == late, (beat, unit.valid, unit.firsts)


@cocotb.test()
async def short_pauses_of_the_next_message(dut: Any) -> None:
    """Each pause delays the next message alone, by its own length."""
    await Unit(dut).start()
    for beat in range(1, 9):
        for pause in range(1, 10):
            rng = random.Random(16 * beat + pause)
            unit = Unit(dut, {16 + beat: pause})
            messages = [message(rng) for _ in range(3)]
            for one in messages:
                unit.add(one)
            await unit.run(5 * CYCLES)
            unit.check(messages)
            since = [later - unit.firsts[0] - LATENCY for later in unit.valid]
            assert since == [0, CYCLES + pause, 2 * CYCLES + pause], (beat, pause, since)


@cocotb.test()
async def a_pause_between_blocks(dut: Any) -> None:
    """The second block of a message comes late, or not."""
    await Unit(dut).start()
    for pause in (0, CYCLES, 2 * CYCLES, 3 * CYCLES):
        rng = random.Random(pause)
        unit = Unit(dut, {16: pause})
        messages = [rng.randbytes(ALG.block_bits // 8), message(rng)]
        for one in messages:
            unit.add(one)
        await unit.run(8 * CYCLES)
        unit.check(messages)
        late = max(0, pause - CYCLES + 16)  # without a pause the beat waits for its round
        since = [later - unit.firsts[0] - LATENCY - CYCLES for later in unit.valid]
        assert since == [late, late + CYCLES], (pause, since)


@cocotb.test()
async def a_digest_waits_while_the_next_message_is_computed(dut: Any) -> None:
    """A digest that waits up to a stated number of cycles delays nothing."""
    await Unit(dut).start()
    for waits in (0, 1, FREE - 1, FREE, FREE + 1, FREE + 5, 4 * CYCLES):
        rng = random.Random(waits)
        unit = Unit(dut)
        messages = [message(rng) for _ in range(4)]
        for one in messages:
            unit.add(one)
        await unit.run(30 * CYCLES, waits)
        unit.check(messages)
        apart = {later - one for one, later in zip(unit.valid, unit.valid[1:], strict=False)}
        assert apart == {CYCLES + max(0, waits - FREE)}, (waits, apart)
