"""The cocotb tests of memory-mapped AES-GCM; ``test_mapped_gcm.py`` runs them."""

from __future__ import annotations

import os
import random
from typing import Any

import cocotb
from cocotb.triggers import ClockCycles, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamSink
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from mapped_bench import Bench, signals, stall

from silicrypt import drivers
from silicrypt.drivers import gcm
from silicrypt.drivers.maps import GcmControl as Control
from silicrypt.drivers.maps import GcmInterrupt as Interrupt
from silicrypt.drivers.maps import GcmRegister as Register
from silicrypt.drivers.maps import GcmStatus as Status

AXIL = os.environ["SILICRYPT_TEST_BUS"] == "axil"
KEY, IV = bytes(range(0x40, 0x50)), bytes(range(0xF0, 0xFC))
START = Control.START | 16 << 16


def sealed(data: bytes, text: bytes, key: bytes = KEY) -> tuple[bytes, bytes]:
    """Ciphertext and tag, by another implementation."""
    both = AESGCM(key).encrypt(IV, text, data)
    return both[:-16], both[-16:]


async def begin(dut: Any) -> Bench:
    """Returns a unit with its key after its reset."""
    bench = Bench(dut)
    await bench.reset()
    await bench.run(gcm.load_key(KEY))
    return bench


async def works(bench: Bench) -> None:
    """Checks that the unit computes right."""
    text, tag = sealed(b"data", b"abc")
    assert await bench.run(gcm.encrypt(IV, b"data", b"abc")) == text + tag
    assert await bench.run(gcm.decrypt(IV, b"data", text, tag)) == b"abc"
    assert await bench.run(gcm.decrypt(IV, b"data", text, bytes(16))) is None


@cocotb.test()
async def messages(dut: Any) -> None:
    """Messages in both directions, with stalls."""
    bench, choose = await begin(dut), random.Random(1)
    bench.stall(2, 0.3)
    for data_bytes, size in ((0, 0), (0, 1), (16, 16), (5, 30), (33, 100)):
        data, text = choose.randbytes(data_bytes), choose.randbytes(size)
        other, tag = sealed(data, text)
        assert await bench.run(gcm.encrypt(IV, data, text)) == other + tag
        assert await bench.run(gcm.decrypt(IV, data, other, tag)) == text
    await works(bench)


@cocotb.test(skip=not AXIL)
async def strobes(dut: Any) -> None:
    """DATA takes the marked bytes from the lowest one, and DATA_BYTE the byte in the low bits."""
    bench = await begin(dut)
    await bench.run(gcm.head(IV, b""))
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
    text, tag = sealed(b"", b"abcde")
    assert found[:5] == text
    assert await bench.run(gcm.read_tag()) == tag


@cocotb.test()
async def stream_beside_registers(dut: Any) -> None:
    """Texts and results by the stream ports with stalls on both, then messages by registers."""
    bench, data = await begin(dut), random.Random(3).randbytes(400)
    sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m"), dut.clk_i, dut.rst_ni, False)
    bench.stall(4, 0.3)
    for rate, size in ((0.0, 16), (0.5, 100), (0.9, 400)):
        stall([sink], 9, rate)
        text, tag = sealed(b"data", data[:size])
        for decrypt in (False, True):
            await bench.run(gcm.expect(tag))
            await bench.send(text if decrypt else data[:size])
            await bench.run(gcm.head(IV, b"data", decrypt=decrypt, dma=True))
            assert await bench.refuses_write(Register.DATA, 1)
            frame = await with_timeout(sink.recv(), 100_000, "ns")
            assert bytes(frame.tdata) == (data[:size] if decrypt else text)
            status = await bench.run(gcm.processed())
            assert status & (Status.ERROR | Status.VERIFIED) == Status.VERIFIED * decrypt
            assert decrypt or await bench.run(gcm.read_tag()) == tag
        await works(bench)


@cocotb.test()
async def a_result_by_stream_is_not_reported(dut: Any) -> None:
    """The event of a waiting word is one of RESULT alone."""
    bench = await begin(dut)
    sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m"), dut.clk_i, dut.rst_ni, False)
    await bench.send(bytes(40))
    await bench.run(gcm.head(IV, b"", dma=True))
    await with_timeout(sink.recv(), 50_000, "ns")
    await bench.run(gcm.processed())
    assert await bench.read(Register.INTERRUPT) == Interrupt.DONE


@cocotb.test()
async def wiped(dut: Any) -> None:
    """After a wipe at any time nothing depends on keys, messages and tags, and the unit works."""
    bench = await begin(dut)
    for cycles, decrypt in ((1, False), (60, True), (700, False), (700, True)):
        left = list[dict[str, int]]()
        for seed in (1, 2):
            choose = random.Random(seed)
            key, iv, data, text, tag = map(choose.randbytes, (16, 12, 20, 40, 16))
            await bench.run(gcm.load_key(key))
            await bench.run(gcm.head(iv, data, decrypt=decrypt))
            await bench.run(gcm.expect(tag))
            for write in list(gcm.section(text))[: len(text) // 4]:
                await bench.write(write.address, write.value)
            if cycles > 60:
                await bench.write(Register.CONTROL, Control.LAST)
            await ClockCycles(dut.clk_i, cycles)
            await bench.run(drivers.message.wipe())
            assert await bench.read(Register.STATUS) == Status.SPACE
            found = dict(signals(dut))
            secrets = {one[i : i + 4] for one in (key, iv, data, text, tag) for i in range(9)}
            for name, value in found.items():
                held = value.to_bytes((value.bit_length() + 7) // 8, "little")
                assert not [part for part in secrets if part in held], name
            left.append(found)
        differ = [name for name in left[0] if left[0][name] != left[1][name]]
        assert not differ, differ
        await bench.run(gcm.load_key(KEY))
        await works(bench)
