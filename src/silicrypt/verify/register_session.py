"""A running unit with registers on a bus, whose registers a program accesses."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

from silicrypt import drivers
from silicrypt.drivers import Program
from silicrypt.errors import ToolFailed, UnitFailed
from silicrypt.tools import verilator
from silicrypt.verify import checkers, native

_ANSWER = struct.Struct("<BII")
#: Bound of a driver's wait, in reads of STATUS. The longest wait takes some thousand cycles.
_POLLS = 20_000
_T = TypeVar("_T")


class Refused(UnitFailed):
    """The unit answered an access with an error."""


class Broken(IntEnum):
    """A rule of the stream that a message breaks, as the bench numbers them.

    Attributes:
        NOTHING: none.
        HOLE: the valid bytes of the last beat are not contiguous from byte 0.
        SHORT: the beats before the last one are not full.
    """

    NOTHING = 0
    HOLE = 1
    SHORT = 2


@dataclass(frozen=True)
class RegisterSession:
    """A running unit, whose registers a program accesses on its bus; it starts with a reset."""

    pipe: native.Pipe

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

    def send(self, message: bytes, broken: Broken = Broken.NOTHING) -> None:
        """Sends a message on the stream, and waits until its last beat is taken.

        Args:
            message: the message.
            broken: the rule of the stream that it breaks.
        """
        self._ask(b"s", value=len(message), strobe=broken, data=message)

    def taken(self) -> tuple[bytes, int, bool]:
        """Returns the results that came on the stream since this was last asked.

        Returns:
            the bytes, the number of packets that ended, and whether one of them is refused.
        """
        found, missing = bytearray(), 0
        while not missing:
            flags, word = self._ask(b"m", value=len(found))
            missing = flags >> 4
            found += word.to_bytes(4, "little")[: 4 - missing]
        _, packets = self._ask(b"d")
        return bytes(found), packets >> 1, bool(packets & 1)

    def reset(self) -> None:
        """Asserts reset for some cycles."""
        self._ask(b"x")

    def _ask(
        self,
        command: bytes,
        address: int = 0,
        value: int = 0,
        strobe: int = 15,
        data: bytes = b"",
    ) -> tuple[int, int]:
        request = command + struct.pack("<BBI", address, strobe, value) + data
        refused, read, _ = self.pipe.ask(request, _ANSWER)
        return refused, read


@contextmanager
def session(
    inputs: verilator.Build, power_on: int = 1, *, checked: bool = True
) -> Iterator[RegisterSession]:
    """Yields a running memory-mapped unit, which is built unless the cache has it.

    Args:
        inputs: the build of the unit.
        power_on: seed of the register contents before the first reset.
        checked: whether checkers also watch the inputs.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: one of them refuses the sources.
    """
    with native.running(inputs, power_on, () if checked else (checkers.UNCHECKED,)) as pipe:
        yield RegisterSession(pipe)
