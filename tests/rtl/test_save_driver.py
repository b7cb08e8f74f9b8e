"""Runs the C driver of save and restore on the simulated units with registers."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from test_drivers import (
    ARGUMENT,
    OK,
    OUT_OF_ORDER,
    REFUSED,
    TIMEOUT,
    WRONG_UNIT,
    Driver,
    driven,
)

from silicrypt import catalog
from silicrypt.drivers.maps import SaveRegister, SaveStatus
from silicrypt.models import sha2

UNITS = (
    *("sha256-save-axil", "sha512-save-apb"),
    *(
        pytest.param(name, marks=pytest.mark.full)
        for name in ("sha256-save-apb", "sha512-save-axil")
    ),
)


class Saved(ctypes.Structure):
    """`sil_hash_saved`."""

    _fields_ = (
        *(("bytes", ctypes.c_uint64), ("algorithm", ctypes.c_uint32), ("check", ctypes.c_uint32)),
        ("chaining", ctypes.c_uint8 * 64),
    )


class Save:
    """The driver on a unit.

    Attributes:
        driver: the driver.
        block: bytes of a block.
        size: bytes of a digest.
        saved: a place for a message.
    """

    def __init__(self, driver: Driver, name: str) -> None:
        self.driver, self._point = driver, catalog.get(name)
        self.block, self.size = (
            self._point.hash.block_bits // 8,
            self._point.hash.digest_bits // 8,
        )
        self.saved, self.place = Saved(), ctypes.create_string_buffer(64)

    def __call__(self, name: str, *arguments: object) -> int:
        """Calls a function without ``sil_hash_``; `Saved` stands for a pointer to it."""
        given = (ctypes.byref(one) if isinstance(one, Saved) else one for one in arguments)
        return self.driver.call(f"hash_{name}", *given)

    def digest(self, data: bytes) -> bytes:
        """Returns the digest of a message in Python."""
        return self._point.reference(data, b"")

    def chaining(self, data: bytes) -> bytes:
        """Returns the chaining value after blocks in Python."""
        return sha2.chained(self.block // 2, None, data)

    def update(self, data: bytes, choose: random.Random) -> None:
        """Appends bytes in parts."""
        at = 0
        while at < len(data):
            part = data[at : at + choose.choice((1, 3, 4, 16, 33, 200))]
            assert self("update", part, len(part)) == OK
            at += len(part)

    def ends(self, data: bytes) -> None:
        """Ends the open message, whose digest must be that of the data."""
        assert self("final", self.place, self.size) == OK
        assert self.place.raw[: self.size] == self.digest(data)

    def works(self) -> None:
        """Hashes a message."""
        assert self("init") == OK
        assert self("update", b"abc", 3) == OK
        self.ends(b"abc")


@contextmanager
def saving(name: str, folder: Path) -> Iterator[Save]:
    """Yields the driver on a simulated unit, which refuses none of its accesses."""
    with driven(name, folder) as driver:
        yield Save(driver, name)


@pytest.mark.parametrize("name", UNITS)
def test_messages_stop_and_continue(name: str, tmp_path: Path) -> None:
    """Parts of several messages in turn, and one of them continued more than once."""
    choose = random.Random(1)
    with saving(name, tmp_path) as unit:
        for _ in range(4):
            texts = [choose.randbytes(choose.randrange(5 * unit.block)) for _ in range(3)]
            open_ = {number: (0, Saved()) for number in range(len(texts))}
            while open_:
                number = choose.choice([*open_])
                data, (at, saved) = texts[number], open_[number]
                assert unit(*(("restore", saved) if at else ("init",))) == OK
                blocks = (len(data) - at) // unit.block
                if not blocks or choose.random() < 0.3:
                    unit.update(data[at:], choose)
                    unit.ends(data)
                    del open_[number]
                else:
                    end = at + unit.block * choose.randrange(1, blocks + 1)
                    unit.update(data[at:end], choose)
                    assert unit("save", saved) == OK
                    assert saved.bytes == end
                    open_[number] = end, saved
                    assert bytes(saved.chaining) == unit.chaining(data[:end]).ljust(64, b"\0")
                if choose.random() < 0.5:
                    unit.works()
        prefix = choose.randbytes(unit.block)
        assert unit("init") == OK
        unit.update(prefix, choose)
        assert unit("save", unit.saved) == OK
        for rest in (b"", b"one", b"another"):
            assert unit("restore", unit.saved) == OK
            unit.update(rest, choose)
            unit.ends(prefix + rest)
        assert unit("wipe") == OK
        unit.works()


def _stopped(unit: Save) -> None:
    block = bytes(range(unit.block))
    assert unit("init") == OK
    assert unit("update", block, unit.block) == OK
    assert unit("save", unit.saved) == OK


#: Calls that lead to each state.
STATES: dict[str, Callable[[Save], object]] = {
    "nothing": lambda _: None,
    "stopped": _stopped,
    "open": lambda unit: unit("init"),
    "within a block": lambda unit: (unit("init"), unit("update", b"abc", 3)),
    "block": lambda unit: (unit("init"), unit("update", bytes(unit.block), unit.block)),
    "restored": lambda unit: (_stopped(unit), unit("restore", unit.saved)),
    "restored block": lambda unit: (
        _stopped(unit),
        unit("restore", unit.saved),
        unit("update", bytes(unit.block), unit.block),
    ),
    "ended": lambda unit: unit.works(),
    "message by DMA": lambda unit: unit("init_dma"),
    "part by DMA": lambda unit: unit("part_dma", None),
    "wiped": lambda unit: (unit("init"), unit("wipe")),
}
_FREE = ("nothing", "stopped", "ended", "wiped")
_OPEN = ("open", "within a block", "block", "restored", "restored block")
#: Whether the message by DMA would be waited for.
_WAITS = {("message by DMA", "final"), ("part by DMA", "save")}
CODES = {
    "init": dict.fromkeys(_FREE, OK),
    "restore": dict.fromkeys(_FREE, OK),
    "part_dma": dict.fromkeys(_FREE, OK),
    "update": dict.fromkeys(_OPEN, OK),
    "final": dict.fromkeys(_OPEN, OK),
    "save": {
        **dict.fromkeys(("open", "within a block", "restored"), ARGUMENT),
        **dict.fromkeys(("block", "restored block"), OK),
    },
    "wipe": dict.fromkeys(STATES, OK),
}


def test_each_call_in_each_state(tmp_path: Path) -> None:
    """A call that is out of order gives its code, and a message goes on as if it were not made."""
    good = Saved()
    with saving("sha256-save-axil", tmp_path) as unit:
        _stopped(unit)
        ctypes.pointer(good)[0] = unit.saved
        for state, begin in STATES.items():
            for call, codes in CODES.items():
                if (state, call) in _WAITS:
                    continue
                assert unit("wipe") == OK
                begin(unit)
                given: dict[str, tuple[object, ...]] = {
                    "restore": (good,),
                    "part_dma": (good,),
                    "update": (bytes(unit.block), unit.block),
                    "final": (unit.place, unit.size),
                    "save": (unit.saved,),
                }
                before = bytes(unit.saved)
                code = unit(call, *given.get(call, ()))
                assert code == codes.get(state, OUT_OF_ORDER), (state, call)
                if code != OK:
                    assert bytes(unit.saved) == before, (state, call)
                    if state == "block":
                        unit.ends(bytes(unit.block))
                    elif state == "restored":
                        unit.ends(bytes(range(unit.block)))


def test_a_structure_that_is_no_saved_message_is_refused(tmp_path: Path) -> None:
    """Zeros, ones, each changed bit of some, and one of another hash; nothing begins."""
    with saving("sha256-save-axil", tmp_path) as unit:
        assert unit("restore", None) == ARGUMENT
        _stopped(unit)
        good = bytes(unit.saved)
        wrong = [bytes(len(good)), b"\xff" * len(good)]
        number = int.from_bytes(good, "little")
        wrong += ((number ^ 1 << n).to_bytes(len(good), "little") for n in range(8 * len(good)))
        for one in wrong:
            assert unit("restore", Saved.from_buffer_copy(one)) == ARGUMENT
            assert unit("part_dma", Saved.from_buffer_copy(one)) == ARGUMENT
        unit.works()
        assert unit("restore", Saved.from_buffer_copy(good)) == OK
        assert unit("save", None) == ARGUMENT
        unit.ends(bytes(range(unit.block)))
    (tmp_path / "other").mkdir()
    with saving("sha512-save-axil", tmp_path / "other") as unit:
        assert unit("restore", Saved.from_buffer_copy(good)) == ARGUMENT
        unit.works()


def test_a_unit_without_save_and_restore_is_refused(tmp_path: Path) -> None:
    good = Saved()
    with saving("sha256-save-apb", tmp_path) as unit:
        _stopped(unit)
        ctypes.pointer(good)[0] = unit.saved
    (tmp_path / "other").mkdir()
    with saving("sha256-fast-apb", tmp_path / "other") as unit:
        assert unit("restore", good) == WRONG_UNIT
        assert unit("part_dma", None) == WRONG_UNIT
        assert unit("init") == OK
        assert unit("update", bytes(64), 64) == OK
        assert unit("save", good) == WRONG_UNIT
        unit.ends(bytes(64))


def test_parts_by_dma(tmp_path: Path) -> None:
    """A part of the stream port, one after it, and one that is refused."""
    with saving("sha256-save-axil", tmp_path) as unit:
        data = random.Random(2).randbytes(5 * unit.block)
        assert unit("part_dma", None) == OK
        assert unit("update", data, 4) == OUT_OF_ORDER
        assert unit("final", unit.place, unit.size) == OUT_OF_ORDER
        unit.driver.send(data[: 2 * unit.block])
        assert unit("save", unit.saved) == OK
        assert unit("part_dma", unit.saved) == OK
        unit.driver.send(data[2 * unit.block : 4 * unit.block])
        assert unit("save", unit.saved) == OK
        unit.works()
        assert unit("restore", unit.saved) == OK
        assert unit("update", data[4 * unit.block :], unit.block) == OK
        unit.ends(data)


@pytest.mark.parametrize(
    ("before", "high", "low", "call"),
    [
        ("block", 0, SaveStatus.DONE, "save"),
        ("block", 0, SaveStatus.DONE, "final"),
        ("part by DMA", 0, SaveStatus.DONE, "save"),
        ("stopped", SaveStatus.BUSY, 0, "wipe"),
    ],
)
def test_each_wait_ends(tmp_path: Path, before: str, high: int, low: int, call: str) -> None:
    """A unit that does not answer; what was saved is refused, and the unit works after a wipe."""
    with saving("sha256-save-axil", tmp_path) as unit:
        STATES[before](unit)
        unit.driver.stick(SaveRegister.STATUS, high | (before == "part by DMA"), low)
        unit.driver.polls(50)
        given = {"save": (unit.saved,), "final": (unit.place, unit.size)}.get(call, ())
        assert unit(call, *given) == TIMEOUT
        unit.driver.stick(SaveRegister.STATUS, 0, 0)
        unit.driver.polls(0)
        assert unit("wipe") == OK
        if call == "save":
            assert unit("restore", unit.saved) == ARGUMENT
        unit.works()


def test_a_refused_part_is_not_saved(tmp_path: Path) -> None:
    """STATUS with ERROR, and STATUS of a digest that is no chaining value."""
    for high, low in ((SaveStatus.ERROR, 0), (0, SaveStatus.SAVED)):
        folder = tmp_path / str(high)
        folder.mkdir()
        with saving("sha256-save-axil", folder) as unit:
            _stopped(unit)
            assert unit("restore", unit.saved) == OK
            assert unit("update", bytes(unit.block), unit.block) == OK
            unit.driver.stick(SaveRegister.STATUS, high, low)
            assert unit("save", unit.saved) == REFUSED
            unit.driver.stick(SaveRegister.STATUS, 0, 0)
            assert unit("restore", unit.saved) == ARGUMENT
            unit.works()
