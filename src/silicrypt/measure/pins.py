"""The ports of a device as a driver uses them.

Values that are set in a cycle are inputs of that cycle. They are handed to the device together with
the clock edge before them, so that a netlist is evaluated once per cycle.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from silicrypt.errors import NotVerified
from silicrypt.measure import layout
from silicrypt.measure.device import Device, Value
from silicrypt.measure.layout import Order
from silicrypt.measure.signals import Command, Signal


class Pins:
    """Sets and reads the ports of a device, and counts cycles.

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
        width = self.width(ports)
        numbers = [layout.encode(one, width, order, word) for one in data]
        self._spread(ports, numbers, order)

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
        return [layout.decode(number, size, width, order, word) for number in numbers]

    def _spread(self, ports: Sequence[str], numbers: Sequence[int], order: Order) -> None:
        at = 0
        for port in self._low_first(ports, order):
            width = self.device.ports[port].width
            mask = (1 << width) - 1
            self.put(port, [number >> at & mask for number in numbers])
            at += width

    @staticmethod
    def _low_first(ports: Sequence[str], order: Order) -> Sequence[str]:
        return list(reversed(ports)) if order in ("big", "swapped-bytes") else ports

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
