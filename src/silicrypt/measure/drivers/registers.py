"""Registers on a bus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from silicrypt.errors import NotVerified
from silicrypt.measure import layout
from silicrypt.measure.buses import Access
from silicrypt.measure.core import CoreFile, Registers
from silicrypt.measure.device import Device, Value
from silicrypt.measure.drivers.base import Driver, Job, Outcome
from silicrypt.measure.functions import Function
from silicrypt.measure.signals import Signal


class RegisterDriver(Driver):
    """Drives the interface ``registers``."""

    interface: Registers

    def __init__(
        self, core: CoreFile, interface: Registers, function: Function, device: Device
    ) -> None:
        """Takes a core in a device."""
        super().__init__(core, function, device)
        self.interface = interface
        self._bytes = self.pins.width([interface.write_data]) // 8
        self._set_up = False

    def idle(self) -> None:
        """Accesses nothing."""
        i = self.interface
        for signal in (i.select, i.write, i.enable):
            self._drive(signal, on=False)
        self.pins.noise([i.write_data])

    def job(self, job: Job) -> Outcome:
        """Runs one message or one block of a cipher."""
        i, pins, blocks = self.interface, self.pins, self.blocks(job)
        self.before_message()
        if not self._set_up:
            self._writes(i.setup)
            self._set_up = True
        self._key_of(job)
        if self.function.kind == "cipher":
            self._writes(i.decrypting if job.decrypt else i.encrypting)
        outcome = Outcome(blocks=len(blocks), first=pins.cycle)
        for number, block in enumerate(blocks):
            self._put(i.block_at, block, i.block_order)
            self._writes(i.first if number == 0 else i.next or i.first)
            self._done(f"after the start of block {number + 1} of {len(blocks)}")
        outcome.done = pins.cycle
        outcome.results = self._get()
        return outcome

    def _key_of(self, job: Job) -> None:
        i = self.interface
        if not job.key or list(job.key) == list(self._key) or i.key_at is None:
            return
        self._key = list(job.key)
        self._put(i.key_at, job.key, i.key_order)
        if i.load_key:
            self._writes(i.load_key)
            self._done("after the key was loaded")

    def _put(self, address: int, data: Sequence[bytes], order: layout.Order) -> None:
        """Writes an operand; the first address has its first word, or its last if so ordered."""
        size, word = len(data[0]), self.function.word_bytes
        offsets = list(range(0, size, self._bytes))
        if order in ("little", "swapped-words") and self._reversed(order):
            offsets.reverse()
        for number, at in enumerate(offsets):
            values = [
                layout.encode(one[at : at + self._bytes], 8 * self._bytes, order, word)
                for one in data
            ]
            self._write(address + number * self.interface.stride, values)

    @staticmethod
    def _reversed(order: layout.Order) -> bool:
        """Returns whether the lowest address has the last word: for orders of words alone."""
        return order == "swapped-words"

    def _get(self) -> list[bytes]:
        i, word = self.interface, self.function.word_bytes
        count = -(-self.function.result_bytes // self._bytes)
        addresses = [i.digest_at + n * i.stride for n in range(count)]
        if self._reversed(i.digest_order):
            addresses.reverse()
        found = [b""] * self.pins.lanes
        for address in addresses:
            values = self._read(address)
            read = [
                layout.decode(v, self._bytes, 8 * self._bytes, i.digest_order, word) for v in values
            ]
            found = [before + part for before, part in zip(found, read, strict=True)]
        return [one[: self.function.result_bytes] for one in found]

    def _done(self, what: str) -> None:
        poll, began = self.interface.done, self.pins.cycle
        self.pins.step(self.interface.wait)
        while True:
            values = {value & poll.mask for value in self._read(poll.address)}
            if len(values) > 1:
                raise NotVerified("the status differs between messages: the timing depends on data")
            if values == {poll.value}:
                return
            if self.pins.cycle - began > self.interface.limit:
                raise NotVerified(
                    f"register {poll.address:#x} was not {poll.value:#x} under the mask "
                    f"{poll.mask:#x} within {self.interface.limit} cycles {what}"
                )

    def _writes(self, accesses: Iterable[Access]) -> None:
        for access in accesses:
            self._write(access.address, access.value)

    def _drive(self, signal: Signal | None, *, on: bool) -> None:
        if signal is not None:
            self.pins.drive(signal, int(on != signal.low))

    def _begin(self, address: int, *, write: bool) -> None:
        i = self.interface
        self.pins.put(i.address, address)
        self._drive(i.select, on=True)
        self._drive(i.write, on=write)
        if i.bus == "apb":
            self._drive(i.enable, on=False)
            self.pins.step()
        self._drive(i.enable, on=True)
        if i.acknowledge:
            self.pins.wait(i.acknowledge, i.limit, f"in the access to address {address:#x}")

    def _end(self) -> None:
        i = self.interface
        self.pins.step()
        for signal in (i.select, i.write, i.enable):
            self._drive(signal, on=False)
        self.pins.noise([i.write_data])

    def _write(self, address: int, value: Value) -> None:
        self.pins.put(self.interface.write_data, value)
        self._begin(address, write=True)
        self._end()

    def _read(self, address: int) -> Sequence[int]:
        self._begin(address, write=False)
        self.pins.step(self.interface.read_delay)
        values = self.pins.read(self.interface.read_data)
        self._end()
        return values
