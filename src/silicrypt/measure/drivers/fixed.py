"""Pipelines: a block goes in, and its result comes a fixed number of cycles later."""

from __future__ import annotations

from collections.abc import Sequence

from silicrypt.measure.core import CoreFile, Fixed
from silicrypt.measure.device import Device
from silicrypt.measure.drivers.base import Driver, Job, Outcome
from silicrypt.measure.functions import Function
from silicrypt.measure.initial import initial_value


class FixedDriver(Driver):
    """Drives the interface ``fixed``."""

    interface: Fixed

    def __init__(
        self, core: CoreFile, interface: Fixed, function: Function, device: Device
    ) -> None:
        """Takes a core in a device."""
        super().__init__(core, function, device)
        self.interface = interface
        self.in_flight = max(1, -(-interface.cycles // interface.interval))

    def idle(self) -> None:
        """Gives no block; its ports have random values."""
        self.pins.command(self.interface.start, on=False)
        self._noise()

    def job(self, job: Job) -> Outcome:
        """Runs one message or one block of a cipher."""
        return self.run([job])[0]

    def run(self, jobs: Sequence[Job]) -> list[Outcome]:
        """Runs jobs; the blocks of independent jobs follow each other in the pipeline."""
        blocks = [self.blocks(job) for job in jobs]
        outcomes = [Outcome(blocks=len(one)) for one in blocks]
        values = [self._initial() for _ in jobs]
        for number in range(max(map(len, blocks))):
            self.before_message()
            present = [n for n, one in enumerate(blocks) if number < len(one)]
            fed: list[tuple[int, int]] = []
            for n in present:
                self._collect(fed, values, outcomes, before=self.pins.cycle + 1)
                if number == 0:
                    outcomes[n].first = self.pins.cycle
                self._feed(jobs[n], blocks[n][number], values[n])
                fed.append((n, self.pins.cycle + self.interface.cycles))
                self._advance(fed, values, outcomes)
            self.pins.command(self.interface.start, on=False)
            self._collect(fed, values, outcomes, before=None)
        return outcomes

    def _feed(self, job: Job, block: Sequence[bytes], value: Sequence[bytes]) -> None:
        i, word = self.interface, self.function.word_bytes
        self.direction(job)
        if job.key:
            self.put_key(job.key)
        if i.chain_in:
            self.pins.operand(i.chain_in, value, i.chain_order, word)
        self.pins.operand(i.block, block, i.block_order, word)
        self.pins.command(i.start, on=True)

    def _advance(
        self, fed: list[tuple[int, int]], values: list[list[bytes]], outcomes: list[Outcome]
    ) -> None:
        """Goes to the cycle of the next block and reads the results until then."""
        i, began = self.interface, self.pins.cycle
        for cycle in range(began + 1, began + i.interval + 1):
            self.pins.step()
            if cycle == began + 1:
                self.pins.command(i.start, on=False)
            if cycle == began + i.hold:
                self._noise()
            if cycle < began + i.interval:
                self._collect(fed, values, outcomes, before=cycle + 1)

    def _collect(
        self,
        fed: list[tuple[int, int]],
        values: list[list[bytes]],
        outcomes: list[Outcome],
        *,
        before: int | None,
    ) -> None:
        """Reads the results that are due before a cycle, or all of them."""
        while fed and (before is None or fed[0][1] < before):
            number, cycle = fed.pop(0)
            self.pins.step(cycle - self.pins.cycle)
            outcomes[number].done = self.pins.cycle
            outcomes[number].results = self.result(self.interface.digest)
            values[number] = outcomes[number].results

    def _initial(self) -> list[bytes]:
        if not self.interface.chain_in:
            return [b""] * self.pins.lanes
        return [initial_value(self.function)] * self.pins.lanes

    def _noise(self) -> None:
        self.pins.noise([*self.interface.block, *self.interface.chain_in])
