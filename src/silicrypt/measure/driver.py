"""What all drivers share: jobs and their outcomes, constant inputs, the reset, and operands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from silicrypt.measure.core_file import CoreFile
from silicrypt.measure.device import Device
from silicrypt.measure.functions import CoreFunction
from silicrypt.measure.interfaces import CoreInterface

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
        device: the hardware.
        period: cycles from one block of a message to the next, whatever the core reports; None to
            wait until the core is ready.
        in_flight: the number of independent blocks that it takes before the first result.
    """

    interface: CoreInterface
    period: int | None = None
    in_flight = 1

    def __init__(self, core: CoreFile, function: CoreFunction, device: Device) -> None:
        """Takes a core in a device, sets its constant inputs and resets it."""
        self.core, self.function, self.device = core, function, device
        device.word_bytes = function.word_bytes
        self.interface = self.interface_of(core)
        self._key: Sequence[bytes] = ()
        self._ended = 0
        for name, value in core.tie.items():
            device.put(name, value)
        for command in (self.interface.encrypt, self.interface.decrypt):
            device.command(command, on=False)
        self.idle()
        self.reset()

    def interface_of(self, core: CoreFile) -> CoreInterface:
        """Returns the interface as this driver operates it."""
        return core.interface

    def idle(self) -> None:
        """Gives no command, and puts random values on the ports that carry data."""
        for command in self.interface.commands():
            self.device.command(command, on=False)
        self.device.noise(self.interface.data_ports())

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
            for level, cycles in ((1 - active, 1), (active, reset.cycles), (1 - active, 0)):
                self.device.put(reset.port, level)
                self.device.step(cycles)
        self.device.step(_AFTER_RESET)

    def prepare(self, job: CoreJob) -> None:
        """Resets the core if needed, and selects the direction."""
        self.reset_before_message()
        self.direct(job)

    def reset_before_message(self) -> None:
        """Resets the core if its file says so."""
        if self.core.reset is not None and self.core.reset.each_message:
            self.reset()

    def direct(self, job: CoreJob) -> None:
        """Selects encryption or decryption."""
        if self.function.kind == "cipher":
            chosen = self.interface.decrypt if job.decrypt else self.interface.encrypt
            self.device.command(chosen, on=True)

    def blocks(self, job: CoreJob) -> list[list[bytes]]:
        """Returns the blocks of a job, each with the bytes of every lane."""
        if self.function.kind == "cipher":
            return [list(job.data)]
        padded = self.interface.padding == "caller"
        lanes = [self.function.blocks(one, padded=padded) for one in job.data]
        return [list(block) for block in zip(*lanes, strict=True)]

    def is_new(self, keys: Sequence[bytes]) -> bool:
        """Returns whether there are keys that are not those of the present job, and notes them."""
        new = bool(keys) and list(keys) != list(self._key)
        if new:
            self._key = list(keys)
        return new

    def put_key(self, keys: Sequence[bytes]) -> None:
        """Puts a key on its ports. A key of HMAC is one block (FIPS 198-1, 4)."""
        if self.interface.key and keys:
            self.device.operand(self.interface.key, keys, self.interface.key_order)

    def result(self, ports: Sequence[str], size: int | None = None) -> list[bytes]:
        """Reads the result from ports, or a part of it with that number of bytes."""
        size = size or self.function.result_bytes
        return self.device.result(ports, size, self.interface.digest_order)


def joined(parts: Iterable[Sequence[bytes]], size: int) -> list[bytes]:
    """Returns some bytes of consecutive parts, each of which has those of every lane."""
    return [b"".join(lane)[:size] for lane in zip(*parts, strict=True)]


def split(lanes: Sequence[bytes], width: int) -> list[list[bytes]]:
    """Returns the consecutive parts of data of a width, each with those of every lane."""
    size = max(len(lanes[0]), 1)
    return [[one[at : at + width] for one in lanes] for at in range(0, size, width)]
