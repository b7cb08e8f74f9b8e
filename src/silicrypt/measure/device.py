"""The hardware under a driver: compiled RTL, or a mapped netlist in the gate-level simulator.

The RTL runs one message at a time; the netlist runs 64 messages with the same timing side by side,
one in each simulation lane.
"""

from __future__ import annotations

import random
import re
import struct
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from silicrypt.errors import NotVerified
from silicrypt.measure.interfaces import CoreCommand, Order, Signal
from silicrypt.tools import verilator
from silicrypt.tools.gatesim import LANES, Simulator
from silicrypt.verify import native

_BENCH = native.bench("benches/core/bench.cpp")
_WRAPPER = "silicrypt_wrapper"
#: The file of the wrapper.
WRAPPER = f"{_WRAPPER}.v"
#: The orders whose first byte is in the most significant bits of a port.
HIGH_FIRST: tuple[Order, ...] = ("big", "swapped-bytes")
_NEVER = 0xFFFFFFFF
_IDENTIFIER = re.compile(r"[A-Za-z_][\w$]*")
_ENDED = (
    "the simulation of the RTL ended by itself: the core called $finish or $fatal, has a loop of "
    "logic that does not settle, or computed a single step without end"
)

Value = int | Sequence[int]


@dataclass(frozen=True)
class CorePort:
    """A port of the top module, with its width in bits."""

    name: str
    output: bool
    width: int


class Device(ABC):
    """Hardware with a clock, whose ports a driver sets and reads. It counts the cycles.

    Values that are set in a cycle are inputs of that cycle. They are passed to the hardware
    together with the clock edge before them, so that a netlist is evaluated once per cycle.

    Attributes:
        lanes: messages that run side by side.
        ports: the ports besides the clock, by name.
        cycle: the present cycle.
        word_bytes: bytes of a word of the algorithm, for orders of bytes in words.
    """

    lanes = 1
    word_bytes = 4

    def __init__(self, ports: Iterable[CorePort]) -> None:
        self.ports = {port.name: port for port in ports}
        self.cycle = 0
        self._values: dict[str, Value] = {}
        self._changed: dict[str, Value] = {}
        self._pending = 0
        self._random = random.Random(1)

    @abstractmethod
    def set_inputs(self, values: Mapping[str, Value], *, at_once: bool) -> None:
        """Sets inputs of the hardware, at once or after the next rising edge."""

    @abstractmethod
    def run(self, cycles: int) -> None:
        """Runs clock cycles."""

    @abstractmethod
    def get(self, port: str) -> Sequence[int]:
        """Returns the present value of an output in each lane."""

    @abstractmethod
    def run_until(self, port: str, bit: int, level: int, limit: int) -> int | None:
        """Runs until a bit of an output has a level; returns the cycles, or None at the limit.

        Raises:
            NotVerified: the bit differs between lanes.
        """

    def width(self, ports: Sequence[str]) -> int:
        """Returns the bits of some ports together."""
        return sum(self.ports[name].width for name in ports)

    def put(self, port: str, value: Value) -> None:
        """Sets an input from the present cycle on."""
        if self._values.get(port) != value:
            self._values[port] = self._changed[port] = value

    def command(self, command: CoreCommand | Signal | None, *, on: bool) -> None:
        """Gives a command, or stops giving it. A signal is a command with the value 1."""
        if isinstance(command, Signal):
            command = CoreCommand(((command, 1),))
        for signal, value in command.levels(on=on) if command else ():
            self.drive(signal, value)

    def pulse(self, command: CoreCommand | None) -> None:
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

    def operand(self, ports: Sequence[str], data: Sequence[bytes], order: Order) -> None:
        """Puts bytes on ports, for each lane."""
        numbers = [encode(one, self.width(ports), order, self.word_bytes) for one in data]
        for port, at in self._from_bit_0(ports, order):
            mask = (1 << self.ports[port].width) - 1
            self.put(port, [number >> at & mask for number in numbers])

    def noise(self, ports: Iterable[str]) -> None:
        """Puts random values on ports, to show a core that reads them now."""
        for port in ports:
            width = self.ports[port].width
            self.put(port, [self._random.getrandbits(width) for _ in range(self.lanes)])

    def result(self, ports: Sequence[str], size: int, order: Order) -> list[bytes]:
        """Reads bytes from ports, for each lane."""
        numbers = [0] * self.lanes
        for port, at in self._from_bit_0(ports, order):
            values = self.read(port)
            numbers = [n | value << at for n, value in zip(numbers, values, strict=True)]
        width, word = self.width(ports), self.word_bytes
        return [decode(number, size, width, order, word) for number in numbers]

    def _from_bit_0(self, ports: Sequence[str], order: Order) -> Iterator[tuple[str, int]]:
        """Yields ports that are words of an operand, with the number of their bit 0 in it."""
        names = ports[::-1] if order in HIGH_FIRST else ports
        ends = accumulate((self.ports[name].width for name in names), initial=0)
        yield from zip(names, ends, strict=False)

    def step(self, cycles: int = 1) -> None:
        """Goes to a later cycle."""
        if cycles > 0:
            self._apply()
            self._pending = cycles
            self.cycle += cycles

    def read(self, port: str) -> Sequence[int]:
        """Returns the value of an output in the present cycle, for each lane."""
        self._apply()
        return self.get(port)

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
        steps = self.run_until(signal.port, signal.bit or 0, int(not signal.low), limit)
        if steps is None:
            raise NotVerified(f"{signal} was not active within {limit} cycles {what}")
        self.cycle += steps

    def _apply(self) -> None:
        """Passes edges and inputs that are due to the hardware."""
        if self._pending > 1:
            # Inputs that were set after `step` belong to the last of these cycles.
            self.run(self._pending - 1)
        if self._changed:
            self.set_inputs(self._changed, at_once=not self._pending)
        if self._pending:
            self.run(1)
        self._changed, self._pending = {}, 0


