"""The complete storage unit as a compiled model, which runs a host's programs, and its cycles."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar, assert_never

from silicrypt import catalog
from silicrypt.catalog.design_point import closure
from silicrypt.catalog.machines import SRAM
from silicrypt.tools import verilator
from silicrypt.verify import checkers, native
from silicrypt.verify.storage_host import (
    BLOCK,
    WORD,
    Answer,
    Function,
    Host,
    Interrupt,
    Operation,
    Program,
    Read,
    Receive,
    Register,
    Response,
    Send,
    Write,
)

_BENCH = native.bench("benches/storage/bench.cpp")
#: The unit with its banks inside, and with its banks in SRAMs, which are part of the simulation.
TOP, SRAM_TOP = "sil_storage_unit", "sil_storage_sram_board"
#: The defaults of the parameters of both.
DEFAULTS = {"KeyBits": 0, "BankWords": 1024, "PipelineStages": 5}
_ANSWER = struct.Struct("<BQI")
_BEAT = struct.Struct("<IB")

_T = TypeVar("_T")


def render(operation: Operation) -> bytes:
    """Encodes an operation for ``bench.cpp``."""
    match operation:
        case Write(address, data, strobe):
            return b"w" + struct.pack("<IIB", address, data, strobe)
        case Read(address):
            return b"r" + struct.pack("<I", address)
        case Send(data, last):
            return b"s" + struct.pack("<I?", len(data) // WORD, last) + data
        case Receive(count):
            return b"g" + struct.pack("<I", count // WORD)
        case Interrupt():
            return b"i"
        case _:
            assert_never(operation)


@dataclass(frozen=True)
class Beat:
    """A beat of a transfer out of the banks.

    Attributes:
        word: its data.
        last: whether it ends a frame.
        stopped: whether the transfer was stopped, so that the beat has no data.
    """

    word: int
    last: bool
    stopped: bool


@dataclass(frozen=True)
class StorageSession:
    """A running unit; it starts with a reset."""

    pipe: native.Pipe

    def run(self, program: Program[_T]) -> _T:
        """Runs a program, and returns its result.

        Raises:
            ToolFailed: the simulation stopped with an error.
        """
        try:
            operation = next(program)
            while True:
                operation = program.send(self.answer(operation))
        except StopIteration as stop:
            result: _T = stop.value
            return result

    def answer(self, operation: Operation) -> Answer:
        """Runs one operation."""
        answer = self._ask(render(operation))
        data = self.pipe.read(operation.count) if isinstance(operation, Receive) else b""
        return replace(answer, data=data)

    def idle(self, cycles: int) -> None:
        """Runs that number of cycles without an access."""
        self._ask(b"n" + struct.pack("<I", cycles))

    def reset(self) -> None:
        """Asserts reset for some cycles. Words that were sent or received are dropped."""
        self._ask(b"x")

    def protect(self, prot: int) -> None:
        """Sets AxPROT of all further accesses: bit 0 is privileged, bit 1 non-secure."""
        self._ask(b"p" + bytes([prot]))

    def stall(self, into: float, out: float, seed: int = 1) -> None:
        """Sets the probabilities of a stall on the input and the output stream."""
        self._ask(b"m" + struct.pack("<III", int(into * 65536), int(out * 65536), seed))

    def until(self, address: int, mask: int) -> Answer:
        """Reads a register until no bit of a mask is set, and returns the last answer."""
        return self._ask(b"u" + struct.pack("<II", address, mask))

    def beats(self) -> list[Beat]:
        """Returns every beat that has come since the last call."""
        count = self._ask(b"b").value
        data = self.pipe.read(_BEAT.size * count)
        return [
            Beat(word, bool(flags & 1), bool(flags & 2)) for word, flags in _BEAT.iter_unpack(data)
        ]

    def _ask(self, request: bytes) -> Answer:
        response, cycles, value = self.pipe.ask(request, _ANSWER)
        return Answer(cycles, value, b"", Response(response))


def build(parameters: Mapping[str, int]) -> verilator.Build:
    """Returns the build of a unit with these parameters; the others have the module's defaults."""
    given = dict(sorted(parameters.items() - DEFAULTS.items()))
    design, top = catalog.get(catalog.wrappers()[TOP].design), top_of(parameters)
    waivers = tuple(Path(arg) for arg in design.verilator_args() if not arg.startswith("-"))
    files = sources(given)
    return verilator.Build(
        top=top,
        sources=(*waivers, *files, *checkers.bound(top, files)),
        arguments=tuple(f"-G{name}={value}" for name, value in given.items()),
        bench=_BENCH,
        defines={},
    )


def top_of(parameters: Mapping[str, int]) -> str:
    """Returns the top module of a unit with these parameters."""
    return SRAM_TOP if SRAM in parameters else TOP


def sources(parameters: Mapping[str, int]) -> list[Path]:
    """Returns the unit's files, in compile order. slang takes enum values by name."""
    enums = catalog.get(catalog.wrappers()[TOP].design).unit.enums
    named = [
        f"{name}={enums[name].package}::{enums[name].names[value]}"
        if name in enums
        else f"{name}={value}"
        for name, value in parameters.items()
    ]
    return closure(top_of(parameters), named)


@contextmanager
def session(
    power_on: int = 1, *, plusargs: Sequence[str] = (), **parameters: int
) -> Iterator[StorageSession]:
    """Yields a running unit, which is built unless the cache has it.

    Args:
        power_on: seed of the register contents before the first reset.
        plusargs: further arguments of the simulation, as ``"+name=value"``.
        parameters: parameters of ``sil_storage_unit`` that differ from its defaults; with
            `SRAM`, those of ``sil_storage_sram``, and the banks are simulated SRAMs.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: one of them refuses the sources.
    """
    with native.running(build(parameters), power_on, plusargs) as pipe:
        yield StorageSession(pipe)


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


def complete_message(blocks: int) -> int:
    """Returns the cycles from a key to the last word of a message that the parallel core encrypts.

    The host never waits. The key comes from a bank, and the blocks come one bank at a time. All
    register accesses and transfers are included.

    Args:
        blocks: length of the message, in blocks.

    Raises:
        ToolFailed: the simulation stopped with an error.
        UnitFailed: the unit refused an access, or a function reported an error.
    """
    host = Host(interrupts=True)

    def program() -> Program[None]:
        yield from host.key(bytes(range(16)))
        yield from host.apply(Function.CIPHER_PAR, bytes(blocks * BLOCK))

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
