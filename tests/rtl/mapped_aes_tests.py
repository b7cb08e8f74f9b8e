"""The cocotb tests of memory-mapped AES; ``test_mapped.py`` runs them."""

from __future__ import annotations

import os
import random
from typing import Any

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamSink
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from mapped_bench import Bench, assert_gone, parts_of

from silicrypt import drivers
from silicrypt.drivers import aes
from silicrypt.drivers.aes import Mode
from silicrypt.drivers.maps import AesControl as Control
from silicrypt.drivers.maps import AesInterrupt as Interrupt
from silicrypt.drivers.maps import AesRegister as Register
from silicrypt.drivers.maps import AesStatus as Status
from silicrypt.errors import UnitFailed

AXIL = os.environ["SILICRYPT_TEST_BUS"] == "axil"
KEY, TWEAK_KEY = bytes(range(0x40, 0x50)), bytes(range(0x90, 0xA0))
IV = bytes(range(0xF0, 0x100))


def expected(mode: Mode, data: bytes, iv: bytes = IV, *, decrypt: bool = False) -> bytes:
    """The result, by another implementation."""
    key = KEY + TWEAK_KEY if mode == Mode.XTS else KEY
    how = {Mode.ECB: modes.ECB(), Mode.CTR: modes.CTR(iv), Mode.XTS: modes.XTS(iv)}[mode]
    cipher = Cipher(algorithms.AES(key), how)
    run = cipher.decryptor() if decrypt else cipher.encryptor()
    return run.update(data)


async def begin(dut: Any) -> Bench:
    """Returns a unit with both keys after its reset."""
    bench = Bench(dut)
    await bench.reset()
    await load(bench)
    return bench


async def load(bench: Bench) -> None:
    """Loads both keys."""
    await bench.run(aes.load_key(KEY))
    await bench.run(aes.load_key(TWEAK_KEY, tweak=True))


async def works(bench: Bench) -> None:
    """Checks that the unit computes right."""
    assert await bench.run(aes.crypt(Mode.CTR, b"abc", IV)) == expected(Mode.CTR, b"abc")


@cocotb.test()
async def every_mode(dut: Any) -> None:
    """Messages of lengths that each mode has, in both directions, with stalls."""
    bench, data = await begin(dut), random.Random(1).randbytes(200)
    bench.stall(2, 0.3)
    lengths = {
        Mode.ECB: (16, 48, 160),
        Mode.CTR: (1, 3, 4, 16, 17, 30, 200),
        Mode.XTS: (16, 17, 31, 33, 64, 199),
    }
    for mode, sizes in lengths.items():
        for size in sizes:
            for decrypt in (False, True):
                message = data[:size]
                found = await bench.run(aes.crypt(mode, message, IV, decrypt=decrypt))
                assert found == expected(mode, message, decrypt=decrypt), (mode, size, decrypt)
    assert await bench.run(aes.crypt(Mode.CTR, b"", IV)) == b""


@cocotb.test()
async def refusals(dut: Any) -> None:
    """What the unit cannot do is refused, by an error response or by STATUS.ERROR."""
    bench = Bench(dut)
    await bench.reset()
    assert await bench.refuses_write(Register.CONTROL, Control.START)  # no key
    assert await bench.refuses_write(Register.CONTROL, Control.START | Control.KEY | 1 << 8)
    assert await bench.refuses_write(Register.CONTROL, Control.START | Control.KEY | Control.LAST)
    await bench.run(aes.load_key(KEY))
    assert await bench.refuses_write(Register.CONTROL, Control.START | Mode.XTS << 5)
    for mode, size in ((Mode.ECB, 15), (3, 16)):
        try:
            await bench.run(aes.crypt(mode, bytes(size)))
        except UnitFailed:
            continue
        raise AssertionError(f"mode {mode} took {size} bytes")
    await works(bench)
    assert await bench.refuses_write(Register.KEY, 1)
    assert await bench.refuses_write(Register.DATA, 1)
    assert await bench.refuses_write(Register.CONTROL, Control.LAST)
    await bench.write(Register.CONTROL, Control.START | Mode.CTR << 5)
    assert await bench.refuses_write(Register.IV, 1)
    assert await bench.refuses_write(Register.CONTROL, Control.START)
    assert await bench.refuses_read(Register.RESULT)
    await bench.write(Register.CONTROL, Control.LAST)


@cocotb.test(skip=not AXIL)
async def strobes(dut: Any) -> None:
    """DATA takes the marked bytes from the lowest one, and DATA_BYTE the byte in the low bits."""
    bench = await begin(dut)
    await bench.run(set_iv())
    await bench.write(Register.CONTROL, Control.START | Mode.CTR << 5)
    await bench.write(Register.DATA, int.from_bytes(b"abc", "little"), 7)
    for strobe in (2, 6, 8, 12):
        assert await bench.refuses_write(Register.DATA, 0x78787878, strobe)
        assert await bench.refuses_write(Register.DATA_BYTE, 0x78787878, strobe)
    await bench.write(Register.DATA_BYTE, ord("d"), 1)
    await bench.write(Register.DATA_BYTE, 0x78787800 | ord("e"), 15)
    await bench.write(Register.CONTROL, Control.LAST)
    found = b""
    while not (status := await bench.read(Register.STATUS)) & Status.DONE:
        if status & Status.AVAILABLE:
            found += (await bench.read(Register.RESULT)).to_bytes(4, "little")
    assert found[:5] == expected(Mode.CTR, b"abcde")


