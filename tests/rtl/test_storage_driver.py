"""Runs the C driver of the storage unit on the simulated unit."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from storage_demands import SMALL
from storage_model import ecb
from test_drivers import ARGUMENT, OK, OUT_OF_ORDER, REFUSED, TIMEOUT, WRONG_UNIT, Driver

from silicrypt.catalog.machines import SRAM
from silicrypt.verify import register_suite, storage
from silicrypt.verify.storage import StorageSession
from silicrypt.verify.storage_host import (
    BANKS,
    BLOCK,
    WORD,
    Event,
    Function,
    Interrupt,
    Read,
    Receive,
    Register,
    Response,
    Send,
    Status,
    Write,
)

pytestmark = pytest.mark.recorded()

WORDS = SMALL["BankWords"]
BANK = WORD * WORDS
ALL = BANKS * BANK
#: FIPS 197, appendix C: the plaintext, and its ciphertext under the key 00 01 02 ... of each size.
PLAIN = bytes.fromhex("00112233445566778899aabbccddeeff")
CIPHERTEXTS = {
    16: bytes.fromhex("69c4e0d86a7b0430d8cdb78070b4c55a"),
    24: bytes.fromhex("dda97ca4864cdfe06eaf70a0ec0d7191"),
    32: bytes.fromhex("8ea2b7ca516745bfeafc49904b496089"),
}
SEQ, PAR = Function.CIPHER_SEQ, Function.CIPHER_PAR
INV_SEQ, INV_PAR = Function.INV_CIPHER_SEQ, Function.INV_CIPHER_PAR


@dataclass
class Unit:
    """A simulated unit, as the driver accesses it."""

    session: StorageSession

    def read(self, address: int) -> int:
        """Reads a word."""
        return self._answer(Read(address))

    def write(self, address: int, value: int) -> None:
        """Writes a word."""
        self._answer(Write(address, value))

    def send(self, data: bytes) -> None:
        """Sends a frame for a transfer in."""
        self.session.answer(Send(data))

    def _answer(self, operation: Read | Write) -> int:
        answer = self.session.answer(operation)
        if answer.response != Response.OKAY:
            raise register_suite.Refused(str(operation))
        return answer.value


class Storage:
    """The driver on a unit.

    Attributes:
        session: the unit.
        driver: the driver.
    """

    def __init__(self, session: StorageSession, driver: Driver) -> None:
        self.session, self.driver = session, driver
        self._place = ctypes.create_string_buffer(ALL)

    def __call__(self, name: str, *arguments: object) -> int:
        """Calls a function without ``sil_storage_``."""
        return self.driver.call(f"storage_{name}", *arguments)

    def good(self, name: str, *arguments: object) -> None:
        """Makes a call that must succeed."""
        assert self(name, *arguments) == OK, name

    def read(self, address: int, size: int) -> tuple[int, bytes]:
        """Reads banks; returns the code, and the bytes if it is right."""
        code = self("read", address, self._place, size)
        return code, self._place.raw[:size] if code == OK else b""

    def put(self, address: int, data: bytes) -> None:
        """Writes banks of the host."""
        self.good("write", address, data, len(data))

    def key(self, key: bytes) -> None:
        """Loads a key."""
        self.good("key", key, len(key))

    def stick(self, register: int, *, high: int = 0, low: int = 0) -> None:
        """Makes bits of a register read as 1 or as 0."""
        self.driver.stick(ALL + register, high, low)


@contextmanager
def driven(folder: Path, *, ready: bool = True, **parameters: int) -> Iterator[Storage]:
    """Yields the driver on a unit, which refuses none of its accesses.

    Args:
        folder: where to compile the driver.
        ready: whether `sil_storage_init` was called.
        parameters: parameters that differ from `SMALL`.
    """
    with storage.session(**{**SMALL, **parameters}) as session:
        driver = Driver(Unit(session), folder)
        unit = Storage(session, driver)
        if ready:
            unit.good("init", WORDS)
        yield unit
        assert not driver.refused


@pytest.mark.parametrize("waits", ["poll", "interrupts"])
@pytest.mark.parametrize("banks", [{}, {SRAM: 2}], ids=["inside", "outside"])
def test_known_answers(tmp_path: Path, waits: str, banks: dict[str, int]) -> None:
    """Each function and key length, with keys from both sides and data in both ways."""
    with driven(tmp_path, **banks) as unit:
        if waits == "interrupts":
            unit.driver.wait(lambda: unit.session.answer(Interrupt()))
            unit.driver.polls(100)  # an exception in `wait` ends no wait
        for size, ciphertext in CIPHERTEXTS.items():
            key = bytes(range(size))
            unit.good("owners", 0)
            if size == 24:
                unit.put(3 * BANK, key)
                unit.good("owners", 8)
                unit.good("key_bank", 3 * BANK, size)
                unit.good("owners", 0)
                unit.good("clear", 3 * BANK, size)
                assert unit.read(3 * BANK, size) == (OK, bytes(size))
            else:
                unit.key(key)
            for function in (SEQ, PAR, INV_SEQ, INV_PAR):
                data, result = (PLAIN, ciphertext)[:: -1 if "INV" in function.name else 1]
                unit.good("owners", 0)
                if function in (SEQ, INV_PAR):
                    unit.put(BANK - BLOCK, data * 2)  # in two banks
                else:
                    unit.good("dma_in", BANK - BLOCK, 2 * BLOCK)
                    unit.driver.send(data * 2)
                    unit.good("dma_finish")
                unit.good("owners", 0b0111)
                unit.good("start", function, BANK - BLOCK, 2 * BANK, 2)
                unit.good("finish")
                unit.good("owners", 0)
                if function in (SEQ, INV_SEQ):
                    assert unit.read(2 * BANK, 2 * BLOCK) == (OK, result * 2)
                else:
                    unit.good("dma_out", 2 * BANK, 2 * BLOCK)
                    assert unit.session.answer(Receive(2 * BLOCK)).data == result * 2
                    unit.good("dma_finish")


#: Each wrong call, on a unit with a key and with bank 0 and 1 of the cipher side, and its code.
WRONG: dict[tuple[object, ...], int] = {
    ("init", WORDS - 1): ARGUMENT,
    ("init", WORDS // 2): ARGUMENT,
    ("init", 1 << 25): ARGUMENT,
    ("init", 1 << 31): ARGUMENT,
    ("key", None, 16): ARGUMENT,
    ("key", bytes(40), 0): ARGUMENT,
    ("key", bytes(40), 20): ARGUMENT,
    ("key", bytes(40), 40): ARGUMENT,
    ("key_bank", 0, 40): ARGUMENT,
    ("key_bank", 2, 16): ARGUMENT,
    ("key_bank", ALL, 16): ARGUMENT,
    ("key_bank", ALL - 8, 16): ARGUMENT,
    ("key_bank", 2 * BANK, 16): REFUSED,
    ("key_bank", 2 * BANK - 8, 16): REFUSED,
    ("owners", 16): ARGUMENT,
    ("owners", 1 << 31): ARGUMENT,
    ("write", 2 * BANK, None, 4): ARGUMENT,
    ("write", 2 * BANK + 1, bytes(4), 4): ARGUMENT,
    ("write", 2 * BANK, bytes(4), 3): ARGUMENT,
    ("write", ALL, bytes(4), 4): ARGUMENT,
    ("write", ALL - 4, bytes(8), 8): ARGUMENT,
    ("write", (1 << 32) - 4, bytes(8), 8): ARGUMENT,
    ("write", BANK, bytes(4), 4): REFUSED,
    ("write", 2 * BANK - 4, bytes(8), 8): REFUSED,
    ("read", 2 * BANK, None, 4): ARGUMENT,
    ("read", 0, bytes(4), 4): REFUSED,
    ("clear", 0, 4): REFUSED,
    ("clear", 2 * BANK, ALL): ARGUMENT,
    ("start", 0, 0, 0, 1): ARGUMENT,
    ("start", Function.LOAD, 0, 0, 1): ARGUMENT,
    ("start", Function.KEY_EXPANSION, 0, 0, 1): ARGUMENT,
    ("start", Function.DMA_IN, 0, 0, 1): ARGUMENT,
    ("start", 1 << 31, 0, 0, 1): ARGUMENT,
    ("start", PAR, 0, 0, 0): ARGUMENT,
    ("start", PAR, 0, 0, ALL // BLOCK + 1): ARGUMENT,
    ("start", PAR, 0, 0, 1 << 28): ARGUMENT,
    ("start", PAR, 0, 0, (1 << 32) - 1): ARGUMENT,
    ("start", PAR, 1, 0, 1): ARGUMENT,
    ("start", PAR, 0, 2, 1): ARGUMENT,
    ("start", PAR, 0, 4, 1): ARGUMENT,  # results overwrite blocks
    ("start", PAR, ALL - 12, 0, 1): ARGUMENT,
    ("start", PAR, 0, ALL, 1): ARGUMENT,
    ("start", PAR, 0, 2 * BANK, 1): REFUSED,
    ("start", PAR, 3 * BANK, 0, 1): REFUSED,
    ("start", PAR, 2 * BANK - 8, 0, 1): REFUSED,
    ("finish",): OUT_OF_ORDER,
    ("dma_in", 0, 4): REFUSED,
    ("dma_out", 2 * BANK - 4, 8): REFUSED,
    ("dma_in", 2 * BANK, 0): ARGUMENT,
    ("dma_in", 2 * BANK, 6): ARGUMENT,
    ("dma_out", 2 * BANK + 2, 4): ARGUMENT,
    ("dma_out", ALL - 4, 8): ARGUMENT,
    ("dma_finish",): OUT_OF_ORDER,
}


def test_wrong_calls_are_refused(tmp_path: Path) -> None:
    """They change nothing, and the unit refuses none of their accesses."""
    key = bytes(range(16))
    with driven(tmp_path) as unit:
        for address in range(0, ALL, BANK):
            unit.put(address, PLAIN * (BANK // BLOCK))
        unit.key(key)
        unit.good("owners", 0b0011)
        for call, code in WRONG.items():
            assert unit(*call) == code, call
            if call[0] == "init":
                assert unit("owners", 0) == OUT_OF_ORDER
                unit.good("init", WORDS)
        unit.good("start", PAR, 0, 0, 1)
        unit.good("finish")
        unit.good("owners", 0)
        block = ecb(key, PLAIN)
        assert unit.read(0, ALL) == (OK, block + PLAIN * (ALL // BLOCK - 1))


def test_no_call_works_before_init(tmp_path: Path) -> None:
    calls: list[tuple[object, ...]] = [
        *(("key", PLAIN, 16), ("key_bank", 0, 16), ("owners", 0), ("write", 0, PLAIN, 16)),
        *(("read", 0, bytes(4), 4), ("clear", 0, 4), ("start", PAR, 0, 0, 1), ("finish",)),
        *(("dma_in", 0, 4), ("dma_out", 0, 4), ("dma_finish",), ("dma_stop",), ("wipe",)),
    ]
    with driven(tmp_path, ready=False) as unit:
        for call in calls:
            assert unit(*call) == OUT_OF_ORDER, call
        unit.good("init", WORDS)
        # A unit with other banks, whose INFO is read from a bank: the bus has no higher address.
        assert unit("init", 2 * WORDS) == WRONG_UNIT
        assert unit("wipe") == OUT_OF_ORDER


def test_one_function_and_one_transfer(tmp_path: Path) -> None:
    """What is unfinished stays so; a function and a transfer run at the same time."""
    with driven(tmp_path) as unit:
        unit.put(0, PLAIN * 16)
        unit.good("owners", 1)
        assert unit("start", SEQ, 0, 0, 16) == REFUSED  # without a key
        unit.key(bytes(range(16)))
        unit.good("start", SEQ, 0, 0, 16)
        unit.good("dma_in", BANK, BLOCK)
        for call in (
            *(("start", SEQ, 0, 0, 1), ("key", PLAIN, 16), ("key_bank", 0, 16)),
            *(("dma_in", BANK, 4), ("dma_out", BANK, 4)),
        ):
            assert unit(*call) == OUT_OF_ORDER, call
        unit.driver.send(PLAIN)
        unit.good("dma_finish")
        unit.good("owners", 0)  # waits for the function
        assert unit("start", SEQ, 0, 0, 1) == OUT_OF_ORDER
        unit.good("finish")
        assert unit.read(0, BANK + BLOCK) == (OK, CIPHERTEXTS[16] * 16 + PLAIN)


def test_transfers_that_do_not_end(tmp_path: Path) -> None:
    with driven(tmp_path) as unit:
        unit.driver.polls(50)
        unit.good("dma_in", 0, 2 * BLOCK)
        assert unit("dma_finish") == TIMEOUT
        assert unit("owners", 1) == TIMEOUT  # the transfer uses the bank
        assert unit("write", 0, PLAIN, BLOCK) == REFUSED  # its owner is about to change
        unit.good("dma_stop")
        assert unit("dma_finish") == OUT_OF_ORDER
        unit.good("owners", 1)
        unit.good("owners", 0)
        unit.good("dma_in", 0, 2 * BLOCK)
        unit.driver.send(PLAIN)  # a short frame
        assert unit("dma_finish") == REFUSED
        unit.good("dma_stop")
        unit.good("dma_in", 0, BLOCK)
        unit.driver.send(PLAIN)
        unit.good("dma_finish")
        assert unit.read(0, BLOCK) == (OK, PLAIN)


@pytest.mark.parametrize("ending", ["wipe", "reset"])
def test_a_function_that_is_ended(tmp_path: Path, ending: str) -> None:
    with driven(tmp_path) as unit:
        unit.key(PLAIN)
        unit.good("owners", 1)
        unit.good("start", SEQ, 0, 0, 16)
        if ending == "wipe":
            unit.good("wipe")
        else:
            unit.session.reset()
            unit.session.idle(100)
        assert unit("finish") == OUT_OF_ORDER
        unit.good("owners", 1)
        assert unit("start", SEQ, 0, 0, 1) == REFUSED
        unit.key(bytes(range(16)))
        unit.good("start", SEQ, 0, 0, 1)
        unit.good("finish")


def test_another_master_ends_a_function(tmp_path: Path) -> None:
    """The driver says that the function has not processed all blocks."""
    with driven(tmp_path) as unit:
        unit.key(PLAIN)
        unit.good("owners", 1)
        unit.good("start", SEQ, 0, 0, 16)
        unit.session.answer(Write(ALL + Register.CONTROL, 1))
        assert unit("finish") == REFUSED


@pytest.mark.parametrize(
    ("before", "register", "high", "call"),
    [
        ((), Register.STATUS, 1 << Status.WIPING, ("init", WORDS)),
        ((), Register.STATUS, 1 << Status.WIPING, ("wipe",)),
        ((), Register.STATUS, 1 << Status.KEYED, ("wipe",)),
        ((), Register.OWNERS, 1, ("owners", 0)),
        ((("start", SEQ, 0, 0, 1),), Register.STATUS, 1 << Status.BUSY, ("finish",)),
        ((("dma_in", BANK, 4),), Register.STATUS, 1 << Status.DMA_BUSY, ("dma_finish",)),
        ((("dma_in", BANK, 4),), Register.STATUS, 1 << Status.DMA_BUSY, ("dma_stop",)),
    ],
)
def test_each_wait_ends(
    tmp_path: Path,
    before: tuple[tuple[object, ...], ...],
    register: Register,
    high: int,
    call: tuple[object, ...],
) -> None:
    """A unit that does not answer, and works again afterwards."""
    with driven(tmp_path) as unit:
        unit.key(PLAIN)
        unit.good("owners", 1)
        for one in before:
            unit.good(*one)
        unit.driver.polls(50)
        unit.stick(register, high=high)
        assert unit(*call) == TIMEOUT
        unit.driver.polls(0)
        unit.stick(register)
        for one in (("dma_stop",), ("init", WORDS), ("wipe",), ("key", PLAIN, 16), ("owners", 1)):
            unit.good(*one)
        unit.good("start", PAR, 0, 0, 1)
        unit.good("finish")


@pytest.mark.parametrize("prot", [0, 2, 3])
def test_a_master_that_is_not_trusted(tmp_path: Path, prot: int) -> None:
    """No call that the unit refuses returns SIL_OK."""
    with driven(tmp_path) as unit:
        unit.key(PLAIN)
        unit.session.protect(prot)
        for call in (
            *(("key", PLAIN, 16), ("key_bank", 0, 16), ("owners", 0), ("owners", 3), ("wipe",)),
            *(("write", 3 * BANK, PLAIN, 16), ("read", 3 * BANK, bytes(16), 16)),
            *(("clear", 3 * BANK, 16), ("start", PAR, 0, 0, 1), ("dma_in", 3 * BANK, 4)),
        ):
            assert unit(*call) == REFUSED, call
        unit.session.protect(1)
        unit.driver.refused.clear()
        unit.good("dma_stop")
        unit.good("owners", 1)
        unit.good("start", PAR, 0, 0, 1)  # the key is still there
        unit.good("finish")


@dataclass
class Model:
    """What the header promises: the code of any call in any state, and what is in the banks."""

    memory: bytearray = field(default_factory=lambda: bytearray(ALL))
    key: bytes = b""
    owners: int = 0
    function: bool = False
    transfer: int = OUT_OF_ORDER

    def where(self, address: int, size: int, owner: int) -> int:
        """Returns the code for a buffer that must be in banks of an owner."""
        if address % WORD or size % WORD or address >= ALL or address + size > ALL:
            return ARGUMENT
        banks = {at // BANK for at in range(address, address + size, WORD)}
        return REFUSED if any(self.owners >> bank & 1 != owner for bank in banks) else OK

    def start(self, function: Function, source: int, destination: int, blocks: int) -> int:
        """Returns the code of a start, which changes the banks at once."""
        size = BLOCK * blocks
        if self.function:
            return OUT_OF_ORDER
        if not blocks or source < destination < source + size:
            return ARGUMENT
        code = self.where(source, size, 1) or self.where(destination, size, 1)
        if code or not self.key:
            return code or REFUSED
        data = bytes(self.memory[source : source + size])
        result = ecb(self.key, data, "INV" in function.name)
        self.memory[destination : destination + size] = result
        self.function = True
        return OK


@pytest.mark.parametrize("seed", [1, 2])
def test_any_calls(tmp_path: Path, seed: int) -> None:
    choose, model = random.Random(seed), Model()
    with driven(tmp_path) as unit:
        unit.good("clear", 0, ALL)
        unit.driver.wait(lambda: unit.session.idle(1))
        for _ in range(1500):
            address = choose.choice((0, BANK, 2 * BANK, 3 * BANK)) + choose.choice((0, 4, 64, 252))
            other = choose.choice((0, BANK, 2 * BANK, 3 * BANK)) + choose.choice((0, 16, 64, 248))
            size = choose.choice((0, 4, 8, 16, 32, 48, 6))
            data = choose.randbytes(size)
            match choose.choice(_CALLS):
                case "owners":
                    model.owners = choose.randrange(16)
                    unit.good("owners", model.owners)
                case "key":
                    key = choose.randbytes(choose.choice((16, 24, 32)))
                    assert unit("key", key, len(key)) == (OUT_OF_ORDER if model.function else OK)
                    model.key = model.key if model.function else key
                case "key_bank":
                    size = choose.choice((16, 24, 32))
                    code = OUT_OF_ORDER if model.function else model.where(address, size, 1)
                    assert unit("key_bank", address, size) == code
                    model.key = bytes(model.memory[address:][:size]) if code == OK else model.key
                case "write":
                    code = model.where(address, size, 0)
                    assert unit("write", address, data, size) == code
                    model.memory[address : address + size] = (
                        data if code == OK else model.memory[address : address + size]
                    )
                case "read":
                    code = model.where(address, size, 0)
                    there = bytes(model.memory[address : address + size])
                    assert unit.read(address, size) == (code, there if code == OK else b"")
                case "start":
                    function = choose.choice((SEQ, PAR, INV_SEQ, INV_PAR))
                    blocks = choose.choice((0, 1, 1, 2, 4, 7))
                    code = model.start(function, address, other, blocks)
                    assert unit("start", function, address, other, blocks) == code
                case "finish":
                    assert unit("finish") == (OK if model.function else OUT_OF_ORDER)
                    model.function = False
                case "dma_in":
                    code = model.where(address, size, 0) if size else ARGUMENT
                    idle = model.transfer == OUT_OF_ORDER
                    assert unit("dma_in", address, size) == (code if idle else OUT_OF_ORDER)
                    if idle and code == OK:
                        sent = choose.choice((size, size, WORD))
                        unit.driver.send(data[:sent])
                        unit.session.idle(40)
                        model.memory[address : address + sent] = data[:sent]
                        model.transfer = OK if sent == size else REFUSED
                case "dma_out":
                    code = model.where(address, size, 0) if size else ARGUMENT
                    idle = model.transfer == OUT_OF_ORDER
                    assert unit("dma_out", address, size) == (code if idle else OUT_OF_ORDER)
                    if idle and code == OK:
                        found = unit.session.answer(Receive(size)).data
                        assert found == model.memory[address : address + size]
                        model.transfer = OK
                case "dma_finish":
                    assert unit("dma_finish") == model.transfer
                    model.transfer = OUT_OF_ORDER
                case "dma_stop":
                    unit.good("dma_stop")
                    model.transfer = OUT_OF_ORDER
                case "wipe" if not model.function:  # a part of its result would be in the bank
                    unit.good("wipe")
                    model.key = b""
        assert not unit.session.answer(Read(ALL + Register.EVENTS)).value >> Event.REFUSED & 1


_CALLS = (
    *("owners", "key", "key_bank", "write", "read", "start", "finish", "start", "finish"),
    *("write", "read", "dma_in", "dma_out", "dma_finish", "dma_finish", "dma_stop", "wipe"),
)
