"""A memory-mapped unit as a compiled model, whose registers a program accesses on its bus."""

from __future__ import annotations

import struct
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeVar

from silicrypt import drivers
from silicrypt.catalog import Config
from silicrypt.drivers import Program
from silicrypt.errors import ToolFailed, UnitFailed
from silicrypt.tools import verilator
from silicrypt.verify import checkers, native

_BENCH = native.bench("registers/bench.cpp")
_ANSWER = struct.Struct("<BII")
#: Bound of a driver's wait, in reads of STATUS. The longest wait takes some thousand cycles.
_POLLS = 20_000
_T = TypeVar("_T")


class Refused(UnitFailed):
    """The unit answered an access with an error."""


@dataclass(frozen=True)
class Session:
    """A running unit; it starts with a reset."""

    to: IO[bytes]
    back: IO[bytes]
    said: IO[bytes]

    def run(self, program: Program[_T]) -> _T:
        """Runs a driver's program.

        Raises:
            UnitFailed: the unit refused a message, or did not answer in time.
            ToolFailed: the simulation stopped with an error.
        """
        return drivers.run(program, self, _POLLS)

    def read(self, address: int) -> int:
        """Reads a word.

        Raises:
            Refused: the unit answered with an error.
            ToolFailed: a refused read has data, or the simulation stopped with an error.
        """
        refused, data = self._ask(b"r", address)
        if refused & 1:
            if data:
                raise ToolFailed(f"a refused read of address {address:#x} has data")
            raise Refused(f"address {address:#x} cannot be read")
        return data

    def write(self, address: int, value: int, strobe: int = 15) -> None:
        """Writes the bytes of a word that the strobe marks.

        Raises:
            Refused: the unit answered with an error.
            ToolFailed: the simulation stopped with an error.
        """
        refused, _ = self._ask(b"w", address, value, strobe)
        if refused & 1:
            raise Refused(f"address {address:#x} cannot be written")

    def refuses(self, address: int, value: int | None = None, strobe: int = 15) -> bool:
        """Returns whether the unit refuses a read, or a write of the value."""
        try:
            if value is None:
                self.read(address)
            else:
                self.write(address, value, strobe)
        except Refused:
            return True
        return False

    def idle(self, cycles: int) -> bool:
        """Runs that number of cycles, and tells whether the interrupt is pending then."""
        return bool(self._ask(b"i", value=cycles)[0] & 2)

    def pauses(self, rate: float) -> None:
        """Sets the probability of a pause in each cycle of an access."""
        self._ask(b"p", value=int(rate * 65536))

    def reset(self) -> None:
        """Asserts reset for some cycles."""
        self._ask(b"x")

    def _ask(
        self, command: bytes, address: int = 0, value: int = 0, strobe: int = 15
    ) -> tuple[int, int]:
        with suppress(BrokenPipeError):  # the read below reports the reason
            self.to.write(command + struct.pack("<BBI", address, strobe, value))
            self.to.flush()
        answer = self.back.read(_ANSWER.size)
        if len(answer) < _ANSWER.size:
            self.said.seek(0)
            reason = self.said.read().decode("utf-8", "replace").strip()
            raise ToolFailed(f"the simulated unit ended early: {reason or 'no message'}")
        refused, data, _ = _ANSWER.unpack(answer)
        return refused, data


def build(config: Config, sources: tuple[Path, ...]) -> verilator.Build:
    """Returns the inputs of the model of a memory-mapped unit with these sources."""
    defines = {"AXIL": 1} if config.unit.interface == "axil" else {}
    return native.compiled(config, "stream", sources, _BENCH, defines)


@contextmanager
def session(
    inputs: verilator.Build, power_on: int = 1, *, checked: bool = True
) -> Iterator[Session]:
    """Yields a running memory-mapped unit, which is built unless the cache has it.

    Args:
        inputs: the build of the unit.
        power_on: seed of the register contents before the first reset.
        checked: whether checkers also watch the inputs.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: one of them refuses the sources.
    """
    unchecked = [] if checked else [checkers.UNCHECKED]
    command = [str(verilator.executable(inputs)), str(power_on), *unchecked]
    pipe = subprocess.PIPE
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=said) as process,
    ):
        assert process.stdin is not None  # they were asked for
        assert process.stdout is not None
        try:
            yield Session(process.stdin, process.stdout, said)
        finally:
            process.kill()
