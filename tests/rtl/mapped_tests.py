"""The cocotb tests of memory-mapped hashes and HMAC; ``test_mapped.py`` runs them."""

from __future__ import annotations

import os
import random
from typing import Any

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from mapped_bench import Bench, assert_gone, parts_of, signals

from silicrypt import catalog, drivers
from silicrypt.drivers.maps import HmacControl as Control
from silicrypt.drivers.maps import HmacRegister as Register
from silicrypt.drivers.maps import HmacStatus as Status

#: The unit. The tests select SHA-1 where messages select one of two hashes; the last test both.
CONFIG = catalog.get(os.environ["SILICRYPT_TEST_CONFIG"]).choices[-1]
EITHER = CONFIG.chosen is not None
START = Control.START | (Control.SHA1 if EITHER else 0)
KEYED = CONFIG.unit.keyed
AXIL = CONFIG.unit.interface == "axil"
KIND = 2 if KEYED else 1
DIGEST = CONFIG.hash.digest_bits // 8
BLOCK = CONFIG.hash.block_bits // 8
KEY = bytes(range(50, 70))
SECRET = bytes(0xA5 ^ 7 * i & 0xFF for i in range(64))


def expected(message: bytes, key: bytes = KEY) -> bytes:
    """The digest or tag."""
    return CONFIG.reference(message, key if KEYED else b"")


async def begin(dut: Any) -> Bench:
    """Returns a unit after its reset, with a key if it takes one."""
    bench = Bench(dut)
    await bench.reset()
    if KEYED:
        await bench.run(drivers.load_key(KEY, sha1=EITHER))
    return bench


async def works(bench: Bench) -> None:
    """Checks that the unit computes right."""
    assert await bench.run(drivers.hash_(b"abc", sha1=EITHER)) == expected(b"abc")


@cocotb.test()
async def abc(dut: Any) -> None:
    """The first example of the standard."""
    bench = await begin(dut)
    await works(bench)


@cocotb.test()
async def lengths(dut: Any) -> None:
    """Messages that end at every byte of words and blocks, with stalls on all channels."""
    bench = await begin(dut)
    bench.stall(1, 0.3)
    data = random.Random(2).randbytes(2 * BLOCK + 10)
    ends = {0, 1, 2, 3, 4, 5, 7, 8, BLOCK - 9, BLOCK - 8, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK}
    for length in sorted(end for end in (*ends, len(data)) if end >= 0):
        message = data[:length]
        assert await bench.run(drivers.hash_(message, sha1=EITHER)) == expected(message), length


@cocotb.test(skip=not AXIL)
async def strobes(dut: Any) -> None:
    """Bytes with random strobes and byte writes, at every address of the window.

    DATA_BYTE takes the byte in the low bits, and refuses a write whose strobe does not mark it.
    """
    bench, choose = await begin(dut), random.Random(3)
    bench.stall(4, 0.2)
    for _ in range(4):
        await bench.write(Register.CONTROL, START)
        message = bytearray()
        while len(message) < choose.randrange(3 * BLOCK):
            strobe, data = choose.randrange(16), choose.randbytes(4)
            word = int.from_bytes(data, "little")
            address = Register.DATA + 4 * choose.randrange(16)
            if choose.random() < 0.2:
                strobe = choose.choice((1, 2, 3, 4, 6, 8, 12, 15))
                assert await bench.refuses_write(Register.DATA_BYTE, word, strobe) != strobe & 1
                message += data[: strobe & 1]
            elif strobe in (1, 3, 7, 15):
                await bench.write(address, word, strobe)
                message += data[: strobe.bit_count()]
            elif strobe in (2, 4, 6, 8, 12, 14):
                assert await bench.refuses_write(address, word, strobe)
        await bench.write(Register.CONTROL, Control.LAST)
        assert await bench.run(drivers.message.digest(sha1=EITHER)) == expected(bytes(message))


@cocotb.test()
async def stream_beside_registers(dut: Any) -> None:
    """Messages by the stream port, and messages by the registers between them."""
    bench, data = await begin(dut), random.Random(5).randbytes(300)
    bench.stall(6, 0.4)
    for length in (3, 0, BLOCK, 300):
        await bench.send(data[:length])
        await bench.write(Register.CONTROL, START | Control.DMA)
        assert await bench.refuses_write(Register.DATA, 1)
        assert await bench.refuses_write(Register.CONTROL, Control.LAST)
        assert await bench.run(drivers.message.digest(sha1=EITHER)) == expected(data[:length])
        await works(bench)
    assert await bench.refuses_write(Register.CONTROL, 0x1B)  # no stream for keys
    assert await bench.refuses_write(Register.CONTROL, START | Control.DMA | Control.LAST)