@cocotb.test()
async def full_fifo_is_refused(dut: Any) -> None:
    """A host that reads no result cannot block the bus."""
    bench = await begin(dut)
    await bench.write(Register.CONTROL, Control.START | Mode.ECB << 5)
    taken = 0
    while taken < 4000 and not await bench.refuses_write(Register.DATA, taken):
        taken += 1
    assert 16 <= taken < 4000
    assert not await bench.read(Register.STATUS) & Status.SPACE
    await bench.run(drivers.message.wipe())
    await load(bench)
    await works(bench)


@cocotb.test()
async def wrong_addresses(dut: Any) -> None:
    """Every address: reads and writes that the description does not have are refused."""
    bench = await begin(dut)
    readable = {Register.VERSION, Register.CONFIG, Register.STATUS}
    readable |= {Register.INTERRUPT_ENABLE, Register.INTERRUPT}
    writable = {Register.INTERRUPT_ENABLE, Register.INTERRUPT, Register.CONTROL}
    writable |= {Register.IV + 4 * word for word in range(4)}
    for address in range(0, 256, 4):
        assert await bench.refuses_read(address) == (address not in readable), hex(address)
        refused = await bench.refuses_write(address, 0)
        assert refused == (address not in writable), hex(address)
    assert await bench.read(Register.VERSION) == 3 << 24 | 1 << 16 | 1 << 8
    assert await bench.read(Register.CONFIG) == 16 << 8 | 1 << 7 | 7 << 4 | 1 << 3 | 1
    await works(bench)


@cocotb.test()
async def stream_beside_registers(dut: Any) -> None:
    """Messages and results by the stream ports, then a message by the registers."""
    bench, data = await begin(dut), random.Random(3).randbytes(100)
    sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m"), dut.clk_i, dut.rst_ni, False)
    bench.stall(4, 0.3)
    for size in (16, 100):
        await bench.run(set_iv())
        await bench.send(data[:size])
        await bench.write(Register.CONTROL, Control.START | Control.DMA | Mode.CTR << 5)
        assert await bench.refuses_write(Register.DATA, 1)
        frame = await with_timeout(sink.recv(), 50_000, "ns")
        assert bytes(frame.tdata) == expected(Mode.CTR, data[:size])
        await bench.run(drivers.message.idle())
        await works(bench)


@cocotb.test()
async def results_raise_the_line(dut: Any) -> None:
    """The line tells that a word waits, and can be cleared when none does."""
    bench, data = await begin(dut), random.Random(4).randbytes(48)
    await bench.write(Register.INTERRUPT_ENABLE, Interrupt.AVAILABLE)
    await bench.write(Register.CONTROL, Control.START | Mode.ECB << 5)
    found = b""
    for block in range(0, 48, 16):
        assert dut.irq_o.value == 0
        for offset in range(block, block + 16, 4):
            await bench.write(Register.DATA, int.from_bytes(data[offset : offset + 4], "little"))
        if block == 32:
            await bench.write(Register.CONTROL, Control.LAST)
        if not dut.irq_o.value:
            await with_timeout(RisingEdge(dut.irq_o), 20_000, "ns")
        for _ in range(4):
            await bench.write(Register.INTERRUPT, Interrupt.AVAILABLE)
            assert dut.irq_o.value == 1  # a word waits
            found += (await bench.read(Register.RESULT)).to_bytes(4, "little")
        assert dut.irq_o.value == 1  # until it is cleared
        await bench.write(Register.INTERRUPT, Interrupt.AVAILABLE)
    assert dut.irq_o.value == 0
    assert await bench.read(Register.INTERRUPT) == Interrupt.DONE
    assert found == expected(Mode.ECB, data)


@cocotb.test()
async def a_result_by_stream_is_not_reported(dut: Any) -> None:
    """The event of a waiting word is one of RESULT alone."""
    bench = await begin(dut)
    sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m"), dut.clk_i, dut.rst_ni, False)
    await bench.run(set_iv())
    await bench.send(bytes(40))
    await bench.write(Register.CONTROL, Control.START | Control.DMA | Mode.CTR << 5)
    await with_timeout(sink.recv(), 50_000, "ns")
    await bench.run(drivers.message.idle())
    assert await bench.read(Register.INTERRUPT) == Interrupt.DONE


def set_iv() -> Any:
    """Writes the IV."""
    for index in range(4):
        word = int.from_bytes(IV[4 * index : 4 * index + 4], "little")
        yield drivers.Write(Register.IV + 4 * index, word)


@cocotb.test()
async def wiped(dut: Any) -> None:
    """A wipe at any time clears keys, IV and data, and leaves a unit that works."""
    bench = await begin(dut)
    secret = bytes(0xA5 ^ 7 * i & 0xFF for i in range(32))
    for cycles in (1, 30, 200):
        await bench.run(set_iv())
        await bench.write(Register.CONTROL, Control.START | Mode.CTR << 5)
        for offset in range(0, 32, 4):
            word = int.from_bytes(secret[offset : offset + 4], "little")
            await bench.write(Register.DATA, word)
        await ClockCycles(dut.clk_i, cycles)
        await bench.run(drivers.message.wipe())
        assert await bench.read(Register.STATUS) == Status.SPACE
        assert_gone(dut, parts_of(secret, KEY, TWEAK_KEY, IV))
        await load(bench)
        await works(bench)
