"""The cocotb tests of the storage unit; ``test_storage.py`` runs them."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge
from storage_bench import Bench
from storage_model import begin_transfer, ecb, end_of, end_of_transfer, random_traffic

from silicrypt.verify.storage_host import (
    BLOCK,
    End,
    Function,
    Host,
    Read,
    Register,
    Response,
    Send,
    Status,
    Write,
)

BANK_WORDS = int(os.environ["SILICRYPT_TEST_BANK_WORDS"])
BANK = 4 * BANK_WORDS
CIPHERS = (
    *(Function.CIPHER_SEQ, Function.CIPHER_PAR),
    *(Function.INV_CIPHER_SEQ, Function.INV_CIPHER_PAR),
)
KEY = bytes(range(100, 132))
#: What the banks hold after `keyed`.
DATA = random.Random(1).randbytes(4 * BANK)
PLAIN = bytes.fromhex("00112233445566778899aabbccddeeff")


async def begin(dut: Any, **options: Any) -> tuple[Bench, Host]:
    """Returns a unit after its reset, with its host."""
    host = Host(BANK_WORDS, **options)
    bench = Bench(dut, host)
    await bench.reset()
    return bench, host


async def keyed(dut: Any, **options: Any) -> tuple[Bench, Host]:
    """Returns a unit with a key and random words in every bank."""
    bench, host = await begin(dut, **options)
    await bench.run(host.key(KEY, None))
    await bench.run(host.put(0, DATA))
    return bench, host


async def demand_right(bench: Bench, host: Host, key: bytes = KEY) -> None:
    """Checks that the unit accepts a key and computes correctly."""
    data = random.Random(3).randbytes(3 * BLOCK)
    await bench.run(host.ready())
    await bench.run(host.key(key, 2))
    for function in CIPHERS:
        expected = ecb(key, data, function in CIPHERS[2:])
        assert await bench.run(host.apply(function, data)) == expected, function.name


@cocotb.test()
async def core_and_host_work_at_once(dut: Any) -> None:
    """A transfer, accesses of the host to its bank, and a function run together, with stalls."""
    bench, host = await keyed(dut)
    rng = random.Random(5)
    for seed, rate in enumerate((0.0, 0.2, 0.6)):
        bench.stall(seed, rate)
        await bench.run(host.grant(0b0011))
        await bench.run(host.start(Function.INV_CIPHER_SEQ, 0, BANK, 4))
        data = rng.randbytes(BANK - 64)
        await bench.run(begin_transfer(host, Function.DMA_IN, 2 * BANK, len(data) // 4))
        await bench.answer(Send(data))
        for address in range(3 * BANK - 64, 3 * BANK, 4):
            word = rng.getrandbits(32)
            assert (await bench.answer(Write(address, word))).response == Response.OKAY
            assert (await bench.answer(Read(address))).value == word
        assert await bench.run(end_of_transfer(host)) == End.DONE
        assert await bench.run(host.get(2 * BANK, len(data))) == data
        assert await bench.run(host.finish()) == End.DONE
        await bench.run(host.grant(0))
        expected = ecb(KEY, DATA[: 4 * BLOCK], decrypt=True)
        assert await bench.run(host.get(BANK, 4 * BLOCK)) == expected


async def counted(bench: Bench, signal: Any, log: list[int]) -> None:
    """Records the length in cycles of every high phase of a signal."""
    count = 0
    while True:
        await RisingEdge(bench.dut.clk_i)
        if signal.value:
            count += 1
        elif count:
            log.append(count)
            count = 0


@cocotb.test()
async def counters_are_right(dut: Any) -> None:
    """The counters of the unit agree with the cycles from command to interrupt that are seen."""
    bench, host = await keyed(dut, interrupts=True)
    await bench.run(host.grant(0b1111))
    for blocks in (1, 2, 7):
        for command in (
            (Function.LOAD, 0),
            (Function.KEY_EXPANSION,),
            *((function, 0, 2 * BANK, blocks) for function in CIPHERS),
        ):
            await bench.run(host.write(Register.EVENTS, 7))
            times: list[int] = []

            async def watch(times: list[int] = times) -> None:
                while not (dut.s_wvalid.value and dut.s_wready.value) or int(
                    dut.s_awaddr.value
                ) != host.address(Register.COMMAND):
                    await RisingEdge(dut.clk_i)
                times.append(bench.now)
                while not dut.irq_o.value:
                    await RisingEdge(dut.clk_i)
                times.append(bench.now)

            task = cocotb.start_soon(watch())
            assert await bench.run(end_of(host, *command)) == End.DONE
            await task
            took = times[1] - times[0]
            stated = await bench.run(host.cycles(Function(command[0])))
            # Five more cycles: the access in the slave, in the unit and in the registers, the start
            # of the function, and the cycle after the last one, in which the interrupt is visible.
            assert took == stated + 5, command
    host.interrupts = False
    await bench.run(host.grant(0))
    for words in (1, 2, 60):
        logs: list[int] = []
        task = cocotb.start_soon(counted(bench, bench.unit.u_engine.dma_busy, logs))
        await bench.run(host.put(0, bytes(4 * words)))
        await bench.run(host.get(0, 4 * words))
        task.cancel()
        found = [await bench.run(host.cycles(f)) for f in (Function.DMA_IN, Function.DMA_OUT)]
        assert found == logs


@cocotb.test()
async def messages_are_counted(dut: Any) -> None:
    """The counter counts from the edge that accepts an access to the one that accepts its answer.

    Only accesses to registers count.
    """
    bench, host = await begin(dut)
    for stalls in (0.0, 0.5):
        bench.stall(3, stalls)
        await bench.run(host.write(Register.CYCLES, 0))
        for _ in range(20):
            await bench.run(host.read(Register.STATUS))
            await bench.answer(Read(0))
            await bench.run(host.write(Register.SOURCE, 4))
        bench.stall(3, 0.0)
        count = await bench.run(host.cycles(Function.MESSAGES))
        # The rest of the access that cleared the counter, and the beginning of the one that reads
        # it.
        assert count == 40 * 4 + 2 if stalls == 0 else count > 40 * 4 + 2, count


@cocotb.test()
async def time_tells_nothing(dut: Any) -> None:
    """All keys and all data take the same time."""
    bench, host = await keyed(dut)
    rng = random.Random(7)
    seen: dict[Function, set[int]] = {}
    for trial in range(4):
        key = (bytes(32), b"\xff" * 32, rng.randbytes(32), b"\x52" * 32)[trial]
        await bench.run(host.key(key, None))
        await bench.run(host.grant(0))
        await bench.run(host.put(0, rng.randbytes(64) if trial else bytes(64)))
        await bench.run(host.grant(0b0011))
        for function in CIPHERS:
            await bench.run(host.run(function, 0, BANK, 4))
        for function in (Function.KEY_EXPANSION, *CIPHERS):
            seen.setdefault(function, set()).add(await bench.run(host.cycles(function)))
    assert all(len(found) == 1 for found in seen.values()), seen


PHASES = {
    Function.LOAD: range(0, 12, 2),
    Function.KEY_EXPANSION: (0, 1, 3, 7, 12, 40, 120, 158, 161),
    Function.CIPHER_PAR: (0, 3, 5, 8, 15, 40, 70, 88, 110),
    Function.INV_CIPHER_SEQ: (0, 4, 9, 30, 150, 280, 300, 320, 600),
}


def watched(handle: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yields every signal below a handle with its path, except the content of the banks."""
    for child in handle:
        name = f"{path}.{child._name}"
        if child._name == handle._name or child._name.startswith("sil_check_"):
            continue  # a handle may contain itself; a checker is no part of the unit
        if "memory_q" in name and "gen_bank" in name:
            continue
        if hasattr(child, "value"):
            yield name, child
        else:
            yield from watched(child, name)