@cocotb.test()
async def interrupts(dut: Any) -> None:
    """The line follows enabled events until they are cleared."""
    bench = await begin(dut)
    await bench.write(Register.INTERRUPT, 3)
    await works(bench)
    assert dut.irq_o.value == 0
    assert await bench.read(Register.INTERRUPT) == 1
    await bench.write(Register.INTERRUPT_ENABLE, 1)
    assert dut.irq_o.value == 1
    await bench.write(Register.INTERRUPT, 2)
    assert dut.irq_o.value == 1
    await bench.write(Register.INTERRUPT, 1)
    assert dut.irq_o.value == 0
    await bench.write(Register.CONTROL, START | Control.LAST)
    await with_timeout(RisingEdge(dut.irq_o), 20_000, "ns")
    assert await bench.run(drivers.message.digest(sha1=EITHER)) == expected(b"")


@cocotb.test()
async def wrong_addresses(dut: Any) -> None:
    """Every address: reads and writes that the description does not have are refused."""
    bench = await begin(dut)
    status = await bench.read(Register.STATUS)
    readable = {Register.VERSION, Register.CONFIG, Register.STATUS}
    readable |= {Register.INTERRUPT_ENABLE, Register.INTERRUPT}
    writable = {Register.INTERRUPT_ENABLE, Register.INTERRUPT, Register.CONTROL}
    if KEYED:  # the tag to compare with
        writable |= set(range(Register.DIGEST, Register.DIGEST + DIGEST, 4))
    for address in range(0, 256, 4):
        assert await bench.refuses_read(address) == (address not in readable), hex(address)
        refused = await bench.refuses_write(address, 0)
        assert refused == (address not in writable), hex(address)
    assert await bench.read(Register.STATUS) == status
    assert await bench.read(Register.VERSION) == KIND << 24 | 1 << 16 | 1 << 8
    point = await bench.read(Register.CONFIG)
    assert point & 0x1F == DIGEST // 4
    assert point >> 16 & 0xFF == BLOCK
    await works(bench)


@cocotb.test()
async def wrong_commands(dut: Any) -> None:
    """A command out of its order is refused and changes nothing."""
    bench = await begin(dut)
    assert await bench.refuses_write(Register.CONTROL, Control.LAST)
    assert await bench.refuses_write(Register.DATA, 1)
    await bench.write(Register.CONTROL, START)
    assert await bench.read(Register.STATUS) & (Status.OPEN | Status.BUSY) == 3
    assert await bench.refuses_write(Register.CONTROL, START)
    assert await bench.refuses_read(Register.DIGEST)
    assert await bench.refuses_write(Register.KEY, 1)
    assert await bench.refuses_write(Register.KEY_BYTE, 1)
    await bench.write(Register.DATA_BYTE, 0x61)
    await bench.write(Register.CONTROL, Control.LAST)
    assert await bench.refuses_write(Register.DATA_BYTE, 1)
    assert await bench.run(drivers.message.digest(sha1=EITHER)) == expected(b"a")
    assert await bench.refuses_read(Register.DIGEST + DIGEST)  # the end of the digest
    assert await bench.refuses_write(Register.DIGEST, 1) != KEYED
    await works(bench)


@cocotb.test()
async def fifo_full(dut: Any) -> None:
    """More bytes than the FIFO holds: the bus waits, and status can be read meanwhile."""
    bench, data = await begin(dut), random.Random(7).randbytes(40 * BLOCK)
    assert await bench.run(drivers.hash_(data, sha1=EITHER)) == expected(data)


@cocotb.test()
async def wiped(dut: Any) -> None:
    """A wipe at any time leaves a unit that works, and no word of message, key or midstates."""
    bench = Bench(dut)
    await bench.reset()
    await ClockCycles(dut.clk_i, 400)  # HMAC hashes a block of zeros
    fresh = chaining_values(dut)
    bench = await begin(dut)
    kept = chaining_values(dut) - fresh
    assert bool(kept) >= KEYED, "HMAC has no midstates of its key"
    # HMAC uses a key xor ipad and xor opad (FIPS 198-1, section 4).
    kept |= parts_of(*(bytes(byte ^ pad for byte in KEY) for pad in (0, 0x36, 0x5C)))
    for cycles in (0, 1, 5, 40, 90, 400):
        if KEYED:
            await bench.run(drivers.message.expect(SECRET[:DIGEST]))
        await bench.write(Register.CONTROL, START)
        await bench.run(drivers.message.append(SECRET[:-1]))
        if cycles & 1:
            await bench.write(Register.CONTROL, Control.LAST)
        await ClockCycles(dut.clk_i, cycles + 1)
        await bench.run(drivers.wipe())
        assert await bench.refuses_read(Register.DIGEST)
        assert_gone(dut, kept)
        if not EITHER:
            assert_gone(dut, parts_of(SECRET), without=KEPT)
        if KEYED:
            assert not await bench.read(Register.STATUS) & Status.KEYED
            await bench.write(Register.CONTROL, START | Control.LAST)
            while not await bench.read(Register.STATUS) & Status.DONE:
                pass
            assert await bench.read(Register.STATUS) & Status.ERROR
            assert await bench.refuses_read(Register.DIGEST)
            await bench.run(drivers.load_key(KEY, sha1=EITHER))
        await works(bench)
    # A message of the stream is dropped, too.
    await bench.send(SECRET[:20])
    await ClockCycles(dut.clk_i, 3)
    await bench.write(Register.CONTROL, START | Control.DMA)
    await bench.write(Register.CONTROL, Control.WIPE)
    await bench.run(drivers.message.idle())


