"""AXI4-Stream in and out."""

from __future__ import annotations

from collections.abc import Iterator

from silicrypt.errors import NotVerified
from silicrypt.measure import layout
from silicrypt.measure.core import CoreFile, Stream
from silicrypt.measure.device import Device
from silicrypt.measure.drivers.base import Driver, Job, Outcome
from silicrypt.measure.functions import Function
from silicrypt.measure.signals import Signal


class StreamDriver(Driver):
    """Drives the interface ``axi-stream``."""

    interface: Stream

    def __init__(
        self, core: CoreFile, interface: Stream, function: Function, device: Device
    ) -> None:
        """Takes a core in a device."""
        super().__init__(core, function, device)
        self.interface = interface
        self._in = self.pins.width([f"{interface.s}tdata"]) // 8
        self._out = self.pins.width([f"{interface.m}tdata"]) // 8
        ports = device.ports
        self._keep = f"{interface.s}tkeep" if f"{interface.s}tkeep" in ports else None
        self._last = f"{interface.s}tlast" if f"{interface.s}tlast" in ports else None
        self._taken = f"{interface.m}tready" if f"{interface.m}tready" in ports else None

    def idle(self) -> None:
        """Offers nothing; the payload has random values."""
        i = self.interface
        self.pins.put(f"{i.s}tvalid", 0)
        self.pins.noise([f"{i.s}tdata"])
        self.pins.command(i.key_valid, on=False)
        if self._taken:
            self.pins.put(self._taken, 1)

    def job(self, job: Job) -> Outcome:
        """Runs one message or one block of a cipher."""
        i, pins = self.interface, self.pins
        self.before_message()
        self.direction(job)
        if job.key and list(job.key) != list(self._key):
            self._key = list(job.key)
            self.put_key(job.key)
            if i.key_valid:
                pins.command(i.key_valid, on=True)
                pins.step()
                pins.command(i.key_valid, on=False)
        outcome, began = Outcome(blocks=self._blocks(job)), pins.cycle
        beats, offered, first = list(self._beats(job)), 0, True
        ready, valid = Signal(f"{i.s}tready"), Signal(f"{i.m}tvalid")
        found, wanted = [b""] * pins.lanes, self.function.result_bytes
        while len(found[0]) < wanted:
            if offered < len(beats):
                self._offer(beats[offered])
            else:
                self.idle()
            if offered < len(beats) and pins.high(ready):
                outcome.first = pins.cycle if first else outcome.first
                first, offered = False, offered + 1
            if pins.high(valid):
                outcome.done = outcome.done if found[0] else pins.cycle
                found = self._take(found)
            elif offered == len(beats):
                pins.step()
                self.idle()
                pins.wait(valid, i.limit, "after the last beat of a message")
                continue
            if pins.cycle - began > i.limit + len(beats):
                raise NotVerified(
                    f"{i.s}tready or {i.m}tvalid: a message of {len(job.data[0])} bytes was not "
                    f"done within {pins.cycle - began} cycles; the core accepted {offered} of "
                    f"{len(beats)} beats"
                )
            pins.step()
        self.idle()
        outcome.results = [one[:wanted] for one in found]
        return outcome

    def _blocks(self, job: Job) -> int:
        if self.function.kind == "cipher":
            return 1
        return len(self.function.blocks(job.data[0], padded=True))

    def _beats(self, job: Job) -> Iterator[tuple[list[int], int, bool]]:
        """Yields data, number of bytes and last mark of each beat."""
        lanes = [b"".join(block) for block in zip(*self.blocks(job), strict=True)]
        if not self.blocks(job):
            lanes = [b""] * self.pins.lanes
        size, word = len(lanes[0]), self.function.word_bytes
        for at in range(0, max(size, 1), self._in):
            parts = [one[at : at + self._in].ljust(self._in, b"\0") for one in lanes]
            order = self.interface.block_order
            values = [layout.encode(part, 8 * self._in, order, word) for part in parts]
            yield values, min(self._in, size - at), at + self._in >= size

    def _offer(self, beat: tuple[list[int], int, bool]) -> None:
        i, (values, size, last) = self.interface, beat
        self.pins.put(f"{i.s}tvalid", 1)
        self.pins.put(f"{i.s}tdata", values)
        if self._keep:
            full, part = (1 << self._in) - 1, (1 << size) - 1
            top = i.block_order in ("big", "swapped-bytes")
            self.pins.put(self._keep, part << self._in - size & full if top else part)
        if self._last:
            self.pins.put(self._last, int(last))

    def _take(self, found: list[bytes]) -> list[bytes]:
        order, word = self.interface.digest_order, self.function.word_bytes
        values = self.pins.read(f"{self.interface.m}tdata")
        read = [layout.decode(v, self._out, 8 * self._out, order, word) for v in values]
        return [before + part for before, part in zip(found, read, strict=True)]
