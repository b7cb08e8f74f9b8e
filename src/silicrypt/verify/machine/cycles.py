"""The cycles of the storage unit: of each function alone, and of complete messages."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType

from silicrypt.catalog.machines import SRAM
from silicrypt.verify.machine.host import Host
from silicrypt.verify.machine.operations import BLOCK, WORD, Function, Interrupt, Program, Register
from silicrypt.verify.machine.storage import DEFAULTS, session


@dataclass(frozen=True)
class Cycles:
    """The cycles of a unit for a number of blocks.

    Attributes:
        key_bits: length of the key.
        blocks: the number of blocks.
        functions: the unit's own counts, by function. Those of ``MESSAGES`` cover a complete run:
            transfer the ownership of the banks, start the parallel cipher, read how it ended,
            take the banks back.
        messages: the number of register accesses of that run.
        wait: cycles from the answer to the parallel cipher's command to the interrupt.
    """

    key_bits: int
    blocks: int
    functions: Mapping[Function, int]
    messages: int
    wait: int


def measure(
    key_bits: int = 128, blocks: int = 1, stages: int = 5, sram: int | None = None
) -> Cycles:
    """Runs each function of the unit alone and reads its counters (aes-2005, table 2).

    Args:
        key_bits: 128, 192 or 256.
        blocks: blocks of data per command of each function.
        stages: blocks in flight in the parallel core.
        sram: the latency of SRAMs outside; by default the banks are inside.

    Raises:
        ToolFailed: the simulation stopped with an error.
        UnitFailed: the unit refused an access, or a function reported an error.
    """
    parameters = {"PipelineStages": stages} | ({} if sram is None else {SRAM: sram})
    words = max(DEFAULTS["BankWords"], 1 << (blocks * BLOCK // WORD - 1).bit_length())
    host = Host(words, interrupts=True)
    with session(plusargs=(), BankWords=host.bank_words, **parameters) as unit:
        return unit.run(_measure(host, key_bits, blocks))


def complete_message(blocks: int, function: Function = Function.CIPHER_PAR) -> int:
    """Returns the cycles from a message's key to the last word of its result.

    The host never waits.

    The key comes from a bank, and the blocks come one bank at a time. All register accesses and
    transfers are included.

    Args:
        blocks: length of the message, in blocks.
        function: the function that is applied.

    Raises:
        ToolFailed: the simulation stopped with an error.
        UnitFailed: the unit refused an access, or a function reported an error.
    """
    host = Host(interrupts=True)

    def program() -> Program[None]:
        yield from host.key(bytes(range(16)))
        yield from host.apply(function, bytes(blocks * BLOCK))

    with session() as unit:
        unit.run(host.ready())
        return unit.run(_timed(program()))


def _timed(program: Program[None]) -> Program[int]:
    """Runs a program, and returns the cycles of all its operations."""
    cycles, operation = 0, next(program)
    with suppress(StopIteration):
        while True:
            answer = yield operation
            cycles += answer.cycles
            operation = program.send(answer)
    return cycles


def _measure(host: Host, key_bits: int, blocks: int) -> Program[Cycles]:
    size, there = blocks * BLOCK, host.bank_bytes
    yield from host.key(bytes(range(key_bits // 8)))
    yield from host.put(0, bytes(size))
    yield from host.grant(0b0011)
    for function in (Function.CIPHER_SEQ, Function.INV_CIPHER_SEQ, Function.INV_CIPHER_PAR):
        yield from host.run(function, 0, there, blocks)
    yield from host.grant(0)

    # The register accesses of one run, with data that is already in the bank.
    yield from host.write(Register.CYCLES, 0)
    host.accesses = 0
    yield from host.write(Register.OWNERS, 0b0011)
    yield from host.start(Function.CIPHER_PAR, 0, there, blocks)
    wait = (yield Interrupt()).cycles
    yield from host.finish()
    yield from host.write(Register.OWNERS, 0)
    messages = host.accesses
    spent = yield from host.cycles(Function.MESSAGES)

    yield from host.get(there, size)
    counted = {Function.MESSAGES: spent}
    for function in (f for f in Function if f != Function.MESSAGES):
        counted[function] = yield from host.cycles(function)
    return Cycles(key_bits, blocks, MappingProxyType(counted), messages, wait)
