"""Beats of a message with a handshake, on ports of any names, and the result in any form."""

from __future__ import annotations

from collections.abc import Sequence

from silicrypt.measure import layout
from silicrypt.measure.core import Beats, CoreFile
from silicrypt.measure.device import Device
from silicrypt.measure.drivers.base import Driver, Job, Outcome
from silicrypt.measure.functions import Function


class BeatDriver(Driver):
    """Drives the interface ``stream``."""

    interface: Beats
    _ended = 0

    def __init__(
        self, core: CoreFile, interface: Beats, function: Function, device: Device
    ) -> None:
        """Takes a core in a device."""
        super().__init__(core, function, device)
        self.interface = interface
        self._in = self.pins.width([interface.data]) // 8

    def idle(self) -> None:
        """Offers nothing; the payload has random values."""
        i = self.interface
        for command in (i.begin, i.first, i.last, i.valid):
            self.pins.command(command, on=False)
        self.pins.noise([i.data, *(port for port in (i.keep, i.count) if port)])

    def job(self, job: Job) -> Outcome:
        """Runs one message."""
        i, pins = self.interface, self.pins
        pins.step(self._ended + i.gap - pins.cycle)
        self.before_message()
        self.direction(job)
        if job.key:
            self.put_key(job.key)
        if i.begin:
            pins.command(i.begin, on=True)
            pins.step()
            pins.command(i.begin, on=False)
        outcome = Outcome(blocks=len(self.function.blocks(job.data[0], padded=True)))
        lanes = [b"".join(block) for block in zip(*self.blocks(job), strict=True)]
        lanes = lanes or [b""] * pins.lanes
        size = len(lanes[0])
        for at in range(0, max(size, 1), self._in):
            parts = [one[at : at + self._in] for one in lanes]
            self._offer(parts, first=at == 0, last=at + self._in >= size)
            if i.ready:
                pins.wait(i.ready, i.limit, f"for beat {at // self._in + 1} of a message")
            outcome.first = outcome.first if at else pins.cycle
            pins.step()
            self.idle()
        pins.step(i.settle - 1)
        pins.wait(i.done, i.limit, f"after the last beat of a message of {size} bytes")
        pins.step(i.delay)
        outcome.done = pins.cycle
        outcome.results = self._result()
        self._ended = pins.cycle
        return outcome

    def _offer(self, parts: Sequence[bytes], *, first: bool, last: bool) -> None:
        i, pins, size = self.interface, self.pins, len(parts[0])
        pins.command(i.valid, on=True)
        pins.command(i.first, on=first)
        pins.command(i.last, on=last)
        full = [part.ljust(self._in, b"\0") for part in parts]
        pins.operand([i.data], full, i.block_order, self.function.word_bytes)
        if i.keep:
            top = i.block_order in ("big", "swapped-bytes")
            pins.put(i.keep, ((1 << size) - 1) << (self._in - size if top else 0))
        if i.count:
            pins.put(i.count, self._count(size) & (1 << pins.width([i.count])) - 1)

    def _count(self, size: int) -> int:
        """Returns the number that tells how many bytes of a beat are valid."""
        match self.interface.counts:
            case "bytes-1":
                return size - 1
            case "bits":
                return 8 * size
            case "unused-bytes":
                return self._in - size
            case "unused-bits":
                return 8 * (self._in - size)
        return size

    def _result(self) -> list[bytes]:
        """Reads the result, in parallel or word by word."""
        i, pins = self.interface, self.pins
        size, width = self.function.result_bytes, pins.width(i.digest) // 8
        if width >= size:
            return self.result(i.digest)
        found = [b""] * pins.lanes
        while len(found[0]) < size:
            pins.wait(i.done, i.limit, "for a word of the result")
            values, word = pins.read(i.digest[0]), self.function.word_bytes
            read = [layout.decode(v, width, 8 * width, i.digest_order, word) for v in values]
            found = [before + part for before, part in zip(found, read, strict=True)]
            pins.step()
        return [one[:size] for one in found]
