"""Complete blocks on one port, with commands of one cycle."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from silicrypt.measure.core import Block, Commanded, CoreFile
from silicrypt.measure.device import Device
from silicrypt.measure.drivers.base import Driver, Job, Outcome
from silicrypt.measure.functions import Function
from silicrypt.measure.initial import initial_value
from silicrypt.measure.signals import Command


class CommandDriver(Driver, ABC):
    """Starts operations by commands and waits for their end."""

    interface: Commanded
    _ended = 0

    def commands(self) -> list[Command]:
        """Returns every command of the interface."""
        i = self.interface
        found = (i.begin, i.first, i.next, i.last, i.only, i.load_key)
        return [one for one in found if one is not None]

    def idle(self) -> None:
        """Gives no command."""
        for command in self.commands():
            self.pins.command(command, on=False)
        self.pins.command(self.interface.encrypt, on=False)
        self.pins.command(self.interface.decrypt, on=False)

    def wait_ready(self) -> None:
        """Waits until the core takes a command."""
        self.pins.step(self._ended + self.interface.gap - self.pins.cycle)
        if self.interface.ready and not self.interface.held:
            self.pins.wait(self.interface.ready, self.interface.limit, "before a command")

    def load(self, keys: Sequence[bytes]) -> None:
        """Loads a key if it is not the present one."""
        i, pins = self.interface, self.pins
        if not keys or list(keys) == list(self._key):
            return
        self._key = list(keys)
        if i.load_key is None:
            self.put_key(keys)
            return
        self.wait_ready()
        self.put_key(keys)
        pins.command(i.load_key, on=True)
        pins.step()
        pins.command(i.load_key, on=False)
        if i.key_cycles is not None:
            pins.step(i.key_cycles - 1)
        else:
            pins.step(i.settle - 1)
            if end := i.key_ready or i.ready or i.valid:
                pins.wait(end, i.limit, "after the command that loads the key")
        self._ended = pins.cycle

    def prepare(self, job: Job) -> None:
        """Resets the core if needed, loads the key and selects the direction."""
        self.before_message()
        self.direction(job)
        self.load(job.key)
        if self.interface.begin:
            self.wait_ready()
            self.pins.command(self.interface.begin, on=True)
            self.pins.step()
            self.pins.command(self.interface.begin, on=False)

    def await_end(self, block: int, began: int, what: str, *, last: bool) -> None:
        """Waits for the end of an operation; at least a cycle has passed since it began.

        Args:
            block: the cycle in which the block was begun.
            began: the cycle from which the core file counts.
            what: what was begun, for the message.
            last: whether it is the last block of a message.
        """
        i, pins = self.interface, self.pins
        if self.period is not None and not last:
            pins.step(block + self.period - pins.cycle)
            return
        if i.cycles is not None and not i.valid and (last or not i.ready):
            pins.step(began + i.cycles - pins.cycle)
            self._ended = pins.cycle
            return
        pins.step(began + i.settle - pins.cycle)
        end = (i.valid or i.ready) if last else (i.ready or i.valid)
        assert end is not None  # the core file names one of the three
        pins.wait(end, i.limit, what)
        self._ended = pins.cycle


class BlockDriver(CommandDriver):
    """Drives the interface ``block``."""

    interface: Block

    def __init__(
        self, core: CoreFile, interface: Block, function: Function, device: Device
    ) -> None:
        """Takes a core in a device."""
        super().__init__(core, function, device)
        self.interface = interface

    def idle(self) -> None:
        """Gives no command; the operands have random values."""
        super().idle()
        self.pins.noise([*self.interface.block, *self.interface.chain_in])

    def job(self, job: Job) -> Outcome:
        """Runs one message or one block of a cipher."""
        i, pins, blocks = self.interface, self.pins, self.blocks(job)
        self.prepare(job)
        outcome = Outcome(blocks=len(blocks))
        value = [initial_value(self.function)] * pins.lanes if i.chain_in else []
        for number, block in enumerate(blocks):
            if number == 0 or self.period is None:
                self.wait_ready()
            command = i.command(number, len(blocks))
            began, what = pins.cycle, f"after the command of block {number + 1} of {len(blocks)}"
            outcome.first = outcome.first if number else began
            pins.operand(i.block, block, i.block_order, self.function.word_bytes)
            if i.chain_in:
                pins.operand(i.chain_in, value, i.chain_order, self.function.word_bytes)
            pins.command(command, on=True)
            pins.step()
            if not i.held:
                pins.command(command, on=False)
            if i.hold != "done":
                pins.step(i.hold - 1)
                pins.noise(i.block)
            self.await_end(began, began, what, last=number == len(blocks) - 1)
            if i.held:
                pins.step()
                pins.command(command, on=False)
            elif number < len(blocks) - 1 or not i.delay:
                pins.noise(i.block)
            if i.chain_in and number < len(blocks) - 1:
                pins.step(i.delay)
                value = self._state(len(value[0]))
                pins.noise(i.chain_in)
        pins.step(i.delay)
        outcome.done = pins.cycle
        outcome.results = self.result(i.digest)
        pins.noise([*i.block, *i.chain_in])
        return outcome

    def _state(self, size: int) -> list[bytes]:
        """Reads the complete chaining value, of which a digest may be a part."""
        i = self.interface
        return self.pins.result(i.digest, size, i.digest_order, self.function.word_bytes)
