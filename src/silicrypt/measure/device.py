"""The hardware under a driver: compiled RTL, or a mapped netlist in the gate-level simulator.

Both have the same calls. The RTL runs one message at a time; the netlist runs 64 messages with the
same timing side by side, one in each simulation lane.
"""

from __future__ import annotations

import random
import struct
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from silicrypt.errors import NotVerified, ToolFailed
from silicrypt.measure.core_file import Command, Order, Signal
from silicrypt.tools import process, verilator
from silicrypt.tools.gatesim import Simulator
from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.tools.verilator import Build

#: More bits than a vector of 64 bits, so that Verilator makes it an array.
_WIDE = 65
_SET, _STEP, _STAGE, _WAIT, _GET = range(5)
_BENCH = Path(__file__).with_name("bench.cpp")
_WRAPPER = "silicrypt_wrapper"
#: The file of the wrapper.
WRAPPER = f"{_WRAPPER}.v"
#: The orders whose first byte is in the most significant bits of a port.
HIGH_FIRST: tuple[Order, ...] = ("big", "swapped-bytes")

Value = int | Sequence[int]


@dataclass(frozen=True)
class CorePort:
    """A port of the top module, with its width in bits."""

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
    ports: Mapping[str, CorePort]

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
        """Runs until a bit of an output has a level; returns the cycles, or None at the limit.

        Raises:
            NotVerified: the bit differs between lanes.
        """