async def interrupted(
    bench: Bench, host: Host, key: bytes, function: Function, after: int, seen: dict[str, Any]
) -> dict[str, str]:
    """Wipes some cycles after a command and returns the remaining value of every signal."""
    await bench.run(host.key(key, None))
    await bench.run(host.grant(0))
    await bench.run(host.put(0, PLAIN * 2))
    if function == Function.LOAD:
        await bench.run(host.put(0, key))
    await bench.run(host.grant(0b0011))
    await bench.run(host.start(function, 0, BANK, 2))
    await ClockCycles(bench.dut.clk_i, after)
    await bench.run(host.wipe())
    await bench.run(host.write(Register.CYCLES, 0))
    bench.dut.s_tdata.value = 0  # driven by the host
    await ClockCycles(bench.dut.clk_i, 10)
    return {name: str(signal.value) for name, signal in seen.items()}


@cocotb.test()
async def wipe_leaves_nothing(dut: Any) -> None:
    """After a wipe in any phase, no signal in the unit depends on the key."""
    bench, host = await begin(dut)
    seen = dict(watched(bench.unit))
    assert len(seen) > 500
    for function, times in PHASES.items():
        for after in times:
            keys = [random.Random(seed).randbytes(32) for seed in (1, 2)]
            one, other = [
                await interrupted(bench, host, key, function, after, seen) for key in keys
            ]
            differing = [name for name in one if one[name] != other[name]]
            assert not differing, f"{function.name}, {after} cycles: {differing[:5]}"
            status = await bench.run(host.read(Register.STATUS))
            assert status & (1 << Status.KEYED | 1 << Status.KEY_COMPLETE | 1 << Status.BUSY) == 0
            assert await bench.run(end_of(host, Function.CIPHER_PAR, 0, BANK, 1)) == End.NO_KEY
    await demand_right(bench, host)


