"""What all drivers share: jobs, outcomes, reset and keys."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from silicrypt.measure.core import Common, CoreFile
from silicrypt.measure.device import Device
from silicrypt.measure.functions import Function
from silicrypt.measure.pins import Pins

#: Cycles after a reset in which the core is left alone.
_AFTER_RESET = 4


@dataclass(frozen=True)
class Job:
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
class Outcome:
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

    interface: Common
    period: int | None = None
    in_flight = 1

    def __init__(self, core: CoreFile, function: Function, device: Device) -> None:
        """Takes a core in a device."""
        self.core, self.function = core, function
        self.pins = Pins(device)
        self._key: Sequence[bytes] = ()

    @abstractmethod
    def idle(self) -> None:
        """Sets the inputs of the interface to their values without a command."""

    def start(self) -> None:
        """Sets constant inputs and resets the core."""
        for name, value in self.core.tie.items():
            self.pins.put(name, value)
        self.idle()
        self.reset()

    def reset(self) -> None:
        """Resets the core, if it has a reset. The key is lost."""
        reset, self._key = self.core.reset, ()
        if reset is None:
            self.pins.step(_AFTER_RESET)
            return
        active = int(reset.active == "high")
        # A reset that is asynchronous acts on its edge, so it is first inactive.
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

    def run(self, jobs: Sequence[Job]) -> list[Outcome]:
        """Runs jobs one after another, as close together as the core permits.

        Raises:
            NotVerified: the core hangs.
        """
        return [self.job(job) for job in jobs]

    @abstractmethod
    def job(self, job: Job) -> Outcome:
        """Runs one job."""

    def blocks(self, job: Job) -> list[list[bytes]]:
        """Returns the blocks of a job, each with the bytes of every lane."""
        if self.function.kind == "cipher":
            return [list(job.data)]
        padded = self.interface.padding == "caller"
        lanes = [self.function.blocks(one, padded=padded) for one in job.data]
        return [list(block) for block in zip(*lanes, strict=True)]

    def direction(self, job: Job) -> None:
        """Selects encryption or decryption."""
        if self.function.kind == "cipher":
            chosen = self.interface.decrypt if job.decrypt else self.interface.encrypt
            self.pins.command(chosen, on=True)

    def put_key(self, keys: Sequence[bytes]) -> None:
        """Puts a key on its ports. A key of HMAC is one block (FIPS 198-1, 4)."""
        if self.interface.key:
            word = self.function.word_bytes
            self.pins.operand(self.interface.key, keys, self.interface.key_order, word)

    def result(self, ports: Sequence[str]) -> list[bytes]:
        """Reads the result from ports."""
        size, word = self.function.result_bytes, self.function.word_bytes
        return self.pins.result(ports, size, self.interface.digest_order, word)