#: The message memory of MD5 is not compared: a block of zeros overwrites it, which test_wipe.py
#: checks. Many signals of a unit with both hashes come from it.
KEPT = ".u_message.banks"


def chaining_values(dut: Any) -> set[bytes]:
    """The words of the midstates of a key, and of the memories that have them in a short form."""
    memories = ("midstate_q", "u_values")
    values = (value for name, value in signals(dut) if any(one in name for one in memories))
    whole = (value.to_bytes(value.bit_length() // 32 * 4 + 4, "little") for value in values)
    words = {one[i : i + 4] for one in whole for i in range(0, len(one), 4)}
    return words - {bytes(4)}


@cocotb.test(skip=not KEYED)
async def keys(dut: Any) -> None:
    """Keys of any length, also longer than a block; a key is never given back."""
    bench, data = await begin(dut), random.Random(8).randbytes(2 * BLOCK)
    for length in (0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK):
        tag = await bench.run(drivers.hmac(data[:length], b"message", sha1=EITHER))
        assert tag == expected(b"message", data[:length]), length
    await bench.write(Register.CONTROL, START | Control.KEY)
    assert await bench.refuses_write(Register.DATA, 1)
    assert await bench.refuses_write(Register.DATA_BYTE, 1)
    if AXIL:
        assert await bench.refuses_write(Register.KEY_BYTE, 0x6100, 2)
    await bench.write(Register.KEY, int.from_bytes(b"abcd", "little"))
    assert await bench.refuses_read(Register.KEY)
    await bench.write(Register.CONTROL, Control.LAST)
    await bench.run(drivers.message.idle())
    assert await bench.run(drivers.hash_(b"x", sha1=EITHER)) == expected(b"x", b"abcd")


@cocotb.test(skip=not KEYED)
async def tags_are_compared(dut: Any) -> None:
    """The unit compares tags, and gives none of a message that it compares."""
    bench, data = await begin(dut), random.Random(9).randbytes(BLOCK + 3)
    tag = expected(data)
    for wrong in (None, 0, 8 * DIGEST // 2, 8 * DIGEST - 1):
        number = int.from_bytes(tag, "little") ^ (0 if wrong is None else 1 << wrong)
        said = number.to_bytes(DIGEST, "little")
        assert await bench.run(drivers.verify(said, data, sha1=EITHER)) == (wrong is None)
        assert await bench.refuses_read(Register.DIGEST)
        assert await bench.refuses_read(Register.DIGEST + DIGEST - 4)
    await bench.write(Register.DIGEST + DIGEST - 4, int.from_bytes(tag[-4:], "little"))
    assert not await bench.read(Register.STATUS) & Status.MATCH  # too late: it was compared
    await works(bench)  # the next tag can be read again
    assert not await bench.read(Register.STATUS) & Status.MATCH
    await bench.write(Register.CONTROL, START)
    assert await bench.refuses_write(Register.DIGEST, 0)
    await bench.run(drivers.message.append(b"abc"))
    await bench.write(Register.CONTROL, Control.LAST)
    assert await bench.run(drivers.message.digest(sha1=EITHER)) == expected(b"abc")
    wrong = START | Control.KEY | Control.COMPARE
    assert await bench.refuses_write(Register.CONTROL, wrong)


@cocotb.test(skip=not EITHER)
async def either_hash(dut: Any) -> None:
    """Each message selects its hash; each hash has its key; a tag of MD5 has four words."""
    bench, choose = await begin(dut), random.Random(10)
    inside = catalog.get(CONFIG.name).choices
    bench.stall(11, 0.2)
    # No key of MD5 is loaded.
    await bench.write(Register.CONTROL, Control.START | Control.LAST)
    while not await bench.read(Register.STATUS) & Status.DONE:
        pass
    assert await bench.read(Register.STATUS) & Status.ERROR
    other = bytes(range(90))
    await bench.run(drivers.load_key(other))
    assert await bench.run(drivers.hash_(b"abc", sha1=True)) == inside[1].reference(b"abc", KEY)
    for _ in range(8):
        sha1 = bool(choose.getrandbits(1))
        key, data = (KEY, other)[not sha1], choose.randbytes(choose.randrange(100))
        tag = inside[sha1].reference(data, key)
        assert await bench.run(drivers.hash_(data, sha1=sha1)) == tag
        assert await bench.run(drivers.verify(tag, data, sha1=sha1))
        wrong = bytes([tag[0] ^ 1]) + tag[1:]
        assert not await bench.run(drivers.verify(wrong, data, sha1=sha1))
    # A command that is refused selects nothing.
    await bench.write(Register.CONTROL, Control.START)
    assert await bench.refuses_write(Register.CONTROL, Control.START | Control.SHA1)
    await bench.write(Register.CONTROL, Control.LAST)
    assert await bench.run(drivers.message.digest()) == inside[0].reference(b"", other)
