"""Blocks as consecutive words on a narrow port."""

from __future__ import annotations

from collections.abc import Sequence

from silicrypt.measure import layout
from silicrypt.measure.core import CoreFile, Words
from silicrypt.measure.device import Device
from silicrypt.measure.drivers.base import Job, Outcome
from silicrypt.measure.drivers.block import CommandDriver
from silicrypt.measure.functions import Function
from silicrypt.measure.signals import Command


class WordDriver(CommandDriver):
    """Drives the interface ``words``."""

    interface: Words

    def __init__(
        self, core: CoreFile, interface: Words, function: Function, device: Device
    ) -> None:
        """Takes a core in a device."""
        super().__init__(core, function, device)
        self.interface = interface
        self._step = self.pins.width([interface.data]) // 8

    def idle(self) -> None:
        """Gives no command; the port of words has random values."""
        super().idle()
        self.pins.command(self.interface.write, on=False)
        self.pins.command(self.interface.read, on=False)
        self.pins.noise([self.interface.data])

    def job(self, job: Job) -> Outcome:
        """Runs one message or one block of a cipher."""
        blocks = self.blocks(job)
        self.prepare(job)
        outcome = Outcome(blocks=len(blocks))
        for number, block in enumerate(blocks):
            if number == 0 or self.period is None:
                self.wait_ready()
            start = self.pins.cycle
            outcome.first = outcome.first if number else self.pins.cycle
            command = self.interface.command(number, len(blocks))
            began = self._write(block, command)
            what = f"after block {number + 1} of {len(blocks)}"
            self.await_end(start, began, what, last=number == len(blocks) - 1)
        self.pins.step(self.interface.delay)
        outcome.done = self.pins.cycle
        outcome.results = self._read()
        return outcome

    def _write(self, block: Sequence[bytes], command: Command | None) -> int:
        """Writes the words of a block; returns the cycle of the last word or command."""
        i, pins = self.interface, self.pins
        size = len(block[0])
        offsets = range(0, size, self._step)
        if i.start_with == "first":
            pins.command(command, on=True)
            if i.offset:
                pins.step()
                pins.command(command, on=False)
                pins.step(i.offset - 1)
        began = pins.cycle
        for at in offsets:
            last = at + self._step >= size
            if i.start_with == "last" and last:
                pins.command(command, on=True)
            words = [one[at : at + self._step] for one in block]
            pins.command(i.write, on=True)
            pins.operand([i.data], words, i.block_order, self.function.word_bytes)
            if i.accept:
                pins.wait(i.accept, i.limit, "for a word of a block")
            began = pins.cycle
            pins.step()
            if not i.offset or last:
                pins.command(command, on=False)
            # The command may share ports with the signal of each word.
            pins.command(i.write, on=not last)
        pins.noise([i.data])
        return began

    def _read(self) -> list[bytes]:
        """Reads the result, in parallel or word by word."""
        i, pins = self.interface, self.pins
        size, width = self.function.result_bytes, pins.width(i.digest) // 8
        if width >= size:
            return self.result(i.digest)
        found = [b""] * pins.lanes
        pins.command(i.read, on=True)
        for number in range(-(-size // width)):
            if number == 0:
                if i.read_offset:
                    pins.step()
                    if i.read_once:
                        pins.command(i.read, on=False)
                    pins.step(i.read_offset - 1)
            else:
                pins.step()
                if i.read_once:
                    pins.command(i.read, on=False)
            words = zip(*(pins.read(port) for port in i.digest), strict=True)
            read = [
                layout.decode(one[0], width, 8 * width, i.digest_order, self.function.word_bytes)
                for one in words
            ]
            found = [before + word for before, word in zip(found, read, strict=True)]
        pins.step()
        pins.command(i.read, on=False)
        return [one[:size] for one in found]