class _Vectors:
    """The vectors of inputs and of outputs in which the wrapper of the RTL collects the ports."""

    def __init__(self, ports: Sequence[CorePort]) -> None:
        self.at, ends = dict[str, int](), {False: 0, True: 0}
        for port in ports:
            self.at[port.name] = ends[port.output]
            ends[port.output] += port.width
        self.bits = {output: max(_WIDE, end) for output, end in ends.items()}
        self.words = {output: -(-bits // 32) for output, bits in self.bits.items()}


@dataclass(frozen=True)
class Simulation:
    """The compiled RTL of a core.

    Attributes:
        program: the executable.
        folder: the folder to run it in, with the files that the hardware reads.
        ports: the ports besides the clock, in the order of the wrapper.
    """

    program: Path
    folder: Path
    ports: tuple[CorePort, ...]

    @contextmanager
    def start(self, power_on: int = 1) -> Iterator[Device]:
        """Runs a new simulation within a context.

        Args:
            power_on: seed of the contents of registers before the reset.
        """
        with process.started(
            "the simulation",
            [str(self.program), str(power_on)],
            cwd=self.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as running:
            to, answers = cast("BinaryIO", running.stdin), cast("BinaryIO", running.stdout)
            try:
                yield _Rtl(self.ports, to, answers)
            finally:
                running.kill()
                with suppress(BrokenPipeError):  # requests without an answer may be left
                    to.close()


class _Rtl(Device):
    """Compiled RTL."""

    lanes = 1

    def __init__(self, ports: Sequence[CorePort], to: BinaryIO, answers: BinaryIO) -> None:
        self.ports = {port.name: port for port in ports}
        self._vectors = _Vectors(ports)
        self._to, self._from, self._inputs = to, answers, 0

    def stage(self, values: Mapping[str, Value], *, at_once: bool) -> None:
        for name, value in values.items():
            number = value if isinstance(value, int) else value[0]
            at, mask = self._vectors.at[name], (1 << self.ports[name].width) - 1
            self._inputs = self._inputs & ~(mask << at) | (number & mask) << at
        data = self._inputs.to_bytes(4 * self._vectors.words[False], "little")
        self._send(struct.pack("<II", _SET if at_once else _STAGE, 0) + data)

    def step(self, cycles: int = 1) -> None:
        self._send(struct.pack("<II", _STEP, cycles))

    def get(self, port: str) -> Sequence[int]:
        answer = self._send(struct.pack("<II", _GET, 0), self._vectors.words[True])
        value = int.from_bytes(answer, "little") >> self._vectors.at[port]
        return (value & (1 << self.ports[port].width) - 1,)

    def wait(self, port: str, bit: int, level: int, limit: int) -> int | None:
        request = struct.pack("<IIII", _WAIT, limit, self._vectors.at[port] + bit, level)
        (steps,) = struct.unpack("<I", self._send(request, 1))
        return None if steps == 0xFFFFFFFF else int(steps)

    def _send(self, request: bytes, words: int = 0) -> bytes:
        """Sends a request and returns the words of its answer."""
        answer = b""
        with suppress(BrokenPipeError, ValueError):
            self._to.write(request)
            if not words:
                return answer
            self._to.flush()
            answer = self._from.read(4 * words)
        if words and len(answer) == 4 * words:
            return answer
        raise ToolFailed(
            "the simulation of the RTL ended by itself: the core called $finish or $fatal, has a "
            "loop of logic that does not settle, or computed a single step without end"
        )


class _Gates(Device):
    """A mapped netlist in the gate-level simulator."""

    lanes = LANES

    def __init__(self, simulator: Simulator, ports: Sequence[CorePort]) -> None:
        self.simulator = simulator
        self.ports = {port.name: port for port in ports}

    def stage(self, values: Mapping[str, Value], *, at_once: bool) -> None:
        self.simulator.set(**values)
        if at_once:
            self.simulator.settle()

    def step(self, cycles: int = 1) -> None:
        self.simulator.step(cycles)

    def get(self, port: str) -> Sequence[int]:
        return self.simulator.get(port)

    def wait(self, port: str, bit: int, level: int, limit: int) -> int | None:
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


def compile_core(
    folder: Path, files: Sequence[Path], options: Sequence[str], ports: Sequence[CorePort]
) -> Simulation:
    """Compiles a core and its wrapper, which is in a folder, unless the cache has it.

    Args:
        folder: the folder of the wrapper, and of the files that the hardware reads.
        files: the files of the core.
        options: further options of Verilator.
        ports: the ports besides the clock, in the order of the wrapper.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: one of them refuses the sources.
    """
    bits = _Vectors(ports).bits
    widths = {"IN_BITS": bits[False], "OUT_BITS": bits[True]}
    made = Build(_WRAPPER, (*files, folder / WRAPPER), tuple(options), (_BENCH,), widths)
    return Simulation(verilator.executable(made), folder, tuple(ports))


def gates(simulator: Simulator, ports: Sequence[CorePort]) -> Device:
    """Returns a mapped netlist, whose simulator has these ports besides the clock."""
    return _Gates(simulator, ports)


def render_wrapper(
    top: str, clock: str, ports: Sequence[CorePort], parameters: Mapping[str, int | str]
) -> str:
    """Returns the Verilog module that collects the ports of a core in two vectors."""
    vectors = _Vectors(ports)
    pins = [f".{clock} (clk)"]
    for port in ports:
        vector = "out" if port.output else "in"
        pins.append(f".{port.name} ({vector}[{vectors.at[port.name]} +: {port.width}])")
    values = ", ".join(f".{name} ({value})" for name, value in parameters.items())
    lines = ",\n    ".join(pins)
    high = [vectors.bits[output] - 1 for output in (False, True)]
    return (
        "`default_nettype wire\n"
        f"module {_WRAPPER} (input clk, input [{high[0]}:0] in, output [{high[1]}:0] out);\n"
        f"  {top} {f'#({values}) ' if values else ''}u_core (\n    {lines}\n  );\nendmodule\n"
    )


def encode(data: bytes, width: int, order: Order, word_bytes: int) -> int:
    """Returns the value of a port that holds some bytes.

    Shorter data is aligned where the first byte is: at the top for ``big`` and ``swapped-bytes``.

    Args:
        data: the bytes.
        width: bits of the port.
        order: the order of bytes.
        word_bytes: bytes of a word of the algorithm.
    """
    high_first = order in HIGH_FIRST
    if order in ("swapped-bytes", "swapped-words"):
        data = _swapped(data, word_bytes)
    value = int.from_bytes(data, "big" if high_first else "little")
    return value << width - 8 * len(data) if high_first else value


def decode(value: int, size: int, width: int, order: Order, word_bytes: int) -> bytes:
    """Returns the first bytes that a port holds; the inverse of `encode`.

    Args:
        value: the value of the port.
        size: the number of bytes.
        width: bits of the port.
        order: the order of bytes.
        word_bytes: bytes of a word of the algorithm.
    """
    if order in HIGH_FIRST:
        data = (value >> width - 8 * size).to_bytes(size, "big")
    else:
        data = (value & (1 << 8 * size) - 1).to_bytes(size, "little")
    return _swapped(data, word_bytes) if order in ("swapped-bytes", "swapped-words") else data


def _swapped(data: bytes, size: int) -> bytes:
    """Returns words with their bytes in the other order."""
    return b"".join(data[at : at + size][::-1] for at in range(0, len(data), size))


class Pins:
    """Sets and reads the ports of a device as a driver uses them, and counts cycles.

    Values that are set in a cycle are inputs of that cycle. They are handed to the device together
    with the clock edge before them, so that a netlist is evaluated once per cycle.

    Attributes:
        device: the device.
        cycle: the present cycle.
    """

    def __init__(self, device: Device, seed: int = 1) -> None:
        """Takes a device; ``seed`` is that of the values of ports that are not in use."""
        self.device = device
        self.cycle = 0
        self._values: dict[str, Value] = {}
        self._staged: dict[str, Value] = {}
        self._pending = 0
        self._random = random.Random(seed)

    @property
    def lanes(self) -> int:
        """Messages that run side by side."""
        return self.device.lanes

    def width(self, ports: Sequence[str]) -> int:
        """Returns the bits of some ports together."""
        return sum(self.device.ports[name].width for name in ports)

    def put(self, port: str, value: Value) -> None:
        """Sets an input from the present cycle on."""
        if self._values.get(port) != value:
            self._values[port] = self._staged[port] = value

    def command(self, command: Command | None, *, on: bool) -> None:
        """Gives a command, or stops giving it."""
        if command is None:
            return
        for signal, value in command.active() if on else command.idle():
            self.drive(signal, value)

    def pulse(self, command: Command | None) -> None:
        """Gives a command for one cycle."""
        if command is not None:
            self.command(command, on=True)
            self.step()
            self.command(command, on=False)

    def drive(self, signal: Signal, value: int) -> None:
        """Sets a port, or one bit of it."""
        if signal.bit is None:
            self.put(signal.port, value)
            return
        before = self._values.get(signal.port, 0)
        assert isinstance(before, int)  # ports with single bits carry no data
        self.put(signal.port, before & ~(1 << signal.bit) | (value & 1) << signal.bit)

    def operand(self, ports: Sequence[str], data: Sequence[bytes], order: Order, word: int) -> None:
        """Puts bytes on ports, for each lane."""
        width, at = self.width(ports), 0
        numbers = [encode(one, width, order, word) for one in data]
        for port in self._low_first(ports, order):
            bits = self.device.ports[port].width
            self.put(port, [number >> at & (1 << bits) - 1 for number in numbers])
            at += bits

    def noise(self, ports: Sequence[str]) -> None:
        """Puts random values on ports, to show a core that reads them now."""
        for port in ports:
            width = self.device.ports[port].width
            self.put(port, [self._random.getrandbits(width) for _ in range(self.lanes)])

    def result(self, ports: Sequence[str], size: int, order: Order, word: int) -> list[bytes]:
        """Reads bytes from ports, for each lane."""
        numbers, width = [0] * self.lanes, 0
        for port in self._low_first(ports, order):
            values = self.read(port)
            numbers = [n | value << width for n, value in zip(numbers, values, strict=True)]
            width += self.device.ports[port].width
        return [decode(number, size, width, order, word) for number in numbers]

    @staticmethod
    def _low_first(ports: Sequence[str], order: Order) -> Sequence[str]:
        return list(reversed(ports)) if order in HIGH_FIRST else ports

    def step(self, cycles: int = 1) -> None:
        """Goes to a later cycle."""
        if cycles > 0:
            self._apply()
            self._pending = cycles
            self.cycle += cycles

    def read(self, port: str) -> Sequence[int]:
        """Returns the value of an output in the present cycle, for each lane."""
        self._apply()
        return self.device.get(port)

    def high(self, signal: Signal) -> bool:
        """Returns whether a signal is active in the present cycle.

        Raises:
            NotVerified: it differs between lanes.
        """
        values = {value >> (signal.bit or 0) & 1 for value in self.read(signal.port)}
        if len(values) > 1:
            raise NotVerified(f"{signal} differs between messages: the timing depends on data")
        return bool(values.pop()) != signal.low

    def wait(self, signal: Signal, limit: int, what: str) -> None:
        """Goes to the first cycle, from the present one on, in which a signal is active.

        Raises:
            NotVerified: there is none within the limit.
        """
        self._apply()
        steps = self.device.wait(signal.port, signal.bit or 0, int(not signal.low), limit)
        if steps is None:
            raise NotVerified(f"{signal} was not active within {limit} cycles {what}")
        self.cycle += steps

    def _apply(self) -> None:
        """Passes edges and inputs that are due to the device."""
        if self._pending > 1:
            # Inputs that were set after `step` belong to the last of these cycles.
            self.device.step(self._pending - 1)
        if self._pending:
            if self._staged:
                self.device.stage(self._staged, at_once=False)
            self.device.step()
        elif self._staged:
            self.device.stage(self._staged, at_once=True)
        self._staged, self._pending = {}, 0
