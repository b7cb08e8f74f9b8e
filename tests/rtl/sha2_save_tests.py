"""The cocotb tests of ``sil_sha2_save_stream``; ``test_sha2_save.py`` runs them."""

from __future__ import annotations

import hashlib
import os
import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import cocotb
from cocotb.triggers import FallingEdge, ReadOnly
from save_parts import Part, Stream

from silicrypt.catalog.merkle_damgard import SHA2, MerkleDamgard
from silicrypt.models import sha2
from silicrypt.verify import vectors

ALG = next(one for one in SHA2 if one.enum == os.environ["SILICRYPT_TEST_ALG"])
WIDTH, BLOCK = ALG.word_bits, ALG.block_bits // 8
BEAT = WIDTH // 8
RAW, RESUME = 1, 2
STREAM = Stream(BEAT, BLOCK, RAW, RESUME)
begin, header, refused, send = STREAM.begin, STREAM.header, STREAM.refused, STREAM.send


def split(message: bytes, rng: random.Random, every: bool = False) -> Iterator[Part]:
    """Yields parts of a message: the last one has the padding of the sender."""
    padded = ALG.padded(message)
    blocks = len(padded) // BLOCK
    some = rng.randrange(blocks)
    cuts = sorted({rng.randrange(1, blocks) for _ in range(some)}) if blocks > 1 else []
    cuts = list(range(1, blocks)) if every else cuts
    value = None
    for first, last in zip([0, *cuts], [*cuts, blocks], strict=True):
        body = padded[first * BLOCK : last * BLOCK]
        after = sha2.chained(WIDTH, value, body)
        if value is None:
            yield Part(body, RAW, after)
        else:
            yield Part(header(value, rng) + body, rng.choice((RESUME, RESUME | RAW)), after)
        value = after
    assert value == hashlib.new(ALG.hashlib, message).digest()


def plain(rng: random.Random) -> Part:
    """Returns a message that is padded by the hardware."""
    message = rng.randbytes(rng.choice((0, 1, BLOCK, rng.randrange(3 * BLOCK))))
    return Part(message, 0, hashlib.new(ALG.hashlib, message).digest())


async def receive(dut: Any, parts: list[Part], rng: random.Random, stall: float) -> None:
    for number, part in enumerate(parts):
        for _ in range(20_000):
            dut.m_tready.value = rng.random() >= stall
            await ReadOnly()
            done, valid = dut.m_tvalid.value and dut.m_tready.value, dut.m_tvalid.value
            if valid:
                found = int(dut.m_tdata.value).to_bytes(ALG.digest_bits // 8, "little")
                assert bool(dut.m_tuser.value) == (part.answer is None), (number, part)
                assert part.answer in (None, found), (number, part, found.hex())
            await FallingEdge(dut.clk_i)
            if done:
                break
        else:
            raise AssertionError("no answer")
    dut.m_tready.value = 0


exchange = partial(STREAM.exchange, receive)


def mixed(rng: random.Random, count: int) -> list[Part]:
    """Returns parts of messages whose parts have other messages between them, and refusals."""
    messages = [list(split(rng.randbytes(rng.randrange(6 * BLOCK)), rng)) for _ in range(count)]
    parts = list[Part]()
    while messages:
        one = rng.choice(messages)
        parts.append(one.pop(0))
        messages = [message for message in messages if message]
        if rng.random() < 0.3:
            parts.append(plain(rng))
        if rng.random() < 0.3:
            parts.append(refused(rng))
    return parts


@cocotb.test()
async def random_splits(dut: Any) -> None:
    await begin(dut)
    for seed in range(4):
        rng = random.Random(seed)
        await exchange(dut, mixed(rng, 6), rng, (0.0, 0.3, 0.7, 0.0)[seed])


@cocotb.test()
async def published_through_splits(dut: Any) -> None:
    """Official vectors, stopped after every block."""
    await begin(dut)
    rng = random.Random(1)
    name = f"{ALG.enum}LongMsg.rsp"
    path = next(vectors.folder().glob(f"hashes/**/{name}"))
    text = path.read_text("ascii").split("Len = ")[1:]
    parts = list[Part]()
    for group in text[:4]:
        lines = dict(line.split(" = ") for line in group.splitlines() if " = " in line)
        own = list(split(bytes.fromhex(lines["Msg"]), rng, every=True))
        assert own[-1].answer == bytes.fromhex(lines["MD"])
        parts += own
    await exchange(dut, parts, rng)


@cocotb.test()
async def resets(dut: Any) -> None:
    """A reset in phases of a header and of the blocks: the next messages are right."""
    await begin(dut)
    for after in range(0, 400, 7):
        rng = random.Random(after)
        one = Part(header(rng.randbytes(8 * BEAT), rng) + rng.randbytes(BLOCK), RESUME, None)
        task = cocotb.start_soon(send(dut, one, rng, 0.0))
        for _ in range(after):
            await FallingEdge(dut.clk_i)
        task.cancel()
        await STREAM.reset(dut)
        await exchange(dut, mixed(rng, 1), rng)


@cocotb.test()
async def time_does_not_depend_on_data(dut: Any) -> None:
    """A block after a header is valid a stated number of cycles after the first beat."""
    await begin(dut)
    rounds = ALG.rounds + 4
    for seed in range(6):
        rng = random.Random(seed)
        value, body = rng.randbytes(8 * BEAT), rng.randbytes(BLOCK * (1 + seed % 2))
        part = Part(header(value, rng) + body, RESUME, sha2.chained(WIDTH, value, body))
        for _ in range(20):
            await FallingEdge(dut.clk_i)
        task = cocotb.start_soon(send(dut, part, rng, 0.0))
        cycles = 0
        while not dut.m_tvalid.value and cycles < 5000:
            await FallingEdge(dut.clk_i)
            cycles += 1
        task.cancel()
        expected = len(body) // BLOCK * rounds + int(os.environ["SILICRYPT_TEST_HEADER"])
        assert cycles == expected, (cycles, expected)
        await receive(dut, [part], rng, 0.0)


assert isinstance(ALG, MerkleDamgard)
