"""The hardware under a driver: compiled RTL, or a mapped netlist in the gate-level simulator.

Both have the same calls. The RTL runs one message at a time; the netlist runs 64 messages with the
same timing side by side, one in each simulation lane.
"""

from __future__ import annotations

import struct
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from silicrypt.errors import NotVerified, ToolFailed
from silicrypt.tools import process, verilator
from silicrypt.tools.gatesim import Simulator
from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.tools.verilator import Build

#: More bits than a vector of 64 bits, so that Verilator makes it an array.
_WIDE = 65
_SET, _STEP, _STAGE, _WAIT, _GET = range(5)
_BENCH = Path(__file__).with_name("bench.cpp")
WRAPPER = "silicrypt_wrapper"

Value = int | Sequence[int]


@dataclass(frozen=True)
class Port:
    """A port of the top module.

    Attributes:
        name: its name.
        output: whether it is an output.
        width: its bits.
    """

    name: str
    output: bool
    width: int


class Device(ABC):
    """Hardware with a clock.

    Attributes:
        lanes: messages that run side by side.
        ports: the ports besides the clock, by name.
    """

    lanes: int
    ports: Mapping[str, Port]

    @abstractmethod
    def stage(self, values: Mapping[str, Value], *, at_once: bool) -> None:
        """Sets inputs, at once or after the next rising edge."""

    @abstractmethod
    def step(self, cycles: int = 1) -> None:
        """Runs clock cycles."""

    @abstractmethod
    def get(self, port: str) -> Sequence[int]:
        """Returns the present value of an output in each lane."""

    @abstractmethod
    def wait(self, port: str, bit: int, level: int, limit: int) -> int | None:
        """Runs until a bit of an output has a level; returns the cycles, or None at the limit."""


