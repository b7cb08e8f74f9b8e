"""The cocotb tests of ``sil_hmac_sha2_save``; ``test_hmac_save.py`` runs them."""

from __future__ import annotations

import hmac
import os
import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import cocotb
from cocotb.triggers import FallingEdge, ReadOnly
from mapped_bench import assert_gone, parts_of
from save_parts import KINDS, Part, Stream, accepted

from silicrypt.catalog.merkle_damgard import SHA2
from silicrypt.models import sha2

ALG = next(one for one in SHA2 if one.enum == os.environ["SILICRYPT_TEST_ALG"])
WIDTH, BLOCK, SIZE = ALG.word_bits, ALG.block_bits // 8, ALG.digest_bits // 8
BEAT = WIDTH // 8
FULL = 2**BEAT - 1
KEY, STOP, RESUME = 1, 2, 4
STREAM = Stream(BEAT, BLOCK, STOP, RESUME, KEY, privileged=True, idle=("wipe_i", "tag_i"))
begin, header, refused, send = STREAM.begin, STREAM.header, STREAM.refused, STREAM.send


def inner(key: bytes) -> bytes:
    """Returns the chaining value after the block of a key with ipad (FIPS 198-1, 4)."""
    short = key if len(key) <= BLOCK else digest(key)
    return sha2.chained(WIDTH, None, bytes(0x36 ^ byte for byte in short.ljust(BLOCK, b"\0")))


def digest(data: bytes) -> bytes:
    """Returns the digest of a message."""
    return sha2.chained(WIDTH, None, ALG.padded(data))


def tag(key: bytes, message: bytes) -> bytes:
    """Returns the tag of a message."""
    return hmac.digest(key, message, ALG.hashlib)


def split(key: bytes, message: bytes, rng: random.Random) -> Iterator[Part]:
    """Yields parts of a message: its sender pads the last one, with the length of the key block."""
    padded = ALG.padded(bytes(BLOCK) + message)[BLOCK:]
    blocks = len(padded) // BLOCK
    cuts = sorted({rng.randrange(1, blocks) for _ in range(rng.randrange(1, 4))})
    value = inner(key)
    for first, last in zip([0, *cuts], [*cuts, blocks], strict=True):
        body = padded[first * BLOCK : last * BLOCK]
        start, value = value, sha2.chained(WIDTH, value, body)
        resumes = RESUME if first else 0
        data = header(start, rng) + body if first else body
        if last == blocks:
            yield Part(data, RESUME, tag(key, message))
        else:
            yield Part(data, STOP | resumes, value, tag=False)


def plain(key: bytes, rng: random.Random) -> Part:
    """Returns a message that is padded by the hardware. It needs no privilege."""
    message = rng.randbytes(rng.choice((0, 1, BLOCK, rng.randrange(3 * BLOCK))))
    return Part(message, 0, tag(key, message), rng.random() < 0.5)


def unprivileged(rng: random.Random) -> Part:
    """Returns a part without the privilege."""
    user = rng.choice((STOP, RESUME, STOP | RESUME))
    return Part(rng.randbytes(BLOCK * rng.randrange(2, 4)), user, None, privileged=False)


async def receive(dut: Any, parts: list[Part], rng: random.Random, stall: float = 0.0) -> None:
    for number, part in enumerate(one for one in parts if not one.user & KEY):
        # The value itself: a comparison of a chaining value must not tell that it is equal.
        dut.tag_i.value = int.from_bytes(part.answer or bytes(SIZE), "little")
        for _ in range(20_000):
            dut.m_tready.value = rng.random() >= stall
            await ReadOnly()
            valid = dut.m_tvalid.value
            done = valid and dut.m_tready.value
            if valid:
                found = int(dut.m_tdata.value).to_bytes(SIZE, "little")
                assert bool(dut.m_tuser.value) == (part.answer is None), (number, part)
                assert found == (part.answer or bytes(SIZE)), (number, part, found.hex())
                assert bool(dut.m_tmatch.value) == (part.answer is not None and part.tag), part
            else:
                assert int(dut.m_tdata.value) == 0, "a value is on the port between answers"
            await FallingEdge(dut.clk_i)
            if done:
                break
        else:
            raise AssertionError(f"no answer: {number}, {part}")
    dut.m_tready.value = 0


exchange = partial(STREAM.exchange, receive)


def mixed(rng: random.Random, count: int) -> list[Part]:
    """Returns parts of messages under two keys, with other messages and refusals between them."""
    keys = [rng.randbytes(rng.choice((0, 20, BLOCK, BLOCK + 9))) for _ in range(2)]
    waiting = list[tuple[bytes, list[Part]]]()
    for _ in range(count):
        key = rng.choice(keys)
        message = rng.randbytes(rng.randrange(BLOCK, 6 * BLOCK))
        waiting.append((key, list(split(key, message, rng))))
    parts, loaded = list[Part](), None
    while waiting:
        key, own = rng.choice(waiting)
        if key != loaded:
            data, keep = key or b"", None if key else 0
            parts.append(Part(data, KEY | rng.choice((0, STOP, RESUME)), keep=keep))
            loaded = key
        parts.append(own.pop(0))
        waiting = [one for one in waiting if one[1]]
        others = (plain(key, rng), unprivileged(rng), refused(rng))
        parts += [one for one in others if rng.random() < 0.3]
    return parts


@cocotb.test()
async def random_splits(dut: Any) -> None:
    """Messages in parts, with keys, other messages and refusals between them."""
    await begin(dut)
    for seed in range(4):
        rng = random.Random(seed)
        await exchange(dut, mixed(rng, 6), rng, (0.0, 0.3, 0.6, 0.0)[seed])