class _Vectors:
    """The vectors of inputs and of outputs in which the wrapper of the RTL collects the ports."""

    def __init__(self, ports: Sequence[CorePort]) -> None:
        self.at, self.bits = dict[str, int](), {False: 0, True: 0}
        for port in ports:
            self.at[port.name] = self.bits[port.output]
            self.bits[port.output] += port.width
        #: Bytes of whole words, as the bench sends them.
        self.bytes = {output: 4 * max(1, -(-n // 32)) for output, n in self.bits.items()}


class _Rtl(Device):
    """Compiled RTL behind the pipe of its bench."""

    def __init__(self, ports: Sequence[CorePort], pipe: native.Pipe) -> None:
        super().__init__(ports)
        self._vectors, self._pipe, self._inputs = _Vectors(ports), pipe, 0

    def set_inputs(self, values: Mapping[str, Value], *, at_once: bool) -> None:
        for name, value in values.items():
            number = value if isinstance(value, int) else value[0]
            at, mask = self._vectors.at[name], (1 << self.ports[name].width) - 1
            self._inputs = self._inputs & ~(mask << at) | (number & mask) << at
        data = self._inputs.to_bytes(self._vectors.bytes[False], "little")
        self._pipe.tell((b"s" if at_once else b"n") + data)

    def run(self, cycles: int) -> None:
        self._pipe.tell(struct.pack("<cI", b"c", cycles))

    def get(self, port: str) -> Sequence[int]:
        (answer,) = self._pipe.ask(b"g", struct.Struct(f"{self._vectors.bytes[True]}s"))
        value = int.from_bytes(answer, "little") >> self._vectors.at[port]
        return (value & (1 << self.ports[port].width) - 1,)

    def run_until(self, port: str, bit: int, level: int, limit: int) -> int | None:
        request = struct.pack("<cIIB", b"w", limit, self._vectors.at[port] + bit, level)
        (steps,) = self._pipe.ask(request, struct.Struct("<I"))
        return None if steps == _NEVER else int(steps)


class _Gates(Device):
    """A mapped netlist in the gate-level simulator."""

    lanes = LANES

    def __init__(self, simulator: Simulator, ports: Sequence[CorePort]) -> None:
        super().__init__(ports)
        self.simulator = simulator

    def set_inputs(self, values: Mapping[str, Value], *, at_once: bool) -> None:
        self.simulator.set(**values)
        if at_once:
            self.simulator.settle()

    def run(self, cycles: int) -> None:
        self.simulator.step(cycles)

    def get(self, port: str) -> Sequence[int]:
        return self.simulator.get(port)

    def run_until(self, port: str, bit: int, level: int, limit: int) -> int | None:
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


def gates(simulator: Simulator, ports: Sequence[CorePort]) -> Device:
    """Returns a mapped netlist, whose simulator has these ports besides the clock."""
    return _Gates(simulator, ports)


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

    @staticmethod
    def of(
        folder: Path, files: Sequence[Path], options: Sequence[str], ports: Sequence[CorePort]
    ) -> Simulation:
        """Compiles the files of a core, and its wrapper in a folder, unless the cache has it.

        Raises:
            ToolMissing: Verilator or a C++ compiler is not installed.
            ToolFailed: one of them refuses the sources.
        """
        vectors, both = _Vectors(ports).bytes, (*files, folder / WRAPPER)
        sizes = {"IN_BYTES": vectors[False], "OUT_BYTES": vectors[True]}
        build = verilator.Build(_WRAPPER, both, tuple(options), _BENCH, sizes)
        return Simulation(verilator.executable(build), folder, tuple(ports))

    @contextmanager
    def start(self, power_on: int = 1) -> Iterator[Device]:
        """Runs a new simulation within a context.

        Args:
            power_on: seed of the contents of registers before the reset.
        """
        with native.running(self.program, power_on, folder=self.folder, ended=_ENDED) as pipe:
            yield _Rtl(self.ports, pipe)


def render_wrapper(
    top: str, clock: str, ports: Sequence[CorePort], parameters: Mapping[str, int | str]
) -> str:
    """Returns the Verilog module that collects the ports of a core in two vectors."""
    vectors = _Vectors(ports)
    pins = [f".{clock} (clk)"]
    for port in ports:
        vector = "out" if port.output else "in"
        name = port.name if _IDENTIFIER.fullmatch(port.name) else f"\\{port.name}"
        pins.append(f".{name} ({vector}[{vectors.at[port.name]} +: {port.width}])")
    values = ", ".join(f".{name} ({value})" for name, value in parameters.items())
    lines = ",\n    ".join(pins)
    high = [8 * vectors.bytes[output] - 1 for output in (False, True)]
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
    data = _in_words(data, order, word_bytes)
    if order in HIGH_FIRST:
        return int.from_bytes(data, "big") << width - 8 * len(data)
    return int.from_bytes(data, "little")


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
    return _in_words(data, order, word_bytes)


def _in_words(data: bytes, order: Order, size: int) -> bytes:
    """Returns data whose words have their bytes in the other direction if the order says so."""
    if order in ("big", "little"):
        return data
    return b"".join(data[at : at + size][::-1] for at in range(0, len(data), size))