class Rtl(Device):
    """Compiled RTL. Leaving the context ends the simulation."""

    lanes = 1

    def __init__(
        self, program: Path, ports: Sequence[Port], power_on: int = 1, folder: Path | None = None
    ) -> None:
        """Prepares the simulation, which starts when the context is entered.

        Args:
            program: the executable.
            ports: the ports besides the clock, in the order of the wrapper.
            power_on: seed of the contents of registers before the reset.
            folder: the folder to run in.
        """
        self.ports = {port.name: port for port in ports}
        self._at = offsets(ports)
        self._in_words = words_of(ports, output=False)
        self._out_words = words_of(ports, output=True)
        self._inputs = 0
        self._context: AbstractContextManager[subprocess.Popen[bytes]] = process.started(
            "the simulation",
            [str(program), str(power_on)],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def __enter__(self) -> Rtl:
        """Returns the simulation itself."""
        self._process = self._context.__enter__()
        self._to = cast("BinaryIO", self._process.stdin)
        self._from = cast("BinaryIO", self._process.stdout)
        return self

    def __exit__(self, *error: object) -> None:
        """Ends the simulation."""
        self._process.kill()
        with suppress(BrokenPipeError):  # requests without an answer may be left
            self._to.close()
        self._context.__exit__(None, None, None)

    def stage(self, values: Mapping[str, Value], *, at_once: bool) -> None:
        """Sets inputs, at once or after the next rising edge."""
        for name, value in values.items():
            number = value if isinstance(value, int) else value[0]
            at, width = self._at[name], self.ports[name].width
            mask = (1 << width) - 1
            self._inputs = self._inputs & ~(mask << at) | (number & mask) << at
        data = self._inputs.to_bytes(4 * self._in_words, "little")
        self._send(struct.pack("<II", _SET if at_once else _STAGE, 0) + data)

    def step(self, cycles: int = 1) -> None:
        """Runs clock cycles."""
        self._send(struct.pack("<II", _STEP, cycles))

    def get(self, port: str) -> Sequence[int]:
        """Returns the present value of an output."""
        self._send(struct.pack("<II", _GET, 0))
        value = int.from_bytes(self._read(self._out_words), "little")
        return ((value >> self._at[port]) & (1 << self.ports[port].width) - 1,)

    def wait(self, port: str, bit: int, level: int, limit: int) -> int | None:
        """Runs until a bit of an output has a level; returns the cycles, or None at the limit."""
        self._send(struct.pack("<IIII", _WAIT, limit, self._at[port] + bit, level))
        (steps,) = struct.unpack("<I", self._read(1))
        return None if steps == 0xFFFFFFFF else int(steps)

    def _send(self, data: bytes) -> None:
        try:
            self._to.write(data)
        except (BrokenPipeError, ValueError) as error:
            raise self._ended() from error

    def _read(self, words: int) -> bytes:
        try:
            self._to.flush()
        except (BrokenPipeError, ValueError) as error:
            raise self._ended() from error
        data = self._from.read(4 * words)
        if len(data) < 4 * words:
            raise self._ended()
        return data

    def _ended(self) -> ToolFailed:
        return ToolFailed(
            "the simulation of the RTL ended by itself: the core called $finish or $fatal, has a "
            "loop of logic that does not settle, or computed a single step without end"
        )


class Gates(Device):
    """A mapped netlist in the gate-level simulator."""

    lanes = LANES

    def __init__(self, simulator: Simulator, ports: Sequence[Port]) -> None:
        """Takes a simulator whose netlist has these ports besides the clock."""
        self.simulator = simulator
        self.ports = {port.name: port for port in ports}

    def stage(self, values: Mapping[str, Value], *, at_once: bool) -> None:
        """Sets inputs, at once or after the next rising edge."""
        self.simulator.set(**values)
        if at_once:
            self.simulator.settle()

    def step(self, cycles: int = 1) -> None:
        """Runs clock cycles."""
        self.simulator.step(cycles)

    def get(self, port: str) -> Sequence[int]:
        """Returns the present value of an output in each lane."""
        return self.simulator.get(port)

    def wait(self, port: str, bit: int, level: int, limit: int) -> int | None:
        """Runs until a bit of an output has a level; returns the cycles, or None at the limit.

        Raises:
            NotVerified: the bit differs between lanes.
        """
        node = self.simulator.program.netlist.outputs[port][bit]
        for steps in range(limit + 1):
            (word,) = self.simulator.peek([node])
            if word not in (0, (1 << LANES) - 1):
                raise NotVerified(
                    f"{port} differs between messages of the same length: the timing of the "
                    "netlist depends on data or on the contents of registers at power-up"
                )
            if bool(word) == bool(level):
                return steps
            self.simulator.step()
        return None


def offsets(ports: Sequence[Port]) -> dict[str, int]:
    """Returns the lowest bit of each port in the vector of inputs or of outputs."""
    found, ends = dict[str, int](), {False: 0, True: 0}
    for port in ports:
        found[port.name] = ends[port.output]
        ends[port.output] += port.width
    return found


def words_of(ports: Sequence[Port], *, output: bool) -> int:
    """Returns the number of 32-bit words of the vector of inputs or of outputs."""
    return -(-bits_of(ports, output=output) // 32)


def bits_of(ports: Sequence[Port], *, output: bool) -> int:
    """Returns the bits of the vector of inputs or of outputs."""
    return max(_WIDE, sum(port.width for port in ports if port.output == output))


def render_wrapper(
    top: str, clock: str | None, ports: Sequence[Port], parameters: Mapping[str, int | str]
) -> str:
    """Returns the Verilog module that collects the ports of a core in two vectors."""
    at = offsets(ports)
    pins = [f".{clock} (clk)"] if clock else []
    for port in ports:
        vector = "out" if port.output else "in"
        pins.append(f".{port.name} ({vector}[{at[port.name]} +: {port.width}])")
    values = ", ".join(f".{name} ({value})" for name, value in parameters.items())
    lines = ",\n    ".join(pins)
    high = [bits_of(ports, output=output) - 1 for output in (False, True)]
    return (
        "`default_nettype wire\n"
        f"module {WRAPPER} (input clk, input [{high[0]}:0] in, output [{high[1]}:0] out);\n"
        f"  {top} {f'#({values}) ' if values else ''}u_core (\n    {lines}\n  );\nendmodule\n"
    )


def build(
    wrapper: Path, files: Sequence[Path], arguments: Sequence[str], ports: Sequence[Port]
) -> Path:
    """Compiles a core and its wrapper; returns the executable.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: one of them refuses the sources.
    """
    widths = {
        "IN_BITS": bits_of(ports, output=False),
        "OUT_BITS": bits_of(ports, output=True),
    }
    made = Build(WRAPPER, (*files, wrapper), tuple(arguments), (_BENCH,), widths)
    return verilator.executable(made)