@cocotb.test()
async def nothing_without_the_privilege(dut: Any) -> None:
    """Each kind of part, also with the right chaining value, and before a key is loaded."""
    await begin(dut)
    rng = random.Random(5)
    key, message = rng.randbytes(20), rng.randbytes(3 * BLOCK)
    early = [Part(rng.randbytes(BLOCK), STOP), Part(rng.randbytes(2 * BLOCK), RESUME)]
    await exchange(dut, [*early, Part(key, KEY)], rng)
    for privileged in (False, True, False):
        for part in list(split(key, message, rng)):
            part.privileged = privileged
            part.answer = part.answer if privileged else None
            await exchange(dut, [part, plain(key, rng)], rng)


@cocotb.test()
async def parts_that_break_a_rule(dut: Any) -> None:
    """Each of them is refused, and the messages around it are not."""
    await begin(dut)
    rng = random.Random(6)
    key = rng.randbytes(20)
    parts = [Part(key, KEY)]
    for kind in [*range(KINDS)] * 4:
        parts += [refused(rng, kind), *split(key, rng.randbytes(2 * BLOCK), rng)]
    await exchange(dut, parts, rng)


@cocotb.test()
async def wipes(dut: Any) -> None:
    """A wipe in each phase of a header and of blocks leaves no word of the chaining value."""
    await begin(dut)
    for after in range(0, 700, 13):
        rng = random.Random(after)
        key, body = rng.randbytes(24), rng.randbytes(2 * BLOCK)
        first = Part(body, STOP, sha2.chained(WIDTH, inner(key), body), tag=False)
        await exchange(dut, [Part(key, KEY), first], rng)
        secret = first.answer or b""
        task = cocotb.start_soon(send(dut, Part(header(secret, rng) + body, STOP | RESUME), rng))
        for _ in range(after):
            await FallingEdge(dut.clk_i)
        task.cancel()
        dut.s_tvalid.value = 0
        dut.s_tdata.value = 0
        dut.tag_i.value = 0
        dut.wipe_i.value = 1
        await FallingEdge(dut.clk_i)
        dut.wipe_i.value = 0
        for _ in range(3):
            await FallingEdge(dut.clk_i)
        while not dut.s_tready.value:  # rises when nothing depends on a key
            dut.s_tvalid.value = 1
            dut.s_tuser.value = STOP
            dut.privileged_i.value = 1
            dut.s_tlast.value = 1
            dut.s_tkeep.value = FULL
            await FallingEdge(dut.clk_i)
        assert not dut.keyed_o.value
        assert_gone(dut, parts_of(secret, inner(key)))
        await FallingEdge(dut.clk_i)
        dut.s_tvalid.value = 0
        await receive(dut, [Part(b"", 0)], rng)
        await exchange(dut, mixed(rng, 1), rng)


@cocotb.test()
async def a_key_within_a_part(dut: Any) -> None:
    """The part is refused, and the messages after it, until the next key."""
    await begin(dut)
    rng = random.Random(9)
    for at in range(0, BLOCK, 7 * BEAT):
        key = rng.randbytes(16)
        await exchange(dut, [Part(key, KEY)], rng)
        rest, user = rng.randbytes(2 * BLOCK), rng.choice((STOP, STOP | RESUME))
        task = cocotb.start_soon(receive(dut, [Part(b"", user)], rng))
        dut.s_tlast.value = 0
        for index in range(at // BEAT + 1):
            await beat(dut, rest[index * BEAT : (index + 1) * BEAT], user, last=False)
        await beat(dut, bytes(BEAT), KEY, last=True)
        for index in range(at // BEAT + 1, 2 * BLOCK // BEAT):
            piece = rest[index * BEAT : (index + 1) * BEAT]
            await beat(dut, piece, 0, last=index == 2 * BLOCK // BEAT - 1)
        dut.s_tvalid.value = 0
        await task
        await exchange(dut, [Part(rest, STOP), *mixed(rng, 1)], rng)


async def beat(dut: Any, data: bytes, user: int, *, last: bool) -> None:
    dut.s_tvalid.value = 1
    dut.s_tdata.value = int.from_bytes(data, "little")
    dut.s_tkeep.value = FULL
    dut.s_tlast.value = last
    dut.s_tuser.value = user
    dut.privileged_i.value = 1
    await accepted(dut)


@cocotb.test()
async def time_does_not_depend_on_data(dut: Any) -> None:
    """A part takes the same time, whatever its key, its value and its bytes are."""
    await begin(dut)
    taken = dict[int, set[int]]()
    for seed in range(9):
        rng = random.Random(seed)
        key = rng.randbytes(24)
        await exchange(dut, [Part(key, KEY), plain(key, rng)], rng)
        user = (STOP, RESUME, STOP | RESUME)[seed % 3]
        value, body = rng.randbytes(SIZE), rng.randbytes(2 * BLOCK)
        data = header(value, rng) + body if user & RESUME else body
        for _ in range(200):
            await FallingEdge(dut.clk_i)
        task = cocotb.start_soon(send(dut, Part(data, user), rng))
        cycles = 0
        while not dut.m_tvalid.value and cycles < 5000:
            await FallingEdge(dut.clk_i)
            cycles += 1
        await task
        dut.m_tready.value = 1
        await FallingEdge(dut.clk_i)
        dut.m_tready.value = 0
        taken.setdefault(user, set()).add(cycles)
    assert all(len(one) == 1 for one in taken.values()), taken
    assert {user: one.pop() for user, one in taken.items()} == stated(), taken


def stated() -> dict[int, int]:
    """Returns the cycles of two blocks: those of the blocks, of the header, and of the tag."""
    block = ALG.rounds + 4
    return {STOP: 2 * block + 14, STOP | RESUME: 2 * block + 270, RESUME: 3 * block + 284}
