"""A model of the storage unit: the effect of any access on registers and banks; random accesses."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from silicrypt.verify.storage_host import (
    BANKS,
    BLOCK,
    WORD,
    Control,
    End,
    Event,
    Function,
    Host,
    Program,
    Read,
    Receive,
    Register,
    Response,
    Send,
    Status,
    Write,
)

_PLAIN = (
    *(Register.SOURCE, Register.DESTINATION, Register.BLOCKS),
    *(Register.DMA_ADDRESS, Register.DMA_WORDS),
)
_WRITTEN_ALONE = (Register.CONTROL, Register.COMMAND, Register.DMA_COMMAND)
_INVERSE = (Function.INV_CIPHER_SEQ, Function.INV_CIPHER_PAR)


def ecb(key: bytes, data: bytes, decrypt: bool = False) -> bytes:
    """Returns complete blocks, encrypted or decrypted by the library of Python."""
    cipher = Cipher(algorithms.AES(key), modes.ECB())
    return (cipher.decryptor() if decrypt else cipher.encryptor()).update(data)


@dataclass(frozen=True)
class Expected:
    """The expected outcome of an access: its value if known, and whether it starts something."""

    response: Response = Response.OKAY
    value: int | None = None
    starts: bool = False
    send: bytes = b""
    receive: bytes = b""


@dataclass
class Model:
    """Everything that a host can see of an idle unit."""

    bank_words: int
    memory: bytearray = field(init=False)
    plain: dict[int, int] = field(default_factory=lambda: dict.fromkeys(_PLAIN, 0))
    length: int = 0
    owners: int = 0
    enable: int = 0
    events: int = 0
    refused: int = 0
    moved: int = 0
    key: dict[int, bytes] = field(default_factory=dict)
    schedule: bytes = b""
    end: End = End.DONE
    #: Banks for keys, if the unit distinguishes masters.
    key_banks: int = 0
    #: Whether the access comes from a trusted master.
    trusted: bool = True
    #: Parameter registers that an untrusted master wrote last.
    doubt: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Clears the banks."""
        self.memory = bytearray(BANKS * WORD * self.bank_words)

    def answer(self, operation: Read | Write) -> Expected:
        """Performs an access and returns what is expected of the unit."""
        address = operation.address & ~3
        if address < len(self.memory):
            expected = self._bank(operation, address)
        else:
            expected = self._register(operation, address - len(self.memory))
        if expected.response != Response.OKAY:
            self.events |= 1 << Event.REFUSED
            self.refused = address | isinstance(operation, Write)
        return expected

    def _bank(self, operation: Read | Write, address: int) -> Expected:
        barred = 0 if self.trusted else self.key_banks
        if (self.owners | barred) >> address // (WORD * self.bank_words) & 1:
            return Expected(Response.SLVERR, 0)
        if isinstance(operation, Read):
            return Expected(value=int.from_bytes(self.memory[address : address + WORD], "little"))
        for i, byte in enumerate(operation.data.to_bytes(WORD, "little")):
            if operation.strobe >> i & 1:
                self.memory[address + i] = byte
        return Expected()

    def _register(self, operation: Read | Write, offset: int) -> Expected:
        known = offset < Register.CYCLES + WORD * len(Function)
        if not known:
            return Expected(Response.DECERR, 0)
        key = Register.KEY <= offset < Register.CYCLES
        if not self.trusted and self._guarded(operation, offset):
            return Expected(Response.SLVERR, 0)
        if isinstance(operation, Read):
            if key or offset in _WRITTEN_ALONE:
                return Expected(Response.SLVERR, 0)
            return Expected(value=self._value(offset))
        if operation.strobe != 0xF:
            return Expected(Response.SLVERR)
        if key:
            return self._key_word((offset - Register.KEY) // WORD, operation.data)
        return self._write(offset, operation.data)

    def _guarded(self, operation: Read | Write, offset: int) -> bool:
        """Returns whether only a trusted master may make the access."""
        if Register.KEY <= offset < Register.CYCLES:
            return True
        value = operation.data if isinstance(operation, Write) else 0
        if offset == Register.COMMAND:
            return value & 15 in (Function.LOAD, Function.KEY_EXPANSION)
        if offset == Register.CONTROL:
            return bool(value >> Control.WIPE & 1)
        return offset in (Register.OWNERS, Register.KEY_LENGTH)

    @property
    def words(self) -> int:
        """Number of words of a key."""
        return 4 + 2 * self.length

    @property
    def key_complete(self) -> bool:
        """Whether the key register has every word of a key."""
        return all(i in self.key for i in range(self.words))

    def _key_word(self, index: int, word: int) -> Expected:
        """Writes a key word, which clears the round keys; a repeated word begins another key."""
        if index >= self.words:
            return Expected(Response.SLVERR)
        if index in self.key:
            self.key = {}
        self.key[index], self.schedule = word.to_bytes(WORD, "little"), b""
        return Expected()

    def _value(self, offset: int) -> int | None:
        known: dict[int, int] = {
            **self.plain,
            Register.EVENTS: self.events,
            Register.INTERRUPTS: self.enable,
            Register.REFUSED: self.refused,
            Register.OWNERS: self.owners << 8 | self.owners,
            Register.KEY_LENGTH: self.length,
            Register.DMA_MOVED: self.moved,
            Register.INFO: (self.bank_words.bit_length() - 1) << 8,
        }
        return known.get(offset)

    def _write(self, offset: int, value: int) -> Expected:
        refused = Expected(Response.SLVERR)
        limits: dict[int, int] = {Register.CONTROL: 4, Register.EVENTS: 8, Register.INTERRUPTS: 8}
        limits |= {Register.OWNERS: 16, Register.KEY_LENGTH: 3, Register.CYCLES: 1}
        if offset in self.plain:
            self.plain[offset] = value
            (self.doubt.discard if self.trusted else self.doubt.add)(offset)
            return Expected()
        if offset in (Register.COMMAND, Register.DMA_COMMAND):
            transfer = (Function.DMA_IN, Function.DMA_OUT)
            if value not in range(9) or value == 0:
                return refused
            function = Function(value)
            if (function in transfer) != (offset == Register.DMA_COMMAND):
                return refused
            return self._transfer(function) if function in transfer else self._command(function)
        if value >= limits.get(offset, 0):
            return refused
        match offset:
            case Register.CONTROL:
                if value >> Control.WIPE & 1:
                    self.key, self.schedule = {}, b""
                    return Expected(starts=True)
            case Register.EVENTS:
                self.events &= ~value
            case Register.INTERRUPTS:
                self.enable = value
            case Register.OWNERS:
                self.owners = value
            case Register.KEY_LENGTH:
                self.length, self.key, self.schedule = value, {}, b""
        return Expected()

    def _refuses(
        self, address: int, size: int, core: bool, trusted: bool, barred: int | None = None
    ) -> End:
        if address % WORD or address + size > len(self.memory):
            return End.OUTSIDE
        mine = self.owners if core else ~self.owners
        if not trusted:
            mine &= ~(self.key_banks if barred is None else barred)
        used = {at // (WORD * self.bank_words) for at in range(address, address + size, WORD)}
        return End.DONE if all(mine >> bank & 1 for bank in used) else End.NOT_OWNER

    def _command(self, function: Function) -> Expected:
        self.events |= 1 << Event.CORE
        words, complete = self.words, self.key_complete
        source, destination = self.plain[Register.SOURCE], self.plain[Register.DESTINATION]
        if function == Function.KEY_EXPANSION:
            self.end = End.DONE if complete else End.NO_KEY
            if complete:
                self.schedule = b"".join(self.key[i] for i in range(words))
        elif function == Function.LOAD:
            self.key, self.schedule = {}, b""
            trusted = Register.SOURCE not in self.doubt
            self.end = self._refuses(source, WORD * words, True, trusted, 15)
            if self.end == End.DONE:
                for i in range(words):
                    self.key[i] = bytes(self.memory[source + WORD * i :][:WORD])
        else:
            self.end = self._cipher(function, source, destination)
        return Expected(starts=True)

    def _cipher(self, function: Function, source: int, destination: int) -> End:
        size = BLOCK * self.plain[Register.BLOCKS]
        registers = {Register.SOURCE, Register.DESTINATION, Register.BLOCKS}
        trusted = self.trusted and not self.doubt & registers
        ends = [self._refuses(at, size, True, trusted) for at in (source, destination)]
        if not self.schedule:
            return End.NO_KEY
        for end in (End.OUTSIDE, End.NOT_OWNER):
            if end in ends:
                return end
        if source < destination < source + size:
            return End.OVERLAP
        data = bytes(self.memory[source : source + size])
        result = ecb(self.schedule, data, function in _INVERSE)
        self.memory[destination : destination + size] = result
        return End.DONE

    def _transfer(self, function: Function) -> Expected:
        self.events |= 1 << Event.DMA
        address, size = self.plain[Register.DMA_ADDRESS], WORD * self.plain[Register.DMA_WORDS]
        trusted = self.trusted and not self.doubt & {Register.DMA_ADDRESS, Register.DMA_WORDS}
        self.end, self.moved = self._refuses(address, size, False, trusted), 0
        if self.end != End.DONE or not size:
            return Expected(starts=True)
        self.moved = size // WORD
        if function == Function.DMA_OUT:
            return Expected(starts=True, receive=bytes(self.memory[address : address + size]))
        data = random.Random(size + address).randbytes(size)
        self.memory[address : address + size] = data
        return Expected(starts=True, send=data)


def traffic(rng: random.Random, model: Model) -> Read | Write:
    """Returns a random access that is often legal."""
    banks, words = len(model.memory), model.bank_words
    address = WORD * rng.choice((rng.randrange(2 * BANKS * words), rng.randrange(BANKS * words)))
    if rng.random() < 0.7:
        address = banks + WORD * rng.randrange(40)
    if rng.random() < 0.3:
        address = banks + rng.choice((Register.COMMAND, Register.COMMAND, Register.DMA_COMMAND))
    if rng.random() < (0.3 if address >= banks else 0.5):
        return Read(address)
    values: dict[int, int] = {
        Register.CONTROL: rng.choice((0, 0, 0, 1, 5)),
        Register.OWNERS: rng.choice((0, 3, 15, 15, rng.randrange(18))),
        Register.COMMAND: rng.randrange(8),
        Register.DMA_COMMAND: rng.choice((6, 7, 8, 9)),
        Register.BLOCKS: rng.randrange(4),
        Register.DMA_WORDS: rng.randrange(12),
        Register.KEY_LENGTH: rng.choice((0, 0, 0, 1, 2, 3)),
        Register.EVENTS: rng.randrange(9),
        Register.INTERRUPTS: rng.randrange(9),
        Register.CYCLES: rng.randrange(2),
    }
    value = values.get(address - banks, rng.getrandbits(32))
    if address - banks in (Register.SOURCE, Register.DESTINATION, Register.DMA_ADDRESS):
        value = WORD * rng.randrange(BANKS * words) if rng.random() < 0.8 else rng.getrandbits(32)
    strobe = 0xF if rng.random() < 0.9 else rng.choice((1, 2, 4, 8, 3, 6, 12, 7, 14))
    return Write(address, value, strobe)


def end_of(host: Host, *command: int) -> Program[End]:
    """Runs a function and returns how it ends."""
    yield from host.start(Function(command[0]), *command[1:])
    return (yield from host.finish())


def begin_transfer(host: Host, function: Function, address: int, words: int) -> Program[None]:
    """Begins a transfer."""
    yield from host.write(Register.DMA_ADDRESS, address)
    yield from host.write(Register.DMA_WORDS, words)
    yield from host.write(Register.DMA_COMMAND, function)


def end_of_transfer(host: Host) -> Program[End]:
    """Waits for the end of a transfer and returns how it ended."""
    while (status := (yield from host.read(Register.STATUS))) & 1 << Status.DMA_BUSY:
        pass
    return End(status >> 20 & 7)


def random_traffic(host: Host, seed: int, steps: int) -> Program[set[End]]:
    """Makes random accesses, commands and transfers, and compares them with a model.

    Returns:
        How functions and transfers ended.
    """
    rng, model, size = random.Random(seed), Model(host.bank_words), BANKS * host.bank_bytes
    model.moved = model.plain[Register.DMA_WORDS] = host.bank_bytes
    busy = 1 << Status.BUSY | 1 << Status.DMA_BUSY | 1 << Status.WIPING
    fields: dict[int, int] = {Register.COMMAND: 8, Register.DMA_COMMAND: 16}
    ends = set[End]()
    yield from host.ready()
    yield from host.put(0, bytes(size))
    yield from host.write(Register.EVENTS, 7)
    for step in range(steps):
        operation = traffic(rng, model)
        expected, answer = model.answer(operation), (yield operation)
        assert answer.response == expected.response, f"{step}: {operation}"
        if isinstance(operation, Read) and expected.value is not None:
            assert answer.value == expected.value, f"{step}: {operation}"
        if isinstance(operation, Read) or not expected.starts:
            continue
        if expected.send:
            yield Send(expected.send)
        for _ in range(10_000):
            if not (status := (yield from host.read(Register.STATUS))) & busy:
                break
        assert not status & busy, f"{step}: {operation}"
        if expected.receive:
            assert (yield Receive(len(expected.receive))).data == expected.receive
        bit = fields.get(operation.address - host.address(0))
        if bit is not None:  # STATUS has the number of the function and how it ended
            assert status >> bit & 15 == operation.data, f"{step}: {operation}"
            assert status >> bit + 4 & 7 == model.end, f"{step}: {operation}"
            ends.add(model.end)
    yield from host.grant(0)
    assert (yield from host.get(0, size)) == bytes(model.memory)
    return ends
