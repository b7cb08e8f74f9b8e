"""The cocotb tests of the storage unit; ``test_storage.py`` runs them."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cocotb
import pytest
from cocotb.triggers import ClockCycles, RisingEdge
from storage_bench import Bench
from storage_model import Model, ecb, traffic

from silicrypt.errors import UnitFailed
from silicrypt.verify.storage_host import (
    BLOCK,
    Control,
    End,
    Event,
    Function,
    Host,
    Program,
    Read,
    Register,
    Response,
    Send,
    Status,
    Write,
    padded,
    unpadded,
)

BANK_WORDS = int(os.environ["SILICRYPT_TEST_BANK_WORDS"])
BANK = 4 * BANK_WORDS
CIPHERS = (
    *(Function.CIPHER_SEQ, Function.CIPHER_PAR),
    *(Function.INV_CIPHER_SEQ, Function.INV_CIPHER_PAR),
)
KEY = bytes(range(100, 132))
#: FIPS 197, appendix C.
PLAIN = bytes.fromhex("00112233445566778899aabbccddeeff")
STANDARD = {
    16: "69c4e0d86a7b0430d8cdb78070b4c55a",
    24: "dda97ca4864cdfe06eaf70a0ec0d7191",
    32: "8ea2b7ca516745bfeafc49904b496089",
}


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
    await bench.run(host.put(0, random.Random(1).randbytes(4 * BANK)))
    return bench, host


async def demand_right(bench: Bench, host: Host, key: bytes = KEY) -> None:
    """Checks that the unit accepts a key and computes correctly."""
    data = random.Random(3).randbytes(3 * BLOCK)
    await bench.run(host.ready())
    await bench.run(host.key(key, 2))
    for function in CIPHERS:
        expected = ecb(key, data, function in CIPHERS[2:])
        assert await bench.run(host.apply(function, data)) == expected, function.name


async def end_of(bench: Bench, host: Host, *command: Any) -> End:
    """Runs a function and returns how it ends."""

    def program() -> Program[End]:
        yield from host.start(*command)
        return (yield from host.finish())

    return await bench.run(program())


async def until(bench: Bench, bit: Status, value: int) -> None:
    """Waits until a bit of STATUS has a value."""
    while (await bench.run(bench.host.read(Register.STATUS))) >> bit & 1 != value:
        pass


@cocotb.test()
@cocotb.parametrize(interrupts=[False, True], transfers=[True, False])
async def standard_examples(dut: Any, interrupts: bool, transfers: bool) -> None:
    """Runs every function with all key lengths, both ways of waiting and both ways of moving."""
    bench, host = await begin(dut, interrupts=interrupts, transfers=transfers)
    for size, result in STANDARD.items():
        await bench.run(host.key(bytes(range(size)), None if interrupts else 3))
        for function in CIPHERS:
            sides = [PLAIN, bytes.fromhex(result)]
            data, expected = sides if function in CIPHERS[:2] else sides[::-1]
            assert await bench.run(host.apply(function, data)) == expected


@cocotb.test()
async def six_steps_with_a_file(dut: Any) -> None:
    """Encrypts and decrypts the README in pieces as large as a bank."""
    data = (Path(__file__).parents[2] / "README.md").read_bytes()
    bench, host = await begin(dut)
    await bench.run(host.key(KEY[:16]))
    cipher = await bench.run(host.apply(Function.CIPHER_PAR, padded(data)))
    assert cipher == ecb(KEY[:16], padded(data))
    plain = await bench.run(host.apply(Function.INV_CIPHER_PAR, cipher))
    assert unpadded(plain) == data


@cocotb.test()
async def key_in_a_bank_is_the_hosts_to_clear(dut: Any) -> None:
    """LOAD does not clear the key in the bank; the program of the host does."""
    bench, host = await begin(dut)
    await bench.run(host.put(3 * BANK, KEY))
    await bench.run(host.grant(0b1000))
    await bench.run(host.run(Function.LOAD, 3 * BANK))
    assert KEY[:16] in await bench.banks()
    await bench.run(host.key(KEY, 3))
    assert KEY[:16] not in await bench.banks()


@cocotb.test()
async def owner_refuses_the_host(dut: Any) -> None:
    """Accesses and transfers to a bank that the core owns change nothing and reveal nothing."""
    bench, host = await keyed(dut)
    before = await bench.banks()
    for bank in range(4):
        await bench.run(host.grant(1 << bank))
        for offset in (0, BANK - 4):
            for operation in (Read(bank * BANK + offset), Write(bank * BANK + offset, 1)):
                await bench.run(host.write(Register.EVENTS, 7))
                answer = await bench.answer(operation)
                assert (answer.response, answer.value) == (Response.SLVERR, 0)
                assert await bench.run(host.read(Register.EVENTS)) == 1 << Event.REFUSED
                wrong = await bench.run(host.read(Register.REFUSED))
                assert wrong == operation.address | isinstance(operation, Write)
        for function in (Function.DMA_IN, Function.DMA_OUT):
            await bench.run(host.write(Register.DMA_ADDRESS, bank * BANK))
            await bench.run(host.write(Register.DMA_WORDS, 1))
            await bench.run(host.write(Register.DMA_COMMAND, function))
            await until(bench, Status.DMA_BUSY, 0)
            status = await bench.run(host.read(Register.STATUS))
            assert status >> 20 & 7 == End.NOT_OWNER
            assert status >> 16 & 15 == function
    assert await bench.banks() == before


@cocotb.test()
async def core_refuses_what_is_the_hosts(dut: Any) -> None:
    """A function that uses a bank that the core does not own changes no bank."""
    bench, host = await keyed(dut)
    before = await bench.banks()
    blocks = BANK // BLOCK
    for owned in (0b0000, 0b0001, 0b0010, 0b1100, 0b0101):
        await bench.run(host.grant(owned))
        for function in CIPHERS[1:3]:
            assert await end_of(bench, host, function, 0, BANK, blocks) == End.NOT_OWNER
            assert (
                await end_of(bench, host, function, BANK // 2, BANK // 2, blocks) == End.NOT_OWNER
            )
    await bench.run(host.grant(0b1110))
    assert await end_of(bench, host, Function.LOAD, 0) == End.NOT_OWNER
    assert await bench.banks() == before


@cocotb.test()
async def function_over_two_banks(dut: Any) -> None:
    """Processes blocks across two banks, and blocks in place."""
    bench, host = await keyed(dut)
    before = await bench.banks()
    await bench.run(host.grant(0b1111))
    await bench.run(host.run(Function.CIPHER_PAR, 4, 3 * BANK - 8, 5))
    part = ecb(KEY, before[4 : 4 + 5 * BLOCK])
    after = before[: 3 * BANK - 8] + part + before[3 * BANK - 8 + len(part) :]
    assert await bench.banks() == after
    await bench.run(host.run(Function.INV_CIPHER_PAR, BANK - 16, BANK - 16, 2))
    part = ecb(KEY, after[BANK - 16 : BANK + 16], decrypt=True)
    assert await bench.banks() == after[: BANK - 16] + part + after[BANK + 16 :]


@cocotb.test()
async def bank_in_use_changes_hands_later(dut: Any) -> None:
    """Banks change owner only after the function or the transfer that uses them."""
    bench, host = await keyed(dut)
    before = await bench.banks()
    await bench.run(host.grant(0b0011))
    await bench.run(host.start(Function.CIPHER_PAR, 0, BANK, 8))
    await bench.run(host.write(Register.OWNERS, 0b1100))
    owners = await bench.run(host.read(Register.OWNERS))
    assert owners == 0b1100 << 8 | 0b1111
    assert (await bench.answer(Read(BANK))).response == Response.SLVERR
    assert await bench.run(host.finish()) == End.DONE
    assert await bench.run(host.read(Register.OWNERS)) == 0b1100 << 8 | 0b1100
    assert await bench.run(host.get(BANK, 8 * BLOCK)) == ecb(KEY, before[: 8 * BLOCK])

    await bench.run(host.write(Register.DMA_ADDRESS, 0))
    await bench.run(host.write(Register.DMA_WORDS, 4))
    await bench.run(host.write(Register.DMA_COMMAND, Function.DMA_IN))
    await bench.run(host.write(Register.OWNERS, 0b0001))
    assert await bench.run(host.read(Register.OWNERS)) == 0b0001 << 8 | 0b0000
    await bench.send(PLAIN)
    await until(bench, Status.DMA_BUSY, 0)
    assert await bench.run(host.read(Register.OWNERS)) == 0b0001 << 8 | 0b0001


@cocotb.test()
async def busy_unit_refuses_commands(dut: Any) -> None:
    """Commands and keys are refused while a function runs; the function ends normally."""
    bench, host = await keyed(dut)
    before = await bench.banks()
    await bench.run(host.grant(0b0011))
    await bench.run(host.start(Function.CIPHER_SEQ, 0, BANK, 4))
    for register in (Register.COMMAND, Register.KEY_LENGTH, Register.KEY, Register.KEY + 28):
        answer = await bench.answer(Write(host.address(register), Function.LOAD))
        assert answer.response == Response.SLVERR
    # The registers of the next command may be written.
    for register in (Register.SOURCE, Register.DESTINATION, Register.BLOCKS):
        await bench.run(host.write(register, 1 << 20))
    assert await bench.run(host.read(Register.STATUS)) & 1
    assert await bench.run(host.finish()) == End.DONE
    expected = before[:BANK] + ecb(KEY, before[: 4 * BLOCK]) + before[BANK + 4 * BLOCK :]
    assert await bench.banks() == expected

    await bench.run(host.grant(0))
    await bench.run(host.write(Register.DMA_WORDS, 4))
    await bench.run(host.write(Register.DMA_COMMAND, Function.DMA_IN))
    answer = await bench.answer(Write(host.address(Register.DMA_COMMAND), Function.DMA_OUT))
    assert answer.response == Response.SLVERR
    await bench.send(PLAIN)
    await until(bench, Status.DMA_BUSY, 0)


@cocotb.test()
async def core_and_host_work_at_once(dut: Any) -> None:
    """A transfer, accesses of the host to its bank, and a function run together, with stalls."""
    bench, host = await keyed(dut)
    rng = random.Random(5)
    before = await bench.banks()
    await bench.run(host.grant(0b0011))
    for seed, rate in enumerate((0.0, 0.2, 0.6)):
        bench.stall(seed, rate)
        await bench.run(host.start(Function.INV_CIPHER_SEQ, 0, BANK, 4))
        data = rng.randbytes(BANK - 64)
        await bench.run(host.write(Register.DMA_ADDRESS, 2 * BANK))
        await bench.run(host.write(Register.DMA_WORDS, len(data) // 4))
        await bench.run(host.write(Register.DMA_COMMAND, Function.DMA_IN))
        await bench.answer(Send(data))
        for address in range(3 * BANK - 64, 3 * BANK, 4):
            word = rng.getrandbits(32)
            assert (await bench.answer(Write(address, word))).response == Response.OKAY
            assert (await bench.answer(Read(address))).value == word
        await until(bench, Status.DMA_BUSY, 0)
        assert await bench.run(host.get(2 * BANK, len(data))) == data
        assert await bench.run(host.finish()) == End.DONE
        expected = ecb(KEY, before[: 4 * BLOCK], decrypt=True)
        assert (await bench.banks())[BANK : BANK + 4 * BLOCK] == expected


@cocotb.test()
async def what_cannot_be_done_ends_and_says_why(dut: Any) -> None:
    """Every failed end of a function and of a transfer is reported and changes nothing."""
    bench, host = await begin(dut)
    await bench.run(host.grant(0b1111))
    before = await bench.banks()
    for function in CIPHERS:
        assert await end_of(bench, host, function, 0, BANK, 1) == End.NO_KEY
    assert await end_of(bench, host, Function.KEY_EXPANSION) == End.NO_KEY
    await bench.run(host.write(Register.KEY_LENGTH, 2))
    for index in (7, 6, 5, 4, 3, 1, 0):
        await bench.run(host.write(Register.KEY + 4 * index, index))
    assert await end_of(bench, host, Function.KEY_EXPANSION) == End.NO_KEY
    await bench.run(host.write(Register.KEY + 8, 2))
    assert await end_of(bench, host, Function.KEY_EXPANSION) == End.DONE
    await bench.run(host.write(Register.KEY_LENGTH, 2))
    assert await end_of(bench, host, Function.KEY_EXPANSION) == End.NO_KEY
    assert await end_of(bench, host, Function.CIPHER_PAR, 0, BANK, 1) == End.NO_KEY
    await bench.run(host.key(KEY, None))
    par, outside = Function.CIPHER_PAR, End.OUTSIDE
    for command in (
        *((par, 4 * BANK, 0, 1), (par, 0, 4 * BANK, 1), (par, 4 * BANK - 12, 0, 1)),
        *((par, 0, 4 * BANK - 4, 1), (par, 2, 0, 1), (par, 0, 1, 1), (par, 0, 0, BANK // 4 + 1)),
        *((par, 0, 0, 1 << 30), (par, 0, 0, (1 << 32) - 1), (par, (1 << 32) - 4, 0, 1)),
        *((Function.LOAD, 4 * BANK - 28), (Function.LOAD, 1), (Function.LOAD, 1 << 31)),
    ):
        assert await end_of(bench, host, *command) == outside, command
    # The failed LOAD has left no key.
    assert await end_of(bench, host, par, 0, BANK, 1) == End.NO_KEY
    await bench.run(host.key(KEY, None))
    for near in (4, 16, 28):
        assert await end_of(bench, host, par, 0, near, 2) == End.OVERLAP
    assert await bench.banks() == before
    assert await end_of(bench, host, par, 0, 0, 0) == End.DONE
    assert await end_of(bench, host, par, 0, 32, 2) == End.DONE
    assert await end_of(bench, host, par, 32, 4, 2) == End.DONE

    await bench.run(host.grant(0))
    for address, words in ((4 * BANK, 1), (2, 1), (0, BANK + 1), (0, (1 << 32) - 1)):
        await bench.run(host.write(Register.DMA_ADDRESS, address))
        await bench.run(host.write(Register.DMA_WORDS, words))
        for function in (Function.DMA_IN, Function.DMA_OUT):
            await bench.run(host.write(Register.DMA_COMMAND, function))
            await until(bench, Status.DMA_BUSY, 0)
            assert await bench.run(host.read(Register.STATUS)) >> 20 & 7 == outside


@cocotb.test()
async def transfer_of_another_length(dut: Any) -> None:
    """A frame that is shorter or longer than the transfer ends it, which the unit reports."""
    bench, host = await keyed(dut)
    for words, moved in ((1, 1), (3, 3), (8, 5)):
        await bench.run(host.write(Register.DMA_ADDRESS, 0))
        await bench.run(host.write(Register.DMA_WORDS, 5))
        await bench.run(host.write(Register.DMA_COMMAND, Function.DMA_IN))
        await bench.send(random.Random(words).randbytes(4 * words))
        await until(bench, Status.DMA_BUSY, 0)
        assert await bench.run(host.read(Register.STATUS)) >> 20 & 7 == End.LENGTH
        assert await bench.run(host.read(Register.DMA_MOVED)) == moved
    # The rest of the longer frame is a separate frame for the next transfer.
    await bench.run(host.write(Register.DMA_WORDS, 3))
    await bench.run(host.write(Register.DMA_COMMAND, Function.DMA_IN))
    await until(bench, Status.DMA_BUSY, 0)
    assert await bench.run(host.read(Register.STATUS)) >> 20 & 7 == End.DONE


@cocotb.test()
async def transfer_is_stopped(dut: Any) -> None:
    """A transfer may be stopped at any time, in either direction; the next one is correct."""
    bench, host = await keyed(dut)
    for after in range(8):
        for function in (Function.DMA_IN, Function.DMA_OUT):
            bench.back.pause = True
            await bench.run(host.write(Register.DMA_ADDRESS, 0))
            await bench.run(host.write(Register.DMA_WORDS, 20))
            await bench.run(host.write(Register.DMA_COMMAND, function))
            await ClockCycles(dut.clk_i, after)
            await bench.run(host.write(Register.CONTROL, 1 << Control.STOP_DMA))
            bench.back.pause = False
            await until(bench, Status.DMA_BUSY, 0)
            assert await bench.run(host.read(Register.STATUS)) >> 20 & 7 == End.STOPPED
        # If a frame had begun, a beat with tuser = 1 ends it; this beat holds no word.
        while not bench.back.empty():
            frame = await bench.back.recv()
            assert len(frame.tdata) == 8
            assert frame.tuser[-1] == 1
        data = random.Random(after).randbytes(64)
        await bench.run(host.put(0, data))
        await bench.run(host.write(Register.DMA_WORDS, 16))
        await bench.run(host.write(Register.DMA_COMMAND, Function.DMA_OUT))
        frame = await bench.back.recv()
        assert bytes(frame.tdata) == data


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
            assert await end_of(bench, host, *command) == End.DONE
            await task
            took = times[1] - times[0]
            stated = await bench.run(host.cycles(Function(command[0])))
            # Three more cycles: the access of the command, the start of the function, and the cycle
            # after the last one, in which the interrupt is visible.
            assert took == stated + 3, command
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
        bench.flow()
        count = await bench.run(host.cycles(Function.MESSAGES))
        # The rest of the access that cleared the counter, and one cycle of the one that reads it.
        assert count == 40 * 2 + 1 if stalls == 0 else count > 40 * 2 + 1


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


def signals(handle: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yields every signal below a handle with its path, except the content of the banks."""
    for child in handle:
        name = f"{path}.{child._name}"
        if "memory_q" in name and "gen_bank" in name:
            continue
        if hasattr(child, "value"):
            yield name, child
        else:
            yield from signals(child, name)