@cocotb.test()
async def reads_and_writes_at_once(dut: Any) -> None:
    """Both channels are busy, with stalls; each gets its own answers."""
    bench, host = await keyed(dut)
    bench.stall(9, 0.4)
    rng = random.Random(9)
    words = [rng.getrandbits(32) for _ in range(40)]

    async def write() -> None:
        for index, word in enumerate(words):
            assert (await bench.answer(Write(4 * index, word))).response == Response.OKAY

    async def read() -> None:
        for index in range(40):
            answer = await bench.answer(Read(BANK + 4 * index))
            assert answer.value.to_bytes(4, "little") == DATA[BANK + 4 * index :][:4]

    tasks = [cocotb.start_soon(write()), cocotb.start_soon(read())]
    for task in tasks:
        await task
    bench.stall(9, 0.0)
    found = await bench.run(host.get(0, 160))
    assert found == b"".join(word.to_bytes(4, "little") for word in words)


@cocotb.test()
async def bank_changes_hands_during_a_read(dut: Any) -> None:
    """A read that was granted gives its word, and no later read gets it."""
    bench, host = await keyed(dut)
    for after in range(24):
        await bench.run(host.grant(0))
        await bench.run(begin_transfer(host, Function.DMA_IN, 2 * BANK, 1))
        await bench.run(host.write(Register.OWNERS, 0b0100))
        addresses = [2 * BANK + 4, BANK] * 6
        reads = [cocotb.start_soon(bench.answer(Read(address))) for address in addresses]
        await ClockCycles(dut.clk_i, after)
        await bench.answer(Send(DATA[2 * BANK :][:4]))
        for address, read in zip(addresses, reads, strict=True):
            answer = await read
            word = int.from_bytes(DATA[address : address + 4], "little")
            refused = address >= 2 * BANK and answer.response == Response.SLVERR
            assert refused or (answer.response, answer.value) == (Response.OKAY, word)
        assert await bench.run(end_of_transfer(host)) == End.DONE


@cocotb.test()
@cocotb.parametrize(seed=[1, 2, 3])
async def random_accesses(dut: Any, seed: int) -> None:
    """Makes random accesses, commands and transfers, and compares them with a model."""
    bench, host = await begin(dut)
    bench.stall(seed, 0.0 if seed == 1 else 0.3)
    ends = await bench.run(random_traffic(host, seed, steps=600))
    assert {End.DONE, End.NOT_OWNER, End.OUTSIDE} <= ends
