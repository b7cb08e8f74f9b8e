"""Drivers: each operates one kind of interface of a core file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from silicrypt.errors import NotVerified
from silicrypt.measure.core_file import CoreFile
from silicrypt.measure.device import HIGH_FIRST, Device, Value, decode, encode
from silicrypt.measure.driver import CoreJob, Driver, JobOutcome, joined, split
from silicrypt.measure.functions import CoreFunction
from silicrypt.measure.interfaces import (
    AxiStreamInterface,
    BlockInterface,
    CommandInterface,
    CoreCommand,
    CoreInterface,
    Order,
    PipelineInterface,
    RegisterInterface,
    RegisterWrite,
    StreamInterface,
    WordInterface,
)


class _CommandDriver(Driver, ABC):
    """Starts operations by commands and waits for their end."""

    interface: CommandInterface
    #: What an operation is begun with, for messages.
    begun: str

    @abstractmethod
    def start(self, block: Sequence[bytes], command: CoreCommand | None) -> int:
        """Gives a block and a command; returns the cycle from which the core file counts."""

    def end(self, command: CoreCommand | None, *, last: bool) -> None:
        """Does what comes after the end of an operation; by default nothing."""

    @abstractmethod
    def read(self) -> list[bytes]:
        """Reads the result."""

    def job(self, job: CoreJob) -> JobOutcome:
        blocks, device = self.blocks(job), self.device
        self.prepare(job)
        self._load(job.key)
        if self.interface.begin:
            self._wait_ready()
            device.pulse(self.interface.begin)
        outcome = JobOutcome(blocks=len(blocks))
        for number, block in enumerate(blocks, 1):
            if number == 1 or self.period is None:
                self._wait_ready()
            given, last = device.cycle, number == len(blocks)
            if number == 1:
                outcome.first = given
            command = self.interface.command(number - 1, len(blocks))
            began = self.start(block, command)
            if self.period is not None and not last:
                device.step(given + self.period - device.cycle)
            else:
                self._await_end(began, f"after {self.begun} {number} of {len(blocks)}", last=last)
            self.end(command, last=last)
        device.step(self.interface.delay)
        outcome.done = device.cycle
        outcome.results = self.read()
        return outcome

    def _wait_ready(self) -> None:
        """Waits until the core takes a command."""
        self.device.step(self._ended + self.interface.gap - self.device.cycle)
        if self.interface.ready and not self.interface.held:
            self.device.wait(self.interface.ready, self.interface.limit, "before a command")

    def _load(self, keys: Sequence[bytes]) -> None:
        """Loads a key if it is not the present one."""
        i, device = self.interface, self.device
        if not self.is_new(keys):
            return
        if i.load_key is None:
            self.put_key(keys)
            return
        self._wait_ready()
        self.put_key(keys)
        device.pulse(i.load_key)
        device.step((i.settle if i.key_cycles is None else i.key_cycles) - 1)
        if i.key_cycles is None and (end := i.key_ready or i.ready or i.valid):
            device.wait(end, i.limit, "after the command that loads the key")
        self._ended = device.cycle

    def _await_end(self, began: int, what: str, *, last: bool) -> None:
        """Waits for the end of an operation; at least a cycle has passed since it began."""
        i, device = self.interface, self.device
        if i.cycles is not None and not i.valid and (last or not i.ready):
            device.step(began + i.cycles - device.cycle)
        else:
            device.step(began + i.settle - device.cycle)
            end = (i.valid or i.ready) if last else (i.ready or i.valid)
            assert end is not None  # the core file names one of the three
            device.wait(end, i.limit, what)
        self._ended = device.cycle


class _BlockDriver(_CommandDriver):
    """Drives the interface ``block``: complete blocks on one port, with commands of one cycle."""

    interface: BlockInterface
    begun = "the command of block"
    _chain: Sequence[bytes] = ()

    def prepare(self, job: CoreJob) -> None:
        super().prepare(job)
        if self.interface.chain_in:
            self._chain = [self.function.initial_value()] * self.device.lanes

    def start(self, block: Sequence[bytes], command: CoreCommand | None) -> int:
        i, device, began = self.interface, self.device, self.device.cycle
        device.operand(i.block, block, i.block_order)
        if i.chain_in:
            device.operand(i.chain_in, self._chain, i.chain_order)
        device.command(command, on=True)
        device.step()
        if not i.held:
            device.command(command, on=False)
        if i.hold != "done":
            device.step(i.hold - 1)
            device.noise(i.block)
        return began

    def end(self, command: CoreCommand | None, *, last: bool) -> None:
        i, device = self.interface, self.device
        if i.held:
            device.step()
            device.command(command, on=False)
        elif not (last and i.delay):
            device.noise(i.block)
        if i.chain_in and not last:
            device.step(i.delay)
            # The complete chaining value, of which a digest may be a part.
            self._chain = self.result(i.digest, len(self._chain[0]))
            device.noise(i.chain_in)

    def read(self) -> list[bytes]:
        result = self.result(self.interface.digest)
        self.device.noise(self.interface.data_ports())
        return result


class _WordDriver(_CommandDriver):
    """Drives the interface ``words``: blocks as consecutive words on a narrow port."""

    interface: WordInterface
    begun = "block"

    def start(self, block: Sequence[bytes], command: CoreCommand | None) -> int:
        i, device = self.interface, self.device
        if i.start_with == "first":
            device.command(command, on=True)
            if i.offset:
                device.step()
                device.command(command, on=False)
                device.step(i.offset - 1)
        words = split(block, device.width([i.data]) // 8)
        for left, word in zip(reversed(range(len(words))), words, strict=True):
            if i.start_with == "last" and not left:
                device.command(command, on=True)
            device.command(i.write, on=True)
            device.operand([i.data], word, i.block_order)
            if i.accept:
                device.wait(i.accept, i.limit, "for a word of a block")
            began = device.cycle
            device.step()
            if not (i.offset and left):
                device.command(command, on=False)
            # The command may share ports with the signal of each word.
            device.command(i.write, on=bool(left))
        device.noise([i.data])
        return began

    def read(self) -> list[bytes]:
        """Reads the result, in parallel or word by word."""
        i, device = self.interface, self.device
        size, width = self.function.result_bytes, device.width(i.digest) // 8
        if width >= size:
            return self.result(i.digest)
        parts = list[list[bytes]]()
        device.command(i.read, on=True)
        for number in range(-(-size // width)):
            if number or i.read_offset:
                device.step()
                if i.read_once:
                    device.command(i.read, on=False)
            if number == 0:
                device.step(i.read_offset - 1)
            parts.append(self.result(i.digest, width))
        device.step()
        device.command(i.read, on=False)
        return joined(parts, size)


class _PipelineDriver(Driver):
    """Drives the interface ``fixed``: a result comes a fixed number of cycles after its block."""

    interface: PipelineInterface

    def __init__(self, core: CoreFile, function: CoreFunction, device: Device) -> None:
        super().__init__(core, function, device)
        self.in_flight = max(1, -(-self.interface.cycles // self.interface.interval))
        #: The chaining value of the first block; empty if the core does not take one.
        self._initial = function.initial_value() if self.interface.chain_in else b""
        #: The outcome of each job whose block is in the pipeline, and the cycle of its result.
        self._due: list[tuple[JobOutcome, int]] = []

    def job(self, job: CoreJob) -> JobOutcome:
        return self.run([job])[0]

    def run(self, jobs: Sequence[CoreJob]) -> list[JobOutcome]:
        """Runs jobs; the blocks of independent jobs follow each other in the pipeline."""
        i, device, blocks = self.interface, self.device, [self.blocks(job) for job in jobs]
        initial = [self._initial] * device.lanes
        outcomes = [JobOutcome(initial, blocks=len(one)) for one in blocks]
        for number in range(max(map(len, blocks))):
            self.reset_before_message()
            for job, own, outcome in zip(jobs, blocks, outcomes, strict=True):
                if number >= len(own):
                    continue
                self._collect(device.cycle + 1)
                if number == 0:
                    outcome.first = device.cycle
                self.direct(job)
                self.put_key(job.key)
                if i.chain_in:
                    device.operand(i.chain_in, outcome.results, i.chain_order)
                device.operand(i.block, own[number], i.block_order)
                device.command(i.start, on=True)
                self._due.append((outcome, device.cycle + i.cycles))
                self._advance()
            device.command(i.start, on=False)
            self._collect(None)
        for outcome in outcomes:
            outcome.results = [one[: self.function.result_bytes] for one in outcome.results]
        return outcomes

    def _advance(self) -> None:
        """Goes to the cycle of the next block and reads the results until then."""
        i, began = self.interface, self.device.cycle
        for cycle in range(began + 1, began + i.interval + 1):
            self.device.step()
            if cycle == began + 1:
                self.device.command(i.start, on=False)
            if cycle == began + i.hold:
                self.device.noise(i.data_ports())
            if cycle < began + i.interval:
                self._collect(cycle + 1)

    def _collect(self, before: int | None) -> None:
        """Reads the results that are due before a cycle, or all of them."""
        while self._due and (before is None or self._due[0][1] < before):
            outcome, cycle = self._due.pop(0)
            self.device.step(cycle - self.device.cycle)
            outcome.done = self.device.cycle
            # The complete chaining value, of which a digest may be a part.
            outcome.results = self.result(self.interface.digest, len(self._initial) or None)


class _RegisterDriver(Driver):
    """Drives the interface ``registers``: registers on a bus."""

    interface: RegisterInterface
    _set_up = False

    def reset(self) -> None:
        super().reset()
        self._set_up = False

    def job(self, job: CoreJob) -> JobOutcome:
        i, device, blocks = self.interface, self.device, self.blocks(job)
        self.prepare(job)
        if not self._set_up:
            self._set(i.setup)
            self._set_up = True
        if i.key_at is not None and self.is_new(job.key):
            self._put_words(i.key_at, job.key, i.key_order)
            if i.load_key:
                self._set(i.load_key)
                self._poll("after the key was loaded")
        if self.function.kind == "cipher":
            self._set(i.decrypting if job.decrypt else i.encrypting)
        outcome = JobOutcome(blocks=len(blocks), first=device.cycle)
        for number, block in enumerate(blocks):
            self._put_words(i.block_at, block, i.block_order)
            self._set(i.first if number == 0 else i.next or i.first)
            self._poll(f"after the start of block {number + 1} of {len(blocks)}")
        outcome.done = device.cycle
        outcome.results = self._digest()
        return outcome

    def _addresses(self, first: int, size: int, word: int, order: Order) -> list[int]:
        """Returns the address of each word of an operand, the first word first."""
        words = -(-size // word)
        addresses = [first + n * self.interface.stride for n in range(words)]
        return addresses[::-1] if order == "swapped-words" else addresses

    def _put_words(self, address: int, data: Sequence[bytes], order: Order) -> None:
        """Writes an operand, the lowest address first."""
        word, own = self.device.width([self.interface.write_data]) // 8, self.function.word_bytes
        addresses = self._addresses(address, len(data[0]), word, order)
        for to, parts in sorted(zip(addresses, split(data, word), strict=True)):
            self._write(to, [encode(part, 8 * word, order, own) for part in parts])

    def _digest(self) -> list[bytes]:
        i, size = self.interface, self.function.result_bytes
        word = self.device.width([i.read_data]) // 8
        addresses = self._addresses(i.digest_at, size, word, i.digest_order)
        return joined((self._word(address, word) for address in addresses), size)

    def _word(self, address: int, size: int) -> list[bytes]:
        """Reads a word of the result."""
        order, own = self.interface.digest_order, self.function.word_bytes
        return [decode(value, size, 8 * size, order, own) for value in self._read(address)]

    def _poll(self, what: str) -> None:
        i, device, began = self.interface, self.device, self.device.cycle
        mask, wanted, address = i.done.mask, i.done.value, i.done.address
        device.step(i.wait)
        while (values := {value & mask for value in self._read(address)}) != {wanted}:
            if len(values) > 1:
                raise NotVerified("the status differs between messages: the timing depends on data")
            if device.cycle - began > i.limit:
                raise NotVerified(
                    f"register {address:#x} was not {wanted:#x} under the mask {mask:#x} within "
                    f"{i.limit} cycles {what}"
                )

    def _set(self, writes: Iterable[RegisterWrite]) -> None:
        for write in writes:
            self._write(write.address, write.value)

    def _begin(self, address: int, *, write: bool) -> None:
        i, device = self.interface, self.device
        device.put(i.address, address)
        device.command(i.select, on=True)
        device.command(i.write, on=write)
        if i.bus == "apb":
            device.command(i.enable, on=False)
            device.step()
        device.command(i.enable, on=True)
        if i.acknowledge:
            device.wait(i.acknowledge, i.limit, f"in the access to address {address:#x}")

    def _write(self, address: int, value: Value) -> None:
        self.device.put(self.interface.write_data, value)
        self._begin(address, write=True)
        self.device.step()
        self.idle()

    def _read(self, address: int) -> Sequence[int]:
        self._begin(address, write=False)
        self.device.step(self.interface.read_delay)
        values = self.device.read(self.interface.read_data)
        self.device.step()
        self.idle()
        return values


class _StreamDriver(Driver):
    """Drives the interfaces ``stream`` and ``axi-stream``: beats of a message with a handshake."""

    interface: StreamInterface
    #: Whether the result comes with a handshake, too. It can then begin before the last beat.
    _accepts = False
    #: Given for one cycle with a new key.
    _key_valid: CoreCommand | None = None

    def interface_of(self, core: CoreFile) -> CoreInterface:
        """Returns the interface; AXI4-Stream is a stream with given names of ports."""
        i = core.interface
        if not isinstance(i, AxiStreamInterface):
            return i
        self._accepts, self._key_valid = True, i.key_valid
        if (ready := f"{i.m}tready") in self.device.ports:
            self.device.put(ready, 1)
        return i.as_stream(self.device.ports)

    def job(self, job: CoreJob) -> JobOutcome:
        i, device, blocks = self.interface, self.device, self.blocks(job)
        device.step(self._ended + i.gap - device.cycle)
        self.prepare(job)
        self.put_key(job.key)
        if self.is_new(job.key):
            device.pulse(self._key_valid)
        device.pulse(i.begin)
        empty = [b""] * device.lanes
        outcome = JobOutcome(empty, blocks=len(self.function.blocks(job.data[0], padded=True)))
        message = [b"".join(parts) for parts in zip(*blocks, strict=True)] or empty
        beats = split(message, device.width([i.data]) // 8)
        for number, beat in enumerate(beats, 1):
            self._offer(beat, first=number == 1, last=number == len(beats))
            self._await_ready(outcome, f"for beat {number} of a message")
            if number == 1:
                outcome.first = device.cycle
            device.step()
            self.idle()
        device.step(i.settle - 1)
        self._read(outcome, f"after the last beat of a message of {len(message[0])} bytes")
        self._ended = device.cycle
        return outcome

    def _offer(self, beat: Sequence[bytes], *, first: bool, last: bool) -> None:
        i, device = self.interface, self.device
        size, width = len(beat[0]), device.width([i.data]) // 8
        for command, on in ((i.valid, True), (i.first, first), (i.last, last)):
            device.command(command, on=on)
        device.operand([i.data], [part.ljust(width, b"\0") for part in beat], i.block_order)
        if i.keep:
            below = width - size if i.block_order in HIGH_FIRST else 0
            device.put(i.keep, (1 << size) - 1 << below)
        if i.count:
            number = {
                "bytes": size,
                "bytes-1": size - 1,
                "bits": 8 * size,
                "unused-bytes": width - size,
                "unused-bits": 8 * (width - size),
            }[i.counts]
            device.put(i.count, number & (1 << device.width([i.count])) - 1)

    def _await_ready(self, outcome: JobOutcome, what: str) -> None:
        """Waits until the core takes a beat, and reads a result that it gives meanwhile."""
        i, device = self.interface, self.device
        if i.ready is None:
            return
        if not self._accepts:
            device.wait(i.ready, i.limit, what)
            return
        for _ in range(i.limit):
            if device.high(i.done):
                self._read_part(outcome)
            if device.high(i.ready):
                return
            device.step()
        raise NotVerified(f"{i.ready} was not active within {i.limit} cycles {what}")

    def _read(self, outcome: JobOutcome, what: str) -> None:
        """Reads the result, in parallel or word by word."""
        i, device, size = self.interface, self.device, self.function.result_bytes
        in_words = self._accepts or device.width(i.digest) < 8 * size
        if not outcome.results[0]:
            device.wait(i.done, i.limit, what)
            device.step(i.delay)
        while len(outcome.results[0]) < size:
            if in_words:
                device.wait(i.done, i.limit, "for a word of the result")
            self._read_part(outcome)
            if in_words:
                device.step()

    def _read_part(self, outcome: JobOutcome) -> None:
        if not outcome.results[0]:
            outcome.done = self.device.cycle
        size = min(self.device.width(self.interface.digest) // 8, self.function.result_bytes)
        parts = outcome.results, self.result(self.interface.digest, size)
        outcome.results = joined(parts, self.function.result_bytes)


_DRIVERS: dict[str, type[Driver]] = {
    "block": _BlockDriver,
    "words": _WordDriver,
    "fixed": _PipelineDriver,
    "registers": _RegisterDriver,
    "stream": _StreamDriver,
    "axi-stream": _StreamDriver,
}


def driver(core: CoreFile, function: CoreFunction, device: Device) -> Driver:
    """Returns the driver of a core's interface, with the core reset."""
    return _DRIVERS[core.interface.kind](core, function, device)
