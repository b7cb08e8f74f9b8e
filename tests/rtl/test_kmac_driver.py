"""Runs the C driver of KMAC on the simulated units with registers."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from test_drivers import (
    ARGUMENT,
    MISMATCH,
    OK,
    OUT_OF_ORDER,
    REFUSED,
    TIMEOUT,
    WRONG_UNIT,
    Driver,
    driven,
)

from silicrypt import catalog
from silicrypt.catalog.kmac import Kmac
from silicrypt.drivers.maps import KmacRegister, KmacStatus
from silicrypt.models import kmac as models

UNITS = (
    "kmac128-fast-axil",
    *(
        pytest.param(name, marks=pytest.mark.full)
        for name in ("kmac128-fast-apb", "kmac256-fast-axil", "kmac256-small-apb")
    ),
)
KEY, TEXT, CUSTOM, SIZE = bytes(range(32)), bytes(range(50, 87)), b"some", 32


class Request(ctypes.Structure):
    """`sil_kmac_request`."""

    _fields_ = (
        *(("key", ctypes.c_char_p), ("key_size", ctypes.c_size_t)),
        *(("customisation", ctypes.c_char_p), ("customisation_size", ctypes.c_size_t)),
        ("result_size", ctypes.c_size_t),
    )


def request(
    key: bytes | None = KEY, custom: bytes | None = CUSTOM, size: int = SIZE, **changed: int
) -> object:
    """Returns the argument that states a request."""
    sizes = {"key_size": len(key or b""), "customisation_size": len(custom or b"")} | changed
    made = Request(key, sizes["key_size"], custom, sizes["customisation_size"], size)
    return ctypes.byref(made)


@dataclass
class KmacUnit:
    """The driver on a unit, with a place for a result."""

    driver: Driver
    strength: int

    def __post_init__(self) -> None:
        self.out = ctypes.create_string_buffer(4096)
        self.tag = models.kmac(self.strength, KEY, TEXT, SIZE, CUSTOM, xof=False)

    def __call__(self, name: str, *arguments: object) -> int:
        """Calls a function without ``sil_``."""
        return self.driver.call(name, *arguments)

    def taken(self, size: int = SIZE) -> bytes:
        """Returns the result that was written, and clears its place."""
        found = self.out.raw[:size]
        self.out.raw = bytes(4096)
        return found


@contextmanager
def kmac(name: str, folder: Path) -> Iterator[KmacUnit]:
    """Yields the driver on a simulated unit, which refuses none of its accesses."""
    inside = catalog.get(name).inside
    assert inside and isinstance(inside.algorithm, Kmac)
    with driven(name, folder) as driver:
        yield KmacUnit(driver, inside.algorithm.strength)


@pytest.mark.parametrize("name", UNITS)
def test_results(name: str, tmp_path: Path) -> None:
    """All operations, in parts of any length, and wrong tags."""
    choose = random.Random(1)
    with kmac(name, tmp_path) as unit:
        for size, operation in ((0, 0), (1, 1), (4, 2), (200, 0), (400, 1), (33, 2), (168, 0)):
            key, custom = choose.randbytes(1 + choose.randrange(70)), choose.randbytes(size % 37)
            data, given = choose.randbytes(size), choose.choice((4, 7, 32, 300))
            call = ("kmac_init", "kmac_init_xof", "cshake_init")[operation]
            one = request(None if operation == 2 else key, custom or None, given)
            wanted = (
                models.cshake(unit.strength, data, given, b"", custom)
                if operation == 2
                else models.kmac(unit.strength, key, data, given, custom, xof=operation == 1)
            )
            forged = wanted[:-1] + bytes([wanted[-1] ^ 1 << choose.randrange(8)])
            for end, code in ((None, OK), (wanted, OK), (forged, MISMATCH)):
                assert unit(call, one) == OK
                at = 0
                while at < len(data):
                    part = data[at : at + choose.choice((1, 3, 4, 33, 200))]
                    assert unit("kmac_update", part, len(part)) == OK
                    at += len(part)
                if end is None:
                    assert unit("kmac_final", unit.out, given) == OK
                    assert unit.taken(given) == wanted
                elif operation == 2:
                    assert unit("kmac_verify", end, given) == OUT_OF_ORDER
                    assert unit("kmac_wipe") == OK
                else:
                    assert unit("kmac_verify", end, given) == code


#: Calls that lead to each state of a unit, and what each call gives there.
STATES = {
    "idle": (),
    "open": ("init",),
    "with text": ("init", "update"),
    "cshake": ("cshake",),
    "by DMA": ("init_dma",),
    "ended": ("init", "update", "final"),
}
CODES = {
    **{one: {"idle": OK, "ended": OK} for one in ("init", "init_xof", "cshake", "init_dma")},
    "update": dict.fromkeys(("open", "with text", "cshake"), OK),
    "final": dict.fromkeys(("open", "with text", "cshake"), OK),
    "verify": {"open": MISMATCH, "with text": OK},
    "wipe": dict.fromkeys(STATES, OK),
}


def made(unit: KmacUnit, call: str) -> int:
    """Makes a call with arguments that are right."""
    arguments: dict[str, tuple[object, ...]] = {
        **dict.fromkeys(("init", "init_xof", "init_dma"), (request(),)),
        "cshake": (request(None),),
        "update": (TEXT, len(TEXT)),
        "final": (unit.out, SIZE),
        "verify": (unit.tag, SIZE),
    }
    name = "cshake_init" if call == "cshake" else f"kmac_{call}"
    return unit(name, *arguments.get(call, ()))


def test_each_call_in_each_state(tmp_path: Path) -> None:
    """A call that is out of order gives its code, and the request goes on as if it were not made.

    The end of a request by DMA is not called: it waits for the stream.
    """
    with kmac("kmac128-fast-axil", tmp_path) as unit:
        for state, before in STATES.items():
            for call, codes in CODES.items():
                if state == "by DMA" and call in ("final", "verify"):
                    continue
                assert unit("kmac_wipe") == OK
                for one in before:
                    assert made(unit, one) == OK, (state, one)
                unit.taken()
                code = made(unit, call)
                assert code == codes.get(state, OUT_OF_ORDER), (state, call)
                if state == "with text" and code == OUT_OF_ORDER:
                    assert made(unit, "final") == OK, call
                if state == "with text" and code == OUT_OF_ORDER:
                    assert unit.taken() == unit.tag


def test_arguments_that_the_unit_cannot_take(tmp_path: Path) -> None:
    with kmac("kmac128-fast-axil", tmp_path) as unit:
        for call in ("kmac_init", "kmac_init_xof", "kmac_init_dma"):
            assert unit(call, None) == ARGUMENT
            for wrong in (
                *(request(None), request(b""), request(None, key_size=3), request(size=0)),
                *(request(key_size=1 << 16), request(customisation_size=1 << 16)),
                request(custom=None, customisation_size=3),
            ):
                assert unit(call, wrong) == ARGUMENT
        assert unit("kmac_init", request(size=1 << 16)) == ARGUMENT
        for wrong in (None, request(), request(None, key_size=1), request(None, size=1 << 32)):
            assert unit("cshake_init", wrong) == ARGUMENT
        assert made(unit, "init") == OK
        assert unit("kmac_update", None, 1) == ARGUMENT
        assert unit("kmac_update", None, 0) == OK
        assert made(unit, "update") == OK
        for size in (0, SIZE - 1, SIZE + 1):
            assert unit("kmac_final", unit.out, size) == ARGUMENT
            assert unit("kmac_verify", unit.tag, size) == ARGUMENT
        assert unit("kmac_final", None, SIZE) == ARGUMENT
        assert unit("kmac_verify", None, SIZE) == ARGUMENT
        assert made(unit, "final") == OK
        assert unit.taken() == unit.tag
        assert unit("kmac_init", request(size=3)) == OK
        assert unit("kmac_verify", bytes(3), 3) == ARGUMENT  # too short for a tag
        assert unit("kmac_final", unit.out, 3) == OK


@pytest.mark.parametrize(("before", "call"), [("init update", "final"), ("init", "verify")])
def test_each_wait_ends(tmp_path: Path, before: str, call: str) -> None:
    """A unit that does not answer, and works again after a wipe. No byte of a result is left."""
    with kmac("kmac128-fast-axil", tmp_path) as unit:
        for one in before.split():
            assert made(unit, one) == OK
        unit.driver.stick(KmacRegister.STATUS, 0, KmacStatus.DONE)
        unit.driver.polls(50)
        assert made(unit, call) == TIMEOUT
        assert unit.taken() == bytes(SIZE)
        unit.driver.stick(KmacRegister.STATUS, 0, 0)
        unit.driver.polls(0)
        for one in ("wipe", "init", "update", "final"):
            assert made(unit, one) == OK
        assert unit.taken() == unit.tag


def test_a_refused_request(tmp_path: Path) -> None:
    with kmac("kmac128-fast-axil", tmp_path) as unit:
        for call in ("final", "verify"):
            assert made(unit, "init") == OK
            unit.driver.stick(KmacRegister.STATUS, KmacStatus.ERROR, 0)
            assert made(unit, call) == REFUSED
            assert unit.taken() == bytes(SIZE)
            unit.driver.stick(KmacRegister.STATUS, 0, 0)


def test_a_unit_of_another_kind(tmp_path: Path) -> None:
    with kmac("kmac128-fast-axil", tmp_path) as unit:
        unit.driver.stick(KmacRegister.VERSION, 0, 1 << 24)
        for call in ("init", "init_xof", "cshake", "init_dma", "wipe"):
            assert made(unit, call) == WRONG_UNIT