PHASES = {
    Function.LOAD: range(0, 12, 2),
    Function.KEY_EXPANSION: (0, 1, 3, 7, 12, 40, 120, 158, 161),
    Function.CIPHER_PAR: (0, 3, 5, 8, 15, 40, 70, 88, 110),
    Function.INV_CIPHER_SEQ: (0, 4, 9, 30, 150, 280, 300, 320, 600),
}


async def interrupted(
    bench: Bench, host: Host, key: bytes, function: Function, after: int, watched: dict[str, Any]
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
    return {name: str(signal.value) for name, signal in watched.items()}


@cocotb.test()
async def wipe_leaves_nothing(dut: Any) -> None:
    """After a wipe in any phase, no signal in the unit depends on the key."""
    bench, host = await begin(dut)
    watched = dict(signals(bench.unit))
    assert len(watched) > 500
    for function, times in PHASES.items():
        for after in times:
            keys = [random.Random(seed).randbytes(32) for seed in (1, 2)]
            one, other = [
                await interrupted(bench, host, key, function, after, watched) for key in keys
            ]
            differing = [name for name in one if one[name] != other[name]]
            assert not differing, f"{function.name}, {after} cycles: {differing[:5]}"
            status = await bench.run(host.read(Register.STATUS))
            assert status & (1 << Status.KEYED | 1 << Status.KEY_COMPLETE | 1 << Status.BUSY) == 0
            assert await end_of(bench, host, Function.CIPHER_PAR, 0, BANK, 1) == End.NO_KEY
    await demand_right(bench, host)


@cocotb.test()
async def wipe_ends_a_function(dut: Any) -> None:
    """A wipe ends a function as STOPPED; the words written until then are complete results."""
    bench, host = await keyed(dut)
    before = await bench.banks()
    await bench.run(host.grant(0b0011))
    await bench.run(host.start(Function.CIPHER_PAR, 0, BANK, 16))
    await ClockCycles(dut.clk_i, 100)
    await bench.run(host.wipe())
    status = await bench.run(host.read(Register.STATUS))
    assert status >> 12 & 7 == End.STOPPED
    after, right = await bench.banks(), ecb(KEY, before[:BANK])
    for offset in range(0, BANK, 4):
        word = after[BANK + offset :][:4]
        assert word in (right[offset : offset + 4], before[BANK + offset :][:4])
    await demand_right(bench, host)


@cocotb.test()
async def reset_in_every_phase(dut: Any) -> None:
    """A reset clears the key, and the unit works as after power-on."""
    bench, host = await keyed(dut)
    for function, times in PHASES.items():
        for after in times:
            await bench.run(host.key(KEY, None))
            await bench.run(host.grant(0b0011))
            await bench.run(host.start(function, 0, BANK, 2))
            await ClockCycles(dut.clk_i, after)
            await bench.reset()
            assert await bench.run(host.read(Register.OWNERS)) == 0
            await bench.run(host.grant(0b0011))
            assert await end_of(bench, host, Function.CIPHER_PAR, 0, BANK, 1) == End.NO_KEY
    await demand_right(bench, host)


@cocotb.test()
async def reads_and_writes_at_once(dut: Any) -> None:
    """Both channels are busy, with stalls; each gets its own answers."""
    bench, _ = await keyed(dut)
    bench.stall(9, 0.4)
    rng = random.Random(9)
    words = [rng.getrandbits(32) for _ in range(40)]
    known = await bench.banks()

    async def write() -> None:
        for index, word in enumerate(words):
            assert (await bench.answer(Write(4 * index, word))).response == Response.OKAY

    async def read() -> None:
        for index in range(40):
            answer = await bench.answer(Read(BANK + 4 * index))
            assert answer.value.to_bytes(4, "little") == known[BANK + 4 * index :][:4]

    tasks = [cocotb.start_soon(write()), cocotb.start_soon(read())]
    for task in tasks:
        await task
    assert (await bench.banks())[:160] == b"".join(word.to_bytes(4, "little") for word in words)


@cocotb.test()
async def bank_changes_hands_during_a_read(dut: Any) -> None:
    """A read that was granted gives its word, and no later read gets it."""
    bench, host = await keyed(dut)
    before = await bench.banks()
    for after in range(24):
        await bench.run(host.grant(0))
        await bench.run(host.write(Register.DMA_ADDRESS, 2 * BANK))
        await bench.run(host.write(Register.DMA_WORDS, 1))
        await bench.run(host.write(Register.DMA_COMMAND, Function.DMA_IN))
        await bench.run(host.write(Register.OWNERS, 0b0100))
        addresses = [2 * BANK + 4, BANK] * 6
        reads = [cocotb.start_soon(bench.answer(Read(address))) for address in addresses]
        await ClockCycles(dut.clk_i, after)
        await bench.send(before[2 * BANK :][:4])
        for address, read in zip(addresses, reads, strict=True):
            answer = await read
            word = int.from_bytes(before[address : address + 4], "little")
            refused = address >= 2 * BANK and answer.response == Response.SLVERR
            assert refused or (answer.response, answer.value) == (Response.OKAY, word)
        await until(bench, Status.DMA_BUSY, 0)


@cocotb.test()
@cocotb.parametrize(seed=[1, 2, 3])
async def random_traffic(dut: Any, seed: int) -> None:
    """Makes random accesses, commands and transfers, and compares them with a model."""
    bench, host = await begin(dut)
    model = Model(BANK_WORDS)
    await bench.run(host.put(0, bytes(4 * BANK)))
    await bench.run(host.write(Register.EVENTS, 7))
    model.moved = model.plain[Register.DMA_WORDS] = BANK
    bench.stall(seed, 0.0 if seed == 1 else 0.3)
    rng = random.Random(seed)
    ends = set[End]()
    for step in range(600):
        operation = traffic(rng, model)
        expected = model.answer(operation)
        answer = await bench.answer(operation)
        assert answer.response == expected.response, f"{step}: {operation}"
        if expected.value is not None:
            assert answer.value == expected.value, f"{step}: {operation}"
        if expected.starts:
            mask = 1 << Status.BUSY | 1 << Status.DMA_BUSY | 1 << Status.WIPING
            if expected.send:
                await bench.send(expected.send)
            while (await bench.run(host.read(Register.STATUS))) & mask:
                pass
            if expected.receive:
                assert bytes((await bench.back.recv()).tdata) == expected.receive
            ends.add(model.end)
            assert await bench.banks() == bytes(model.memory), f"{step}: {operation}"
    assert {End.DONE, End.NOT_OWNER, End.OUTSIDE} <= ends


@cocotb.test()
async def host_says_what_went_wrong(dut: Any) -> None:
    """The program of the host raises if the unit refuses."""
    bench, host = await begin(dut)
    with pytest.raises(UnitFailed, match="NO_KEY"):
        await bench.run(host.apply(Function.CIPHER_PAR, PLAIN))
    with pytest.raises(UnitFailed, match="SLVERR"):
        await bench.run(host.write(Register.STATUS, 0))
