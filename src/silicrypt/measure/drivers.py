"""Drivers: each operates one kind of interface of a core file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from silicrypt.errors import NotVerified
from silicrypt.measure.core_file import (
    AxiStreamInterface,
    BlockInterface,
    Command,
    CommandInterface,
    CoreFile,
    Interface,
    Order,
    PipelineInterface,
    RegisterInterface,
    RegisterWrite,
    Signal,
    StreamInterface,
    WordInterface,
)
from silicrypt.measure.device import HIGH_FIRST, Device, Pins, Value, decode, encode
from silicrypt.measure.functions import CoreFunction

#: Cycles after a reset in which the core is left alone.
_AFTER_RESET = 4


@dataclass(frozen=True)
class CoreJob:
    """A message, or a block of a cipher, in each lane; all have the same length.

    Attributes:
        data: the messages.
        key: the key of each lane, where there is one.
        decrypt: whether the block is decrypted.
    """

    data: Sequence[bytes]
    key: Sequence[bytes] = ()
    decrypt: bool = False


@dataclass
class JobOutcome:
    """What became of a job.

    Attributes:
        results: the result of each lane.
        first: the cycle in which the first block was given.
        done: the cycle in which the result was valid.
        blocks: the number of blocks.
    """

    results: list[bytes] = field(default_factory=list)
    first: int = 0
    done: int = 0
    blocks: int = 1

    @property
    def cycles(self) -> int:
        """Cycles from the first block to the valid result."""
        return self.done - self.first


class Driver(ABC):
    """Operates a core.

    Attributes:
        core: the core file.
        interface: its interface.
        function: what the core computes.
        pins: its ports.
        period: cycles from one block of a message to the next, whatever the core reports; None to
            wait until the core is ready.
        in_flight: the number of independent blocks that it takes before the first result.
    """

    interface: Interface
    period: int | None = None
    in_flight = 1

    def __init__(self, core: CoreFile, function: CoreFunction, device: Device) -> None:
        """Takes a core in a device, sets its constant inputs and resets it."""
        self.core, self.function, self.interface = core, function, core.interface
        self.pins = Pins(device)
        self._key: Sequence[bytes] = ()
        self._ended = 0
        for name, value in core.tie.items():
            self.pins.put(name, value)
        self.idle()
        self.reset()

    @abstractmethod
    def idle(self) -> None:
        """Sets the inputs of the interface to their values without a command."""

    @abstractmethod
    def job(self, job: CoreJob) -> JobOutcome:
        """Runs one message or one block of a cipher."""

    def run(self, jobs: Sequence[CoreJob]) -> list[JobOutcome]:
        """Runs jobs one after another, as close together as the core permits.

        Raises:
            NotVerified: the core hangs.
        """
        return [self.job(job) for job in jobs]

    def reset(self) -> None:
        """Resets the core, if it has a reset. The key is lost."""
        reset, self._key = self.core.reset, ()
        if reset is not None:
            # A reset that is asynchronous acts on its edge, so it is first inactive.
            active = int(reset.active == "high")
            self.pins.put(reset.port, 1 - active)
            self.pins.step()
            self.pins.put(reset.port, active)
            self.pins.step(reset.cycles)
            self.pins.put(reset.port, 1 - active)
        self.pins.step(_AFTER_RESET)

    def before_message(self) -> None:
        """Resets the core before a message, if its file says so."""
        if self.core.reset is not None and self.core.reset.each_message:
            self.reset()

    def blocks(self, job: CoreJob) -> list[list[bytes]]:
        """Returns the blocks of a job, each with the bytes of every lane."""
        if self.function.kind == "cipher":
            return [list(job.data)]
        padded = self.interface.padding == "caller"
        lanes = [self.function.blocks(one, padded=padded) for one in job.data]
        return [list(block) for block in zip(*lanes, strict=True)]

    def message(self, job: CoreJob) -> list[bytes]:
        """Returns the bytes of every lane that the core takes, without limits of blocks."""
        return [b"".join(block) for block in zip(*self.blocks(job), strict=True)] or [
            b""
        ] * self.pins.lanes

    def is_new(self, keys: Sequence[bytes]) -> bool:
        """Returns whether there are keys that are not those of the present job, and notes them."""
        new = bool(keys) and list(keys) != list(self._key)
        if new:
            self._key = list(keys)
        return new

    def direction(self, job: CoreJob) -> None:
        """Selects encryption or decryption."""
        if self.function.kind == "cipher":
            chosen = self.interface.decrypt if job.decrypt else self.interface.encrypt
            self.pins.command(chosen, on=True)

    def put(self, ports: Sequence[str], data: Sequence[bytes], order: Order) -> None:
        """Puts an operand on ports."""
        self.pins.operand(ports, data, order, self.function.word_bytes)

    def put_key(self, keys: Sequence[bytes]) -> None:
        """Puts a key on its ports. A key of HMAC is one block (FIPS 198-1, 4)."""
        if self.interface.key and keys:
            self.put(self.interface.key, keys, self.interface.key_order)

    def result(self, ports: Sequence[str], size: int | None = None) -> list[bytes]:
        """Reads the result from ports, or a part of it with that number of bytes."""
        size, word = size or self.function.result_bytes, self.function.word_bytes
        return self.pins.result(ports, size, self.interface.digest_order, word)


def _appended(before: Iterable[bytes], more: Iterable[bytes]) -> list[bytes]:
    return [first + second for first, second in zip(before, more, strict=True)]


def _byte_mask(size: int, width: int, order: Order) -> int:
    """Returns the mark of the valid bytes of a beat of that width."""
    return (1 << size) - 1 << (width - size if order in HIGH_FIRST else 0)


class _CommandDriver(Driver, ABC):
    """Starts operations by commands and waits for their end."""

    interface: CommandInterface

    def idle(self) -> None:
        i = self.interface
        every = (i.begin, i.first, i.next, i.last, i.only, i.load_key, i.encrypt, i.decrypt)
        for command in every:
            self.pins.command(command, on=False)

    def wait_ready(self) -> None:
        """Waits until the core takes a command."""
        self.pins.step(self._ended + self.interface.gap - self.pins.cycle)
        if self.interface.ready and not self.interface.held:
            self.pins.wait(self.interface.ready, self.interface.limit, "before a command")

    def load(self, keys: Sequence[bytes]) -> None:
        """Loads a key if it is not the present one."""
        i, pins = self.interface, self.pins
        if not self.is_new(keys):
            return
        if i.load_key is None:
            self.put_key(keys)
            return
        self.wait_ready()
        self.put_key(keys)
        pins.pulse(i.load_key)
        pins.step((i.settle if i.key_cycles is None else i.key_cycles) - 1)
        if i.key_cycles is None and (end := i.key_ready or i.ready or i.valid):
            pins.wait(end, i.limit, "after the command that loads the key")
        self._ended = pins.cycle

    def prepare(self, job: CoreJob) -> None:
        """Resets the core if needed, loads the key and selects the direction."""
        self.before_message()
        self.direction(job)
        self.load(job.key)
        if self.interface.begin:
            self.wait_ready()
            self.pins.pulse(self.interface.begin)

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
        else:
            pins.step(began + i.settle - pins.cycle)
            end = (i.valid or i.ready) if last else (i.ready or i.valid)
            assert end is not None  # the core file names one of the three
            pins.wait(end, i.limit, what)
        self._ended = pins.cycle


class _BlockDriver(_CommandDriver):
    """Drives the interface ``block``: complete blocks on one port, with commands of one cycle."""

    interface: BlockInterface

    def idle(self) -> None:
        super().idle()
        self.pins.noise([*self.interface.block, *self.interface.chain_in])

    def job(self, job: CoreJob) -> JobOutcome:
        i, pins, blocks = self.interface, self.pins, self.blocks(job)
        self.prepare(job)
        outcome = JobOutcome(blocks=len(blocks))
        value = [self.function.initial_value()] * pins.lanes if i.chain_in else []
        for number, block in enumerate(blocks):
            more = number < len(blocks) - 1
            if number == 0 or self.period is None:
                self.wait_ready()
            command, began = i.command(number, len(blocks)), pins.cycle
            outcome.first = outcome.first if number else began
            self.put(i.block, block, i.block_order)
            if i.chain_in:
                self.put(i.chain_in, value, i.chain_order)
            pins.command(command, on=True)
            pins.step()
            if not i.held:
                pins.command(command, on=False)
            if i.hold != "done":
                pins.step(i.hold - 1)
                pins.noise(i.block)
            what = f"after the command of block {number + 1} of {len(blocks)}"
            self.await_end(began, began, what, last=not more)
            if i.held:
                pins.step()
                pins.command(command, on=False)
            elif more or not i.delay:
                pins.noise(i.block)
            if i.chain_in and more:
                pins.step(i.delay)
                # The complete chaining value, of which a digest may be a part.
                value = self.result(i.digest, len(value[0]))
                pins.noise(i.chain_in)
        pins.step(i.delay)
        outcome.done = pins.cycle
        outcome.results = self.result(i.digest)
        pins.noise([*i.block, *i.chain_in])
        return outcome


class _WordDriver(_CommandDriver):
    """Drives the interface ``words``: blocks as consecutive words on a narrow port."""

    interface: WordInterface

    def idle(self) -> None:
        super().idle()
        self.pins.command(self.interface.write, on=False)
        self.pins.command(self.interface.read, on=False)
        self.pins.noise([self.interface.data])

    def job(self, job: CoreJob) -> JobOutcome:
        blocks = self.blocks(job)
        self.prepare(job)
        outcome = JobOutcome(blocks=len(blocks))
        for number, block in enumerate(blocks):
            if number == 0 or self.period is None:
                self.wait_ready()
            start = self.pins.cycle
            outcome.first = outcome.first if number else start
            began = self._write(block, self.interface.command(number, len(blocks)))
            what = f"after block {number + 1} of {len(blocks)}"
            self.await_end(start, began, what, last=number == len(blocks) - 1)
        self.pins.step(self.interface.delay)
        outcome.done = self.pins.cycle
        outcome.results = self._read()
        return outcome

    def _write(self, block: Sequence[bytes], command: Command | None) -> int:
        """Writes the words of a block; returns the cycle of the last word or command."""
        i, pins = self.interface, self.pins
        size, width = len(block[0]), pins.width([i.data]) // 8
        if i.start_with == "first":
            pins.command(command, on=True)
            if i.offset:
                pins.step()
                pins.command(command, on=False)
                pins.step(i.offset - 1)
        began = pins.cycle
        for at in range(0, size, width):
            last = at + width >= size
            if i.start_with == "last" and last:
                pins.command(command, on=True)
            pins.command(i.write, on=True)
            self.put([i.data], [one[at : at + width] for one in block], i.block_order)
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
        read = [b""] * pins.lanes
        pins.command(i.read, on=True)
        for number in range(-(-size // width)):
            if number or i.read_offset:
                pins.step()
                if i.read_once:
                    pins.command(i.read, on=False)
            if number == 0:
                pins.step(i.read_offset - 1)
            read = _appended(read, self.result(i.digest, width))
        pins.step()
        pins.command(i.read, on=False)
        return [one[:size] for one in read]


class _PipelineDriver(Driver):
    """Drives the interface ``fixed``: a result comes a fixed number of cycles after its block."""

    interface: PipelineInterface

    def __init__(self, core: CoreFile, function: CoreFunction, device: Device) -> None:
        super().__init__(core, function, device)
        self.in_flight = max(1, -(-self.interface.cycles // self.interface.interval))
        #: Number and cycle of each job whose block is in the pipeline.
        self._due: list[tuple[int, int]] = []

    def idle(self) -> None:
        self.pins.command(self.interface.start, on=False)
        self._noise()

    def job(self, job: CoreJob) -> JobOutcome:
        return self.run([job])[0]

    def run(self, jobs: Sequence[CoreJob]) -> list[JobOutcome]:
        """Runs jobs; the blocks of independent jobs follow each other in the pipeline."""
        blocks = [self.blocks(job) for job in jobs]
        initial = self.function.initial_value() if self.interface.chain_in else b""
        outcomes = [JobOutcome([initial] * self.pins.lanes, blocks=len(one)) for one in blocks]
        for number in range(max(map(len, blocks))):
            self.before_message()
            for n, job in enumerate(jobs):
                if number < len(blocks[n]):
                    self._collect(outcomes, self.pins.cycle + 1)
                    if number == 0:
                        outcomes[n].first = self.pins.cycle
                    self._feed(job, blocks[n][number], outcomes[n].results)
                    self._due.append((n, self.pins.cycle + self.interface.cycles))
                    self._advance(outcomes)
            self.pins.command(self.interface.start, on=False)
            self._collect(outcomes, None)
        return outcomes

    def _feed(self, job: CoreJob, block: Sequence[bytes], value: Sequence[bytes]) -> None:
        i = self.interface
        self.direction(job)
        self.put_key(job.key)
        if i.chain_in:
            self.put(i.chain_in, value, i.chain_order)
        self.put(i.block, block, i.block_order)
        self.pins.command(i.start, on=True)

    def _advance(self, outcomes: list[JobOutcome]) -> None:
        """Goes to the cycle of the next block and reads the results until then."""
        i, began = self.interface, self.pins.cycle
        for cycle in range(began + 1, began + i.interval + 1):
            self.pins.step()
            if cycle == began + 1:
                self.pins.command(i.start, on=False)
            if cycle == began + i.hold:
                self._noise()
            if cycle < began + i.interval:
                self._collect(outcomes, cycle + 1)

    def _collect(self, outcomes: list[JobOutcome], before: int | None) -> None:
        """Reads the results that are due before a cycle, or all of them."""
        while self._due and (before is None or self._due[0][1] < before):
            number, cycle = self._due.pop(0)
            self.pins.step(cycle - self.pins.cycle)
            outcomes[number].done = self.pins.cycle
            outcomes[number].results = self.result(self.interface.digest)

    def _noise(self) -> None:
        self.pins.noise([*self.interface.block, *self.interface.chain_in])


class _RegisterDriver(Driver):
    """Drives the interface ``registers``: registers on a bus."""

    interface: RegisterInterface
    _set_up = False

    def reset(self) -> None:
        super().reset()
        self._set_up = False

    def idle(self) -> None:
        for signal in (self.interface.select, self.interface.write, self.interface.enable):
            self._drive(signal, on=False)
        self.pins.noise([self.interface.write_data])

    def job(self, job: CoreJob) -> JobOutcome:
        i, pins, blocks = self.interface, self.pins, self.blocks(job)
        self.before_message()
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
        outcome = JobOutcome(blocks=len(blocks), first=pins.cycle)
        for number, block in enumerate(blocks):
            self._put_words(i.block_at, block, i.block_order)
            self._set(i.first if number == 0 else i.next or i.first)
            self._poll(f"after the start of block {number + 1} of {len(blocks)}")
        outcome.done = pins.cycle
        outcome.results = self._digest()
        return outcome

    @property
    def _word(self) -> int:
        return self.pins.width([self.interface.write_data]) // 8

    def _addresses(self, first: int, size: int, order: Order) -> list[int]:
        """Returns the address of each word of an operand, the first word first."""
        words = -(-size // self._word)
        addresses = [first + n * self.interface.stride for n in range(words)]
        return addresses[::-1] if order == "swapped-words" else addresses

    def _put_words(self, address: int, data: Sequence[bytes], order: Order) -> None:
        """Writes an operand, the lowest address first."""
        size, word, own = len(data[0]), self._word, self.function.word_bytes
        addresses = self._addresses(address, size, order)
        for to, at in sorted(zip(addresses, range(0, size, word), strict=True)):
            parts = (one[at : at + word] for one in data)
            self._write(to, [encode(part, 8 * word, order, own) for part in parts])

    def _digest(self) -> list[bytes]:
        i, size, word = self.interface, self.function.result_bytes, self._word
        read = [b""] * self.pins.lanes
        for address in self._addresses(i.digest_at, size, i.digest_order):
            values = self._read(address)
            more = (
                decode(v, word, 8 * word, i.digest_order, self.function.word_bytes) for v in values
            )
            read = _appended(read, more)
        return [one[:size] for one in read]

    def _poll(self, what: str) -> None:
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

    def _set(self, writes: Iterable[RegisterWrite]) -> None:
        for write in writes:
            self._write(write.address, write.value)

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

    def _write(self, address: int, value: Value) -> None:
        self.pins.put(self.interface.write_data, value)
        self._begin(address, write=True)
        self.pins.step()
        self.idle()

    def _read(self, address: int) -> Sequence[int]:
        self._begin(address, write=False)
        self.pins.step(self.interface.read_delay)
        values = self.pins.read(self.interface.read_data)
        self.pins.step()
        self.idle()
        return values


class _StreamDriver(Driver):
    """Drives the interface ``stream``: beats of a message with a handshake, on any ports."""

    interface: StreamInterface

    def idle(self) -> None:
        i = self.interface
        for command in (i.begin, i.first, i.last, i.valid):
            self.pins.command(command, on=False)
        self.pins.noise([i.data, *(port for port in (i.keep, i.count) if port)])

    def job(self, job: CoreJob) -> JobOutcome:
        i, pins = self.interface, self.pins
        pins.step(self._ended + i.gap - pins.cycle)
        self.before_message()
        self.direction(job)
        self.put_key(job.key)
        pins.pulse(i.begin)
        outcome = JobOutcome(blocks=len(self.function.blocks(job.data[0], padded=True)))
        message, width = self.message(job), pins.width([i.data]) // 8
        size = len(message[0])
        for at in range(0, max(size, 1), width):
            parts = [one[at : at + width] for one in message]
            self._offer(parts, width, first=at == 0, last=at + width >= size)
            if i.ready:
                pins.wait(i.ready, i.limit, f"for beat {at // width + 1} of a message")
            outcome.first = outcome.first if at else pins.cycle
            pins.step()
            self.idle()
        pins.step(i.settle - 1)
        pins.wait(i.done, i.limit, f"after the last beat of a message of {size} bytes")
        pins.step(i.delay)
        outcome.done = pins.cycle
        outcome.results = self._read()
        self._ended = pins.cycle
        return outcome

    def _offer(self, parts: Sequence[bytes], width: int, *, first: bool, last: bool) -> None:
        i, pins, size = self.interface, self.pins, len(parts[0])
        pins.command(i.valid, on=True)
        pins.command(i.first, on=first)
        pins.command(i.last, on=last)
        self.put([i.data], [part.ljust(width, b"\0") for part in parts], i.block_order)
        if i.keep:
            pins.put(i.keep, _byte_mask(size, width, i.block_order))
        if i.count:
            number = {
                "bytes": size,
                "bytes-1": size - 1,
                "bits": 8 * size,
                "unused-bytes": width - size,
                "unused-bits": 8 * (width - size),
            }[i.counts]
            pins.put(i.count, number & (1 << pins.width([i.count])) - 1)

    def _read(self) -> list[bytes]:
        """Reads the result, in parallel or word by word."""
        i, pins = self.interface, self.pins
        size, width = self.function.result_bytes, pins.width(i.digest) // 8
        if width >= size:
            return self.result(i.digest)
        read = [b""] * pins.lanes
        while len(read[0]) < size:
            pins.wait(i.done, i.limit, "for a word of the result")
            read = _appended(read, self.result(i.digest, width))
            pins.step()
        return [one[:size] for one in read]


class _AxiStreamDriver(Driver):
    """Drives the interface ``axi-stream``: AXI4-Stream in and out."""

    interface: AxiStreamInterface

    def idle(self) -> None:
        i = self.interface
        self.pins.put(f"{i.s}tvalid", 0)
        self.pins.noise([f"{i.s}tdata"])
        self.pins.command(i.key_valid, on=False)
        self._put_optional(f"{i.m}tready", 1)

    def job(self, job: CoreJob) -> JobOutcome:
        i, pins = self.interface, self.pins
        self.before_message()
        self.direction(job)
        if self.is_new(job.key):
            self.put_key(job.key)
            pins.pulse(i.key_valid)
        outcome = JobOutcome(blocks=len(self.function.blocks(job.data[0], padded=True)))
        message, width = self.message(job), pins.width([f"{i.s}tdata"]) // 8
        beats = [
            [one[at : at + width] for one in message]
            for at in range(0, max(len(message[0]), 1), width)
        ]
        ready, valid = Signal(f"{i.s}tready"), Signal(f"{i.m}tvalid")
        out = [f"{i.m}tdata"]
        read, size = [b""] * pins.lanes, self.function.result_bytes
        offered, began = 0, pins.cycle
        while len(read[0]) < size:
            if offered < len(beats):
                self._offer(beats[offered], width, last=offered == len(beats) - 1)
            else:
                self.idle()
            if offered < len(beats) and pins.high(ready):
                outcome.first = outcome.first if offered else pins.cycle
                offered += 1
            if pins.high(valid):
                outcome.done = outcome.done if read[0] else pins.cycle
                read = _appended(read, self.result(out, pins.width(out) // 8))
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
        outcome.results = [one[:size] for one in read]
        return outcome

    def _offer(self, parts: Sequence[bytes], width: int, *, last: bool) -> None:
        i = self.interface
        self.pins.put(f"{i.s}tvalid", 1)
        self.put([f"{i.s}tdata"], [part.ljust(width, b"\0") for part in parts], i.block_order)
        self._put_optional(f"{i.s}tkeep", _byte_mask(len(parts[0]), width, i.block_order))
        self._put_optional(f"{i.s}tlast", int(last))

    def _put_optional(self, port: str, value: int) -> None:
        if port in self.pins.device.ports:
            self.pins.put(port, value)


_DRIVERS: dict[str, type[Driver]] = {
    "block": _BlockDriver,
    "words": _WordDriver,
    "fixed": _PipelineDriver,
    "registers": _RegisterDriver,
    "stream": _StreamDriver,
    "axi-stream": _AxiStreamDriver,
}


def driver(core: CoreFile, function: CoreFunction, device: Device) -> Driver:
    """Returns the driver of a core's interface, with the core reset."""
    return _DRIVERS[core.interface.kind](core, function, device)
