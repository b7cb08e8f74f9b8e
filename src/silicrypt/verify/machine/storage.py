"""The complete storage unit as a compiled model, which runs a host's programs."""

from __future__ import annotations

import struct
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TypeVar, assert_never

from silicrypt import catalog
from silicrypt.catalog.closure import closure
from silicrypt.catalog.machines import SRAM
from silicrypt.errors import ToolFailed
from silicrypt.tools import process, verilator
from silicrypt.verify import checkers, native
from silicrypt.verify.machine.operations import (
    WORD,
    Answer,
    Interrupt,
    Operation,
    Program,
    Read,
    Receive,
    Response,
    Send,
    Write,
)

_BENCH = native.bench("machine/bench.cpp")
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
class Session:
    """A running unit; it starts with a reset."""

    to: IO[bytes]
    back: IO[bytes]
    said: IO[bytes]

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
        data = self._read(operation.count) if isinstance(operation, Receive) else b""
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
        data = self._read(_BEAT.size * count)
        return [
            Beat(word, bool(flags & 1), bool(flags & 2)) for word, flags in _BEAT.iter_unpack(data)
        ]

    def _ask(self, request: bytes) -> Answer:
        with suppress(BrokenPipeError):  # the read below reports the reason
            self.to.write(request)
            self.to.flush()
        response, cycles, value = _ANSWER.unpack(self._read(_ANSWER.size))
        return Answer(cycles, value, b"", Response(response))

    def _read(self, count: int) -> bytes:
        data = self.back.read(count)
        if len(data) < count:
            self.said.seek(0)
            reason = self.said.read().decode("utf-8", "replace").strip()
            raise ToolFailed(f"the simulated storage unit ended early: {reason or 'no message'}")
        return data


def build(parameters: Mapping[str, int]) -> verilator.Build:
    """Returns the build of a unit with these parameters; the others have the module's defaults."""
    given = dict(sorted(parameters.items() - DEFAULTS.items()))
    design, top = catalog.get(catalog.WRAPPERS[TOP].design), top_of(parameters)
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
    enums = catalog.get(catalog.WRAPPERS[TOP].design).unit.enums
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
) -> Iterator[Session]:
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
    program = verilator.executable(build(parameters))
    command, pipe = [str(program), str(power_on), *plusargs], subprocess.PIPE
    with (
        tempfile.TemporaryFile() as said,
        process.started("the storage unit", command, stdin=pipe, stdout=pipe, stderr=said) as unit,
    ):
        assert unit.stdin is not None  # they were asked for
        assert unit.stdout is not None
        try:
            yield Session(unit.stdin, unit.stdout, said)
        finally:
            with suppress(BrokenPipeError):
                unit.stdin.close()
