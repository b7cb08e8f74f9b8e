"""Random host programs for the storage unit, legal and illegal, compared with the model.

The host acts at any time: it gives commands while others run, writes keys word by word and twice,
stops transfers, wipes and resets in any cycle, and makes accesses as untrusted masters. If the
outcome depends on the exact cycle, both outcomes are accepted, but later behaviour must match.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from storage_model import Expected, Model, traffic

from silicrypt.verify.storage import StorageSession
from silicrypt.verify.storage_host import (
    BANKS,
    BLOCK,
    WORD,
    Answer,
    Control,
    End,
    Event,
    Function,
    Host,
    Read,
    Register,
    Response,
    Send,
    Status,
    Write,
)

_CORE, _DMA, _WIPING = 1 << Status.BUSY, 1 << Status.DMA_BUSY, 1 << Status.WIPING
_ANY = _CORE | _DMA | _WIPING
_CIPHERS = range(Function.CIPHER_SEQ, Function.INV_CIPHER_PAR + 1)


@dataclass
class _Stepwise(Model):
    """The model without transfers. The fuzzer tracks them, because they depend on both streams."""

    def _transfer(self, function: Function) -> Expected:
        self.events |= 1 << Event.DMA
        address, size = self.plain[Register.DMA_ADDRESS], WORD * self.plain[Register.DMA_WORDS]
        trusted = self.trusted and not self.doubt & {Register.DMA_ADDRESS, Register.DMA_WORDS}
        self.end, self.moved = self._refuses(address, size, False, trusted), 0
        return Expected(starts=True)


@dataclass
class _Transfer:
    """A transfer in progress.

    Attributes:
        out: whether it moves data from the banks to the host.
        address: address of its first byte.
        words: number of words in its register at the start.
        end: how it ends if it is not stopped.
        expected: the words that move.
        trusted: whether a trusted master started it.
        stopped: whether it was told to stop.
    """

    out: bool
    address: int
    words: int
    end: End
    trusted: bool
    expected: list[int] = field(default_factory=list)
    stopped: bool = False


@dataclass
class _Run:
    """A function in progress: how it ends if not wiped, and the results it may have written."""

    end: End
    destination: int = 0
    before: bytes = b""
    stopped: bool = False


class Fuzzer:
    """A host that performs random actions.

    Attributes:
        cycles: cycles of the unit so far.
        seen: counts of the ends of functions and transfers, and of other events.
    """

    def __init__(self, unit: StorageSession, host: Host, seed: int, protection: int = 0) -> None:
        """Clears the banks.

        Args:
            unit: the unit after its reset.
            host: a host for the size of the unit.
            seed: seed of all random choices.
            protection: parameter `Protection` of the unit; bank 3 is the bank for keys.
        """
        self.unit, self.host, self.rng = unit, host, random.Random(seed)
        self.protection = protection
        self.cycles = 0
        self.seen = Counter[str]()
        self.size = BANKS * host.bank_bytes
        self.rates = 0.0, 0.0  # stall rates
        self.queue: list[int] = []  # words of a frame that the unit has not accepted
        self.beats: list[tuple[int, bool, bool]] = []  # beats before those of a transfer
        self.run: _Run | None = None
        self.transfer: _Transfer | None = None
        self.model = self._fresh()
        self._until(_ANY)
        self._put(0, bytes(self.size))

    def go(self, cycles: int) -> None:
        """Performs random actions for at least this number of cycles."""
        actions = [
            (self._traffic, 12), (self._key, 12), (self._load, 6), (self._cipher, 12),
            (self._dma, 12), (self._master, 3 if self.protection else 0), (self._stalls, 2),
            (self._reset, 0.1), (self._check, 0.5),
        ]  # fmt: skip
        choices, weights = zip(*actions, strict=True)
        while self.cycles < cycles:
            self.rng.choices(choices, weights)[0]()
        self._check()

    # Actions of the host.

    def _traffic(self) -> None:
        """Makes random accesses to random addresses."""
        for _ in range(self.rng.randrange(1, 8)):
            self._do(traffic(self.rng, self.model))

    def _key(self) -> None:
        """Writes a key word by word, possibly incomplete or with a repeated word, and uses it."""
        rng = self.rng
        if rng.random() < 0.5:
            self._write(Register.KEY_LENGTH, rng.choice((0, 0, 1, 2)))
        indices = list(range(self.model.words))
        rng.shuffle(indices)
        drop = rng.choice((0, 0, 0, 0, 0, 1))
        indices = indices[drop:] + rng.choices(range(8), k=rng.choice((0, 0, 0, 0, 1, 2)))
        for index in indices:
            self._write(Register.KEY + WORD * index, rng.choice((0, rng.getrandbits(32))))
        self._use()

    def _use(self) -> None:
        """Expands a key and uses it, whether the key is complete or not."""
        rng = self.rng
        if rng.random() < 0.8:
            self._write(Register.COMMAND, Function.KEY_EXPANSION)
        if rng.random() < 0.8:
            self._cipher()
        while rng.random() < 0.3:
            index = rng.randrange(self.model.words)
            self._write(Register.KEY + WORD * index, rng.getrandbits(32))
            self._write(Register.COMMAND, rng.choice((2, 2, *_CIPHERS)))

    def _load(self) -> None:
        """Loads a key from a bank, possibly owned by the core and from an illegal address."""
        rng = self.rng
        self._write(Register.OWNERS, rng.choice((15, 15, rng.randrange(16))))
        with self._another():
            self._write(Register.SOURCE, self._address(WORD * 8))
        self._write(Register.COMMAND, Function.LOAD)
        self._use()

    def _cipher(self) -> None:
        """Processes blocks between random addresses."""
        rng = self.rng
        if not self.model.schedule and rng.random() < 0.5:
            for index in range(self.model.words):
                if index not in self.model.key:
                    self._write(Register.KEY + WORD * index, rng.getrandbits(32))
            self._write(Register.COMMAND, Function.KEY_EXPANSION)
        self._write(Register.OWNERS, rng.choice((15, 15, 7, rng.randrange(16))))
        blocks = rng.choice((0, 1, 1, 2, 3, 9))
        self._write(Register.BLOCKS, blocks)
        source = self._address(BLOCK * blocks)
        self._write(Register.SOURCE, source)
        near = source + WORD * rng.randrange(-8, 9)
        target = self._address(BLOCK * blocks) if rng.random() < 0.7 else max(near, 0)
        self._write(Register.DESTINATION, target)
        self._write(Register.COMMAND, rng.choice(_CIPHERS))

    def _dma(self) -> None:
        """Starts a transfer from or to a random address."""
        rng = self.rng
        self._write(Register.OWNERS, rng.choice((0, 0, 0, 8, rng.randrange(16))))
        words = rng.choice((0, 1, 2, 3, 5, 20, 40))
        self._write(Register.DMA_WORDS, words)
        with self._another():
            self._write(Register.DMA_ADDRESS, self._address(WORD * words))
        self._write(Register.DMA_COMMAND, rng.choice((Function.DMA_IN, Function.DMA_OUT)))

    def _address(self, size: int) -> int:
        """Returns an address at which this number of bytes fits, or rarely an illegal one."""
        if self.rng.random() < 0.1:
            return self.rng.choice((self.size - 4, self.size, 2, 1 << 31, self.size - size + 4))
        return WORD * self.rng.randrange(max(1, (self.size - size) // WORD + 1))

    def _master(self) -> None:
        """Switches to another master on the bus."""
        prot = self.rng.choice((1, 1, 1, *range(8)))
        self._as(prot)

    @contextmanager
    def _another(self) -> Iterator[None]:
        """Sometimes makes the accesses inside come from an untrusted master."""
        between = self.protection and self.model.trusted and self.rng.random() < 0.2
        if between:
            self._as(2)
        yield
        if between:
            self._as(1)

    def _as(self, prot: int) -> None:
        self.unit.protect(prot)
        missing = (self.protection & 1 and not prot & 1) or (self.protection & 2 and prot & 2)
        self.model.trusted = not missing
        self.seen["trusted" if self.model.trusted else "not trusted"] += 1

    def _stalls(self) -> None:
        into, out = (self.rng.choice((0.0, 0.0, 0.3, 0.9)) for _ in range(2))
        self.rates = into, out
        self.unit.stall(into, out, self.rng.getrandbits(30))

    # Commands, and the actions of the host while they run.

    def _write(self, register: int, value: int) -> None:
        self._do(Write(self.host.address(register), value))

    def _do(self, operation: Read | Write) -> None:
        """Makes an access to an idle unit, and waits for the end of what it starts."""
        self._access(operation)
        if self.run or self.transfer:
            for _ in range(self.rng.choice((0, 1, 2, 6))):
                self._meanwhile()
        self._finish()

    def _access(self, operation: Read | Write, answer: Answer | None = None) -> None:
        """Makes an access whose answer must be that of the model."""
        before = bytes(self.model.memory)
        expected = self.model.answer(operation)
        answer = answer or self._answer(operation)
        assert answer.response == expected.response, f"{operation}: {answer}"
        if isinstance(operation, Read) and expected.value is not None:
            assert answer.value == expected.value, f"{operation}: {answer.value:#x}"
        if not expected.starts or isinstance(operation, Read):
            return
        register = operation.address - self.size & ~3
        if register == Register.DMA_COMMAND:
            self._begin(Function(operation.data))
        elif register == Register.COMMAND:
            self.run = _Run(self.model.end)
            if operation.data in _CIPHERS:
                self.run.destination, self.run.before = (
                    self.model.plain[Register.DESTINATION],
                    before,
                )
        # A wipe ends everything that runs.
        elif self.run:
            self.run.stopped = True

    def _begin(self, function: Function) -> None:
        """Begins a transfer and computes the words that move if it is not disturbed."""
        model = self.model
        address, words = model.plain[Register.DMA_ADDRESS], model.plain[Register.DMA_WORDS]
        moves = _Transfer(function == Function.DMA_OUT, address, words, model.end, model.trusted)
        self.transfer = moves
        if moves.end != End.DONE:
            return
        if moves.out:
            part = model.memory[address : address + WORD * words]
            moves.expected = [
                int.from_bytes(part[i : i + WORD], "little") for i in range(0, len(part), WORD)
            ]
            return
        if words and not self.queue:
            length = self.rng.choice((words, words, words, max(1, words - 1), words + 2))
            self.queue = [self.rng.getrandbits(32) for _ in range(length)]
            self.unit.answer(Send(b"".join(word.to_bytes(WORD, "little") for word in self.queue)))
        moves.expected = self.queue[:words]
        if words and len(self.queue) != words:
            moves.end = End.LENGTH

    def _stop(self, moves: _Transfer) -> None:
        """Stops a transfer. It may not be that of a trusted master, unless it has just ended."""
        operation = Write(self.host.address(Register.CONTROL), 1 << Control.STOP_DMA)
        answer = self._answer(operation)
        if moves.trusted and not self.model.trusted and answer.response == Response.SLVERR:
            self.model.events |= 1 << Event.REFUSED
            self.model.refused = operation.address | 1
            self.seen["a stop refused"] += 1
            return
        self._access(operation, answer)
        # A stop that is accepted from an untrusted master comes after the end.
        moves.stopped |= self.model.trusted or not moves.trusted

    def _meanwhile(self) -> None:
        """Performs a random action while a function or a transfer runs."""
        rng, host = self.rng, self.host
        choice = rng.random()
        if choice < 0.35:
            self.unit.idle(count := rng.choice((1, 2, 3, 8, 30, rng.randrange(1, 300))))
            self.cycles += count
        elif choice < 0.55 and self.transfer:
            self._stop(self.transfer)
        elif choice < 0.57:
            self._access(Write(host.address(Register.CONTROL), 1 << Control.WIPE))
        elif choice < 0.575:
            self._reset()
        elif choice < 0.75:
            self._access(
                Write(host.address(rng.choice((0x20, 0x24, 0x28, 0x30, 0x34))), rng.randrange(64))
            )
        elif choice < 0.9:
            self._while_busy()
        else:
            # Banks that a function or a transfer uses change their owner at its end.
            self._access(Write(host.address(Register.OWNERS), rng.randrange(16)))

    def _while_busy(self) -> None:
        """Makes an access that a busy unit refuses; a unit that has just ended may accept it."""
        rng, host = self.rng, self.host
        dma = self.transfer is not None and rng.random() < 0.5
        register = (
            Register.DMA_COMMAND
            if dma
            else rng.choice(
                (Register.COMMAND, Register.KEY_LENGTH, Register.KEY, Register.KEY + 12)
            )
        )
        values: dict[int, int] = {
            Register.DMA_COMMAND: Function.DMA_IN,
            Register.COMMAND: rng.randrange(1, 7),
        }
        value = values.get(register, rng.randrange(3))
        mask = _DMA if dma else _CORE | _WIPING
        operation = Write(host.address(register), value)
        runs = self.transfer if dma else self.run
        if not self._status() & mask or (runs and runs.stopped):
            return
        answer = self._answer(operation)
        if answer.response == Response.SLVERR:
            self.model.events |= 1 << Event.REFUSED
            self.model.refused = operation.address | 1
            self.seen["refused"] += 1
            return
        # The unit accepted it: the previous function has ended, and its end is no longer visible.
        assert answer.response == Response.OKAY
        if dma and self.transfer:
            self._moves(self.transfer, len(self.transfer.expected))
        if register in (Register.COMMAND, Register.DMA_COMMAND):
            self.seen["one after another"] += 1
        self._access(operation, answer)

    # Checks of the outcome.

    def _finish(self) -> None:
        """Waits for the end of all activity and checks everything that is visible."""
        status = self._until(_ANY)
        self._finish_function(status)
        self._finish_transfer(status)
        known = {
            Status.KEY_COMPLETE: self.model.key_complete,
            Status.KEYED: bool(self.model.schedule),
        }
        for bit, value in known.items():
            assert bool(status >> bit & 1) == value, f"{bit.name} is not {value}"

    def _finish_function(self, status: int | None = None) -> None:
        run, self.run = self.run, None
        if run is None:
            return
        end = End((self._status() if status is None else status) >> 12 & 7)
        self.seen[end.name] += 1
        if not (run.stopped and end == End.STOPPED):
            assert end == run.end, f"a function ended with {end.name}, not {run.end.name}"
            return
        if run.before:
            self._either(run.before)

    def _finish_transfer(self, status: int | None = None) -> None:
        moves, self.transfer = self.transfer, None
        if moves is None:
            return
        end = End((self._status() if status is None else status) >> 20 & 7)
        moved = self._answer(Read(self.host.address(Register.DMA_MOVED))).value
        self.seen[f"transfer {end.name}"] += 1
        beats = [(beat.word, beat.last, beat.stopped) for beat in self.unit.beats()]
        if end == End.STOPPED:
            assert moves.stopped, "nobody stopped the transfer"
            assert moved < moves.words or not moves.words, "it moved all and says STOPPED"
            assert moved <= len(moves.expected), "it moved words that it may not"
        else:
            assert end == moves.end, f"a transfer ended with {end.name}, not {moves.end.name}"
            assert moved == len(moves.expected), f"{moved} of {moves}"
        self._moves(moves, moved)
        closed = [(0, True, True)] if moves.out and end == End.STOPPED and moved else []
        assert beats == self.beats + closed, f"{beats} is not {self.beats + closed}"
        self.beats.clear()
        self.model.moved = moved

    def _moves(self, moves: _Transfer, moved: int) -> None:
        """Checks that the moved words are in the banks, or were received as beats."""
        for i, word in enumerate(moves.expected[:moved]):
            if moves.out:
                self.beats.append((word, i + 1 == moves.words, False))
            else:
                start = moves.address + WORD * i
                self.model.memory[start : start + WORD] = word.to_bytes(WORD, "little")
        if not moves.out:
            self.queue = self.queue[moved:]

    def _reset(self) -> None:
        """Resets in any cycle: registers are as after power-on, banks keep their content."""
        old = self.run.before if self.run and self.run.before else bytes(self.model.memory)
        new, moves = bytearray(self.model.memory), self.transfer
        if moves and not moves.out:
            for i, word in enumerate(moves.expected):
                start = moves.address + WORD * i
                new[start : start + WORD] = word.to_bytes(WORD, "little")
        before = old
        self.unit.reset()
        self.seen["reset"] += 1
        trusted = self.model.trusted
        self.model, self.queue, self.beats = self._fresh(), [], []
        self.model.memory, self.model.trusted = new, trusted
        self.run = self.transfer = None
        self._until(_ANY)
        self._either(before)

    def _fresh(self) -> _Stepwise:
        model = _Stepwise(self.host.bank_words)
        model.key_banks = 8 if self.protection else 0
        return model

    def _either(self, before: bytes) -> None:
        """Checks that each word in the banks has its previous value or that of the model."""
        found, after = self._get(), self.model.memory
        for start in range(0, self.size, WORD):
            word = found[start : start + WORD]
            assert word in (before[start : start + WORD], after[start : start + WORD]), hex(start)
        self.model.memory = bytearray(found)

    def _check(self) -> None:
        """Checks that the banks are as in the model."""
        assert self._get() == bytes(self.model.memory)

    # Without the model: reads all banks and then restores the registers.

    def _get(self) -> bytes:
        """Reads every word as a trusted master and restores the registers."""
        return self._moved(Function.DMA_OUT, 0, self.size)

    def _put(self, address: int, data: bytes) -> None:
        self.unit.answer(Send(data))
        self._moved(Function.DMA_IN, address, len(data))

    def _moved(self, function: Function, address: int, size: int) -> bytes:
        model, trusted = self.model, self.model.trusted
        self._until(_ANY)
        self.unit.protect(1)
        self.unit.stall(0, 0)
        for register, value in (
            *((Register.OWNERS, 0), (Register.DMA_ADDRESS, address)),
            *((Register.DMA_WORDS, size // WORD), (Register.DMA_COMMAND, function)),
        ):
            answer = self._answer(Write(self.host.address(register), value))
            assert answer.response == Response.OKAY
        status = self._until(_ANY)
        assert status >> 20 & 7 == End.DONE
        beats = self.unit.beats()
        model.owners, model.moved = 0, size // WORD
        model.plain[Register.DMA_ADDRESS], model.plain[Register.DMA_WORDS] = address, size // WORD
        model.doubt -= {Register.DMA_ADDRESS, Register.DMA_WORDS}
        model.events |= 1 << Event.DMA
        self._as(1 if trusted else 2)
        self.unit.stall(*self.rates, self.rng.getrandbits(30))
        return b"".join(beat.word.to_bytes(WORD, "little") for beat in beats)

    def _answer(self, operation: Read | Write) -> Answer:
        answer = self.unit.answer(operation)
        self.cycles += answer.cycles
        return answer

    def _status(self) -> int:
        return self._answer(Read(self.host.address(Register.STATUS))).value

    def _until(self, mask: int) -> int:
        answer = self.unit.until(self.host.address(Register.STATUS), mask)
        self.cycles += answer.cycles
        assert not answer.value & mask, "it never ends"
        return answer.value
