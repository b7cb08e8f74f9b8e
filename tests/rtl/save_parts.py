"""Parts of messages for units with save and restore: those to compute, and those to refuse."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import cocotb
from cocotb.triggers import FallingEdge
from steps import handshake, reset, started

#: The most cycles that a beat waits.
LIMIT = 3000
#: The kinds of parts that must be refused.
KINDS = 6


@dataclass
class Part:
    """A message of the stream or a key, and its answer; ``None`` where it must be refused."""

    data: bytes
    user: int
    answer: bytes | None = None
    privileged: bool = True
    keep: int | None = None  # of the last beat
    hole: int | None = None  # the beat with a hole
    tag: bool = True  # the answer of HMAC is a tag, and not a chaining value


@dataclass(frozen=True)
class Stream:
    """The input stream of a unit.

    Attributes:
        beat: bytes per beat.
        block: bytes per block.
        stop: the flag in ``s_tuser`` of a part that gives the chaining value.
        resume: the flag of a part with a header; it is the highest bit.
        key: the flag of a key, the lowest bit; 0 if the unit has no key.
        privileged: whether the unit has ``privileged_i``.
        idle: further inputs that are 0 during a reset.
    """

    beat: int
    block: int
    stop: int
    resume: int
    key: int = 0
    privileged: bool = False
    idle: tuple[str, ...] = ()

    def header(self, chaining: bytes, rng: random.Random) -> bytes:
        """Returns a header block. Its first eight words have no effect."""
        return rng.randbytes(self.block // 2) + chaining

    def refused(self, rng: random.Random, kind: int | None = None) -> Part:
        """Returns a part that must be refused."""
        kind = rng.randrange(KINDS) if kind is None else kind
        user = rng.choice((self.stop, self.resume, self.stop | self.resume))
        most = self.block * rng.randrange(1, 4)
        if kind == 0:  # not complete blocks
            size = self.beat * rng.choice([n for n in range(1, 64) if n % 16])
            return Part(rng.randbytes(size), user)
        if kind == 1:  # the last beat is not full
            data = rng.randbytes(most + self.block)
            return Part(data, user, keep=rng.randrange(2**self.beat - 1))
        if kind == 2:  # a header without a block
            data = rng.randbytes(self.block)
            return Part(data, self.resume | (rng.choice((0, self.stop)) if self.key else 0))
        if kind == 3:  # blocks that end with an empty beat
            return Part(rng.randbytes(most + self.block + self.beat), user, keep=0)
        if kind == 4:  # a hole
            data = rng.randbytes(most + self.block)
            return Part(data, user, hole=rng.randrange(most // self.beat))
        return Part(b"", user, keep=0)

    async def begin(self, dut: Any) -> None:
        """Starts the clock and resets the unit."""
        await started(dut, "s_tvalid", "m_tready", *self.idle)

    async def reset(self, dut: Any) -> None:
        """Resets the unit."""
        await reset(dut, "s_tvalid", "m_tready", *self.idle)

    async def send(self, dut: Any, part: Part, rng: random.Random, stall: float = 0.0) -> None:
        """Sends a part. Without a valid beat, the inputs have random values."""
        count = max(1, -(-len(part.data) // self.beat))
        for at in range(count):
            while rng.random() < stall:
                await self._pause(dut, rng)
            piece = part.data[at * self.beat : (at + 1) * self.beat]
            keep = 2 ** len(piece) - 1
            if at == part.hole:
                keep = 2**self.beat - 3
            elif at == count - 1 and part.keep is not None:
                keep = part.keep
            dut.s_tvalid.value = 1
            dut.s_tdata.value = int.from_bytes(piece.ljust(self.beat, b"\xa5"), "little")
            dut.s_tkeep.value = keep
            dut.s_tlast.value = at == count - 1
            self._flags(dut, part, rng, first=at == 0)
            await accepted(dut)
        dut.s_tvalid.value = 0

    async def _pause(self, dut: Any, rng: random.Random) -> None:
        dut.s_tvalid.value = 0
        dut.s_tuser.value = rng.randrange(2 * self.resume)
        if self.privileged:
            dut.privileged_i.value = rng.randrange(2)
        else:
            dut.s_tdata.value = rng.getrandbits(8 * self.beat)
        await FallingEdge(dut.clk_i)

    def _flags(self, dut: Any, part: Part, rng: random.Random, *, first: bool) -> None:
        """Sets the flags of a beat. Only those of the first beat count, except that of a key."""
        user = part.user
        if self.key or not first:
            others = rng.randrange(0, 2 * self.resume, 2 * self.key or 1) | part.user & self.key
            user = part.user if first else others
        dut.s_tuser.value = user
        if self.privileged:
            dut.privileged_i.value = part.privileged if first else rng.randrange(2)

    async def exchange(
        self,
        receive: Callable[[Any, list[Part], random.Random, float], Awaitable[None]],
        dut: Any,
        parts: list[Part],
        rng: random.Random,
        stall: float = 0.0,
    ) -> None:
        """Sends parts, while a function receives and checks their answers."""
        task = cocotb.start_soon(receive(dut, parts, random.Random(rng.random()), stall))
        for part in parts:
            await self.send(dut, part, rng, stall)
        await task


async def accepted(dut: Any) -> None:
    """Returns after the cycle in which a beat is accepted."""
    await handshake(dut, dut.s_tready, LIMIT)
    await FallingEdge(dut.clk_i)
